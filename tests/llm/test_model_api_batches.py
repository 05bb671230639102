"""Batches by the Messages API: handed in, looked after, read, stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import pytest

from arbor_desktop.llm.anthropic_client import AnthropicApi
from arbor_desktop.llm.model import (
    Access,
    Answer,
    Ask,
    BatchReport,
    Message,
    ModelFailed,
    Purpose,
    Stop,
    Trouble,
)
from tests.standin.server import Body, Fail, Raw, Say, StandIn, said_to

Found = TypeVar("Found")


def ask(text: str) -> Ask:
    return Ask(Purpose.EXTRACTION, "Be brief.", (Message("user", text),))


def mind(body: Body) -> Say | Fail:
    said = said_to(body)
    if said == "too long":
        return Fail(400, "prompt is too long: 9 tokens > 8 maximum")
    if said == "overloaded":
        return Fail(529)
    return Say(f"Heard {said}", stop="max_tokens" if said == "cut" else "end_turn")


@pytest.fixture
def server() -> Iterator[StandIn]:
    with StandIn(mind) as server:
        yield server


def using(
    server: StandIn, work: Callable[[AnthropicApi], Awaitable[Found]], *, model: str = "claude-haiku-5-5",
    own: bool = False,
) -> Found:  # fmt: skip
    access = Access("anthropic", model, "" if own else server.url, "sk-test-0123", 30.0)

    async def run() -> Found:
        api = AnthropicApi(access, address=server.url, retries=0)
        try:
            return await work(api)
        finally:
            await api.close()

    return asyncio.run(run())


def submitted(server: StandIn, *texts: str) -> str:
    asks = {f"id-{number}": ask(text) for number, text in enumerate(texts)}
    return using(server, lambda api: api.submit(asks))


def report(server: StandIn, ident: str) -> BatchReport:
    return using(server, lambda api: api.batch(ident))


def failed(server: StandIn, work: Callable[[AnthropicApi], Awaitable[object]]) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        using(server, work)
    return caught.value


def test_answers_come_by_the_ids_of_their_questions(server: StandIn) -> None:
    ident = submitted(server, "one", "two", "cut")
    assert report(server, ident) == BatchReport(ended=False, done=0, total=3)
    server.end_batches()
    found = report(server, ident)
    assert (found.ended, found.done, found.total) == (True, 3, 3)
    assert set(found.answers) == {"id-0", "id-1", "id-2"}
    one, cut = found.answers["id-0"], found.answers["id-2"]
    assert isinstance(one, Answer) and one.text == "Heard one" and one.batch and one.usage.input > 0
    assert isinstance(cut, Answer) and cut.stop is Stop.LENGTH


def test_each_question_fails_for_itself(server: StandIn) -> None:
    ident = submitted(server, "too long", "overloaded", "late", "stopped", "fine")
    server.end_batches({"id-2": "expired", "id-3": "canceled"})
    found = report(server, ident)
    assert (found.done, found.total) == (5, 5)
    failures = [found.answers[f"id-{number}"] for number in range(4)]
    assert [one.trouble for one in failures if isinstance(one, ModelFailed)] == [
        Trouble.TOO_LONG, Trouble.OVERLOADED, Trouble.OVERLOADED, Trouble.STOPPED,
    ]  # fmt: skip
    assert isinstance(found.answers["id-4"], Answer)


def test_one_that_is_stopped_ends_with_what_was_not_answered(server: StandIn) -> None:
    ident = submitted(server, "one")
    using(server, lambda api: api.cancel_batch(ident))
    assert not report(server, ident).ended
    server.end_batches()
    (answer,) = report(server, ident).answers.values()
    assert isinstance(answer, ModelFailed) and answer.trouble is Trouble.STOPPED


def test_many_are_handed_in_and_read_at_once(server: StandIn) -> None:
    ident = submitted(server, *(f"text {number}" for number in range(500)))
    server.end_batches()
    answers = report(server, ident).answers
    assert len(answers) == 500
    assert all(
        isinstance(answer, Answer) and answer.text == f"Heard text {name[3:]}"
        for name, answer in answers.items()
    )


def test_a_server_without_batches_says_so() -> None:
    with StandIn(lacks={"batches"}) as server:
        error = failed(server, lambda api: api.submit({"a": ask("one")}))
    assert error.trouble is Trouble.BAD_REQUEST and "can't answer in batches" in error.message


def test_a_batch_that_is_gone_is_no_missing_model(server: StandIn) -> None:
    with pytest.raises(ModelFailed) as caught:
        using(server, lambda api: api.batch("msgbatch_of_last_year"), own=True)
    assert "no longer knows this batch" in caught.value.message
    assert caught.value.trouble is Trouble.BAD_REQUEST


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        (Fail(401), Trouble.KEY_REFUSED),
        (Fail(429, headers=(("retry-after", "60"),)), Trouble.RATE_LIMITED),
        (Raw(b"{}"), Trouble.INVALID),
        (Raw(b"<html>", content_type="text/html"), Trouble.INVALID),
    ],
)
def test_handing_in_fails_as_asking_does(server: StandIn, answer: Fail | Raw, trouble: Trouble) -> None:
    server.fail_next(answer)
    assert failed(server, lambda api: api.submit({"a": ask("one")})).trouble is trouble


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", [b"not JSON\n", b"{}\n", b'{"custom_id": "id-0"}\n', b'{"custom_id": "id-0", "result": 7}\n']
)
def test_results_that_are_none_are_failures(server: StandIn, line: bytes) -> None:
    ident = submitted(server, "one")
    server.end_batches()
    server.batches.lines = lambda batch: line  # type: ignore[method-assign]

    try:
        found = report(server, ident)
    except ModelFailed as error:
        assert error.trouble is Trouble.INVALID
    else:
        (answer,) = found.answers.values()
        assert isinstance(answer, ModelFailed) and answer.trouble is Trouble.INVALID


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "wanted"),
    [
        ("claude-haiku-5-5", {"thinking": {"type": "disabled"}}),
        ("claude-sonnet-5-5", {"thinking": {"type": "between_tools"}}),
        ("claude-opus-5-5", {"output_config": {"effort": "low"}}),
    ],
)
def test_the_questions_tell_a_model_not_to_think_in_the_way_it_understands(
    server: StandIn, model: str, wanted: Body
) -> None:
    """Of a batch none could be asked again: what the model takes is looked up before."""
    ident = using(server, lambda api: api.submit({"a": ask("one")}), model=model, own=True)
    server.end_batches()
    assert isinstance(report(server, ident).answers["a"], Answer)
    params = server.batches.all[ident].requests["a"]
    assert wanted.items() <= params.items() and not {"thinking", "output_config"} - set(wanted) & set(params)
