"""All vectors in memory: near to exact, and the same whether read at once or bit by bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.embedding import matrix
from arbor_desktop.embedding.bert import normalised, packed, unpacked
from arbor_desktop.embedding.matrix import Matrix

WIDTH = 16


def some(count: int, seed: int = 1, width: int = WIDTH) -> np.ndarray:
    return normalised(np.random.default_rng(seed).standard_normal((count, width)).astype(np.float32))


def made(rows: list[int], vectors: np.ndarray) -> Matrix:
    return Matrix(vectors.shape[1]).changed(rows, packed(vectors))


@given(st.integers(0, 10_000), st.sampled_from([1e-6, 1.0, 1e6]))
def test_a_packed_vector_is_nearly_the_same(seed: int, scale: float) -> None:
    vectors = some(8, seed, 256)
    whole, factors = unpacked(packed(vectors * np.float32(scale)))
    again = whole * factors[:, None]
    assert np.all((again * vectors).sum(axis=1) > 0.999)
    assert np.allclose(np.linalg.norm(again, axis=1), 1, atol=1e-5)
    others = some(8, seed + 1, 256)
    assert np.abs(again @ others.T - vectors @ others.T).max() < 0.01


def test_zero_stays_zero() -> None:
    whole, factors = unpacked(packed(np.zeros((2, WIDTH), np.float32)))
    assert not whole.any()
    assert not factors.any()
    assert not normalised(np.full((1, WIDTH), np.nan, np.float32)).any()


@pytest.mark.parametrize("block", [1, WIDTH, 5 * WIDTH, 1 << 19])
def test_scores_are_deviations_from_the_mean_of_all(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(matrix, "BLOCK_FLOATS", block)
    vectors, query = some(53), some(1, 2)[0]
    cosines = vectors @ query
    wanted = (cosines - cosines.mean()) / cosines.std()
    similar = made(list(range(100, 153)), vectors).similar(query)
    found = similar.of(range(100, 153))
    assert [found[row] for row in range(100, 153)] == pytest.approx(wanted.tolist(), abs=0.05)
    best = similar.best(5)
    assert [row for row, _ in best] == [100 + int(n) for n in np.argsort(-wanted)[:5]]
    assert [score for _, score in best] == sorted((score for _, score in best), reverse=True)


@pytest.mark.parametrize(
    "damaged",
    [b"", b"\x01", b"\x01" * (WIDTH + 3), b"\x01" * (WIDTH + 5), b"\x01" * 2 * (WIDTH + 4), "text", None],
)
def test_what_is_no_vector_is_as_if_it_were_not_there(damaged: object) -> None:
    vectors, query = some(4), some(1, 2)[0]
    blobs = packed(vectors)
    wanted = made([1, 2, 4], vectors[[0, 1, 3]])
    found = Matrix(WIDTH).changed([1, 2, 3, 4], [*blobs[:2], damaged, blobs[3]])  # type: ignore[list-item]
    assert found.rows == [1, 2, 4]
    assert found.similar(query).best(9) == wanted.similar(query).best(9)
    assert Matrix(WIDTH).changed([1, 2], [damaged, damaged]).rows == []  # type: ignore[list-item]


@pytest.mark.parametrize("factor", [np.nan, np.inf, -np.inf, -1.0, 1e38, 1.0])
def test_a_damaged_factor_harms_no_other_vector(factor: float) -> None:
    blobs, query = packed(some(4)), some(1, 2)[0]
    blobs[2] = np.float32(factor).tobytes() + blobs[2][4:]
    scores = Matrix(WIDTH).changed([1, 2, 3, 4], blobs).similar(query).of([1, 2, 3, 4])
    sound = made([1, 2, 4], some(4)[[0, 1, 3]]).similar(query).of([1, 2, 4])
    assert np.isfinite(list(scores.values())).all()
    assert sorted(sound, key=sound.__getitem__) == sorted(sound, key=scores.__getitem__)


def test_what_is_asked_for_and_has_no_vector_is_left_out() -> None:
    similar = made([5, 2, 9], some(3)).similar(some(1, 2)[0])
    assert similar.of([]) == {}
    assert similar.of([1, 2, 3, 10, 0]).keys() == {2}
    assert {row for row, _ in similar.best(100)} == {2, 5, 9}
    assert similar.best(0) == []


def test_an_empty_store_answers_nothing() -> None:
    similar = Matrix(WIDTH).similar(some(1)[0])
    assert similar.best(3) == []
    assert similar.of([1]) == {}


def test_of_one_or_of_all_the_same_none_stands_out() -> None:
    vectors = np.repeat(some(1), 3, axis=0)
    similar = made([1, 2, 3], vectors).similar(vectors[0])
    assert similar.best(3) == [(1, 0.0), (2, 0.0), (3, 0.0)]


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(0, 99)), min_size=1, max_size=30), st.integers(1, 12)
)
def test_bit_by_bit_or_at_once_is_the_same(changes: list[tuple[int, int]], last: int) -> None:
    vectors = some(100)
    grown = Matrix(WIDTH)
    for row, number in changes:
        grown = grown.changed([row], packed(vectors[number : number + 1]))
    final = dict(changes)
    kept = sorted(row for row in final if row <= last)
    grown = grown.kept(kept)
    assert grown.rows == kept
    if kept:
        at_once = made(kept, vectors[[final[row] for row in kept]])
        query = some(1, 2)[0]
        assert grown.similar(query).of(kept) == at_once.similar(query).of(kept)


def test_one_among_a_background_stands_out_only_where_it_is_near() -> None:
    background, near = some(40), some(1, 2)
    alone = made([7], near)
    assert alone.similar(near[0], 1.0, lambda: background).of([7])[7] > 2.5
    assert alone.similar(some(1, 3)[0], 1.0, lambda: background).of([7])[7] < 2.5


@given(st.sets(st.integers(0, 60), max_size=40))
def test_a_part_compared_by_itself_is_as_if_there_were_no_others(chosen: set[int]) -> None:
    vectors, query, background = some(50), some(1, 2)[0], some(20, 3)
    every = made(list(range(50)), vectors).similar(query, 0.7, lambda: background)
    part = every.among(sorted(chosen, reverse=True))
    rows = [row for row in sorted(chosen) if row < 50]
    alone = made(rows, vectors[rows]).similar(query, 0.7, lambda: background) if rows else None
    assert part.weight == 0.7
    assert dict(part.best(99)) == pytest.approx(dict(alone.best(99)) if alone else {}, abs=1e-4)
    assert part.of(range(60)).keys() == set(rows)
