"""Searching the rare words first finds what ranking every match finds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.database import fulltext, migrations
from tests.properties import times

WORDS = [f"word{number}" for number in range(40)]


def everything(conn: apsw.Connection, words: list[fulltext.Word], size: int) -> list[tuple[int, float]]:
    match = " OR ".join(word.match for word in words)
    sql = "SELECT rowid, -rank FROM memory_fts WHERE memory_fts MATCH ? ORDER BY rank, rowid LIMIT ?"
    return conn.execute(sql, (match, size)).fetchall()


@pytest.fixture(scope="module")
def conn() -> Iterator[apsw.Connection]:
    """1,500 texts in which some words are in nearly every one and others in hardly any."""
    conn = apsw.Connection(":memory:")
    migrations.migrate(conn, 0)
    rng = random.Random(3)
    weights = [1 / (rank + 1) ** 1.3 for rank in range(len(WORDS))]
    with conn:
        for row in range(1, 1_501):
            text = " ".join(rng.choices(WORDS, weights, k=rng.randrange(4, 14)))
            conn.execute(
                "INSERT INTO memory (row, id, content, fold, type, category, scope, source, status, "
                "confidence, privacy_level, created_at, updated_at, reinforced_at) "
                "VALUES (?, ?, ?, ?, 'fact', 'facts', "
                "'global', 'user_stated', 'active', 1, 'normal', 0, 0, 0)",
                (row, f"id-{row}", text, text),
            )
    yield conn
    conn.close()


@times(3)
@given(terms=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True), wanted=st.integers(1, 30))
def test_the_wanted_ones_are_the_best_of_all_matches(
    conn: apsw.Connection, terms: list[str], wanted: int
) -> None:
    words = fulltext.words_of(conn, terms, prefix=False)
    found = fulltext.best(conn, words, 120, wanted=wanted).rows
    best = everything(conn, words, 120)
    # A word in every other row is not asked for where there is enough else, and counts a millionth at most.
    scores = [score for _, score in best[:wanted]]
    assert [score for _, score in found[:wanted]] == pytest.approx(scores, abs=1e-4)


@given(terms=st.lists(st.sampled_from(WORDS), min_size=1, max_size=5, unique=True))
def test_complete_means_that_every_match_is_there(conn: apsw.Connection, terms: list[str]) -> None:
    words = fulltext.words_of(conn, terms, prefix=True)
    found = fulltext.best(conn, words, 1_501, wanted=1_501)
    assert found.complete
    assert {row for row, _ in found.rows} == {row for row, _ in everything(conn, words, 2_000)}


def test_the_frequent_words_count_where_a_rare_one_is(conn: apsw.Connection) -> None:
    frequent, rare = WORDS[0], WORDS[25]
    words = fulltext.words_of(conn, [frequent, rare], prefix=False)
    assert words[0].documents > 10 * words[1].documents
    assert words[0].weight < words[1].weight
    found = fulltext.best(conn, words, 120, wanted=3)
    assert not found.complete
    best = everything(conn, words, 3)
    assert [score for _, score in found.rows[:3]] == pytest.approx([score for _, score in best])


def test_a_word_that_is_nowhere_takes_nothing_from_the_others(conn: apsw.Connection) -> None:
    words = fulltext.words_of(conn, ["nowhere", WORDS[0]], prefix=False)
    assert words[0].documents == 0
    assert len(fulltext.best(conn, words, 50, wanted=20).rows) == 50


def test_an_unfinished_word_finds_all_it_may_become(conn: apsw.Connection) -> None:
    unfinished = fulltext.words_of(conn, ["word3"], prefix=True)
    found = {row for row, _ in fulltext.best(conn, unfinished, 2_000, wanted=2_000).rows}
    for whole in ("word3", "word30", "word39"):
        expected = everything(conn, fulltext.words_of(conn, [whole], prefix=False), 2_000)
        assert found >= {row for row, _ in expected}
