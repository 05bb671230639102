"""Blocks that a hook put into a session, found again in the session's record (spec 6.1). Pure.

What is kept of a block is hashes: of it all, and of each of its lines, because a tool may cut a long text,
put it into a file with its beginning shown, or space it otherwise.
"""

from __future__ import annotations

import hashlib
import html
from collections.abc import Collection, Iterator

from arbor_desktop.quick_dataclass import dataclass

TAG = "user_context"
_FORMS = ((f"<{TAG}>", f"</{TAG}>"), (f"&lt;{TAG}&gt;", f"&lt;/{TAG}&gt;"))
"""As it was put there, and as a tool writes it that escapes tags."""
_BULLET = "- "
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class SeenBlock:
    """A block that a session's record shows. `event`: the hook's event in the words of the tool, "" where the
    record does not say. `text_hash` is empty where the record shows an answer of another hook: it tells that
    this record would show ours."""

    event: str = ""
    text_hash: str = ""
    lines: tuple[str, ...] = ()


def text_hash(text: str) -> str:
    """Return the hash by which a block is known."""
    return hashlib.sha256(text.strip().encode("utf-8", "replace")).hexdigest()


def line_hash(line: str) -> str:
    """Return the hash by which a line of a block is known, however it is spaced."""
    words = " ".join(line.split()).removeprefix(_BULLET)
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:16]


def holds_block(text: str) -> bool:
    """Return whether there may be a block in `text`, at the price of a look for a word."""
    return TAG in text


def blocks_in(text: str, event: str = "") -> Iterator[SeenBlock]:
    """Yield the blocks in `text`; one that was cut off reaches to its end. Linear time."""
    for block in _spans(text)[1]:
        lines = [line for line in block.splitlines() if line.startswith(_BULLET)]
        yield SeenBlock(event, text_hash(block), tuple(line_hash(line) for line in lines[:MOST_LINES]))


def without_escaped(text: str) -> str:
    """`text` without the blocks whose tags were escaped, which no one else cuts out."""
    return text if _FORMS[1][0] not in text else _spans(text, _FORMS[1:])[0]


def _spans(text: str, forms: Collection[tuple[str, str]] = _FORMS) -> tuple[str, list[str]]:
    """Return the text without its blocks, and these, unescaped."""
    found: list[str] = []
    for opening, closing in forms:
        rest: list[str] = []
        position = 0
        while (start := text.find(opening, position)) >= 0:
            end = text.find(closing, start)
            stop = len(text) if end < 0 else end + len(closing)
            block = text[start:stop]
            found.append(html.unescape(block) if opening.startswith("&") else block)
            rest.append(text[position:start])
            position = stop
        text = "".join([*rest, text[position:]])
    return text, found


def arrived(
    told: str, event: str, lines: Collection[str], seen: Collection[SeenBlock], *, went_on: bool
) -> bool | None:
    """Return whether a block arrived in a session: None where its record can't tell.

    `told` is the block's hash, `lines` the hashes of the lines of its memories as they are told today. The
    record shows it where it holds the very block, or one of its lines in a block of the same event. It shows
    that it did not arrive where it holds answers of hooks, not this one, and the assistant answered after
    (`went_on`).
    """
    of_event = [one for one in seen if not one.event or one.event == event]
    if any(one.text_hash == told for one in of_event if one.text_hash):
        return True
    if any(not set(lines).isdisjoint(one.lines) for one in of_event):
        return True
    return False if went_on and of_event else None
