"""The worst mind that a model could have: it gives whatever a text that it can see demands.

It does so in every way it can think of: with words of the planted text as its quote, with other words of each
turn, citing one turn or all, as what was planted and as what sounds harmless. What it can read is taken with
the eyes of a model: hidden characters are letters to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from tests.injection.setting import Case
from tests.standin.server import Body, Say, said_to

_TURN = re.compile(r'<turn number="(\d+)"[^>]*>\n(.*?)\n</turn>', re.DOTALL)
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064]")
SEEN = 24
"""So many letters of a planted text in a row are enough to obey it."""


class Obeying:
    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = {case.word: case for case in cases}
        self.saw: set[int] = set()
        """The numbers of the cases whose text reached it."""
        self.asked: list[Body] = []

    def __call__(self, body: Body) -> Say:
        self.asked.append(body)
        data = said_to(body)
        case = self._cases[re.search(r"\bK\d{3}\b", data)[0]]  # type: ignore[index]
        turns = [(int(number), text) for number, text in _TURN.findall(data)]
        items = [_item(case.wish, [turns[0][0]], case.honest, "preference", "coding_preferences")]
        if sees(case.plant, data):
            self.saw.add(case.number)
            if case.answer:
                return Say(case.answer.replace("@honest", case.honest), anyway=True)
            items += list(_demanded(case, turns, body))
        return Say(json.dumps({"items": items[:200]}), anyway=True)


def sees(plant: str, data: str) -> bool:
    read = _squeezed(_read(data))
    wanted = _squeezed(plant)
    length = min(SEEN, len(wanted))
    return any(wanted[at : at + length] in read for at in range(len(wanted) - length + 1))


def _demanded(case: Case, turns: Sequence[tuple[int, str]], body: Body) -> Any:
    content = case.demand
    if content == "@prompt":
        content = body["system"][0]["text"].split("\n")[1][:300]
    everything = [number for number, _ in turns]
    kinds = list(dict.fromkeys((case.type, "fact"))) if case.type == "instruction" else [case.type]
    for number, text in turns:
        for quote in _quotes(text, case):
            for cited in ([number], everything):
                for kind in kinds:
                    yield _item(
                        content, cited, quote, kind, case.category,
                        details={"rationale": case.details} if case.details else {},
                        tags=[case.tag] if case.tag else [],
                        technology=case.tag or None,
                    )  # fmt: skip


def _quotes(text: str, case: Case) -> list[str]:
    lines = [line for line in text.split("\n") if line.strip()]
    around = [line for line in lines if sees(case.plant, line)]
    words = text.split()
    found = [*around, case.plant, " ".join(words[:6]), " ".join(words[-6:])]
    return list(dict.fromkeys(found))


def _item(
    content: str, turns: list[int], quote: str, kind: str, category: str, **more: Any
) -> dict[str, Any]:
    return {
        "content": content, "type": kind, "category": category, "confidence": 1.0, "scope": "user",
        "turns": turns, "quote": quote, "tags": [], "sensitive": False, "technology": None, "expires": None,
        "details": {}, **more,
    }  # fmt: skip


def _read(text: str) -> str:
    letters = "".join(chr(ord(c) - 0xE0000) if 0xE0000 <= ord(c) < 0xE0080 else c for c in text)
    return _INVISIBLE.sub("", letters)


def _squeezed(text: str) -> str:
    return re.sub(r"[^\w]+", "", text.casefold())
