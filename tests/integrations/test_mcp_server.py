"""Small parts of the MCP server, and who imports what."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client, types
from mcp_talking import CHECKOUT

from arbor_desktop.agents.model import Agent
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.integrations.mcp.server import UNEXPECTED, Server
from arbor_desktop.integrations.mcp.session import MINUTE, Backend, ClientIdentity, Limit, Once, folder_of
from arbor_desktop.integrations.mcp.tool_results import found
from arbor_desktop.integrations.mcp.tools import plain
from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.search.model import Components, Hit
from arbor_desktop.service import MemoryService


class Watch:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def take(allowance: Limit, times: int = 1) -> None:
    for _ in range(times):
        with allowance.one():
            pass


def test_so_many_a_minute_and_the_wait_is_told():
    watch = Watch()
    allowance = Limit("bowls", 3, 100, watch)
    take(allowance, 2)
    watch.now = 20.0
    take(allowance)
    with pytest.raises(InvalidInput, match=r"3 bowls a minute is the most\. Wait 40 seconds"):
        take(allowance)
    watch.now = MINUTE
    take(allowance, 2)
    with pytest.raises(InvalidInput, match="Wait 20 seconds"):
        take(allowance)


def test_so_many_in_all():
    watch = Watch()
    allowance = Limit("bowls", 3, 4, watch)
    for _ in range(4):
        take(allowance)
        watch.now += MINUTE
    with pytest.raises(InvalidInput, match="4 bowls is the most for one session"):
        take(allowance)


def test_what_fails_does_not_count():
    allowance = Limit("bowls", 1, 1)
    for _ in range(5):
        with pytest.raises(InvalidInput, match="cracked"), allowance.one():
            raise InvalidInput("It cracked.")
    take(allowance)


def test_once():
    once = Once()
    assert once.first("a", "b")
    assert not once.first("a", "b")
    assert once.first("a", "c")
    once.forget("a", "b")
    assert once.first("a", "b")


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///srv/kiln", "/srv/kiln"),
        ("file:///srv/my%20kiln%20%C3%A4", "/srv/my kiln ä"),
        ("file://", None),
        ("https://kiln.example/src", None),
        ("kiln", None),
        ("file://[", None),
        ("", None),
    ],
)
def test_roots_are_folders(uri, path):
    assert folder_of(uri) == path


CODEX = {"x-codex-turn-metadata": {"turn_id": "u", "workspaces": {"/srv/turn": {"has_changes": False}}}}


def asked(
    client: ClientIdentity, meta: object = None, name: str = "", roots: tuple[str, ...] | None = None
) -> Agent:
    """Who asks, by what a client says with a request; without `roots`, it can't be asked for them."""
    said = types.ListRootsResult(roots=[types.Root(uri=f"file://{root}") for root in roots or ()])

    async def send_request(*_: object, **__: object) -> types.ListRootsResult:
        return said

    offers = types.ClientCapabilities(roots=types.RootsCapability())
    params = SimpleNamespace(client_info=SimpleNamespace(name=name)) if name else None
    session = SimpleNamespace(
        client_params=params, client_capabilities=offers, can_send_request=roots is not None,
        send_request=send_request,
    )  # fmt: skip
    context = SimpleNamespace(request_context=SimpleNamespace(session=session, meta=meta))
    return asyncio.run(client.agent(cast(Any, context)))


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
def test_the_folder_is_the_first_that_anything_names_and_all_are_seen():
    everything = ClientIdentity("/srv/given", {"CLAUDE_PROJECT_DIR": "/srv/set"}, "/srv/cwd")
    every = ("/srv/turn", "/srv/root", "/srv/given", "/srv/set", "/srv/cwd")
    for first, client, meta, roots in (
        (0, everything, CODEX, ("/srv/root",)),
        (1, everything, {}, ("/srv/root",)),
        (2, everything, None, ()),
        (2, everything, {"x-codex-turn-metadata": {"workspaces": []}}, None),
        (3, ClientIdentity(None, {"CLAUDE_PROJECT_DIR": "/srv/set"}, "/srv/cwd"), None, None),
        (4, ClientIdentity(None, {}, "/srv/cwd"), {"progressToken": 1}, None),
    ):
        who = asked(client, meta, "oven", roots)
        assert who == Agent("oven", every[first : first + 1], every[first:])
    assert asked(ClientIdentity(), {"x-codex-turn-metadata": "?"}) == Agent()


def test_the_session_is_the_one_that_the_client_names():
    claude = ClientIdentity(None, {"CLAUDE_CODE_SESSION_ID": "one"})
    assert asked(claude).session == "one"
    assert asked(claude, {"x-codex-turn-metadata": {"session_id": "two"}}).session == "two"
    assert asked(ClientIdentity(), {"x-codex-turn-metadata": {"session_id": None}}).session == ""


def test_claude_desktop_works_in_no_folder_wherever_it_starts_a_server():
    assert asked(ClientIdentity(None, {}, "/srv/cwd"), name="claude-ai") == Agent("claude-ai")
    assert asked(ClientIdentity("/srv/given", {}, "/srv/cwd"), name="claude-ai").roots == ("/srv/given",)


def test_the_memory_is_opened_once_and_by_the_first_request(home: Path):
    opened: list[MemoryService] = []

    def opener() -> MemoryService:
        opened.append(MemoryService.open(home))
        return opened[-1]

    backend = Backend(opener)
    assert opened == []
    assert backend.agents() is backend.agents()
    assert len(opened) == 1
    backend.close()
    backend.close()
    with pytest.raises(StorageError, match="closed"):
        backend.agents()


def test_opening_the_memory_is_tried_again():
    tries: list[int] = []

    def opener() -> MemoryService:
        tries.append(1)
        raise StorageError("It is stuck.")

    backend = Backend(opener)
    for _ in range(2):
        with pytest.raises(StorageError, match="stuck"):
            backend.agents()
    assert len(tries) == 2
    backend.close()


@pytest.mark.logs_warnings
def test_what_nobody_expected_is_logged_and_said_in_a_sentence(caplog: pytest.LogCaptureFixture):
    def broken() -> MemoryService:
        raise RuntimeError("the canary sings")

    async def run() -> types.CallToolResult:
        async with Client(Server(Backend(broken), ClientIdentity())) as client:
            return await client.call_tool("arbor_search_memories", {"query": "kiln"})

    result = asyncio.run(run())
    assert result.is_error
    assert result.content[0].text == UNEXPECTED
    assert "the canary sings" in caplog.text


@given(st.text(min_size=1))
def test_whatever_a_memory_says_is_one_line_of_an_answer(content: str):
    memory = Memory(
        "id-1", content, MemoryType.FACT, Category.FACTS, Scope.GLOBAL, Source.AGENT_STORED, Status.ACTIVE,
        0.85, 0.85, Privacy.NORMAL, 0, 0, 0,
    )  # fmt: skip
    result = found([Hit(memory, 1.0, Components(1, 1, 1, 1))])
    lines = result.content[0].text.split("\n")
    assert len(lines) == 3
    assert lines[2].startswith("- ")
    assert lines[2].endswith("(fact, 85% sure; id id-1)")
    assert json.loads(json.dumps(result.structured_content))["memories"][0]["id"] == "id-1"


def test_a_schema_says_what_it_must_and_no_more():
    kinds = {"enum": ["a", "b"], "type": "string"}
    assert plain(
        {
            "title": "Arguments", "type": "object", "required": ["x"],
            "properties": {
                "title": {"title": "Title", "type": "string"},
                "x": {"title": "X", "anyOf": [kinds, {"type": "null"}], "default": None, "description": "d"},
                "y": {"anyOf": [{"type": "string"}, {"type": "integer"}], "default": 1},
            },
        }
    ) == {
        "type": "object", "required": ["x"],
        "properties": {
            "title": {"type": "string"},
            "x": kinds | {"description": "d"},
            "y": {"anyOf": [{"type": "string"}, {"type": "integer"}], "default": 1},
        },
    }  # fmt: skip


def test_nothing_but_the_server_imports_the_sdk():
    """It takes longer to import than most commands take."""
    program = (
        "import sys\n"
        "from arbor_desktop import __main__\n"
        "for line in ('list --json', 'review --proposals --json', 'mcp --help', 'status'):\n"
        "    __main__.main(line.split())\n"
        "import arbor_desktop.agents.agents\n"
        "found = [name for name in ('mcp', 'mcp_types', 'pydantic', 'anyio') if name in sys.modules]\n"
        "print(found, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, check=True)
    assert done.stderr.decode().splitlines()[-1] == "[]"
