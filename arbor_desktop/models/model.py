"""What is asked of a language model, what it answers, and how that fails. Plain frozen data that can be
pickled: backends run in a process of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from arbor_desktop.errors import ArborError


class Purpose(StrEnum):
    """What a call is for. The values name the prompts and stand in the ledger."""

    EXTRACTION = "extraction"
    ADJUDICATION = "adjudication"
    CONFLICT = "conflict"
    CATEGORY = "category"
    BRANCH = "branch"
    COMPACTION = "compaction"
    REWRITING = "rewriting"
    SUFFICIENCY = "sufficiency"
    ANSWER = "answer"
    CHAT = "chat"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class ToolUse:
    """The model wants a tool to be used."""

    id: str
    name: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered to the use with this id."""

    use_id: str
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """What one side says. `role` is `user` or `assistant`."""

    role: str
    text: str = ""
    uses: tuple[ToolUse, ...] = ()
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """`schema` is the JSON Schema of its input."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model.

    `system` is the fixed part, the same for many asks, which services cache; `context` goes after it and may
    differ each time. `schema`: the answer must be JSON of this JSON Schema. `max_tokens` bounds the answer.
    `conversation` and `project`: whose text is in it, for the ledger and for what is excluded.
    """

    purpose: Purpose
    system: str
    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    max_tokens: int = 4096
    context: str = ""
    tools: tuple[Tool, ...] = ()
    conversation: str | None = None
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call or of many. `input` is what was neither read from the service's cache nor written
    to it; all input is the sum of the three."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_written: int = 0

    @property
    def all_input(self) -> int:
        return self.input + self.cache_read + self.cache_written

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input,
            self.output + other.output,
            self.cache_read + other.cache_read,
            self.cache_written + other.cache_written,
        )


class Stop(StrEnum):
    """Why a model ended its answer."""

    END = "end"
    LENGTH = "length"
    TOOL = "tool"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answer:
    """`model` is the one that answered. `cost` in US dollars, where it is known. `batch`: asked in a batch,
    which costs half."""

    text: str
    usage: Usage = Usage()
    model: str = ""
    stop: Stop = Stop.END
    uses: tuple[ToolUse, ...] = ()
    cost: float | None = None
    batch: bool = False


Tell = Callable[[str], None]
"""Hears each piece of a streamed answer, in order."""


class Trouble(StrEnum):
    """Why a model did not answer."""

    NO_KEY = "no_key"
    KEY_REFUSED = "key_refused"
    NO_CREDIT = "no_credit"
    BUDGET = "budget"
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    SERVER = "server_error"
    NETWORK = "network"
    TIMEOUT = "timeout"
    NO_SUCH_MODEL = "no_such_model"
    NOT_ALLOWED = "not_allowed"
    WRONG_ADDRESS = "wrong_address"
    BAD_REQUEST = "bad_request"
    TOO_LONG = "too_long"
    REFUSED = "refused"
    CUT = "cut"
    INVALID = "invalid_answer"
    NO_PROGRAM = "no_program"
    NOT_SIGNED_IN = "not_signed_in"
    STOPPED = "stopped"
    PRIVATE = "private"


PASSING = frozenset(
    (Trouble.RATE_LIMITED, Trouble.OVERLOADED, Trouble.SERVER, Trouble.NETWORK, Trouble.TIMEOUT)
)
"""They pass by themselves: what waits is tried again, as often as it takes."""
STANDING = frozenset(
    (
        Trouble.NO_KEY, Trouble.KEY_REFUSED, Trouble.NO_CREDIT, Trouble.BUDGET, Trouble.NO_SUCH_MODEL,
        Trouble.NOT_ALLOWED, Trouble.WRONG_ADDRESS, Trouble.NO_PROGRAM, Trouble.NOT_SIGNED_IN,
    )
)  # fmt: skip
"""They stand until a person does something: nothing more is asked until then, and all waits."""


class ModelFailed(ArborError):
    """`trouble` says why. `detail` is what the service said, short, as `401 authentication_error`;
    `retry_after` in seconds, where the service named it; `usage` is what was paid for all the same."""

    code = "MODEL_FAILED"

    def __init__(
        self,
        message: str,
        trouble: Trouble,
        *,
        detail: str = "",
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message, trouble=trouble.value, detail=detail)
        self.trouble, self.detail, self.retry_after = trouble, detail, retry_after
        self.usage = usage or Usage()

    def __reduce__(self) -> Any:
        return _failed, (self.message, self.trouble, self.detail, self.retry_after, self.usage)

    def without(self, secret: str) -> ModelFailed:
        """The same, where a service told back a key that it was sent."""
        if not secret or secret not in self.message + self.detail:
            return self
        message, detail = self.message.replace(secret, "…"), self.detail.replace(secret, "…")
        return _failed(message, self.trouble, detail, self.retry_after, self.usage)

    @property
    def passes(self) -> bool:
        return self.trouble in PASSING

    @property
    def stands(self) -> bool:
        return self.trouble in STANDING


def _failed(
    message: str, trouble: Trouble, detail: str, retry_after: float | None, usage: Usage
) -> ModelFailed:
    return ModelFailed(message, trouble, detail=detail, retry_after=retry_after, usage=usage)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a service offers. `made_at` in milliseconds, where it is told."""

    id: str
    name: str
    made_at: int | None = None
    max_input: int | None = None


class BatchState(StrEnum):
    WORKING = "working"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How far a batch is; `answers` by the ids that its asks were given, once it has ended."""

    state: BatchState
    done: int = 0
    total: int = 0
    answers: dict[str, Answer | ModelFailed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A batch that a service knows of: with so many questions, since `created_at` (milliseconds)."""

    id: str
    created_at: int
    total: int


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach a model: all a backend needs to know. `key` is never shown, logged or written.

    `backend` is `anthropic` or `claude-cli`; `base_url` empty means the service's own; `timeout` in seconds
    for one call; `program` is the path of the `claude` command, and `folder` one of Arbor's own that it is
    started in."""

    backend: str
    model: str = ""
    base_url: str = ""
    key: str = field(default="", repr=False)
    timeout: float = 120.0
    program: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the chosen backend can be asked, and if not, why. `trouble` None where it is ready; `detail`
    and `at` (milliseconds) tell of the last failure; `retry_at`: when it is asked again by itself; `failures`
    in a row."""

    backend: str
    ready: bool
    reason: str = ""
    trouble: Trouble | None = None
    detail: str = ""
    at: int | None = None
    retry_at: int | None = None
    failures: int = 0


@dataclass(frozen=True, slots=True)
class TestResult:
    """A tiny question was answered: by which model, in how many seconds, with which words, at what cost in US
    dollars (None where no price is known)."""

    __test__ = False  # pytest looks at what begins with Test

    model: str
    seconds: float
    said: str
    cost: float | None = None
