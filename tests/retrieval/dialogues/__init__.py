"""Long dialogues on planning and coding, and questions on what was said in them (see README.md)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.reliability.sessions import Session

FOLDER = Path(__file__).parent
KINDS = (
    "extraction", "preference", "instruction", "update", "several", "when", "contradiction", "paraphrase",
    "none",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    role: str
    """`user` or `assistant`."""
    text: str
    at: datetime

    @property
    def memory(self) -> str:
        """The turn as the text of one memory."""
        return f"{self.role}: {self.text}"


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are the numbers of the turns that answer it, counted from 1; none: it was never said."""

    text: str
    evidence: frozenset[int]
    kind: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    def write(self, folder: Path) -> Path:
        """Makes a session file of it, as an assistant would have left it."""
        session = Session(self.name, start=int(self.turns[0].at.timestamp()))
        for turn in self.turns:
            moment = turn.at.astimezone(UTC).isoformat().replace("+00:00", "Z")
            (session.say if turn.role == "user" else session.reply)(turn.text, timestamp=moment)
        return session.write(folder)


def dialogues(blind: bool) -> list[Dialogue]:
    """Those to look at while ranking is worked on; or the blind ones, of which only figures are looked at."""
    folder = FOLDER / "blind" if blind else FOLDER
    return [read_dialogue(path) for path in sorted(folder.glob("*.toml"))]


def read_dialogue(path: Path) -> Dialogue:
    """Raises ValueError where a turn's number is not its place: evidence would then mean other turns."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    for place, turn in enumerate(read["turn"], start=1):
        if turn["number"] != place:
            raise ValueError(f"{path.name}: turn {turn['number']} stands at place {place}")
    return Dialogue(
        read["name"],
        tuple(Turn(turn["role"], turn["text"].strip(), turn["at"]) for turn in read["turn"]),
        tuple(_question(entry) for entry in read["question"]),
    )


def _question(entry: dict[str, Any]) -> Question:
    return Question(entry["text"], frozenset(entry["evidence"]), entry["kind"])
