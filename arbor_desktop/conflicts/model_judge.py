"""Questions to a model whether pairs of memories contradict each other, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from arbor_desktop.conflicts.adjudication import LONGEST_REASON, LONGEST_TOPIC, LONGEST_VALUE, cut
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.models.json_answers import Unusable, read_as, schema_of
from arbor_desktop.models.model import Ask, Message, Purpose
from arbor_desktop.models.prompts import fenced, prompt

RULE = "model:conflict/{}"
"""Name of the rule of such a verdict, with the version of the prompt."""
LEAST_TOKENS, TOKENS_A_PAIR = 400, 160


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


class _One(msgspec.Struct, forbid_unknown_fields=True):
    pair: str
    verdict: Literal["CONFLICT", "COMPATIBLE"]
    reason: str
    topic: str = ""
    old_value: str = ""
    new_value: str = ""
    replaces: bool = False


class _All(msgspec.Struct, forbid_unknown_fields=True):
    pairs: list[_One]


def version() -> int:
    return prompt("conflict").version


def question(pairs: Sequence[Pair]) -> Ask:
    lines = []
    for number, pair in enumerate(pairs, 1):
        lines.append(f"Pair p{number}, said {pair.apart} days apart:")
        lines.append(fenced(pair.older, said="first", holds=pair.places[0]))
        lines.append(fenced(pair.newer, said="later", holds=pair.places[1]))
    return Ask(
        Purpose.CONFLICT,
        prompt("conflict").text,
        (Message("user", "\n".join(lines)),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_A_PAIR * len(pairs),
    )


def read(text: str, many: int) -> list[Opinion]:
    """Return the opinions of `many` pairs, in their order. Raises Unusable."""
    names = [f"p{number}" for number in range(1, many + 1)]
    found: dict[str, _One] = {}
    problems = []
    for one in read_as(text, _All).pairs:
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


def _opinion(one: _One) -> Opinion:
    reason = cut(one.reason, LONGEST_REASON)
    if one.verdict == "COMPATIBLE":
        return Opinion(None, reason)
    values = cut(one.old_value, LONGEST_VALUE), cut(one.new_value, LONGEST_VALUE)
    topic = cut(one.topic, LONGEST_TOPIC)
    return Opinion(Verdict(RULE.format(version()), topic, values, reason, one.replaces), reason)
