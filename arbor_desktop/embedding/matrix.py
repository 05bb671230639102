"""All vectors of a store in memory, one byte a dimension, compared with a query one by one (no index).

Measured at 100,000 × 256 on one core: int8 in blocks that are widened to float32 inside the processor's cache
and handed to BLAS 5 ms, float32 as it lies in memory 12 ms (it waits for memory), int8 or int16 products in
numpy itself 8 to 16 ms. An approximate index would save milliseconds and cost exactness.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from arbor_desktop.embedding.bert import numpy, packed_size, unpacked

FEW = 256
"""With fewer vectors, a query is also compared with `BACKGROUND`.

How far a memory stands out from all others can be said where there are many. Of three, one always does; so a
small store is compared as if it also had these texts, which have nothing to do with each other or anybody.
"""
BLOCK_FLOATS = 1 << 19
"""Numbers that are widened at a time: 2 MB, which stay in the cache."""
BACKGROUND = (
    "The library opens at nine and closes at six",
    "Tests run before every merge",
    "Her brother moved to another city last autumn",
    "The parser reads one line at a time",
    "Rice should rest for ten minutes after cooking",
    "The budget is reviewed in the second quarter",
    "Error messages are written in plain language",
    "The train was late because of snow",
    "Images are scaled down before they are stored",
    "He plays the piano on weekends",
    "The contract ends in five years",
    "Passwords are never written to the log",
    "A cold front brings rain from the north",
    "The function returns an empty list when nothing fits",
    "They painted the kitchen yellow",
    "Our customers are mostly small shops",
    "The museum shows old maps and globes",
    "Every branch is named after its ticket",
    "Vitamin C is found in peppers",
    "The server has two network cards",
    "My neighbour grows tomatoes on the balcony",
    "Dates are given in the international format",
    "The team won by a single point",
    "Backups are kept on a separate disk",
    "She prefers tea without sugar",
    "The queue is emptied every minute",
    "Whales breathe air and sleep near the surface",
    "Invoices are sent at the end of the month",
    "The button turns grey while it loads",
    "We met at a concert by the lake",
    "The old bridge was closed for repairs",
    "Variables have short and telling names",
)


class Scores:
    """One query compared with all (`search.meaning.SimilarTurns`). `beside` gives the cosines of texts about
    this and that, which count among those that a vector stands out from where there are few."""

    def __init__(
        self, rows: Any, cosines: Any, weight: float, beside: Callable[[], Any] | None = None
    ) -> None:
        np = numpy()
        few = beside is not None and len(rows) < FEW
        every = np.concatenate([cosines, beside()]) if few and beside else cosines
        spread = float(every.std()) if len(every) else 0.0
        # one vector, or all the same: none stands out
        self._scores = cosines * 0 if spread < 1e-9 else (cosines - every.mean()) / spread
        self._rows, self._cosines, self._beside, self.weight = rows, cosines, beside, weight

    def among(self, rows: Sequence[int]) -> Scores:
        np = numpy()
        chosen = np.isin(self._rows, np.asarray(rows, np.int64))
        return Scores(self._rows[chosen], self._cosines[chosen], self.weight, self._beside)

    def best(self, count: int) -> list[tuple[int, float]]:
        np = numpy()
        count = min(count, len(self._rows))
        if count <= 0:
            return []
        found = np.argpartition(-self._scores, count - 1)[:count]
        found = found[np.lexsort((self._rows[found], -self._scores[found]))]
        return list(zip(self._rows[found].tolist(), self._scores[found].tolist(), strict=True))

    def above(self, least: float, most: int) -> tuple[bytes, bytes]:
        """Return the rows and scores of the best `most` that stand out by more than `least`, best first, as
        64-bit integers and 32-bit floats."""
        np = numpy()
        found = np.flatnonzero(self._scores > least)
        found = found[np.argsort(-self._scores[found], kind="stable")][:most]
        return self._rows[found].tobytes(), self._scores[found].astype(np.float32).tobytes()

    def of(self, rows: Sequence[int]) -> dict[int, float]:
        np = numpy()
        if not len(self._rows) or not len(rows):
            return {}
        asked = np.asarray(rows, np.int64)
        places = np.minimum(np.searchsorted(self._rows, asked), len(self._rows) - 1)
        there = self._rows[places] == asked
        return dict(zip(asked[there].tolist(), self._scores[places[there]].tolist(), strict=True))


def _sound(
    rows: Sequence[int], blobs: Sequence[bytes], dimensions: int
) -> tuple[Sequence[int], Sequence[bytes]]:
    """Return the packed vectors of these dimensions: others may have been damaged."""
    size = packed_size(dimensions)
    if set(map(type, blobs)) <= {bytes} and set(map(len, blobs)) <= {size}:
        return rows, blobs
    kept = [
        (row, blob)
        for row, blob in zip(rows, blobs, strict=True)
        if type(blob) is bytes and len(blob) == size
    ]
    return [row for row, _ in kept], [blob for _, blob in kept]


class Matrix:
    """Never changes: `changed` and `kept` answer another one, so that it can be read by any thread."""

    def __init__(self, dimensions: int, rows: Any = None, whole: Any = None, factors: Any = None) -> None:
        np = numpy()
        self.dimensions = dimensions
        self._rows = np.empty(0, np.int64) if rows is None else rows
        self._whole = np.empty((0, dimensions), np.int8) if whole is None else whole
        self._factors = np.empty(0, np.float32) if factors is None else factors

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def rows(self) -> list[int]:
        return self._rows.tolist()  # type: ignore[no-any-return]

    def changed(self, rows: Sequence[int], blobs: Sequence[bytes]) -> Matrix:
        """Return the matrix with these packed vectors added, or in place of those of their rows. Damaged
        ones, and those of other dimensions, are ignored."""
        rows, blobs = _sound(rows, blobs, self.dimensions)
        if not rows:
            return self
        np = numpy()
        given = np.asarray(rows, np.int64)
        whole, factors = unpacked(blobs)
        if np.any(given[1:] <= given[:-1]):  # as the store gives all of them, they are in order
            order = np.argsort(given, kind="stable")
            given, whole, factors = given[order], whole[order], factors[order]
        if not len(self._rows):
            return Matrix(self.dimensions, given, whole, factors)
        stays = ~np.isin(self._rows, given, assume_unique=True)
        all_rows = np.concatenate([self._rows[stays], given])
        order = np.argsort(all_rows, kind="stable")
        return Matrix(
            self.dimensions,
            all_rows[order],
            np.concatenate([self._whole[stays], whole])[order],
            np.concatenate([self._factors[stays], factors])[order],
        )

    def kept(self, rows: Collection[int]) -> Matrix:
        """Return the matrix of these rows alone."""
        np = numpy()
        stays = np.isin(self._rows, np.fromiter(rows, np.int64, len(rows)))
        if stays.all():
            return self
        return Matrix(self.dimensions, self._rows[stays], self._whole[stays], self._factors[stays])

    def similar(self, query: Any, weight: float = 1.0, background: Callable[[], Any] | None = None) -> Scores:
        """Compare a vector of length 1, of a model of this weight, with all. Of a few vectors none can be
        said to stand out: those that `background` gives then count among those that they stand out from."""
        beside = None if background is None else lambda: background() @ query
        return Scores(self._rows, self._products(query) * self._factors, weight, beside)

    def _products(self, query: Any) -> Any:
        np = numpy()
        count = len(self._rows)
        products = np.empty(count, np.float32)
        step = max(1, BLOCK_FLOATS // self.dimensions)
        block = np.empty((min(step, count), self.dimensions), np.float32)
        vector = np.ascontiguousarray(query, np.float32)
        for start in range(0, count, step):
            end = min(start + step, count)
            part = block[: end - start]
            np.copyto(part, self._whole[start:end])
            np.matmul(part, vector, out=products[start:end])
        return products
