"""What the transcripts of every assistant have in common: titles, tags around text, tool calls.

Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from arbor_desktop.conversations.model import ARBOR_MARKER as ARBOR_MARKER
from arbor_desktop.conversations.model import Role, TurnKind

OUTPUT_BYTES = 2048
"""How much of a tool's output is kept, from its end (spec 1.2)."""
COMMAND_CHARS = 2048
INJECTED_CHARS = 2048
"""How much is kept of text that a program put beside a prompt, such as files."""
TITLE_CHARS = 80
LINE_CHARS = 1024

_TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
"""A control sequence or an operating system command (ECMA-48, 5.4 and 8.3.89)."""

CONTEXT_TAG = "user_context"
"""The block Arbor puts into sessions; it comes back in transcripts and is cut out."""


class Spoken(NamedTuple):
    """One thing said in a message."""

    role: Role
    kind: TurnKind
    text: str
    name: str = ""
    """Tells it from the others of its message."""
    at: int | None = None


def first_line(text: str) -> str:
    """Return the first line that is not blank, as far as secrets in a title's words are looked for."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:LINE_CHARS]


def is_slash_command(words: str) -> bool:
    """Return whether a prompt is a command such as `/clear`, not the path of a file."""
    return words.startswith("/") and words[1:2].isalpha() and "/" not in words[1:].split(maxsplit=1)[0]


def title_of(text: str) -> str:
    """Return the first line of a prompt, shortened to 80 characters at a word."""
    line = first_line(text)
    if len(line) <= TITLE_CHARS:
        return line
    cut = line[: TITLE_CHARS - 1]
    head, _, _ = cut.rpartition(" ")
    return (head if len(head) >= TITLE_CHARS // 2 else cut).rstrip() + "…"


def cut_spans(text: str, tag: str) -> tuple[str, list[str]]:
    """Return `text` without every well-formed `<tag …>…</tag>`, and what was cut. Linear time."""
    opening, closing = f"<{tag}", f"</{tag}>"
    if opening not in text:
        return text, []
    rest: list[str] = []
    cut: list[str] = []
    position = 0
    while (start := text.find(opening, position)) >= 0:
        inside = start + len(opening)
        if text[inside : inside + 1] not in (">", " ", "\n"):
            rest.append(text[position:inside])
            position = inside
            continue
        end = text.find(closing, inside)
        if end < 0:
            break
        rest.append(text[position:start])
        cut.append(text[start : end + len(closing)])
        position = end + len(closing)
    rest.append(text[position:])
    return "".join(rest), cut


def cut_tags(text: str, tags: Iterable[str]) -> tuple[str, list[str]]:
    """Return `text` without the spans of several tags, and what was cut."""
    found: list[str] = []
    for tag in tags:
        text, spans = cut_spans(text, tag)
        found += spans
    return text, found


def without_colours(text: str) -> str:
    """Return `text` without what only tells a terminal how to draw it."""
    return _TERMINAL.sub("", text) if "\x1b" in text else text


def tail(text: str) -> str:
    """Return the last 2 KB (in UTF-8) of `text`, cut between characters."""
    if len(text) * 4 <= OUTPUT_BYTES:
        return text
    tail = text[-OUTPUT_BYTES:].encode("utf-8", "replace")[-OUTPUT_BYTES:]
    return tail.decode("utf-8", "ignore")


def tool_call(name: str, target: str = "") -> str:
    """Return the text of a tool turn for a call: `Bash: make test`."""
    name, target = name.strip() or "tool", target.strip()[:COMMAND_CHARS]
    return f"{name}: {target}" if target else name


def tool_result(output: str, *, failed: bool = False) -> str:
    """Return the text of a tool turn for a result: `ok` or `error`, then the last 2 KB of its output."""
    state = "error" if failed else "ok"
    kept = tail(output.strip())
    return f"{state}\n{kept}" if kept else state


def without_context(text: str) -> str:
    """Return `text` without the blocks that Arbor put there itself."""
    return cut_spans(text, CONTEXT_TAG)[0]
