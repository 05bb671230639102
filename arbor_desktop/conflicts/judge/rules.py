"""The rules by which two claims contradict each other. Each answers what it found, or None."""

from __future__ import annotations

from arbor_desktop.conflicts.judge.alternatives import competing
from arbor_desktop.conflicts.judge.changes import changed
from arbor_desktop.conflicts.judge.findings import NEGATION, REPLACEMENT, STANCE, VALUE, Found
from arbor_desktop.conflicts.judge.negation import stance
from arbor_desktop.conflicts.judge.replacement import replaced
from arbor_desktop.conflicts.judge.values import value

__all__ = [
    "NEGATION",
    "REPLACEMENT",
    "STANCE",
    "VALUE",
    "Found",
    "changed",
    "competing",
    "replaced",
    "stance",
    "value",
]
