"""The figures that the judge of contradictions reaches on the labelled pairs; they may not fall."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arbor_desktop.conflicts.model import Verdict
from tests.conflicts.__main__ import configured_judge, main
from tests.conflicts.scoring import FOLDER, Judged, Label, Pair, Score, pairs, score

AIM = (0.9, 0.7)
"""Precision and recall that the judge shall reach over all files but `HARD`."""
HARD = "months_more"
"""Changes said in other words than what they change: two of three are still missed."""
FLOOR = (0.96, 0.68)
"""What it reaches now, less a little."""
FLOORS = {
    "changes_more": (0.95, 0.73),
    HARD: (0.97, 0.33),
    "personal_more": (0.95, 0.58),
    "personal_dev": (0.97, 0.68),
    "personal_fresh": (0.93, 0.75),
    "reasons_dev": (0.88, 0.88),
    "reasons_fresh": (0.98, 0.78),
    "software_more": (0.94, 0.66),
    "software_dev": (0.97, 0.69),
    "software_fresh": (0.94, 0.66),
}
"""The same by file. The fresh files alone were not read while rules were written."""


@pytest.fixture(scope="module")
def labelled() -> list[Pair]:
    return list(pairs())


@pytest.fixture(scope="module")
def judged(labelled: list[Pair]) -> list[Judged]:
    return score(labelled, configured_judge()).judged


def test_conflicts_are_told_over_all(judged: list[Judged]) -> None:
    _assert_reaches(Score(judged), FLOOR)


def test_the_judge_reaches_its_aim(judged: list[Judged]) -> None:
    _assert_reaches(Score([one for one in judged if one.pair.file != HARD]), AIM)


@pytest.mark.parametrize("file", FLOORS)
def test_conflicts_are_told_in_every_file(file: str, judged: list[Judged]) -> None:
    _assert_reaches(Score([one for one in judged if one.pair.file == file]), FLOORS[file])


def _assert_reaches(result: Score, floor: tuple[float, float]) -> None:
    assert result.judged
    assert (result.precision >= floor[0], result.recall >= floor[1]) == (True, True), (
        f"precision {result.precision:.3f}, recall {result.recall:.3f}"
    )


def test_every_file_has_its_figures(labelled: list[Pair]) -> None:
    assert {pair.file for pair in labelled} == set(FLOORS)


def test_there_are_plenty_of_pairs_of_every_label(labelled: list[Pair]) -> None:
    assert len(labelled) >= 300
    assert {pair.label for pair in labelled} == set(Label)


def test_no_pair_is_there_twice(labelled: list[Pair]) -> None:
    assert [sorted(key) for key, times in Counter(pair.key for pair in labelled).items() if times > 1] == []


def test_the_fresh_pairs_show_only_their_figures(capsys: pytest.CaptureFixture[str]) -> None:
    main(["-v", "fresh"])
    assert "missed:" not in capsys.readouterr().out


def test_a_name_that_fits_no_file_is_refused() -> None:
    with pytest.raises(SystemExit, match="software_dev"):
        main(["hardware"])


def test_a_line_that_is_no_pair_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text(
        "# labels\n\nevolving | We used X. | We use Y.\nopposite | One. | Other.\n"
    )
    with pytest.raises(ValueError, match=r"odd\.txt:4"):
        list(pairs(tmp_path))


def test_the_score_counts_what_was_found_and_how() -> None:
    replaced, plain = Verdict("moved", "", ("", ""), "", replaces=True), Verdict("value", "", ("", ""), "")
    result = Score(
        [
            Judged(_pair(Label.EVOLVING), replaced),
            Judged(_pair(Label.EVOLVING), plain),
            Judged(_pair(Label.CONTRADICTING), plain),
            Judged(_pair(Label.CONTRADICTING), None),
            Judged(_pair(Label.COMPATIBLE), plain),
            Judged(_pair(Label.DUPLICATE), None),
        ]
    )
    assert (result.precision, result.recall) == (0.75, 0.75)
    assert result.by_rule() == {"value": (2, 1), "moved": (1, 0)}
    assert result.labelled(Label.EVOLVING).replaces_share == 0.5
    assert result.labelled(Label.CONTRADICTING).found_share == 0.5
    assert [one.verdict for one in result.misread] == [plain]


def _pair(label: Label) -> Pair:
    return Pair(label, "older", "newer", "file", 1)


def test_pairs_to_learn_from_have_every_label() -> None:
    counts = Counter(pair.label for pair in pairs(FOLDER.parent / "learned"))
    assert min(counts[label] for label in Label) > 300
