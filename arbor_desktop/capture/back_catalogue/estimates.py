"""What reading conversations with each backend would take, before anything is read (spec 3.6)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arbor_desktop import resources
from arbor_desktop.capture.back_catalogue.said_shares import Said, share_of
from arbor_desktop.database.connection import Connection
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.with_model.extracting import BACKENDS
from arbor_desktop.models.door import OFFLINE, Model
from arbor_desktop.models.model import Purpose, Usage
from arbor_desktop.models.queries import model_sizes
from arbor_desktop.models.queries.model_sizes import Habit, Size
from arbor_desktop.runtime.runtime import Runtime

TOKEN_BYTES = 3.5
"""Of text, to estimate by: English prose has four to five bytes a token, code and marks fewer."""
SAMPLE = 12
"""So many conversations are cut into windows as they would be sent; where there are more, the others go by
the sums of their sizes and by how these came out."""
AT_ONCE = 3
"""So many conversations are with a model at the same time."""
FENCE_BYTES = 70
"""What stands around each turn."""
WINDOW_BYTES = 80_000
OFFLINE_BYTES_A_SECOND, OFFLINE_CONVERSATION_SECONDS = 500_000, 0.01
"""Measured on a small server while it did other things, from the stored turns to the stored memories: long
conversations go by their text, short ones by their number."""
FEWEST_CALLS, LAST_CALLS = 5, 200
"""The ledger is believed from so many calls on, and asked for so many of the last."""
_GUESSES = {
    "anthropic": Habit(0, Usage(0, 900), 9_000),
    "claude-cli": Habit(0, Usage(0, 900), 20_000),
}
"""Output tokens and milliseconds of one window, where the ledger knows no calls yet."""
_JUDGING = Habit(0, Usage(2_500, 400), 5_000)
"""A conversation's new memories held against what is known: one more call."""


@dataclass(frozen=True, slots=True)
class BackendEstimate:
    """`seconds` and `cost` (US dollars) are rough; None where nothing is known. `batch_cost`: handed in as a
    batch, where that is possible. `measured`: so many calls made before stand behind it; 0: it is a guess."""

    backend: str
    model: str
    seconds: float | None
    cost: float | None
    batch_cost: float | None = None
    measured: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """`characters` of what was said (in bytes of UTF-8), `input_tokens` and `output_tokens` as a model would
    count them. `exact`: what would be sent was cut as it would be, else summed up; `rough`: not even read,
    but told by the sizes of files. `windows` are questions to a model. `prices`: of which day they are."""

    conversations: int
    characters: int
    input_tokens: int
    output_tokens: int
    backends: tuple[BackendEstimate, ...]
    windows: int = 0
    exact: bool = False
    rough: bool = False
    prices: str = ""

    def of(self, backend: str) -> BackendEstimate:
        """What one backend would take. Raises KeyError."""
        for one in self.backends:
            if one.backend == backend:
                return one
        raise KeyError(backend)


@dataclass(frozen=True, slots=True)
class _Work:
    """`shown` bytes in so many `windows`."""

    conversations: int
    said: int
    shown: int
    windows: int


class Estimating:
    """Asks nobody."""

    def __init__(self, runtime: Runtime, model: Model) -> None:
        self._rt = runtime
        self._model = model

    def estimate(self, ids: Sequence[str] | None = None, *, again: bool = False) -> Estimate:
        """Of what waits to be memorized, or of these conversations; `again`: read from their start, of all
        there are without `ids`."""
        found = self._rt.db.read(lambda conn: model_sizes.sizes(conn, ids, again=again))
        if len(found) <= SAMPLE:
            return self._estimate(self._cut(found, again), exact=True)
        chosen = _spread(found)
        cut, summed = self._cut(chosen, again), _summed(chosen)
        ratio = cut.shown / summed.shown if summed.shown else 1.0
        work = _summed(found, ratio)
        return self._estimate(work)

    def estimate_files(self, paths: Iterable[str | Path], source: str | None = None) -> Estimate:
        """Of files and folders that were not read yet, by their sizes and by how much of such files is what
        somebody said. Very rough: half or twice as much is no surprise. What was captured before is left
        out. Raises InvalidInput for a path that is not there."""
        from arbor_desktop.capture.back_catalogue.file_sizes import sizes_of

        found = list(sizes_of(paths, source))
        known = self._rt.db.read(self._shares)
        captured = self._rt.db.read(
            lambda conn: model_sizes.stored(conn, [str(path) for _, path, _ in found])
        )
        number = said = shown = windows = 0.0
        for name, path, size in found:
            if str(path) in captured:
                continue
            share = share_of(name, known)
            each = size * (share.counted + share.turns * FENCE_BYTES)
            held = max(1.0, size * share.conversations)
            number += held
            said += size * share.said
            shown += each
            windows += held * max(1, math.ceil(each / held / WINDOW_BYTES))
        work = _Work(round(number), round(said), round(shown), round(windows))
        return self._estimate(work, rough=True)

    def _shares(self, conn: Connection) -> dict[str, Said]:
        """What the files that were captured on this computer are like, by source."""
        files = model_sizes.source_sizes(conn)
        found: dict[str, list[Size]] = {}
        for one in model_sizes.sizes(conn, None, again=True):
            found.setdefault(one.source, []).append(one)
        return {name: Said.of(all_of, files[name][1]) for name, all_of in found.items() if name in files}

    # -- how much would be sent --

    def _cut(self, sizes: Sequence[Size], again: bool) -> _Work:
        """As it would be sent."""
        from arbor_desktop.extraction.with_model.reading import Reading

        reading = Reading(self._rt, self._model)
        shown = count = read = said = 0
        for size in sizes:
            excerpt = self._rt.db.read(partial(_excerpt, size, again))
            if excerpt is None:
                continue
            cut = reading.windows(excerpt)
            read += 1
            said += size.said
            count += len(cut)
            shown += sum(len(window.text.encode("utf-8", "replace")) for window in cut)
        return _Work(read, said, shown, count)

    # -- what that takes --

    def _estimate(self, work: _Work, *, exact: bool = False, rough: bool = False) -> Estimate:
        fixed = _tokens(len(resources.read_text("prompts/extraction.md").encode()))
        judged = work.conversations if self._rt.settings.get("model.refine") else 0
        tokens_in = _tokens(work.shown) + work.windows * fixed
        backends = []
        tokens_out = 0
        for name in BACKENDS:
            if name == OFFLINE:
                seconds = work.said / OFFLINE_BYTES_A_SECOND
                seconds += work.conversations * OFFLINE_CONVERSATION_SECONDS
                backends.append(BackendEstimate(name, "", seconds, 0.0))
                continue
            one, out = self._backend(name, work, tokens_in, judged)
            backends.append(one)
            tokens_out = tokens_out or out
        return Estimate(
            work.conversations, work.said, tokens_in + judged * _JUDGING.usage.input, tokens_out,
            tuple(backends), work.windows, exact, rough, self._model.prices.said,
        )  # fmt: skip

    def _backend(self, name: str, work: _Work, tokens_in: int, judged: int) -> tuple[BackendEstimate, int]:
        model = self._model.name_of(name)
        reading = self._habit(Purpose.EXTRACTION, name, model) or _GUESSES[name]
        judging = self._habit(Purpose.ADJUDICATION, name, model) or _JUDGING
        used = judging.usage
        input_ = tokens_in + judged * used.all_input
        output = work.windows * reading.usage.output + judged * used.output
        seconds = (work.windows * reading.milliseconds + judged * judging.milliseconds) / 1000
        conversations_at_once = max(1, min(AT_ONCE, work.conversations))
        if name == "claude-cli":
            cost = batch = None
        else:
            # By tiers a price may hang on the size of one call; each is far below all of them.
            calls = max(1, work.windows + judged)
            each = Usage(math.ceil(input_ / calls), math.ceil(output / calls))
            one = self._model.prices.cost(model, each)
            cost = None if one is None else one * calls if work.windows else 0.0
            reading_each = Usage(math.ceil(tokens_in / max(1, work.windows)), reading.usage.output)
            half = self._model.prices.cost(model, reading_each, batch=True)
            batch = self._batch(model, cost, half, work)
        return (
            BackendEstimate(name, model, seconds / conversations_at_once, cost, batch, reading.calls),
            output,
        )

    def _batch(self, model: str, cost: float | None, half: float | None, work: _Work) -> float | None:
        """Only the reading is handed in; each conversation is judged when its answers are there."""
        if cost is None or half is None or not self._model.batches_possible:
            return None
        return cost - half * work.windows

    def _habit(self, purpose: Purpose, backend: str, model: str) -> Habit | None:
        found = self._rt.db.read(
            lambda conn: model_sizes.habit(conn, purpose.value, backend, model, LAST_CALLS)
        )
        return found if found is not None and found.calls >= FEWEST_CALLS else None


def _excerpt(size: Size, again: bool, conn: Connection) -> Excerpt | None:
    from arbor_desktop.capture.back_catalogue.excerpts import excerpt_of

    return excerpt_of(conn, size.row, size.id, again=again)


def _summed(sizes: Sequence[Size], ratio: float = 1.0) -> _Work:
    shown = windows = 0
    for one in sizes:
        each = round((one.counted + FENCE_BYTES * one.turns) * ratio)
        shown += each
        windows += max(1, math.ceil(each / WINDOW_BYTES))
    return _Work(len(sizes), sum(one.said for one in sizes), shown, windows)


def _spread(sizes: Sequence[Size]) -> list[Size]:
    """Some of them, small and large ones alike."""
    by_size = sorted(sizes, key=lambda one: (one.counted, one.row))
    step = (len(by_size) - 1) / (SAMPLE - 1)
    return [by_size[round(number * step)] for number in range(SAMPLE)]


def _tokens(size: int) -> int:
    return math.ceil(size / TOKEN_BYTES)
