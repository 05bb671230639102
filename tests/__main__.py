"""Run the checks: ``python3 -m tests``, everything with ``--all``, or pytest with arguments of your own.

On a fresh checkout it first sets up ``.venv``, as main.py does. Style, types, layers and the tests then run
side by side, a process a core; tests with a window have their own processes, so that a crash of Qt is seen.
``--install-postgres`` installs Debian's PostgreSQL, without which tests of teams are skipped.
Without ``--all``, slow tests are left out and property tests try fewer examples.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from arbor_desktop.embedding.bert import THREADS
from tests import _setup

_TESTS = _setup.CHECKOUT / "tests"
_WINDOW = (_TESTS / "ui", _TESTS / "app")
_LAYERS = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
_NO_TESTS_COLLECTED = 5  # pytest's exit code


@dataclass(frozen=True)
class Part:
    """One process of the run; `files` are its test files, if it runs tests."""

    name: str
    arguments: tuple[str, ...]
    files: tuple[str, ...] = ()

    @property
    def command(self) -> list[str]:
        return [sys.executable, *self.arguments, *self.files]


@dataclass(frozen=True)
class Outcome:
    """A part's exit code, its seconds and all it printed."""

    part: Part
    code: int
    seconds: float
    output: str

    @property
    def empty(self) -> bool:
        """Say whether it was a pytest run that found no test."""
        return bool(self.part.files) and self.code == _NO_TESTS_COLLECTED


def parts(everything: bool, temporary: Path) -> list[Part]:
    """Return the processes of a run, those that take longest first; each has a folder in `temporary`."""
    arguments = ["-m", "pytest", "-q", "--durations=5"]
    if not everything:
        arguments += ["-m", "not slow"]
    files = sorted(_TESTS.rglob("test_*.py"))
    window = [file for file in files if any(file.is_relative_to(folder) for folder in _WINDOW)]
    others = [file for file in files if file not in set(window)]
    return [
        *_shares("window tests", tuple(arguments), window, 2, temporary),
        *_shares("tests", tuple(arguments), others, max(4, 2 * _cores()), temporary),
        Part("types", ("-m", "mypy")),
        Part("layers", ("-c", _LAYERS)),
        Part("style", ("-m", "ruff", "check", ".")),
        Part("format", ("-m", "ruff", "format", "--check", ".")),
    ]


def _shares(
    name: str, arguments: tuple[str, ...], files: Iterable[Path], count: int, temporary: Path
) -> list[Part]:
    """Deal the files out by size, largest first, to the share that has least."""
    shares: list[list[Path]] = [[] for _ in range(count)]
    for file in sorted(files, key=lambda file: file.stat().st_size, reverse=True):
        min(shares, key=lambda share: sum(f.stat().st_size for f in share)).append(file)
    return [
        Part(
            f"{name} {number}",
            (*arguments, f"--basetemp={temporary / f'{name[0]}{number}'}"),
            tuple(str(file.relative_to(_setup.CHECKOUT)) for file in share),
        )
        for number, share in enumerate(shares, 1)
    ]


def _cores() -> int:
    return os.cpu_count() or 1


def run(part: Part) -> Outcome:
    """Run one part and print what it said when it is done."""
    began = time.monotonic()
    done = subprocess.run(
        part.command,
        cwd=_setup.CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    outcome = Outcome(part, done.returncode, time.monotonic() - began, done.stdout)
    print(f"\n=== {part.name} ===\n{outcome.output}", end="", flush=True)
    return outcome


def exit_code(outcomes: list[Outcome]) -> int:
    """Return 0 if every part passed. One share without tests is no failure; no test at all is one."""
    failed = any(outcome.code and not outcome.empty for outcome in outcomes)
    nothing_tested = all(outcome.empty for outcome in outcomes if outcome.part.files)
    return int(failed or nothing_tested)


def summary(outcomes: list[Outcome], seconds: float) -> str:
    """Return one line a part (passed, failed or without tests, and its seconds), and the verdict."""
    lines = []
    for outcome in outcomes:
        word = "no tests" if outcome.empty else "FAILED" if outcome.code else "passed"
        lines.append(f"  {outcome.part.name:<16}{word:<10}{outcome.seconds:6.1f} s")
    verdict = "All passed" if exit_code(outcomes) == 0 else "Not all passed"
    return "\n".join([*lines, f"{verdict}, in {seconds:.0f} s."])


def main(arguments: list[str]) -> int:
    """Run everything, or pytest with the given arguments; return the exit code."""
    if arguments == ["--install-postgres"]:
        return _setup.install_postgres()
    _setup.ensure("tests")
    everything = arguments == ["--all"]
    # A shell starts jobs in the background with Ctrl-C ignored, and what tests start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # pytest keeps what it compiled of the tests
    for name in THREADS:  # before pytest's plugins load numpy: its threads would fight with the other parts
        os.environ.setdefault(name, "1")
    os.environ.setdefault("HYPOTHESIS_PROFILE", "full" if everything else "quick")
    if arguments and not everything:
        return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=_setup.CHECKOUT).returncode
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="arbor-tests-") as temporary,
        ThreadPoolExecutor(_cores()) as pool,
    ):
        outcomes = list(pool.map(run, parts(everything, Path(temporary))))
    print(f"\n=== summary ===\n{summary(outcomes, time.monotonic() - began)}", flush=True)
    return exit_code(outcomes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
