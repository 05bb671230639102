from __future__ import annotations

from collections.abc import Callable

import pytest

from arbor_desktop.database.connection import Database
from arbor_desktop.editing.queries.undo import next_undo
from arbor_desktop.editing.queries.undo import undo as undo_newest
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.ids import new_id
from arbor_desktop.memories.model import Memory, Status, Undone
from arbor_desktop.memories.queries import events, memories
from arbor_desktop.memories.queries.memories import Write
from tests.conftest import POLICY, ManualClock

Add = Callable[..., str]
By = Callable[..., Write]


def get(db: Database, ident: str, clock: ManualClock) -> Memory:
    return db.read(lambda c: memories.get(c, ident, POLICY, clock()))


def edit(db: Database, ident: str, by: Write, **fields: object) -> None:
    def work(conn: object) -> None:
        row = memories.rows_of(conn, [ident])[0][0]
        memories.change(conn, row, fields, by, "edited")

    db.write(work)


def undo(db: Database, clock: ManualClock) -> Undone:
    return db.write(lambda c: undo_newest(c, new_id(clock()), clock()))


def test_history_holds_only_what_changed(db: Database, add: Add, by: By) -> None:
    ident = add("Tabs are used")
    edit(db, ident, by(), content="Spaces are used", technology=None)
    created, edited = db.read(lambda c: events.history(c, ident))
    assert (created.before, created.after and created.after["content"]) == (None, "Tabs are used")
    assert (edited.before, edited.after) == ({"content": "Tabs are used"}, {"content": "Spaces are used"})
    assert (edited.actor, edited.action) == ("user", "edited")


def test_an_edit_that_changes_nothing_leaves_no_line(db: Database, add: Add, by: By) -> None:
    ident = add("Tabs are used")
    edit(db, ident, by(), content="Tabs are used")
    assert len(db.read(lambda c: events.history(c, ident))) == 1


def test_any_version_can_be_told_from_history(db: Database, add: Add, by: By) -> None:
    ident = add("one one one")
    edit(db, ident, by(), content="two two two", technology="react")
    edit(db, ident, by(), content="three three three")
    first, second, _ = db.read(lambda c: events.history(c, ident))
    read = lambda seq: db.read(lambda c: events.version(c, ident, seq, ["content", "technology"]))  # noqa: E731
    assert read(first.seq) == {"content": "one one one", "technology": None}
    assert read(second.seq) == {"content": "two two two", "technology": "react"}


def test_undo_walks_back_action_by_action(db: Database, add: Add, by: By, clock: ManualClock) -> None:
    ident = add("one one one")
    edit(db, ident, by(), content="two two two")
    edit(db, ident, by(), content="three three three")
    assert undo(db, clock).action == "edited"
    assert get(db, ident, clock).content == "two two two"
    undo(db, clock)
    assert get(db, ident, clock).content == "one one one"
    assert undo(db, clock).action == "added"
    assert get(db, ident, clock).status is Status.DELETED
    with pytest.raises(NotFound, match="Nothing to undo"):
        undo(db, clock)


def test_what_undo_would_take_back_is_known_before(
    db: Database, add: Add, by: By, clock: ManualClock
) -> None:
    assert db.read(next_undo) is None
    ident = add("The kiln is fired on Fridays.")
    edit(db, ident, by(), content="The kiln is fired on Mondays.")
    for action in ("edited", "added"):
        named = db.read(next_undo)
        assert named is not None
        assert (named.action, named.ids) == (action, (ident,))
        assert named.text == get(db, ident, clock).content
        assert undo(db, clock).action == action
    assert db.read(next_undo) is None


def test_a_bulk_action_is_undone_as_one(db: Database, add: Add, by: By, clock: ManualClock) -> None:
    ids = [add(f"memory {n}", actor="capture") for n in range(5)]
    action = by()

    def work(conn: object) -> None:
        for row, _, _ in memories.rows_of(conn, ids):
            memories.change(conn, row, {"status": Status.DELETED}, action, "deleted")

    db.write(work)
    undone = undo(db, clock)
    assert (undone.action, set(undone.ids)) == ("deleted", set(ids))
    assert all(get(db, ident, clock).status is Status.ACTIVE for ident in ids)


def test_undo_puts_back_only_the_fields_of_its_action(
    db: Database, add: Add, by: By, clock: ManualClock
) -> None:
    ident = add("one one one", actor="capture")
    edit(db, ident, by("user"), content="two two two")
    edit(db, ident, by("capture"), technology="react")
    undo(db, clock)
    memory = get(db, ident, clock)
    assert (memory.content, memory.technology) == ("one one one", "react")


def test_undo_refuses_what_was_changed_since_and_names_it(
    db: Database, add: Add, by: By, clock: ManualClock
) -> None:
    ident = add("one one one", actor="capture")
    edit(db, ident, by("user"), content="two two two")
    edit(db, ident, by("capture"), content="three three three")
    with pytest.raises(InvalidInput, match="three three three") as caught:
        undo(db, clock)
    assert caught.value.context["ids"] == [ident]
    assert get(db, ident, clock).content == "three three three"


def test_only_the_persons_actions_are_undone(db: Database, add: Add, by: By, clock: ManualClock) -> None:
    add("captured", actor="capture")
    with pytest.raises(NotFound):
        undo(db, clock)


def test_undo_is_itself_history(db: Database, add: Add, by: By, clock: ManualClock) -> None:
    ident = add("one one one", actor="capture")
    edit(db, ident, by("user"), content="two two two")
    undo(db, clock)
    last = db.read(lambda c: events.history(c, ident))[-1]
    assert (last.actor, last.before, last.after) == (
        "undo",
        {"content": "two two two"},
        {"content": "one one one"},
    )


def test_changed_since_names_memories_or_says_too_many(db: Database, add: Add) -> None:
    seq = db.read(events.last_seq)
    ids = {add(f"memory {n}") for n in range(4)}
    assert set(db.read(lambda c: events.changed_since(c, seq, 10)) or ()) == ids
    assert db.read(lambda c: events.changed_since(c, seq, 3)) is None
