"""Makes Gemini CLI recordings for tests, and reads any source's file the way the store would keep it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from arbor_desktop.conversations.model import Batch, Checkpoint, ReadTurn, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers.base import Damaged, Reader

Json = dict[str, Any]


@dataclass
class Kept:
    """What a store would hold after some readings: every key once."""

    turns: dict[str, ReadTurn] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    parts: list[SessionPart] = field(default_factory=list)
    batches: list[Batch] = field(default_factory=list)
    unsaid: set[str] = field(default_factory=set)

    def take(self, batches: Iterable[Batch]) -> Checkpoint:
        for batch in batches:
            self.batches.append(batch)
            for part in batch.sessions:
                self._take_part(part)
        return self.batches[-1].checkpoint

    def _take_part(self, part: SessionPart) -> None:
        self.parts.append(part)
        keys = [turn.key for turn in part.turns]
        assert len(keys) == len(set(keys))
        for turn in part.turns:
            assert turn.text.strip() and turn.text.encode()
            self.turns.setdefault(turn.key, turn)
            self.sessions.setdefault(turn.key, part.parent_session_id or part.session_id)
            if turn.unsaid:
                self.unsaid.add(turn.key)
        self.unsaid |= set(part.unsaid_keys) & set(self.turns)
        if part.whole:
            kept = False
            for key in self.turns:
                if self.sessions[key] == part.session_id and key in keys:
                    kept = True
                elif self.sessions[key] == part.session_id and kept:
                    self.unsaid.add(key)

    def said(self, role: Role, *, session: str | None = None) -> list[str]:
        return [
            turn.text
            for key, turn in self.turns.items()
            if (turn.role, turn.kind) == (role, TurnKind.SAID)
            and key not in self.unsaid
            and session in (None, self.sessions[key])
        ]

    @property
    def prompts(self) -> list[str]:
        return self.said(Role.USER)

    @property
    def answers(self) -> list[str]:
        return self.said(Role.ASSISTANT)

    def kind(self, kind: TurnKind) -> list[str]:
        return [turn.text for turn in self.turns.values() if turn.kind is kind]

    def last(self, name: str) -> Any:
        """The newest value that a part gave for the session's `name`."""
        return next((found for part in reversed(self.parts) if (found := getattr(part, name))), None)

    @property
    def tokens(self) -> tuple[int, int]:
        return sum(p.input_tokens for p in self.parts), sum(p.output_tokens for p in self.parts)


def read(reader: Reader, path: Path, since: Checkpoint | None = None) -> Kept:
    kept = Kept()
    kept.take(reader.read(path, since))
    return kept


def grown(reader: Reader, path: Path, data: bytes, steps: Iterable[int]) -> Kept:
    """Reads a file that grows to each of `steps` bytes, and then to all of `data`."""
    kept, since = Kept(), None
    for step in [*steps, len(data)]:
        path.write_bytes(data[:step])
        since = kept.take(reader.read(path, since))
    return kept


SESSION = "5e551001-0000-4000-8000-000000000001"
T0 = "2026-03-04T05:00:00.000Z"


def header(session: str = SESSION, **more: Any) -> Json:
    return {"sessionId": session, "projectHash": "ab" * 32, "startTime": T0, "lastUpdated": T0, **more}


def message(ident: str, kind: str, content: Any, **more: Any) -> Json:
    return {"id": ident, "timestamp": "2026-03-04T05:00:01.500Z", "type": kind, "content": content, **more}


def user(ident: str, content: Any, **more: Any) -> Json:
    return message(ident, "user", content, **more)


def model(ident: str, content: Any, **more: Any) -> Json:
    tokens = {"input": 100, "output": 10, "cached": 60, "thoughts": 5, "total": 115}
    return message(ident, "gemini", content, **({"tokens": tokens, "model": "gemini-3-pro"} | more))


def call(ident: str, name: str, output: str | None = None, status: str = "success", **args: Any) -> Json:
    found: Json = {"id": ident, "name": name, "args": args, "status": status}
    if output is not None:
        found["result"] = [{"functionResponse": {"id": ident, "name": name, "response": {"output": output}}}]
    return found


def lines(*records: Any) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def document(*messages: Json, **more: Any) -> bytes:
    return json.dumps({**header(), "messages": list(messages), **more}, indent=2).encode()


ODD: list[Any] = [
    None,
    0,
    -1,
    1e300,
    10**30,
    True,
    "",
    "\ud800x",
    [],
    [None],
    [[]],
    {},
    {"text": 1},
    {"a": {}},
]


def bent(value: Any, chance: random.Random, share: float) -> Any:
    """A copy of `value` in which about `share` of all values, however deep, are of other types."""
    if chance.random() < share:
        return chance.choice(ODD)
    if isinstance(value, dict):
        return {name: bent(inner, chance, share) for name, inner in value.items()}
    return [bent(inner, chance, share) for inner in value] if isinstance(value, list) else value


def damage(reader: Reader, path: Path, records: list[Json], data: Any) -> None:
    """Reads `records` reordered, with values of other types, broken bytes, a torn end: hypothesis draws how.

    Whatever they are, nothing is raised but that the file is damaged, and reading again finds nothing new.
    """
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    share = data.draw(st.sampled_from([0.0, 0.01, 0.05, 0.2]))
    raw = bytearray(lines(*(bent(record, chance, share) for record in data.draw(st.permutations(records)))))
    for _ in range(data.draw(st.integers(0, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(raw[: data.draw(st.integers(0, len(raw)))]))
    kept = Kept()
    try:
        since = kept.take(reader.read(path, None))
    except Damaged:
        return
    assert all(not batch.sessions for batch in reader.read(path, since))
