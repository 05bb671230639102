"""Searching by meaning as the service does it: on the real small model, on real files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.core.errors import InvalidInput
from arbor_desktop.embedding.base import ModelMissing, ModelUnusable
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

pytest.importorskip("numpy")
pytest.importorskip("tokenizers")
pytest.importorskip("safetensors")

PACKAGES, PETS, DEPLOY = (
    "We use pnpm to install packages in the frontend",
    "My dog sleeps on the sofa all day",
    "Releases go to production on Tuesdays",
)


@pytest.fixture
def filled(service: MemoryService) -> MemoryService:
    for text in (PACKAGES, PETS, DEPLOY):
        service.store(text, type="fact")
    return service


def rows(service: MemoryService) -> dict[str, int]:
    return service._rt.db.read(lambda c: dict(c.execute("SELECT content, row FROM memory")))


def nearest(service: MemoryService, query: str) -> str:
    similar = service.vectors.similar(query)
    assert similar is not None
    by_row = {row: text for text, row in rows(service).items()}
    return by_row[similar.best(1)[0][0]]


def test_switched_off_nothing_is_loaded_and_search_goes_by_words(filled: MemoryService) -> None:
    assert filled.vectors.similar("package manager") is None
    assert filled.vectors.state().state == "off"
    assert filled.vectors.build() == 0


def test_what_is_meant_is_found_by_other_words(filled: MemoryService) -> None:
    filled.vectors.use("wordllama")
    assert filled.vectors.build() == 3
    assert nearest(filled, "a puppy on the couch") == PETS
    assert nearest(filled, "when do we ship software") == DEPLOY
    assert nearest(filled, "npm dependency manager") == PACKAGES


def test_until_vectors_are_made_search_goes_by_words(filled: MemoryService) -> None:
    state = filled.vectors.use("wordllama")
    assert (state.state, state.done, state.total) == ("waiting", 0, 3)
    assert filled.vectors.similar("a puppy") is None
    filled.vectors.build()
    state = filled.vectors.state()
    assert (state.state, state.done, state.total) == ("ready", 3, 3)
    assert filled.vectors.similar("a puppy") is not None


def test_scores_are_of_the_rows_asked_for(filled: MemoryService) -> None:
    filled.vectors.use("wordllama")
    filled.vectors.build()
    similar = filled.vectors.similar("a puppy on the couch")
    assert similar is not None
    known = rows(filled)
    scores = similar.of([known[PETS], known[DEPLOY], 999_999])
    assert scores.keys() == {known[PETS], known[DEPLOY]}
    assert scores[known[PETS]] > scores[known[DEPLOY]]
    assert similar.best(10)[0] == (known[PETS], scores[known[PETS]])
    assert len(similar.best(10)) == 3


def test_a_query_that_means_nothing_compares_with_nothing(filled: MemoryService) -> None:
    filled.vectors.use("wordllama")
    filled.vectors.build()
    assert filled.vectors.similar("   ") is None


def test_what_changes_later_is_seen(filled: MemoryService) -> None:
    filled.vectors.use("wordllama")
    filled.vectors.build()
    assert nearest(filled, "cats and kittens") == PETS
    cat = filled.store("Our cat had three kittens", type="fact").id
    assert filled.vectors.build() == 1
    assert nearest(filled, "cats and kittens") == "Our cat had three kittens"
    filled.update(cat, content="The invoice is due in March")
    assert filled.vectors.build() == 1
    assert nearest(filled, "cats and kittens") == PETS
    assert nearest(filled, "payment deadline for a bill") == "The invoice is due in March"


def test_what_is_deleted_for_good_is_in_no_answer(filled: MemoryService) -> None:
    filled.vectors.use("wordllama")
    filled.vectors.build()
    gone = rows(filled)[PETS]
    assert filled.vectors.similar("a puppy") is not None
    filled.purge(ids=[m.id for m in filled.query().memories if m.content == PETS])
    filled.vectors.build()
    similar = filled.vectors.similar("a puppy")
    assert similar is not None
    assert gone not in similar.of([gone])


def test_another_process_sees_what_one_has_made(filled: MemoryService, clock: ManualClock) -> None:
    filled.vectors.use("wordllama")
    filled.vectors.build()
    with MemoryService.open(filled.home, clock=clock) as other:
        assert nearest(other, "a puppy on the couch") == PETS
        other.store("Our cat had three kittens", type="fact")
        other.vectors.build()
    assert nearest(filled, "cats and kittens") == "Our cat had three kittens"


def test_cut_off_it_goes_on_from_the_last_batch(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.service.vectors.BATCH", 4)
    for number in range(10):
        service.store(f"Server number {number} stands in hall {number * 7}", type="fact")
    service.vectors.use("wordllama")
    seen: list[tuple[int, int]] = []
    service.vectors.build(lambda done, total: seen.append((done, total)), lambda: len(seen) == 2)
    assert seen == [(4, 10), (8, 10)]
    assert service.vectors.similar("a server") is None  # too few
    assert service.vectors.build() == 2
    assert service.vectors.similar("a server") is not None


def test_what_stands_out_is_found_though_a_few_have_no_vector_yet(service: MemoryService) -> None:
    for number in range(20):
        service.store(f"Server number {number} stands in hall {number * 7}", type="fact")
    service.vectors.use("wordllama")
    service.vectors.build()
    service.store("A new one without a vector", type="fact")
    assert service.vectors.similar("a server") is not None
    assert service.vectors.state().state == "waiting"


def test_a_model_that_does_not_exist_is_refused(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match="wordllama"):
        service.vectors.use("gpt-9")


def test_a_model_that_is_not_here_is_not_chosen(service: MemoryService, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="arbor vectors download"):
        service.vectors.use("all-MiniLM-L6-v2")
    with pytest.raises(ModelUnusable, match=r"model\.safetensors"):
        service.vectors.use("folder", str(tmp_path))
    assert service.settings.get("search.vectors") == "off"
    assert service.settings.get("search.vectors_folder") == ""


def test_a_model_that_vanished_is_told_and_search_goes_on_by_words(filled: MemoryService) -> None:
    filled.settings.set("search.vectors", "all-MiniLM-L6-v2")
    assert filled.vectors.similar("a puppy") is None
    state = filled.vectors.state()
    assert (state.state, state.download, state.total) == ("missing", "all-MiniLM-L6-v2", 3)
    assert state.message is not None and "91 MB" in state.message


def test_switched_off_again_the_vectors_stay_for_the_next_time(filled: MemoryService) -> None:
    filled.vectors.use("wordllama")
    filled.vectors.build()
    filled.vectors.use("off")
    assert filled.vectors.similar("a puppy") is None
    filled.vectors.use("wordllama")
    assert filled.vectors.state().state == "ready"


@pytest.fixture
def running(filled: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    monkeypatch.setattr("arbor_desktop.service.vectors.SETTLE_SECONDS", 0.0)
    filled.vectors.start()
    yield filled
    filled.vectors.close()
