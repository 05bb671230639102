"""Arbor's own export: a memory comes back as it was, once."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import imports
from arbor_desktop.ids import new_id
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Category, MemoryType, Past, Privacy, Scope, Source, Status
from arbor_desktop.memories.queries import records, relations
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.text.words import fold

TIMES = st.integers(0, 4_000_000_000_000)
SHARES = st.floats(0, 1)
TEXTS = st.text(max_size=40).map(lambda text: checks.content(f"Kiln {text}"))
WORDS = st.none() | st.text(max_size=20).map(lambda text: checks.optional_text(text, "technology"))
DETAILS = st.dictionaries(
    st.text(max_size=9), st.text(max_size=9) | st.integers() | st.floats(0, 9), max_size=3
)


@st.composite
def stores(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return the columns of memories, all with a text of their own."""
    found = {}
    for content in draw(st.lists(TEXTS, min_size=1, max_size=6)):
        scope = draw(st.sampled_from(Scope))
        category = draw(st.sampled_from(Category))
        place = {Scope.GLOBAL: None, Scope.PROJECT: "/src/kiln", Scope.CONVERSATION: "session"}[scope]
        found[fold(content)] = {
            "id": new_id(), "content": content, "scope": scope, "scope_id": place, "category": category,
            "type": draw(st.sampled_from(MemoryType)), "source": draw(st.sampled_from(Source)),
            "status": draw(st.sampled_from(Status)), "privacy_level": draw(st.sampled_from(Privacy)),
            "details": checks.details(draw(DETAILS), category), "branch": draw(WORDS),
            "technology": draw(WORDS),
            "summary": draw(WORDS), "confidence": draw(SHARES), "decay_rate": draw(st.floats(0, 10)),
            "tags": checks.tags(draw(st.lists(st.text(max_size=9), max_size=3))),
            "needs_review": draw(st.booleans()), "invalid": draw(st.booleans()),
            **{name: draw(TIMES) for name in ("created_at", "updated_at", "reinforced_at")},
            **{name: draw(st.none() | TIMES) for name in (*_OPTIONAL_TIMES, "expires_at")},
            **{name: draw(st.integers(0, 10**6)) for name in Past.__slots__ if name.endswith("_count")},
        }  # fmt: skip
    return list(found.values())


_OPTIONAL_TIMES = ("accessed_at", "last_used_at", "confirmed_at", "compacted_at", "archived_at")


def fill(
    service: MemoryService, store: list[dict[str, Any]], links: list[tuple[str, str, str, float]]
) -> None:
    """Make the store in plain SQL, so that nothing of the import is used for it."""

    def write(conn: Any) -> None:
        for columns in store:
            names = [*columns, "fold"]
            values = [records.stored(name, value) for name, value in columns.items()]
            conn.execute(
                f"INSERT INTO memory ({', '.join(names)}) VALUES ({records.marks(names)})",
                (*values, fold(columns["content"])),
            )
        relations.bring(conn, links)

    service._rt.db.write(write)


def exported(service: MemoryService, file: Path) -> str:
    file.unlink(missing_ok=True)
    service.export_memories(file, everything=True, status="all")
    text = file.read_text("utf-8")
    return text.replace(json.loads(text)["exported_at"], "")


@given(st.data())
def test_an_import_into_an_empty_store_exports_the_same_again(data: st.DataObject) -> None:
    store = data.draw(stores())
    ids = st.sampled_from([one["id"] for one in store])
    kinds = st.sampled_from(["linked", "supersedes", "merged_into"])
    links = data.draw(st.lists(st.tuples(ids, kinds, ids, SHARES), max_size=3))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memories.json"
        with MemoryService.open(Home(Path(folder) / "one")) as one:
            fill(one, store, links)
            before = exported(one, file)
        with MemoryService.open(Home(Path(folder) / "other")) as other:
            done = other.import_memories(file)
            assert (done.imported, done.skipped) == (len(store), ())
            assert exported(other, Path(folder) / "again.json") == before
            again = other.import_memories(file)
            assert (again.imported, again.duplicates) == (0, len(store))
            assert exported(other, Path(folder) / "again.json") == before


@pytest.fixture
def kiln(service: MemoryService, tmp_path: Path) -> Path:
    """An export of one memory."""
    service.store("The kiln is red", type="fact", tags=["shop"])
    service.export_memories(tmp_path / "kiln.json")
    return tmp_path / "kiln.json"


def test_what_was_deleted_since_comes_back(service: MemoryService, kiln: Path) -> None:
    ident = service.query().memories[0].id
    service.update(ident, content="The kiln is blue")
    service.delete(ident)
    assert service.import_memories(kiln).imported == 1
    assert [(one.id, one.content) for one in service.query().memories] == [(ident, "The kiln is red")]
    service.undo()
    assert service.query().memories == ()


def test_an_undone_import_can_be_repeated(kiln: Path, tmp_path: Path) -> None:
    with MemoryService.open(Home(tmp_path / "other")) as other:
        for _ in range(2):
            assert other.import_memories(kiln).imported == 1
            other.undo()
            assert other.query().memories == ()


def test_a_changed_memory_stays_as_it_is_now(service: MemoryService, kiln: Path) -> None:
    service.update(service.query().memories[0].id, content="The kiln is blue")
    assert service.import_memories(kiln).duplicates == 1
    assert [one.content for one in service.query().memories] == ["The kiln is blue"]


def test_what_another_memory_says_is_not_stored_again(kiln: Path, tmp_path: Path) -> None:
    with MemoryService.open(Home(tmp_path / "other")) as other:
        ident = other.store("The kiln is red.", type="fact").id
        assert other.import_memories(kiln).duplicates == 1
        assert [one.id for one in other.query().memories] == [ident]


@pytest.mark.parametrize("most", [0, 2000])
def test_a_dry_run_says_what_would_come_back(
    service: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(imports, "MOST_MERGED", most)
    ids = [service.store(f"Kiln {n} is red", type="fact").id for n in (1, 2, 3)]
    service.export_memories(tmp_path / "kilns.json")
    service.delete(ids[0])
    service.purge([ids[1]])
    before = service.query(status="all").total
    would = service.import_memories(tmp_path / "kilns.json", dry_run=True)
    assert service.query(status="all").total == before
    done = service.import_memories(tmp_path / "kilns.json")
    assert (would.imported, would.duplicates) == (done.imported, done.duplicates) == (2, 1)
    assert {one.id for one in service.query().memories} == set(ids)


def test_imported_into_a_project_they_are_copies(service: MemoryService, kiln: Path, tmp_path: Path) -> None:
    assert service.import_memories(kiln, project=str(tmp_path)).imported == 1
    assert [one.content for one in service.query().memories] == ["The kiln is red"] * 2


def test_links_to_memories_that_are_left_out_are_not_written(service: MemoryService, tmp_path: Path) -> None:
    shown, private = (
        service.store(text, type="fact", privacy_level=level).id
        for text, level in (("The kiln is red", "normal"), ("Lena is ill", "sensitive"))
    )
    service.link(shown, private)
    service.export_memories(tmp_path / "some.json")
    assert private not in (tmp_path / "some.json").read_text("utf-8")


def test_version_1_is_imported(service: MemoryService, tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    memory = {
        "content": "The kiln is red",
        "type": "fact",
        "confidence": 0.7,
        "tags": ["shop"],
        "evidence": [],
    }
    file.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": [memory]}), "utf-8")
    assert service.import_memories(file).imported == 1
    found = service.query().memories[0]
    assert (found.content, found.confidence, found.tags) == ("The kiln is red", 0.7, ("shop",))


def test_a_later_version_is_refused(service: MemoryService, tmp_path: Path) -> None:
    file = tmp_path / "new.json"
    file.write_text(json.dumps({"format": "arbor-memories", "version": 3, "memories": []}), "utf-8")
    with pytest.raises(InvalidInput, match="newer version"):
        service.import_memories(file)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("id", "1", "UUID"),
        ("use_count", -1, "whole number"),
        ("created_at", "yesterday", "Not a date"),
        ("links", [["linked"]], "A link has"),
        ("status", "gone", "status must be one of"),
    ],
)
def test_what_is_damaged_is_skipped(
    service: MemoryService, kiln: Path, tmp_path: Path, field: str, value: Any, why: str
) -> None:
    found = json.loads(kiln.read_text("utf-8"))
    found["memories"][0][field] = value
    (tmp_path / "damaged.json").write_text(json.dumps(found), "utf-8")
    done = service.import_memories(tmp_path / "damaged.json")
    assert done.imported == 0
    assert why in done.skipped[0].reason
