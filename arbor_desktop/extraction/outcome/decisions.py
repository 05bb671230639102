"""Decisions of the person: what the assistant asked, and what was answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from arbor_desktop.conversations.model import Turn
from arbor_desktop.conversations.outcome import Decision
from arbor_desktop.extraction.outcome.steps import Marks, Step

MAX_DECISIONS = 30
QUESTION_CHARS, ANSWER_CHARS = 300, 300
_END_CHARS = 700
"""Characters at the end of what the assistant says in which an open question is looked for."""
_OPTIONS_CHARS = 2500
_LONG_ANSWER = 600
_BARE = 2
"""An opening of so few words says little alone."""
_WORD = re.compile(r"[^\W_][\w.+#-]*")
_SENTENCE = re.compile(r"[^.!?\n]*[.!?\n]?")
_LINES = re.compile(r"[\n!]")
_ESCAPE = re.compile(r"\\(.)")
_SMALL_WORDS = """
a an and any are as at be both but can do for from go have i if in is it its let lets me my of on one or
our prefer rather should so than that the them then there these this to use using want we what which will
with would you your
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": 1, "third": 2, "last": -1}


def chosen(step: Step, marks: Marks) -> Iterator[Decision]:
    """Yield what the person chose when a tool asked them."""
    if step.use != "ask" or not step.ok:
        return
    pairs = list(marks.decisions["answered"].finditer(step.output))
    for pair in pairs:
        question, answer, reason = (_ESCAPE.sub(r"\1", part or "").strip() for part in pair.groups())
        yield Decision(
            _cut(question, QUESTION_CHARS),
            _cut(answer, ANSWER_CHARS),
            _cut(reason, ANSWER_CHARS),
            step.turn,
        )
    if not pairs and step.target and step.output.strip():
        answer = _cut(step.output.strip(), ANSWER_CHARS)
        yield Decision(_cut(step.target, QUESTION_CHARS), answer, _reason(answer, marks), step.turn)


def answered(asked: Turn, turn: Turn, marks: Marks) -> Decision | None:
    """Return what a prompt decides of what the assistant asked before it, if anything."""
    answer = turn.text.strip()
    if not answer or len(answer) > _LONG_ANSWER:
        return None
    question = _question(asked.text, marks)
    if question is None:
        return None
    choice = _choice(question, asked.text[-_OPTIONS_CHARS:], answer, marks)
    if choice is None:
        return None
    reason = _reason(answer, marks)
    return Decision(_cut(question, QUESTION_CHARS), _cut(choice, ANSWER_CHARS), reason, turn.number)


def _question(text: str, marks: Marks) -> str | None:
    """Return the last question of a text that offers a choice."""
    asked = [f"{part}?" for line in _LINES.split(text[-_END_CHARS:]) for part in line.split("?")[:-1]]
    found = [_last_sentence(question.strip(" *_#>-")) for question in asked]
    return next((q for q in reversed(found) if len(q) > 8 and marks.decisions["either"].search(q)), None)


def _last_sentence(text: str) -> str:
    parts = re.split(r"(?<=[.:!])\s+(?=[A-Z*])", text)
    return parts[-1].strip(" *_")


def _choice(question: str, before: str, answer: str, marks: Marks) -> str | None:
    """Return what was chosen; None where the answer is no choice between what was asked."""
    options = {o["label"].lower(): _bare(o["text"]) for o in marks.decisions["option"].finditer(before)}
    if options and (picked := _picked(options, answer, marks)):
        return picked
    if answer.endswith("?"):
        return None
    alternative = marks.decisions["alternative"].search(question) is not None
    offered = _words(question) | {word for option in options.values() for word in _words(option)}
    first = _opening(answer)
    if offered & _words(first) and (alternative or options or marks.decisions["choosing"].search(first)):
        return first.rstrip(".!")
    if alternative and marks.decisions["yes_no"].match(first) and len(first) <= 80:
        return first.rstrip(".!")
    return None


def _picked(options: Mapping[str, str], answer: str, marks: Marks) -> str | None:
    """Return the option that an answer names by its label or place."""
    if (pick := marks.decisions["picks"].match(answer)) and pick["label"].lower() in options:
        return options[pick["label"].lower()]
    if which := marks.decisions["first"].search(answer):
        return list(options.values())[min(_PLACES[which["which"].lower()], len(options) - 1)]
    return None


def _opening(answer: str) -> str:
    """Return the first sentence; after a bare "Neither." the next one too."""
    found = [s.group().strip() for s in _SENTENCE.finditer(answer) if s.group().strip()]
    return " ".join(found[: 2 if len(found[0].split()) <= _BARE else 1])


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)} - _SMALL


def _reason(answer: str, marks: Marks) -> str:
    found = marks.decisions["reason"].search(answer)
    return _cut(found.group(1).strip(), ANSWER_CHARS) if found else ""


def _bare(text: str) -> str:
    return text.replace("**", "").replace("`", "").strip()


def _cut(text: str, limit: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
