"""resources/mcp.json, what the MCP server answers before the SDK is imported: ``python3 -m tests.mcp_offer``.

The SDK itself says it, so that the file can't say anything else; a test compares it.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.mcp_offer")

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import anyio

from arbor_desktop.errors import StorageError
from arbor_desktop.integrations.mcp.entry import HANDSHAKE, HANDSHAKE_VERSIONS
from arbor_desktop.integrations.mcp.server import Server
from arbor_desktop.integrations.mcp.session import Backend, ClientIdentity
from arbor_desktop.service import MemoryService

FILE = _setup.CHECKOUT / "resources" / "mcp.json"
ABOUT = {"name": "offer", "version": "1"}
LISTS = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
WITHOUT_HANDSHAKE = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": WITHOUT_HANDSHAKE,
    "io.modelcontextprotocol/clientInfo": ABOUT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Exchange:
    """Lines that are asked, and what is answered."""

    def __init__(self, asked: Sequence[tuple[str, dict[str, Any]]]) -> None:
        self._asked = asked
        self._all = anyio.Event()
        self.answers: dict[str, dict[str, Any]] = {}

    async def __aiter__(self) -> AsyncIterator[str]:
        for method, params in self._asked:
            yield json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": params})
        await self._all.wait()

    async def write(self, text: str) -> None:
        answer = json.loads(text)
        self.answers[answer["id"]] = answer["result"]
        if len(self.answers) == len(self._asked):
            self._all.set()

    async def flush(self) -> None:
        """Nothing is held back."""


def offer() -> dict[str, dict[str, dict[str, Any]]]:
    """What the SDK answers, by the version of the protocol and the method."""
    greeting = {"protocolVersion": HANDSHAKE_VERSIONS[0], "capabilities": {}, "clientInfo": ABOUT}
    first = _answers([("initialize", greeting), *((method, {}) for method in (*LISTS, "ping"))])
    del first["initialize"]["protocolVersion"]
    later = _answers([(method, {"_meta": META}) for method in ("server/discover", *LISTS)])
    return {HANDSHAKE: first, WITHOUT_HANDSHAKE: later}


def _answers(asked: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    exchange = Exchange(asked)
    Server(Backend(_shut), ClientIdentity()).serve(cast(Any, exchange))
    return {method: exchange.answers[method] for method, _ in asked}


def _shut() -> MemoryService:
    raise StorageError("Nothing is asked of the memory here.")


def text() -> str:
    """The file as it should be."""
    return json.dumps(offer(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    sys.exit(0)
