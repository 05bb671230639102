"""Reads what the `claude` command writes with `--output-format stream-json`, line by line.

https://code.claude.com/docs/en/headless and https://code.claude.com/docs/en/agent-sdk/typescript. Lines of a
kind that isn't known are passed over: newer versions write more of them. One JSON document, as
`--output-format json` writes it, is understood as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from arbor_desktop.models.claude_command.errors import failed, shortened
from arbor_desktop.models.claude_command.process import Ended
from arbor_desktop.models.model import Answer, ModelFailed, Stop, Tell, Trouble, Usage

_ON_THE_PLAN = frozenset(("", "none", "oauth"))
"""What `apiKeySource` is where a person is signed in with a plan."""
_SYNTHETIC = "<synthetic>"
_UNKNOWN_OPTION = re.compile(r"unknown (?:option|argument):?\s+['\"]?(--?[a-z][a-z-]*)", re.IGNORECASE)
_SUBTYPES = {
    "error_max_structured_output_retries": "The model gave no answer of the shape that was asked for.",
    "error_max_turns": "The model gave no answer in one turn.",
}


MOST_TOKENS = 100_000_000
"""No call has more; sums of it must stay numbers."""


class UnknownOption(Exception):
    """The command does not know an option: it is older (or newer) than what it was asked."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


class Reader:
    """Reads one run. `tell` hears the answer's text as it comes."""

    def __init__(self, tell: Tell | None, clock: Callable[[], datetime]) -> None:
        self._tell = tell
        self._clock = clock
        self._told = False
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
        """One line that the command wrote. Answers whether it was the last one: the result."""
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
        if isinstance(delta, dict) and delta.get("type") == "text_delta" and self._tell is not None:
            self._told = True
            self._tell(_text(delta.get("text")))

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

    # -- what came of it --

    def given_up(self) -> ModelFailed | None:
        """Why the command itself was still trying when it was given up, where it said so."""
        if self._retried is None:
            return None
        category, status = self._retried
        return failed("", self._clock(), category=category, status=status, resets_at=self._resets_at)

    def answer(self, ended: Ended) -> Answer:
        """The answer. Raises ModelFailed, UnknownOption."""
        if self._result is None:
            raise self._without_result(ended)
        result = self._result
        usage = _usage(result.get("usage"))
        if result.get("is_error") or result.get("subtype", "success") != "success":
            raise self._failed(result, usage)
        text = self._text(result)
        stop = _text(result.get("stop_reason")) or self._stop
        if stop == "refusal":
            return Answer(text, usage, self._used(result), Stop.REFUSED, cost=self._cost(result))
        if not text.strip():
            raise ModelFailed(
                "The claude command answered nothing.", Trouble.INVALID, detail="empty", usage=usage
            )
        if self._tell is not None and not self._told:
            self._tell(text)
        ended_early = stop in ("max_tokens", "model_context_window_exceeded")
        return Answer(
            text, usage, self._used(result), Stop.LENGTH if ended_early else Stop.END, cost=self._cost(result)
        )

    def _text(self, result: dict[str, Any]) -> str:
        if result.get("structured_output") is not None:
            return json.dumps(result["structured_output"], ensure_ascii=False)
        if not isinstance(result.get("result"), str):
            raise ModelFailed(self._strange, Trouble.INVALID, detail="no result")
        return str(result["result"])

    def _used(self, result: dict[str, Any]) -> str:
        if self._model:
            return self._model
        by_model = result.get("modelUsage")
        return next(iter(by_model), "") if isinstance(by_model, dict) else ""

    def _cost(self, result: dict[str, Any]) -> float:
        """Nothing where a plan pays for it; what the command reckons where it is billed by a key, or beyond
        the plan's limits because the person allowed that."""
        spent = result.get("total_cost_usd")
        on_plan = self._key_source.casefold() in _ON_THE_PLAN and not self._beyond_plan
        return 0.0 if on_plan or not isinstance(spent, int | float) else float(spent)

    def _failed(self, result: dict[str, Any], usage: Usage) -> ModelFailed:
        subtype = _text(result.get("subtype"))
        errors = result.get("errors")
        said = _text(result.get("result")) or (
            "; ".join(map(str, errors)) if isinstance(errors, list) else ""
        )
        if subtype in _SUBTYPES:
            return ModelFailed(_SUBTYPES[subtype], Trouble.INVALID, detail=subtype, usage=usage)
        status = result.get("api_error_status")
        retried, retried_status = self._retried or ("", None)
        return failed(
            said or subtype,
            self._clock(),
            category=self._category or retried,
            status=status if isinstance(status, int) else retried_status,
            resets_at=self._resets_at,
            usage=usage,
        )

    def _without_result(self, ended: Ended) -> Exception:
        if unknown := _UNKNOWN_OPTION.search(ended.errors) or _UNKNOWN_OPTION.search(self._garbage):
            return UnknownOption(unknown[1])
        said = ended.errors.strip() or self._garbage
        if ended.code == 0:
            return ModelFailed(
                self._strange, Trouble.INVALID, detail=shortened(said) or "no result in its output"
            )
        told = failed(said, self._clock(), category=self._category, resets_at=self._resets_at)
        if said and told.trouble is not Trouble.BAD_REQUEST:
            return told
        return ModelFailed(
            f"The claude command ended unexpectedly (code {ended.code}); it is asked again in a while.",
            Trouble.SERVER,
            detail=shortened(said) or f"exit code {ended.code}",
        )

    @property
    def _strange(self) -> str:
        version = f" (version {self.version})" if self.version else ""
        return (
            f"The claude command{version} answered in a way that Arbor does not understand. Update Claude "
            "Code with claude update, and Arbor."
        )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _usage(value: Any) -> Usage:
    counts = value if isinstance(value, dict) else {}

    def count(name: str) -> int:
        number = counts.get(name)
        return max(0, min(number, MOST_TOKENS)) if isinstance(number, int) else 0

    return Usage(
        count("input_tokens"),
        count("output_tokens"),
        count("cache_read_input_tokens"),
        count("cache_creation_input_tokens"),
    )
