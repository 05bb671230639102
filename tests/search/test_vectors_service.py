"""Searching by meaning as the service does it: on the real model, on real files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arbor_desktop.embedding.bert import ModelMissing, ModelUnusable
from arbor_desktop.embedding.catalogue import MINILM
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.search.queries import vectors
from arbor_desktop.service import MemoryService
from arbor_desktop.settings import SETTINGS, Settings
from tests.conftest import ManualClock
from tests.embedding.model_folders import write_bert

PACKAGES, PETS, DEPLOY = (
    "We use pnpm to install packages in the frontend",
    "My dog sleeps on the sofa all day",
    "Releases go to production on Tuesdays",
)
OLD_DEFAULT = "wordllama/1/0123456789ab"
"""The name of a model that earlier versions used; its vectors have 256 dimensions."""


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
    filled.vectors.use(MINILM)
    assert filled.vectors.build() == 3
    assert nearest(filled, "a puppy on the couch") == PETS
    assert nearest(filled, "when does a new version go live") == DEPLOY
    assert nearest(filled, "npm dependency manager") == PACKAGES


def test_until_vectors_are_made_search_goes_by_words(filled: MemoryService) -> None:
    state = filled.vectors.use(MINILM)
    assert (state.state, state.done, state.total) == ("waiting", 0, 3)
    assert filled.vectors.similar("a puppy") is None
    filled.vectors.build()
    state = filled.vectors.state()
    assert (state.state, state.done, state.total) == ("ready", 3, 3)
    assert filled.vectors.similar("a puppy") is not None


def test_scores_are_of_the_rows_asked_for(filled: MemoryService) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    similar = filled.vectors.similar("a puppy on the couch")
    assert similar is not None
    known = rows(filled)
    scores = similar.of([known[PETS], known[DEPLOY], 999_999])
    assert scores.keys() == {known[PETS], known[DEPLOY]}
    assert scores[known[PETS]] > scores[known[DEPLOY]]
    assert similar.best(10)[0] == (known[PETS], scores[known[PETS]])
    assert len(similar.best(10)) == 3


def test_a_single_memory_stands_out_only_where_it_fits(service: MemoryService) -> None:
    service.store(PETS, type="fact")
    service.vectors.use(MINILM)
    service.vectors.build()
    row = rows(service)[PETS]
    fits, not_so = (service.vectors.similar(query) for query in ("a puppy on the couch", "the tax office"))
    assert fits is not None and not_so is not None
    assert fits.of([row])[row] > 2
    assert not_so.of([row])[row] < 1


def test_a_query_that_means_nothing_compares_with_nothing(filled: MemoryService) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    assert filled.vectors.similar("   ") is None


def test_what_changes_later_is_seen(filled: MemoryService) -> None:
    filled.vectors.use(MINILM)
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
    filled.vectors.use(MINILM)
    filled.vectors.build()
    gone = rows(filled)[PETS]
    assert filled.vectors.similar("a puppy") is not None
    filled.purge(ids=[m.id for m in filled.query().memories if m.content == PETS])
    filled.vectors.build()
    similar = filled.vectors.similar("a puppy")
    assert similar is not None
    assert gone not in similar.of([gone])


def test_another_process_sees_what_one_has_made(filled: MemoryService, clock: ManualClock) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    with MemoryService.open(filled.home, clock=clock) as other:
        assert nearest(other, "a puppy on the couch") == PETS
        other.store("Our cat had three kittens", type="fact")
        other.vectors.build()
    assert nearest(filled, "cats and kittens") == "Our cat had three kittens"


def test_cut_off_it_goes_on_from_the_last_batch(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.search.vector_index.BATCH", 4)
    for number in range(10):
        service.store(f"Server number {number} stands in hall {number * 7}", type="fact")
    service.vectors.use(MINILM)
    seen: list[tuple[int, int]] = []
    service.vectors.build(lambda done, total: seen.append((done, total)), lambda: len(seen) == 2)
    assert seen == [(4, 10), (8, 10)]
    assert service.vectors.similar("a server") is None  # too few
    assert service.vectors.build() == 2
    assert service.vectors.similar("a server") is not None


def test_what_stands_out_is_found_though_a_few_have_no_vector_yet(service: MemoryService) -> None:
    for number in range(20):
        service.store(f"Server number {number} stands in hall {number * 7}", type="fact")
    service.vectors.use(MINILM)
    service.vectors.build()
    service.store("A new one without a vector", type="fact")
    assert service.vectors.similar("a server") is not None
    assert service.vectors.state().state == "waiting"


def test_a_model_that_does_not_exist_is_refused(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match=MINILM):
        service.vectors.use("gpt-9")


@pytest.mark.usefixtures("without_model")
def test_a_model_that_is_not_here_is_not_chosen(service: MemoryService, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="arbor vectors download"):
        service.vectors.use(MINILM)
    with pytest.raises(ModelUnusable, match=r"model\.safetensors"):
        service.vectors.use("folder", str(tmp_path))
    assert service.settings.get("search.vectors") == "off"
    assert service.settings.get("search.vectors_folder") == ""


@pytest.mark.usefixtures("without_model")
def test_a_model_that_vanished_is_told_and_search_goes_on_by_words(filled: MemoryService) -> None:
    filled.settings.set("search.vectors", MINILM)
    assert filled.vectors.similar("a puppy") is None
    state = filled.vectors.state()
    assert (state.state, state.download, state.total) == ("missing", MINILM, 3)
    assert state.message is not None and "91 MB" in state.message


def test_switched_off_again_the_vectors_stay_for_the_next_time(filled: MemoryService) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    filled.vectors.use("off")
    assert filled.vectors.similar("a puppy") is None
    filled.vectors.use(MINILM)
    assert filled.vectors.state().state == "ready"


class Watch:
    """Waits for what the service announces."""

    def __init__(self, service: MemoryService) -> None:
        self._service = service
        self._heard = threading.Semaphore(0)
        service.events.subscribe(lambda _: self._heard.release())

    def until(self, state: str, done: int | None = None) -> None:
        while True:
            found = self._service.vectors.state()
            if found.state == state and done in (None, found.done):
                return
            assert self._heard.acquire(timeout=60), f"still {found}"


@pytest.fixture
def watch(filled: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    monkeypatch.setattr("arbor_desktop.search.vectors.SETTLE_SECONDS", 0.0)
    watch = Watch(filled)
    filled.vectors.start()
    yield watch
    filled.vectors.close()


def test_in_the_background_it_reads_what_is_there_and_what_comes(filled: MemoryService, watch: Watch) -> None:
    filled.vectors.use(MINILM)
    watch.until("ready", 3)
    cat = filled.store("Our cat had three kittens", type="fact").id
    watch.until("ready", 4)
    assert nearest(filled, "cats and kittens") == "Our cat had three kittens"
    filled.update(cat, content="The invoice is due in March")
    watch.until("ready", 4)
    assert nearest(filled, "payment deadline for a bill") == "The invoice is due in March"


def test_stopped_it_rests_until_it_may_go_on(filled: MemoryService) -> None:
    watch = Watch(filled)
    filled.vectors.cancel()  # before it starts: what is under way ends only with the model's loading
    filled.vectors.start()
    try:
        filled.settings.set("search.vectors", MINILM)
        assert filled.vectors.state().state == "waiting"
        filled.vectors.resume()
        watch.until("ready", 3)
    finally:
        filled.vectors.close()


def made_by(service: MemoryService) -> list[str]:
    """Return the models whose vectors there are."""
    found = service._rt.db.read(lambda c: c.execute("SELECT DISTINCT model FROM embedding").fetchall())
    return [name for (name,) in found]


def test_another_model_reads_all_anew_and_the_old_vectors_go(
    filled: MemoryService, watch: Watch, tmp_path: Path
) -> None:
    filled.vectors.use("folder", str(write_bert(tmp_path / "tiny")))
    watch.until("ready", 3)
    old = filled.vectors.state().model
    filled.vectors.use(MINILM)
    watch.until("ready", 3)
    assert filled.vectors.build() == 0  # waits for the background to be done with the old ones
    assert filled.vectors.state().model != old
    assert nearest(filled, "a puppy on the couch") == PETS
    assert made_by(filled) == [filled.vectors.state().model]


def test_vectors_of_an_older_default_are_replaced_in_the_background(
    filled: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled._rt.db.write(
        lambda c: vectors.put(
            c, OLD_DEFAULT, [(row, text, bytes(260)) for text, row in rows(filled).items()], 1
        )
    )
    monkeypatch.setattr("arbor_desktop.search.vectors.SETTLE_SECONDS", 0.0)
    filled.settings.set("search.vectors", MINILM)
    assert filled.vectors.similar("a puppy on the couch") is None
    assert len(filled.search("my dog")) == 1  # meanwhile by words
    watch = Watch(filled)
    filled.vectors.start()
    watch.until("ready", 3)
    assert filled.vectors.build() == 0  # waits for the background to be done with the old ones
    filled.vectors.close()
    assert made_by(filled) == [filled.vectors.state().model]
    assert nearest(filled, "a puppy on the couch") == PETS


def test_a_command_that_ends_replaces_them_too_but_for_some_seconds_only(
    filled: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled._rt.db.write(
        lambda c: vectors.put(
            c, OLD_DEFAULT, [(row, text, bytes(260)) for text, row in rows(filled).items()], 1
        )
    )
    filled.settings.set("search.vectors", MINILM)
    with monkeypatch.context() as patch:
        patch.setattr("arbor_desktop.search.vectors.READ_SECONDS", -1.0)
        filled.vectors.read_new()
    assert made_by(filled) == [OLD_DEFAULT]
    filled.vectors.read_new()
    assert made_by(filled) == [filled.vectors.state().model]


def test_nothing_new_is_read_without_loading_the_model(
    filled: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    filled.vectors._index.forget()
    monkeypatch.setattr(filled.vectors._index, "_open", lambda *chosen: pytest.fail("the model was loaded"))
    filled.vectors.read_new()
    assert filled.vectors._all_read()


def test_a_setting_of_an_older_version_reads_as_the_default(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"search.vectors": "wordllama", "search.threshold": 0.5}')
    settings = Settings(tmp_path / "settings.json", SETTINGS)
    assert settings.get("search.vectors") == MINILM
    assert settings.get("search.threshold") == 0.5
    assert settings.damaged is None


def test_a_restored_backup_brings_its_own_vectors(
    filled: MemoryService, watch: Watch, tmp_path: Path
) -> None:
    filled.vectors.use(MINILM)
    watch.until("ready", 3)
    filled.backup(tmp_path / "saved.db")
    filled.store("Our cat had three kittens", type="fact")
    watch.until("ready", 4)
    assert nearest(filled, "cats and kittens") == "Our cat had three kittens"
    filled.restore_backup(tmp_path / "saved.db")
    watch.until("ready", 3)
    assert nearest(filled, "cats and kittens") == PETS


@pytest.mark.logs_warnings
@pytest.mark.slow
def test_a_failing_disk_is_told_in_the_log_and_the_next_change_tries_again(
    filled: MemoryService, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed = threading.Event()

    def full(*args: object) -> int:
        failed.set()
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr("arbor_desktop.search.queries.vectors.put", full)
        filled.vectors.use(MINILM)
        assert failed.wait(60)
    filled.store("Our cat had three kittens", type="fact")
    watch.until("ready", 4)
    assert "The disk is full" in caplog.text


def test_after_a_while_without_use_the_memory_is_freed_and_search_still_works(
    filled: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    assert nearest(filled, "a puppy on the couch") == PETS
    freed = threading.Event()
    forget = filled.vectors._index.forget

    def forgetting() -> None:
        forget()
        freed.set()

    monkeypatch.setattr(filled.vectors._index, "forget", forgetting)
    monkeypatch.setattr("arbor_desktop.search.vectors.IDLE_SECONDS", 0.01)
    filled.vectors.start()
    assert freed.wait(60)
    filled.vectors.close()
    assert nearest(filled, "a puppy on the couch") == PETS


def test_a_minute_after_its_use_the_model_gives_its_weights_back(
    filled: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.vectors.use(MINILM)
    filled.vectors.build()
    filled.vectors._index.forget()
    rested = threading.Event()
    rest = filled.vectors._index.rest

    def resting() -> None:
        rest()
        rested.set()

    monkeypatch.setattr(filled.vectors._index, "rest", resting)
    monkeypatch.setattr("arbor_desktop.search.vectors.REST_SECONDS", 0.01)
    filled.vectors.start()
    assert nearest(filled, "a puppy on the couch") == PETS
    assert rested.wait(60), "loading the model wakes the thread that looks after it"
    assert filled.vectors._index.loaded
    assert nearest(filled, "a puppy on the couch") == PETS


def test_searching_from_many_threads_while_memories_come(filled: MemoryService, watch: Watch) -> None:
    filled.vectors.use(MINILM)
    watch.until("ready", 3)

    def search(number: int) -> bool:
        if number % 5 == 0:
            filled.store(f"Server {number} stands in hall {number * 7}", type="fact")
        return filled.vectors.similar(f"a puppy on couch {number}") is not None

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(search, range(60)))
    watch.until("ready", 15)
    assert nearest(filled, "a puppy on the couch") == PETS
