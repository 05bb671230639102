"""Output of the `claude` command with `--output-format stream-json`: an answer, or a failure that tells a
person what happened and what to do.

https://code.claude.com/docs/en/headless and https://code.claude.com/docs/en/agent-sdk/typescript. Lines of
unknown kinds are skipped: newer versions write more of them. One JSON document, as `--output-format json`
writes it, is understood as well. The words of errors: https://code.claude.com/docs/en/errors, and for older
versions github.com/anthropics/claude-code issues 11429 (`Claude AI usage limit reached|1762952400`), 5666 and
6270 (`Invalid API key · …`). Categories: https://code.claude.com/docs/en/headless, "Handle API retries".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arbor_desktop.llm.model import Answer, ModelFailed, OnText, Stop, Trouble, Usage
from arbor_desktop.text.sentence import Sentence

UNKNOWN_RESET_SECONDS = 900.0
"""Pause at a plan's limit where the command does not say when it ends."""
MOST_CHARS = 240

_BY_CATEGORY = {
    "authentication_failed": Trouble.NOT_SIGNED_IN,
    "cloud_credential_error": Trouble.NOT_SIGNED_IN,
    "oauth_org_not_allowed": Trouble.NOT_ALLOWED,
    "account_on_hold": Trouble.NOT_ALLOWED,
    "billing_error": Trouble.NO_CREDIT,
    "rate_limit": Trouble.RATE_LIMITED,
    "overloaded": Trouble.OVERLOADED,
    "model_not_found": Trouble.NO_SUCH_MODEL,
    "server_error": Trouble.SERVER,
    "max_output_tokens": Trouble.CUT,
}
_BY_STATUS: dict[int | None, Trouble] = {
    401: Trouble.NOT_SIGNED_IN,
    403: Trouble.NOT_ALLOWED,
    404: Trouble.NO_SUCH_MODEL,
    429: Trouble.RATE_LIMITED,
    529: Trouble.OVERLOADED,
}
_BY_WORDS = tuple(
    (re.compile(words, re.IGNORECASE), trouble)
    for words, trouble in (
        (r"spend limit|shared budget|individual usage limit|usage credits required", Trouble.NO_CREDIT),
        (r"credit balance", Trouble.NO_CREDIT),
        (r"temporarily limiting requests", Trouble.OVERLOADED),
        (r"usage limit|hit your .{0,40}limit|limit reached|rate.?limit|\(429\)", Trouble.RATE_LIMITED),
        (r"account is on hold|organization has (?:been )?disabled|does not have access to claude",
         Trouble.NOT_ALLOWED),
        (r"/login|not logged in|log ?in again|invalid api key|invalid auth token|oauth (?:token|session)",
         Trouble.NOT_SIGNED_IN),
        (r"failed to authenticate|authentication (?:required|method|failed)|login expired|\b401\b",
         Trouble.NOT_SIGNED_IN),
        (r"credentials expired|could not load .{0,30}credentials|cloud gateway sign-in",
         Trouble.NOT_SIGNED_IN),
        (r"prompt is too long|input is too long|exceeds? the context", Trouble.TOO_LONG),
        (r"output token maximum|max_output_tokens", Trouble.CUT),
        (r"usage policy|violate our", Trouble.REFUSED),
        (r"issue with the selected model|model.{0,60}(?:not exist|not found)|not_found_error",
         Trouble.NO_SUCH_MODEL),
        (r"support this model", Trouble.NO_SUCH_MODEL),
        (r"overloaded|\b529\b|high load", Trouble.OVERLOADED),
        (r"request timed out|timed out|\b504\b", Trouble.TIMEOUT),
        (r"connect|network|internet|econn|enotfound|eai_again|socket|proxy|certificate|mid-response"
         r"|no response from api|stopped arriving|before a response was produced", Trouble.NETWORK),
        (r"api error: 5\d\d|internal server error|malformed response", Trouble.SERVER),
    )
)  # fmt: skip
_MESSAGES = {
    Trouble.NOT_SIGNED_IN: Sentence(
        "Claude Code is not signed in. In a terminal, run “claude” and sign in with /login, then "
        "try again. The environment variable ANTHROPIC_API_KEY does not replace this sign-in."
    ),
    Trouble.NOT_ALLOWED: Sentence(
        "The account signed in to Claude Code is not allowed to use Claude. Check the account or sign "
        "in with another one."
    ),
    Trouble.NO_CREDIT: Sentence(
        "The account signed in to Claude Code has no credit left. Add credit or raise its limit, "
        "or choose another way to read conversations."
    ),
    Trouble.RATE_LIMITED: Sentence("Claude's rate limit has been reached. Arbor will try again later."),
    Trouble.OVERLOADED: Sentence("Claude is overloaded. Arbor will try again later."),
    Trouble.SERVER: Sentence("Claude reported an error. Arbor will try again later."),
    Trouble.NETWORK: Sentence("Claude can't be reached. Check the network."),
    Trouble.TIMEOUT: Sentence("Claude took too long to answer. Arbor will try again later."),
    Trouble.NO_SUCH_MODEL: Sentence(
        "The claude command does not recognise this model. Choose another model."
    ),
    Trouble.TOO_LONG: Sentence("The text is too long for this model."),
    Trouble.CUT: Sentence("The model's answer was too long and was cut off."),
    Trouble.REFUSED: Sentence("The model refused to answer."),
}
_OF_THE_PLAN = re.compile(r"usage limit|hit your|limit reached", re.IGNORECASE)
_EPOCH = re.compile(r"\|\s*(\d{10})(?:\d{3})?\b")
_RESETS = re.compile(
    r"resets?\s+(?:at\s+)?(?:(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+"
    r"(?P<day>\d{1,2}),?\s+(?:at\s+)?)?(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>[ap]m)"
    r"(?:\s*\(?(?P<zone>[A-Za-z]+(?:/[A-Za-z0-9_+\-]+)*)\)?)?",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def failed(
    text: str,
    now: datetime,
    *,
    category: str = "",
    status: int | None = None,
    resets_at: float | None = None,
    usage: Usage | None = None,
) -> ModelFailed:
    """Return the failure for an error message.

    `category` and `status` are the command's own classification, where it has one; `resets_at` (seconds since
    1970) is the end of a limit; `now` has a time zone.
    """
    trouble = trouble_of(text, category, status)
    shown = shortened(text)
    detail = " ".join(part for part in (str(status or ""), category) if part) or shown
    wait = _wait(text, now, resets_at) if trouble is Trouble.RATE_LIMITED else None
    return ModelFailed(
        _message(trouble, shown, now, wait), trouble, detail=detail, retry_after=wait, usage=usage
    )


def trouble_of(text: str, category: str = "", status: int | None = None) -> Trouble:
    """Return the trouble of an error message; its words count where they are more exact than the category."""
    by_words = next((trouble for words, trouble in _BY_WORDS if words.search(text)), None)
    named = _BY_CATEGORY.get(category)
    if named is Trouble.RATE_LIMITED and by_words is Trouble.NO_CREDIT:
        return by_words
    other = Trouble.SERVER if status is not None and status >= 500 else Trouble.BAD_REQUEST
    return named or by_words or _BY_STATUS.get(status, other)


def shortened(text: str) -> str:
    """Return a message of the command as one line of at most MOST_CHARS characters."""
    folded = " ".join(text.split())
    return folded if len(folded) <= MOST_CHARS else folded[: MOST_CHARS - 1] + "…"


def _message(trouble: Trouble, shown: str, now: datetime, wait: float | None) -> str:
    if trouble is Trouble.RATE_LIMITED and wait is not None:
        at = (now + timedelta(seconds=wait)).astimezone()
        when = f"{at:%H:%M}" if at.date() == now.astimezone().date() else f"{at:%Y-%m-%d %H:%M}"
        return f"The limit of your Claude plan is reached; it is asked again at {when}."
    if trouble is Trouble.BAD_REQUEST:
        return f"The claude command refused: {shown or 'it did not say why'}"
    return _MESSAGES[trouble]


def _wait(text: str, now: datetime, resets_at: float | None) -> float | None:
    """Return the seconds until just after a plan's limit ends; None for a momentary limit."""
    if resets_at is None and (epoch := _EPOCH.search(text)):
        resets_at = float(epoch[1])
    if resets_at is None and (clock := _RESETS.search(text)):
        resets_at = _moment(clock, now)
    if resets_at is None:
        return UNKNOWN_RESET_SECONDS if _OF_THE_PLAN.search(text) else None
    return max(resets_at - now.timestamp(), 0.0) + 5.0


def _moment(clock: re.Match[str], now: datetime) -> float | None:
    """Return the next time that a clock shows this, in the named zone or the local one."""
    if not 1 <= int(clock["hour"]) <= 12:
        return None
    there = now.astimezone(_zone(clock["zone"]))
    hour = int(clock["hour"]) % 12 + (12 if clock["half"].lower() == "pm" else 0)
    try:
        at = there.replace(hour=hour, minute=int(clock["minute"] or 0), second=0, microsecond=0)
        if clock["month"]:
            month = _MONTHS.index(clock["month"].lower()) + 1
            at = at.replace(month=month, day=int(clock["day"]))
            return (at if at > there else at.replace(year=at.year + 1)).timestamp()
    except ValueError:
        return None
    return (at if at > there else at + timedelta(days=1)).timestamp()


def _zone(name: str | None) -> tzinfo | None:
    """Return the named time zone; None, the local one, where none is named or its data is missing."""
    if not name:
        return None
    if name.upper() in ("UTC", "GMT"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


_ON_THE_PLAN = frozenset(("", "none", "oauth"))
"""Values of `apiKeySource` for a sign-in with a plan."""
_STOPS = {
    "refusal": Stop.REFUSED,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
}
_SYNTHETIC = "<synthetic>"
_UNKNOWN_OPTION = re.compile(r"unknown (?:option|argument):?\s+['\"]?(--?[a-z][a-z-]*)", re.IGNORECASE)
_SUBTYPES = {
    "error_max_structured_output_retries": "The model gave no answer of the shape that was asked for.",
    "error_max_turns": "The model gave no answer in one turn.",
}


class UnknownOption(Exception):
    """The command is too old, or too new, for an option."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


class Reader:
    """Reads the output of one run. `on_text` is called with each piece of the answer."""

    def __init__(self, on_text: OnText | None, clock: Callable[[], datetime]) -> None:
        self._on_text = on_text
        self._clock = clock
        self._streamed = False
        self._model = ""
        self._key_source = ""
        self._stop = ""
        self._category = ""
        self._resets_at: float | None = None
        self._beyond_plan = False
        self._retried: tuple[str, int | None] | None = None
        self._result: dict[str, Any] | None = None
        self._garbage = ""
        self.version = ""

    def line(self, line: bytes) -> bool:
        """Read one line of output. Returns whether it was the last one, the result."""
        if line.strip():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):  # broken UTF-8 as well
                self._garbage = self._garbage or shortened(line[:1000].decode("utf-8", "replace"))
                return False
            for event in value if isinstance(value, list) else [value]:
                if isinstance(event, dict):
                    self._event(event)
        return self._result is not None

    def _event(self, event: dict[str, Any]) -> None:
        kind = event.get("type")
        if event.get("parent_tool_use_id"):
            return
        if kind == "system":
            self._system(event)
        elif kind == "stream_event":
            self._piece(event.get("event"))
        elif kind == "assistant":
            self._category = _text(event.get("error")) or self._category
            self._message(event.get("message"))
        elif kind == "rate_limit_event":
            self._limit(event.get("rate_limit_info"))
        elif kind == "result":
            self._result = event

    def _system(self, event: dict[str, Any]) -> None:
        if event.get("subtype") == "init":
            self._model = _text(event.get("model")) or self._model
            self._key_source = _text(event.get("apiKeySource"))
            self.version = _text(event.get("claude_code_version"))
        elif event.get("subtype") == "api_retry":
            status = event.get("error_status")
            self._retried = _text(event.get("error")), status if isinstance(status, int) else None

    def _piece(self, event: Any) -> None:
        delta = event.get("delta") if isinstance(event, dict) else None
        if isinstance(delta, dict) and delta.get("type") == "text_delta" and self._on_text is not None:
            self._streamed = True
            self._on_text(_text(delta.get("text")))

    def _message(self, message: Any) -> None:
        if not isinstance(message, dict):
            return
        model = _text(message.get("model"))
        if model and model != _SYNTHETIC:
            self._model = model
        self._stop = _text(message.get("stop_reason")) or self._stop

    def _limit(self, info: Any) -> None:
        if not isinstance(info, dict):
            return
        self._beyond_plan = info.get("isUsingOverage") is True
        if info.get("status") == "rejected":
            at = info.get("resetsAt")
            self._resets_at = float(at) if isinstance(at, int | float) else None

    # -- the result --

    def given_up(self) -> ModelFailed | None:
        """Return why the command was still retrying when it was ended, where it said so."""
        if self._retried is None:
            return None
        category, status = self._retried
        return failed("", self._clock(), category=category, status=status, resets_at=self._resets_at)

    def answer(self, code: int, errors: str) -> Answer:
        """Return the answer of a command that ended with a code and these words on standard error.

        Raises ModelFailed, UnknownOption.
        """
        if self._result is None:
            raise self._without_result(code, errors)
        result = self._result
        counts = result.get("usage")
        usage = Usage.reported(counts.get) if isinstance(counts, dict) else Usage()
        if result.get("is_error") or result.get("subtype", "success") != "success":
            raise self._failed(result, usage)
        if result.get("structured_output") is not None:
            text = json.dumps(result["structured_output"], ensure_ascii=False)
        elif isinstance(result.get("result"), str):
            text = str(result["result"])
        else:
            raise ModelFailed(self._not_understood, Trouble.INVALID, detail="no result")
        stop = _text(result.get("stop_reason")) or self._stop
        reason = _STOPS.get(stop, Stop.END)
        if not text.strip() and reason is not Stop.REFUSED:
            message = "The claude command answered nothing."
            raise ModelFailed(message, Trouble.INVALID, detail="empty", usage=usage)
        if self._on_text is not None and not self._streamed and reason is not Stop.REFUSED:
            self._on_text(text)
        return Answer(text, usage, self._used(result), reason, cost=self._cost(result))

    def _used(self, result: dict[str, Any]) -> str:
        if self._model:
            return self._model
        by_model = result.get("modelUsage")
        return next(iter(by_model), "") if isinstance(by_model, dict) else ""

    def _cost(self, result: dict[str, Any]) -> float:
        """Return 0 where a plan covers the call; the command's own figure where a key is billed, or the
        plan's limits are exceeded with the person's permission."""
        spent = result.get("total_cost_usd")
        on_plan = self._key_source.casefold() in _ON_THE_PLAN and not self._beyond_plan
        return 0.0 if on_plan or not isinstance(spent, int | float) else float(spent)

    def _failed(self, result: dict[str, Any], usage: Usage) -> ModelFailed:
        subtype = _text(result.get("subtype"))
        errors = result.get("errors")
        text = _text(result.get("result")) or (
            "; ".join(map(str, errors)) if isinstance(errors, list) else ""
        )
        if subtype in _SUBTYPES:
            return ModelFailed(_SUBTYPES[subtype], Trouble.INVALID, detail=subtype, usage=usage)
        status = result.get("api_error_status")
        retried, retried_status = self._retried or ("", None)
        return failed(
            text or subtype,
            self._clock(),
            category=self._category or retried,
            status=status if isinstance(status, int) else retried_status,
            resets_at=self._resets_at,
            usage=usage,
        )

    def _without_result(self, code: int, errors: str) -> Exception:
        if unknown := _UNKNOWN_OPTION.search(errors) or _UNKNOWN_OPTION.search(self._garbage):
            return UnknownOption(unknown[1])
        text = errors.strip() or self._garbage
        if code == 0:
            return ModelFailed(
                self._not_understood, Trouble.INVALID, detail=shortened(text) or "no result in its output"
            )
        failure = failed(text, self._clock(), category=self._category, resets_at=self._resets_at)
        if text and failure.trouble is not Trouble.BAD_REQUEST:
            return failure
        return ModelFailed(
            f"The claude command ended unexpectedly (code {code}); Arbor tries again later.",
            Trouble.SERVER,
            detail=shortened(text) or f"exit code {code}",
        )

    @property
    def _not_understood(self) -> str:
        version = f" (version {self.version})" if self.version else ""
        return (
            f"The claude command{version} answered in a way that Arbor does not understand. Update Claude "
            "Code with claude update, and Arbor."
        )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
