"""A process that finds, decides and opens conflicts until it kills itself in the midst of it, or with another
one at the same time.

`python -m tests.reliability.killable_conflicts HOME [STATEMENT]`: does all of `steps`; with STATEMENT, it is
killed just before it executes its so-many-th SQL statement after opening the file.
`python -m tests.reliability.killable_conflicts HOME decide CONFLICT DECISION` waits for a line, and decides.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from tests.judges import use_judge
from tests.reliability import killable


def start(home: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.reliability.killable_conflicts", str(home), *arguments]
    return subprocess.Popen(command, cwd=killable.CHECKOUT, stdout=subprocess.PIPE, text=True, **options)


def opened(home: Path | str) -> MemoryService:
    with pytest.MonkeyPatch.context() as patch:  # tests open it in their own process, too
        use_judge(patch)
        return MemoryService.open(home)


def steps(service: MemoryService) -> Iterator[None]:
    """Every kind of change, each one transaction."""

    def add(text: str) -> str:
        return service.store(text, type="fact").id

    def decide(decision: str, **options: Any) -> str:
        found = service.list_conflicts(up_to_date=False)[0].id
        service.resolve_conflict(found, decision, **options)
        return found

    add("Test runner: jest")
    yield
    add("Test runner: vitest")
    yield
    third = add("Test runner: mocha")
    yield
    found = decide("merged", content="Test runner: vitest, and jest for old code")
    yield
    service.undo()
    yield
    decide("kept_both_with_context", older_context="here", newer_context="there")
    yield
    service.reopen_conflict(found)
    yield
    service.update(third, content="Deploys on Fridays")
    yield
    service.undo()
    yield
    decide("marked_outdated", note="we moved")
    yield
    service.reopen_conflict(found)
    yield
    decide("accepted_newer")
    yield
    service.purge([third])
    yield


def main() -> None:
    home, *rest = sys.argv[1:]
    if rest[:1] == ["decide"]:
        with opened(home) as service:
            print("ready", flush=True)
            sys.stdin.readline()
            try:
                service.resolve_conflict(rest[1], rest[2])
                print("decided", flush=True)
            except InvalidInput as error:
                print(error, flush=True)
        return
    opened(home).close()  # what making the file needs is another story
    if rest:
        killable._die_at(int(rest[0]))
    with opened(home) as service:
        for _ in steps(service):
            pass


if __name__ == "__main__":
    main()
