"""The key stands in no file, no answer, no log, no report and no list of processes, whatever happens."""

from __future__ import annotations

import base64
import io
import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from arbor_desktop.llm import credentials
from arbor_desktop.llm.calls import ProcessCalls
from arbor_desktop.llm.model import Ask, Message, ModelFailed, Purpose
from arbor_desktop.service import MemoryService
from tests.standin.server import Fail, StandIn

pytestmark = pytest.mark.slow

KEY = "sk-ant-api03-Kingfisher-Woodpecker-Oystercatcher-4711"
FORMS = (KEY.encode(), base64.b64encode(KEY.encode()), KEY.encode("utf-16-le"))
STATUSES = (400, 401, 403, 404, 429, 529)
Run = Callable[..., Any]


class InMemory:
    """In place of the system's keyring."""

    keys: ClassVar[dict[str, str]] = {}

    def get(self, account: str) -> str | None:
        return self.keys.get(account)

    def set(self, account: str, key: str) -> None:
        self.keys[account] = key

    def delete(self, account: str) -> None:
        del self.keys[account]


@pytest.fixture(autouse=True)
def keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InMemory, "keys", {})
    monkeypatch.setattr(credentials, "SystemKeyring", InMemory)


@pytest.fixture
def everything_logged(home: Path) -> Iterator[None]:
    """All that anything logs, down to debug, goes where the window's log is."""
    logs = home / "logs"
    logs.mkdir()
    handler = logging.FileHandler(logs / "arbor.log", encoding="utf-8")
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield
    root.removeHandler(handler)
    root.setLevel(level)
    handler.close()


@pytest.fixture
def server() -> Iterator[StandIn]:
    """Refuses in every way, and tells back the key that it was sent."""
    with StandIn() as running:
        yield running


def refusing(server: StandIn, status: int) -> None:
    server.mind = lambda body: Fail(status, f"no such key as {KEY} here", headers=(("retry-after", "0"),))


def question() -> Ask:
    return Ask(Purpose.TEST, "", (Message("user", "Hello?"),))


def told(error: BaseException) -> str:
    context = getattr(error, "context", "")
    return f"{error!r} {context} {''.join(traceback.format_exception(error))}"


def found_in(text: str | bytes) -> bool:
    data = text.encode() if isinstance(text, str) else text
    return any(form in data for form in FORMS)


def holding(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and found_in(path.read_bytes())]


def key_set(run: Run, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "stdin", io.StringIO(KEY))
    said = run("key", "set", "--json")
    assert said.code == 0
    return said


@pytest.mark.logs_warnings
def test_a_session_of_everything_leaves_no_trace_of_the_key(
    run: Run,
    home: Path,
    server: StandIn,
    everything_logged: None,
    write_session: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    run("settings", "set", "model.base_url", server.url)
    run("settings", "set", "extraction.backend", "anthropic")
    said = [key_set(run, monkeypatch)]
    session = write_session("one", "Always use pnpm instead of npm in this repository.")
    refusing(server, 401)
    said.append(run("capture", str(session), "-v"))
    said.append(run("status", "-v"))
    for status in STATUSES:
        refusing(server, status)
        with MemoryService.open(home) as service:
            service.model.try_again()
            for call in (lambda: service.model.ask(question()), service.model.test, service.model.models):
                try:
                    call()
                except ModelFailed as error:
                    assert not found_in(told(error)), f"{status}: {error}"
            assert not found_in(repr(service.model.access())) and not found_in(
                repr(service.model.readiness())
            )
    for command in (
        ("key",), ("key", "status", "--json"), ("doctor",), ("doctor", "--json"), ("settings", "list"),
        ("settings", "list", "--json"), ("status", "--json"), ("stats", "--json"), ("model",),
        ("conversations", "--json"), ("backup", str(tmp_path / "backup.db")), ("key", "set", KEY),
        ("maintain", "full"), ("key", "clear"),
    ):  # fmt: skip
        said.append(run(*command))
    assert any(KEY in str(request.headers.values()) for request in server.received), "it was used at all"
    assert [one.out + one.err for one in said if found_in(one.out + one.err)] == []
    assert holding(home) == []
    assert not found_in((tmp_path / "backup.db").read_bytes())


def test_a_report_of_a_crash_holds_no_key(home: Path, run: Run, server: StandIn) -> None:
    pytest.importorskip("PySide6.QtWidgets")
    from arbor_desktop.ui.components.errors import crash_report

    refusing(server, 401)
    with MemoryService.open(home) as service:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", server.url)
        service.models.credentials.set(KEY)
        with pytest.raises(ModelFailed) as failure:
            service.model.ask(question())
        assert not found_in(crash_report(failure.value, "asking"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at Linux' processes")
def test_no_process_shows_the_key_while_it_is_used(home: Path, server: StandIn) -> None:
    """As the window asks: from a process of its own."""
    shown: list[str] = []

    def look(body: Any) -> str:
        for process in Path("/proc").iterdir():
            for part in ("cmdline", "environ"):
                try:
                    if found_in((process / part).read_bytes()):
                        shown.append(f"{process.name} {part}")
                except OSError:
                    continue
        return "Ready."

    server.mind = look
    with MemoryService.open(home) as service:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", server.url)
        service.models.credentials.set(KEY)
        service.model._make_calls = ProcessCalls
        assert service.model.ask(question()).text == "Ready."
    assert server.received[-1].headers["x-api-key"] == KEY or KEY in str(server.received[-1].headers)
    assert shown == []


def test_a_key_is_not_sent_to_an_address_it_was_not_entered_for(home: Path, server: StandIn) -> None:
    with MemoryService.open(home) as service, StandIn() as other:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.base_url", other.url)
        service.models.credentials.set(KEY)
        service.model.ask(question())
        service.settings.set("model.base_url", server.url)
        service.model.ask(question())
        assert KEY in str(other.received[-1].headers) and server.received
        assert not any(found_in(str(request.headers)) for request in server.received)


def test_nor_to_one_that_the_environment_names(
    home: Path, server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key for Anthropic goes to Anthropic, whatever the SDK itself would read in the environment."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    with MemoryService.open(home) as service:
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.timeout_seconds", 5)
        service.models.credentials.set(KEY)
        with pytest.raises(ModelFailed):
            service.model.ask(question())
    assert server.received == []
