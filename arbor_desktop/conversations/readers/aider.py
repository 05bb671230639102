"""Aider's chat history: one Markdown file per repository, to which every run appends.

Facts:
- `<git root or working folder>/.aider.chat.history.md` (`--chat-history-file` names another); opened for each
  write, so it only grows (Aider-AI/aider:aider/io.py, aider/args.py).
- `# aider chat started at 2026-06-09 14:01:00` begins a run, in local time. Nothing else has a time or an id.
- `append_chat_history` (aider/io.py) ends every prompt line `#### …` and every notice `> …` with two spaces,
  while an answer is written as it is, with a blank line before and after. So the two spaces tell a prompt
  from a heading in an answer; where an editor removed them, a heading within an answer stays the answer's.
- A notice of several lines has `> ` before its first line only (`tool_output`).
- `► **THINKING**` … `**ANSWER**`, or a `thinking-content-…` tag, hold reasoning (aider/reasoning_tags.py).
- Chats published on Aider's site are such logs in `<div class="chat-transcript" …>`, below a Jekyll front
  matter and prose (Aider-AI/aider:aider/website/examples).

A run is a session. An answer has no mark of its end: what stands at the end of the file is given as far as it
goes; if it grows, the longer text is given and the shorter one taken back.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog, State
from arbor_desktop.conversations.readers.values import BOM, cut_spans, decoded, tail

HISTORY_FILE = ".aider.chat.history.md"
MAX_BLOCK = 256 * 1024
"""Characters; a longer answer is given in pieces, because the open one is kept with the checkpoint."""

_HEADER = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$")
_FIRST_HEADER = re.compile(rb"\s*# aider chat started at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*$", re.MULTILINE)
_PAGE = re.compile(rb'^<div class="chat-transcript"[^>]*>\s*$', re.MULTILINE)
_PROMPT = re.compile(rb"^####(?: |$)", re.MULTILINE)
_PROMPT_LINE = re.compile(r"####(?: |$)")
_NOTICE_LINE = re.compile(r">(?: |$)")
_COMMAND = re.compile(r"/[a-z][a-z-]*(?:\s|$)|!\s*\S")
_MARK = "  "
"""What ends the lines of prompts and notices."""
_FENCE = re.compile(r" {0,3}(```|~~~)")
_REASONING = re.compile(r"-{4,}\s*\n► \*\*THINKING\*\*.*?(?:-{4,}\s*\n► \*\*ANSWER\*\*|\Z)", re.DOTALL)
_REASONING_TAG = "thinking-content-7bbeb8e1441453ad999a0bbba8a46d4b"
_TOKENS = re.compile(r"Tokens: ([\d.,]+[kM]?) sent(?:.*?, | , |, )([\d.,]+[kM]?) received")
_VERSION = re.compile(r"Aider (v\d\S*)")
_MODEL = re.compile(r"(?:Main model|Model): (\S+)")
_EDITED = re.compile(r"(?:Applied edit to|Creating empty file) (.+)")
_SPEECH_COMMANDS = ("/ask ", "/code ", "/architect ", "/context ", "/chat-mode ask ")
_NO_INPUT = "<blank>"

USER, ASSISTANT, NOTICE, NONE = "user", "assistant", "notice", ""


@dataclass(slots=True)
class _Place:
    """Where in the file the follower is; saved with the checkpoint."""

    header: str = ""
    """The time of the run as it was written; "" before the first header."""
    repeated: int = 0
    """How many runs with the same header came before: times have seconds only."""
    block: int = 0
    """Blocks of the run so far."""
    kind: str = NONE
    lines: list[str] = field(default_factory=list)
    """The open block."""
    chars: int = 0
    at: int = 0
    """Byte offset of the open block."""
    shown: str = ""
    """The key under which the open block was given, as far as it went then."""
    marked: bool | None = None
    """Whether prompts end with two spaces in this run; None until the first one."""
    unended: bool = False
    """The last notice goes on in the next line."""
    page: bool = False
    """A published page: only what is in its transcripts counts."""
    outside: bool = False
    fenced: bool = False
    told: bool = False
    """The session has a turn."""


class _Log(JsonLog):
    """Follows one history, a line at a time."""

    saved = ("_here",)

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path.resolve(), source)
        self._start_at(_Place())

    def save(self) -> State:
        return asdict(self._here)

    def restore(self, state: State) -> None:
        self._start_at(_Place(**state))

    def _start_at(self, place: _Place) -> None:
        self._here = place
        self.session = self._session_id()
        self.at = _local(place.header)

    def feed(self, data: bytes) -> bool:
        here = self._here
        line = decoded(data)
        header = _HEADER.match(line) if line.startswith("#") else None
        # In an answer's code block too: blocks that are cut off are common, histories shown in one are not.
        if header and not here.page:
            self._begin_run(header.group(1))
        elif not self._is_markup(line) and not here.outside:
            self._add_line(line)
        return True

    def close(self) -> None:
        """Give the block at the end of the file, which may be whole, as it is now."""
        self._emit()

    def _begin_run(self, header: str) -> None:
        self._end_block()
        before = self._here
        repeated = before.repeated + 1 if header == before.header else 0
        self._start_at(_Place(header=header, repeated=repeated))

    def _is_markup(self, line: str) -> bool:
        """Return whether the line belongs to the page around a transcript."""
        here = self._here
        if self.line == 0 and line.rstrip() == "---" and self.path.name != HISTORY_FILE:
            here.page = here.outside = True
            return True
        if line.startswith('<div class="chat-transcript"') and not here.header:
            self._end_block()
            here.page, here.outside = True, False
            return True
        if here.page and not here.outside and not here.fenced and line.rstrip() == "</div>":
            self._end_block()
            here.outside = True
            return True
        return False

    def _add_line(self, line: str) -> None:
        here = self._here
        kind = self._kind_of(line)
        if kind == NONE:  # a blank line ends a prompt and a notice, and is part of an answer
            here.unended = False
            if here.kind == ASSISTANT:
                self._add(line)
            else:
                self._end_block()
            return
        if kind != here.kind or here.chars > MAX_BLOCK:
            self._end_block()
            here.kind, here.at = kind, self.line
        if kind == USER:
            if here.marked is None:
                here.marked = line.endswith(_MARK)
            self._add(line[5:].rstrip())
        elif kind == NOTICE:
            here.unended = bool(here.marked) and not line.endswith(_MARK)
            self._add(line.removeprefix(">").removeprefix(" ").rstrip())
            self._note(self._here.lines[-1].strip())
        else:
            if ("```" in line or "~~~" in line) and _FENCE.match(line):
                here.fenced = not here.fenced
            self._add(line)

    def _kind_of(self, line: str) -> str:
        here = self._here
        if not line.strip():
            return NONE
        if line.startswith("####") and _PROMPT_LINE.match(line) and self._is_prompt(line):
            return USER
        if line.startswith(">") and self._is_notice(line):
            return NOTICE
        return NOTICE if here.kind == NOTICE and here.unended else ASSISTANT

    def _is_prompt(self, line: str) -> bool:
        here = self._here
        if line.endswith(_MARK):
            return True
        if here.marked:  # a heading; but commands in published pages were tidied up
            return bool(_COMMAND.match(line, 5))
        return here.kind != ASSISTANT

    def _is_notice(self, line: str) -> bool:
        here = self._here
        if line.endswith(_MARK):
            return True
        quoted = here.kind == ASSISTANT and (here.marked or here.fenced)
        return not quoted and bool(_NOTICE_LINE.match(line))

    def _add(self, line: str) -> None:
        self._here.lines.append(line)
        self._here.chars += len(line) + 1

    def _end_block(self) -> None:
        self._emit()
        here = self._here
        if here.lines:
            here.block += 1
        here.kind, here.lines, here.chars, here.shown = NONE, [], 0, ""
        here.fenced = here.unended = False

    def _emit(self) -> None:
        """Add the open block. It replaces one that was added shorter before."""
        here = self._here
        turn = _turn_of(here.kind, here.lines)
        if turn is None:
            return
        role, kind, text = turn
        session = self.session
        key = content_key(self.source, session, here.block, role, kind, text)
        if key == here.shown:
            return
        if here.shown:
            self.out.unsay(session, [here.shown])
        self.out.say(session, key, role, text, kind=kind, at=self.at, line=here.at)
        here.shown = key
        if not here.told:
            here.told = True
            self.out.about(session, cwd=self._folder())

    def _note(self, notice: str) -> None:
        """Note what a notice says of the session."""
        session = self.session
        if found := _TOKENS.match(notice):
            self.out.tokens(session, _count(found.group(1)), _count(found.group(2)))
        elif found := _EDITED.match(notice):
            path = found.group(1).strip()
            folder = self._folder()
            self.out.edited(session, str(Path(folder) / path) if folder else path)
        elif found := _VERSION.match(notice):
            self.out.about(session, version=found.group(1))
        elif found := _MODEL.match(notice):
            self.out.about(session, model=found.group(1))

    def _folder(self) -> str | None:
        """Return the project, which is where the history lies; a published page lies anywhere."""
        return None if self._here.page else str(self.path.parent)

    def _session_id(self) -> str:
        here = self._here
        return content_key(self.source, "", self.path, here.header, here.repeated).rpartition(":")[2]


class AiderReader(JsonLinesReader):
    """Reads chat histories of Aider, and the pages that Aider's site makes of them."""

    source = "aider"
    log = _Log
    takes_unfinished = False
    verbatim = True

    def recognises(self, path: Path, head: bytes) -> bool:
        head = head.removeprefix(BOM).lstrip(b"\x00")
        if path.name == HISTORY_FILE:
            return not head.strip() or b"# aider chat started at" in head or bool(_PROMPT.search(head))
        if path.suffix.lower() not in (".md", ".markdown", ".txt"):
            return False
        if _FIRST_HEADER.match(head):
            return True
        page = _PAGE.search(head)
        return page is not None and _PROMPT.search(head, page.end()) is not None


def _turn_of(kind: str, lines: list[str]) -> tuple[Role, TurnKind, str] | None:
    """Return the turn of a block; None where nobody speaks in it."""
    text = "\n".join(lines).strip()
    if kind == USER:
        if not text or text == _NO_INPUT:
            return None
        for command in _SPEECH_COMMANDS:  # a question in another mode is still what the person says
            if text.startswith(command):
                return Role.USER, TurnKind.SAID, text.removeprefix(command).strip()
        return Role.USER, TurnKind.COMMAND if _COMMAND.match(text) else TurnKind.SAID, text
    if kind == NOTICE:
        if not text:
            return None
        if text.startswith("^C"):
            return Role.USER, TurnKind.INTERRUPT, text
        return Role.ASSISTANT, TurnKind.TOOL, tail(text)
    if kind == ASSISTANT:
        text = _REASONING.sub("", cut_spans(text, _REASONING_TAG)[0]).strip()
        return (Role.ASSISTANT, TurnKind.SAID, text) if text else None
    return None


def _local(stamp: str) -> int | None:
    """Return milliseconds of a run's header, which is in this machine's local time."""
    try:
        return int(datetime.strptime(stamp, "%Y-%m-%d %H:%M:%S").astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):  # none, or one that no clock shows
        return None


def _count(text: str) -> int:
    """`3.1k` as a number."""
    factor = {"k": 1000, "M": 1_000_000}.get(text[-1], 1)
    try:
        return round(float(text.rstrip("kM").replace(",", "")) * factor)
    except ValueError:
        return 0
