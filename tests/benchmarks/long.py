"""Memories as long as notes: storing, comparing, searching and sharing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks.data import SEED, Stores, plain_index
from tests.benchmarks.finding import FLOOR, bare
from tests.benchmarks.long_texts import LongTexts, texts
from tests.benchmarks.measure import Goal, Pairs, Result, timed
from tests.benchmarks.sizes import Sizes

_SHORT = 100
_FALSE_PERCENT = 1


def long(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Plain texts of growing length, none of which contradicts another."""
    with ExitStack() as opened:

        def service(name: str, *, detect: bool) -> MemoryService:
            made = opened.enter_context(MemoryService.open(stores.folder / name))
            made.settings.set("conflicts.detect", detect)
            return made

        short = service("short", detect=False)
        short.store_many(_given(_SHORT, sizes.long))
        for length in sizes.lengths:
            of = f"{sizes.long:,} of {length:,} characters"
            compared = service(f"compared-{length}", detect=True)
            stored = service(f"stored-{length}", detect=False)
            yield from _stored(compared, stored, length, sizes, of)
            yield _searched(compared, stores.folder / f"plain-{length}.db", sizes, of)
            yield _shared(compared, short, sizes, of)


def _given(length: int, count: int, seed: int = SEED) -> list[dict[str, Any]]:
    return [{"content": text, "type": "context"} for text in texts(length, count, seed)]


def _stored(
    compared: MemoryService, stored: MemoryService, length: int, sizes: Sizes, of: str
) -> Iterator[Result]:
    floor_of = "the same with conflicts.detect off"
    given = _given(length, sizes.long)
    for made in (compared, stored):
        made.store(**_given(length, 1, seed=3)[0])  # what is made once in a process is made
    off = timed(stored.store_many, given)
    on = timed(compared.store_many, given)
    yield Result(f"store_many {of}", (on,), Goal("ratio", 2), (off,), floor_of)
    found: list[Any] = []
    rest = timed(lambda: found.extend(compared.list_conflicts()))
    yield Result(f"compare {of}", (rest,), Goal("ratio", 2), (off,), "storing them")
    percent = 100 * len(found) / len(given)
    yield Result(f"conflicts found, {of}", (percent,), Goal("worst", _FALSE_PERCENT), unit="%")
    pairs = Pairs()
    for one in _given(length, sizes.contexts, seed=1):
        pairs.take(partial(compared.store, **one), partial(stored.store, **one))
    yield pairs.result(f"store one more, {of}", 2, floor_of)


def _searched(service: MemoryService, file: Path, sizes: Sizes, of: str) -> Result:
    """Words that were never asked for before, at each search."""
    pairs = Pairs()
    plain = plain_index(file, service.home.database)
    for query in _queries(sizes.contexts + 1):
        match = " OR ".join(f'"{word}"' for word in query.split())
        pairs.take(partial(service.search, query), partial(bare, plain, match))
    plain.close()
    return Pairs(pairs.samples[1:], pairs.floor[1:]).result(f"search new words in {of}", 1.5, FLOOR)


def _shared(service: MemoryService, short: MemoryService, sizes: Sizes, of: str) -> Result:
    pairs = Pairs()
    for query in _queries(sizes.contexts):
        pairs.take(partial(service.get_context, prompt=query), partial(short.get_context, prompt=query))
    return pairs.result(f"context with a prompt, {of}", 5, f"the same of {_SHORT} characters each")


def _queries(count: int) -> list[str]:
    made = LongTexts("chat", seed=2)
    return [" ".join([word for word in made.sentence().split() if word.isalpha()][:8]) for _ in range(count)]
