"""Talking to a real `arbor mcp`: by the SDK's own client, and line by line."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

T = TypeVar("T")

COMMAND = [sys.executable, "-m", "arbor_desktop", "mcp"]
CHECKOUT = Path(__file__).resolve().parents[2]
NAME = "pottery-agent"
FACT = {"content": "The kiln API listens on port 8080.", "type": "fact"}


def talk(
    work: Callable[[ClientSession], Awaitable[T]],
    *,
    roots: Sequence[str] | None = None,
    name: str = NAME,
    arguments: Sequence[str] = (),
) -> T:
    """Runs `work` with the SDK's client, connected to a server process of its own."""

    async def list_roots(_context: Any) -> types.ListRootsResult:
        return types.ListRootsResult(roots=[types.Root(uri=uri) for uri in roots or ()])

    async def run() -> T:
        server = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], *arguments], env=dict(os.environ), cwd=str(CHECKOUT)
        )
        async with stdio_client(server) as (read, write):
            session = ClientSession(
                read, write,
                client_info=types.Implementation(name=name, version="1.0"),
                list_roots_callback=None if roots is None else list_roots,
            )  # fmt: skip
            async with session:
                await session.initialize()
                return await work(session)

    return asyncio.run(run())


def said(result: types.CallToolResult) -> str:
    """The words of an answer, which must not be a failure."""
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    assert not result.is_error, block.text
    return block.text


def refused(result: types.CallToolResult) -> str:
    """The words of a failure, which must be one."""
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    assert result.is_error, block.text
    assert "Traceback" not in block.text
    return block.text


class Wire:
    """A server process, spoken to in lines. Whatever it writes to standard output must be the protocol's.
    `program`: Python that is run instead of `arbor mcp`; `cwd`: the folder that it is started in; `more` is
    added to its environment."""

    def __init__(
        self, *arguments: str, program: str | None = None, cwd: str | Path = CHECKOUT, **more: str
    ) -> None:
        command = [*COMMAND, *arguments] if program is None else [sys.executable, "-c", program]
        environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            command, cwd=cwd, env=environ | {"PYTHONPATH": str(CHECKOUT)} | more, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def send(self, message: Any) -> None:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        message = json.loads(self.process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, method: str, params: Any = None, ident: Any = 1) -> dict[str, Any]:
        """What is answered to one request."""
        self.send({"jsonrpc": "2.0", "id": ident, "method": method, "params": params or {}})
        answer = self.read()
        assert answer["id"] == ident
        return answer

    def begin(self, capabilities: dict[str, Any] | None = None, name: str = NAME) -> dict[str, Any]:
        """The handshake. Answers what the server says of itself."""
        answer = self.ask(
            "initialize",
            {
                "protocolVersion": "2025-06-18",
                "capabilities": capabilities or {},
                "clientInfo": {"name": name, "version": "1"},
            },
            "hello",
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def call(self, tool: str, arguments: Any, meta: dict[str, Any] | None = None) -> dict[str, Any]:
        """The result of a tool. `meta`: what the client says of the request."""
        params = {"name": tool, "arguments": arguments} | ({} if meta is None else {"_meta": meta})
        return self.ask("tools/call", params)["result"]

    def leave(self) -> tuple[int, str, str]:
        """Closes the server's standard input: its exit code, and what else it wrote to both streams."""
        out, err = self.process.communicate()
        return self.process.returncode, out.decode(), err.decode()
