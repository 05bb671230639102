"""The prompts that ship with the program: `resources/prompts/NAME.md`.

A file begins with a line `<!-- arbor:NAME VERSION -->`, which is sent with the prompt: it identifies the
prompt of a result, and lets capture recognize Arbor's own calls. Slots are written {{so}}. Text of a person
or an assistant is inserted only through `fenced`.
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
    """A prompt. `text` includes the first line and the slots."""

    name: str
    version: int
    text: str

    def filled(self, **slots: str) -> str:
        """Return the text with every slot filled. Raises KeyError for a slot without a value, ValueError for
        a value without a slot."""
        wanted = set(_SLOT.findall(self.text))
        if extra := set(slots) - wanted:
            raise ValueError(f"prompt {self.name} has no slot {', '.join(sorted(extra))}")
        return _SLOT.sub(lambda found: slots[found[1]], self.text)


@cache
def prompt(name: str) -> Prompt:
    """Return the prompt of this name. Raises ValueError for one whose first line is wrong."""
    text = resources.read_text(f"prompts/{name}.md")
    head = _HEAD.match(text)
    if head is None or head[1] != name:
        raise ValueError(f"prompt {name} does not begin with its name and version")
    return Prompt(name, int(head[2]), text)


def fenced(text: str, tag: str = "data", **marks: object) -> str:
    """Return text as data between `<tag>` and `</tag>`. `marks` become attributes of the tag.

    What looks like a fence inside the text is broken up, so that nothing in it can end the fence.
    """
    inner = _FENCE.sub(lambda found: found[0].replace("<", "‹").replace(">", "›"), text)
    attributes = "".join(f' {name}="{_attribute(value)}"' for name, value in marks.items())
    return f"<{tag}{attributes}>\n{inner}\n</{tag}>"


def _attribute(value: object) -> str:
    return " ".join(str(value).replace('"', "'").replace("<", "‹").replace(">", "›").split())
