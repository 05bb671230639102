"""Search over whole conversations, as one types.

Plain SQL: ranking and full text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import apsw

from arbor_desktop.database.candidates import SHORTEST_STEM
from arbor_desktop.database.packed_text import turn_text
from arbor_desktop.memories.queries import records
from arbor_desktop.search.model import ConversationHit
from arbor_desktop.search.queries.turns import Asked, Marker, Matches, TurnFilter, asked
from arbor_desktop.text.relevance import coverage, worth_of

NEWEST = 1_000
"""So many turns tell which conversations fit, the newest that hold all words."""
WIDENED = 300
"""Where fewer do, so many of the newest that hold one of the words do, for each word."""
TITLES = 1_000
"""So many titles are looked at more closely, the newest."""
TITLE_TIMES = 2.0
"""A word in the title counts like one that a turn says, times this."""

_Worth = dict[str, float]
"""What each word of the query (by its FTS5 expression) adds to a score."""


def search_conversations(
    conn: apsw.Connection, query: str, wanted: TurnFilter, *, limit: int
) -> list[ConversationHit]:
    """The conversations in which `query` was said, whose last word may be unfinished, best first.

    What counts is how much of it is said anywhere in the conversation or its title. Turns are looked at from
    the newest on, and none is ranked before: that would cost with every letter what a whole search costs.
    """
    question = asked(conn, query, prefix=True)
    if not question.terms:
        return []
    marker = Marker(conn, question)
    matches = Matches(conn, question, wanted)
    _find(matches, question)
    weights = _weights(question, matches)
    scale = sum(weights.values())
    turns = _by_conversation(conn, matches, weights)
    titles = _titles(conn, question, marker, wanted)
    scored = []
    for conversation in turns.keys() | titles.keys():
        words: _Worth = {}
        for worth in turns.get(conversation, {}).values():
            for word, value in worth.items():
                words[word] = max(value, words.get(word, 0.0))
        for word in titles.get(conversation, ()):
            words[word] = words.get(word, 0.0) + TITLE_TIMES * weights[word]
        scored.append((sum(words.values()) * coverage(words, weights, scale), conversation))
    scored.sort(reverse=True)
    described = _described(conn, [conversation for _, conversation in scored[:limit]])
    hits = []
    for score, conversation in scored[:limit]:
        ident, title = described[conversation]
        hit = ConversationHit(ident, score / (score + scale), None, "", (), 0, title, marker.marks(title))
        if conversation in turns:
            hit = _with_best_turn(conn, hit, turns[conversation], marker, weights, scale)
        hits.append(hit)
    return hits


def _find(matches: Matches, question: Asked) -> None:
    """Looks for turns with all words; for those with one of them where too few have all."""
    words = question.words
    if not words:
        return
    both = len(matches.find_newest(" AND ".join(word.match for word in words), words, NEWEST))
    if len(words) > 1 and both < WIDENED:
        for word in words:
            if both and word.match == question.match(question.unfinished or ""):
                continue  # nobody is sure of it yet
            matches.find_newest(word.match, [word], WIDENED)


def _weights(question: Asked, matches: Matches) -> _Worth:
    """What each term tells; one that no turn says may stand in a title, and tells as much as any other."""
    said = matches.weights() if matches.said else {}
    unsaid = max(said.values(), default=1.0)
    return {match: said.get(match, unsaid) for match in map(question.match, question.terms)}


def _by_conversation(
    conn: apsw.Connection, matches: Matches, weights: _Worth
) -> dict[int, dict[int, _Worth]]:
    """Of each conversation that matches, its turns that do."""
    found: defaultdict[int, dict[int, _Worth]] = defaultdict(dict)
    for part in records.chunks(list(matches.said)):
        for row, conversation in conn.execute(
            f"SELECT row, conversation FROM turn WHERE row IN ({records.marks(part)})", part
        ):
            found[conversation][row] = worth_of(matches.said[row], weights)
    return found


def _titles(
    conn: apsw.Connection, question: Asked, marker: Marker, wanted: TurnFilter
) -> dict[int, list[str]]:
    """The conversations whose titles hold words of the query, with these words' FTS5 expressions."""
    where, values = wanted.of_conversations()
    if all(term.isascii() for term in question.terms):
        # LIKE folds no letters but ASCII's: other words are left to the marker.
        where += f" AND ({' OR '.join('c.title LIKE ?' for _ in question.terms)})"
        values += [f"%{term[:SHORTEST_STEM]}%" for term in question.terms]
    return {
        row: [question.match(term) for term in terms]
        for row, title in conn.execute(
            f"SELECT c.row, c.title FROM conversation c WHERE c.title != '' AND {where} ORDER BY c.row DESC LIMIT ?",
            (*values, TITLES),
        )
        if (terms := marker.terms_in(title))
    }


def _described(conn: apsw.Connection, rows: Sequence[int]) -> dict[int, tuple[str, str]]:
    found: dict[int, tuple[str, str]] = {}
    for part in records.chunks(rows):
        for row, ident, title in conn.execute(
            f"SELECT row, id, title FROM conversation WHERE row IN ({records.marks(part)})", part
        ):
            found[row] = (ident, title)
    return found


def _with_best_turn(
    conn: apsw.Connection,
    hit: ConversationHit,
    turns: dict[int, _Worth],
    marker: Marker,
    weights: _Worth,
    scale: float,
) -> ConversationHit:
    def score(row: int) -> tuple[float, int]:
        return sum(turns[row].values()) * coverage(turns[row], weights, scale), -row

    number, kept, packed = conn.execute(
        "SELECT number, text, packed FROM turn WHERE row = ?", (max(turns, key=score),)
    ).fetchone()
    text = turn_text(kept, packed)
    found: dict[str, Any] = {"turn": number, "text": text, "marks": marker.marks(text), "hits": len(turns)}
    return replace(hit, **found)
