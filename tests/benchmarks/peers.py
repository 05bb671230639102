"""Other memories for AI sessions: each stores and searches the same texts as Arbor does, in the same run.

They are installed from their registries into a temporary folder, so this needs a network and runs only if it
is named. All those that search by meaning get their vectors from Arbor's model, over HTTP.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from arbor_desktop.embedding.catalogue import MINILM, installed_encoder
from arbor_desktop.service.memory_service import MemoryService
from tests.benchmarks.data import Stores, Talk
from tests.benchmarks.measure import Result, timed
from tests.benchmarks.sizes import Sizes

_FOUND_IN = 10
_START_SECONDS = 120
_EXTENSIONS = "import sqlite3; sqlite3.connect(':memory:').enable_load_extension(True)"
_MEM0 = """
import json, sys
from mem0 import Memory

folder, url = sys.argv[1:]
said = {"api_key": "none", "openai_base_url": url}
store = {"path": folder, "embedding_model_dims": 384, "on_disk": True}
memory = Memory.from_config({
    "vector_store": {"provider": "qdrant", "config": store},
    "embedder": {"provider": "openai", "config": said | {"model": "small", "embedding_dims": 384}},
    "llm": {"provider": "openai", "config": said},
    "history_db_path": folder + "/history.db",
})
print("{}", flush=True)
for line in sys.stdin:
    store, text = json.loads(line)
    if store:
        memory.add(text, user_id="somebody", infer=False)
        print("{}", flush=True)
    else:
        found = memory.search(text, filters={"user_id": "somebody"}, top_k=10)
        print(json.dumps([one["memory"] for one in found["results"]]), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """A memory that runs as an MCP server. `install` returns its command; `stored` and `asked` a tool's name
    and its arguments; `environment` what it is told, given its folder and the address of vectors."""

    name: str
    install: Callable[[Path], list[str]]
    environment: Callable[[Path, str], dict[str, str]]
    stored: Callable[[int, str], tuple[str, dict[str, Any]]]
    asked: Callable[[str], tuple[str, dict[str, Any]]]


@dataclass(slots=True)
class Times:
    """Milliseconds of each call, and how many searches found the text that their words are from."""

    stored: list[float] = field(default_factory=list)
    searched: list[float] = field(default_factory=list)
    found: int = 0

    def search(self, call: Callable[[str], list[str]], query: str, text: str) -> None:
        began = time.perf_counter()
        answer = call(query)
        self.searched.append((time.perf_counter() - began) * 1_000)
        self.found += text in answer


def _python(package: str, command: list[str], needs: str = "pass") -> Callable[[Path], list[str]]:
    """Install a package with the first Python here that runs the statement `needs`."""

    def install(folder: Path) -> list[str]:
        for python in (sys.executable, "/usr/bin/python3", *(f"python3.{minor}" for minor in range(12, 16))):
            if (
                shutil.which(python)
                and not subprocess.run([python, "-c", needs], capture_output=True).returncode
            ):
                break
        else:
            raise OSError(f"no Python here runs “{needs}”")
        _run([python, "-m", "venv", str(folder)])
        _run([str(folder / "bin" / "pip"), "install", "-q", package])
        return [str(folder / "bin" / command[0]), *command[1:]]

    return install


def _node(package: str, command: str) -> Callable[[Path], list[str]]:
    def install(folder: Path) -> list[str]:
        _run(["npm", "install", "--silent", "--prefix", str(folder), package])
        return [str(folder / "node_modules" / ".bin" / command)]

    return install


def _run(command: list[str]) -> None:
    """Raises OSError."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError((done.stderr or done.stdout).strip().splitlines()[-1:] or "it failed")


PEERS = (
    Peer(
        "mcp-memory-service",
        _python("mcp-memory-service", ["memory", "server"], _EXTENSIONS),
        lambda folder, url: {
            "MCP_MEMORY_STORAGE_BACKEND": "sqlite_vec",
            "MCP_MEMORY_SQLITE_PATH": str(folder / "memory.db"),
            "MCP_EXTERNAL_EMBEDDING_URL": f"{url}/embeddings",
        },
        lambda number, text: ("memory_store", {"content": text}),
        lambda query: ("memory_search", {"query": query, "limit": _FOUND_IN, "mode": "hybrid"}),
    ),
    Peer(
        "basic-memory, without vectors",
        _python("basic-memory", ["basic-memory", "mcp"], "import sys; assert sys.version_info >= (3, 12)"),
        lambda folder, url: {
            "BASIC_MEMORY_HOME": str(folder / "notes"),
            "BASIC_MEMORY_CONFIG_DIR": str(folder / "config"),
            "BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED": "false",
        },
        lambda number, text: (
            "write_note", {"title": f"Note {number}", "content": text, "directory": "notes"}
        ),
        lambda query: (
            "search_notes", {"query": " OR ".join(query.split()), "page_size": _FOUND_IN}
        ),
    ),
    Peer(
        "server-memory",
        _node("@modelcontextprotocol/server-memory", "mcp-server-memory"),
        lambda folder, url: {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")},
        lambda number, text: (
            "create_entities",
            {"entities": [{"name": f"Note {number}", "entityType": "fact", "observations": [text]}]},
        ),
        lambda query: ("search_nodes", {"query": query}),
    ),
)  # fmt: skip


def peers(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Storing texts one by one and searching for four words of one, in other memories; the floor is Arbor."""
    talk = Talk(5)
    texts = list(dict.fromkeys(talk.statement() for _ in range(sizes.peers)))
    asked = [(talk.query(text), text) for text in texts[:: max(1, len(texts) // sizes.queries)]]
    ours = _in_arbor(stores.folder / "ours", texts, asked)
    yield from _results("Arbor", ours, None)
    with _vectors() as url:
        for name, measured in (
            ("mem0", _in_mem0),
            *((peer.name, _in_peer(peer)) for peer in PEERS),
        ):
            try:
                times = measured(stores.folder, url, texts, asked)
            except OSError as error:
                yield Result(f"{name} can't be measured: {error}", (0,))
            else:
                yield from _results(name, times, ours)


def _results(name: str, times: Times, ours: Times | None) -> Iterator[Result]:
    for what in ("stored", "searched"):
        floor = tuple(getattr(ours, what)) if ours is not None else ()
        note = f"{times.found} of {len(times.searched)} found" if what == "searched" else ""
        yield Result(f"{name}: {what}", tuple(getattr(times, what)), None, floor, "Arbor", note=note)


def _in_arbor(folder: Path, texts: list[str], asked: list[tuple[str, str]]) -> Times:
    times = Times()
    with MemoryService.open(folder) as service:
        for text in texts:
            times.stored.append(timed(service.store, text, type="fact"))
        service.vectors.use(MINILM)
        service.vectors.build()

        def search(query: str) -> list[str]:
            return [hit.memory.content for hit in service.search(query, limit=_FOUND_IN)]

        for query, text in asked:
            times.search(search, query, text)
    return times


def _in_mem0(folder: Path, url: str, texts: list[str], asked: list[tuple[str, str]]) -> Times:
    python = _python("mem0ai", ["python"])(folder / "mem0")[0]
    command = [python, "-c", _MEM0, str(folder / "mem0" / "data"), url]
    times = Times()
    environment = _environment(folder) | {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder / "mem0")}
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        written, answers = process.stdin, process.stdout

        def call(store: bool, text: str) -> Any:
            written.write(json.dumps([store, text]) + "\n")
            written.flush()
            return read()

        def read() -> Any:
            line = answers.readline()
            if not line:
                raise OSError("it ended")
            return json.loads(line)

        read()
        for text in texts:
            times.stored.append(timed(call, True, text))
        for query, text in asked:
            times.search(partial(call, False), query, text)
        process.kill()
    return times


def _in_peer(peer: Peer) -> Callable[[Path, str, list[str], list[tuple[str, str]]], Times]:
    def measured(folder: Path, url: str, texts: list[str], asked: list[tuple[str, str]]) -> Times:
        own = folder / peer.name.partition(",")[0]
        command = peer.install(own)
        environment = _environment(folder) | peer.environment(own, url)
        try:
            return asyncio.run(_over_mcp(peer, command, environment, texts, asked))
        except BaseExceptionGroup as error:
            raise OSError(str(_first(error)).partition("\n")[0]) from error

    return measured


async def _over_mcp(
    peer: Peer,
    command: list[str],
    environment: dict[str, str],
    texts: list[str],
    asked: list[tuple[str, str]],
) -> Times:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    times = Times()
    server = StdioServerParameters(command=command[0], args=command[1:], env=environment)
    with Path(os.devnull).open("w") as said:
        async with stdio_client(server, errlog=said) as streams, ClientSession(*streams) as session:
            await asyncio.wait_for(session.initialize(), _START_SECONDS)

            async def call(tool: str, arguments: dict[str, Any]) -> str:
                done = await session.call_tool(tool, arguments)
                answer = " ".join(getattr(part, "text", "") for part in done.content)
                if done.is_error:
                    raise OSError(answer)
                return answer

            for number, text in enumerate(texts):
                await _timed(times.stored, call(*peer.stored(number, text)))
            for query, text in asked:
                answer = await _timed(times.searched, call(*peer.asked(query)))
                named = re.search(rf"\bNote {texts.index(text)}\b", answer)
                times.found += named is not None or text in answer
    return times


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


async def _timed(into: list[float], call: Awaitable[str]) -> str:
    loop = asyncio.get_running_loop()
    began = loop.time()
    answer = await call
    into.append((loop.time() - began) * 1_000)
    return answer


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(folder), "PYTHONPATH": ""}


@contextmanager
def _vectors() -> Iterator[str]:
    """Serve vectors of Arbor's model as OpenAI's service does; yield the address."""
    encoder = installed_encoder()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
            vectors = encoder.vectors(texts)
            packed = asked.get("encoding_format") == "base64"
            data = [
                {
                    "object": "embedding",
                    "index": number,
                    "embedding": base64.b64encode(one.tobytes()).decode() if packed else one.tolist(),
                }
                for number, one in enumerate(vectors)
            ]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            answer = json.dumps({"object": "list", "data": data, "model": "small", "usage": usage}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
