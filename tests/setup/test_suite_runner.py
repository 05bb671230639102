"""What ``python3 -m tests`` makes of how its parts ended."""

from pathlib import Path

import pytest

from tests.__main__ import Outcome, Part, exit_code, parts, run, summary

TESTS = Path(__file__).resolve().parents[1]
STYLE = Part("style", ("-m", "ruff"))
FAST = Part("tests 1", ("-m", "pytest"), ("tests/test_a.py",))
WINDOW = Part("window tests 1", ("-m", "pytest"), ("tests/ui/test_b.py",))


def outcomes(style: int, fast: int, window: int) -> list[Outcome]:
    return [Outcome(STYLE, style, 1.0, ""), Outcome(FAST, fast, 20.0, ""), Outcome(WINDOW, window, 3.25, "")]


@pytest.mark.parametrize("everything", [False, True])
def test_every_test_file_is_in_exactly_one_part(everything, tmp_path):
    dealt = [file for part in parts(everything, tmp_path) for file in part.files]
    assert sorted(dealt) == sorted(str(file.relative_to(TESTS.parent)) for file in TESTS.rglob("test_*.py"))


def test_tests_with_a_window_share_no_process_with_others(tmp_path):
    for part in parts(False, tmp_path):
        window = {file.startswith(("tests/ui/", "tests/app/")) for file in part.files}
        assert window in (set(), {part.name.startswith("window")})


def test_slow_tests_run_only_with_all(tmp_path):
    assert all(("not slow" in part.arguments) == bool(part.files) for part in parts(False, tmp_path))
    assert not any("not slow" in part.arguments for part in parts(True, tmp_path))


def test_a_part_prints_its_output_under_its_name(capsys):
    outcome = run(Part("hello", ("-c", "import sys; print('hi', flush=True); sys.exit('oh')")))
    assert (outcome.code, outcome.empty) == (1, False)
    assert capsys.readouterr().out == "\n=== hello ===\nhi\noh\n"


def test_all_passed_is_zero():
    assert exit_code(outcomes(0, 0, 0)) == 0


def test_any_failed_part_fails_the_run():
    assert exit_code(outcomes(1, 0, 0)) == 1
    assert exit_code(outcomes(0, 1, 0)) == 1
    assert exit_code(outcomes(0, 0, -11)) == 1


def test_a_selection_without_tests_is_no_failure():
    assert exit_code(outcomes(0, 0, 5)) == 0


def test_a_run_without_any_test_fails():
    assert exit_code(outcomes(0, 5, 5)) == 1


def test_five_means_no_tests_only_for_pytest():
    assert exit_code(outcomes(5, 0, 0)) == 1


def test_the_summary_says_of_each_part_how_it_ended_and_how_long_it_took():
    lines = summary(outcomes(1, 0, 5), 21.0).splitlines()
    assert lines[0].split() == ["style", "FAILED", "1.0", "s"]
    assert lines[1].split() == ["tests", "1", "passed", "20.0", "s"]
    assert lines[2].split() == ["window", "tests", "1", "no", "tests", "3.2", "s"]
    assert lines[3] == "Not all passed, in 21 s."
