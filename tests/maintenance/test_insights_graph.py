"""How memories hang together, as the store tells it."""

from __future__ import annotations

from collections.abc import Callable

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.database.connection import Database
from arbor_desktop.maintenance.model import MemoryGraph
from arbor_desktop.maintenance.queries import graph as graph_queries
from arbor_desktop.maintenance.queries.graph import similar
from arbor_desktop.maintenance.queries.insights import Place
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Scope, Status
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import Write
from tests.conftest import ManualClock

KILN = "/srv/kiln"


@pytest.fixture
def graph(db: Database, clock: ManualClock) -> Callable[..., MemoryGraph]:
    def ask(project: str | None = None, limit: int = 100) -> MemoryGraph:
        return db.read(lambda c: graph_queries.graph(c, Place(project), DecayPolicy(), clock(), limit))

    return ask


def row(conn: apsw.Connection, ident: str) -> int:
    return memories.rows_of(conn, [ident])[0][0]


def link(db: Database, a: str, b: str, kind: str = "related", weight: float = 0.8) -> None:
    def write(conn: apsw.Connection) -> None:
        conn.execute("INSERT INTO relation VALUES (?,?,?,?)", (row(conn, a), row(conn, b), kind, weight))

    db.write(write)


def conflict(db: Database, *ids: str, status: str = "unresolved") -> None:
    def write(conn: apsw.Connection) -> None:
        conn.execute(
            "INSERT INTO conflict (id, category, status, created_at) VALUES (?, 'facts', ?, 0)",
            ("-".join(ids), status),
        )
        found = conn.last_insert_rowid()
        for ident in ids:
            conn.execute(
                "INSERT INTO conflict_member (conflict, memory, content, confidence, at) VALUES (?,?,'',1,0)",
                (found, row(conn, ident)),
            )

    db.write(write)


def said(db: Database, turn: int, *ids: str) -> None:
    """These rest on one turn."""

    def write(conn: apsw.Connection) -> None:
        conn.execute(
            "INSERT OR IGNORE INTO conversation "
            "(row, id, source, session_id, status, created_at, updated_at) "
            "VALUES (1, 'talk', 'claude-code', 's', 'memorized', 0, 0)"
        )
        for ident in ids:
            conn.execute(
                "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule) "
                "VALUES (?, 1, ?, ?, 'r')",
                (row(conn, ident), turn, turn),
            )

    db.write(write)


def ties(found: MemoryGraph) -> set[tuple[str, str, str]]:
    """(words, kind, words) of each edge."""
    return {(found.nodes[e.a].text, e.kind, found.nodes[e.b].text) for e in found.edges}


def test_links_conflicts_and_what_was_said_together_are_told(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph]
) -> None:
    a, b, c, d, e = (add(f"Memory {letter}") for letter in "abcde")
    link(db, a, b)
    link(db, c, a, "supersedes")
    conflict(db, b, d)
    said(db, 3, d, e)
    assert ties(graph()) == {
        ("Memory a", "related", "Memory b"),
        ("Memory c", "supersedes", "Memory a"),
        ("Memory b", "conflict", "Memory d"),
        ("Memory d", "said together", "Memory e"),
    }


def test_a_pair_is_told_once_by_what_says_most(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph]
) -> None:
    a, b = add("Tabs"), add("Spaces")
    said(db, 1, a, b)
    link(db, b, a)
    conflict(db, a, b)
    assert ties(graph()) == {("Tabs", "conflict", "Spaces")}


def test_a_decided_conflict_and_one_with_a_dead_member_are_no_ties(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph], by: Callable[..., Write]
) -> None:
    a, b, c = add("Tabs"), add("Spaces"), add("Both")
    conflict(db, a, b, status="accepted_newer")
    conflict(db, a, c)
    db.write(lambda conn: memories.change(conn, row(conn, c), {"status": Status.ARCHIVED}, by(), "archived"))
    assert graph().nodes == ()
    assert graph().total == 2


def test_what_is_replaced_is_shown_and_what_is_archived_deleted_or_alone_is_not(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph], by: Callable[..., Write]
) -> None:
    new, old, gone, alone = add("New"), add("Old"), add("Gone"), add("Alone")
    link(db, new, old, "supersedes")
    link(db, new, gone)
    for ident, status in ((old, Status.SUPERSEDED), (gone, Status.DELETED)):
        fields = {"status": status}
        db.write(
            lambda c, ident=ident, fields=fields: memories.change(c, row(c, ident), fields, by(), "changed")
        )
    found = graph()
    assert {(node.text, node.status) for node in found.nodes} == {
        ("New", Status.ACTIVE),
        ("Old", Status.SUPERSEDED),
    }
    assert alone not in [node.id for node in found.nodes]


def test_a_project_has_its_own_and_what_is_linked_with_them(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph]
) -> None:
    here = add("Fire at noon", scope=Scope.PROJECT, scope_id=KILN)
    other = add("Everywhere")
    a, b = add("Elsewhere a"), add("Elsewhere b")
    link(db, here, other)
    link(db, a, b)
    said(db, 1, here, a)
    said(db, 2, a, b)
    found = graph(KILN)
    assert ties(found) == {
        ("Fire at noon", "related", "Everywhere"),
        ("Fire at noon", "said together", "Elsewhere a"),
    }
    assert found.total == 1


def test_many_of_one_turn_are_a_chain_and_no_tangle(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph]
) -> None:
    said(db, 1, *(add(f"Number {n}") for n in range(30)))
    found = graph()
    assert len(found.nodes) == 30
    assert len(found.edges) == 28 * 2 + 1


def test_similar_memories_are_linked_where_nothing_else_links_them(
    db: Database, add: Callable[..., str], graph: Callable[..., MemoryGraph]
) -> None:
    kiln = add("The kiln door must stay closed above 600 degrees")
    door = add("Never open the door of the kiln before it has cooled down")
    add("Invoices are sent at the end of the month")
    rent, due = add("Rent of the studio is 900 euros"), add("The rent of the studio is due on Fridays")
    link(db, rent, due)
    found = graph()
    assert {
        (edge.kind, *sorted((found.nodes[edge.a].id, found.nodes[edge.b].id))) for edge in found.edges
    } == {
        ("similar", *sorted((kiln, door))),
        ("related", *sorted((rent, due))),
    }
    assert (found.connected, found.total) == (4, 5)
    assert len(graph(limit=2).nodes) == 2


def test_a_word_that_all_have_makes_none_similar_but_a_tag_does() -> None:
    texts = [f"project uses {word}" for word in ("ruff", "postgres", "vitest", "stripe")]
    assert similar(texts, [()] * 4) == []
    assert [pair[:2] for pair in similar(texts, [("lint",), (), (), ("lint",)])] == [(0, 3)]


@given(
    st.sets(st.tuples(st.integers(0, 25), st.integers(0, 25)).filter(lambda p: p[0] < p[1]), max_size=60),
    st.integers(0, 30),
)
def test_nobody_is_chosen_without_a_neighbour(pairs: set[tuple[int, int]], limit: int) -> None:
    nearby: dict[int, set[int]] = {}
    for a, b in pairs:
        nearby.setdefault(a, set()).add(b)
        nearby.setdefault(b, set()).add(a)
    ranked = sorted(nearby, key=lambda n: (-len(nearby[n]), n))
    chosen = graph_queries._best_connected(ranked, nearby, limit)
    assert len(chosen) <= limit
    assert len(set(chosen)) == len(chosen)
    assert all(nearby[node] & set(chosen) for node in chosen)
    if len(nearby) <= limit:
        assert chosen == ranked
    elif limit >= 2 and nearby:
        assert chosen[0] == ranked[0]
