"""Every benchmark still runs, at a size that takes no time: that it measures is asserted, not how fast."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService
from tests.benchmarks.data import Stores
from tests.benchmarks.insights_data import live
from tests.benchmarks.measure import Goal, Pairs, Result, number, percentile, table
from tests.benchmarks.run import BENCHMARKS, ONLY_IF_NAMED, main, run
from tests.benchmarks.sizes import TINY
from tests.team.postgres import why_not

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", [name for name in BENCHMARKS if name not in ONLY_IF_NAMED])
def test_every_benchmark_runs_and_says_what_it_measured(name: str) -> None:
    if name == "team" and (reason := why_not()):
        pytest.skip(reason)
    told: list[Result] = []
    results = run([name], TINY, told.append)
    assert results
    assert told == results
    for result in results:
        assert result.samples
        assert all(value >= 0 for value in (*result.samples, *result.floor))
        assert bool(result.floor) == bool(result.floor_of)
        assert result.met in ((True, False) if result.goal else (None,))
        assert result.what in table([result])


def test_figures_are_measured_over_a_store_that_others_wrote_into(tmp_path: Path) -> None:
    stores = Stores(tmp_path)
    with MemoryService.open(stores.home(TINY.many)) as service:  # by the clock of today
        service.store("Stored by another benchmark", type="fact")
    live(stores.home(TINY.many) / "arbor_memory.db", stores.now)


def test_a_ratio_compares_medians() -> None:
    result = Result("x", (1.0, 3.0, 50.0), Goal("ratio", 2), (2.0, 2.0, 2.0), "a floor")
    assert result.ratio == 1.5
    assert result.met is True
    assert Result("x", (5.0,), Goal("ratio", 2), (2.0,), "a floor").met is False


def test_a_goal_of_a_percentile_looks_at_that_one() -> None:
    samples = tuple(float(n) for n in range(1, 101))
    assert percentile(samples, 0.95) == 95
    assert Result("x", samples, Goal("p95", 96)).met is True
    assert Result("x", samples, Goal("worst", 96)).met is False
    assert Result("x", samples).met is None


def test_a_goal_may_compare_percentiles() -> None:
    samples = tuple(float(n) for n in range(1, 101))
    floor = tuple(2.0 for _ in samples)
    assert Result("x", samples, Goal("p95_ratio", 47.5), floor, "a floor").met is True
    assert Result("x", samples, Goal("p95_ratio", 47), floor, "a floor").met is False
    assert Goal("p95_ratio", 1.5).said("ms") == "p95 ≤ 1.5×"


def test_a_goal_of_a_ratio_without_a_floor_is_a_mistake_that_is_told() -> None:
    with pytest.raises(ValueError, match="floor"):
        assert Result("x", (1.0,), Goal("ratio", 2)).met


def test_a_thing_and_its_floor_take_turns_at_going_first() -> None:
    said: list[str] = []
    pairs = Pairs()
    for _ in range(2):
        pairs.take(lambda: said.append("thing"), lambda: said.append("floor"))
    assert said == ["thing", "floor", "floor", "thing"]
    assert len(pairs.samples) == len(pairs.floor) == 2


@pytest.mark.parametrize(
    ("value", "said"), [(0.1234, "0.123 ms"), (12.34, "12.3 ms"), (1234.5, "1234 ms"), (0, "0 ms")]
)
def test_numbers_are_told_with_the_figures_that_count(value: float, said: str) -> None:
    assert number(value, "ms") == said


def test_the_report_is_written_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one(*_: object) -> Iterator[Result]:
        yield Result("one", (1.0, 2.0), Goal("ratio", 2), (1.0,), "nothing")

    monkeypatch.setitem(BENCHMARKS, "store", one)
    file = tmp_path / "report.json"
    assert main(["store", "--json", str(file)]) == 0
    report = json.loads(file.read_text())
    assert report["results"][0]["met"] is True
    assert report["machine"]["processors"]
    assert "one" in capsys.readouterr().out


def test_an_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nothing-like-it"])
    assert "there are: store" in capsys.readouterr().err
