"""Models behind Anthropic's Messages API, by the official SDK: Anthropic itself, or any server that speaks
the same protocol (https://platform.claude.com/docs/en/api/messages).

Every answer is streamed, also where nobody listens: a slow model that goes on answering is waited for, one
that falls silent is not, and what was paid is known where the connection breaks.

Importing the SDK takes seconds of CPU: this module is imported where a backend is made, and nowhere else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

import anthropic
import httpx2
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
from anthropic.types import Message

from arbor_desktop.core.model import (
    Access,
    Answer,
    Ask,
    BatchReport,
    HandedIn,
    ModelFailed,
    ModelInfo,
    Purpose,
    Tell,
    Trouble,
    Usage,
)
from arbor_desktop.extract.model import anthropic_batches as batches
from arbor_desktop.extract.model.anthropic_answers import answer_of, message_from, usage_of
from arbor_desktop.extract.model.anthropic_dialect import (
    KEYLESS,
    QUIET,
    Dialect,
    estimated,
    request_of,
    simpler,
)
from arbor_desktop.extract.model.anthropic_errors import (
    CUT,
    OWN_HOST,
    Garbled,
    by_status,
    failed,
    is_own,
    retry_after,
    timed_out,
)

log = logging.getLogger(__name__)
Found = TypeVar("Found")

MAX_RETRIES = 2
"""So often the SDK itself tries again what passes by itself, waiting as the service says."""
MAX_WAIT = 20.0
"""A service that wants to be left alone for longer (seconds) is not waited for inside of a call."""
CONNECT_SECONDS = 10.0
MAX_CHARS = 4_000_000
"""No answer is longer; a server that goes on for ever is left."""
MAX_MODELS = 1000
_MISSING = (404, 405, 501)
_GARBLED = (AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What the SDK raises where an answer is not of the protocol's shape."""
_FAILURES = (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, Garbled, OSError)


class AnthropicApi:
    def __init__(self, access: Access, *, address: str | None = None, retries: int = MAX_RETRIES) -> None:
        """`address`: where the service of `access` is in truth."""
        self._access = access
        self._dialect = Dialect()
        self._counts = True
        self._asked_abilities = False
        self._http = DefaultAsyncHttpxClient(
            timeout=httpx2.Timeout(access.timeout, connect=min(CONNECT_SECONDS, access.timeout)),
            follow_redirects=False,
            event_hooks={"response": [_no_long_wait]},
            mounts=dict.fromkeys(_LOCAL),
        )
        # Everything that the SDK would else take from the environment is given: where it talks to, and with
        # whose key, is for the settings to say.
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

    async def ask(self, ask: Ask, tell: Tell | None = None) -> Answer:
        async def once(dialect: Dialect) -> Answer:
            return await self._stream(request_of(ask, self._access, dialect), dialect, tell)

        try:
            return await self._understood(ask, once)
        except _Unheard as error:
            raise error.error from None

    async def count(self, ask: Ask) -> int:
        """An estimate where the server does not count."""
        if not self._counts:
            return estimated(ask)

        async def once(dialect: Dialect) -> int:
            request = request_of(ask, self._access, dialect)
            request.pop("max_tokens")
            async with asyncio.timeout(self._access.timeout):
                found = await self._client.messages.count_tokens(**request)
            count = getattr(found, "input_tokens", None)
            if not isinstance(count, int):
                raise Garbled("no count")
            return count

        try:
            return await self._understood(ask, once)
        except ModelFailed as error:
            if is_own(self._access) or not _is_missing(error):
                raise
            self._counts = False
            return estimated(ask)

    async def models(self) -> list[ModelInfo]:
        """Empty where a server does not tell what it has."""
        try:
            return await self._understood(_NOTHING, self._models)
        except ModelFailed as error:
            if is_own(self._access) or not _is_missing(error):
                raise
            return []

    async def _models(self, dialect: Dialect) -> list[ModelInfo]:
        found: list[ModelInfo] = []
        async with asyncio.timeout(self._access.timeout):
            async for model in self._client.models.list(limit=100):
                if not isinstance(getattr(model, "id", None), str):
                    raise Garbled("no models")
                found.append(_model(model))
                if len(found) >= MAX_MODELS:
                    break
        return sorted(found, key=lambda one: -(one.made_at or 0))

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        await self._learn_abilities()

        async def once(dialect: Dialect) -> str:
            requests = {ident: request_of(ask, self._access, dialect) for ident, ask in asks.items()}
            return await batches.submit(self._client, requests)

        return await self._of_batches(once)

    async def batch(self, ident: str) -> BatchReport:
        return await self._of_batches(lambda dialect: batches.report(self._client, ident, self._access))

    async def batches(self, since: int) -> list[HandedIn]:
        return await self._of_batches(lambda dialect: batches.handed_in(self._client, since))

    async def cancel_batch(self, ident: str) -> None:
        await self._of_batches(lambda dialect: batches.cancel(self._client, ident))

    async def close(self) -> None:
        await self._client.close()

    # -- being understood --

    async def _understood(self, ask: Ask, once: Callable[[Dialect], Awaitable[Found]]) -> Found:
        """Asks; where the server does not understand a part of the question, asks again without it, and
        remembers that."""
        self._check_key()
        dialect = self._dialect
        while True:
            try:
                found = await once(dialect)
            except anthropic.APIStatusError as error:
                plainer = simpler(dialect, error.status_code, error.body, ask, self._access)
                if plainer is None:
                    raise failed(error, self._access) from error
                log.info("The server does not understand all of a question (%s)", error.status_code)
                dialect = plainer
            except _FAILURES as error:
                raise failed(error, self._access) from error
            except _GARBLED as error:
                raise failed(Garbled(type(error).__name__), self._access) from error
            else:
                self._dialect = dialect
                return found

    async def _of_batches(self, once: Callable[[Dialect], Awaitable[Found]]) -> Found:
        try:
            return await self._understood(_NOTHING, once)
        except ModelFailed as error:
            if _is_missing(error):
                raise batches.missing(error, self._access) from error
            raise

    async def _learn_abilities(self) -> None:
        """Which way a model wants to be told not to think: a batch can't be asked again for each of its
        questions."""
        if not is_own(self._access) or self._asked_abilities:
            return
        self._asked_abilities = True
        try:
            model = await self._client.models.retrieve(self._access.model)
        except _FAILURES as error:
            log.info("What the model is able to do is not known: %s", type(error).__name__)
            return
        self._dialect = Dialect(quiet=_quiet_of(model, self._dialect.quiet))

    def _check_key(self) -> None:
        """The SDK would raise a TypeError without a key, and name the key in an error of a bad one."""
        key = self._access.key
        if not key and is_own(self._access):
            raise ModelFailed(
                "No API key is set. Enter one in Settings → Extraction, or with arbor key set.",
                Trouble.NO_KEY,
            )
        if not (key.isascii() and key.isprintable()) or key != key.strip():
            raise ModelFailed(
                "The API key has characters that no key has. Enter it again.",
                Trouble.KEY_REFUSED,
                detail="characters",
            )

    # -- one answer --

    async def _stream(self, request: dict[str, Any], dialect: Dialect, tell: Tell | None) -> Answer:
        heard = _Heard()
        try:
            async with (
                asyncio.timeout(self._access.timeout) as limit,
                self._client.messages.stream(**request) as stream,
            ):
                kind = stream.response.headers.get("content-type", "")
                if kind.startswith(("application/json", "text/html")):
                    message: Any = await _whole(stream.response, kind, self._access)
                    answer = answer_of(message)
                    _tell(tell, answer.text)
                    return answer
                async for text in heard.events(stream):
                    limit.reschedule(asyncio.get_running_loop().time() + self._access.timeout)
                    _tell(tell, text)
                return heard.answer()
        except TimeoutError as error:
            found = timed_out(self._access)
            found.usage = heard.usage
            raise found from error
        except anthropic.APIStatusError as error:
            if error.status_code != 200:  # refused before it began: it may be asked in another way
                raise
            raise failed(error, self._access, heard.usage) from error
        except _FAILURES as error:
            raise failed(error, self._access, heard.usage) from error


class _Unheard(Exception):
    """Whoever listens failed, not the service."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def _tell(tell: Tell | None, text: str) -> None:
    if tell is None or not text:
        return
    try:
        tell(text)
    except Exception as error:
        raise _Unheard(error) from error


class _Heard:
    """What was heard of a streamed answer so far."""

    def __init__(self) -> None:
        self._message: Any = None
        self._ended = False
        self._any = False
        self._chars = 0

    async def events(self, stream: Any) -> AsyncIterator[str]:
        """The text in each event, "" for others. Raises Garbled, and what the SDK raises."""
        events = aiter(stream)
        while True:
            try:
                event = await anext(events, None)
            except _GARBLED as error:
                raise Garbled(type(error).__name__) from error
            if event is None:
                return
            self._any = True
            kind = getattr(event, "type", "")
            if kind == "message_start":
                self._message = stream.current_message_snapshot
            self._ended = self._ended or kind == "message_stop"
            text = event.text if kind == "text" else ""
            self._chars += len(text)
            if self._chars > MAX_CHARS:
                raise Garbled("no end")
            yield text

    @property
    def usage(self) -> Usage:
        return usage_of(self._message)

    def answer(self) -> Answer:
        """Raises ModelFailed where the stream broke off, Garbled where there was none."""
        if self._message is None and self._any:
            raise Garbled("no message")
        if self._message is None or not (self._ended or self._message.stop_reason):
            raise ModelFailed(CUT, Trouble.NETWORK, detail="answer cut off", usage=self.usage)
        return answer_of(self._message)


async def _whole(response: httpx2.Response, kind: str, access: Access) -> Message:
    """The message of a server that did not stream. Raises Garbled, and ModelFailed for an error."""
    data = bytearray()
    async for chunk in response.aiter_bytes():
        data += chunk
        if len(data) > MAX_CHARS:
            raise Garbled("no end")
    if kind.startswith("text/html"):
        raise Garbled("a page", page=True)
    try:
        body = json.loads(data)
    except ValueError as error:
        raise Garbled("not JSON") from error
    if not isinstance(body, dict):
        raise Garbled("no message")
    if "error" in body:
        raise by_status(response.status_code, body, access, retry_after(response.headers))
    return message_from(body)


# -- parts --

_NOTHING = Ask(Purpose.TEST, "", ())
_LOCAL = ("all://localhost", "all://127.0.0.1", "all://[::1]")
"""What runs on this computer is never asked through a proxy."""


def _address(access: Access) -> str:
    """Where the protocol begins: people paste addresses with the path that the SDK adds by itself."""
    address = access.base_url.strip().rstrip("/") or f"https://{OWN_HOST}"
    for end in ("/v1/messages", "/v1"):
        address = address.removesuffix(end)
    return address


def _headers(access: Access) -> dict[str, str]:
    """Takes back what the SDK adds from ANTHROPIC_CUSTOM_HEADERS, which is meant for other programs. The SDK
    sends the key as a bearer token; servers of one's own may look for the older header."""
    lines = os.environ.get("ANTHROPIC_CUSTOM_HEADERS", "").split("\n")
    names = [line.split(":", 1)[0].strip() for line in lines if ":" in line]
    headers: dict[str, Any] = {name: anthropic.Omit() for name in names if name}
    key = access.key or KEYLESS
    headers |= {name: f"Bearer {key}" for name in headers if name.lower() == "authorization"}
    if not is_own(access):
        headers |= {name: key for name in headers if name.lower() == "x-api-key"} | {"X-Api-Key": key}
    return headers


async def _no_long_wait(response: httpx2.Response) -> None:
    """Keeps the SDK from sleeping in a call for as long as a service wants to be left alone."""
    wait = retry_after(response.headers)
    if wait is not None and wait > MAX_WAIT:
        response.headers["x-should-retry"] = "false"


def _is_missing(error: ModelFailed) -> bool:
    """Whether a server has no such place."""
    return error.detail.split(" ")[0] in map(str, _MISSING)


def _model(model: Any) -> ModelInfo:
    made = getattr(model, "created_at", None)
    at = made.timestamp() if isinstance(made, datetime) else getattr(model, "created", None)
    limit = getattr(model, "max_input_tokens", None)
    return ModelInfo(
        model.id,
        getattr(model, "display_name", None) or model.id,
        int(at * 1000) if isinstance(at, int | float) and at > 0 else None,
        limit if isinstance(limit, int) else None,
    )


def _quiet_of(model: Any, otherwise: int) -> int:
    """The way in QUIET that the service says this model takes."""
    types = getattr(getattr(getattr(model, "capabilities", None), "thinking", None), "types", None)
    if types is None:
        return otherwise
    for index, name in enumerate(("disabled", "between_tools")):
        if getattr(getattr(types, name, None), "supported", False):
            return index
    effort = getattr(model.capabilities, "effort", None)
    return 2 if getattr(effort, "supported", False) else len(QUIET) - 1
