"""What the person says of the work: that it works, that it does not, or just that they are content."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.outcome.marks import Marks

HEAD_CHARS = 300
"""A verdict stands at the beginning of what the person says next."""
_SENTENCES = 3
_SENTENCE_CHARS = 180
"""What is longer says more than that it works."""


class Say(StrEnum):
    WORKS = "works"
    BROKEN = "broken"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Said:
    turn: int
    say: Say


def verdicts(turns: Iterable[Turn], marks: Marks) -> list[Said]:
    """In order. The first prompt is the task, not a verdict on it."""
    found: list[Said] = []
    asked = False
    for turn in turns:
        if turn.kind is not TurnKind.SAID:
            continue
        if turn.role is Role.ASSISTANT:
            asked = True
        elif asked and (say := verdict(turn.text, marks)) is not None:
            found.append(Said(turn.number, say))
    return found


def verdict(text: str, marks: Marks) -> Say | None:
    """What a text says of the work; broken goes before works ("the login works but the menu still fails").
    What is pasted is nothing that was said."""
    head = text.strip()[:HEAD_CHARS]
    sentences = [part for part in _sentences(head) if part.strip()][:_SENTENCES]
    said: Say | None = None
    for sentence in sentences:
        if sentence.startswith((">", "$", "at ")):
            continue  # a log
        if marks.verdict["broken"].search(sentence[:_SENTENCE_CHARS]):
            if not sentence.rstrip().endswith("?"):
                return Say.BROKEN
        elif len(sentence) > _SENTENCE_CHARS or marks.verdict["not_said"].search(sentence):
            continue
        elif marks.verdict["works"].search(sentence):
            said = Say.WORKS
        elif said is None and marks.verdict["content"].search(sentence):
            said = Say.CONTENT
    return said


def _sentences(text: str) -> list[str]:
    found, start = [], 0
    for place, char in enumerate(text):
        if char == "\n" or (char in ".!?" and text[place + 1 : place + 2] in ("", " ", "\n")):
            found.append(text[start : place + 1].strip())
            start = place + 1
    return [*found, text[start:].strip()]


def worked_at(found: Iterable[Said]) -> int | None:
    """The turn of the last word that it works, if none says later that it does not."""
    turn: int | None = None
    for said in found:
        if said.say is Say.WORKS:
            turn = said.turn
        elif said.say is Say.BROKEN:
            turn = None
    return turn
