"""What the transcripts of every assistant have in common: titles, tags around text, tool calls.

Pure functions.
"""

from __future__ import annotations

import re

from arbor_desktop.conversations.model import ARBOR_MARKER as ARBOR_MARKER

OUTPUT_BYTES = 2048
"""How much of a tool's output is kept, from its end (spec 1.2)."""
COMMAND_CHARS = 2048
TITLE_CHARS = 80
LINE_CHARS = 1024

_TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
"""A control sequence or an operating system command (ECMA-48, 5.4 and 8.3.89)."""

CONTEXT_TAG = "user_context"
"""The block Arbor puts into sessions; it comes back in transcripts and is cut out."""


def first_line(text: str) -> str:
    """The first line that is not blank, as far as secrets in a title's words are looked for."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:LINE_CHARS]


def title_of(text: str) -> str:
    """The first line of a prompt, shortened to 80 characters at a word."""
    line = first_line(text)
    if len(line) <= TITLE_CHARS:
        return line
    cut = line[: TITLE_CHARS - 1]
    head, _, _ = cut.rpartition(" ")
    return (head if len(head) >= TITLE_CHARS // 2 else cut).rstrip() + "…"


def cut_spans(text: str, tag: str) -> tuple[str, list[str]]:
    """Removes every well-formed `<tag …>…</tag>`; answers the rest and what was cut. Linear time."""
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


def without_colours(text: str) -> str:
    """`text` without what only tells a terminal how to draw it."""
    return _TERMINAL.sub("", text) if "\x1b" in text else text


def tail(text: str) -> str:
    """The last 2 KB (in UTF-8) of `text`, cut between characters."""
    if len(text) * 4 <= OUTPUT_BYTES:
        return text
    tail = text[-OUTPUT_BYTES:].encode("utf-8", "replace")[-OUTPUT_BYTES:]
    return tail.decode("utf-8", "ignore")


def tool_call(name: str, target: str = "") -> str:
    """The text of a tool turn that says what was called: `Bash: make test`."""
    name, target = name.strip() or "tool", target.strip()[:COMMAND_CHARS]
    return f"{name}: {target}" if target else name


def tool_result(output: str, *, failed: bool = False) -> str:
    """The text of a tool turn that says how it ended: `ok` or `error`, then the last 2 KB of its output."""
    state = "error" if failed else "ok"
    kept = tail(output.strip())
    return f"{state}\n{kept}" if kept else state


def without_context(text: str) -> str:
    """`text` without the blocks that Arbor put there itself."""
    return cut_spans(text, CONTEXT_TAG)[0]
