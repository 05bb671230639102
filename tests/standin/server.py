"""A local server that speaks the Messages protocol as https://platform.claude.com/docs/en/api/messages tells
it: answers whole and streamed, token counts, models, and every error. The real SDK talks to it.

What it answers is decided by `mind`, a function from the request's body to what the model would say. Every
request is kept in `received`, so that a test can look for what must never leave.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


@dataclass(frozen=True, slots=True)
class Say:
    """What the model says. `uses` are (name, input) of tools that it wants."""

    text: str = ""
    stop: str = "end_turn"
    uses: tuple[tuple[str, Body], ...] = ()
    output_tokens: int | None = None
    cache_read: int = 0
    cache_written: int = 0
    anyway: bool = False
    """Said also where it does not fit the schema that was asked for, as a server does that ignores it."""


@dataclass(frozen=True, slots=True)
class Fail:
    """An error in place of an answer."""

    status: int
    message: str = "It failed."
    kind: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


Mind = Callable[[Body], Say | Fail | str]


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


def key_of(headers: dict[str, str]) -> str:
    """The key that a request came with."""
    return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")


def said_to(body: Body) -> str:
    """All that the messages of a request say."""
    parts = []
    for message in body.get("messages", []):
        content = message["content"]
        if isinstance(content, str):
            parts.append(content)
        else:
            parts += [block.get("text", block.get("content", "")) for block in content]
    return "\n".join(map(str, parts))


class StandIn:
    """A running server; a context manager. `fail_next` queues errors that come before anything else."""

    def __init__(self, mind: Mind | None = None, key: str | None = None) -> None:
        """`key`: the only one that is accepted; without it every one is."""
        self.mind: Mind = mind or (lambda body: Say("Understood."))
        self.key = key
        self.received: list[Received] = []
        self.failing: deque[Fail] = deque()
        self.delay = 0.0
        self.models = ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"]
        self._ids = itertools.count(1)
        self._released = threading.Event()
        stand_in = self

        class Handler(_Handler):
            server_of = stand_in

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def fail_next(self, *failures: Fail) -> None:
        self.failing.extend(failures)

    def asked(self, purpose: str | None = None) -> list[Body]:
        """The bodies of the questions received, of one purpose or all."""
        found = [one.body for one in self.received if one.path == "/v1/messages"]
        return [body for body in found if purpose is None or purpose_of(body) == purpose]

    def close(self) -> None:
        self._released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def __enter__(self) -> StandIn:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def next_id(self, prefix: str) -> str:
        return f"{prefix}_{next(self._ids):024d}"

    def wait(self) -> None:
        """As long as the model thinks."""
        if self.delay:
            self._released.wait(self.delay)


class _Handler(BaseHTTPRequestHandler):
    server_of: StandIn
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self._serve(json.loads(raw or b"{}"), raw.decode())

    def _serve(self, body: Body, raw: str = "") -> None:
        stand_in = self.server_of
        path = self.path.split("?", 1)[0]
        headers = {name.lower(): value for name, value in self.headers.items()}
        stand_in.received.append(Received(self.command, path, headers, body, raw))
        try:
            if stand_in.key is not None and key_of(headers) != stand_in.key:
                return self._fail(Fail(401, "invalid x-api-key"))
            if stand_in.failing:
                return self._fail(stand_in.failing.popleft())
            if path == "/v1/models":
                return self._json(200, self._models())
            if path == "/v1/messages/count_tokens":
                return self._json(200, {"input_tokens": tokens(raw)})
            if path == "/v1/messages":
                return self._message(body, raw)
            return self._fail(Fail(404, f"{path} not found"))
        except (BrokenPipeError, ConnectionResetError):
            return None  # whoever asked went away

    def _models(self) -> Body:
        data = [
            {"type": "model", "id": name, "display_name": name.title(), "created_at": "2026-10-07T00:00:00Z"}
            for name in self.server_of.models
        ]
        return {"data": data, "has_more": False, "first_id": None, "last_id": None}

    def _message(self, body: Body, raw: str) -> None:
        if body.get("model") not in self.server_of.models:
            return self._fail(Fail(404, f"model: {body.get('model')}"))
        self.server_of.wait()
        said = self.server_of.mind(body)
        if isinstance(said, Fail):
            return self._fail(said)
        message = self.message(body, Say(said) if isinstance(said, str) else said, raw)
        return self._stream(message) if body.get("stream") else self._json(200, message)

    def message(self, body: Body, say: Say, raw: str) -> Body:
        content: list[Body] = [{"type": "text", "text": say.text}] if say.text else []
        for name, given in say.uses:
            use = self.server_of.next_id("toolu")
            content.append({"type": "tool_use", "id": use, "name": name, "input": given})
        return {
            "id": self.server_of.next_id("msg"),
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": "tool_use" if say.uses else say.stop,
            "stop_sequence": None,
            "usage": {
                "input_tokens": max(0, tokens(raw) - say.cache_read - say.cache_written),
                "output_tokens": say.output_tokens or tokens(say.text),
                "cache_read_input_tokens": say.cache_read,
                "cache_creation_input_tokens": say.cache_written,
            },
        }

    def _stream(self, message: Body) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events(message):
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()
        self.close_connection = True

    def _fail(self, failure: Fail) -> None:
        kind = failure.kind or ERRORS.get(failure.status, "api_error")
        error = {"type": "error", "error": {"type": kind, "message": failure.message}, "request_id": "req_1"}
        self._json(failure.status, error, failure.headers)

    def _json(self, status: int, value: Any, headers: tuple[tuple[str, str], ...] = ()) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)


def events(message: Body) -> Iterator[Body]:
    """A message as the events of a stream."""
    usage = message["usage"]
    begun = {**message, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": begun}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            yield {
                "type": "content_block_start",
                "index": index,
                "content_block": {"type": "text", "text": ""},
            }
            for word in _pieces(block["text"]):
                delta = {"type": "text_delta", "text": word}
                yield {"type": "content_block_delta", "index": index, "delta": delta}
        else:
            yield {"type": "content_block_start", "index": index, "content_block": {**block, "input": {}}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
        "usage": {"output_tokens": usage["output_tokens"]},
    }
    yield {"type": "message_stop"}


def _pieces(text: str) -> list[str]:
    """Words with the white space after them."""
    return [word + " " for word in text.split(" ")[:-1]] + text.split(" ")[-1:]


def tokens(text: str) -> int:
    return max(1, len(text) // 4)
