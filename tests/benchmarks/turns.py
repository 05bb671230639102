"""Search over conversations: what it finds (LoCoMo), and how long it takes beside bare FTS5."""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.clock import system_clock
from arbor_desktop.conversations.model import ReadTurn, Role, SessionPart, TurnKind
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database.connection import Connection, Database
from arbor_desktop.embedding import catalogue
from arbor_desktop.service.memory_service import MemoryService
from arbor_desktop.text.words import query_terms
from tests.benchmarks import locomo
from tests.benchmarks.data import SEED, Stores, Talk
from tests.benchmarks.measure import Goal, Pairs, Result, percentile, timed
from tests.benchmarks.sizes import Sizes

TURNS = 40
"""Turns a conversation."""
MODEL = catalogue.MINILM
_AT_ONCE = 250
"""Conversations a transaction."""
_FLOOR = "bare FTS5, an OR of the words, ORDER BY rank LIMIT 20"
_FEWER_FROM = 1_000_000
_PARTS = (1, 2, 3, 4, 5)


def turns(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Recall over LoCoMo where it is there, by words and by meaning too; then times at growing sizes."""
    yield from _recall(sizes)
    if catalogue.is_here(MODEL, stores.folder, ""):
        yield from _recall(sizes, MODEL)
    for count in sizes.turns:
        yield from _times(count, sizes, stores)


def _recall(sizes: Sizes, model: str | None = None) -> Iterator[Result]:
    found: list[tuple[int, tuple[float, ...]]] = []
    times: list[float] = []
    for dialogue in locomo.dialogues()[: sizes.dialogues]:
        with tempfile.TemporaryDirectory(prefix="arbor-locomo-") as folder:
            place = Path(folder)
            with MemoryService.open(place / "home", environ={}) as service:
                service.settings.set("capture.only_when_asked", True)
                service.capture([dialogue.write(place)])
                service.vectors.use(model or catalogue.OFF)
                service.vectors.build()
                for question in dialogue.questions:
                    times.append(timed(service.search_turns, question.text))
                    hits = service.search_turns(question.text)
                    recalls = [locomo.recall(question, hits, count) for count in (5, 10, 20)]
                    found.append((question.category, (*recalls, locomo.reciprocal_rank(question, hits))))
    if not found:
        return
    with_model = f", with {model}" if model else ""
    for number, name in enumerate(("recall@5", "recall@10", "recall@20", "MRR")):
        of_all = statistics.mean(values[number] for _, values in found)
        by_category = [
            f"{locomo.CATEGORIES[part]} {statistics.mean(some):.3f}"
            for part in _PARTS
            if (some := [values[number] for category, values in found if category == part])
        ]
        note = f"{len(found)} questions; " + ", ".join(by_category)
        yield Result(f"{name} of LoCoMo{with_model}", (of_all,), unit="", note=note)
    yield Result(f"a question of LoCoMo{with_model}", tuple(times))


def _times(count: int, sizes: Sizes, stores: Stores) -> Iterator[Result]:
    home, texts = _home(count, sizes.queries, stores)
    talk = Talk(count)
    if count >= _FEWER_FROM:
        texts = texts[: max(1, len(texts) // 4)]
    asked = [talk.query(text) for text in texts]
    pairs, typed = Pairs(), []
    with MemoryService.open(home) as service:
        bare = apsw.Connection(str(service.home.database), flags=apsw.SQLITE_OPEN_READONLY)
        for query in asked:  # what both need is in memory from here on
            service.search_turns(query)
            _bare(bare, query)
        for query in asked:
            pairs.take(partial(service.search_turns, query), partial(_bare, bare, query))
        for text in texts:
            words = talk.query(text, 2)
            typed.extend(timed(service.search_conversations, words[:end]) for end in range(1, len(words) + 1))
        bare.close()
    note = (
        f"p95 {percentile(pairs.samples, 0.95):.1f} ms, of the floor {percentile(pairs.floor, 0.95):.1f} ms"
    )
    yield pairs.result(f"search 4 words in {count:,} turns", 1.5, _FLOOR, note)
    yield Result(
        f"typing 2 words, conversations of {count:,} turns",
        tuple(typed),
        Goal("p95", 50),
        note=f"worst {max(typed):.1f} ms",
    )


def _bare(conn: apsw.Connection, query: str) -> list[Any]:
    match = " OR ".join(f'"{word}"' for word in query_terms(query))
    return conn.execute(
        "SELECT rowid, rank FROM turn_fts WHERE turn_fts MATCH ? ORDER BY rank LIMIT 20", (match,)
    ).fetchall()


def _home(count: int, sample: int, stores: Stores) -> tuple[Path, list[str]]:
    """A home with so many turns, and `sample` of their texts."""
    home = stores.folder / f"turns-{count}"
    with MemoryService.open(home) as service:
        path = service.home.database
    db = Database(path, system_clock)
    texts: list[str] = []
    talk = Talk()
    names = iter(range(count // TURNS))
    while part := [next(names, None) for _ in range(_AT_ONCE)]:
        sessions = [_session(talk, name, stores.now) for name in part if name is not None]
        if not sessions:
            break
        texts.extend(turn.text for session in sessions for turn in session.turns[:4])
        db.write(partial(_store, sessions=sessions, now=stores.now))
    db.outside_transaction(lambda c: c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    db.close()
    return home, random.Random(SEED).sample(texts, min(sample, len(texts)))


def _session(talk: Talk, number: int, now: int) -> SessionPart:
    said = tuple(
        ReadTurn(
            f"turn-{number}-{turn}",
            (Role.USER, Role.ASSISTANT)[turn % 2],
            TurnKind.SAID,
            " ".join(talk.sentence() for _ in range(1 + turn % 2 * talk.rng.randrange(6))),
            at=now - (number * TURNS - turn) * 1_000,
        )
        for turn in range(TURNS)
    )
    return SessionPart("claude-code", f"session-{number}", said, title=" ".join(talk.words(5)).capitalize())


def _store(conn: Connection, sessions: list[SessionPart], now: int) -> None:
    conn.execute("INSERT OR IGNORE INTO capture_file (row, path, seen_at) VALUES (1, '/made/up', ?)", (now,))
    for part in sessions:
        row = conversations.ensure(conn, part, None, now)
        conversations.add_turns(conn, row, 1, part.turns)
        conversations.update_session(conn, row, part, None, now)
