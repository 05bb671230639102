"""chat: one line in, one answer out; on a terminal, line after line."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from arbor_desktop.cli import ids
from arbor_desktop.cli.answer import OK, Answer, UsageError
from arbor_desktop.cli.output import Output, one_line, plain
from arbor_desktop.cli.parser import interactive
from arbor_desktop.cli.words import count
from arbor_desktop.models.model import ModelFailed, Tell

if TYPE_CHECKING:
    from arbor_desktop.chat.chatting import Chats, Said
    from arbor_desktop.cli.run import Opener

PROMPT = "> "
LEAVING = frozenset({"exit", "quit", "/exit", "/quit"})


def chat(opened: Opener, args: Namespace, out: Output) -> Answer:
    text = _text(args)
    if args.again and (args.goes_on is None or text):
        raise UsageError(
            "--again asks the last prompt of a chat again: name it with --continue, and no text."
        )
    if args.project and args.goes_on:
        raise UsageError("A chat that goes on keeps its project: leave --project out.")
    talks = not text and not args.again
    if talks and (out.as_json or not interactive()):
        raise UsageError("Say something: arbor chat TEXT, or - to read it from stdin.")
    with opened() as service:
        chats = service.models.chats
        chat_id = None if args.goes_on is None else ids.conversation(service, args.goes_on)
        if talks:
            return _talk(chats, chat_id, args.project, out)
        if args.again and chat_id is not None:
            chats.try_again()
            said = _told(out, lambda tell: chats.answer(chat_id, tell=tell))
        else:
            said = _say(chats, chat_id, text, args.project, out)
        return Answer(said.to_dict(), tuple, OK, notes=tuple(_notes(said)))


def _text(args: Namespace) -> str:
    text = " ".join(args.text).strip()
    return sys.stdin.read().strip() if text == "-" else text


def _say(chats: Chats, chat_id: str | None, text: str, project: str | None, out: Output) -> Said:
    """Raises ModelFailed; where the chat goes on is said by then."""
    asked = chats.ask(chat_id, text, project=project)
    if asked.off:
        out.note("This chat is not remembered from here on.")
    try:
        return _told(out, lambda tell: chats.finish(asked, tell=tell))
    except ModelFailed:
        out.note(f"What you said is kept: arbor chat --continue {asked.chat_id} --again")
        raise


def _told(out: Output, ask: Callable[[Tell | None], Said]) -> Said:
    """The answer, written as it comes where people read it."""
    told = _Stream(out)
    try:
        return ask(None if out.as_json else told.hear)
    finally:
        told.end()


class _Stream:
    """Writes an answer as it comes."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._open = False

    def hear(self, piece: str) -> None:
        text = plain(piece)
        if text:
            encoding = self._out.stdout.encoding or "utf-8"
            self._out.stdout.write(text.encode(encoding, "replace").decode(encoding))
            self._out.stdout.flush()
            self._open = not text.endswith("\n")

    def end(self) -> None:
        if self._open:
            self._out.stdout.write("\n")
            self._out.stdout.flush()


def _talk(chats: Chats, chat_id: str | None, project: str | None, out: Output) -> Answer:
    """Line after line, until it is left."""
    out.note("Ctrl-D leaves, Ctrl-C stops an answer.")
    said: Said | None = None
    while True:
        try:
            line = input(PROMPT).strip()
        except (EOFError, KeyboardInterrupt):
            out.note("")
            break
        if line.lower() in LEAVING:
            break
        if not line:
            continue
        try:
            said = _say(chats, chat_id, line, project, out)
        except ModelFailed as error:
            out.error(error.message)
            continue
        except KeyboardInterrupt:
            out.note("")
            continue
        chat_id = said.chat_id
        for note in _notes(said, named=False):
            out.note(note)
    notes = () if said is None else (f"This chat goes on with: arbor chat --continue {said.chat_id}",)
    return Answer(None, tuple, OK, notes=notes)


def _notes(said: Said, *, named: bool = True) -> Iterator[str]:
    """What came of an answer."""
    for one in said.stored:
        words = {"stored": "Stored", "waits": "Waits for review", "known": "Known already"}[one.fate.value]
        yield f"{words}: {one_line(one.content, 100)} ({one.result.id})"
    if said.state == "length":
        yield "The answer is as long as one may be; ask to go on."
    told = count(len(said.loaded), "memory")
    parts = [f"{told} told", f"{said.usage.all_input + said.usage.output:,} tokens"]
    if said.cost is not None:
        parts.append(f"${said.cost:.4f}")
    if said.left_out:
        parts.append(f"{said.left_out} older turns not sent")
    if named:
        parts.append(f"goes on with --continue {said.chat_id}")
    yield " · ".join(parts)
