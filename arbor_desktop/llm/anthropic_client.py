"""Models behind Anthropic's Messages API, by the official SDK: Anthropic itself, or any server that speaks
the same protocol (https://platform.claude.com/docs/en/api/messages).

The SDK retries, waits and streams; this module adds what other servers need (`anthropic_messages`), messages
for people (`anthropic_errors`), and bounds. Every answer is streamed, also where nobody listens: a slow model
that goes on answering gets its time, a silent one is left, and what was paid is known where the connection
breaks.

Importing the SDK takes seconds of CPU: this module is imported where a backend is made, and nowhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

import anthropic
import httpx2
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

from arbor_desktop.llm.anthropic_errors import Malformed, by_status, failed, retry_after, server_of
from arbor_desktop.llm.anthropic_messages import (
    KEYLESS,
    MALFORMED,
    QUIET,
    Features,
    ListenerFailed,
    StreamReader,
    answer_of,
    name_of,
    notify,
    request_of,
    simpler,
    whole_message,
)
from arbor_desktop.llm.model import (
    NO_KEY,
    OWN_ADDRESS,
    Access,
    Answer,
    Ask,
    BatchReport,
    ListedBatch,
    ModelFailed,
    ModelInfo,
    OnText,
    Purpose,
    Trouble,
    is_own,
)

log = logging.getLogger(__name__)
Found = TypeVar("Found")
Request = TypeVar("Request")

MAX_RETRIES = 2
"""Retries of temporary failures by the SDK itself, waiting as the service says."""
MAX_WAIT = 20.0
"""Seconds that a call waits at most when the service asks for a pause."""
CONNECT_SECONDS = 10.0
MAX_MODELS = 1000
_ENDED = ("succeeded", "errored", "canceled", "expired")
_NO_SUCH_PLACE = ("404", "405", "501")
_FAILURES = (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, Malformed, OSError)
_LOCAL = ("all://localhost", "all://127.0.0.1", "all://[::1]")
"""Servers on this computer, which are never reached through a proxy."""
_NO_QUESTION = Ask(Purpose.TEST, "", ())


class AnthropicApi:
    """Implements Backend."""

    def __init__(self, access: Access, *, address: str | None = None, retries: int = MAX_RETRIES) -> None:
        """`address` is where the service of `access` really is."""
        self._access = access
        self._features = Features()
        self._asked_abilities = False
        self._http = DefaultAsyncHttpxClient(
            timeout=httpx2.Timeout(access.timeout, connect=min(CONNECT_SECONDS, access.timeout)),
            follow_redirects=False,
            event_hooks={"response": [_no_long_wait]},
            mounts=dict.fromkeys(_LOCAL),
        )
        # Everything that the SDK would otherwise read from the environment is given: address and key are for
        # the settings to say.
        self._client = AsyncAnthropic(
            api_key=access.key or KEYLESS,
            base_url=address or _address(access),
            timeout=self._http.timeout,
            max_retries=retries,
            http_client=self._http,
            default_headers=_headers(access),
            webhook_key="",
            open_telemetry=False,
        )

    async def ask(self, ask: Ask, on_text: OnText | None = None) -> Answer:
        try:
            return await self._adapted(
                ask,
                lambda features: request_of(ask, self._access, features),
                lambda request: self._stream(request, on_text),
            )
        except ListenerFailed as error:
            raise error.error from None

    async def _stream(self, request: dict[str, Any], on_text: OnText | None) -> Answer:
        reader = StreamReader()
        try:
            async with (
                asyncio.timeout(self._access.timeout) as limit,
                self._client.messages.stream(**request) as stream,
            ):
                kind = stream.response.headers.get("content-type", "").lower()
                if kind.startswith(("application/json", "text/html")):
                    answer = answer_of(await whole_message(stream.response, kind, self._access))
                    notify(on_text, answer.text)
                    return answer
                async for text in reader.texts(stream):
                    limit.reschedule(asyncio.get_running_loop().time() + self._access.timeout)
                    notify(on_text, text)
                return reader.answer()
        except _FAILURES as error:
            raise failed(error, self._access, reader.usage) from error

    async def models(self) -> list[ModelInfo]:
        """Return the models on offer; none where a server has no such list."""
        found: list[ModelInfo] = []
        try:
            with self._failures():
                async with asyncio.timeout(self._access.timeout):
                    async for model in self._client.models.list(limit=100):
                        if not isinstance(getattr(model, "id", None), str):
                            raise Malformed("no models")
                        if name_of(model.id) == model.id:  # another could neither be shown nor asked for
                            found.append(_model(model))
                        if len(found) >= MAX_MODELS:
                            break
        except ModelFailed as error:
            if is_own(self._access.base_url) or not _is_missing(error):
                raise
            return []
        return sorted(found, key=lambda one: -(one.made_at or 0))

    # -- batches --

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        """Submit a batch of questions by their ids. Raises ModelFailed."""

        async def send(requests: dict[str, dict[str, Any]]) -> str:
            made = await self._client.messages.batches.create(
                requests=[{"custom_id": ident, "params": params} for ident, params in requests.items()],  # type: ignore[typeddict-item]
            )
            if not isinstance(getattr(made, "id", None), str):
                raise Malformed("no batch")
            return made.id

        await self._learn_abilities()
        with self._batch_failures():
            return await self._adapted(
                _NO_QUESTION,
                lambda features: {i: request_of(ask, self._access, features) for i, ask in asks.items()},
                send,
            )

    async def batch(self, ident: str) -> BatchReport:
        with self._batch_failures():
            found = await self._client.messages.batches.retrieve(ident)
            done = _counted(found, *_ENDED)
            total = _counted(found, "processing", *_ENDED)
            if found.processing_status != "ended":
                return BatchReport(ended=False, done=done, total=total)
            answers: dict[str, Answer | ModelFailed] = {}
            async for line in await self._client.messages.batches.results(ident):
                if not isinstance(getattr(line, "custom_id", None), str):
                    raise Malformed("a result without its id")
                answers[line.custom_id] = self._result(getattr(line, "result", None))
            return BatchReport(ended=True, done=done, total=total, answers=answers)

    async def batches(self, since: int) -> list[ListedBatch]:
        """https://platform.claude.com/docs/en/api/messages/batches/list lists the newest first."""
        found: list[ListedBatch] = []
        with self._batch_failures():
            async for one in self._client.messages.batches.list(limit=20):
                if not isinstance(getattr(one, "created_at", None), datetime):
                    raise Malformed("a batch without its time")
                created = int(one.created_at.timestamp() * 1000)
                if created < since:
                    break
                found.append(ListedBatch(one.id, created, _counted(one, "processing", *_ENDED)))
        return found

    async def cancel_batch(self, ident: str) -> None:
        with self._batch_failures():
            await self._client.messages.batches.cancel(ident)

    async def close(self) -> None:
        await self._client.close()

    def _result(self, result: Any) -> Answer | ModelFailed:
        match getattr(result, "type", ""):
            case "succeeded":
                try:
                    return answer_of(result.message, batch=True)
                except Malformed as error:
                    return failed(error, self._access)
            case "errored":  # the kind of error says what the status says of a call
                inner = getattr(getattr(result, "error", None), "error", None)
                kind, text = (str(getattr(inner, name, "") or "") for name in ("type", "message"))
                status = 400 if kind == "invalid_request_error" else 200
                found = by_status(status, {"error": {"type": kind, "message": text}}, self._access)
                found.detail = kind or "errored"
                return found
            case "expired":
                message = "The service did not answer within a day; Arbor tries again."
                return ModelFailed(message, Trouble.OVERLOADED, detail="expired")
            case "canceled":
                return ModelFailed("It was stopped.", Trouble.STOPPED, detail="canceled")
        return ModelFailed(
            "The service's answer could not be understood.", Trouble.INVALID, detail="no result"
        )

    @contextlib.contextmanager
    def _batch_failures(self) -> Iterator[None]:
        """Explain a missing batch (results are kept for 29 days), or a server that has no batches."""
        try:
            with self._failures():
                yield
        except ModelFailed as error:
            if not _is_missing(error):
                raise
            message = "Anthropic's service no longer knows this batch."
            if not is_own(self._access.base_url):
                server = server_of(self._access)
                message = f"{server} can't answer in batches. Turn batches off in Settings → Reading."
            raise ModelFailed(message, Trouble.BAD_REQUEST, detail=error.detail) from error

    async def _learn_abilities(self) -> None:
        """Look up how a model is told not to think: the questions of a batch can't be asked again."""
        if not is_own(self._access.base_url) or self._asked_abilities:
            return
        self._asked_abilities = True
        try:
            model = await self._client.models.retrieve(self._access.model)
        except _FAILURES as error:
            log.info("The model's abilities are not known: %s", type(error).__name__)
            return
        self._features = replace(self._features, quiet=_quiet_of(model, self._features.quiet))

    # -- failures --

    async def _adapted(
        self,
        ask: Ask,
        build: Callable[[Features], Request],
        send: Callable[[Request], Awaitable[Found]],
    ) -> Found:
        """Send a request; where the server does not understand a part of it, send it again without, and
        remember that."""
        began = features = self._features
        while True:
            request = build(features)  # a bug in here is no fault of the server's
            try:
                with self._failures():
                    found = await send(request)
            except ModelFailed as error:
                refused = error.__cause__
                if not isinstance(refused, anthropic.APIStatusError):
                    raise
                plainer = simpler(features, refused.status_code, refused.body, ask, self._access)
                if plainer is None:
                    raise
                log.info("The server does not understand all of a question (%s)", refused.status_code)
                features = plainer
            else:
                if features != began:  # other calls may have learned something else meanwhile
                    self._features = self._features.without(features)
                return found

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        """Check the key, and turn what the SDK raises into ModelFailed."""
        # The SDK would raise a TypeError without a key, and name the key in an error of a bad one.
        key = self._access.key
        if not key and is_own(self._access.base_url):
            raise ModelFailed(NO_KEY, Trouble.NO_KEY)
        if not (key.isascii() and key.isprintable()) or key != key.strip():
            message = "The API key contains invalid characters. Enter it again."
            raise ModelFailed(message, Trouble.KEY_REFUSED, detail="characters")
        try:
            yield
        except _FAILURES as error:
            raise failed(error, self._access) from error
        except MALFORMED as error:
            raise failed(Malformed(type(error).__name__), self._access) from error


def _address(access: Access) -> str:
    """Return where the protocol begins: people paste addresses with the path that the SDK adds itself."""
    address = access.base_url.strip().rstrip("/") or OWN_ADDRESS
    for end in ("/v1/messages", "/v1"):
        address = address.removesuffix(end)
    return address


def _headers(access: Access) -> dict[str, str]:
    """Omit what the SDK adds from ANTHROPIC_CUSTOM_HEADERS, which is meant for other programs.

    The SDK sends the key as a bearer token; other servers may expect the older header.
    """
    lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").split("\n")
    names = [line.split(":", 1)[0].strip() for line in lines if ":" in line]
    headers: dict[str, Any] = {name: anthropic.Omit() for name in names if name}
    key = access.key or KEYLESS
    headers |= {name: f"Bearer {key}" for name in headers if name.lower() == "authorization"}
    if not is_own(access.base_url):
        headers |= {name: key for name in headers if name.lower() == "x-api-key"} | {"X-Api-Key": key}
    return headers


async def _no_long_wait(response: httpx2.Response) -> None:
    """Keep the SDK from sleeping in a call for as long as a service asks for a pause."""
    wait = retry_after(response.headers)
    if wait is not None and wait > MAX_WAIT:
        response.headers["x-should-retry"] = "false"


def _is_missing(error: ModelFailed) -> bool:
    """Return whether a server has no such endpoint."""
    return error.detail.split(" ")[0] in _NO_SUCH_PLACE


def _model(model: Any) -> ModelInfo:
    made = getattr(model, "created_at", None)
    at = made.timestamp() if isinstance(made, datetime) else getattr(model, "created", None)
    return ModelInfo(
        model.id,
        name_of(str(getattr(model, "display_name", None) or "")) or model.id,
        int(at * 1000) if isinstance(at, int | float) and at > 0 else None,
    )


def _quiet_of(model: Any, otherwise: int) -> int:
    """Return the index of the way in QUIET that the service says this model takes."""
    types = getattr(getattr(getattr(model, "capabilities", None), "thinking", None), "types", None)
    if types is None:
        return otherwise
    for index, name in enumerate(("disabled", "between_tools")):
        if getattr(getattr(types, name, None), "supported", False):
            return index
    effort = getattr(model.capabilities, "effort", None)
    return 2 if getattr(effort, "supported", False) else len(QUIET) - 1


def _counted(batch: Any, *names: str) -> int:
    counts = getattr(batch, "request_counts", None)
    return sum(getattr(counts, name, 0) or 0 for name in names)
