"""Questions to language models, their answers and failures: frozen data that can be pickled, because backends
run in a process of their own."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import asdict, field
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from arbor_desktop.errors import ArborError
from arbor_desktop.quick_dataclass import dataclass

OWN_ADDRESS = "https://api.anthropic.com"
NO_KEY = "No API key is set. Enter one in Settings → Reading, or with arbor key set."
MOST_TOKENS = 100_000_000
"""Upper bound of a token count: a server may report anything, and sums must stay numbers."""


class Purpose(StrEnum):
    """Purpose of a call. The values name the prompts and are stored in the ledger."""

    EXTRACTION = "extraction"
    JUDGEMENT = "adjudication"
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
    """A tool call that the model asks for."""

    id: str
    name: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of the tool call with the id `use_id`."""

    use_id: str
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One side's message. `role` is `user` or `assistant`."""

    role: str
    text: str = ""
    uses: tuple[ToolUse, ...] = ()
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model may use. `schema` is the JSON Schema of its input."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model.

    `system` is the fixed part, equal in many questions, which services cache; `context` follows it and may
    vary. With `schema`, the answer must be JSON of this JSON Schema. `max_tokens` bounds the answer.
    `conversation` and `project` say whose text is in it, for the ledger and for exclusions.
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
    """Tokens of one or more calls. `input` was neither read from the service's cache nor written to it."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_written: int = 0

    @classmethod
    def reported(cls, count: Callable[[str], Any]) -> Usage:
        """Return what a service reports; `count` returns a figure by its name in Anthropic's protocol."""
        names = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        counts = [count(name) for name in names]
        return cls(*(max(0, min(one, MOST_TOKENS)) if isinstance(one, int) else 0 for one in counts))

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
    """The reason for which a model ended its answer."""

    END = "end"
    LENGTH = "length"
    TOOL = "tool"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's answer. `model` is the one that answered, `cost` in US dollars where known, `batch` whether
    it was asked in a batch, which costs half."""

    text: str
    usage: Usage = Usage()
    model: str = ""
    stop: Stop = Stop.END
    uses: tuple[ToolUse, ...] = ()
    cost: float | None = None
    batch: bool = False

    def to_json(self) -> str:
        """Return an answer of a batch as it is stored."""
        data = {
            "text": self.text,
            "usage": list(asdict(self.usage).values()),
            "model": self.model,
            "stop": self.stop,
            "cost": self.cost,
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Answer:
        """Return the answer of a batch that `to_json` wrote."""
        data = json.loads(text)
        usage, stop = Usage(*data["usage"]), Stop(data["stop"])
        return cls(data["text"], usage, data["model"], stop, cost=data["cost"], batch=True)


OnText = Callable[[str], None]
"""Called with each piece of a streamed answer, in order."""


class Trouble(StrEnum):
    """The reason for which a model did not answer."""

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


TEMPORARY = frozenset(
    (Trouble.RATE_LIMITED, Trouble.OVERLOADED, Trouble.SERVER, Trouble.NETWORK, Trouble.TIMEOUT)
)
"""Temporary failures: work is retried as often as it takes."""
LASTING = frozenset(
    (
        Trouble.NO_KEY, Trouble.KEY_REFUSED, Trouble.NO_CREDIT, Trouble.BUDGET, Trouble.NO_SUCH_MODEL,
        Trouble.NOT_ALLOWED, Trouble.WRONG_ADDRESS, Trouble.NO_PROGRAM, Trouble.NOT_SIGNED_IN,
    )
)  # fmt: skip
"""Failures that last until a person acts: nothing is asked until then, and all work stays queued."""


class ModelFailed(ArborError):
    """A model did not answer.

    `detail` is the service's short reason, as `401 authentication_error`; `retry_after` in seconds, where the
    service named it; `usage` what was paid nevertheless.
    """

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
        return ModelFailed, (self.message, self.trouble), self.__dict__

    def without(self, secret: str) -> ModelFailed:
        """Return the failure without a key that a service repeated."""
        if not secret or secret not in self.message + self.detail:
            return self
        clean = copy.copy(self)
        clean.message, clean.detail = self.message.replace(secret, "…"), self.detail.replace(secret, "…")
        clean.args, clean.context = (clean.message,), {**self.context, "detail": clean.detail}
        return clean

    @property
    def temporary(self) -> bool:
        return self.trouble in TEMPORARY

    @property
    def lasting(self) -> bool:
        return self.trouble in LASTING


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a service offers. `made_at` in milliseconds, where known."""

    id: str
    name: str
    made_at: int | None = None


@dataclass(frozen=True, slots=True)
class BatchReport:
    """Progress of a batch; `answers` by the ids of its questions, once it has ended."""

    ended: bool
    done: int = 0
    total: int = 0
    answers: dict[str, Answer | ModelFailed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListedBatch:
    """A batch that a service lists, with `total` questions. `created_at` in milliseconds."""

    id: str
    created_at: int
    total: int


@dataclass(frozen=True, slots=True)
class Access:
    """A way to reach a model. `key` is never shown, logged or written.

    `backend` is `anthropic` or `claude-cli`; an empty `base_url` means the service's own; `timeout` in
    seconds for one call; `program` is the path of the `claude` command, `folder` Arbor's own folder to start
    it in.
    """

    backend: str
    model: str = ""
    base_url: str = ""
    key: str = field(default="", repr=False)
    timeout: float = 120.0
    program: str = ""
    folder: str = ""


def is_own(address: str) -> bool:
    """Return whether an address ("" for the default) is Anthropic's own service, not another server."""
    return not address or urlsplit(address).hostname == urlsplit(OWN_ADDRESS).hostname


def fingerprint(access: Access, ask: Ask) -> str:
    """Return a hash that is equal for equal questions to the same model."""
    parts = [access.backend, access.base_url, access.model, asdict(ask)]
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    import hashlib  # as late as its use

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Readiness:
    """The readiness of a backend: whether it can be asked, and the reason if not.

    `detail` and `at` (milliseconds) are of the last failure, `failures` counts those in a row; `retry_at` is
    when it is asked again automatically.
    """

    backend: str
    ready: bool
    reason: str = ""
    trouble: Trouble | None = None
    detail: str = ""
    at: int | None = None
    retry_at: int | None = None
    failures: int = 0

    def failure(self, now: int) -> ModelFailed:
        """Return the error for a question that is not asked because of this."""
        wait = None if self.retry_at is None else max(0.0, (self.retry_at - now) / 1000)
        return ModelFailed(self.reason, self.trouble or Trouble.STOPPED, detail=self.detail, retry_after=wait)


@dataclass(frozen=True, slots=True)
class TestResult:
    """Answer to a test question: by which model, in how many seconds, at what cost in US dollars (None where
    no price is known)."""

    __test__ = False  # pytest looks at what begins with Test

    model: str
    seconds: float
    text: str
    cost: float | None = None
