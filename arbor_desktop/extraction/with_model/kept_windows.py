"""What a model answered about parts of a conversation that could not be read to its end (the network broke,
nothing could be stored): it is not asked for, nor paid for, again.

Kept in memory alone, until the conversation is memorized; a few of the last.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbor_desktop.extraction.with_model.extraction import Read
    from arbor_desktop.models.corrected import Corrected

MOST = 200
"""Parts that are kept."""


class KeptWindows:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: OrderedDict[tuple[str, str], Corrected[Read]] = OrderedDict()

    def get(self, conversation: str, question: str) -> Corrected[Read] | None:
        """The answer to a question, known by its fingerprint."""
        with self._lock:
            return self._answers.get((conversation, question))

    def put(self, conversation: str, question: str, answer: Corrected[Read]) -> None:
        with self._lock:
            self._answers[conversation, question] = answer
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)

    def forget(self, conversation: str) -> None:
        """It is memorized: whoever reads it again wants to ask again."""
        with self._lock:
            for key in [key for key in self._answers if key[0] == conversation]:
                del self._answers[key]
