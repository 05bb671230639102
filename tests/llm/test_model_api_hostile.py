"""A server of one's own may answer anything: sums stay numbers, names one line, and there is an end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from arbor_desktop.llm.anthropic_client import AnthropicApi
from arbor_desktop.llm.anthropic_messages import LONGEST_NAME
from arbor_desktop.llm.model import MOST_TOKENS, Access, Ask, Message, ModelFailed, Purpose
from tests.standin.server import Fail, Raw, Say, StandIn, event_bytes

Found = TypeVar("Found")
QUESTION = Ask(Purpose.CHAT, "Be brief.", (Message("user", "Hello"),))
ESCAPE = "\x1b]0;mine\x07\u202e"


def using(server: StandIn, work: Callable[[AnthropicApi], Awaitable[Found]], timeout: float = 30.0) -> Found:
    async def run() -> Found:
        api = AnthropicApi(
            Access("anthropic", "claude-haiku-5-5", server.url, "sk-test-0123", timeout), retries=0
        )
        try:
            return await work(api)
        finally:
            await api.close()

    return asyncio.run(run())


def test_numbers_that_nobody_can_add_up_are_cut() -> None:
    with StandIn(lambda body: Say("Fine.", output_tokens=9 * 10**18)) as server:
        answer = using(server, lambda api: api.ask(QUESTION))
    assert answer.text == "Fine." and answer.usage.output == MOST_TOKENS


def test_a_model_whose_name_can_not_be_shown_is_not_offered() -> None:
    with StandIn() as server:
        server.models = [f"{ESCAPE}one", "x" * 100_000, "qwen3:8b"]
        assert [one.id for one in using(server, lambda api: api.models())] == ["qwen3:8b"]


def test_the_name_of_the_model_that_answered_is_one_line() -> None:
    start = {
        "type": "message_start",
        "message": {
            "id": "m", "type": "message", "role": "assistant", "content": [], "stop_reason": None,
            "stop_sequence": None, "model": f"{ESCAPE}one\n" + "x" * 1000,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        },
    }  # fmt: skip
    events = [
        start,
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Fine."}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    said = Raw(b"".join(map(event_bytes, events)), content_type="text/event-stream")
    with StandIn(lambda body: said) as server:
        answer = using(server, lambda api: api.ask(QUESTION))
    assert answer.model.isprintable() and 0 < len(answer.model) <= LONGEST_NAME


@pytest.mark.parametrize("kind", ["", "k" * 1_000_000])
def test_what_a_server_says_of_an_error_is_told_in_short(kind: str) -> None:
    with (
        StandIn(lambda body: Fail(500, f"{ESCAPE}It failed. " * 200_000, kind or None)) as server,
        pytest.raises(ModelFailed) as error,
    ):
        using(server, lambda api: api.ask(QUESTION))
    assert len(error.value.message) < 600 and len(error.value.detail) < 200
    assert error.value.message.isprintable() and error.value.detail.isprintable()


@pytest.mark.parametrize(
    "delta",
    [
        {"type": "thinking_delta", "thinking": "x" * 10_000},
        {"type": "input_json_delta", "partial_json": " " * 10_000},
    ],
)
def test_an_answer_without_words_has_an_end_too(delta: dict[str, str]) -> None:
    block = (
        {"type": "thinking", "thinking": "", "signature": ""}
        if "thinking" in delta
        else {"type": "tool_use", "id": "t", "name": "n", "input": {}}
    )
    start = {
        "type": "message_start",
        "message": {
            "id": "m", "type": "message", "role": "assistant", "content": [], "stop_reason": None,
            "stop_sequence": None, "model": "one", "usage": {"input_tokens": 1, "output_tokens": 1},
        },
    }  # fmt: skip
    piece = event_bytes({"type": "content_block_delta", "index": 0, "delta": delta})
    head = event_bytes(start) + event_bytes(
        {"type": "content_block_start", "index": 0, "content_block": block}
    )
    tail = event_bytes(
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}
    )
    said = Raw(
        head + piece * 500 + tail + event_bytes({"type": "message_stop"}), content_type="text/event-stream"
    )
    with StandIn(lambda body: said) as server, pytest.raises(ModelFailed) as error:
        using(server, lambda api: api.ask(QUESTION))
    assert error.value.detail == "not the protocol"
