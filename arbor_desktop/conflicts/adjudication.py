"""Questions to a model that compare new statements with remembered ones, and their answers.

Memories have short ids within a question (`m1`): a model copies them correctly, and can name only what was
sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import msgspec

from arbor_desktop.memories.model import MAX_CONTENT, MIN_CONTENT
from arbor_desktop.models.json_answers import Unusable, read_as, schema_of
from arbor_desktop.models.model import Ask, Message, Purpose
from arbor_desktop.models.prompts import fenced, prompt

TOKENS_AN_ITEM = 220
LEAST_TOKENS = 600
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


class _One(msgspec.Struct, forbid_unknown_fields=True):
    item: str
    action: Literal["ADD", "UPDATE", "MERGE", "NOOP", "CONFLICT"]
    memory: str = ""
    text: str = ""
    topic: str = ""
    old_value: str = ""
    new_value: str = ""
    reason: str = ""


class _All(msgspec.Struct, forbid_unknown_fields=True):
    judgements: list[_One]


def version() -> int:
    return prompt("adjudication").version


def question(
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
        Purpose.ADJUDICATION,
        prompt("adjudication").text,
        (Message("user", "\n".join(lines)),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_AN_ITEM * len(items),
        conversation=conversation,
        project=project,
    )


def read(text: str, items: Sequence[Item]) -> list[Judgement]:
    """Return the judgements in the order of the items. Raises Unusable."""
    answered = {}
    problems: list[str] = []
    for one in read_as(text, _All).judgements:
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


def _judgement(one: _One, item: Item, problems: list[str]) -> Judgement:
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
