"""The graph of memories: links, open conflicts, memories from one turn, and similar ones.

Plain SQL: figures over the whole store are measured (`tests.benchmarks insights`).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

import apsw

from arbor_desktop.maintenance.model import EDGE_KINDS, Edge, MemoryGraph, Node
from arbor_desktop.maintenance.queries.insights import Place
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import MemoryType, Status
from arbor_desktop.memories.queries import records
from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import STOP_WORDS

TEXT_LENGTH = 400
_SHOWN = "('active', 'pending', 'superseded')"
"""What was replaced is shown with what replaced it."""
_NEIGHBOURS_SAID = 2
"""Of many memories from one turn, each is linked with the next two: all pairs would be a tangle."""
_STRENGTH = {"conflict": 3.0, "supersedes": 2.0, "merged_into": 2.0, "related": 1.0, "said together": 0.5}
"""Weight of a link in the rank of its memories."""

Tie = tuple[int, int, str, float]
"""Rows of two memories, the kind, the weight."""


def graph(conn: apsw.Connection, place: Place, policy: DecayPolicy, now: int, limit: int) -> MemoryGraph:
    """Return at most `limit` memories that are linked with another one among them, and all their links;
    the same for the same store. In a project also those from elsewhere that are linked with one of its
    own. Where these leave room, similar memories are linked too."""
    ties = list(_ties(conn, place))
    nearby: defaultdict[int, set[int]] = defaultdict(set)
    strength: defaultdict[int, float] = defaultdict(float)
    for a, b, kind, _ in ties:
        for one, other in ((a, b), (b, a)):
            nearby[one].add(other)
            strength[one] += _STRENGTH[kind]
    ranked = sorted(nearby, key=lambda row: (-strength[row], row))
    chosen = _best_connected(ranked, nearby, limit)
    connected = len(ranked)
    if connected <= limit:
        alone = _unlinked(conn, place, set(chosen), limit - len(chosen))
        found = _similar(conn, [*chosen, *alone], ties)
        linked = {row for tie in found for row in tie[:2]}
        chosen += [row for row in alone if row in linked]
        connected, ties = len(chosen), ties + found
    nodes = _nodes(conn, chosen, policy, now)
    number = {row: n for n, row in enumerate(chosen)}
    edges = [
        Edge(number[a], number[b], kind, weight) for a, b, kind, weight in ties if a in number and b in number
    ]
    total = conn.execute(
        f"SELECT count(*) FROM memory m WHERE m.status IN ('active', 'pending') AND {place.memory_sql}",
        place.values(),
    ).fetchone()[0]
    return MemoryGraph(nodes, tuple(edges), total, connected)


def _best_connected(ranked: list[int], nearby: Mapping[int, set[int]], limit: int) -> list[int]:
    """Return the first of `ranked`, then the best of what is linked with those chosen, and so on; if
    nothing more is, the next of `ranked`. So none is chosen without a neighbour, and what is omitted is
    at the rim."""
    rank = {row: n for n, row in enumerate(ranked)}
    chosen: set[int] = set()
    for seed in ranked:
        if seed in chosen or len(chosen) + 2 > limit:
            continue
        rim = [rank[seed]]
        met = {seed}
        while rim and len(chosen) < limit:
            row = ranked[heappop(rim)]
            chosen.add(row)
            for other in nearby[row] - met:
                met.add(other)
                heappush(rim, rank[other])
    return sorted(chosen, key=rank.__getitem__)


def _ties(conn: apsw.Connection, place: Place) -> Iterator[Tie]:
    """Yield each pair of memories once, with the strongest kind of link."""
    seen: set[tuple[int, int]] = set()
    for found in (_conflicts(conn, place), _relations(conn, place), _said_together(conn, place)):
        for a, b, kind, weight in found:
            pair = (a, b) if a < b else (b, a)
            if a != b and pair not in seen:
                seen.add(pair)
                yield a, b, kind, weight


def _either_here(place: Place) -> str:
    """Return the condition that one of two memories `m` and `n` is in the place."""
    return "1" if place.project is None else f"({place.memory_sql} OR {place.memory_sql.replace('m.', 'n.')})"


def _relations(conn: apsw.Connection, place: Place) -> list[Tie]:
    kinds = {kind: number for number, kind in enumerate(EDGE_KINDS)}
    found: list[Tie] = [
        (a, b, "related" if kind not in kinds else kind, weight)
        for a, b, kind, weight in conn.execute(
            "SELECT r.from_memory, r.to_memory, r.kind, r.weight FROM relation r "
            f"JOIN memory m ON m.row = r.from_memory AND m.status IN {_SHOWN} "
            f"JOIN memory n ON n.row = r.to_memory AND n.status IN {_SHOWN} "
            f"WHERE r.kind != 'contradicts' AND {_either_here(place)} ORDER BY r.from_memory, r.to_memory, r.kind",
            place.values(),
        )
    ]
    return sorted(found, key=lambda tie: kinds[tie[2]])


def _conflicts(conn: apsw.Connection, place: Place) -> Iterator[Tie]:
    for a, b in conn.execute(
        "SELECT m.row, n.row FROM conflict c JOIN conflict_member am ON am.conflict = c.row "
        "JOIN conflict_member bm ON bm.conflict = c.row AND bm.memory > am.memory "
        "JOIN memory m ON m.row = am.memory AND m.status IN ('active', 'pending') "
        "JOIN memory n ON n.row = bm.memory AND n.status IN ('active', 'pending') "
        f"WHERE {records.OPEN_CONFLICT_SQL} AND {_either_here(place)} ORDER BY c.row, m.row, n.row",
        place.values(),
    ):
        yield a, b, "conflict", 1.0


def _said_together(conn: apsw.Connection, place: Place) -> Iterator[Tie]:
    """Yield the pairs of memories from the same turn."""
    turn: tuple[int, int] | None = None
    before: list[tuple[int, bool]] = []
    here = "1" if place.project is None else place.memory_sql
    # In the order of the file, then sorted: to look memories up in any other order takes five times as long.
    for conversation, number, row, inside in conn.execute(
        f"SELECT e.conversation, e.first_turn, e.memory, {here} FROM memory m NOT INDEXED CROSS JOIN evidence e "
        "ON e.memory = m.row WHERE m.status IN ('active', 'pending') "
        "ORDER BY e.conversation, e.first_turn, e.memory",
        place.values(),
    ):
        if (conversation, number) != turn:
            turn, before = (conversation, number), []
        elif before[-1][0] == row:
            continue
        for other, other_inside in before[-_NEIGHBOURS_SAID:]:
            if inside or other_inside:
                yield other, row, "said together", 0.5
        before.append((row, bool(inside)))


def _unlinked(conn: apsw.Connection, place: Place, linked: set[int], most: int) -> list[int]:
    """Return the newest memories that are not in `linked`."""
    rows = conn.execute(
        "SELECT m.row FROM memory m WHERE m.status IN ('active', 'pending') "
        f"AND {place.memory_sql} ORDER BY m.row DESC LIMIT :most",
        place.values(most=most + len(linked)),
    )
    return [row for (row,) in rows if row not in linked][:most]


def _similar(conn: apsw.Connection, rows: list[int], ties: Collection[Tie]) -> list[Tie]:
    """Return the links of these memories with those that are about the same."""
    number = {row: n for n, row in enumerate(rows)}
    texts = [""] * len(rows)
    marks: list[tuple[str, ...]] = [()] * len(rows)
    for part in records.chunks(rows):
        for row, text, *some in conn.execute(
            f"SELECT m.row, substr({records.TOLD_SQL}, 1, {TEXT_LENGTH}), m.tags, m.technology, m.scope_id "
            f"FROM memory m WHERE m.status != 'superseded' AND m.row IN ({records.marks(part)})",
            part,
        ):
            tags, *others = some
            texts[number[row]] = text
            marks[number[row]] = (*records.from_json(tags), *filter(None, others))
    linked = [(number[a], number[b]) for a, b, *_ in ties if a in number and b in number]
    return [(rows[a], rows[b], "similar", weight) for a, b, weight in similar(texts, marks, linked)]


def _nodes(conn: apsw.Connection, rows: Collection[int], policy: DecayPolicy, now: int) -> tuple[Node, ...]:
    found: dict[int, Node] = {}
    for part in records.chunks(list(rows)):
        for row, ident, text, kind, worth, scope, scope_id, status in conn.execute(
            f"SELECT m.row, m.id, substr({records.TOLD_SQL}, 1, {TEXT_LENGTH}), m.type, {records.confidence_sql(policy, now)}, "
            f"m.scope, m.scope_id, m.status FROM memory m WHERE m.row IN ({records.marks(part)})",
            part,
        ):
            project = scope_id if scope == "project" else None
            found[row] = Node(ident, text, MemoryType(kind), round(worth, 4), project, Status(status))
    return tuple(found[row] for row in rows)


# -- memories that are about the same thing, by their words: the links that no table has --

_WORD = re.compile(r"[^\W_]{2,}")
_MOST_WITH_A_WORD = 40
_LEAST_WITH_A_WORD = 10
_LOOKED_AT = 20_000
"""A word that very many memories have says little of any of them, and would cost most of the time: the more
memories, the rarer a word must be to count."""
_NEIGHBOURS = 2
_SIMILAR = 0.16
"""The least similarity of a link; the best one of a memory that is linked with nothing else may have half."""


def similar(
    texts: Sequence[str], marks: Sequence[Iterable[str]], linked: Iterable[tuple[int, int]] = ()
) -> list[tuple[int, int, float]]:
    """Return pairs of texts, by their numbers, with their similarity (0 to 1): each text with at most two
    that are most similar to it. `marks`: what else is known of each text (tags, technology, project).
    `linked`: pairs that belong together anyway, which are not returned.

    Similarity is the cosine of the weights of words and marks; one counts more the fewer texts have it.
    """
    words = [_words(text, some) for text, some in zip(texts, marks, strict=True)]
    known = {(min(pair), max(pair)) for pair in linked}
    alone = set(range(len(texts))) - {n for pair in known for n in pair}
    best: set[tuple[int, int, float]] = set()
    for n, found in _cosines(words):
        near = sorted(((value, -other) for other, value in found.items()), reverse=True)[:_NEIGHBOURS]
        for place, (value, other) in enumerate(near):
            pair = (min(n, -other), max(n, -other))
            least = _SIMILAR / 2 if n in alone and not place else _SIMILAR
            if value >= least and pair not in known:
                best.add((*pair, round(value, 4)))
    return sorted(best)


def _words(text: str, marks: Iterable[str]) -> frozenset[str]:
    found = (stem(word) for word in _WORD.findall(text.lower()) if word not in STOP_WORDS)
    return frozenset((*found, *(f"#{mark}" for mark in marks)))


def _cosines(words: Sequence[frozenset[str]]) -> Iterable[tuple[int, dict[int, float]]]:
    """Yield each text with those that share a word with it, and their cosines."""
    counts = Counter(word for some in words for word in some)
    weight = {word: math.log(len(words) / count) for word, count in counts.items()}
    length = [math.sqrt(sum(weight[word] ** 2 for word in some)) for some in words]
    most = max(_LEAST_WITH_A_WORD, min(_MOST_WITH_A_WORD, _LOOKED_AT // max(1, len(words))))
    having: defaultdict[str, list[int]] = defaultdict(list)
    for n, some in enumerate(words):
        for word in some:
            if 1 < counts[word] <= most:
                having[word].append(n)
    for n, some in enumerate(words):
        products: defaultdict[int, float] = defaultdict(float)
        for word in some:
            for other in having.get(word, ()):
                products[other] += weight[word] ** 2
        products.pop(n, None)
        yield n, {other: value / (length[n] * length[other]) for other, value in products.items() if value}
