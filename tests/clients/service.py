"""Stands in for the model services, so that a client runs without any of them: scripted answers, and every
request kept."""

from __future__ import annotations

import gzip
import json
import re
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import zstandard

from tests.clients.wire import dialect_of, texts
from tests.standin.said import Body, Say

MOST_BYTES = 32_000_000
"""A longer request is refused."""
MOST_REQUESTS = 400
"""A client that asks more often in one run is going round in circles: it gets an error."""


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a model. `text` is all it says; `tools` are the names of those it offers."""

    body: Body = field(repr=False)
    text: str = field(repr=False)
    tools: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Step:
    """What the model says to a prompt, one answer a request. A tool of an answer is a regular expression for
    the name of one that the request offers or names."""

    prompt: str
    answers: tuple[Say, ...] = (Say("Understood."),)


class Service:
    """A running stand-in on 127.0.0.1; a context manager. `with_tools` says that only requests with tools are
    of the conversation; the others (titles, summaries) get `aside`."""

    def __init__(self, *, with_tools: bool = True, aside: str = "Kiln") -> None:
        self.requests: list[Request] = []
        self.with_tools = with_tools
        self.aside = aside
        self._script: dict[str, list[Say]] = {}
        self._changed = threading.Condition()
        service = self

        class Handler(_Handler):
            of = service

        self._http = _Http(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def script(self, steps: Iterable[Step]) -> None:
        """Replaces what is said from now on."""
        with self._changed:
            self._script = {step.prompt: list(step.answers) for step in steps}

    def said(self, prompt: str) -> bool:
        """Whether all answers to a prompt were given."""
        return not self._script.get(prompt)

    def wait_said(self, prompt: str, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.said(prompt), seconds)

    def wait_count(self, count: int, seconds: float) -> bool:
        """Waits until so many requests came; whether they did."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self.requests) >= count, seconds)

    def with_prompt(self, prompt: str, since: int = 0) -> list[Request]:
        """The requests of the conversation that hold a prompt."""
        return [one for one in self.requests[since:] if prompt in one.text and self._of_conversation(one)]

    def answer(self, body: Body, tools: Sequence[str]) -> Say:
        """Keeps a request, and answers what the script says to its latest prompt."""
        request = Request(body, "\n".join(texts(body)), tuple(tools), time.monotonic())
        with self._changed:
            self.requests.append(request)
            said = self._next(request) if self._of_conversation(request) else Say(self.aside)
            self._changed.notify_all()
        return Say(said.text, uses=tuple((_offered(name, request), given) for name, given in said.uses))

    def _of_conversation(self, request: Request) -> bool:
        return bool(request.tools) or not self.with_tools

    def _next(self, request: Request) -> Say:
        found = [(request.text.rfind(prompt), prompt) for prompt in self._script if prompt in request.text]
        answers = self._script[max(found)[1]] if found else []
        return answers.pop(0) if answers else Say("Understood.")


def _offered(pattern: str, request: Request) -> str:
    """The name of a tool that a request offers; some clients only name it in a text, with a prefix."""
    named = sorted(re.findall(r"[\w-]+", request.text), key=len, reverse=True)
    return next((name for name in (*request.tools, *named) if re.search(pattern, name)), pattern)


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # a client that was ended says no farewell
            super().handle_error(request, client_address)


_NOT_HERE = {"type": "error", "error": {"type": "not_found_error", "message": "not here"}}


class _Handler(BaseHTTPRequestHandler):
    of: Service
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self._json(200, {})

    def do_GET(self) -> None:
        if self.path.split("?")[0].endswith("/models"):
            names = ("standin-model", "claude-haiku-5-5")
            models = [
                {"id": name, "type": "model", "object": "model", "display_name": name} for name in names
            ]
            self._json(200, {"object": "list", "data": models, "has_more": False, "models": []})
        else:
            self._json(404, _NOT_HERE)

    def do_POST(self) -> None:
        try:
            body = json.loads(self._body())
        except ValueError:
            return self._json(400, {"error": {"type": "invalid_request_error", "message": "no JSON"}})
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            return self._json(200, {"input_tokens": 100})
        if path.endswith(":countTokens"):
            return self._json(200, {"totalTokens": 100})
        dialect = dialect_of(path)
        if dialect is None or len(self.of.requests) >= MOST_REQUESTS:
            return self._json(
                404, {"type": "error", "error": {"type": "not_found_error", "message": "not here"}}
            )
        whole = dialect.whole(body, self.of.answer(body, dialect.tools(body)))
        if not (body.get("stream") or ":stream" in path):
            return self._json(200, whole)
        return self._send(200, "text/event-stream", b"".join(dialect.streamed(whole)))

    def _body(self) -> bytes:
        if "chunked" in self.headers.get("transfer-encoding", ""):
            raw = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                raw += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            raw = self.rfile.read(min(MOST_BYTES, int(self.headers.get("content-length", 0))))
        match self.headers.get("content-encoding"):
            case "gzip":
                return gzip.decompress(raw)
            case "zstd":
                return zstandard.ZstdDecompressor().decompressobj().decompress(raw)
        return raw

    def _json(self, status: int, value: Any) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.send_header("request-id", "req_standin")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)
