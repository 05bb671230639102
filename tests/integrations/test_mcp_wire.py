"""The MCP server, spoken to in lines: nonsense does not end it, and nothing but protocol comes out."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any

import pytest
from mcp_talking import FACT, Wire

from arbor_desktop import __version__
from arbor_desktop.paths import DATABASE
from arbor_desktop.service import MemoryService

pytestmark = pytest.mark.slow

DENIED = -32602
UNKNOWN = -32601


def test_it_says_who_it_is_before_it_opens_anything(home: Path):
    with Wire() as wire:
        about = wire.begin()
        assert (about["serverInfo"]["name"], about["serverInfo"]["version"]) == ("arbor", __version__)
        assert "arbor_store_memory" in about["instructions"]
        assert set(about["capabilities"]) >= {"tools", "resources"}
        offered = wire.ask("tools/list")["result"]["tools"]
        assert wire.ask("resources/list")["result"]["resources"]
        assert not (home / DATABASE).exists()
        assert wire.leave() == (0, "", "")
    for tool in offered:
        assert tool["inputSchema"]["type"] == "object"
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["type"] == "object"
        assert all("description" in one for one in tool["inputSchema"]["properties"].values())
        assert len(tool["description"]) > 50
        assert tool["annotations"]["openWorldHint"] is False
        assert tool["annotations"]["destructiveHint"] is False


def test_nonsense_does_not_end_it():
    with Wire() as wire:
        assert wire.ask("tools/list")["error"]["code"] == DENIED, "before the handshake"
        wire.begin()
        for nonsense in (b"{nope", b"", b"[]", b"null", b"\xff\xfe\x00", b'"text"', b"[" * 20_000,
                         b'[{"jsonrpc":"2.0","id":5,"method":"ping"}]'):  # fmt: skip
            wire.send(nonsense)
        wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}})
        wire.send({"jsonrpc": "2.0", "method": "notifications/of/nothing"})
        assert wire.ask("ping", ident="as-text") == {"jsonrpc": "2.0", "id": "as-text", "result": {}}
        assert wire.ask("of/nothing")["error"]["code"] == UNKNOWN
        assert wire.ask("tools/call")["error"]["code"] == DENIED
        assert wire.ask("tools/call", {"name": "arbor_feedback", "arguments": [1]})["error"]["code"] == DENIED
        assert wire.ask("resources/read", {"uri": "file:///etc/passwd"})["error"]["code"] == DENIED
        assert wire.ask("ping")["result"] == {}
        assert wire.leave()[:2] == (0, "")


NOISY = """
import os, subprocess, sys, warnings
from arbor_desktop.integrations.mcp.entry import serve
from arbor_desktop.service import MemoryService

def noisy():
    print("printed")
    os.write(1, b"written\\n")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    warnings.warn("warned of")
    return MemoryService.open()

serve(noisy)
"""


def test_what_somebody_prints_gets_into_no_answer():
    with Wire(program=NOISY) as wire:
        wire.begin()
        assert wire.call("arbor_store_memory", FACT)["structuredContent"]["status"] == "stored"
        assert wire.call("arbor_search_memories", {"query": "kiln API"})["structuredContent"]["memories"]
        code, out, err = wire.leave()
    assert (code, out) == (0, "")
    for noise in ("printed", "written", "printed by a child", "warned of"):
        assert noise in err


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_it_takes_the_home_from_others_before_it_is_opened(home: Path):
    home.mkdir(exist_ok=True)
    home.chmod(0o777)
    with Wire() as wire:
        wire.begin()
        assert wire.call("arbor_store_memory", FACT)["structuredContent"]["status"] == "stored"
        code, out, err = wire.leave()
    assert (code, out) == (0, "")
    assert f"Others on this computer could read or change {home}." in err
    assert home.stat().st_mode & 0o077 == 0


def test_what_is_cancelled_keeps_nobody_else_waiting():
    with Wire() as wire:
        wire.begin()
        for number in range(20):
            call = {"name": "arbor_search_memories", "arguments": {"query": f"kiln {number}"}}
            wire.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call})
            cancel = {"requestId": number, "reason": "The person pressed Escape."}
            wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        call = {"name": "arbor_store_memory", "arguments": FACT}
        wire.send({"jsonrpc": "2.0", "id": "last", "method": "tools/call", "params": call})
        while (answer := wire.read())["id"] != "last":
            pass
        assert not answer["result"].get("isError")


def test_wrong_arguments_are_answered_with_a_sentence_and_change_nothing(home: Path):
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("arbor_store_memory", {}, "content: Field required; type: Field required"),
        ("arbor_store_memory", FACT | {"type": "wish"}, "'relationship'"),
        ("arbor_store_memory", FACT | {"importance": 3}, "importance"),
        ("arbor_store_memory", FACT | {"projct": "x"}, "Unknown argument 'projct'"),
        ("arbor_store_memory", FACT | {"content": "a" * 3_000_000}, "At most 1,000 characters"),
        ("arbor_store_memory", FACT | {"content": ["a"]}, "content"),
        ("arbor_store_memory", FACT | {"scope": "project"}, "the project is unknown"),
        ("arbor_store_memory", FACT | {"project": "oven"}, "only use the memories of the project"),
        ("arbor_search_memories", {"query": " "}, "what to search for"),
        ("arbor_search_memories", {"query": "x", "limit": 51}, "limit"),
        ("arbor_get_context", {"max_tokens": 0}, "max_tokens"),
        ("arbor_feedback", {"id": "x", "kind": "used"}, "No memory x"),
        ("arbor_feedback", {"id": "x", "kind": "FORGET"}, "kind"),
        ("arbor_propose_edit", {"id": "x"}, "No memory x"),
        ("arbor_of_nothing", {}, "Unknown tool 'arbor_of_nothing'"),
    ]
    with Wire(cwd=home.anchor) as wire:
        wire.begin()
        for tool, arguments, words in cases:
            result = wire.call(tool, arguments)
            (block,) = result["content"]
            assert result["isError"], tool
            assert words in block["text"], (tool, block["text"])
            assert len(block["text"]) < 500, "its own text is not sent back"
        assert wire.leave() == (0, "", "")
    with MemoryService.open(home) as service:
        assert service.query(status="all").total == 0


def test_with_the_option_json_no_document_of_ours_follows_the_protocol():
    with Wire("--json") as wire:
        wire.begin()
        assert wire.leave() == (0, "", "")


def test_a_memory_that_can_not_be_opened_is_told_of_until_it_can(home: Path):
    (home / DATABASE).write_bytes(b"this is no memory" * 100)
    with Wire() as wire:
        wire.begin()
        for tool, arguments in (
            ("arbor_store_memory", FACT), ("arbor_search_memories", {"query": "kiln"}),
            ("arbor_get_context", {}), ("arbor_list_conflicts", {}),
        ):  # fmt: skip
            result = wire.call(tool, arguments)
            assert result["isError"]
            assert "is damaged" in result["content"][0]["text"]
        assert "is damaged" in wire.ask("resources/read", {"uri": "arbor://context"})["error"]["message"]
        (home / DATABASE).unlink()
        assert wire.call("arbor_store_memory", FACT)["structuredContent"]["status"] == "stored"
        assert wire.leave()[0] == 0


CLAUDE_2_1_330 = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {
        "name": "claude-code",
        "title": "Claude Code",
        "version": "2.1.330",
    },
    "io.modelcontextprotocol/clientCapabilities": {
        "roots": {"listChanged": True},
        "elicitation": {"form": {}},
    },
}
"""What Claude Code 2.1.330 says with each request: roots are offered, and can't be asked for."""


def codex_0_169(*folders: Path) -> dict[str, Any]:
    """What Codex 0.169 says with each call of a tool."""
    workspaces = {
        str(folder): {"latest_git_commit_hash": "d" * 40, "has_changes": False} for folder in folders
    }
    return {"threadId": "t", "x-codex-turn-metadata": {"turn_id": "u", "workspaces": workspaces}}


@pytest.mark.slow
@pytest.mark.parametrize("client", ["claude code", "codex"])
def test_it_works_in_the_project_of_clients_that_are_not_asked_for_roots(
    home: Path, tmp_path: Path, client: str
):
    kiln = (tmp_path / "kiln").resolve()
    (kiln / ".git").mkdir(parents=True)
    meta = CLAUDE_2_1_330 if client == "claude code" else codex_0_169(kiln)
    with Wire(cwd=kiln if client == "claude code" else tmp_path) as wire:
        if client == "claude code":
            assert "error" not in wire.ask("server/discover", {"_meta": meta})
        else:
            wire.begin()
        stored = wire.call("arbor_store_memory", FACT, meta)["structuredContent"]
        assert (stored["status"], stored["project"]) == ("stored", str(kiln))
        assert FACT["content"] in wire.call("arbor_get_context", {}, meta)["structuredContent"]["text"]
        with MemoryService.open(home) as service:
            service.store("User has two dogs.", type="fact")
            service.exclude(str(kiln))
        for tool, given in (
            ("arbor_store_memory", {"content": "Bowls dry for a week.", "type": "fact"}),
            ("arbor_get_context", {}), ("arbor_search_memories", {"query": "dogs"}),
        ):  # fmt: skip
            result = wire.call(tool, given, meta)
            assert result["isError"]
            assert "ignores this project" in result["content"][0]["text"]
    with MemoryService.open(home) as service:
        assert service.query(status="all").total == 2


@pytest.mark.parametrize(
    "told",
    [
        {"error": {"code": -32601, "message": "Method not found"}},
        {"result": {"roots": [{"uri": "https://kiln.example"}, {"uri": "file:///a b%zz\\"}]}},
        {"result": {"roots": "none"}},
    ],
    ids=["an error", "no folders", "nonsense"],
)
def test_a_client_that_does_not_tell_its_roots_is_served_all_the_same(told: dict[str, Any]):
    with Wire("--project", "/srv/kiln") as wire:
        wire.begin({"roots": {"listChanged": True}})
        call = {"name": "arbor_get_context", "arguments": {}}
        wire.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
        asked = wire.read()
        assert asked["method"] == "roots/list"
        wire.send({"jsonrpc": "2.0", "id": asked["id"], **told})
        answer = wire.read()
        assert answer["id"] == 1
        assert not answer["result"].get("isError"), answer


def test_a_session_stores_so_much_and_no_more():
    with Wire() as wire:
        wire.begin()
        names = ("Ada", "Bela", "Cora", "Dana", "Ella", "Fay", "Gus", "Hal", "Ian", "Jo", "Kim", "Lou", "Max",
                 "Ned", "Ole", "Pia", "Rut", "Sam", "Tom", "Uma")  # fmt: skip
        for name, what in itertools.product(names, ("kiln", "oven", "press")):
            told = {"content": f"{name} looks after the {what}.", "type": "relationship"}
            assert wire.call("arbor_store_memory", told)["structuredContent"]["status"] == "stored"
        result = wire.call("arbor_store_memory", FACT)
        assert result["isError"]
        assert "60 memories stored a minute is the most. Wait" in result["content"][0]["text"]
