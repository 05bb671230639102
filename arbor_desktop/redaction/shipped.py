"""The redaction rules that ship with the program, read once in a process."""

from __future__ import annotations

from functools import cache

from arbor_desktop import resources
from arbor_desktop.redaction.screening import Screen

PERSONAL = ("email", "phone")
"""The kinds of redaction that the setting `redaction.personal` switches on."""


@cache
def screen(personal: bool) -> Screen:
    """Return the rules, with those for personal data if `personal`."""
    return Screen(resources.read_text("redaction.toml"), PERSONAL if personal else ())
