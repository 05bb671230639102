"""Outcomes in the store: what is put in comes out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import SessionPart
from arbor_desktop.conversations.outcome import (
    Check,
    CheckKind,
    CheckResult,
    Decision,
    ErrorMet,
    Outcome,
    OutcomeStatus,
    TaskType,
)
from arbor_desktop.conversations.queries import conversations, outcomes
from arbor_desktop.database.connection import Connection, Database

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
TURN = st.integers(1, 9_999)
TEXTS = st.lists(TEXT, max_size=4).map(tuple)
OUTCOMES = st.builds(
    Outcome,
    task=TEXT,
    type=st.sampled_from(TaskType),
    complexity=st.integers(1, 5),
    status=st.sampled_from(OutcomeStatus),
    files_created=TEXTS,
    files_modified=TEXTS,
    commands=TEXTS,
    errors=st.lists(st.builds(ErrorMet, TEXT, TEXT, TURN, st.none() | TURN), max_size=3).map(tuple),
    checks=st.lists(
        st.builds(Check, st.sampled_from(CheckKind), TEXT, TEXT, st.sampled_from(CheckResult), TURN, TURN),
        max_size=3,
    ).map(tuple),
    decisions=st.lists(st.builds(Decision, TEXT, TEXT, TEXT, TURN), max_size=3).map(tuple),
)


def conversation(conn: Connection, name: str) -> int:
    part = SessionPart(source="test", session_id=name, turns=())
    return conversations.ensure(conn, part, None, 1)


@given(first=OUTCOMES, second=OUTCOMES)
def test_the_newest_outcome_is_read_as_it_was_put(
    first: Outcome, second: Outcome, tmp_path_factory: object
) -> None:
    folder: Path = tmp_path_factory.mktemp("outcomes")  # type: ignore[attr-defined]
    db = Database(folder / "arbor_memory.db", lambda: 1)
    try:
        row = db.write(lambda c: conversation(c, "one"))
        assert db.read(lambda c: outcomes.get(c, row)) is None
        db.write(lambda c: outcomes.put(c, row, first, 10))
        db.write(lambda c: outcomes.put(c, row, second, 20))
        assert db.read(lambda c: outcomes.get(c, row)) == replace(second, learnings=(), at=20)
    finally:
        db.close()


def test_only_what_is_too_old_expires(db: Database) -> None:
    told = Outcome("task", TaskType.FIX, 1, OutcomeStatus.UNKNOWN)
    old, new = (db.write(lambda c, name=name: conversation(c, name)) for name in ("old", "new"))
    db.write(lambda c: outcomes.put(c, old, told, 100))
    db.write(lambda c: outcomes.put(c, new, told, 200))
    gone = db.write(lambda c: outcomes.expire(c, 200))
    assert gone == [db.read(lambda c: conversations.id_of(c, old))]
    assert db.read(lambda c: outcomes.get(c, old)) is None
    assert db.read(lambda c: outcomes.get(c, new)) is not None
