"""A local server that speaks the Messages protocol as https://platform.claude.com/docs/en/api/messages tells
it: answers whole and streamed, token counts, models, batches, and every error. The real SDK talks to it.

What it answers is decided by `mind`, a function from the request's body to what the model would say. Every
request is kept in `received`, so that a test can look for what must never leave. A request that the service
would refuse as badly formed is refused here, and the test fails when the server is closed; so does one whose
model says what the service would never send: text that is not of the schema that was asked for.
"""

from __future__ import annotations

import itertools
import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.standin import checks
from tests.standin.batches import Batches
from tests.standin.said import (
    ERRORS,
    Answered,
    Body,
    Break,
    Fail,
    Raw,
    Say,
    event_bytes,
    events,
    message,
    tokens,
)

__all__ = [
    "ERRORS", "Answered", "Body", "Break", "Fail", "Mind", "Raw", "Received", "Say", "StandIn", "events",
    "key_of", "purpose_of", "said_to", "tokens",
]  # fmt: skip

Mind = Callable[[Body], Answered | str]
PARTS = frozenset(("schema", "blocks", "count", "models", "batches", "stream"))
"""What a server of one's own may lack: structured output, a system prompt in blocks, counting of tokens, the
list of models, batches, streams."""


@dataclass(slots=True)
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: Body
    raw: str = field(repr=False, default="")


def purpose_of(body: Body) -> str:
    """Which of Arbor's prompts a request holds (`extraction`), "" for none."""
    system = body.get("system", "")
    text = system if isinstance(system, str) else "".join(block.get("text", "") for block in system)
    start = text.find("<!-- arbor:")
    return text[start + 11 :].split(" ", 1)[0] if start >= 0 else ""


def key_of(headers: Mapping[str, str]) -> str:
    """The key that a request came with."""
    return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")


def said_to(body: Body) -> str:
    """All that the messages of a request say."""
    parts = []
    for one in body.get("messages", []):
        content = one["content"]
        if isinstance(content, str):
            parts.append(content)
        else:
            parts += [block.get("text", block.get("content", "")) for block in content]
    return "\n".join(map(str, parts))


class StandIn:
    """A running server; a context manager. `fail_next` queues errors that come before anything else."""

    def __init__(
        self,
        mind: Mind | None = None,
        key: str | None = None,
        *,
        lacks: frozenset[str] | set[str] = frozenset(),
    ) -> None:
        """`key`: the only one that is accepted; without it every one is. `lacks`: see PARTS."""
        assert set(lacks) <= PARTS, lacks
        self.mind: Mind = mind or (lambda body: Say("Understood.", anyway=True))
        self.key = key
        self.lacks = set(lacks)
        self.received: list[Received] = []
        self.failing: deque[Answered] = deque()
        self.problems: list[str] = []
        self.delay = 0.0
        self.models = ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"]
        self.refuses_thinking: dict[str, tuple[str, ...]] = {
            "claude-sonnet-5-5": ("disabled",),
            "claude-opus-5-5": ("disabled", "between_tools"),
        }
        """The ways of not thinking that a model does not know."""
        self.batches = Batches(self.answer_of_batch)
        self._ids = itertools.count(1)
        self.released = threading.Event()
        stand_in = self

        class Handler(_Handler):
            server_of = stand_in

        self._http = _Http(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def fail_next(self, *failures: Answered) -> None:
        self.failing.extend(failures)

    def end_batches(self, results: Mapping[str, str | Fail] | None = None) -> None:
        """Answers the batches that were handed in; until then they are worked on."""
        self.batches.end(results)

    def asked(self, purpose: str | None = None) -> list[Body]:
        """The bodies of the questions received, of one purpose or all."""
        found = [one.body for one in self.received if one.path == "/v1/messages"]
        return [body for body in found if purpose is None or purpose_of(body) == purpose]

    def stop(self) -> None:
        """Goes away, as a server that is ended."""
        self.released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def close(self) -> None:
        self.stop()
        assert not self.problems, "\n".join(self.problems)

    def __enter__(self) -> StandIn:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.stop()

    def next_id(self, prefix: str) -> str:
        return f"{prefix}_{next(self._ids):024d}"

    def wait(self) -> None:
        """As long as the model thinks."""
        if self.delay:
            self.released.wait(self.delay)

    def answer(self, body: Body) -> Answered:
        """What the mind makes of a question. What it must not say is an error, and noted."""
        try:
            said = self.mind(body)
        except Exception as error:  # noqa: BLE001 - the test's own bug must not look like one of the network
            self.problems.append(f"The mind failed: {type(error).__name__}: {error}")
            return _broken("the mind failed")
        said = Say(said) if isinstance(said, str) else said
        if isinstance(said, Say) and (problem := self._unfit(body, said)):
            self.problems.append(problem)
            return _broken(problem)
        return said

    def _unfit(self, body: Body, say: Say) -> str | None:
        form = (body.get("output_config") or {}).get("format")
        if form is None or say.anyway or say.uses or say.stop != "end_turn":
            return None
        try:
            problem = checks.unfit(json.loads(say.text), form["schema"])
        except ValueError as error:
            problem = f"it is not JSON ({error})"
        if problem is None:
            return None
        return (
            f"The service would never send this for {purpose_of(body)!r}: {problem}. Mean a server that "
            f"ignores the schema? Say(…, anyway=True). Said: {say.text[:200]}"
        )

    def message(self, body: Body, say: Say, raw: str) -> Body:
        uses = [self.next_id("toolu") for _ in say.uses]
        return message(self.next_id("msg"), body["model"], say, raw, uses)

    def answer_of_batch(self, params: Body) -> Body | Fail:
        if problem := self.refusal(params, {"anthropic-version": "any"}):
            return problem
        said = self.answer(params)
        if isinstance(said, Say):
            return self.message(params, said, json.dumps(params))
        assert isinstance(said, Fail), "a batch knows answers and errors"
        return said

    def refusal(self, body: Body, headers: dict[str, str], *, counts: bool = False) -> Fail | None:
        """Why a question is not taken. One that no server would take is noted."""
        if problem := checks.wrong(body, headers, counts=counts):
            self.problems.append(f"A request that the service refuses: {problem}")
            return Fail(400, problem)
        if body["model"] not in self.models:
            return Fail(404, f"model: {body['model']}")
        if "schema" in self.lacks and "format" in (body.get("output_config") or {}):
            return Fail(400, "output_config: Extra inputs are not permitted")
        if "blocks" in self.lacks and isinstance(body.get("system"), list):
            return Fail(422, "system: Input should be a valid string")
        kind = (body.get("thinking") or {}).get("type")
        if kind in self.refuses_thinking.get(body["model"], ()):
            return Fail(400, f'"thinking.type.{kind}" is not supported for this model.')
        return None


def _broken(message: str) -> Fail:
    return Fail(500, message, headers=(("x-should-retry", "false"),))


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever asked went away: a model's server does not mind."""


class _Handler(BaseHTTPRequestHandler):
    server_of: StandIn
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            return self._fail(Fail(400, "The request body is not valid JSON"))
        return self._serve(body, raw.decode())

    def _serve(self, body: Body, raw: str = "") -> None:
        stand_in = self.server_of
        path = self.path.split("?", 1)[0]
        headers = {name.lower(): value for name, value in self.headers.items()}
        stand_in.received.append(Received(self.command, path, headers, body, raw))
        try:
            if stand_in.key is not None and key_of(headers) != stand_in.key:
                return self._fail(Fail(401, "invalid x-api-key"))
            if stand_in.failing:
                return self._say(stand_in.failing.popleft(), body, raw)
            return self._at(path, body, raw, headers)
        except (BrokenPipeError, ConnectionResetError):
            return None  # whoever asked went away

    def _at(self, path: str, body: Body, raw: str, headers: dict[str, str]) -> None:
        lacks = self.server_of.lacks
        if path.startswith("/v1/models") and "models" not in lacks:
            return self._models(path)
        if path == "/v1/messages/count_tokens" and "count" not in lacks:
            refusal = self.server_of.refusal(body, headers, counts=True)
            return self._fail(refusal) if refusal else self._json(200, {"input_tokens": tokens(raw)})
        if path == "/v1/messages":
            return self._message(body, raw, headers)
        if path.startswith("/v1/messages/batches") and "batches" not in lacks:
            return self._batches(path.split("/")[4:], body, headers)
        return self._fail(Fail(404, f"{path} not found"))

    def _models(self, path: str) -> None:
        names = self.server_of.models
        if path != "/v1/models":
            name = path.rsplit("/", 1)[-1]
            return (
                self._json(200, self._model(name))
                if name in names
                else self._fail(Fail(404, f"model: {name}"))
            )
        data = [self._model(name) for name in names]
        return self._json(200, {"data": data, "has_more": False, "first_id": None, "last_id": None})

    def _model(self, name: str) -> Body:
        refused = self.server_of.refuses_thinking.get(name, ())
        kinds = {
            kind: {"supported": kind not in refused} for kind in ("disabled", "between_tools", "adaptive")
        }
        levels = {name: {"supported": True} for name in ("low", "medium", "high", "xhigh", "max")}
        return {
            "type": "model",
            "id": name,
            "display_name": name.title(),
            "created_at": "2026-10-07T00:00:00Z",
            "lifecycle": "active",
            "max_input_tokens": 1_000_000,
            "max_tokens": 128_000,
            "capabilities": {
                "batch": {"supported": True},
                "structured_outputs": {"supported": True},
                "thinking": {"supported": True, "types": kinds | {"enabled": {"supported": False}}},
                "effort": {"supported": True, **levels},
            },
        }

    def _message(self, body: Body, raw: str, headers: dict[str, str]) -> None:
        if refusal := self.server_of.refusal(body, headers):
            return self._fail(refusal)
        self.server_of.wait()
        return self._say(self.server_of.answer(body), body, raw)

    def _batches(self, rest: list[str], body: Body, headers: dict[str, str]) -> None:
        batches, url = self.server_of.batches, self.server_of.url
        if not rest and self.command == "GET":
            shown = [batches.shown(one, url) for one in reversed(batches.all.values())]
            return self._json(200, {"data": shown, "has_more": False, "first_id": None, "last_id": None})
        if not rest:
            if problem := checks.wrong_batch(body, headers):
                return self._fail(Fail(400, problem))
            handed = batches.hand_in(self.server_of.next_id("msgbatch"), body)
            return self._json(200, batches.shown(handed, url))
        found = batches.all.get(rest[0])
        if found is None:
            return self._fail(Fail(404, f"Message Batch {rest[0]} not found"))
        if rest[1:] == ["results"]:
            return self._say(Raw(batches.lines(found), content_type="application/x-jsonl"), body, "")
        if rest[1:] == ["cancel"]:
            batches.cancel(found.ident)
        return self._json(200, batches.shown(found, url))

    # -- on the wire --

    def _say(self, said: Answered, body: Body, raw: str) -> None:
        if isinstance(said, Fail):
            return self._fail(said)
        if isinstance(said, Raw):
            return self._raw(said)
        if isinstance(said, Break):
            return self._broken(said, self.server_of.message(body, Say(said.text), raw))
        made = self.server_of.message(body, said, raw)
        if body.get("stream") and "stream" not in self.server_of.lacks:
            self._begin()
            for event in events(made):
                self.wfile.write(event_bytes(event))
                self.wfile.flush()
            return None
        return self._json(200, made)

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True

    def _broken(self, fault: Break, made: Body) -> None:
        if fault.after == 0 and fault.how == "reset":
            return self._reset()
        if fault.after == 0 and fault.how == "stall":
            self.server_of.released.wait()
            return None
        self._begin()
        sent = b"".join(map(event_bytes, list(events(made))[: None if fault.how == "drip" else fault.after]))
        if fault.how == "drip":
            for byte in sent:
                self.wfile.write(bytes((byte,)))
                self.wfile.flush()
            return None
        self.wfile.write(sent)
        self.wfile.flush()
        if fault.how == "reset":
            self._reset()
        elif fault.how == "stall":
            self.server_of.released.wait()
        elif fault.how == "error":
            error = {"type": "error", "error": {"type": fault.kind, "message": "In the middle."}}
            self.wfile.write(event_bytes(error))
        elif fault.how == "garbage":
            self.wfile.write(b"event: content_block_delta\ndata: {not json\n\n")
        return None

    def _reset(self) -> None:
        """Closes without a farewell."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.shutdown(socket.SHUT_RD)
        self.close_connection = True
        self.connection.close()

    def _fail(self, failure: Fail) -> None:
        self._json(failure.status, failure.error, failure.headers)

    def _json(self, status: int, value: Any, headers: tuple[tuple[str, str], ...] = ()) -> None:
        self._raw(Raw(json.dumps(value).encode(), status, headers=headers))

    def _raw(self, raw: Raw) -> None:
        self.send_response(raw.status)
        self.send_header("content-type", raw.content_type)
        self.send_header("content-length", str(len(raw.data) if raw.length is None else raw.length))
        for name, text in raw.headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(raw.data)
        if raw.length is not None:
            self.close_connection = True
