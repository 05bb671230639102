"""Texts that come in by another way than a captured file, without their secrets."""

from __future__ import annotations

import functools

from arbor_desktop import resources
from arbor_desktop.core.screening import Screen
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.work import PERSONAL

MARK = "[redacted:"
"""Begins what stands where a secret was."""


class Redacting:
    """Safe to use from several threads. The rules are read with the first text."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def __call__(self, text: str) -> str:
        """The text without secrets, in a form that can be stored."""
        return screen(bool(self._rt.settings.get("redaction.personal"))).clean([text])[0]


@functools.cache
def screen(personal: bool = False) -> Screen:
    """Read the rules, once in a process. `personal`: also for e-mail addresses and telephone numbers."""
    return Screen(resources.read_text("redaction.toml"), PERSONAL if personal else ())
