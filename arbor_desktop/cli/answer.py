"""What a command answers, and how it may fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from arbor_desktop.errors import InvalidInput

OK, FAILED, USAGE, NOTHING, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes (spec 7.2); 130 is what shells know an interrupted program by."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` goes to programs (`--json`), `lines` to people, made only for them.

    `remark`: the lines only confirm what was done, so `--quiet` leaves them out.
    """

    document: Any
    lines: Callable[[], Iterable[str]]
    code: int = OK
    remark: bool = False
    notes: tuple[str, ...] = ()
    """What to say on stderr after the answer."""


class UsageError(Exception):
    """The command was called wrongly: exit 2. `usage` is how to call it."""

    def __init__(self, message: str, usage: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.usage = usage


class Refused(InvalidInput):
    """What was asked can't be done as things are, though it was asked rightly: exit 1."""
