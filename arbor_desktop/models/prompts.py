"""The prompts that ship with the program: `resources/prompts/NAME.md`.

A file begins with a line `<!-- arbor:NAME VERSION -->`, which is sent with the prompt: it tells which prompt
made what, and lets capture know Arbor's own calls again. Slots are written {{so}}. What a person or an
assistant said goes in only through `fenced`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from arbor_desktop import resources

_HEAD = re.compile(r"<!-- arbor:([a-z-]+) (\d+) -->\n")
_SLOT = re.compile(r"\{\{([a-z_]+)\}\}")
_FENCE = re.compile(r"</?\s*(?:data|turn|pasted|memory|question|document)\b[^>]*>?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prompt:
    """`text` with its first line, and with slots."""

    name: str
    version: int
    text: str

    def filled(self, **slots: str) -> str:
        """The text with every slot filled. Raises KeyError for a slot without a value, ValueError for a
        value without a slot: a prompt and its code must agree."""
        wanted = set(_SLOT.findall(self.text))
        if extra := set(slots) - wanted:
            raise ValueError(f"prompt {self.name} has no slot {', '.join(sorted(extra))}")
        return _SLOT.sub(lambda found: slots[found[1]], self.text)


@cache
def prompt(name: str) -> Prompt:
    """The prompt of this name. Raises ValueError for one whose first line is wrong."""
    text = resources.read_text(f"prompts/{name}.md")
    head = _HEAD.match(text)
    if head is None or head[1] != name:
        raise ValueError(f"prompt {name} does not begin with its name and version")
    return Prompt(name, int(head[2]), text)


def fenced(text: str, tag: str = "data", **marks: object) -> str:
    """Text as data between `<tag>` and `</tag>`: what looks like a fence inside it is taken apart, so that
    nothing in it can end the fence. `marks` become attributes of the tag."""
    inner = _FENCE.sub(lambda found: found[0].replace("<", "‹").replace(">", "›"), text)
    attributes = "".join(f' {name}="{_attribute(value)}"' for name, value in marks.items())
    return f"<{tag}{attributes}>\n{inner}\n</{tag}>"


def _attribute(value: object) -> str:
    return " ".join(str(value).replace('"', "'").replace("<", "‹").replace(">", "›").split())
