"""Batches of questions, answered within a day at half the price
(https://platform.claude.com/docs/en/build-with-claude/batch-processing)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from anthropic import AsyncAnthropic

from arbor_desktop.models.anthropic.answers import answer_of
from arbor_desktop.models.anthropic.errors import Garbled, by_status, failed, is_own, server_of
from arbor_desktop.models.model import Access, Answer, BatchReport, BatchState, HandedIn, ModelFailed, Trouble

MAX_ASKS = 100_000
MAX_BYTES = 256_000_000
_IDENT = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_PAGE = 20
_COUNTS = ("processing", "succeeded", "errored", "canceled", "expired")
_FRAME = 40
"""Bytes that stand around each question, besides its id."""


async def submit(client: AsyncAnthropic, requests: Mapping[str, dict[str, Any]]) -> str:
    """Raises ModelFailed for what the service would refuse as a whole."""
    _check(requests)
    made = await client.messages.batches.create(
        requests=[{"custom_id": ident, "params": params} for ident, params in requests.items()],  # type: ignore[typeddict-item]
    )
    if not isinstance(getattr(made, "id", None), str):
        raise Garbled("no batch")
    return made.id


async def report(client: AsyncAnthropic, ident: str, access: Access) -> BatchReport:
    found = await client.messages.batches.retrieve(ident)
    counts = getattr(found, "request_counts", None)
    names = ("succeeded", "errored", "canceled", "expired")
    done = sum(getattr(counts, name, 0) or 0 for name in names)
    total = done + (getattr(counts, "processing", 0) or 0)
    if found.processing_status != "ended":
        return BatchReport(BatchState.WORKING, done, total)
    answers: dict[str, Answer | ModelFailed] = {}
    async for line in await client.messages.batches.results(ident):
        custom = getattr(line, "custom_id", None)
        if not isinstance(custom, str):
            raise Garbled("a result without its id")
        answers[custom] = _result(getattr(line, "result", None), access)
    return BatchReport(BatchState.ENDED, done, total, answers)


async def handed_in(client: AsyncAnthropic, since: int) -> list[HandedIn]:
    """The newest first, as the service lists them (https://platform.claude.com/docs/en/api/messages/batches/list)."""
    found: list[HandedIn] = []
    async for one in client.messages.batches.list(limit=_PAGE):
        at = getattr(one, "created_at", None)
        if not isinstance(at, datetime):
            raise Garbled("a batch without its time")
        created = int(at.timestamp() * 1000)
        if created < since:
            break
        counts = getattr(one, "request_counts", None)
        found.append(HandedIn(one.id, created, sum(getattr(counts, name, 0) or 0 for name in _COUNTS)))
    return found


async def cancel(client: AsyncAnthropic, ident: str) -> None:
    await client.messages.batches.cancel(ident)


def missing(error: ModelFailed, access: Access) -> ModelFailed:
    """For a batch that is gone (results are kept for 29 days), or a server that has no batches."""
    if is_own(access):
        message = "Anthropic's service does not know this batch any more."
    else:
        message = f"{server_of(access)} can't answer in batches. Turn batches off in Settings → Extraction."
    return ModelFailed(message, Trouble.BAD_REQUEST, detail=error.detail)


def _check(requests: Mapping[str, dict[str, Any]]) -> None:
    if not requests:
        raise _refused("A batch needs at least one question.")
    if len(requests) > MAX_ASKS:
        raise _refused(f"A batch takes {MAX_ASKS:,} questions at most, not {len(requests):,}.")
    size = 0
    for ident, params in requests.items():
        if _IDENT.fullmatch(ident) is None:
            raise _refused(f"{ident!r} can't name a question: 1 to 64 letters, digits, _ and - can.")
        size += len(json.dumps(params, ensure_ascii=False).encode()) + len(ident) + _FRAME
        if size > MAX_BYTES:
            raise _refused(f"A batch takes {MAX_BYTES // 1_000_000} MB at most.")


def _refused(message: str) -> ModelFailed:
    return ModelFailed(message, Trouble.BAD_REQUEST, detail="batch")


def _result(result: Any, access: Access) -> Answer | ModelFailed:
    kind = getattr(result, "type", "")
    if kind == "succeeded":
        try:
            return answer_of(result.message, batch=True)
        except Garbled as error:
            return failed(error, access)
    if kind == "errored":
        return _errored(result, access)
    if kind == "expired":
        message = "The service did not get to it within a day; it is asked again."
        return ModelFailed(message, Trouble.OVERLOADED, detail="expired")
    if kind == "canceled":
        return ModelFailed("It was stopped.", Trouble.STOPPED, detail="canceled")
    return ModelFailed("The service's result can't be understood.", Trouble.INVALID, detail="no result")


def _errored(result: Any, access: Access) -> ModelFailed:
    """One question's error: its kind says what a status would say of a call."""
    error = getattr(getattr(result, "error", None), "error", None)
    kind, said = str(getattr(error, "type", "") or ""), str(getattr(error, "message", "") or "")
    status = 400 if kind == "invalid_request_error" else 200
    found = by_status(status, {"error": {"type": kind, "message": said}}, access)
    found.detail = kind or "errored"
    return found
