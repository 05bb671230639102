"""What ``python3 -m tests`` makes of how its parts ended."""

from tests.__main__ import Outcome, Part, exit_code, summary

STYLE = Part("style", ("-m", "ruff"))
FAST = Part("tests", ("-m", "pytest"), tests=True)
WINDOW = Part("window tests", ("-m", "pytest"), tests=True)


def outcomes(style: int, fast: int, window: int) -> list[Outcome]:
    return [Outcome(STYLE, style, 1.0), Outcome(FAST, fast, 20.0), Outcome(WINDOW, window, 3.25)]


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
    lines = summary(outcomes(1, 0, 5)).splitlines()
    assert lines[0].split() == ["style", "FAILED", "1.0", "s"]
    assert lines[1].split() == ["tests", "passed", "20.0", "s"]
    assert lines[2].split() == ["window", "tests", "no", "tests", "3.2", "s"]
    assert lines[3] == "Not all of it passed, in 24 s."
