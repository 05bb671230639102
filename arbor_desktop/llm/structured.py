"""Questions whose answers must have a form: a model is told what was wrong, twice at most (spec 3.2).

    class Verdict(msgspec.Struct, forbid_unknown_fields=True):
        action: Literal["ADD", "NOOP"]

    ask = Ask(Purpose.CONFLICT, prompt("conflict").text, messages, schema=schema_of(Verdict))
    found = ask_structured(model, ask, lambda text: read_as(text, Verdict))
    found.value, found.usage, found.cost

`read` takes the answer's text and raises `Unusable` with short sentences that the model can act on. JSON is
read tolerantly: code fences, words around it and trailing commas are ignored. What could be misunderstood (an
answer that was cut off, two answers, an unknown field) is `Unusable`.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from arbor_desktop.llm.calls import Cancel
from arbor_desktop.llm.model import Ask, Message, ModelFailed, Stop, Trouble, Usage
from arbor_desktop.memories.model import Memory, Privacy, Scope
from arbor_desktop.runtime import steps
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.llm.client import ModelClient

log = logging.getLogger(__name__)

T = TypeVar("T")

CORRECTIONS = 2
"""Times that a model is told what was wrong with its answer."""
MOST_TOKENS = 16_384
"""An answer that was cut off is asked for again with twice the tokens, up to this many."""
_MOST_ECHOED = 8_000
"""Characters of an unusable answer that the model is shown again."""
MAX_CHARACTERS = 400_000
"""Longest answer."""
MAX_PROBLEMS = 12
"""Problems that are reported at once."""
_MAX_STARTS = 50
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_OPENS = re.compile(r"[{\[]")
_STRUCTURE = re.compile(r"[{}\[\]]")
_NOT_IN_SCHEMAS = (
    "title", "description", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minItems", "maxItems", "pattern", "default",
)  # fmt: skip
"""Keywords that structured output does not take, or that are for readers of the code (https://platform.claude.com/docs/en/build-with-claude/structured-outputs);
they are checked when the answer is read."""


@dataclass(frozen=True, slots=True)
class Structured(Generic[T]):
    """A usable answer. `usage` and `cost` (US dollars) are of all tries."""

    value: T
    usage: Usage
    cost: float
    model: str
    tries: int


def ask_structured(
    model: ModelClient,
    ask: Ask,
    read: Callable[[str], T],
    *,
    backend: str | None = None,
    cancel: Cancel | None = None,
    urgent: bool = False,
) -> Structured[T]:
    """Ask, read the answer, and on Unusable ask again with what was wrong, CORRECTIONS times at most.

    Raises what `ModelClient.ask` raises, and ModelFailed with all tries' `usage`: INVALID where no answer was
    usable, REFUSED where the model refused, CUT where the answer does not fit into MOST_TOKENS. Never call it
    inside a transaction.
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
            return Structured(read(answer.text), usage, cost, answer.model, tries)
        except Unusable as problem:
            log.info("The model's answer (%s) was not usable: %s", ask.purpose.value, problem)
            if corrections == CORRECTIONS:
                raise ModelFailed(
                    f"The model's answer was not usable: {problem}", Trouble.INVALID, usage=usage
                ) from problem
            corrections += 1
            # The last answer alone is shown again: earlier ones would only teach it.
            messages = (*ask.messages, *_correction(answer.text, problem))


def _correction(answer: str, problem: Unusable) -> tuple[Message, ...]:
    wrong = "\n".join(f"- {one}" for one in problem.problems)
    return (
        Message("assistant", answer.strip()[:_MOST_ECHOED] or "(an empty answer)"),
        Message(
            "user",
            f"Your answer was not usable:\n{wrong}\n\n"
            "Answer again, completely, in the form that was asked for, with nothing around it.",
        ),
    )


# -- as part of maintenance --

OPEN_TO_MODELS = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
"""Privacy levels of memories that a model may see in maintenance (spec 4.3)."""
LONGEST = 2_000
"""Characters of the longest text shown in maintenance: a part of one would be another question."""
STOP_CHECK_SECONDS = 0.05
TITLE = "Refining with the model"
_OF_THIS_QUESTION = frozenset(
    (Trouble.INVALID, Trouble.CUT, Trouble.REFUSED, Trouble.TOO_LONG, Trouble.PRIVATE, Trouble.BAD_REQUEST)
)
"""Failures that concern one question, not the next."""


class ModelUnavailable(steps.Stopped):
    """The model can't be asked now: the rest of the step is done another time."""


def may_be_shown(runtime: Runtime, memory: Memory) -> bool:
    """Return whether a memory may be in a question that no person asked for."""
    if memory.privacy_level not in OPEN_TO_MODELS or len(memory.content) > LONGEST:
        return False
    return memory.scope is not Scope.PROJECT or not runtime.is_excluded(memory.scope_id)


@contextmanager
def cancelled_with(work: steps.Work) -> Iterator[Cancel]:
    """Yield a cancel for model calls that is called when a step of maintenance is to stop."""
    cancel, done = Cancel(), threading.Event()

    def look() -> None:
        while not done.wait(STOP_CHECK_SECONDS):
            if work.stopping():
                cancel()
                return

    thread = threading.Thread(target=look, name="arbor-model-stop", daemon=True)
    thread.start()
    try:
        yield cancel
    finally:
        done.set()
        thread.join()


class MaintenanceQuestions:
    """Questions of one maintenance step. `work` collects failures and says when to stop."""

    def __init__(self, model: ModelClient, work: steps.Work) -> None:
        self._model = model
        self._work = work

    def ask(self, ask: Ask, read: Callable[[str], T]) -> T | None:
        """Return what `read` made of the answer; None where this question got no usable one.

        Raises ModelUnavailable where other questions would fail too, and Stopped.
        """
        self._work.check()
        self._work.count("model_calls")
        try:
            with cancelled_with(self._work) as cancel:
                return ask_structured(self._model, ask, read, cancel=cancel).value
        except ModelFailed as error:
            if self._work.stopping():
                raise steps.Stopped from error
            failure = steps.Trouble(TITLE, error.message)
            if failure not in self._work.troubles and len(self._work.troubles) < steps.MOST_TROUBLES:
                self._work.troubles.append(failure)
            if error.trouble in _OF_THIS_QUESTION:
                return None
            raise ModelUnavailable from error


# -- the JSON in an answer --


class Unusable(Exception):
    """An unusable answer. `problems` are short sentences for the model."""

    def __init__(self, *problems: str) -> None:
        kept = problems[:MAX_PROBLEMS]
        if len(problems) > MAX_PROBLEMS:
            kept = (*kept, f"And {len(problems) - MAX_PROBLEMS} problems more.")
        super().__init__(" ".join(kept))
        self.problems = kept


def json_of(text: str) -> Any:
    """Return the one JSON object or list of an answer. Raises Unusable."""
    text = text.strip().lstrip("\ufeff")
    if not text:
        raise Unusable("The answer was empty.")
    if len(text) > MAX_CHARACTERS:
        raise Unusable("The answer was far too long.")
    try:
        return _within(text)
    except Unusable as problem:
        mended = _COMMA.sub(lambda found: found[1] or "", text)
        if mended == text:
            raise
        try:
            return _within(mended)
        except Unusable:
            raise problem from None


def _within(text: str) -> Any:
    decoder = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_once)
    position, why = 0, "It held no JSON object."
    for _ in range(_MAX_STARTS):
        found = _OPENS.search(text, position)
        if found is None:
            break
        try:
            value, end = decoder.raw_decode(text, found.start())
        except json.JSONDecodeError as error:
            if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
                raise Unusable("The JSON ends in the middle.") from None
            why = f"The JSON is broken: {error.msg} at character {error.pos}."
            position = max(error.pos, found.end())
            continue
        except (ValueError, RecursionError) as error:
            reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise Unusable(f"The JSON is broken: {reason[:80]}.") from None
        if _STRUCTURE.search(text, end):
            raise Unusable("There is more after the JSON. Answer with one JSON object alone.")
        return value
    raise Unusable(why)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the field {key[:40]!r} is there twice")
        found[key] = value
    return found


def read_as(text: str, kind: type[T]) -> T:
    """Return the answer as a value of a type, mostly a `msgspec.Struct` with `forbid_unknown_fields=True`.

    Raises Unusable with the place that does not fit.
    """
    return shaped(json_of(text), kind)


def shaped(value: Any, kind: type[T]) -> T:
    """Return parsed JSON as a value of a type. Nothing is converted. Raises Unusable."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Unusable(f"{str(error).replace('`', '')}.") from None


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a type as structured output takes it: without references and bounds, every
    object closed. Not for recursive types."""
    schema = msgspec.json.schema(kind)
    closed: dict[str, Any] = _closed(schema, schema.pop("$defs", {}))
    return closed


def _closed(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_closed(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _closed(parts[schema["$ref"].removeprefix("#/$defs/")], parts)
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            found[key] = {name: _closed(one, parts) for name, one in value.items()}
        elif key not in _NOT_IN_SCHEMAS:
            found[key] = _closed(value, parts)
    if "properties" in found:
        found["additionalProperties"] = False
    return found
