"""Texts that come in by another way than a captured file, without their secrets."""

from __future__ import annotations

import threading

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
        self._screens: dict[bool, Screen] = {}
        self._lock = threading.Lock()

    def __call__(self, text: str) -> str:
        """The text without secrets, in a form that can be stored."""
        personal = bool(self._rt.settings.get("redaction.personal"))
        with self._lock:
            if personal not in self._screens:
                rules = resources.read_text("redaction.toml")
                self._screens[personal] = Screen(rules, PERSONAL if personal else ())
            screen = self._screens[personal]
        return screen.clean([text])[0]
