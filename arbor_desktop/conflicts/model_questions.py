"""Questions to a model about memories, and their answers: how new statements relate to remembered ones, and
whether pairs of memories contradict each other.

Memories have short ids within a question (`m1`): a model copies them correctly, and can name only what was
sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import msgspec

from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.llm.prompts import fenced, prompt
from arbor_desktop.llm.structured import Unusable, read_as, schema_of
from arbor_desktop.memories.model import MAX_CONTENT, MIN_CONTENT

TOKENS_AN_ITEM = 220
LEAST_ITEM_TOKENS = 600
LONGEST_TOPIC, LONGEST_VALUE, LONGEST_REASON = 60, 60, 300


class Action(StrEnum):
    ADD = "ADD"
    UPDATE = "UPDATE"
    MERGE = "MERGE"
    NOOP = "NOOP"
    CONFLICT = "CONFLICT"


@dataclass(frozen=True, slots=True)
class Known:
    """A remembered statement. `place` says where it applies."""

    text: str
    place: str


@dataclass(frozen=True, slots=True)
class Item:
    """A new statement. `near` are the indexes of its nearest neighbours in the list of known statements."""

    text: str
    place: str
    near: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A model's judgement. `known` is the index of the neighbour; None for ADD."""

    action: Action
    known: int | None = None
    text: str = ""
    topic: str = ""
    values: tuple[str, str] = ("", "")
    reason: str = ""


class _ItemAnswer(msgspec.Struct, forbid_unknown_fields=True):
    item: str
    action: Literal["ADD", "UPDATE", "MERGE", "NOOP", "CONFLICT"]
    memory: str = ""
    text: str = ""
    topic: str = ""
    old_value: str = ""
    new_value: str = ""
    reason: str = ""


class _ItemAnswers(msgspec.Struct, forbid_unknown_fields=True):
    judgements: list[_ItemAnswer]


def item_version() -> int:
    return prompt("adjudication").version


def item_question(
    items: Sequence[Item],
    known: Sequence[Known],
    *,
    conversation: str | None = None,
    project: str | None = None,
) -> Ask:
    """Return one question about all items."""
    used = sorted({place for item in items for place in item.near})
    lines = ["Remembered:"]
    lines += [
        fenced(known[place].text, id=f"m{place + 1}", holds=known[place].place.replace('"', "'"))
        for place in used
    ]
    lines.append("\nNew:")
    for number, item in enumerate(items, 1):
        near = " ".join(f"m{place + 1}" for place in item.near)
        lines.append(fenced(item.text, id=f"n{number}", holds=item.place.replace('"', "'"), nearest=near))
    return Ask(
        Purpose.JUDGEMENT,
        prompt("adjudication").text,
        (Message("user", "\n".join(lines)),),
        schema=schema_of(_ItemAnswers),
        max_tokens=LEAST_ITEM_TOKENS + TOKENS_AN_ITEM * len(items),
        conversation=conversation,
        project=project,
    )


def read_judgements(text: str, items: Sequence[Item]) -> list[Judgement]:
    """Return the judgements in the order of the items. Raises Unusable."""
    answered = {}
    problems: list[str] = []
    for one in read_as(text, _ItemAnswers).judgements:
        if one.item in answered:
            problems.append(f"{_shown(one.item)} was judged twice.")
        answered[one.item] = one
    names = [f"n{number}" for number in range(1, len(items) + 1)]
    problems += [f"{_shown(name)} is no new statement." for name in answered if name not in names]
    problems += [f"{name} was not judged." for name in names if name not in answered]
    if problems:
        raise Unusable(*problems)
    found = [_judgement(answered[name], item, problems) for name, item in zip(names, items, strict=True)]
    if problems:
        raise Unusable(*problems)
    return found


def _judgement(one: _ItemAnswer, item: Item, problems: list[str]) -> Judgement:
    action = Action(one.action)
    if action is Action.ADD:
        return Judgement(action)
    places = {f"m{place + 1}": place for place in item.near}
    if one.memory not in places:
        allowed = ", ".join(places)
        problems.append(f"{one.item}: memory must be one of {allowed}, not {_shown(one.memory)!r}.")
        return Judgement(Action.ADD)
    if action is Action.MERGE and not MIN_CONTENT <= len(one.text.strip()) <= MAX_CONTENT:
        problems.append(f"{one.item}: MERGE needs the text of both.")
    if action is Action.CONFLICT and not (one.topic.strip() and one.reason.strip()):
        problems.append(f"{one.item}: CONFLICT needs a topic and a reason.")
    return Judgement(
        action,
        places[one.memory],
        " ".join(one.text.split()),
        cut(one.topic, LONGEST_TOPIC),
        (cut(one.old_value, LONGEST_VALUE), cut(one.new_value, LONGEST_VALUE)),
        cut(one.reason, LONGEST_REASON),
    )


def cut(text: str, most: int) -> str:
    """Return the text as one line of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _shown(name: str) -> str:
    return name[:20]


PAIR_RULE = "model:conflict/{}"
"""Name of the rule of such a verdict, with the version of the prompt."""
LEAST_PAIR_TOKENS, TOKENS_A_PAIR = 400, 160


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements with the places where they apply, the older first; `apart` in days."""

    older: str
    newer: str
    places: tuple[str, str]
    apart: int


@dataclass(frozen=True, slots=True)
class Opinion:
    """A model's answer. `verdict` None: both can be true, and `reason` says why."""

    verdict: Verdict | None
    reason: str


class _PairAnswer(msgspec.Struct, forbid_unknown_fields=True):
    pair: str
    verdict: Literal["CONFLICT", "COMPATIBLE"]
    reason: str
    topic: str = ""
    old_value: str = ""
    new_value: str = ""
    replaces: bool = False


class _PairAnswers(msgspec.Struct, forbid_unknown_fields=True):
    pairs: list[_PairAnswer]


def pair_version() -> int:
    return prompt("conflict").version


def pair_question(pairs: Sequence[Pair]) -> Ask:
    lines = []
    for number, pair in enumerate(pairs, 1):
        lines.append(f"Pair p{number}, said {pair.apart} days apart:")
        lines.append(fenced(pair.older, said="first", holds=pair.places[0]))
        lines.append(fenced(pair.newer, said="later", holds=pair.places[1]))
    return Ask(
        Purpose.CONFLICT,
        prompt("conflict").text,
        (Message("user", "\n".join(lines)),),
        schema=schema_of(_PairAnswers),
        max_tokens=LEAST_PAIR_TOKENS + TOKENS_A_PAIR * len(pairs),
    )


def read_opinions(text: str, many: int) -> list[Opinion]:
    """Return the opinions of `many` pairs, in their order. Raises Unusable."""
    names = [f"p{number}" for number in range(1, many + 1)]
    found: dict[str, _PairAnswer] = {}
    problems = []
    for one in read_as(text, _PairAnswers).pairs:
        if one.pair in found:
            problems.append(f"{one.pair[:20]} was judged twice.")
        if one.pair not in names:
            problems.append(f"{one.pair[:20]} is no pair.")
        if one.verdict == "CONFLICT" and not (one.topic.strip() and one.reason.strip()):
            problems.append(f"{one.pair[:20]}: a CONFLICT needs a topic and a reason.")
        found[one.pair] = one
    problems += [f"{name} was not judged." for name in names if name not in found]
    if problems:
        raise Unusable(*problems)
    return [_opinion(found[name]) for name in names]


def _opinion(one: _PairAnswer) -> Opinion:
    reason = cut(one.reason, LONGEST_REASON)
    if one.verdict == "COMPATIBLE":
        return Opinion(None, reason)
    values = cut(one.old_value, LONGEST_VALUE), cut(one.new_value, LONGEST_VALUE)
    topic = cut(one.topic, LONGEST_TOPIC)
    return Opinion(Verdict(PAIR_RULE.format(pair_version()), topic, values, reason, one.replaces), reason)
