"""Texts that come in by another way than a captured file, without their secrets."""

from __future__ import annotations

from arbor_desktop.redaction.shipped import screen
from arbor_desktop.runtime.runtime import Runtime

MARK = "[redacted:"
"""Begins what stands where a secret was."""


class Redacting:
    """Safe to use from several threads. The rules are read with the first text."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def __call__(self, text: str) -> str:
        """The text without secrets, in a form that can be stored."""
        return screen(bool(self._rt.settings.get("redaction.personal"))).clean([text])[0]
