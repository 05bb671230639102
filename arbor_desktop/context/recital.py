"""What an assistant only says over of what it was told, which is no use of it (spec 5.4). Pure.

Asked what it knows, it quotes the block, or lists the memories one after the other. A single memory in an
answer is one: that is what it was told for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from arbor_desktop.conversations.model import Role, Turn, TurnKind

MANY = 3
"""So many whole memories, each on a line of its own, are a list of what is known."""
_BLOCK = re.compile(r"<user_context>.*?(?:</user_context>|\Z)", re.DOTALL | re.IGNORECASE)
_LIST_MARK = re.compile(r"^\s*(?:[-+*•>]\s+|\d{1,3}[.)]\s+)*")


def without_recitals(turns: Sequence[Turn], contents: Iterable[str]) -> list[Turn]:
    """The turns, those of the assistant without the block and without lists of `contents`."""
    told = {_letters(content) for content in contents} - {""}
    return [_without(turn, told) if _may_recite(turn) else turn for turn in turns]


def _may_recite(turn: Turn) -> bool:
    return turn.role is Role.ASSISTANT and turn.kind is TurnKind.SAID


def _without(turn: Turn, told: Collection[str]) -> Turn:
    text = _BLOCK.sub("\n", turn.text) if "<user_context>" in turn.text.casefold() else turn.text
    lines = text.split("\n")
    if len(told) >= MANY and len(lines) >= MANY:
        own = [line for line in lines if _letters(_LIST_MARK.sub("", line, count=1)) not in told]
        if len(lines) - len(own) >= MANY:
            text = "\n".join(own)
    return turn if text == turn.text else replace(turn, text=text)


def _letters(text: str) -> str:
    """Letters and digits alone: whatever marks, quotes or escapes them."""
    return "".join(char for char in text.casefold() if char.isalnum())
