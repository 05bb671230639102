"""The whole test suite: ``python3 -m tests``; with arguments pytest alone: ``python3 -m tests tests/x -k y``.

On a fresh checkout it first sets up ``.venv``, as main.py does. Then it checks style, types and layers, runs
the tests without a window in parallel and those with one in a single process (a crash of Qt in a parallel
worker could go unnoticed), and says at the end what passed.
"""

import os
import subprocess
import sys
import time
from dataclasses import dataclass

from tests import _setup

_LAYERS = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
_NO_TESTS_COLLECTED = 5  # pytest's exit code


@dataclass(frozen=True)
class Part:
    """One command of the run; it is no pytest run unless `tests` says so."""

    name: str
    arguments: tuple[str, ...]
    tests: bool = False


PARTS = (
    Part("style", ("-m", "ruff", "check", ".")),
    Part("format", ("-m", "ruff", "format", "--check", ".")),
    Part("types", ("-m", "mypy")),
    Part("layers", ("-c", _LAYERS)),
    Part("tests", ("-m", "pytest", "-q", "-n", "auto", "-m", "not gui"), tests=True),
    Part("window tests", ("-m", "pytest", "-q", "-m", "gui"), tests=True),
)


@dataclass(frozen=True)
class Outcome:
    """How a part ended: its process's exit code and how long it took."""

    part: Part
    code: int
    seconds: float

    @property
    def empty(self) -> bool:
        """Whether it was a pytest run that found no test."""
        return self.part.tests and self.code == _NO_TESTS_COLLECTED


def run(part: Part) -> Outcome:
    """Runs one part in a process of its own, its output going where ours goes."""
    print(f"\n=== {part.name} ===", flush=True)
    began = time.monotonic()
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    code = subprocess.run([sys.executable, *part.arguments], cwd=_setup.CHECKOUT, env=environment).returncode
    return Outcome(part, code, time.monotonic() - began)


def exit_code(outcomes: list[Outcome]) -> int:
    """0 if every part passed. One empty selection of tests is no failure; no test at all is one."""
    failed = any(outcome.code and not outcome.empty for outcome in outcomes)
    nothing_tested = all(outcome.empty for outcome in outcomes if outcome.part.tests)
    return int(failed or nothing_tested)


def summary(outcomes: list[Outcome]) -> str:
    """One line a part: passed, failed or empty, and its seconds."""
    lines = []
    for outcome in outcomes:
        word = "no tests" if outcome.empty else "FAILED" if outcome.code else "passed"
        lines.append(f"  {outcome.part.name:<14}{word:<10}{outcome.seconds:6.1f} s")
    total = sum(outcome.seconds for outcome in outcomes)
    verdict = "All of it passed" if exit_code(outcomes) == 0 else "Not all of it passed"
    return "\n".join([*lines, f"{verdict}, in {total:.0f} s."])


def main(arguments: list[str]) -> int:
    """Runs everything, or pytest with the given arguments; the exit code."""
    _setup.ensure("tests")
    if arguments:
        return run(Part("pytest", ("-m", "pytest", *arguments))).code
    outcomes = [run(part) for part in PARTS]
    print(f"\n=== summary ===\n{summary(outcomes)}", flush=True)
    return exit_code(outcomes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
