"""Vectors in the store: what needs one, what follows a memory's text, what changed since."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.database.connection import Connection, Database
from arbor_desktop.editing.queries import purge
from arbor_desktop.memories.model import Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.search.queries import vectors

MODEL = "small/1/abc"


def give(db: Database, rows: list[tuple[int, str]], model: str = MODEL, now: int = 1) -> int:
    return db.write(lambda c: vectors.put(c, model, [(row, text, text.encode()) for row, text in rows], now))


def row_of(conn: Connection, ident: str) -> int:
    return memories.rows_of(conn, [ident])[0][0]


def test_what_is_new_needs_a_vector_until_it_has_one(db: Database, add: Callable[..., str]) -> None:
    add("The first")
    add("The second")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    assert [text for _, text in wanted] == ["The first", "The second"]
    assert give(db, wanted[:1]) == 1
    assert db.read(lambda c: vectors.missing(c, MODEL)) == wanted[1:]
    assert db.read(lambda c: vectors.counts(c, MODEL)) == (2, 1)


def test_missing_is_read_piece_by_piece(db: Database, add: Callable[..., str]) -> None:
    for number in range(5):
        add(f"Number {number}")
    first = db.read(lambda c: vectors.missing(c, MODEL, 0, 2))
    second = db.read(lambda c: vectors.missing(c, MODEL, first[-1][0], 2))
    assert [text for _, text in first + second] == [f"Number {number}" for number in range(4)]


def test_another_models_vector_does_not_count(db: Database, add: Callable[..., str]) -> None:
    add("The only one")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    give(db, wanted, "other/1/def")
    assert db.read(lambda c: vectors.missing(c, MODEL)) == wanted
    assert db.read(lambda c: vectors.since(c, MODEL, 0)) == ([], [])


def test_what_is_archived_needs_none(db: Database, add: Callable[..., str]) -> None:
    add("Set aside", status=Status.ARCHIVED)
    assert db.read(lambda c: vectors.missing(c, MODEL)) == []


def test_a_changed_text_loses_its_vector_and_another_field_does_not(
    db: Database, add: Callable[..., str], by: Callable[..., memories.Write]
) -> None:
    ident = add("Use tabs")
    give(db, db.read(lambda c: vectors.missing(c, MODEL)))
    db.write(lambda c: memories.change(c, row_of(c, ident), {"tags": ("style",)}, by(), "edited"))
    assert db.read(lambda c: vectors.counts(c, MODEL)) == (1, 1)
    db.write(lambda c: memories.change(c, row_of(c, ident), {"content": "Use spaces"}, by(), "edited"))
    assert db.read(lambda c: vectors.counts(c, MODEL)) == (1, 0)


def test_a_vector_of_a_text_that_changed_meanwhile_is_not_stored(
    db: Database, add: Callable[..., str], by: Callable[..., memories.Write]
) -> None:
    ident = add("Use tabs")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    db.write(lambda c: memories.change(c, row_of(c, ident), {"content": "Use spaces"}, by(), "edited"))
    assert give(db, wanted) == 0
    assert [text for _, text in db.read(lambda c: vectors.missing(c, MODEL))] == ["Use spaces"]


def test_deleting_for_good_takes_the_vectors_of_all_models(db: Database, add: Callable[..., str]) -> None:
    add("Nobody may know")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    give(db, wanted)
    give(db, wanted, "other/1/def")
    db.write(lambda c: purge.erase_memories(c, [row for row, _ in wanted]))
    assert db.read(lambda c: c.execute("SELECT count(*) FROM embedding").fetchone()[0]) == 0


def test_a_row_that_vanishes_by_whatever_way_takes_its_vector(db: Database, add: Callable[..., str]) -> None:
    add("Nobody may know")
    give(db, db.read(lambda c: vectors.missing(c, MODEL)))
    db.write(lambda c: c.execute("DELETE FROM memory"))
    assert db.read(lambda c: vectors.total(c, MODEL)) == 0


def test_since_tells_what_came_later_even_if_the_clock_stands_still_or_goes_back(
    db: Database, add: Callable[..., str]
) -> None:
    for number in range(3):
        add(f"Number {number}")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    give(db, wanted[:1], now=1_000)
    seen = db.read(lambda c: vectors.last_change(c))
    give(db, wanted[1:2], now=1_000)
    give(db, wanted[2:], now=10)
    rows, blobs = db.read(lambda c: vectors.since(c, MODEL, seen))
    assert sorted(blobs) == [b"Number 1", b"Number 2"]
    assert sorted(rows) == [row for row, _ in wanted[1:]]
    assert db.read(lambda c: len(vectors.since(c, MODEL, 0)[0])) == 3


def test_other_models_vectors_are_dropped_piece_by_piece(db: Database, add: Callable[..., str]) -> None:
    for number in range(5):
        add(f"Number {number}")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    give(db, wanted)
    give(db, wanted, "other/1/def")
    assert db.write(lambda c: vectors.drop_others(c, MODEL, 3)) == 3
    assert db.write(lambda c: vectors.drop_others(c, MODEL, 3)) == 2
    assert db.read(lambda c: vectors.total(c, MODEL)) == 5
    assert db.read(lambda c: vectors.total(c, "other/1/def")) == 0


def test_what_goes_is_a_change_and_what_comes_in_its_place_is_newer(
    db: Database, add: Callable[..., str]
) -> None:
    for number in range(3):
        add(f"Number {number}")
    wanted = db.read(lambda c: vectors.missing(c, MODEL))
    give(db, wanted, now=1_000)
    seen = db.read(vectors.last_change)
    db.write(lambda c: purge.erase_memories(c, [wanted[-1][0]]))
    assert db.read(vectors.last_change) > seen
    add("In its place")
    give(db, db.read(lambda c: vectors.missing(c, MODEL)), now=1_000)
    assert db.read(lambda c: vectors.since(c, MODEL, seen)) == ([wanted[-1][0]], [b"In its place"])
