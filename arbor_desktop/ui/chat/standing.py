"""Whether one can chat now, and what helps where one can't."""

from __future__ import annotations

from arbor_desktop.chat.model import ChatReadiness
from arbor_desktop.ui.model_status.words import Wish, trouble_look

SENSELESS = frozenset((Wish.OFFLINE,))
"""What helps elsewhere and makes no sense here: rules on this computer lead no chat."""


def is_blocked(standing: ChatReadiness) -> bool:
    """Whether nothing can be asked until the person does something. What passes by itself blocks nothing: a
    prompt is tried all the same."""
    ready = standing.readiness
    return not standing.chosen or not (ready.ready or ready.retry_at is not None)


def what_helps(standing: ChatReadiness, now: int, server: str = "") -> tuple[str, str, Wish | None]:
    """Why nothing can be asked, the words of the one button that helps most, and its wish. `now` in
    milliseconds; `server`: the address that is asked where it is not Anthropic's own."""
    look = trouble_look(standing.readiness, now, server=server)
    words = f"{look.title}. {look.text}"
    for wish, label in look.actions:
        if wish not in SENSELESS:
            return words, label, wish
    return words, "", None
