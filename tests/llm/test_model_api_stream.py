"""Streams of any kind: each ends in an answer or in a failure that can be told, never in anything else."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.llm.anthropic_client import AnthropicApi
from arbor_desktop.llm.model import Access, Answer, Ask, Message, ModelFailed, Purpose, Trouble
from tests.standin.said import Body, Say, event_bytes, events, message
from tests.standin.server import Raw, StandIn

ASK = Ask(Purpose.TEST, "Be brief.", (Message("user", "Hello"),))
WHOLE = list(
    events(
        message("msg_1", "claude-haiku-5-5", Say("One two", uses=(("search", {"a": 1}),)), "asked", ["t1"])
    )
)
WILD = st.none() | st.booleans() | st.integers() | st.text() | st.just([]) | st.just({})


@pytest.fixture(scope="module")
def server() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server


def heard(server: StandIn, data: bytes) -> Answer | ModelFailed:
    async def run() -> Answer:
        access = Access("anthropic", "claude-haiku-5-5", server.url, "sk-test-0123", 30.0)
        api = AnthropicApi(access, retries=0)
        try:
            return await api.ask(ASK, lambda text: None)
        finally:
            await api.close()

    server.mind = lambda body: Raw(data, content_type="text/event-stream")
    try:
        return asyncio.run(run())
    except ModelFailed as error:
        return error


def test_the_whole_of_it_is_an_answer(server: StandIn) -> None:
    answer = heard(server, b"".join(map(event_bytes, WHOLE)))
    assert isinstance(answer, Answer) and answer.text == "One two" and len(answer.uses) == 1


@pytest.mark.slow
@pytest.mark.parametrize("length", range(len(WHOLE) - 1))
def test_one_that_breaks_off_is_none(server: StandIn, length: int) -> None:
    found = heard(server, b"".join(map(event_bytes, WHOLE[:length])))
    if any(event["type"] == "message_delta" for event in WHOLE[:length]):
        assert isinstance(found, Answer), "why it ended was said"
    else:
        assert isinstance(found, ModelFailed) and found.trouble is Trouble.NETWORK


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """The events of an answer, some left out, said twice, in another order, or with a wild value in them."""
    chosen: list[Body] = [copy.deepcopy(one) for one in draw(st.lists(st.sampled_from(WHOLE), max_size=12))]
    if draw(st.booleans()):
        chosen = [copy.deepcopy(one) for one in WHOLE]
    for event in chosen:
        if draw(st.integers(min_value=0, max_value=3)) == 0:
            holder, key = draw(st.sampled_from(list(_places(event))))
            holder[key] = draw(WILD)
    return b"".join(f"event: {one.get('type')}\ndata: {json.dumps(one)}\n\n".encode() for one in chosen)


def _places(event: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in event.items():
        yield event, key
        if isinstance(value, dict):
            yield from _places(value)


@pytest.mark.filterwarnings(
    "ignore:Pydantic serializer warnings"
)  # the SDK's, of values that no service sends
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(streams() | st.binary() | st.text().map(lambda text: f"event: x\ndata: {text}\n\n".encode()))
def test_any_stream_is_an_answer_or_a_failure(server: StandIn, data: bytes) -> None:
    found = heard(server, data)
    if isinstance(found, Answer):
        assert isinstance(found.text, str) and found.usage.all_input >= 0
    else:
        assert found.message and found.trouble in (Trouble.NETWORK, Trouble.INVALID, Trouble.SERVER)
