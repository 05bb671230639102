"""Models behind Anthropic's Messages API, by the official SDK: Anthropic itself, or any server that speaks
the same protocol (https://platform.claude.com/docs/en/api/messages).

Importing the SDK takes seconds of CPU: this module is imported where a backend is made, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anthropic
from anthropic import AsyncAnthropic

from arbor_desktop.core.model import (
    Access,
    Answer,
    Ask,
    BatchReport,
    Message,
    ModelFailed,
    ModelInfo,
    Stop,
    Tell,
    ToolUse,
    Trouble,
    Usage,
)

MAX_RETRIES = 2
"""So often the SDK itself tries again what passes by itself, waiting as the service says."""
_STOPS = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "tool_use": Stop.TOOL,
    "refusal": Stop.REFUSED,
}


class AnthropicApi:
    def __init__(self, access: Access) -> None:
        self._access = access
        self._client = AsyncAnthropic(
            api_key=access.key,
            base_url=access.base_url or None,
            timeout=access.timeout,
            max_retries=MAX_RETRIES,
        )

    async def ask(self, ask: Ask, tell: Tell | None = None) -> Answer:
        try:
            if tell is None:
                message = await self._client.messages.create(**self._request(ask))
            else:
                async with self._client.messages.stream(**self._request(ask)) as stream:
                    async for text in stream.text_stream:
                        tell(text)
                    message = await stream.get_final_message()
        except anthropic.AnthropicError as error:
            raise failed(error) from error
        return _answer(message)

    async def count(self, ask: Ask) -> int:
        request = self._request(ask)
        request.pop("max_tokens")
        try:
            return (await self._client.messages.count_tokens(**request)).input_tokens
        except anthropic.AnthropicError as error:
            raise failed(error) from error

    async def models(self) -> list[ModelInfo]:
        try:
            found = [model async for model in self._client.models.list(limit=100)]
        except anthropic.AnthropicError as error:
            raise failed(error) from error
        return [
            ModelInfo(one.id, one.display_name or one.id, int(one.created_at.timestamp() * 1000))
            for one in found
        ]

    async def submit(self, asks: Mapping[str, Ask]) -> str:
        raise NotImplementedError

    async def batch(self, ident: str) -> BatchReport:
        raise NotImplementedError

    async def cancel_batch(self, ident: str) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        await self._client.close()

    def _request(self, ask: Ask) -> dict[str, Any]:
        """The fixed part is marked to be cached by the service."""
        system: list[dict[str, Any]] = []
        if ask.system:
            system.append({"type": "text", "text": ask.system, "cache_control": {"type": "ephemeral"}})
        if ask.context:
            system.append({"type": "text", "text": ask.context})
        request: dict[str, Any] = {
            "model": self._access.model,
            "max_tokens": ask.max_tokens,
            "messages": [_message(one) for one in ask.messages],
        }
        if system:
            request["system"] = system
        if ask.schema is not None:
            request["output_config"] = {"format": {"type": "json_schema", "schema": ask.schema}}
        if ask.tools:
            request["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": tool.schema}
                for tool in ask.tools
            ]
        return request


def _message(message: Message) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = [
        {"type": "tool_result", "tool_use_id": one.use_id, "content": one.text, "is_error": one.failed}
        for one in message.results
    ]
    if message.text:
        blocks.append({"type": "text", "text": message.text})
    blocks += [
        {"type": "tool_use", "id": one.id, "name": one.name, "input": one.input} for one in message.uses
    ]
    return {"role": message.role, "content": blocks}


def _answer(message: Any) -> Answer:
    texts = [block.text for block in message.content if block.type == "text"]
    uses = tuple(
        ToolUse(block.id, block.name, dict(block.input))
        for block in message.content
        if block.type == "tool_use"
    )
    usage = Usage(
        message.usage.input_tokens or 0,
        message.usage.output_tokens or 0,
        message.usage.cache_read_input_tokens or 0,
        message.usage.cache_creation_input_tokens or 0,
    )
    stop = _STOPS.get(message.stop_reason or "end_turn", Stop.END)
    return Answer("".join(texts), usage, message.model, stop, uses)


def failed(error: anthropic.AnthropicError) -> ModelFailed:
    """What an error of the SDK means to a person: what happened, and what to do."""
    if isinstance(error, anthropic.APITimeoutError):
        return ModelFailed("The model took too long to answer.", Trouble.TIMEOUT, detail="time-out")
    if isinstance(error, anthropic.APIConnectionError):
        return ModelFailed(
            "The model's service can't be reached. Check the network and the address.",
            Trouble.NETWORK,
            detail="no connection",
        )
    if isinstance(error, anthropic.APIStatusError):
        return _by_status(error)
    return ModelFailed(f"The model could not be asked: {error}", Trouble.INVALID, detail=type(error).__name__)


def _by_status(error: anthropic.APIStatusError) -> ModelFailed:
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    kind = str(inner.get("type", "")) if isinstance(inner, dict) else ""
    said = str(inner.get("message", "")) if isinstance(inner, dict) else ""
    status = error.status_code
    trouble, message = _trouble(status, kind, said)
    detail = f"{status} {kind}".strip()
    return ModelFailed(message, trouble, detail=detail, retry_after=_retry_after(error))


def _trouble(status: int, kind: str, said: str) -> tuple[Trouble, str]:
    lowered = said.casefold()
    if status == 401 or kind == "authentication_error":
        return Trouble.KEY_REFUSED, "The service did not accept the API key. Enter a new one."
    if status == 402 or kind == "billing_error" or "credit balance" in lowered:
        return Trouble.NO_CREDIT, "The account has no credit left. Add some, then try again."
    if status == 403 or kind == "permission_error":
        return Trouble.NOT_ALLOWED, "The key may not use this model. Choose another model or key."
    if status == 404 or kind == "not_found_error":
        return Trouble.NO_SUCH_MODEL, "The service does not know this model. Choose another one."
    if status == 413 or "prompt is too long" in lowered:
        return Trouble.TOO_LONG, "The text is too long for this model."
    if status == 429 or kind == "rate_limit_error":
        return Trouble.RATE_LIMITED, "The service's rate limit is reached; it is asked again in a while."
    if status in (503, 529) or kind == "overloaded_error":
        return Trouble.OVERLOADED, "The service is overloaded; it is asked again in a while."
    if status in (408, 504) or kind == "timeout_error":
        return Trouble.TIMEOUT, "The service took too long to answer; it is asked again in a while."
    if status >= 500 or kind == "api_error":
        return Trouble.SERVER, "The service failed; it is asked again in a while."
    return Trouble.BAD_REQUEST, f"The service refused the request: {said or status}."


def _retry_after(error: anthropic.APIStatusError) -> float | None:
    try:
        return float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
