"""A process that maintains a home until it kills itself in the midst of it.

`python -m tests.reliability.killable_maintenance HOME [STATEMENT]`: runs all tasks; with STATEMENT, it is
killed just before it executes its so-many-th SQL statement.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from arbor_desktop.clock import DAY_MS
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability import killable

MADE = 1_767_225_600_000
NOW = MADE + 200 * DAY_MS
LONG = (
    "The importer reads the export of the old shop line by line, because the file has several gigabytes and "
    "the server has little memory. Rows that it can't read are written to a file of their own beside the "
    "export, with the number of the line and the reason. A second run takes that file up again. "
)


def start(home: Path, statement: int | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.reliability.killable_maintenance", str(home)]
    if statement is not None:
        command.append(str(statement))
    return subprocess.Popen(command, cwd=killable.CHECKOUT, stdout=subprocess.PIPE, text=True)


def opened(home: Path | str, now: int = NOW) -> MemoryService:
    return MemoryService.open(home, clock=ManualClock(now), environ={})


def furnish(home: Path | str) -> None:
    """Something for every task to do."""
    with opened(home, MADE) as service:
        service.store_many(
            [
                *({"content": f"Guess {n} of the assistant about the build of the shop", "type": "fact",
                   "source": "ai_inferred", "confidence": 0.4} for n in range(8)),
                *({"content": f"Section {n}. {LONG}", "type": "context"} for n in range(4)),
                {"content": "Deploys are frozen until March", "type": "fact", "expires_at": "2026-03-01"},
                {"content": "Pinned for good", "type": "fact", "privacy_level": "always_include",
                 "confidence": 0.1},
            ]
        )  # fmt: skip
    with opened(home, NOW - 3_600_000) as service:
        for one, same in (
            ("The staging server is in Frankfurt", "Our staging server is in Frankfurt"),
            ("Use tabs for indentation", "Use tabs for indentation because they are accessible"),
            ("Deploys go out on Tuesdays", "The deploys go out on Tuesdays"),
        ):
            service.store_many([{"content": one, "type": "fact"}, {"content": same, "type": "fact"}])
        service.settings.set("conflicts.detect", False)
        service.store("Always use pnpm for packages", type="preference")
        service.store("Never use pnpm for packages", type="preference")
        service.settings.set("conflicts.detect", True)
        service.store("This one is damaged", type="fact")

        def damage(conn: Any) -> None:
            conn.execute("UPDATE memory SET decay_rate = 99 WHERE content = 'This one is damaged'")
            conn.execute(
                "INSERT INTO conversation (row, id, source, session_id, status, message_count, ended_at, "
                "created_at, updated_at) VALUES (1, 'c', 's', 'c', 'memorized', 4, ?1, ?1, ?1)",
                (MADE,),
            )
            for number in range(1, 5):
                conn.execute(
                    "INSERT INTO turn (row, conversation, number, key, role, kind, text) "
                    "VALUES (?1, 1, ?1, ?1, 'user', 'said', ?2)",
                    (number, f"Number {number}. {LONG}"),
                )

        service._rt.db.write(damage)


def main() -> None:
    home, *rest = sys.argv[1:]
    if rest:
        killable._die_at(int(rest[0]))
    with opened(home) as service:
        service.run_maintenance("full")


if __name__ == "__main__":
    main()
