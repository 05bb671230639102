"""Search by meaning (spec 4.1): choosing and downloading a model, building vectors in the background."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.bert import Embedder, ModelMissing, ModelUnusable
from arbor_desktop.errors import ArborError, InvalidInput
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search import similarity_client
from arbor_desktop.search.model import Similar, SimilarTurns
from arbor_desktop.search.queries import vectors
from arbor_desktop.search.similarity_client import packed
from arbor_desktop.search.similarity_server import SimilarityServer
from arbor_desktop.search.vector_index import Progress, VectorBuilder, VectorIndex
from arbor_desktop.text.ranking import UNREMARKABLE

log = logging.getLogger(__name__)

HOOK_MEMORIES = 20_000
"""The most memories that a hook gets, of those that stand out from the rest."""
ANNOUNCE_SECONDS = 0.25
"""Least time between two announcements of progress."""
SETTLE_SECONDS = 1.0
"""Changes within this time are handled together."""
READ_SECONDS = 10.0
"""Time that a command which ends spends on new memories at most."""
_LOADED = Changes(meaning=True)
ASK_SECONDS = 0.5
"""Time that another process has to compare."""
IDLE_SECONDS = 900.0
"""Time without a search by meaning after which model and vectors leave the memory."""
REST_SECONDS = 60.0
"""Time after which the model's weights leave it, which costs the next search nothing."""


@dataclass(frozen=True, slots=True)
class VectorState:
    """`state`: off; missing (the model can't be used: `message` says why, `download` names the model to
    download); building; waiting (some vectors are still to be made, but not now); ready. `done` of `total`
    memories have a vector, and `turns_done` of `turns_total` turns of conversations, both 0 where these are
    not to be read."""

    state: str
    choice: str
    folder: str = ""
    model: str | None = None
    done: int = 0
    total: int = 0
    turns_done: int = 0
    turns_total: int = 0
    message: str | None = None
    download: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that can be chosen. `size` is in bytes; `here`: its files are on this computer."""

    name: str
    size: int
    here: bool
    downloadable: bool

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class DownloadState:
    """A download that runs, or that ended with `error` (None: it was stopped or succeeded). In bytes."""

    model: str
    done: int
    total: int
    running: bool
    error: str | None = None


class ModelDownload:
    """Downloads one model at a time. `announce` is called when its state changed. `base` is another address
    to fetch models from."""

    def __init__(self, models: Path, announce: Callable[[], None], base: str | None = None) -> None:
        self._models, self._announce, self.base = models, announce, base
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.state: DownloadState | None = None

    def run(self, model: str, progress: Progress = lambda done, total: None) -> Path:
        """Download a model here and now, and return its folder. `progress` is in bytes.

        Raises InvalidInput, DownloadFailed, DownloadCancelled.
        """
        what = catalogue.DOWNLOADS.get(model)
        if what is None:
            known = ", ".join(catalogue.DOWNLOADS)
            raise InvalidInput(f"There is no model {model!r} to download. There are: {known}.")
        from arbor_desktop.embedding import download  # hardly any run needs it

        target = catalogue.model_folder(self._models, model)
        download.fetch(what, target, progress=progress, cancelled=self._stop.is_set, base=self.base)
        return target

    def start(self, model: str, done: Callable[[], None]) -> None:
        """Download in the background; `done()` is called there at the end. Does nothing while one runs."""
        with self._lock:
            if self.state is not None and self.state.running:
                return
            self._stop.clear()
            self.state = DownloadState(model, 0, catalogue.DOWNLOADS[model].size, running=True)
            self._thread = threading.Thread(
                target=self._run, args=(model, done), name="arbor-model-download", daemon=True
            )
            self._thread.start()
        self._announce()

    def cancel(self) -> None:
        """Stop it; the part that is here is kept for the next time."""
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, model: str, done: Callable[[], None]) -> None:
        from arbor_desktop.embedding.download import DownloadCancelled

        announce = _Throttle(self._announce)

        def progress(here: int, total: int) -> None:
            self.state = DownloadState(model, here, total, running=True)
            announce()

        error = None
        try:
            self.run(model, progress)
            done()
        except DownloadCancelled:
            pass
        except ArborError as failure:
            error = failure.message
        last = self.state
        here, total = (last.done, last.total) if last is not None else (0, 0)
        self.state = DownloadState(model, here, total, running=False, error=error)
        self._announce()


class Vectors:
    """Safe to use from several threads. `similar` works in any process; vectors are built in the background
    by one that called `start`."""

    def __init__(self, runtime: Runtime, has_to_wait: Callable[[], bool] = lambda: False) -> None:
        """`has_to_wait`: whether heavy work has to; turns are not read in the background then."""
        self._rt = runtime
        self._has_to_wait, self._put_off = has_to_wait, False
        self._models = runtime.home.folder / "models"
        self._index = VectorIndex(runtime, self._open)
        self._builder = VectorBuilder(runtime)
        self.downloads = ModelDownload(self._models, lambda: runtime.announce(status=True))
        self._server = SimilarityServer(
            runtime.home.runtime, self._answer_hook, lambda: self._index.loaded or self.similar("memory"),
            runtime.db.key,
        )  # fmt: skip
        self._building = threading.Lock()
        self._loading = threading.Lock()
        self._loader: threading.Thread | None = None
        self._in_vain = False
        """Loading failed, and nothing has changed since."""
        self._thread = BackgroundThread(
            "arbor-vectors", self._work, "Vectors could not be made",
            retry_seconds=IDLE_SECONDS, settle_seconds=SETTLE_SECONDS,
            subscribe=lambda: runtime.events.subscribe(self._changed),
        )  # fmt: skip
        self._cancelled = threading.Event()
        self._used = 0.0

    def _open(self, choice: str, folder: str) -> Embedder:
        return catalogue.open_model(choice, self._models, folder)

    # -- searching --

    def similar(self, query: str, *, wait: bool = True) -> Similar | None:
        """Compare a query with all memories in meaning, in a running window or `watch` if it has the model
        loaded and this process does not.

        None where search is lexical alone: switched off, the model can't be used, or too few memories have a
        vector yet. Without `wait`, also until the model is loaded, which then happens on another thread:
        that takes seconds where the computer is busy. Its end is announced as `meaning`.
        """
        if self._is_off():
            return None
        self._used = time.monotonic()
        loaded = self._index.loaded
        if not loaded and not self._server.listening:
            near = similarity_client.ask(str(self._rt.home.folder), query, ASK_SECONDS)
            if near is not None:
                return near
        if not wait and not loaded:
            self._load_beside()
            return None
        found = self._index.similar(query)
        if not loaded:
            self._thread.wake()  # it looks more often while a model is loaded
        return found

    def _load_beside(self) -> None:
        with self._loading:
            if not self._in_vain and (self._loader is None or not self._loader.is_alive()):
                self._loader = threading.Thread(target=self._load, name="arbor-model", daemon=True)
                self._loader.start()

    def _load(self) -> None:
        try:
            loaded = self._index.load()
        except ArborError as error:  # the file is busy
            log.warning("Search goes by words: %s", error.message)
            return
        self._in_vain = not loaded
        if loaded:
            self._thread.wake()
            self._rt.announce(meaning=True)

    def _answer_hook(self, prompt: str) -> bytes:
        """Return the answer to a hook; empty while no model is loaded."""
        self._used = time.monotonic()
        found = self._index.similar(prompt) if self._index.loaded else None
        return b"" if found is None else packed(found.weight, *found.above(UNREMARKABLE, HOOK_MEMORIES))

    def similar_turns(self, query: str) -> SimilarTurns | None:
        """Compare a query with all turns in meaning; None also where turns are not to be read."""
        if self._is_off() or not self._reads_turns():
            return None
        self._used = time.monotonic()
        return self._index.similar_turns(query)

    def _is_off(self) -> bool:
        return bool(self._rt.settings.get("search.vectors") == catalogue.OFF)

    def _reads_turns(self) -> bool:
        return bool(self._rt.settings.get("search.vectors_of_turns"))

    # -- choosing --

    def use(self, choice: str, folder: str | None = None) -> VectorState:
        """Choose a model ("off": none) and try to load it.

        Raises InvalidInput, and ModelMissing or ModelUnusable with nothing changed.
        """
        if choice not in catalogue.CHOICES:
            raise InvalidInput(f"There is no model {choice!r}. There are: {', '.join(catalogue.CHOICES)}.")
        place = folder if folder is not None else self._rt.settings.get("search.vectors_folder")
        if choice != catalogue.OFF:
            self._open(choice, place)
        if folder is not None:
            self._rt.settings.set("search.vectors_folder", folder)
        self._rt.settings.set("search.vectors", choice)
        self.resume()
        return self.state()

    def models(self) -> list[ModelInfo]:
        """Return the models that have a name."""
        return [
            ModelInfo(name, what.size, catalogue.is_here(name, self._models, ""), downloadable=True)
            for name, what in catalogue.DOWNLOADS.items()
        ]

    def download(self, name: str) -> None:
        """Download a model in the background and then choose it; `downloads` has the progress.

        Raises InvalidInput.
        """
        if name not in catalogue.DOWNLOADS:
            raise InvalidInput(f"There is no model {name!r} to download.")
        self.downloads.start(name, lambda: self._downloaded(name))

    def _downloaded(self, name: str) -> None:
        self.use(name)

    def state(self) -> VectorState:
        choice, folder = self._index.chosen()
        if choice == catalogue.OFF:
            return VectorState("off", choice, folder)
        try:
            model = self._index.model()
        except (ModelMissing, ModelUnusable) as error:
            living = self._rt.db.read(vectors.living)
            return VectorState(
                "missing", choice, folder, total=living, message=error.message,
                download=error.context.get("download"),
            )  # fmt: skip
        if model is None:  # switched off meanwhile
            return VectorState("off", catalogue.OFF, folder)
        # Nothing is counted again while vectors are built.
        living, done = self._builder.memories or self._rt.db.read(lambda c: vectors.counts(c, model.name))
        turns, turns_done = 0, 0
        if self._reads_turns():
            turns, turns_done = self._builder.turns or self._rt.db.read(
                lambda c: vectors.count_turns(c, model.name)
            )
        ready = done >= living and turns_done >= turns
        state = "ready" if ready else "building" if self._building.locked() else "waiting"
        return VectorState(state, choice, folder, model.name, done, living, turns_done, turns)

    # -- building --

    def build(
        self,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        turns_progress: Progress | None = None,
        *,
        turns: bool = True,
    ) -> int:
        """Build the missing vectors of memories, then of `turns`, and delete those of other models.

        Return how many were made. Killed or cancelled at any moment, it goes on from the last batch. Raises
        ModelMissing, ModelUnusable.
        """
        model = self._index.model()
        if model is None:
            return 0
        with self._building:
            made = self._builder.build_memories(model, progress, cancelled)
            if turns and self._reads_turns():
                made += self._builder.build_turns(
                    model, turns_progress, lambda: cancelled() or not self._reads_turns()
                )
            self._builder.drop_others(model.name, cancelled)
        return made

    def read_new(self) -> None:
        """Build the vectors of new memories before a command ends. The window and `watch` do the rest."""
        name = self._name()
        if name is not None and self._unread(name):
            end = time.monotonic() + READ_SECONDS
            with contextlib.suppress(ModelMissing, ModelUnusable):  # `state` says why
                self.build(cancelled=lambda: time.monotonic() > end, turns=False)

    def cancel(self) -> None:
        """Stop building in this process until a model is chosen again or `resume` is called."""
        self._cancelled.set()

    def resume(self) -> None:
        """Go on after `cancel`; also try again to load a model that could not be loaded."""
        self._cancelled.clear()
        self._in_vain = False
        self._index.forget()
        self._thread.wake()

    # -- in the background --

    def start(self) -> None:
        """Build vectors of what changes, here and in other processes, from now on; answer hooks."""
        if self._thread.start():
            self._server.start()

    def close(self) -> None:
        self._server.close()
        self.downloads.close()
        self._thread.stop()
        with self._loading:
            self._in_vain = True
        if self._loader is not None:
            self._loader.join()
        self._index.forget()

    def _changed(self, changes: Changes) -> None:
        if changes != _LOADED:
            self._in_vain = False
        if changes.all_memories:  # another process, or a restored backup
            self._index.forget_vectors()
            self._builder.forget()
        said = changes.conversations or changes.all_conversations
        if changes.memories or changes.all_memories or changes.settings or said:
            self._thread.wake()

    def _work(self) -> float:
        if sys.platform == "linux":  # let everything else on the computer go first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        self._catch_up()
        unused = time.monotonic() - self._used
        if unused > IDLE_SECONDS:
            self._index.forget()
        elif unused > REST_SECONDS:
            self._index.rest()
        return REST_SECONDS if self._index.loaded or self._put_off else IDLE_SECONDS

    def _catch_up(self) -> None:
        self._put_off = False
        if self._thread.stopping or self._cancelled.is_set() or self._all_read():
            return
        announce = _Throttle(lambda: self._rt.announce(status=True))
        turns = not self._has_to_wait()  # those of memories are few, and searched soon

        def cancelled() -> bool:
            stopped = self._thread.stopping or self._cancelled.is_set() or self._index.outdated()
            return stopped or (turns and self._has_to_wait())

        try:
            made = self.build(
                lambda done, total: announce(), cancelled, lambda done, total: announce(), turns=turns
            )
        except (ModelMissing, ModelUnusable):
            made = 1  # the state says why
        self._put_off = self._has_to_wait()
        if made:
            self._rt.announce(status=True)

    def _all_read(self) -> bool:
        """Return whether nothing is to be read. Loads no model."""
        name = self._name()
        if name is None or self._unread(name) or self._rt.db.read(lambda c: vectors.has_others(c, name)):
            return False
        turns, done = self._rt.db.read(lambda c: vectors.count_turns(c, name))
        return done >= turns or not self._reads_turns()

    def _name(self) -> str | None:
        """Return the name of the chosen model; None if none is chosen or it is not here."""
        choice, folder = self._index.chosen()
        return catalogue.name_of(choice, self._models, folder)

    def _unread(self, name: str) -> bool:
        living, done = self._rt.db.read(lambda c: vectors.counts(c, name))
        return done < living


class _Throttle:
    """Passes calls on, at most one every ANNOUNCE_SECONDS."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._last = 0.0

    def __call__(self) -> None:
        now = time.monotonic()
        if now - self._last >= ANNOUNCE_SECONDS:
            self._last = now
            self._call()
