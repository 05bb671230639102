"""The first answers of the MCP server, which lie ready; and the lines that it reads."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_talking import CHECKOUT, FACT
from mcp_talking import Wire as Talk
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from arbor_desktop.integrations.mcp.entry import HANDSHAKE_VERSIONS, Wire, whole
from tests import mcp_offer

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}


def request(method: str, params: Any = None, ident: int | str = 1) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": ident, "method": method} | ({} if params is None else {"params": params})


class Client:
    """Both ends of a wire, without the SDK."""

    def __init__(self) -> None:
        read_from, self._write = os.pipe()
        answers, write_to = os.pipe()
        self.answers = os.fdopen(answers, "rb")
        self.wire = Wire(read_from, write_to)

    def send(self, *messages: Any) -> None:
        for message in messages:
            os.write(self._write, json.dumps(message).encode() + b"\n")

    def read(self) -> dict[str, Any]:
        return json.loads(self.answers.readline())

    def forwarded(self) -> list[dict[str, Any]]:
        """What is left to the SDK, once the client has left."""

        async def all_lines() -> list[dict[str, Any]]:
            return [json.loads(line) async for line in self.wire]

        self.leave()
        return asyncio.run(all_lines())

    def leave(self) -> None:
        if self._write >= 0:
            os.close(self._write)
            self._write = -1


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client()
    yield made
    made.leave()


def test_the_file_says_what_the_sdk_would_answer() -> None:
    assert mcp_offer.FILE.read_text(encoding="utf-8") == mcp_offer.text(), "run: python3 -m tests.mcp_offer"
    assert set(HANDSHAKE_VERSIONS) == set(HANDSHAKE_PROTOCOL_VERSIONS)


@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_what_is_offered_is_answered_at_once_and_the_sdk_learns_of_the_handshake(
    client: Client, version: str
) -> None:
    hello = request("initialize", HELLO | {"protocolVersion": version}, "hello")
    begun = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    client.send(hello, begun, request("tools/list", {}, 2), request("prompts/list", None, 3))
    about = client.read()
    assert (about["id"], about["result"]["protocolVersion"]) == ("hello", version)
    assert about["result"]["serverInfo"]["name"] == "arbor"
    assert len(client.read()["result"]["tools"]) == 7
    assert client.read() == {"jsonrpc": "2.0", "id": 3, "result": {"prompts": []}}
    client.send(request("ping", None, 4))
    assert client.read() == {"jsonrpc": "2.0", "id": 4, "result": {}}
    assert client.wire.wants_more()
    assert client.forwarded() == [hello, begun]
    assert not client.wire.wants_more()
    asyncio.run(client.wire.write(json.dumps({"id": "hello", "result": {}}) + "\n"))
    asyncio.run(client.wire.write('{"id":"hello"}\n'))
    assert client.read() == {"id": "hello"}, "only the handshake was answered twice"


@pytest.mark.parametrize("log", ["claude-2.1.330-mcp-wire.log", "codex-0.169-mcp-wire.log"])
def test_what_real_clients_ask_at_their_start_is_answered_at_once(
    client: Client, corpus: Path, log: str
) -> None:
    lines = (corpus / "real_clients" / log).read_text(encoding="utf-8").splitlines()
    said = [json.loads(line.partition("> ")[2]) for line in lines if line[:1].isdigit() and " > " in line]
    start = list(itertools.takewhile(lambda one: one["method"] != "tools/call", said))
    asked = [one["id"] for one in start if "id" in one]
    client.send(*start)
    assert [client.read()["id"] for _ in asked] == asked
    assert len(asked) > 1
    assert {one["method"] for one in client.forwarded()} <= {"initialize", "notifications/initialized"}


def test_without_a_handshake_every_request_says_who_asks(client: Client) -> None:
    client.send(*(request(m, {"_meta": mcp_offer.META}) for m in ("server/discover", "resources/list")))
    assert client.read()["result"]["supportedVersions"] == ["2026-07-28"]
    assert client.read()["result"]["resources"]
    assert client.forwarded() == []


def test_a_client_that_gives_its_first_question_up_can_begin_otherwise_also_late(client: Client) -> None:
    hello, last = request("initialize", HELLO, 2), {"jsonrpc": "2.0", "method": "notifications/last"}

    async def late() -> list[dict[str, Any]]:
        """What the SDK reads, of which it has read something before the client asks anything."""
        lines = client.wire.__aiter__()
        client.send({"jsonrpc": "2.0", "method": "notifications/early"})
        await anext(lines)
        client.send(request("server/discover", {"_meta": mcp_offer.META}), hello, last)
        client.leave()
        return [json.loads(line) async for line in lines]

    assert asyncio.run(late()) == [hello, last]
    assert [client.read()["id"], client.read()["id"]] == [1, 2]


@pytest.mark.slow
def test_a_client_that_gives_its_first_question_up_can_call_tools() -> None:
    with Talk() as wire:
        wire.ask("server/discover", {"_meta": mcp_offer.META})
        wire.begin()
        assert wire.call("arbor_store_memory", FACT)["structuredContent"]["status"] == "stored"


def test_who_began_without_a_handshake_is_not_promised_one(client: Client) -> None:
    call = request("tools/call", {"_meta": mcp_offer.META, "name": "arbor_get_context", "arguments": {}})
    hello = request("initialize", HELLO, 2)
    client.send(call, hello)
    assert client.forwarded() == [call, hello]


@pytest.mark.parametrize(
    "odd",
    [
        request("tools/list"),
        request("ping"),
        request("ping", {"_meta": mcp_offer.META}),
        request("initialize", HELLO | {"protocolVersion": "1999-01-01"}),
        request("initialize", HELLO | {"clientInfo": {"name": "x"}}),
        request("initialize", HELLO | {"capabilities": None}),
        request("initialize", [1]),
        request("tools/list", {"_meta": mcp_offer.META, "cursor": "x"}),
        request("tools/list", {"_meta": mcp_offer.META | {"io.modelcontextprotocol/protocolVersion": "1"}}),
        request("tools/call", {"_meta": mcp_offer.META, "name": "arbor_get_context", "arguments": {}}),
        {"jsonrpc": "2.0", "id": True, "method": "tools/list", "params": {"_meta": mcp_offer.META}},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        [],
    ],
)
def test_all_else_is_left_to_the_sdk(client: Client, odd: Any) -> None:
    client.send(odd)
    assert client.forwarded() == [odd]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (b'{"a":"\\ud800"}', {"a": "\ufffd"}),
        (b'{"a":"x\\uDC00y"}', {"a": "x\ufffdy"}),
        (b'{"\\udfff":1}', {"\ufffd": 1}),
        (b'{"a":"\\ud83d\\ude00"}', {"a": "\U0001f600"}),
        (b'{"a":"\\\\ud800"}', {"a": "\\ud800"}),
    ],
)
def test_half_a_character_becomes_a_mark(line: bytes, read: object) -> None:
    assert json.loads(whole(line)) == read
    whole(line).encode()


def test_what_is_no_json_stays_as_it_is() -> None:
    assert whole(b"{\\ud800") == "{\\ud800"
    assert whole(b"\xff{") == "\ufffd{"


@pytest.mark.slow
def test_half_a_character_is_answered() -> None:
    with Talk() as wire:
        wire.begin()
        half = {"content": "The kiln \ud800 API listens on port 8080.", "type": "fact"}
        assert wire.call("arbor_store_memory", half)["structuredContent"]["status"] == "waits"
        assert wire.call("arbor_store_memory", FACT)["structuredContent"]["status"] == "stored"


@pytest.mark.slow
def test_nothing_heavy_is_imported_before_the_first_answers() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "arbor_desktop", "mcp"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=CHECKOUT, **pipes) as server:  # type: ignore[call-overload]
        server.stdin.write(json.dumps(request("initialize", HELLO)).encode() + b"\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "arbor"
        server.kill()
        imported = {line.rpartition("|")[2].strip() for line in server.stderr.read().decode().splitlines()}
    assert "arbor_desktop.integrations.mcp.entry" in imported
    assert not imported & {"mcp", "pydantic", "anyio", "asyncio", "argparse", "logging", "apsw", "msgspec"}
    assert not any(name.startswith(("arbor_desktop.service", "arbor_desktop.cli")) for name in imported)
