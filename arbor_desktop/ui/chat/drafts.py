"""What was typed and not sent, by chat; kept when the window closes."""

from __future__ import annotations

import msgspec

from arbor_desktop.ui.window_state import WindowState

_KEY, _LAST = "chat/drafts", "chat/last"
_MOST, _LONGEST = 20, 20_000


class Drafts:
    """The key "" is that of a new chat."""

    def __init__(self, state: WindowState | None) -> None:
        self._state = state
        self._texts: dict[str, str] = {}
        if state is not None:
            try:
                self._texts = msgspec.json.decode(state.value(_KEY, "{}"), type=dict[str, str])
            except msgspec.DecodeError:  # written by something else
                self._texts = {}

    def get(self, chat_id: str | None) -> str:
        return self._texts.get(chat_id or "", "")

    def put(self, chat_id: str | None, text: str) -> None:
        """Keeps a draft, or forgets it where nothing is left of it."""
        self._texts.pop(chat_id or "", None)
        if text.strip():
            self._texts[chat_id or ""] = text[:_LONGEST]

    def save(self, last: str | None) -> None:
        """Remembers the newest drafts and the chat that is open."""
        if self._state is not None:
            kept = dict(list(self._texts.items())[-_MOST:])
            self._state.set_value(_KEY, msgspec.json.encode(kept).decode())
            self._state.set_value(_LAST, last or "")

    @property
    def last(self) -> str | None:
        """The chat that was open."""
        return (self._state.value(_LAST) or None) if self._state is not None else None
