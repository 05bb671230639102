"""The rules by which two claims contradict each other. Each answers what it found, or None."""

from __future__ import annotations

from arbor_desktop.core.contradiction.changing import changed
from arbor_desktop.core.contradiction.competing import competing
from arbor_desktop.core.contradiction.denying import stance
from arbor_desktop.core.contradiction.found import NEGATION, REPLACEMENT, STANCE, VALUE, Found
from arbor_desktop.core.contradiction.replacing import replaced
from arbor_desktop.core.contradiction.values import value

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
