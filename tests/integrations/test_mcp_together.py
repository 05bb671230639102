"""Several servers and the window on one memory at the same time; and how a server ends."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from threading import Thread

import pytest
from mcp import ClientSession
from mcp_talking import FACT, Wire, said, talk

from arbor_desktop.paths import DATABASE
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from arbor_desktop.service.process_watcher import ProcessWatcher

pytestmark = pytest.mark.slow

POTS = ("amphora", "beaker", "crock", "dish", "ewer", "flask", "goblet", "hydria", "jug", "krater", "lagynos",
        "mug", "olpe", "pithos", "rhyton")  # fmt: skip
WRITERS = ("Ada", "Bela")


def fact(who: str, pot: str) -> dict[str, str]:
    return {"content": f"{who} owns the {pot}.", "type": "fact"}


def test_what_two_clients_and_the_window_store_at_once_is_all_there(home: Path):
    failures: list[BaseException] = []

    def client(who: str) -> None:
        async def session(client: ClientSession) -> None:
            results = await asyncio.gather(
                *(client.call_tool("arbor_store_memory", fact(who, pot)) for pot in POTS),
                *(client.call_tool("arbor_search_memories", {"query": pot}) for pot in POTS),
            )
            assert [said(result)[:7] for result in results[: len(POTS)]] == ["Stored."] * len(POTS)
            assert all(said(result) for result in results)

        try:
            talk(session, name=who)
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            failures.append(error)

    with MemoryService.open(home) as service:
        threads = [Thread(target=client, args=(who,)) for who in WRITERS]
        for thread in threads:
            thread.start()
        for pot in POTS:
            service.store(f"Cora owns the {pot}.", type="fact")
        for thread in threads:
            thread.join()
        assert failures == []
        contents = {memory.content for memory in service.query(limit=100).memories}
        assert contents == {f"{who} owns the {pot}." for who in (*WRITERS, "Cora") for pot in POTS}
        by = {service.history(memory.id)[0].reason for memory in service.query(limit=100).memories}
        assert by == {None, "Stored by Ada", "Stored by Bela"}


def test_the_window_hears_of_what_an_agent_stores_and_proposes(home: Path):
    with MemoryService.open(home) as service, Wire() as wire:
        known = service.store("Glazes stand on the third shelf.", type="fact").id
        watcher = ProcessWatcher(service._rt)
        watcher.look()
        heard: list[Changes] = []
        service.events.subscribe(heard.append)
        wire.begin()
        stored = wire.call("arbor_store_memory", FACT)["structuredContent"]["id"]
        watcher.look()
        assert stored in heard[-1].memories
        assert heard[-1].status
        wire.call("arbor_propose_deletion", {"id": known})
        before = len(heard)
        watcher.look()
        assert len(heard) == before + 1
        assert heard[-1].status
        assert service.get_status().to_review == 1
        service.store("Bowls dry for a week.", type="fact")
        found = wire.call("arbor_search_memories", {"query": "how long do bowls dry"})["structuredContent"]
        assert [one["content"] for one in found["memories"]] == ["Bowls dry for a week."]


def test_settings_that_the_person_changes_hold_at_once(home: Path):
    with MemoryService.open(home) as service, Wire() as wire:
        wire.begin()
        assert wire.call("arbor_store_memory", FACT)["structuredContent"]["status"] == "stored"
        service.settings.set("review.mode", "everything")
        other = FACT | {"content": "Bowls dry for a week."}
        assert wire.call("arbor_store_memory", other)["structuredContent"]["status"] == "waits"
        service.settings.set("redaction.personal", True)
        service.exclude("/srv/kiln")
        assert wire.call("arbor_search_memories", {"query": "kiln", "project": "/srv/kiln"})["isError"]


def test_it_ends_with_its_client_and_leaves_the_memory_closed(home: Path):
    with Wire() as wire:
        wire.begin()
        wire.call("arbor_store_memory", FACT)
        assert wire.leave() == (0, "", "")
    assert not (home / f"{DATABASE}-wal").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without telling it")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("opened", [True, False])
def test_a_signal_ends_it_and_leaves_the_memory_closed(home: Path, number: signal.Signals, opened: bool):
    with Wire() as wire:
        wire.begin()
        if opened:
            wire.call("arbor_store_memory", FACT)
        wire.process.send_signal(number)
        assert wire.process.wait() == 0
        assert wire.leave() == (0, "", "")
    assert (home / DATABASE).exists() == opened
    assert not (home / f"{DATABASE}-wal").exists()


DEAF = """
import os, signal, threading
from arbor_desktop.integrations.mcp import server
from arbor_desktop.integrations.mcp.entry import serve

never, _ = os.pipe()

def deaf(self, wire):
    threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGINT)).start()
    os.read(never, 1)

server.Server.serve = deaf
serve(lambda: None)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no signal to a thread")
def test_a_signal_ends_it_also_where_the_main_thread_learns_of_none():
    with Wire(program=DEAF) as wire:
        wire.begin()
        assert wire.process.wait(60) == 0


def test_killed_at_any_moment_it_loses_nothing_that_it_said_was_stored(home: Path):
    with Wire() as wire:
        wire.begin()
        for number, pot in enumerate(POTS):
            call = {"name": "arbor_store_memory", "arguments": fact("Ada", pot)}
            wire.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call})
        answered = [wire.read()["result"]["structuredContent"]["id"] for _ in range(5)]
        wire.process.kill()
        wire.process.wait()
    with MemoryService.open(home) as service:
        assert len(service.get_many(answered)) == 5
