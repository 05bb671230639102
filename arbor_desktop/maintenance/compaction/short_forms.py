"""Short forms of long memories, written by a model: the question, its answer, and which ones may be used."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from arbor_desktop.maintenance.compaction.rules import MAX_SUMMARY
from arbor_desktop.models.json_answers import Unusable, read_as, schema_of
from arbor_desktop.models.model import Ask, Message, Purpose
from arbor_desktop.models.prompts import fenced, prompt
from arbor_desktop.text import support

SHORTEST = 15
LEAST_TOKENS, TOKENS_A_TEXT = 300, 60


class _One(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    short: str


class _All(msgspec.Struct, forbid_unknown_fields=True):
    texts: list[_One]


def version() -> int:
    return prompt("compaction").version


def question(texts: Sequence[str]) -> Ask:
    shown = [fenced(text, id=f"t{number}") for number, text in enumerate(texts, 1)]
    return Ask(
        Purpose.COMPACTION,
        prompt("compaction").filled(most=str(MAX_SUMMARY)),
        (Message("user", "\n".join(shown)),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_A_TEXT * len(texts),
    )


def read(text: str, texts: Sequence[str]) -> list[str | None]:
    """The short form of each text, in their order; None where there is none that may be used. Raises Unusable
    for an answer of another shape."""
    names = [f"t{number}" for number in range(1, len(texts) + 1)]
    found = {one.id: one.short for one in read_as(text, _All).texts}
    problems = [f"{name[:20]} is no text." for name in found if name not in names]
    problems += [f"{name} is missing." for name in names if name not in found]
    if problems:
        raise Unusable(*problems)
    return [accepted(found[name], whole) for name, whole in zip(names, texts, strict=True)]


def accepted(short: str, whole: str) -> str | None:
    """The short form in one line, if it may stand for the whole text: it adds no word, and has every denial
    and limit."""
    line = " ".join(short.split())
    if not SHORTEST <= len(line) <= MAX_SUMMARY or len(line) >= len(whole):
        return None
    if support.unsupported(line, [whole]) or support.conditions(whole) != support.conditions(line):
        return None
    return line
