"""Downloading a model that a person asked for: at once, or beside everything else with its progress told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.embedding import catalogue
from arbor_desktop.errors import ArborError, InvalidInput

TELL_SECONDS = 0.2

Progress = Callable[[int, int], None]
"""`progress(bytes here, bytes in all)`."""


@dataclass(frozen=True, slots=True)
class DownloadState:
    """A download that runs, or that ended with `error` (None: it was stopped, or all is well). In bytes."""

    model: str
    done: int
    total: int
    running: bool
    error: str | None = None


class ModelDownload:
    """One download at a time. `tell()` is called when its state changed, a few times a second at most.
    `base` is another address to fetch models from."""

    def __init__(self, models: Path, tell: Callable[[], None], base: str | None = None) -> None:
        self._models, self._tell, self.base = models, tell, base
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._told = 0.0
        self.state: DownloadState | None = None

    def run(self, model: str, progress: Progress = lambda done, total: None) -> Path:
        """Downloads here and now. Answers the model's folder. Raises InvalidInput, DownloadFailed,
        DownloadCancelled."""
        what = catalogue.DOWNLOADS.get(model)
        if what is None:
            known = ", ".join(catalogue.DOWNLOADS)
            raise InvalidInput(f"There is no model {model!r} to download. There are: {known}.")
        from arbor_desktop.embedding import download  # hardly any run needs it

        target = catalogue.model_folder(self._models, model)
        download.fetch(what, target, progress=progress, cancelled=self._stop.is_set, base=self.base)
        return target

    def start(self, model: str, done: Callable[[], None]) -> None:
        """Downloads on a thread of its own; `done()` is called there once all of it is here. Does nothing
        while one runs."""
        with self._lock:
            if self.state is not None and self.state.running:
                return
            self._stop.clear()
            self.state = DownloadState(model, 0, catalogue.DOWNLOADS[model].size, running=True)
            self._thread = threading.Thread(
                target=self._run, args=(model, done), name="arbor-model-download", daemon=True
            )
            self._thread.start()
        self._tell()

    def cancel(self) -> None:
        """Stops it; what came so far is kept for the next time."""
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, model: str, done: Callable[[], None]) -> None:
        from arbor_desktop.embedding.download import DownloadCancelled

        error = None
        try:
            self.run(model, lambda here, total: self._moved(model, here, total))
            done()
        except DownloadCancelled:
            pass
        except ArborError as failure:
            error = failure.message
        last = self.state
        reached, total = (last.done, last.total) if last is not None else (0, 0)
        self.state = DownloadState(model, reached, total, running=False, error=error)
        self._tell()

    def _moved(self, model: str, here: int, total: int) -> None:
        self.state = DownloadState(model, here, total, running=True)
        now = time.monotonic()
        if now - self._told >= TELL_SECONDS:
            self._told = now
            self._tell()
