"""Models behind Anthropic's Messages API, by the official SDK: Anthropic itself, or any server that speaks
the same protocol (https://platform.claude.com/docs/en/api/messages).

Every answer is streamed, also where nobody listens: a slow model that goes on answering is waited for, one
that falls silent is not, and what was paid is known where the connection breaks.

Importing the SDK takes seconds of CPU: this module is imported where a backend is made, and nowhere else.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

import anthropic
import httpx2
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

from arbor_desktop.models.anthropic import batches
from arbor_desktop.models.anthropic.answers import answer_of, name_of
from arbor_desktop.models.anthropic.dialect import KEYLESS, QUIET, Dialect, estimated, request_of, simpler
from arbor_desktop.models.anthropic.errors import OWN_HOST, Garbled, failed, is_own, retry_after, timed_out
from arbor_desktop.models.anthropic.stream import GARBLED, Heard, Unheard, told_to, whole
from arbor_desktop.models.model import (
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
)

log = logging.getLogger(__name__)
Found = TypeVar("Found")
Request = TypeVar("Request")

MAX_RETRIES = 2
"""So often the SDK itself tries again what passes by itself, waiting as the service says."""
MAX_WAIT = 20.0
"""A service that wants to be left alone for longer (seconds) is not waited for inside of a call."""
CONNECT_SECONDS = 10.0
MAX_MODELS = 1000
_MISSING = (404, 405, 501)
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
        try:
            return await self._understood(
                ask,
                lambda dialect: request_of(ask, self._access, dialect),
                lambda request: self._stream(request, tell),
            )
        except Unheard as error:
            raise error.error from None

    async def count(self, ask: Ask) -> int:
        """An estimate where the server does not count."""
        if not self._counts:
            return estimated(ask)

        try:
            return await self._understood(
                ask, lambda dialect: request_of(ask, self._access, dialect), self._count
            )
        except ModelFailed as error:
            if is_own(self._access) or not _is_missing(error):
                raise
            self._counts = False
            return estimated(ask)

    async def _count(self, request: dict[str, Any]) -> int:
        request.pop("max_tokens")
        async with asyncio.timeout(self._access.timeout):
            found = await self._client.messages.count_tokens(**request)
        count = getattr(found, "input_tokens", None)
        if not isinstance(count, int):
            raise Garbled("no count")
        return count

    async def models(self) -> list[ModelInfo]:
        """Empty where a server does not tell what it has."""
        try:
            return await self._understood(_NOTHING, _no_request, lambda _: self._models())
        except ModelFailed as error:
            if is_own(self._access) or not _is_missing(error):
                raise
            return []

    async def _models(self) -> list[ModelInfo]:
        found: list[ModelInfo] = []
        async with asyncio.timeout(self._access.timeout):
            async for model in self._client.models.list(limit=100):
                if not isinstance(getattr(model, "id", None), str):
                    raise Garbled("no models")
                if name_of(model.id) == model.id:  # another could neither be shown nor asked for
                    found.append(_model(model))
                if len(found) >= MAX_MODELS:
                    break
        return sorted(found, key=lambda one: -(one.made_at or 0))

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        await self._learn_abilities()

        return await self._of_batches(
            lambda dialect: {ident: request_of(ask, self._access, dialect) for ident, ask in asks.items()},
            lambda requests: batches.submit(self._client, requests),
        )

    async def batch(self, ident: str) -> BatchReport:
        return await self._of_batches(
            _no_request, lambda _: batches.report(self._client, ident, self._access)
        )

    async def batches(self, since: int) -> list[HandedIn]:
        return await self._of_batches(_no_request, lambda _: batches.handed_in(self._client, since))

    async def cancel_batch(self, ident: str) -> None:
        await self._of_batches(_no_request, lambda _: batches.cancel(self._client, ident))

    async def close(self) -> None:
        await self._client.close()

    # -- being understood --

    async def _understood(
        self,
        ask: Ask,
        build: Callable[[Dialect], Request],
        send: Callable[[Request], Awaitable[Found]],
    ) -> Found:
        """Asks; where the server does not understand a part of the question, asks again without it, and
        remembers that."""
        self._check_key()
        began = dialect = self._dialect
        while True:
            request = build(dialect)  # a bug in here is no fault of the server's
            try:
                found = await send(request)
            except anthropic.APIStatusError as error:
                plainer = simpler(dialect, error.status_code, error.body, ask, self._access)
                if plainer is None:
                    raise failed(error, self._access) from error
                log.info("The server does not understand all of a question (%s)", error.status_code)
                dialect = plainer
            except _FAILURES as error:
                raise failed(error, self._access) from error
            except GARBLED as error:
                raise failed(Garbled(type(error).__name__), self._access) from error
            else:
                if dialect != began:  # others may have learned something else meanwhile
                    self._dialect = self._dialect.without(dialect)
                return found

    async def _of_batches(
        self, build: Callable[[Dialect], Request], send: Callable[[Request], Awaitable[Found]]
    ) -> Found:
        try:
            return await self._understood(_NOTHING, build, send)
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
        self._dialect = replace(self._dialect, quiet=_quiet_of(model, self._dialect.quiet))

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

    async def _stream(self, request: dict[str, Any], tell: Tell | None) -> Answer:
        heard = Heard()
        try:
            async with (
                asyncio.timeout(self._access.timeout) as limit,
                self._client.messages.stream(**request) as stream,
            ):
                kind = stream.response.headers.get("content-type", "").lower()
                if kind.startswith(("application/json", "text/html")):
                    message: Any = await whole(stream.response, kind, self._access)
                    answer = answer_of(message)
                    told_to(tell, answer.text)
                    return answer
                async for text in heard.events(stream):
                    limit.reschedule(asyncio.get_running_loop().time() + self._access.timeout)
                    told_to(tell, text)
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


# -- parts --

_NOTHING = Ask(Purpose.TEST, "", ())


def _no_request(dialect: Dialect) -> None:
    """For what is the same however a server is spoken to."""


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
        name_of(str(getattr(model, "display_name", None) or "")) or model.id,
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
