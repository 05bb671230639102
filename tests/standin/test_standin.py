"""The stand-in server is as strict as the service that it stands in for: passing it means something."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from tests.standin import checks
from tests.standin.server import Body, Fail, Say, StandIn

VERSION = {"anthropic-version": "2023-06-01"}
OBJECT = {
    "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
    "additionalProperties": False,
}  # fmt: skip
MANY = OBJECT | {"properties": {name: {"type": "string"} for name in "abcdefghijklmnopqrstuvwxyz"}}


def good(**fields: Any) -> Body:
    return {"model": "claude-haiku-5-5", "max_tokens": 10, "messages": [user("Hi")], **fields}


def user(*content: Any) -> Body:
    return {"role": "user", "content": [text(one) if isinstance(one, str) else one for one in content]}


def assistant(*content: Any) -> Body:
    return user(*content) | {"role": "assistant"}


def text(said: str, **more: Any) -> Body:
    return {"type": "text", "text": said, **more}


def schema(value: Any) -> Body:
    return {"output_config": {"format": {"type": "json_schema", "schema": value}}}


USE = {"type": "tool_use", "id": "t1", "name": "search", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "none"}
MARK = {"cache_control": {"type": "ephemeral"}}


@pytest.mark.parametrize(
    "body",
    [
        good(),
        good(system="Be brief."),
        good(system=[text("Be brief.", **MARK), text("Be kind.")]),
        good(messages=[user("Hi"), user("There")]),
        good(messages=[user("Find"), assistant("Yes", USE), user(RESULT, "Go on")]),
        good(tools=[{"name": "search", "input_schema": {"type": "object"}}]),
        good(**schema(OBJECT)),
        good(thinking={"type": "disabled"}, output_config={"effort": "low"}),
    ],
)
def test_what_the_service_takes(body: Body) -> None:
    assert checks.wrong(body, VERSION) is None


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"model": "m", "messages": []}, "max_tokens: Field required"),
        (good(max_tokens=0), "max_tokens"),
        (good(temperature=0.0), "temperature"),
        (good(surprise=1), "Extra inputs"),
        (good(messages=[]), "at least one message"),
        (good(messages=[assistant("Hi"), user("Hi")]), 'must use the "user" role'),
        (good(messages=[user("Hi"), assistant("Sure, {")]), "prefill"),
        (good(messages=[user()]), "non-empty"),
        (good(messages=[user(" ")]), "non-whitespace"),
        (good(messages=[{"role": "system", "content": "Hi"}]), "role must be"),
        (good(messages=[user("Find"), assistant(USE), user("Well?")]), "without `tool_result`"),
        (good(messages=[user("Find"), assistant(USE)]), "without `tool_result`"),
        (good(messages=[user(RESULT)]), "unexpected `tool_use_id`"),
        (good(messages=[user("Find"), assistant(USE), user("First", RESULT)]), "must come first"),
        (good(messages=[user({"type": "thinking"})]), "does not match"),
        (good(system=[text("")]), "system.0"),
        (good(messages=[user(*(text(str(n), **MARK) for n in range(5)))]), "maximum of 4 blocks"),
        (good(tools=[{"name": "se arch", "input_schema": {"type": "object"}}]), "tools.0.name"),
        (good(tools=[{"name": "a", "input_schema": {"type": "object"}}] * 2), "must be unique"),
        (good(thinking={"type": "enabled", "budget_tokens": 2000}), "not supported"),
        (good(output_config={"effort": "huge"}), "effort"),
        (good(**schema({"type": "object", "properties": {}})), "additionalProperties"),
        (good(**schema({"type": "number", "minimum": 0})), "'minimum' is not supported"),
        (good(**schema({"type": "array", "items": {"type": "string", "maxLength": 3}})), "'maxLength'"),
        (good(**schema(MANY)), "optional"),
    ],
)
def test_what_the_service_refuses(body: Body, why: str) -> None:
    assert why in (checks.wrong(body, VERSION) or "")


def test_a_request_without_a_version_is_refused() -> None:
    assert "anthropic-version" in (checks.wrong(good(), {}) or "")


@pytest.mark.parametrize(
    ("value", "fits"),
    [({"a": "x"}, True), ({}, False), ({"a": 1}, False), ({"a": "x", "b": 1}, False), (["a"], False)],
)
def test_what_fits_a_schema(value: Any, fits: bool) -> None:
    assert (checks.unfit(value, OBJECT) is None) is fits


def post(server: StandIn, body: Body) -> httpx2.Response:
    return httpx2.post(f"{server.url}/v1/messages", json=body, headers=VERSION, trust_env=False)


def test_a_request_that_no_service_would_take_fails_the_test() -> None:
    with pytest.raises(AssertionError, match="max_tokens"), StandIn() as server:
        assert post(server, good(max_tokens=0)).status_code == 400


def test_an_answer_that_the_service_would_never_send_fails_the_test() -> None:
    with (
        pytest.raises(AssertionError, match="would never send"),
        StandIn(lambda body: Say("Sure!")) as server,
    ):
        assert post(server, good(**schema(OBJECT))).status_code == 500


@pytest.mark.parametrize(
    "say",
    [Say("Sure!", anyway=True), Say("Su", stop="max_tokens"), Say("No", stop="refusal"), Say('{"a": "x"}')],
)
def test_what_a_service_may_send_does_not(say: Say) -> None:
    with StandIn(lambda body: say) as server:
        assert post(server, good(**schema(OBJECT))).json()["content"][0]["text"] == say.text


def test_a_bug_in_the_mind_fails_the_test() -> None:
    def mind(body: Body) -> str:
        raise KeyError("none of that")

    with pytest.raises(AssertionError, match="none of that"), StandIn(mind) as server:
        assert post(server, good()).status_code == 500


def test_a_failing_test_is_not_hidden_by_what_the_server_noted() -> None:
    with pytest.raises(ZeroDivisionError), StandIn() as server:
        post(server, good(max_tokens=0))
        raise ZeroDivisionError


def test_errors_look_as_the_service_sends_them() -> None:
    with StandIn() as server:
        server.fail_next(Fail(429, "Slow down.", headers=(("retry-after", "7"),)))
        answer = post(server, good())
    assert answer.headers["retry-after"] == "7"
    assert answer.json()["error"] == {"type": "rate_limit_error", "message": "Slow down."}
    assert json.loads(answer.text)["type"] == "error"
