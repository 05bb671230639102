"""Sets of memories with questions and the memories that answer each; README.md says how they are labelled."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "sets"
BLIND = "_blind"
NONE = "none"
KINDS = ("paraphrase", "lexical", "identifier", "instruction", "several", "prompt", NONE)


@dataclass(frozen=True, slots=True)
class Stored:
    """A memory of a set; `category` None is the store's default for the type, `project` None is global."""

    id: str
    text: str
    type: str
    category: str | None = None
    project: str | None = None
    tags: tuple[str, ...] = ()
    age_days: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """`relevant` should all be found; `also` may be, and is no noise. Asked in `project`, if there is one."""

    text: str
    kind: str
    relevant: frozenset[str]
    also: frozenset[str] = frozenset()
    project: str | None = None


@dataclass(frozen=True, slots=True)
class LabelledSet:
    name: str
    memories: tuple[Stored, ...]
    questions: tuple[Question, ...]

    @property
    def blind(self) -> bool:
        """Whether nobody may look at what is missed."""
        return self.name.endswith(BLIND)


def names() -> list[str]:
    """The sets there are."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load(name: str, folder: Path = FOLDER) -> LabelledSet:
    """Reads a set. Raises ValueError, saying where, if it is not well-formed."""
    path = folder / f"{name}.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        memories = tuple(_memory(given) for given in found["memory"])
        questions = tuple(_question(given) for given in found["question"])
        _check(memories, questions)
    except (KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"{path.name}: {problem}") from problem
    return LabelledSet(name, memories, questions)


def _memory(given: dict[str, Any]) -> Stored:
    return Stored(**given | {"tags": tuple(given.get("tags", ()))})


def _question(given: dict[str, Any]) -> Question:
    sets = {key: frozenset(given.get(key, ())) for key in ("relevant", "also")}
    return Question(**given | sets)


def _check(memories: tuple[Stored, ...], questions: tuple[Question, ...]) -> None:
    places = {memory.id: memory.project for memory in memories}
    if len(places) != len(memories):
        raise ValueError("an id is given twice")
    for question in questions:
        if question.kind not in KINDS:
            raise ValueError(f"{question.kind!r} is no kind: {question.text}")
        if (question.kind == NONE) != (not question.relevant):
            raise ValueError(f"only questions of kind {NONE} have no answer: {question.text}")
        if both := question.relevant & question.also:
            raise ValueError(f"relevant or also, not both: {sorted(both)}: {question.text}")
        for ident in question.relevant | question.also:
            if ident not in places:
                raise ValueError(f"there is no memory {ident}: {question.text}")
            if places[ident] not in (None, question.project):
                raise ValueError(f"{ident} can't be seen from {question.project}: {question.text}")
