"""A summary as a person edits it: without Arbor's figures and sources, which come back when it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from arbor_desktop.summaries.document import HEAD, STATEMENT, blocks

_FACT = f"- **{STATEMENT}:**"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that is shown, and what is stored for it: a title with the figures, a fact with its sources."""

    shown: str
    stored: str

    def reworded(self, text: str) -> str:
        """Return what is stored once the line has these words."""
        if not self.stored.startswith(_FACT):
            return text + self.stored.removeprefix(self.shown)
        details = self.stored.partition("\n")[2]
        return "\n".join(part for part in (f"{_FACT} {text.removeprefix('- ')}", details) if part)


def short(markdown: str) -> str:
    """Return a summary without its figures and sources, ready to edit."""
    return "\n".join(line.shown for line in _lines(markdown))


def whole(edited: str, markdown: str) -> str:
    """Return an edited text with what `short` took away from `markdown`: at the lines that are left, and at
    those that were reworded."""
    before, after = list(_lines(markdown)), edited.split("\n")
    same = SequenceMatcher(None, [line.shown for line in before], after, autojunk=False)
    found: list[str] = []
    for kind, start, end, first, last in same.get_opcodes():
        if kind == "equal":
            found += [line.stored for line in before[start:end]]
        else:
            found += _reworded(
                [line for line in before[start:end] if line.stored != line.shown], after[first:last]
            )
    return "\n".join(found)


def _reworded(lines: list[_Line], texts: Sequence[str]) -> Iterator[str]:
    """Yield what is stored for `texts`, which took the place of these lines, in their order."""
    for text in texts:
        sign = text[:2]
        if sign in ("- ", "# ") and lines and lines[0].shown.startswith(sign):
            yield lines.pop(0).reworded(text)
        else:
            yield text


def _lines(markdown: str) -> Iterator[_Line]:
    facts = {block.start: block for block in blocks(markdown)}
    lines = markdown.split("\n")
    at = 0
    while at < len(lines):
        if at in facts:
            end = facts[at].end
            yield _Line(f"- {facts[at].statement}", "\n".join(lines[at:end]))
        else:
            end = at + 1
            if lines[at].startswith("# "):
                while end < len(lines) and (not lines[end].strip() or _is_figure(lines[end])):
                    end += 1
                if any(_is_figure(line) for line in lines[at:end]):
                    end -= next(n for n, line in enumerate(reversed(lines[at:end])) if line.strip())
                else:
                    end = at + 1
            yield _Line(lines[at], "\n".join(lines[at:end]))
        at = end


def _is_figure(line: str) -> bool:
    return any(line.startswith(f"- **{label}:**") for label in HEAD)
