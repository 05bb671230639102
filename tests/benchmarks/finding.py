"""Search, lists, counts and context, against bare FTS5."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial
from typing import Any

import apsw

from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks.data import Stores, Talk, plain_index
from tests.benchmarks.measure import Goal, Pairs, Result, timed
from tests.benchmarks.sizes import Sizes

FLOOR = "bare FTS5, an OR of the words, ORDER BY rank LIMIT 20"
_FEWER_FROM = 1_000_000


def search(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Lexical search for four words at growing sizes, and how its time grows."""
    medians: list[tuple[float, float]] = []
    for count in sizes.searched:
        pairs = searched(count, sizes, stores)
        medians.append((statistics.median(pairs.samples), statistics.median(pairs.floor)))
        yield pairs.result(f"search 4 words in {count:,}", 1.5, FLOOR)
    ours, bare = (medians[-1][side] / medians[0][side] for side in (0, 1))
    yield Result(
        f"growth of search, {sizes.searched[0]:,} to {sizes.searched[-1]:,}",
        (ours,),
        Goal("ratio", 1.0),
        (bare,),
        "how much the same bare query grows",
        unit="×",
    )


def searched(count: int, sizes: Sizes, stores: Stores) -> Pairs:
    """Times of search for four words in so many memories, and of bare FTS5 for the same words."""
    talk = Talk(count)
    queries = sizes.queries if count < _FEWER_FROM else max(1, sizes.queries // 2)
    asked = [talk.query(text) for text in stores.texts(count, queries)]
    pairs = Pairs()
    with MemoryService.open(stores.home(count)) as service:
        plain = plain_index(stores.folder / f"plain-{count}.db", service.home.database)
        matches = [" OR ".join(f'"{word}"' for word in query.split()) for query in asked]
        for query, match in zip(asked, matches, strict=True):  # what both need is in memory from here on
            service.search(query)
            bare(plain, match)
        for query, match in zip(asked, matches, strict=True):
            pairs.take(partial(service.search, query), partial(bare, plain, match))
        plain.close()
    return pairs


def bare(plain: apsw.Connection, match: str) -> list[Any]:
    """Return the rows that bare FTS5 finds."""
    return plain.execute(
        "SELECT rowid, rank FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 20", (match,)
    ).fetchall()


def typing(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """What the list does while one types: ids by an unfinished word, and the first rows."""
    talk = Talk(1)
    texts = stores.texts(sizes.many, sizes.queries)
    times = []
    with MemoryService.open(stores.home(sizes.many)) as service:
        for text in texts:
            query = talk.query(text, 2)[:-1]

            times.append(timed(_first_rows, service, query))
    yield Result(f"first 48 rows while typing, of {sizes.many:,}", tuple(times), Goal("p95", 50))


def _first_rows(service: MemoryService, query: str | None, **chosen: Any) -> None:
    service.get_many(service.find_ids(query, **chosen)[:48])


def lists(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """A list without a search: every id in order, the first rows, and the counts beside it."""
    filters = (
        {},
        {"types": ["fact"]},
        {"scope": "project", "scope_id": "/home/somebody/src/project-3"},
        {"min_confidence": 0.5},
        {"status": "all"},
    )
    found, counted = [], []
    with MemoryService.open(stores.home(sizes.many)) as service:
        for _ in range(sizes.repeats + 1):
            for number, chosen in enumerate(filters):
                sort = ("created", "updated", "used", "confidence", "access_count")[number]

                found.append(timed(_first_rows, service, None, sort=sort, **chosen))
                counted.append(timed(service.facets, **chosen))
    each = len(filters)
    yield Result(f"every id and first 48 rows, of {sizes.many:,}", tuple(found[each:]))
    yield Result(f"counts beside the list, of {sizes.many:,}", tuple(counted[each:]))


def context(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """The block a new session is told, without and with a prompt; and without saying why others are not told,
    as where nobody looks."""
    talk = Talk(2)
    texts = stores.texts(sizes.many, sizes.contexts)
    with MemoryService.open(stores.home(sizes.many)) as service:
        service.get_context(project="/home/somebody/src/project-0")
        for prompted, explained in ((False, True), (True, True), (True, False)):
            times = []
            for number, text in enumerate(texts):
                project = f"/home/somebody/src/project-{number % 20}"
                prompt = f"Please fix {talk.query(text, 5)}: {talk.sentence()}" if prompted else None
                times.append(timed(service.get_context, project=project, prompt=prompt, explain=explained))
            said = ("with" if prompted else "without") + " a prompt" + ("" if explained else ", unexplained")
            yield Result(f"context {said}, of {sizes.many:,}", tuple(times), Goal("p95", 50))
