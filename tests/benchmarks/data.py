"""Made-up memories in any number, the same on every run, and databases full of them."""

from __future__ import annotations

import itertools
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.clock import DAY_MS, system_clock
from arbor_desktop.conflicts.detection import offline_judge
from arbor_desktop.ids import new_id
from arbor_desktop.memories.queries import records
from arbor_desktop.service.memory_service import MemoryService
from arbor_desktop.text.words import STOP_WORDS, fold, identifier_parts

SEED = 20_261_121
_SYLLABLES = [
    a + b for a in "bcdfghklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "is", "or", "ul")
]
_FRAMES = (
    "We use {} for {} in the {} service, because {} was too slow with {}.",
    "Always run {} before {} when {} has changed in {}.",
    "The {} of {} lives in {} and is built with {} {}.",
    "I prefer {} over {} for {}, also in {}.",
    "Never call {} from {}: it breaks {} while {} is running.",
    "{} needs {} to be set, otherwise {} fails with {}.",
    "Decided to keep {} and drop {}, since {} covers {} and {}.",
    "Tests of {} go next to {}; name them after {} and {}.",
)
_TAGS = ("api", "build", "database", "deployment", "docs", "git", "security", "style", "testing", "ui")
_TYPES = ("preference", "fact", "fact", "context", "skill", "instruction", "relationship")
_CATEGORIES = (
    "coding_preferences", "architectural_decisions", "project_conventions", "bug_patterns",
    "implementation_notes", "facts",
)  # fmt: skip


def vocabulary(size: int = 20_000) -> list[str]:
    """That many different made-up words, those said most first."""
    rng = random.Random(SEED)
    words: dict[str, None] = {}
    while len(words) < size:
        words["".join(rng.choices(_SYLLABLES, k=rng.choice((2, 2, 3, 3, 4))))] = None
    return list(words)


class Talk:
    """Sentences whose words are spread as in a language: few said often, many seldom (Zipf's law)."""

    def __init__(self, seed: int = SEED) -> None:
        self.rng = random.Random(seed)
        self._words = vocabulary()
        self._weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(self._words))))

    def words(self, count: int) -> list[str]:
        return self.rng.choices(self._words, cum_weights=self._weights, k=count)

    def sentence(self) -> str:
        frame = self.rng.choice(_FRAMES)
        said = frame.format(*self.words(frame.count("{}")))
        return said[0].upper() + said[1:]

    def statement(self) -> str:
        """One or two sentences: about 80 to 160 characters."""
        return " ".join(self.sentence() for _ in range(self.rng.choice((1, 1, 2))))

    def query(self, text: str, words: int = 4) -> str:
        """Some words of `text`, as somebody types who remembers it roughly."""
        different = dict.fromkeys(w for w in text.lower().replace(".", "").replace(",", "").split())
        telling = [w for w in different if w not in STOP_WORDS and w.isalpha()]
        return " ".join(self.rng.sample(telling, min(words, len(telling))))


def store_arguments(talk: Talk, projects: int = 20) -> dict[str, Any]:
    """What `MemoryService.store` takes, for one made-up memory."""
    here = talk.rng.random() < 0.6
    return {
        "content": talk.statement(),
        "type": talk.rng.choice(_TYPES),
        "category": talk.rng.choice(_CATEGORIES),
        "scope": "project" if here else "global",
        "scope_id": f"/home/somebody/src/project-{talk.rng.randrange(projects)}" if here else None,
        "tags": talk.rng.sample(_TAGS, talk.rng.randrange(4)),
    }


_COLUMNS = (
    "row", "id", "content", "search_text", "fold", "type", "category", "scope", "scope_id", "source",
    "status", "confidence", "privacy_level", "tags", "created_at", "updated_at", "reinforced_at",
    "last_used_at", "access_count",
)  # fmt: skip
_CONVERSATIONS = 500


def _rows(count: int, now: int) -> Iterator[tuple[Any, ...]]:
    talk = Talk()
    rng = talk.rng
    for row in range(1, count + 1):
        given = store_arguments(talk)
        content = given["content"] + ("" if row % 50 else f" See parse{talk.words(1)[0].title()}Header.")
        created = now - rng.randrange(400 * DAY_MS)
        yield (
            row,
            new_id(created),
            content,
            identifier_parts(content),
            fold(content),
            given["type"],
            given["category"],
            given["scope"],
            given["scope_id"],
            rng.choices(("user_stated", "ai_inferred"), (7, 3))[0],
            rng.choices(("active", "pending", "archived", "superseded", "deleted"), (92, 3, 2, 2, 1))[0],
            round(rng.uniform(0.4, 1.0), 3),
            rng.choices(("normal", "sensitive", "never_share", "always_include"), (970, 15, 10, 5))[0],
            records.to_json(given["tags"]),
            created,
            created,
            created,
            rng.choice((None, None, now - rng.randrange(60 * DAY_MS))),
            rng.randrange(40),
        )


def fill(database: Path, count: int, now: int) -> None:
    """Writes `count` memories with history, and evidence for two of three, into a database that is there."""
    conn = apsw.Connection(str(database))
    # The index is built once at the end instead of by triggers: ten times as fast, and the same index.
    conn.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    conn.execute("PRAGMA synchronous = OFF")
    with conn:
        conn.executemany(
            "INSERT INTO conversation (row, id, source, session_id, status, message_count, created_at, "
            "updated_at) VALUES (?, ?, 'claude-code', ?, 'memorized', 100, ?, ?)",
            [(row, new_id(now), f"session-{row}", now, now) for row in range(1, _CONVERSATIONS + 1)],
        )
        marks = ",".join("?" * len(_COLUMNS))
        insert = f"INSERT INTO memory ({', '.join(_COLUMNS)}) VALUES ({marks})"
        rows = _rows(count, now)
        while part := list(itertools.islice(rows, 10_000)):
            conn.executemany(insert, part)
        conn.execute(
            "INSERT INTO memory_event (memory_id, at, actor, action, action_id, after) "
            "SELECT id, created_at, 'capture', 'captured', id, "
            "json_object('content', content, 'type', type, 'category', category, 'status', status) "
            "FROM memory"
        )
        conn.execute(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule, project, at) "
            f"SELECT row, 1 + row % {_CONVERSATIONS}, 1 + row % 90, 1 + row % 90, 'made.up', scope_id, "
            "created_at FROM memory WHERE row % 3"
        )
        conn.execute("INSERT INTO memory_fts (memory_fts) VALUES ('rebuild')")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()


@dataclass(slots=True)
class Stores:
    """Arbor homes with a given number of memories below `folder`, each made when first asked for."""

    folder: Path
    now: int = field(default_factory=system_clock)

    def home(self, count: int) -> Path:
        home = self.folder / f"home-{count}"
        if not home.exists():
            with MemoryService.open(home) as service:
                database = service.home.database
            fill(database, count, self.now)
            with closing(sqlite3.connect(database)) as conn, conn:  # all were compared long ago
                conn.execute(
                    "INSERT INTO judge (version, unqueued) VALUES (?, 0)", (offline_judge().version,)
                )
        return home

    def texts(self, count: int, sample: int) -> list[str]:
        """The contents of `sample` active memories, spread over the whole store."""
        with MemoryService.open(self.home(count)) as service:
            database = service.home.database
        conn = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        try:
            rng = random.Random(SEED)
            rows = rng.sample(range(1, count + 1), min(count, sample * 2))
            found = [
                text
                for row in rows
                for (text,) in conn.execute(
                    "SELECT content FROM memory WHERE row = ? AND status = 'active'", (row,)
                )
            ]
            return found[:sample]
        finally:
            conn.close()


def plain_index(path: Path, source: Path) -> apsw.Connection:
    """A bare FTS5 table of the same texts under the same tokenizer (it is checked): the floor of search."""
    path.unlink(missing_ok=True)  # another benchmark of this run made one
    conn = apsw.Connection(str(path))
    conn.execute("PRAGMA synchronous = OFF")
    conn.execute("PRAGMA cache_size = -16384")
    conn.execute("ATTACH ? AS source", (str(source),))
    declared = conn.execute("SELECT sql FROM source.sqlite_master WHERE name = 'memory_fts'").fetchone()[0]
    tokenizer = "porter unicode61 remove_diacritics 2"
    if tokenizer not in declared:
        raise RuntimeError("the floor of search no longer uses the same tokenizer as the store")
    conn.execute(f"CREATE VIRTUAL TABLE plain USING fts5 (content, content='', tokenize='{tokenizer}')")
    with conn:
        conn.execute("INSERT INTO plain (rowid, content) SELECT row, content FROM source.memory")
    conn.execute("DETACH source")
    return conn
