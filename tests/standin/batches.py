"""The batches of the stand-in server (https://platform.claude.com/docs/en/api/messages/batches)."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.standin.said import Body, Fail

MADE_AT = "2026-11-22T10:00:00Z"
ENDS_AT = "2026-11-23T10:00:00Z"


@dataclass(slots=True)
class Handed:
    """A batch as it was handed in."""

    ident: str
    requests: dict[str, Body]
    state: str = "in_progress"
    results: dict[str, Body] = field(default_factory=dict)


class Batches:
    """`answer` makes a message of a request's parameters, or an error. Safe from several threads."""

    def __init__(self, answer: Callable[[Body], Body | Fail]) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self.all: dict[str, Handed] = {}

    def hand_in(self, ident: str, body: Body) -> Handed:
        with self._lock:
            made = Handed(ident, {one["custom_id"]: one["params"] for one in body["requests"]})
            self.all[ident] = made
            return made

    def cancel(self, ident: str) -> None:
        with self._lock:
            if self.all[ident].state == "in_progress":
                self.all[ident].state = "canceling"

    def end(self, results: Mapping[str, str | Fail] | None = None) -> None:
        """Answers what has been handed in. `results`: `expired` or `canceled`, or an error, by the id of a
        request; all others are answered, or `canceled` where the batch was."""
        for batch in list(self.all.values()):
            if batch.state == "ended":
                continue
            rest = "canceled" if batch.state == "canceling" else None
            for custom, params in batch.requests.items():
                wanted = (results or {}).get(custom, rest)
                batch.results[custom] = self._result(params, wanted)
            batch.state = "ended"

    def _result(self, params: Body, wanted: str | Fail | None) -> Body:
        if isinstance(wanted, str):
            return {"type": wanted}
        answer = wanted or self._answer(params)
        if isinstance(answer, Fail):
            return {"type": "errored", "error": answer.error}
        return {"type": "succeeded", "message": answer}

    def shown(self, batch: Handed, url: str) -> Body:
        kinds = [result["type"] for result in batch.results.values()]
        counts: dict[str, Any] = {
            name: kinds.count(name) for name in ("succeeded", "errored", "canceled", "expired")
        }
        ended = batch.state == "ended"
        return {
            "id": batch.ident,
            "type": "message_batch",
            "processing_status": batch.state,
            "request_counts": counts | {"processing": len(batch.requests) - len(batch.results)},
            "created_at": MADE_AT,
            "expires_at": ENDS_AT,
            "ended_at": MADE_AT if ended else None,
            "archived_at": None,
            "cancel_initiated_at": MADE_AT if batch.state == "canceling" else None,
            "results_url": f"{url}/v1/messages/batches/{batch.ident}/results" if ended else None,
        }

    def lines(self, batch: Handed) -> bytes:
        """In an order of its own, as the service may."""
        shown = reversed(batch.results.items())
        return b"".join(
            json.dumps({"custom_id": custom, "result": result}).encode() + b"\n" for custom, result in shown
        )
