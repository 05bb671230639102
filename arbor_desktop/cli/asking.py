"""ask."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from arbor_desktop.chat.model import Asked, Citation, Outcome, Stage, Step
from arbor_desktop.cli import words
from arbor_desktop.cli.answer import FAILED, NOTHING, OK, Answer
from arbor_desktop.cli.output import Output, one_line, plain

if TYPE_CHECKING:
    from arbor_desktop.cli.run import Opener

_STEPS = (Stage.SEARCHING, Stage.REWRITING, Stage.READING)


def ask(opened: Opener, args: Namespace, out: Output) -> Answer:
    question = " ".join(args.question)
    flow = _Flow(out)
    with opened() as service:
        asked = service.models.asking.ask(
            question,
            project=args.project,
            tell=None if out.as_json else flow.write,
            steps=lambda step: _progress(step, out),
            backend=args.backend,
        )
    flow.end()
    return Answer(asked.to_dict(), lambda: _lines(asked, flow, out), _code(asked), notes=tuple(_notes(asked)))


def _code(asked: Asked) -> int:
    if asked.outcome is Outcome.CUT and not asked.citations:
        return FAILED
    return OK if asked.found else NOTHING


def _progress(step: Step, out: Output) -> None:
    said = {
        Stage.SEARCHING: f"Looking through {words.count(step.count, 'memory')}",
        Stage.REWRITING: "Preparing the search",
        Stage.SUMMARIES: f"Reading summaries of {words.count(step.count, 'statement')}",
        Stage.READING: f"Reading {words.count(step.count, 'memory')}",
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


def _lines(asked: Asked, flow: _Flow, out: Output) -> Iterator[str]:
    """What follows the answer; the answer too, as far as it was not told as it came."""
    if asked.text and asked.text != flow.text.strip():
        yield from out.wrapped(asked.text)
    if asked.outcome in (Outcome.NOTHING, Outcome.UNKNOWN, Outcome.UNSUPPORTED) and not asked.text:
        yield (
            "Your memory doesn't say."
            if asked.outcome is Outcome.UNKNOWN
            else "No memory fits this question."
        )
    if asked.citations and (asked.text or flow.text):
        yield ""
    for citation in asked.citations:
        yield from _citation(citation, out)
    for numbers in asked.disputes:
        named = " and ".join(f"[{number}]" for number in numbers)
        yield out.style(f"Not settled: {named} contradict each other. arbor conflicts shows them.", "yellow")


def _citation(citation: Citation, out: Output) -> Iterable[str]:
    lead = f"[{citation.number}] "
    yield from out.wrapped(" ".join(citation.memory.shown_text.split()), " " * len(lead), lead)
    memory = citation.memory
    notes = [" " * (len(lead) - 2) + memory.type.value, words.place(memory), words.ago(memory.updated_at)]
    yield from words.small_print(out, [notes[0], *notes[1:]], memory.id)


def _notes(asked: Asked) -> Iterator[str]:
    if asked.outcome is Outcome.UNSUPPORTED:
        yield "Not from your memory: the model named no memory that says so."
    if asked.outcome is Outcome.CUT:
        yield f"The answer was cut off. {asked.reason}".rstrip()
    if asked.reason and asked.outcome in (Outcome.LISTED, Outcome.NOTHING):
        yield asked.reason
    if asked.calls:
        calls = words.count(asked.calls, "call")
        cost = "" if asked.cost is None else f" · ${asked.cost:.4f}"
        yield one_line(f"{asked.model or asked.backend} · {calls}{cost} · {asked.milliseconds / 1000:.1f} s")
