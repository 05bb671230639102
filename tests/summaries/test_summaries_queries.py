"""Versions of summaries: an old file takes them, few are kept, and news of another place are no news."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, Privacy, Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.summaries import queries as summaries
from arbor_desktop.summaries.model import ARBOR, PERSON, Place
from arbor_desktop.summaries.queries import MOST_KEPT, Stamp
from tests.conftest import ManualClock

FACTS = Place(Category.FACTS, Scope.GLOBAL)
KILN = Place(Category.FACTS, Scope.PROJECT, "/src/kiln")
FOREVER = 10**15


def test_a_file_from_before_keeps_its_summaries(tmp_path: Path) -> None:
    conn = apsw.Connection(str(tmp_path / "old.db"))
    migrations.migrate(conn, 0, tuple(m for m in migrations.MIGRATIONS if m.version < 5))
    conn.execute(
        "INSERT INTO category_summary (scope, scope_id, category, version, markdown, actor, updated_at) "
        "VALUES ('global', '', 'facts', 1, 'words', 'user', 7)"
    )
    migrations.migrate(conn, 0)
    (version,) = summaries.versions(conn, FACTS)
    assert (version.markdown, version.actor, version.edited, version.stamp) == (
        "words", "user", False, Stamp(0, "", 0)
    )  # fmt: skip


def keep(db: Database, place: Place, text: str, actor: str = ARBOR, stamp: Stamp | None = None) -> None:
    def write(conn: apsw.Connection) -> None:
        known = stamp or summaries.stamp(conn, FOREVER)
        summaries.add(conn, place, text, actor=actor, now=1, reviewed_at=None, edited=False, stamp=known)

    db.write(write)


def test_all_versions_of_a_person_are_kept_and_the_newest_others(db: Database) -> None:
    keep(db, FACTS, "mine", PERSON)
    for number in range(MOST_KEPT + 5):
        keep(db, FACTS, f"made {number}")
    keep(db, KILN, "elsewhere")
    kept = db.read(lambda c: summaries.versions(c, FACTS))
    assert [one.markdown for one in kept][:2] == ["mine", "made 5"]
    assert len(kept) == MOST_KEPT + 1
    newest = db.read(lambda c: summaries.newest(c, FACTS))
    assert newest is not None
    assert (newest.markdown, newest.version) == (f"made {MOST_KEPT + 4}", MOST_KEPT + 6)
    assert {key: one.markdown for key, one in db.read(summaries.places).items()} == {
        ("global", "", "facts"): f"made {MOST_KEPT + 4}",
        ("project", "/src/kiln", "facts"): "elsewhere",
    }


def fresh(db: Database, stamp: Stamp, place: Place = FACTS, now: int = 0) -> bool:
    return db.read(lambda c: summaries.is_fresh(c, place, stamp, now))


@pytest.fixture
def stamp(db: Database, add: Callable[..., str]) -> Stamp:
    add("The kiln has two doors")
    return db.read(lambda c: summaries.stamp(c, FOREVER))


def change(db: Database, by: Callable[..., Write], ident: str, **fields: object) -> None:
    def write(conn: apsw.Connection) -> None:
        memories.change(conn, memories.rows_of(conn, [ident])[0][0], fields, by(), "edited")

    db.write(write)


def test_a_summary_is_fresh_until_something_of_its_place_changes(
    db: Database, add: Callable[..., str], by: Callable[..., Write], stamp: Stamp
) -> None:
    assert fresh(db, stamp)
    other = add("Glaze is kept dry", category=Category.BUG_PATTERNS)
    assert fresh(db, stamp)
    assert not fresh(db, stamp, Place(Category.BUG_PATTERNS, Scope.GLOBAL))
    change(db, by, other, tags=("dry",))
    assert fresh(db, stamp)
    change(db, by, other, category=Category.FACTS)
    assert not fresh(db, stamp)


def test_what_moved_away_is_news_too(
    db: Database, add: Callable[..., str], by: Callable[..., Write], stamp: Stamp
) -> None:
    ident = add("The door is green")
    known = db.read(lambda c: summaries.stamp(c, FOREVER))
    change(db, by, ident, scope=Scope.PROJECT, scope_id="/src/kiln")
    assert not fresh(db, known)
    assert not fresh(db, known, KILN)


def test_a_summary_is_looked_at_anew_after_its_time_and_when_conflicts_change(
    db: Database, stamp: Stamp
) -> None:
    assert fresh(db, stamp, now=FOREVER - 1)
    assert not fresh(db, stamp, now=FOREVER)
    db.write(
        lambda c: c.execute(
            "INSERT INTO conflict (id, category, status, created_at) VALUES ('c', 'facts', 'unresolved', 1)"
        )
    )
    assert not fresh(db, stamp)
    known = db.read(lambda c: summaries.stamp(c, FOREVER))
    assert fresh(db, known)
    db.write(lambda c: c.execute("UPDATE conflict SET status = 'merged', resolved_at = 9"))
    assert not fresh(db, known)


def test_a_backlog_of_news_is_not_searched(
    db: Database, add: Callable[..., str], monkeypatch: pytest.MonkeyPatch, stamp: Stamp
) -> None:
    monkeypatch.setattr(summaries, "MOST_EVENTS", 2)
    for number in range(3):
        add(f"Bug number {number}", category=Category.BUG_PATTERNS)
    assert not fresh(db, stamp)


def test_only_what_may_be_told_is_read(db: Database, add: Callable[..., str], clock: ManualClock) -> None:
    told = {
        add("The kiln has two doors"),
        add("It is always told", privacy_level=Privacy.ALWAYS_INCLUDE),
        add("It holds for a while", expires_at=clock() + 1),
    }
    add("A secret", privacy_level=Privacy.NEVER_SHARE)
    add("Rather private", privacy_level=Privacy.SENSITIVE)
    add("It is over", expires_at=clock())
    add("Elsewhere", scope=Scope.PROJECT, scope_id="/src/kiln")
    add("A bug", category=Category.BUG_PATTERNS)
    for status in (Status.PENDING, Status.ARCHIVED, Status.SUPERSEDED, Status.REJECTED, Status.DELETED):
        add(f"It is {status}", status=status)
    found = db.read(lambda c: summaries.items(c, FACTS, DecayPolicy(), clock()))
    assert {item.id for item in found} == told
    assert db.read(lambda c: summaries.untold(c, FACTS)) == 2
    assert db.read(lambda c: summaries.counts(c, clock())) == {
        ("global", None, "facts"): 3,
        ("global", None, "bug_patterns"): 1,
        ("project", "/src/kiln", "facts"): 1,
    }


def dispute(db: Database, *ids: str, ident: str = "c") -> None:
    def write(conn: apsw.Connection) -> None:
        conn.execute(
            "INSERT INTO conflict (id, category, status, created_at) VALUES (?, 'facts', 'unresolved', 5)",
            (ident,),
        )
        row = conn.last_insert_rowid()
        for place, memory in enumerate(ids):
            conn.execute(
                "INSERT INTO conflict_member SELECT ?, row, content, confidence, ?, NULL FROM memory "
                "WHERE id = ?",
                (row, place, memory),
            )

    db.write(write)


def test_conflicts_are_told_but_not_those_with_a_private_side(
    db: Database, add: Callable[..., str], clock: ManualClock
) -> None:
    one, other = add("Doors open inwards"), add("Doors open outwards")
    dispute(db, one, other)
    dispute(db, one, add("Doors are secret", privacy_level=Privacy.NEVER_SHARE), ident="d")
    (found,) = db.read(lambda c: summaries.disputes(c, FACTS, clock()))
    assert (found.id, [side.id for side in found.sides]) == ("c", [one, other])
    assert db.read(lambda c: summaries.disputes(c, KILN, clock())) == []
    rivals = {i.id: i.rivals for i in db.read(lambda c: summaries.items(c, FACTS, DecayPolicy(), 0))}
    assert rivals == {one: ("c", "d"), other: ("c",)}


def test_sides_that_may_not_be_told_here_are_no_sides(
    db: Database, add: Callable[..., str], by: Callable[..., Write], clock: ManualClock
) -> None:
    def told(place: Place) -> list[list[str]]:
        found = db.read(lambda c: summaries.disputes(c, place, clock()))
        return [[side.text for side in one.sides] for one in found]

    everywhere, kiln = (
        add("Doors open inwards"),
        add("The door slides", scope=Scope.PROJECT, scope_id="/src/kiln"),
    )
    dispute(db, everywhere, kiln)
    assert told(KILN) == [["Doors open inwards", "The door slides"]]
    assert told(FACTS) == [], "what holds in one project is not told everywhere"
    for number, status in enumerate((Status.ARCHIVED, Status.DELETED, Status.PENDING, Status.REJECTED)):
        other = add(f"Doors are {status}", status=status)
        dispute(db, everywhere, other, ident=f"d{number}")
    dispute(db, everywhere, add("Doors turn", expires_at=clock() - 1), ident="e")
    assert told(FACTS) == []
    change(db, by, everywhere, status=Status.ARCHIVED)
    assert told(KILN) == []


def test_news_of_a_side_that_holds_elsewhere_are_news(
    db: Database, add: Callable[..., str], by: Callable[..., Write], clock: ManualClock
) -> None:
    everywhere, kiln = (
        add("Doors open inwards"),
        add("The door slides", scope=Scope.PROJECT, scope_id="/src/kiln"),
    )
    dispute(db, everywhere, kiln)
    stamp = db.read(lambda c: summaries.stamp(c, FOREVER))
    change(db, by, add("Windows are blue"), content="Windows are green")
    assert db.read(lambda c: summaries.is_fresh(c, KILN, stamp, clock()))
    change(db, by, everywhere, privacy_level=Privacy.NEVER_SHARE)
    assert not db.read(lambda c: summaries.is_fresh(c, KILN, stamp, clock()))


def test_of_what_was_replaced_in_a_project_nothing_is_told_everywhere(
    db: Database, add: Callable[..., str], by: Callable[..., Write]
) -> None:
    new = add("The door is green")
    olds = [
        add("The door is red", status=Status.SUPERSEDED, scope=Scope.PROJECT, scope_id="/src/kiln"),
        add("The door is blue", status=Status.SUPERSEDED),
    ]
    for old in olds:
        db.write(
            lambda c, old=old: c.execute(  # type: ignore[misc]
                "INSERT INTO relation SELECT n.row, o.row, 'supersedes', 1 FROM memory n, memory o "
                "WHERE n.id = ? AND o.id = ?",
                (new, old),
            )
        )
    found = db.read(lambda c: summaries.replaced(c, FACTS))
    assert [one.older.text for one in found] == ["The door is blue"]


def test_what_was_replaced_is_told_once_it_is_superseded(
    db: Database, add: Callable[..., str], by: Callable[..., Write]
) -> None:
    new, old = add("The door is green"), add("The door is red")
    db.write(
        lambda c: c.execute(
            "INSERT INTO relation SELECT n.row, o.row, 'supersedes', 1 FROM memory n, memory o "
            "WHERE n.id = ? AND o.id = ?",
            (new, old),
        )
    )
    assert db.read(lambda c: summaries.replaced(c, FACTS)) == []
    change(db, by, old, status=Status.SUPERSEDED)
    (found,) = db.read(lambda c: summaries.replaced(c, FACTS))
    assert (found.newer.id, found.older.text) == (new, "The door is red")
