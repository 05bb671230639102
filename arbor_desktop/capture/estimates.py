"""Estimates of what reading conversations would cost with each backend, before any is read (spec 3.6)."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop import resources
from arbor_desktop.capture import queries
from arbor_desktop.capture.model import AT_ONCE
from arbor_desktop.capture.queries import Size
from arbor_desktop.conversations import files
from arbor_desktop.database.connection import Connection
from arbor_desktop.extraction.with_model.extraction import BACKENDS
from arbor_desktop.llm.client import OFFLINE, ModelClient
from arbor_desktop.llm.model import Purpose, Usage
from arbor_desktop.llm.queries import ledger
from arbor_desktop.llm.queries.ledger import Habit
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

TOKEN_BYTES = 3.5
"""Bytes of text a token, to estimate by: English prose has four to five, code and marks fewer."""
SAMPLE = 12
"""Conversations that are cut into windows as they would be sent. Of more, the others are estimated by the
sums of their sizes and by how these turned out."""
FENCE_BYTES = 70
"""Bytes of markup around each turn."""
WINDOW_BYTES = 80_000
OFFLINE_BYTES_A_SECOND, OFFLINE_CONVERSATION_SECONDS = 500_000, 0.01
"""Measured on a small, busy server, from stored turns to stored memories: long conversations go by their
text, short ones by their number."""
FEWEST_CALLS, LAST_CALLS = 5, 200
"""The ledger is used from this many calls on, and asked for this many of the last."""
_GUESSES = {
    "anthropic": Habit(0, Usage(0, 900), 9_000),
    "claude-cli": Habit(0, Usage(0, 900), 20_000),
}
"""Output tokens and milliseconds of one window, where the ledger has no calls yet."""
_JUDGING = Habit(0, Usage(2_500, 400), 5_000)
"""The call that compares a conversation's new memories with existing ones."""
ENOUGH_CONVERSATIONS = 20
"""Captured conversations of a source from which on their shares are used instead of `SHARES`."""


@dataclass(frozen=True, slots=True)
class BackendEstimate:
    """`seconds` and `cost` (US dollars) are rough; None where nothing is known. `batch_cost`: the cost in a
    batch, where that is possible. `measured`: how many earlier calls it is based on; 0 is a guess."""

    backend: str
    model: str
    seconds: float | None
    cost: float | None
    batch_cost: float | None = None
    measured: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """`characters` of all text (in bytes of UTF-8), `input_tokens` and `output_tokens` as a model would
    count them. `exact`: text was cut as it would be sent, else sizes were summed; `rough`: only the sizes of
    files are known. `windows` are questions to a model. `prices`: the day they are from."""

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
        """Return the estimate for one backend. Raises KeyError."""
        for one in self.backends:
            if one.backend == backend:
                return one
        raise KeyError(backend)


@dataclass(frozen=True, slots=True)
class Shares:
    """Figures per byte of a file: bytes of text, those of them a model would be shown, turns and
    conversations."""

    text: float
    shown: float
    turns: float
    conversations: float

    @classmethod
    def per_million(cls, text: float, shown: float, turns: float, conversations: float) -> Shares:
        """Make shares of which `turns` and `conversations` are given per million bytes."""
        return cls(text, shown, turns / 1e6, conversations / 1e6)


SHARES = {
    "aider": Shares.per_million(0.6, 0.6, 1400, 200),
    "chatgpt": Shares.per_million(0.2, 0.12, 130, 30),
    "claude-ai": Shares.per_million(0.15, 0.1, 140, 40),
    "claude-code": Shares.per_million(0.012, 0.01, 36, 2.7),
    "codex": Shares.per_million(0.012, 0.01, 42, 9),
    "copilot-cli": Shares.per_million(0.014, 0.014, 73, 17),
    "gemini-cli": Shares.per_million(0.03, 0.03, 430, 100),
    "llm": Shares.per_million(0.05, 0.05, 100, 20),
    "specstory": Shares.per_million(0.26, 0.26, 1500, 100),
    "transcript": Shares.per_million(0.9, 0.9, 3000, 300),
}
"""Measured on sample files of each, rounded; exports with few long talks may be twice as much."""
OTHERS = Shares.per_million(0.03, 0.03, 200, 20)


@dataclass(frozen=True, slots=True)
class _Work:
    """Bytes of text, those that are shown to a model, and the number of its questions (`windows`)."""

    conversations: int
    text: int
    shown: int
    windows: int


class Estimates:
    """Estimates without asking any model."""

    def __init__(self, runtime: Runtime, model: ModelClient) -> None:
        self._rt = runtime
        self._model = model

    def estimate(self, ids: Sequence[str] | None = None, *, again: bool = False) -> Estimate:
        """Estimate unread conversations, or those of `ids`.

        `again`: read from their start; without `ids`, all conversations.
        """
        found = self._rt.db.read(lambda conn: queries.sizes(conn, ids, again=again))
        if len(found) <= SAMPLE:
            return self._estimate(self._cut(found, again), exact=True)
        chosen = _spread(found)
        cut, summed = self._cut(chosen, again), _summed(chosen)
        return self._estimate(_summed(found, cut.shown / summed.shown if summed.shown else 1.0))

    def estimate_files(self, paths: Iterable[str | Path], source: str | None = None) -> Estimate:
        """Estimate files and folders that were not captured yet, by their sizes.

        Very rough: half or twice as much is no surprise. Raises InvalidInput for a path that does not exist.
        """
        found = list(_files(paths, source))
        known = self._rt.db.read(_shares)
        captured = self._rt.db.read(
            lambda conn: queries.read_before(conn, [str(path) for _, path, _ in found])
        )
        number = text = shown = windows = 0.0
        for name, path, size in found:
            if str(path) in captured:
                continue
            share = known.get(name) or SHARES.get(name, OTHERS)
            each = size * (share.shown + share.turns * FENCE_BYTES)
            held = max(1.0, size * share.conversations)
            number += held
            text += size * share.text
            shown += each
            windows += held * max(1, math.ceil(each / held / WINDOW_BYTES))
        work = _Work(round(number), round(text), round(shown), round(windows))
        return self._estimate(work, rough=True)

    def _cut(self, sizes: Sequence[Size], again: bool) -> _Work:
        """Cut conversations into windows as they would be sent."""
        from arbor_desktop.capture.memorization import excerpt_of
        from arbor_desktop.extraction.with_model.extraction import ModelExtraction

        reading = ModelExtraction(self._rt, self._model)
        shown = count = read = text = 0
        for size in sizes:
            excerpt = self._rt.db.read(lambda conn, id=size.id: excerpt_of(conn, id, again=again))  # type: ignore[misc]
            if excerpt is None:
                continue
            cut = reading.windows(excerpt)
            read += 1
            text += size.bytes
            count += len(cut)
            shown += sum(len(window.text.encode("utf-8", "replace")) for window in cut)
        return _Work(read, text, shown, count)

    def _estimate(self, work: _Work, *, exact: bool = False, rough: bool = False) -> Estimate:
        fixed = _tokens(len(resources.read_text("prompts/extraction.md").encode()))
        judged = work.conversations if self._rt.settings.get("model.refine") else 0
        tokens_in = _tokens(work.shown) + work.windows * fixed
        backends = []
        tokens_out = 0
        for name in BACKENDS:
            if name == OFFLINE:
                seconds = work.text / OFFLINE_BYTES_A_SECOND
                seconds += work.conversations * OFFLINE_CONVERSATION_SECONDS
                backends.append(BackendEstimate(name, "", seconds, 0.0))
                continue
            one, out = self._backend(name, work, tokens_in, judged)
            backends.append(one)
            tokens_out = tokens_out or out
        return Estimate(
            work.conversations, work.text, tokens_in + judged * _JUDGING.usage.input, tokens_out,
            tuple(backends), work.windows, exact, rough, self._model.costs.prices.label,
        )  # fmt: skip

    def _backend(self, name: str, work: _Work, tokens_in: int, judged: int) -> tuple[BackendEstimate, int]:
        """Return the estimate for a backend and its output tokens."""
        model = self._model.model_name(name)
        reading = self._habit(Purpose.EXTRACTION, name, model) or _GUESSES[name]
        judging = self._habit(Purpose.JUDGEMENT, name, model) or _JUDGING
        input_ = tokens_in + judged * judging.usage.all_input
        output = work.windows * reading.usage.output + judged * judging.usage.output
        seconds = (work.windows * reading.milliseconds + judged * judging.milliseconds) / 1000
        seconds /= max(1, min(AT_ONCE, work.conversations))
        cost = batch = None
        if name != "claude-cli":
            # Some prices depend on the size of one call; each call is far below all limits.
            calls = max(1, work.windows + judged)
            each = Usage(math.ceil(input_ / calls), math.ceil(output / calls))
            one = self._model.costs.prices.cost(model, each)
            cost = None if one is None else one * calls if work.windows else 0.0
            reading_each = Usage(math.ceil(tokens_in / max(1, work.windows)), reading.usage.output)
            half = self._model.costs.prices.cost(model, reading_each, batch=True)
            if cost is not None and half is not None and self._model.batches_possible:
                # Only the reading goes into the batch; each conversation is judged when its answers are
                # there.
                batch = cost - half * work.windows
        return BackendEstimate(name, model, seconds, cost, batch, reading.calls), output

    def _habit(self, purpose: Purpose, backend: str, model: str) -> Habit | None:
        found = self._rt.db.read(lambda conn: ledger.habit(conn, purpose.value, backend, model, LAST_CALLS))
        return found if found is not None and found.calls >= FEWEST_CALLS else None


def _shares(conn: Connection) -> dict[str, Shares]:
    """Return the shares of the files captured on this computer, of each source with enough conversations."""
    files_of = queries.source_sizes(conn)
    found: dict[str, list[Size]] = {}
    for one in queries.sizes(conn, None, again=True):
        found.setdefault(one.source, []).append(one)
    shares = {}
    for name, sizes in found.items():
        if name in files_of and len(sizes) >= ENOUGH_CONVERSATIONS:
            total = max(1, files_of[name])
            shares[name] = Shares(
                sum(one.bytes for one in sizes) / total,
                sum(one.shown for one in sizes) / total,
                sum(one.turns for one in sizes) / total,
                len(sizes) / total,
            )
    return shares


def _files(paths: Iterable[str | Path], source: str | None) -> Iterator[tuple[str, Path, int]]:
    """Yield (source, path, bytes) of each conversation file, of which only the beginning is read.

    Raises InvalidInput for a path that does not exist.
    """
    from arbor_desktop.conversations.readers.registry import all_readers, detect

    def passed_over(error: OSError) -> None:
        log.info("Not counted in the estimate: %s", error)

    readers = all_readers()
    for file in files.meant_by(paths, passed_over):
        try:
            size = file.stat().st_size
            reader = detect(file, readers, hint=source) if size else None
        except OSError as error:  # it vanished meanwhile, or can't be read
            passed_over(error)
            continue
        if reader is not None:
            yield reader.source, file, size


def _summed(sizes: Sequence[Size], ratio: float = 1.0) -> _Work:
    shown = windows = 0
    for one in sizes:
        each = round((one.shown + FENCE_BYTES * one.turns) * ratio)
        shown += each
        windows += max(1, math.ceil(each / WINDOW_BYTES))
    return _Work(len(sizes), sum(one.bytes for one in sizes), shown, windows)


def _spread(sizes: Sequence[Size]) -> list[Size]:
    """Choose a sample of small and large conversations alike."""
    by_size = sorted(sizes, key=lambda one: (one.shown, one.row))
    step = (len(by_size) - 1) / (SAMPLE - 1)
    return [by_size[round(number * step)] for number in range(SAMPLE)]


def _tokens(size: int) -> int:
    return math.ceil(size / TOKEN_BYTES)
