"""The pure parts of ``python3 -m tests.clients``: the wire of each service, the script, the table."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.clients import CLIENTS
from tests.clients.processes import plain
from tests.clients.service import Service, Step
from tests.clients.table import CHECKS, YES, Cell, Without, failed, no, not_for, table
from tests.clients.wire import dialect_of
from tests.standin.said import Body, Say

CALL = ("mcp__arbor__arbor_store_memory", {"content": "The kiln is hot."})
PATHS = {
    "anthropic": "/v1/messages",
    "responses": "/v1/responses",
    "chat": "/v1/chat/completions",
    "gemini": "/v1beta/models/gemini-2.5-pro:streamGenerateContent",
}
TOOLS: dict[str, Any] = {
    "anthropic": [{"name": CALL[0]}],
    "responses": [{"type": "namespace", "name": "mcp__arbor", "tools": [{"name": "arbor_store_memory"}]}],
    "chat": [{"type": "function", "function": {"name": CALL[0]}}],
    "gemini": [{"functionDeclarations": [{"name": CALL[0]}]}],
}

services = pytest.mark.parametrize("name", PATHS)


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as running:
        yield running


def asked(name: str, prompt: str, *, stream: bool = True) -> Body:
    body: Body = {"model": "m", "stream": stream, "tools": TOOLS[name]}
    return body | ({"contents": [{"parts": [{"text": prompt}]}]} if name == "gemini" else {"input": prompt})


def post(service: Service, name: str, body: Body) -> str:
    request = urllib.request.Request(service.url + PATHS[name], json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(answer.read().decode())


def streamed(answer: str) -> list[Body]:
    """The objects of a stream of events."""
    lines = (line.removeprefix("data: ") for line in answer.splitlines() if line.startswith("data: "))
    return [json.loads(line) for line in lines if line != "[DONE]"]


def joined(name: str, events: list[Body]) -> tuple[str, str, Body]:
    """The text, the tool's name and its input, as a client of the service puts them together."""
    if name == "anthropic":
        deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
        (use,) = [e["content_block"] for e in events if e.get("content_block", {}).get("type") == "tool_use"]
        given = "".join(delta.get("partial_json", "") for delta in deltas)
        return "".join(delta.get("text", "") for delta in deltas), use["name"], json.loads(given)
    if name == "responses":
        items = [event["item"] for event in events if event["type"] == "response.output_item.done"]
        (text,) = [item["content"][0]["text"] for item in items if item["type"] == "message"]
        (use,) = [item for item in items if item["type"] == "function_call"]
        assert events[-1]["response"]["output"] == items
        return text, f"{use['namespace']}/{use['name']}", json.loads(use["arguments"])
    if name == "chat":
        deltas = [choice["delta"] for event in events for choice in event["choices"]]
        ((use,),) = [delta["tool_calls"] for delta in deltas if "tool_calls" in delta]
        text = "".join(delta.get("content") or "" for delta in deltas)
        return text, use["function"]["name"], json.loads(use["function"]["arguments"])
    parts = [part for event in events for part in event["candidates"][0]["content"]["parts"]]
    (use,) = [part["functionCall"] for part in parts if "functionCall" in part]
    return "".join(part.get("text", "") for part in parts), use["name"], use["args"]


@services
def test_each_service_streams_the_text_and_the_tool_call_of_the_script(service: Service, name: str) -> None:
    service.script([Step("Store it", (Say("I store.", uses=(("arbor_store_memory$", CALL[1]),)),))])

    text, tool, given = joined(name, streamed(post(service, name, asked(name, "Store it"))))

    offered = "mcp__arbor/arbor_store_memory" if name == "responses" else CALL[0]
    assert (text, tool, given) == ("I store.", offered, CALL[1])
    assert service.said("Store it")
    assert [request.tools for request in service.with_prompt("Store it")] == [(offered,)]


@services
def test_an_answer_in_one_piece_says_the_same(name: str) -> None:
    dialect = dialect_of(PATHS[name])
    assert dialect is not None and dialect.name == name
    whole = dialect.whole(asked(name, "Hello", stream=False), Say("Good day.", uses=(CALL,)))
    assert "Good day." in json.dumps(whole) and "The kiln is hot." in json.dumps(whole)


def test_a_path_that_asks_no_model_belongs_to_no_service() -> None:
    assert dialect_of("/v1/messages/count_tokens") is None
    assert dialect_of("/v1beta/models/gemini-2.5-pro:countTokens") is None


def test_the_script_answers_the_latest_prompt_one_answer_a_request(service: Service) -> None:
    service.script([Step("first", (Say("one"), Say("two"))), Step("second", (Say("three"),))])
    tools = ("shell",)
    assert service.answer({"input": "first"}, tools).text == "one"
    assert service.answer({"input": ["first", "one"]}, tools).text == "two"
    assert not service.said("second")
    assert service.answer({"input": ["first", "two", "second"]}, tools).text == "three"
    assert service.answer({"input": ["first", "two", "second", "three"]}, tools).text == "Understood."


def test_a_request_without_tools_takes_no_answer_of_the_script(service: Service) -> None:
    service.script([Step("first", (Say("one"),))])
    service.answer({"input": "A title for: first"}, ())
    assert not service.said("first")
    assert service.with_prompt("first") == []


def test_a_tool_that_is_only_named_in_a_text_is_called_by_its_whole_name(service: Service) -> None:
    named = "Call arbor_get_context first. Deferred tools:\nmcp__arbor__arbor_get_context\nmcp__other__get"
    service.script([Step("ask it", (Say(uses=(("arbor_get_context$", {}),)),))])
    said = service.answer({"system": named, "input": "ask it"}, ("shell",))
    assert said.uses == (("mcp__arbor__arbor_get_context", {}),)


def test_a_screen_is_read_without_colours_movements_and_spaces() -> None:
    assert (
        plain("\x1b[2J\x1b[1;1H\x1b[38;5;9mType\x1b[0m your \x1b]0;title\x07message\r\n") == "Typeyourmessage"
    )


def row(**cells: Cell) -> dict[str, Cell]:
    return {check: cells.get(check.replace(" ", "_"), YES) for check in CHECKS}


def test_the_table_names_each_reason_once_and_explains_what_cannot_apply() -> None:
    rows = {
        "Kiln 1.0": row(start=no("not in the request"), prompt=no("not in the request")),
        "Oven 2.0": row(compact=not_for(Without.HOOKS), hook_p50=Cell(True, "90 ms")),
    }
    shown = table(rows)
    assert failed(rows)
    assert shown.count("no (1)") == 2 and "1. Kiln 1.0: not in the request" in shown
    assert f"—{Without.HOOKS.sign}" in shown and Without.HOOKS.reason in shown
    assert Without.FILE.reason not in shown
    assert "90 ms" in shown


def test_the_markdown_has_a_line_a_check_and_a_column_a_client() -> None:
    lines = table({"Kiln 1.0": row(), "Oven | 2": row()}, markdown=True).splitlines()
    assert lines[:3] == ["|  | Kiln 1.0 | Oven \\| 2 |", "|---|---|---|", f"| {CHECKS[0]} | yes | yes |"]
    assert len(lines) == len(CHECKS) + 2


def test_what_cannot_apply_is_no_failure() -> None:
    assert not failed({"Kiln 1.0": row(start=not_for(Without.HOOKS))})


def test_every_client_has_a_name_and_a_version_of_its_own() -> None:
    assert len({client.name for client in CLIENTS}) == len(CLIENTS)
    for client in CLIENTS:
        assert client.version[0].isdigit() and client.records and client.ask("Hello")[0] == client.program
