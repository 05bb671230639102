"""Asking a model until its answer can be used: what was wrong is told to it, twice at most (spec 3.2).

    class Verdict(msgspec.Struct, forbid_unknown_fields=True):
        action: Literal["ADD", "NOOP"]

    ask = Ask(Purpose.ADJUDICATION, prompt("adjudication").text, messages, schema=schema_of(Verdict))
    found = corrected(model, ask, lambda text: read_as(text, Verdict))
    found.value, found.usage, found.cost

`read` takes the answer's text and raises `Unusable` with short sentences that the model can act on; what else
it raises is a bug and goes through.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from arbor_desktop.models.calls import Cancel
from arbor_desktop.models.door import Model
from arbor_desktop.models.json_answers import Unusable
from arbor_desktop.models.model import Answer, Ask, Message, ModelFailed, Stop, Trouble, Usage

log = logging.getLogger(__name__)

T = TypeVar("T")

CORRECTIONS = 2
"""So often a model is told what was wrong with its answer."""
MOST_TOKENS = 16_384
"""An answer that was cut off is asked for again with room for twice as much, up to so many tokens."""
_MOST_ECHOED = 8_000
"""Characters of an unusable answer that the model is shown again."""


@dataclass(frozen=True, slots=True)
class Corrected(Generic[T]):
    """What was read of the answer that could be used. `usage` and `cost` (US dollars): of all tries."""

    value: T
    usage: Usage
    cost: float
    model: str
    tries: int


def corrected(
    model: Model,
    ask: Ask,
    read: Callable[[str], T],
    *,
    backend: str | None = None,
    cancel: Cancel | None = None,
    urgent: bool = False,
) -> Corrected[T]:
    """Asks, reads, and on Unusable tells the model what was wrong, CORRECTIONS times at most.

    Raises what `Model.ask` raises, and ModelFailed with all tries' `usage`: INVALID where no answer could be
    used, REFUSED where the model would not answer, CUT where the answer does not fit into MOST_TOKENS.
    Never call it inside a transaction.
    """
    usage, cost = Usage(), 0.0
    messages = ask.messages
    bound, corrections, tries = ask.max_tokens, 0, 0
    while True:
        now = replace(ask, messages=messages, max_tokens=bound)
        answer = model.ask(now, backend=backend, cancel=cancel, urgent=urgent)
        usage, cost, tries = usage + answer.usage, cost + (answer.cost or 0.0), tries + 1
        if answer.stop is Stop.REFUSED:
            raise ModelFailed("The model refused to answer.", Trouble.REFUSED, usage=usage)
        if answer.stop is Stop.LENGTH:
            if bound >= MOST_TOKENS:
                raise ModelFailed("The model's answer was too long.", Trouble.CUT, usage=usage)
            bound = min(MOST_TOKENS, bound * 2)
            continue
        try:
            return Corrected(read(answer.text), usage, cost, answer.model, tries)
        except Unusable as problem:
            log.info("The model's answer (%s) was not usable: %s", ask.purpose.value, problem)
            if corrections == CORRECTIONS:
                raise ModelFailed(
                    f"The model's answer was not usable: {problem}", Trouble.INVALID, usage=usage
                ) from problem
            corrections += 1
            messages = (*ask.messages, *_told(answer, problem))


def _told(answer: Answer, problem: Unusable) -> tuple[Message, ...]:
    """The last answer alone is shown again: earlier ones would only teach it."""
    said = answer.text.strip()
    wrong = "\n".join(f"- {one}" for one in problem.problems)
    return (
        Message("assistant", said[:_MOST_ECHOED] or "(an empty answer)"),
        Message(
            "user",
            f"Your answer was not usable:\n{wrong}\n\n"
            "Answer again, completely, in the form that was asked for, with nothing around it.",
        ),
    )
