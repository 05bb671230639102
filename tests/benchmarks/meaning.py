"""Searching by meaning, on the real model: reading memories, comparing, what it adds to a search."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from arbor_desktop.embedding import catalogue
from arbor_desktop.embedding.bert import Embedder, numpy
from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks.data import Stores, Talk
from tests.benchmarks.measure import Goal, Pairs, Result, timed
from tests.benchmarks.sizes import Sizes

MODEL = catalogue.MINILM
SCAN = "numpy alone: int8 widened to float32 in blocks, BLAS, the best 20"
BLOCK = 2_048


def meaning(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The model, the scan, a whole search, and the command line with and without vectors."""
    np = numpy()
    model = catalogue.open_model(MODEL, stores.folder)
    talk = Talk(4)
    asked = [talk.query(text) for text in stores.texts(sizes.many, sizes.queries)]
    home = stores.folder / "home-meaning"
    shutil.copytree(stores.home(sizes.many), home)
    with MemoryService.open(home) as service:
        service.vectors.use(MODEL)
        took = timed(service.vectors.build)
        vectors = service.vectors.state().done
        yield Result(f"let {MODEL} read {vectors:,} memories", (vectors / took * 1000,), unit="/s")
        yield Result("read a query", tuple(timed(model.query, query) for query in asked))
        found: Any = service.vectors.similar("what is measured")
        rows, width = len(found.of(range(vectors * 2))), model.dimensions
        bare = _random(rows, width)
        scan, whole = Pairs(), Pairs()
        size = f"{rows:,} × {width}"
        with MemoryService.open(stores.home(sizes.many)) as lexical:
            for query in asked[:3]:  # what all need is in memory from here on
                service.search(query)
                lexical.search(query)
            for query in asked:
                vector = model.query(query)
                scan.take(
                    partial(_nearest, service, query), partial(_floor, model, query, np.asarray(vector), bare)
                )
                whole.take(
                    partial(service.search, query),
                    partial(_both, lexical, query, np.asarray(vector), bare),
                )
    yield scan.result(f"the nearest 20 of {size}", 1.5, f"read the query, then {SCAN}")
    yield whole.result(f"search by words and meaning in {rows:,}", 1.5, f"search by words, then {SCAN}")
    yield from _command_line(sizes, stores, home)


def _random(rows: int, width: int) -> Any:
    np = numpy()
    return np.random.default_rng(1).integers(-127, 128, (rows, width), np.int8)


def _nearest(service: MemoryService, query: str) -> None:
    found = service.vectors.similar(query)
    if found is None:
        raise RuntimeError("there are no vectors to be compared with")
    found.best(20)


def _floor(model: Embedder, query: str, vector: Any, vectors: Any) -> None:
    model.query(query)
    _scan(vector, vectors)


def _both(lexical: MemoryService, query: str, vector: Any, vectors: Any) -> None:
    lexical.search(query)
    _scan(vector, vectors)


def _scan(vector: Any, vectors: Any) -> Any:
    np = numpy()
    products = np.empty(len(vectors), np.float32)
    block = np.empty((BLOCK, vectors.shape[1]), np.float32)
    for start in range(0, len(vectors), BLOCK):
        part = block[: len(vectors) - start]
        np.copyto(part, vectors[start : start + BLOCK])
        np.matmul(part, vector, out=products[start : start + BLOCK])
    return np.argpartition(-products, min(20, len(products) - 1))[:20]


def _command_line(sizes: Sizes, stores: Stores, home: Path) -> Iterator[Result]:
    """`arbor search` in a process of its own, with the vectors and without; and while a window runs."""
    yield _commands("", sizes, stores, home)
    with MemoryService.open(home) as window:
        window.vectors.start()
        window.vectors.similar("what is said")
        yield _commands(", while a window runs", sizes, stores, home)


def _commands(when: str, sizes: Sizes, stores: Stores, home: Path) -> Result:
    pairs = Pairs()
    for _ in range(sizes.starts):
        pairs.take(partial(_search, home), partial(_search, stores.home(sizes.many)))
    more = [ours - bare for ours, bare in zip(pairs.samples, pairs.floor, strict=True)]
    note = f"with the vectors it takes {sorted(more)[len(more) // 2]:.0f} ms longer"
    return Result(
        f"arbor search in {sizes.many:,}{when}", tuple(pairs.samples), Goal("ratio", 2.0), tuple(pairs.floor),
        "the same without vectors", note=note,
    )  # fmt: skip


def _search(home: Path) -> None:
    command = [sys.executable, "-m", "arbor_desktop", "--home", str(home), "search", "what is said", "--json"]
    done = subprocess.run(command, capture_output=True, env=dict(os.environ), check=False)
    if done.returncode not in (0, 3):
        raise RuntimeError(done.stderr.decode())
