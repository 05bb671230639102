"""Hooks ask the running window, or `watch`, what is meant, with processes that live, hang and die."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.search import similarity_client
from arbor_desktop.search.similarity_server import SimilarityServer
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such sockets")
ANSWER = similarity_client.packed(0.5, (7).to_bytes(8, sys.byteorder), b"\0\0\x40\x40")
"""One row, 7, with the score 3."""


@pytest.fixture
def owner(home: Path) -> Iterator[SimilarityServer]:
    found = SimilarityServer(home / "run", lambda prompt: ANSWER if prompt == "tea?" else b"", lambda: None)
    found.start()
    yield found
    found.close()


def in_a_process(home: Path) -> subprocess.Popen[str]:
    """An owner in a process of its own, listening."""
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from arbor_desktop.search.similarity_server import SimilarityServer\n"
        f"SimilarityServer(Path({str(home / 'run')!r}), lambda prompt: {ANSWER!r}, lambda: None).start()\n"
        "print('listens', flush=True)\nsys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "listens\n"
    return process


def ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than a hook does, as tests share a processor."""
    monkeypatch.setattr(similarity_client, "PATIENCE_SECONDS", 10.0)


def test_a_prompt_is_answered_with_rows_and_scores(
    owner: SimilarityServer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient(monkeypatch)
    near = similarity_client.ask(str(home), "tea?")
    assert near is not None
    assert (near.weight, near.best(5), near.of([7, 8])) == (0.5, [(7, 3.0)], {7: 3.0})
    assert similarity_client.ask(str(home), "coffee?") is None


def test_nobody_else_can_open_the_socket(owner: SimilarityServer, home: Path) -> None:
    (path,) = (home / "run").iterdir()
    assert (home / "run").stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600


def test_who_is_another_user_is_not_answered(
    owner: SimilarityServer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient(monkeypatch)
    monkeypatch.setattr("arbor_desktop.search.similarity_server.is_own", lambda connection: False)
    assert similarity_client.ask(str(home), "tea?") is None
    monkeypatch.undo()
    patient(monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 4_711)
    assert similarity_client.ask(str(home), "tea?") is None


def test_without_an_owner_there_is_no_answer(home: Path) -> None:
    assert similarity_client.ask(str(home), "tea?") is None
    similarity_client.wake(str(home))


def test_a_closed_owner_leaves_nothing_behind(home: Path) -> None:
    owner = SimilarityServer(home / "run", lambda prompt: ANSWER, lambda: None)
    owner.start()
    owner.close()
    assert list((home / "run").iterdir()) == []


def test_a_session_that_begins_lets_the_model_be_loaded(home: Path) -> None:
    loaded = threading.Event()
    owner = SimilarityServer(home / "run", lambda prompt: b"", loaded.set)
    owner.start()
    try:
        similarity_client.wake(str(home))
        assert loaded.wait(10)
    finally:
        owner.close()


def test_in_a_folder_with_too_long_a_name_hooks_go_by_words(tmp_path: Path) -> None:
    owner = SimilarityServer(tmp_path / ("x" * 120), lambda prompt: ANSWER, lambda: None)
    owner.start()
    owner.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_of_two_owners_one_that_lives_answers_when_the_other_is_killed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient(monkeypatch)
    first, second = in_a_process(home), in_a_process(home)
    try:
        assert similarity_client.ask(str(home), "tea?") is not None
        ended(second)  # its socket's file stays, and is the newest
        assert len(similarity_client.sockets(str(home))) == 2
        assert similarity_client.ask(str(home), "tea?") is not None
        third = in_a_process(home)
        assert len(similarity_client.sockets(str(home))) == 2  # what the dead one left is gone
        ended(third)
    finally:
        ended(first)
        ended(second)
    assert similarity_client.ask(str(home), "tea?") is None


@pytest.mark.slow
def test_an_owner_that_hangs_is_not_waited_for_longer_than_a_prompt_may_wait(home: Path) -> None:
    process = in_a_process(home)
    try:
        process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        assert similarity_client.ask(str(home), "tea?") is None
        assert time.monotonic() - began < similarity_client.PATIENCE_SECONDS + 1.0  # the processor is shared
    finally:
        process.send_signal(signal.SIGCONT)
        ended(process)


def test_an_answer_that_was_cut_off_is_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch)
    owner = SimilarityServer(home / "run", lambda prompt: ANSWER[:-2], lambda: None)
    owner.start()
    try:
        assert similarity_client.ask(str(home), "tea?") is None
    finally:
        owner.close()


def test_a_caller_that_hangs_up_harms_nobody(
    owner: SimilarityServer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient(monkeypatch)
    (path,) = similarity_client.sockets(str(home))
    for _ in range(20):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(path)
            caller.sendall(b"tea?")
    assert similarity_client.ask(str(home), "tea?") is not None


def test_hooks_see_what_the_service_sees(service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch)
    home = str(service.home.folder)
    tea = service.store("User drinks a cup of Darjeeling for breakfast", type="preference").id
    service.store("Releases go to production on Tuesdays", type="fact")
    service.vectors.use("all-MiniLM-L6-v2")
    service.vectors.build()
    service.vectors.start()
    try:
        assert similarity_client.ask(home, "what tea do I like in the morning") is None  # not loaded yet
        found = service.vectors.similar("what tea do I like in the morning")
        near = similarity_client.ask(home, "what tea do I like in the morning")
    finally:
        service.vectors.close()
    assert found is not None and near is not None
    row = service._rt.db.read(
        lambda c: c.execute("SELECT row FROM memory WHERE id = ?", (tea,)).fetchone()[0]
    )
    assert near.best(1) == [(row, pytest.approx(found.of([row])[row], abs=1e-5))]
    assert near.weight == pytest.approx(found.weight)


def test_other_programs_load_no_model_while_the_window_has_it(
    service: MemoryService, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbor_desktop.search.vectors.ASK_SECONDS", 10.0)
    service.store("User drinks a cup of Darjeeling for breakfast", type="preference")
    service.store("Releases go to production on Tuesdays", type="fact")
    service.vectors.use("all-MiniLM-L6-v2")
    service.vectors.build()
    service.vectors.start()
    question = "what tea do I like in the morning"
    assert service.vectors.similar(question) is not None
    with MemoryService.open(service.home.folder, clock=clock) as other:
        loaded: list[str] = []
        monkeypatch.setattr(
            "arbor_desktop.search.vectors.catalogue.open_model", lambda *asked: loaded.append("a model")
        )
        found = other.search(question)
        assert found[0].memory.content == "User drinks a cup of Darjeeling for breakfast"
        assert loaded == []
    service.vectors.close()
