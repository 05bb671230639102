"""What was said in a chat, as a model is told it: bounded, each prompt followed by its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbor_desktop.chat.queries import AnswerRow
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.models.model import Message
from arbor_desktop.text.token_count import tokens_of

HISTORY_TOKENS = 40_000
"""So many tokens of what was said before go along with a prompt, estimated as everywhere by characters."""
HISTORY_TURNS = 2000
"""So many of a chat's last turns are looked at for that."""
_CUT = "\n[This answer was stopped here.]"


@dataclass(frozen=True, slots=True)
class History:
    """`messages` end with the prompt. `left_out`: how many of the oldest turns are not sent; `first_sent` is
    the number of the oldest turn that is (0 where all are)."""

    messages: tuple[Message, ...]
    left_out: int = 0
    first_sent: int = 0


def history(
    turns: Sequence[Turn], answers: Sequence[AnswerRow], asked: int, most_tokens: int = HISTORY_TOKENS
) -> History:
    """The messages for the prompt of the turn `asked`: it goes whole, before it as much as fits.

    An answer goes with its prompt, also where another prompt came in between. What was taken back or is no
    word of either side is left out. It begins with a prompt and the two sides alternate, as services want it.
    """
    said = {turn.number: turn for turn in turns if _counts(turn)}
    pairs = {row.number: row for row in answers}
    ordered: list[Turn] = []
    for number, turn in said.items():
        if turn.role is Role.USER and number <= asked:
            ordered.append(turn)
            if number < asked:
                ordered += [said[n] for n, row in pairs.items() if row.asked == number and n in said]
    kept: list[Turn] = []
    room = most_tokens
    for turn in reversed(ordered):
        room -= tokens_of(turn.text)
        if room < 0 and kept:
            break
        kept.append(turn)
    while kept and kept[-1].role is not Role.USER:
        kept.pop()
    kept.reverse()
    left_out = len(ordered) - len(kept)
    return History(_messages(kept, pairs), left_out, kept[0].number if left_out and kept else 0)


def _counts(turn: Turn) -> bool:
    return turn.kind is TurnKind.SAID and not turn.unsaid and bool(turn.text.strip())


def _messages(turns: Sequence[Turn], answers: dict[int, AnswerRow]) -> tuple[Message, ...]:
    messages: list[Message] = []
    for turn in turns:
        row = answers.get(turn.number)
        text = turn.text + (_CUT if row is not None and row.state in ("stopped", "cut") else "")
        if messages and messages[-1].role == turn.role.value:
            messages[-1] = Message(turn.role.value, f"{messages[-1].text}\n\n{text}")
        else:
            messages.append(Message(turn.role.value, text))
    return tuple(messages)
