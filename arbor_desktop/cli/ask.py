"""ask."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from arbor_desktop.chat.model import AskResult, Citation, Outcome, Stage, Step
from arbor_desktop.cli import formatting, inputs
from arbor_desktop.cli.commands import add_project, command
from arbor_desktop.cli.formatting import count
from arbor_desktop.cli.inputs import interactive
from arbor_desktop.cli.output import FAILED, NOTHING, OK, Answer, Output, UsageError, one_line, plain
from arbor_desktop.llm.model import ModelFailed, OnText

if TYPE_CHECKING:
    from arbor_desktop.chat.chats import Chats
    from arbor_desktop.chat.model import ChatAnswer
    from arbor_desktop.cli.commands import Opener


_STEPS = (Stage.SEARCHING, Stage.REWRITING, Stage.READING)


def _ask_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("question", nargs="+", metavar="QUESTION", help="in your words")
    add_project(parser, "only memories of this project and global ones")
    parser.add_argument(
        "--backend",
        choices=["offline", "anthropic", "claude-cli"],
        metavar="NAME",
        help="answer with this: offline, anthropic or claude-cli",
    )


@command(
    "ask",
    "Answer a question from your memories",
    arguments=_ask_arguments,
    examples=('arbor ask "which package manager do I use?"', "arbor ask --project . how do we deploy --json"),
)
def ask(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Answer a question from the memories that match it best, and list them below the answer.

    The chosen model answers; without one, the memories are listed. Only the question and these memories
    are sent, never those marked "never share"."""
    question = " ".join(args.question)
    flow = _Flow(out)
    with opened() as service:
        asked = service.models.questions.ask(
            question,
            project=args.project,
            on_text=None if out.as_json else flow.write,
            steps=lambda step: _progress(step, out),
            backend=args.backend,
        )
    flow.end()
    return Answer(asked.to_dict(), lambda: _lines(asked, flow, out), _code(asked), notes=tuple(_notes(asked)))


def _code(asked: AskResult) -> int:
    if asked.outcome is Outcome.CUT and not asked.citations:
        return FAILED
    return OK if asked.found else NOTHING


def _progress(step: Step, out: Output) -> None:
    said = {
        Stage.SEARCHING: f"Looking through {formatting.count(step.count, 'memory')}",
        Stage.REWRITING: "Preparing the search",
        Stage.SUMMARIES: f"Reading summaries of {formatting.count(step.count, 'statement')}",
        Stage.READING: f"Reading {formatting.count(step.count, 'memory')}",
    }[step.stage]
    place = _STEPS.index(step.stage) if step.stage in _STEPS else len(_STEPS) - 1
    out.progress(said, place, len(_STEPS))


class _Flow:
    """An answer as it comes, broken between words at the terminal's width. Called on another thread."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._column = 0
        self._word = ""
        self.text = ""

    def write(self, piece: str) -> None:
        self._out.end_progress()
        self.text += piece
        for character in plain(piece):
            if character.isspace():
                self._put()
                self._space(character)
            else:
                self._word += character
        self._out.stdout.flush()

    def end(self) -> None:
        self._put()
        if self._column:
            self._out.line("")
            self._column = 0
        self._out.stdout.flush()

    def _put(self) -> None:
        if self._column and self._column + len(self._word) > self._out.width:
            self._newline()
        self._raw(self._word)
        self._column += len(self._word)
        self._word = ""

    def _space(self, character: str) -> None:
        if character == "\n":
            self._newline()
        elif self._column:
            self._raw(" ")
            self._column += 1

    def _newline(self) -> None:
        self._raw("\n")
        self._column = 0

    def _raw(self, text: str) -> None:
        encoding = self._out.stdout.encoding or "utf-8"
        self._out.stdout.write(text.encode(encoding, "replace").decode(encoding))


def _lines(asked: AskResult, flow: _Flow, out: Output) -> Iterator[str]:
    """What follows the answer; the answer too, as far as it was not told as it came."""
    if asked.text and asked.text != flow.text.strip():
        yield from out.wrapped(asked.text)
    if asked.outcome in (Outcome.NOTHING, Outcome.UNKNOWN, Outcome.UNSUPPORTED) and not asked.text:
        yield (
            "Your memories don't say."
            if asked.outcome is Outcome.UNKNOWN
            else "No memory answers this question."
        )
    if asked.citations and (asked.text or flow.text):
        yield ""
    for citation in asked.citations:
        yield from _citation(citation, out)
    for numbers in asked.disputes:
        named = " and ".join(f"[{number}]" for number in numbers)
        yield out.style(f"Unresolved conflict between {named}. Type “arbor conflicts” to see it.", "yellow")


def _citation(citation: Citation, out: Output) -> Iterable[str]:
    lead = f"[{citation.number}] "
    yield from out.wrapped(" ".join(citation.memory.shown_text.split()), " " * len(lead), lead)
    memory = citation.memory
    notes = [
        " " * (len(lead) - 2) + memory.type.value,
        formatting.place(memory),
        formatting.since(memory),
    ]
    yield from formatting.small_print(out, [notes[0], *notes[1:]], memory.id)


def _notes(asked: AskResult) -> Iterator[str]:
    if asked.outcome is Outcome.UNSUPPORTED:
        yield "Not based on your memories: the model cited none."
    if asked.outcome is Outcome.CUT:
        yield f"The answer was cut off. {asked.reason}".rstrip()
    if asked.reason and asked.outcome in (Outcome.LISTED, Outcome.NOTHING):
        yield asked.reason
    if asked.calls:
        calls = formatting.count(asked.calls, "call")
        cost = "" if asked.cost is None else f" · ${asked.cost:.4f}"
        yield one_line(f"{asked.model or asked.backend} · {calls}{cost} · {asked.milliseconds / 1000:.1f} s")


PROMPT = "> "
LEAVING = frozenset({"exit", "quit", "/exit", "/quit"})


def _chat_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", metavar="TEXT", help="your message; - reads standard input")
    add_project(parser, "the project that a new chat is about")
    parser.add_argument("--continue", dest="goes_on", metavar="ID", help="continue this chat")
    parser.add_argument("--again", action="store_true", help="repeat its last prompt")


@command(
    "chat",
    "Chat with a model that knows your memories",
    arguments=_chat_arguments,
    examples=(
        "arbor chat how do I like my commit messages?",
        'arbor chat --project . "what should a newcomer know?" --json',
        "arbor chat --continue 01a20055 and the tests?",
        "git diff | arbor chat -",
    ),
)
def chat(opened: Opener, args: Namespace, out: Output) -> Answer:
    """Send one message to the chosen model and print its answer as it comes.

    Without a text, on a terminal, it continues line by line. The model gets your memories, with --project
    those of the project too. The chat is kept as a conversation of the source arbor; the Chat page of
    the window shows it."""
    text = _text(args)
    if args.again and (args.goes_on is None or text):
        raise UsageError("--again repeats the last prompt of a chat: give --continue, and no text.")
    if args.project and args.goes_on:
        raise UsageError("A continued chat keeps its project: omit --project.")
    talks = not text and not args.again
    if talks and (out.as_json or not interactive()):
        raise UsageError("Give a message: arbor chat TEXT, or - to read it from stdin.")
    with opened() as service:
        chats = service.models.chats
        chat_id = None if args.goes_on is None else inputs.conversation_id(service, args.goes_on)
        if talks:
            return _talk(chats, chat_id, args.project, out)
        if args.again and chat_id is not None:
            chats.try_again()
            said = _told(out, lambda on_text: chats.answer(chat_id, on_text=on_text))
        else:
            said = _say(chats, chat_id, text, args.project, out)
        return Answer(said.to_dict(), tuple, OK, notes=tuple(_chat_notes(said)))


def _text(args: Namespace) -> str:
    text = " ".join(args.text).strip()
    return sys.stdin.read().strip() if text == "-" else text


def _say(chats: Chats, chat_id: str | None, text: str, project: str | None, out: Output) -> ChatAnswer:
    """Raises ModelFailed; where the chat goes on is said by then."""
    asked = chats.ask(chat_id, text, project=project)
    if asked.off:
        out.note("This chat is not remembered from here on.")
    try:
        return _told(out, lambda on_text: chats.finish(asked, on_text=on_text))
    except ModelFailed:
        out.note(f"Your message is saved: arbor chat --continue {asked.chat_id} --again")
        raise


def _told(out: Output, ask: Callable[[OnText | None], ChatAnswer]) -> ChatAnswer:
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
    said: ChatAnswer | None = None
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
        for note in _chat_notes(said, named=False):
            out.note(note)
    notes = () if said is None else (f"Continue this chat with: arbor chat --continue {said.chat_id}",)
    return Answer(None, tuple, OK, notes=notes)


def _chat_notes(said: ChatAnswer, *, named: bool = True) -> Iterator[str]:
    """What came of an answer."""
    for one in said.stored:
        words = {"stored": "Stored", "waits": "Needs review", "known": "Already saved"}[one.state.value]
        yield f"{words}: {one_line(one.content, 100)} ({one.result.id})"
    if said.state == "length":
        yield "The answer hit the length limit; ask to continue."
    told = count(len(said.loaded), "memory")
    parts = [f"{told} shared", f"{said.usage.all_input + said.usage.output:,} tokens"]
    if said.cost is not None:
        parts.append(f"${said.cost:.4f}")
    if said.left_out:
        parts.append(f"{said.left_out} older turns not sent")
    if named:
        parts.append(f"continue with --continue {said.chat_id}")
    yield " · ".join(parts)
