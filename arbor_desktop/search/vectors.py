"""Searching by meaning (spec 4.1): which model, what it still has to read, how near texts are."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.base import Embedder, ModelMissing, ModelUnusable
from arbor_desktop.errors import ArborError, InvalidInput
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.meaning import SimilarTurns
from arbor_desktop.search.meaning_client import packed
from arbor_desktop.search.meaning_socket import MeaningSocket
from arbor_desktop.search.model_download import ModelDownload
from arbor_desktop.search.queries import turn_vectors, vectors
from arbor_desktop.search.turn_reading import TurnReading
from arbor_desktop.search.vector_index import VectorIndex
from arbor_desktop.text.relevance import UNREMARKABLE

if TYPE_CHECKING:
    from arbor_desktop.embedding.matrix import Scores

log = logging.getLogger(__name__)

BATCH = 64
"""So many texts are read by the model and stored at a time: what is lost when the program is killed."""
DROPPED_AT_ONCE = 2_000
"""So many vectors of a model that is no longer chosen are deleted in one transaction."""
TOLD_TO_HOOKS = 20_000
"""So many memories that stand out from the rest are told to a hook at most."""
TELL_SECONDS = 0.25
SETTLE_SECONDS = 1.0
"""Changes within so long are taken together."""
READ_SECONDS = 10.0
"""A command that ends reads new memories for so long at most."""
IDLE_SECONDS = 900.0
"""After so long without a search by meaning, model and vectors leave the memory."""

Progress = Callable[[int, int], None]
"""`progress(memories with a vector, memories)`, or the same of turns."""


@dataclass(frozen=True, slots=True)
class VectorState:
    """`state`: off; missing (the model can't be used: `message` says why, `download` names the model to
    download); building (vectors are being made); waiting (some are still to be
    made, but not just now); ready. `done` of `total` memories have a vector, and `turns_done` of
    `turns_total` turns of conversations, both 0 where these are not to be read."""

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
    """A model that can be chosen. `size` is in bytes; `downloadable` are those that can be downloaded, `here`
    are those whose files are on this computer."""

    name: str
    size: int
    here: bool
    downloadable: bool

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


class Vectors:
    """Safe to use from several threads. `similar` works in any process; only one that was told to `start`
    makes vectors by itself."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._models = runtime.home.folder / "models"
        self._index = VectorIndex(runtime, self._open)
        self._turns = TurnReading(runtime)
        self.downloads = ModelDownload(self._models, lambda: runtime.announce(status=True))
        self._hooks = MeaningSocket(
            runtime.home.runtime, self._near, lambda: self._index.loaded or self.similar("memory")
        )
        self._building = threading.Lock()
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._cancelled = threading.Event()
        self._thread: threading.Thread | None = None
        self._ends: list[Callable[[], None]] = []
        self._used = 0.0
        self._reached: tuple[int, int] | None = None

    def _open(self, choice: str, folder: str) -> Embedder:
        return catalogue.open_model(choice, self._models, folder)

    # -- searching --

    def similar(self, query: str) -> Scores | None:
        """How near memories are to a query in meaning; None where search is lexical alone: switched off, the
        model can't be used, or too few memories have a vector yet."""
        if self._rt.settings.get("search.vectors") == catalogue.OFF:
            return None
        self._used = time.monotonic()
        return self._index.similar(query)

    def _near(self, prompt: str) -> bytes:
        """Return what a hook is answered; empty while no model is loaded."""
        found = self.similar(prompt) if self._index.loaded else None
        return b"" if found is None else packed(found.weight, *found.above(UNREMARKABLE, TOLD_TO_HOOKS))

    def similar_turns(self, query: str) -> SimilarTurns | None:
        """The same of what was said in conversations; None also where that is not to be read."""
        if self._rt.settings.get("search.vectors") == catalogue.OFF or not self._reads_turns():
            return None
        self._used = time.monotonic()
        return self._index.similar_turns(query)

    def _reads_turns(self) -> bool:
        return bool(self._rt.settings.get("search.vectors_of_turns"))

    # -- choosing --

    def use(self, choice: str, folder: str | None = None) -> VectorState:
        """Chooses a model ("off": none) and tries to load it. Raises InvalidInput, and where the model can't
        be used ModelMissing or ModelUnusable, with nothing changed."""
        if choice not in catalogue.CHOICES:
            raise InvalidInput(f"There is no model {choice!r}. There are: {', '.join(catalogue.CHOICES)}.")
        place = folder if folder is not None else self._rt.settings.get("search.vectors_folder")
        if choice != catalogue.OFF:
            self._open(choice, place)
        if folder is not None:
            self._rt.settings.set("search.vectors_folder", folder)
        self._rt.settings.set("search.vectors", choice)
        self._index.forget()
        self._cancelled.clear()
        self._wake.set()
        return self.state()

    def models(self) -> list[ModelInfo]:
        """Return the models that have a name."""
        return [
            ModelInfo(name, what.size, catalogue.is_here(name, self._models, ""), downloadable=True)
            for name, what in catalogue.DOWNLOADS.items()
        ]

    def download(self, name: str) -> None:
        """Downloads a model in the background and then chooses it; `downloads` tells how far it is. Raises
        InvalidInput."""
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
        # Nothing is counted anew while vectors are made.
        living, done = self._reached or self._rt.db.read(lambda c: vectors.counts(c, model.name))
        turns, turns_done = 0, 0
        if self._reads_turns():
            turns, turns_done = self._turns.reached or self._rt.db.read(
                lambda c: turn_vectors.counts(c, model.name)
            )
        ready = done >= living and turns_done >= turns
        state = "ready" if ready else "building" if self._building.locked() else "waiting"
        return VectorState(state, choice, folder, model.name, done, living, turns_done, turns)

    # -- making vectors --

    def build(
        self,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        turns_progress: Progress | None = None,
        *,
        turns: bool = True,
    ) -> int:
        """Makes what is missing, of memories and then of `turns`, and deletes the vectors of other models.
        Answers how many were made. Killed or cancelled at any moment, it goes on from the last batch. Raises
        ModelMissing, ModelUnusable."""
        model = self._index.model()
        if model is None:
            return 0
        with self._building:
            try:
                made = self._make(model, progress, cancelled)
            finally:
                self._reached = None
            if turns and self._reads_turns():
                made += self._turns.read(
                    model, turns_progress, lambda: cancelled() or not self._reads_turns()
                )
            while not cancelled() and self._drop_others(model.name):
                pass
        return made

    def read_new(self) -> None:
        """Make the vectors of new memories before a command ends. The window and `watch` do the rest."""
        name = self._name()
        if name is not None and self._unread(name):
            end = time.monotonic() + READ_SECONDS
            with contextlib.suppress(ModelMissing, ModelUnusable):  # `state` says why
                self.build(cancelled=lambda: time.monotonic() > end, turns=False)

    def _make(self, model: Embedder, progress: Progress | None, cancelled: Callable[[], bool]) -> int:
        total, done = self._rt.db.read(lambda c: vectors.counts(c, model.name))
        made = after = 0
        while done < total and not cancelled():
            batch = self._rt.db.read(lambda c, a=after: vectors.missing(c, model.name, a, BATCH))  # type: ignore[misc]
            if not batch:
                break
            made += self._store(model, batch)
            after = batch[-1][0]
            self._reached = (total, done + made) if done + made < total else None
            if progress is not None:
                progress(min(total, done + made), total)
        return made

    def _store(self, model: Embedder, batch: list[tuple[int, str]]) -> int:
        from arbor_desktop.embedding.arrays import packed  # numpy only where vectors are used

        blobs = packed(model.passages([text for _, text in batch]))
        given = [(row, text, blob) for (row, text), blob in zip(batch, blobs, strict=True)]
        return self._rt.db.write(lambda c: vectors.put(c, model.name, given, self._rt.clock()))

    def _drop_others(self, name: str) -> bool:
        """Drops some; False where there are none."""
        if not self._rt.db.read(lambda c: vectors.has_others(c, name)):
            return False
        self._rt.db.write(lambda c: vectors.drop_others(c, name, DROPPED_AT_ONCE))
        return True

    def cancel(self) -> None:
        """Ends the making of vectors in this process until a model is chosen again or `resume` is called."""
        self._cancelled.set()

    def resume(self) -> None:
        """Takes up what `cancel` ended; also tries again to load a model that could not be loaded."""
        self._cancelled.clear()
        self._index.forget()
        self._wake.set()

    # -- in the background --

    def start(self) -> None:
        """Makes vectors of what changes, here and in other processes, from now on."""
        if self._thread is not None:
            return
        self._stop.clear()
        self._ends = [self._rt.events.subscribe(self._changed)]
        self._thread = threading.Thread(target=self._run, name="arbor-vectors", daemon=True)
        self._wake.set()
        self._thread.start()
        self._hooks.start()

    def close(self) -> None:
        self._hooks.close()
        self.downloads.close()
        self._stop.set()
        self._wake.set()
        for end in self._ends:
            end()
        self._ends = []
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._index.forget()

    def _changed(self, changes: Changes) -> None:
        if changes.all_memories:  # another process, or a restored backup
            self._index.forget_vectors()
            self._turns.forget()
        said = changes.conversations or changes.all_conversations
        if changes.memories or changes.all_memories or changes.settings or said:
            self._wake.set()

    def _run(self) -> None:
        _be_modest()
        while not self._stop.is_set():
            if self._wake.wait(IDLE_SECONDS):
                self._stop.wait(SETTLE_SECONDS)
                self._wake.clear()
                self._catch_up()
            if time.monotonic() - self._used > IDLE_SECONDS:
                self._index.forget()

    def _catch_up(self) -> None:
        if self._stop.is_set() or self._cancelled.is_set() or self._all_read():
            return
        tell = _Seldom(lambda: self._rt.announce(status=True))
        try:
            made = self.build(lambda done, total: tell(), self._is_ended, lambda done, total: tell())
        except (ModelMissing, ModelUnusable):
            made = 1  # the state says why
        except ArborError as error:
            log.warning("Vectors could not be made: %s", error)
            return
        if made:
            self._rt.announce(status=True)

    def _all_read(self) -> bool:
        """Return whether nothing is to be read. Loads no model."""
        name = self._name()
        if name is None or self._unread(name) or self._rt.db.read(lambda c: vectors.has_others(c, name)):
            return False
        turns, done = self._rt.db.read(lambda c: turn_vectors.counts(c, name))
        return done >= turns or not self._reads_turns()

    def _name(self) -> str | None:
        """Return the name of the chosen model; None if none is chosen or it is not here."""
        choice, folder = self._index.chosen()
        return catalogue.name_of(choice, self._models, folder)

    def _unread(self, name: str) -> bool:
        living, done = self._rt.db.read(lambda c: vectors.counts(c, name))
        return done < living

    def _is_ended(self) -> bool:
        return self._stop.is_set() or self._cancelled.is_set() or self._index.outdated()


class _Seldom:
    """Calls through at most every TELL_SECONDS."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._last = 0.0

    def __call__(self) -> None:
        now = time.monotonic()
        if now - self._last >= TELL_SECONDS:
            self._last = now
            self._call()


def _be_modest() -> None:
    """Lets everything else on the computer go first, where threads have a priority of their own (Linux)."""
    import os
    import sys

    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
