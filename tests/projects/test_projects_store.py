"""Projects in the store: what is put in comes out, and a file made before keeps what it has."""

from __future__ import annotations

from pathlib import Path

import apsw
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.database import migrations
from arbor_desktop.database.connection import Database
from arbor_desktop.memories.model import Scope
from arbor_desktop.memories.queries import sharing
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.model import ProjectFacts

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
TEXTS = st.lists(TEXT, max_size=4).map(tuple)
MAPS = st.dictionaries(TEXT, TEXT, max_size=4)
FACTS = st.builds(
    ProjectFacts,
    type=st.none() | TEXT, runtime=st.none() | TEXT, package_manager=st.none() | TEXT,
    database=st.none() | TEXT,
    stack=TEXTS, versions=MAPS, dependencies=TEXTS, test_frameworks=TEXTS,
    file_tree=st.dictionaries(TEXT, st.integers(0, 10**6), max_size=4), patterns=TEXTS, commands=MAPS,
    entry_points=TEXTS, test_folders=TEXTS, config_files=TEXTS, conventions=TEXTS,
)  # fmt: skip
KILN = "/srv/kiln"


def put(db: Database, facts: ProjectFacts, path: str = KILN, *, seen: int = 5, now: int = 10) -> None:
    db.write(
        lambda c: projects.put(c, path, "kiln", facts, fingerprint="f", trouble=None, seen=seen, now=now)
    )


@given(first=FACTS, second=FACTS)
def test_the_newest_facts_are_read_as_they_were_put(
    first: ProjectFacts, second: ProjectFacts, tmp_path_factory: object
) -> None:
    folder: Path = tmp_path_factory.mktemp("projects")  # type: ignore[attr-defined]
    db = Database(folder / "arbor_memory.db", lambda: 1)
    try:
        assert db.read(lambda c: projects.get(c, KILN)) is None
        put(db, first)
        put(db, second, now=20)
        stored = db.read(lambda c: projects.get(c, KILN))
        assert stored == projects.Stored(second, "f", 20, None)
        assert db.read(lambda c: sharing.stack(c, KILN)) == {name.casefold() for name in second.stack}
    finally:
        db.close()


def test_a_project_is_known_by_memories_conversations_or_its_files(db: Database, add: object) -> None:
    add("Kilns are fired on Fridays", scope=Scope.PROJECT, scope_id=KILN)  # type: ignore[operator]
    put(db, ProjectFacts(type="web app", stack=("vue",)), "/srv/pollen")
    put(db, ProjectFacts(type="library", stack=("rust",)))
    found = {one.path: one for one in db.read(projects.summaries)}
    assert {path: (one.memories, one.type, one.stack) for path, one in found.items()} == {
        KILN: (1, "library", ("rust",)), "/srv/pollen": (0, "web app", ("vue",)),
    }  # fmt: skip
    assert db.read(lambda c: projects.summaries(c, "/srv/pollen")) == [found["/srv/pollen"]]
    assert db.read(lambda c: projects.summaries(c, "/srv/none")) == []


def test_reading_again_does_not_say_that_it_was_seen(db: Database) -> None:
    put(db, ProjectFacts(), seen=5, now=10)
    put(db, ProjectFacts(), seen=99, now=100)
    (known,) = db.read(projects.summaries)
    assert known.last_seen == 5


def test_trouble_is_noted_once_and_only_where_something_was_read(db: Database) -> None:
    assert not db.write(lambda c: projects.note_trouble(c, KILN, "gone"))
    put(db, ProjectFacts(stack=("rust",)))
    assert db.write(lambda c: projects.note_trouble(c, KILN, "gone"))
    assert not db.write(lambda c: projects.note_trouble(c, KILN, "gone"))
    stored = db.read(lambda c: projects.get(c, KILN))
    assert stored is not None and stored.trouble == "gone" and stored.facts.stack == ("rust",)
    db.write(lambda c: projects.drop(c, KILN))
    assert db.read(lambda c: projects.get(c, KILN)) is None


def test_a_file_made_before_projects_were_read_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "arbor_memory.db"
    conn = apsw.Connection(str(path))
    migrations.migrate(conn, 1, tuple(one for one in migrations.MIGRATIONS if one.version < 10))
    conn.execute(
        "INSERT INTO project (path, name, stack, last_seen) VALUES (?, 'kiln', '[\"jest\"]', 7)", (KILN,)
    )
    conn.close()
    db = Database(path, lambda: 1)
    try:
        stored = db.read(lambda c: projects.get(c, KILN))
        assert stored is not None and stored.facts.stack == ("jest",)
        assert (stored.fingerprint, stored.read_at) == ("", None)
    finally:
        db.close()
