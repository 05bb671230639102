"""What every test folder uses: a private home, a clock that is told the time, watchers for leaks.

Nothing here imports Qt, so the tests outside ui and app also run where Qt is not installed.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shutil
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from arbor_desktop.database.connection import Database
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.memories.model import Category, MemoryType, Scope
from arbor_desktop.memories.queries import memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.service import MemoryService
from tests.releases import ReleaseServer
from tests.standin import canaries

# Before anything imports Qt: tests never open a window on somebody's screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Processes that tests start would compile the whole package each time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

CHECKOUT = Path(__file__).resolve().parent.parent
_GUI_FOLDERS = (CHECKOUT / "tests" / "ui", CHECKOUT / "tests" / "app")

# The same examples on every run, so that a red test is somebody's change; HYPOTHESIS_PROFILE=thorough looks
# for new ones. `python3 -m tests --all` takes "full".
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=15, database=None)
settings.register_profile("full", settings.get_profile("quick"), max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "logs_warnings: the code under test is expected to log warnings or errors"
    )
    config.addinivalue_line("markers", f"{canaries.MAY_SEND}(canary): it may be sent to a model here")
    # On a busy computer everything takes longer than pytest-qt waits by default.
    if (qt := sys.modules.get("pytestqt.qtbot")) is not None:
        for name in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive", "waitCallback"):
            getattr(qt.QtBot, name).__kwdefaults__["timeout"] = 30_000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a soak test a `seed` for each round."""
    if metafunc.definition.get_closest_marker("soak"):
        metafunc.parametrize("seed", range(int(os.environ.get("ARBOR_ROUNDS", "1"))))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.slow)
        if any(item.path.is_relative_to(folder) for folder in _GUI_FOLDERS):
            item.add_marker(pytest.mark.gui)


def pytest_collection_finish() -> None:
    """Look for garbage rarely, and never in what was imported: a tenth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_unconfigure() -> None:
    """Empties the clipboard: what Python put there, the offscreen platform would delete after Python is gone,
    so that a run of which every test passed ends in a crash."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui and gui.QGuiApplication.instance():
        gui.QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session")
def qapp(qapp: Any) -> Any:
    """The application of pytest-qt, with the plurals of English."""
    from arbor_desktop.ui import translation

    translation.install(qapp)
    return qapp


@pytest.fixture
def german(qapp: Any) -> Iterator[None]:
    """The application speaks German while the test runs."""
    from arbor_desktop.ui import translation

    translation.install(qapp, "de")
    yield
    translation.install(qapp, "en")


@pytest.fixture
def loop(qapp: Any) -> Iterator[asyncio.AbstractEventLoop]:
    """The window's asyncio loop."""
    from tests.window_loop import running

    with running(qapp) as loop:
        yield loop


@pytest.fixture
def corpus() -> Path:
    """The folder of real sample conversations beside the checkout; the test is skipped where it is absent."""
    folder = CHECKOUT.parent / "shared" / "corpus" / "dev"
    if not folder.is_dir():
        pytest.skip("no sample conversations in ../shared/corpus/dev")
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new, empty Arbor home (ARBOR_HOME points there) inside a private user home; gone after the test.

    Used by every test, asked for or not: no test reads or writes what belongs to the person who runs it.
    """
    # Not mktemp(): it looks through all the folders of the run for each new one.
    person = Path(tempfile.mkdtemp(prefix="person-", dir=tmp_path_factory.getbasetemp()))
    for name in list(os.environ):
        if name.startswith(("ARBOR_", "CLAUDE_", "ANTHROPIC_", "CODEX_", "XDG_")):
            monkeypatch.delenv(name)
    for name, folder in {
        "HOME": "",
        "USERPROFILE": "",
        "APPDATA": "AppData/Roaming",
        "LOCALAPPDATA": "AppData/Local",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
        "XDG_CACHE_HOME": ".cache",
        "XDG_RUNTIME_DIR": "run",
    }.items():
        monkeypatch.setenv(name, str(person / folder))
    for folder in (".config", ".local", ".local/share", ".local/state", ".cache", "run"):
        (person / folder).mkdir(mode=0o700)
    # Nor a keyring, a notification or a tray of theirs; a test that needs a bus starts its own.
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
    arbor_home = person / "arbor-home"
    arbor_home.mkdir(mode=0o700)
    monkeypatch.setenv("ARBOR_HOME", str(arbor_home))
    yield arbor_home
    # Not all at the end: a gigabyte would have been written to the disk by then.
    shutil.rmtree(person, ignore_errors=True)


@pytest.fixture(autouse=True, scope="session")
def _new_stores_are_copies() -> Iterator[None]:
    """Apply the migrations to the first new store of a run, and give every other one a copy of it: a tenth of
    the time of all tests."""
    import apsw

    from arbor_desktop.database import migrations

    applied, lock, made = migrations.migrate, threading.Lock(), apsw.Connection(":memory:")
    names = applied(made, 0)

    def migrate(conn: apsw.Connection, now: int, wanted: Any = migrations.MIGRATIONS) -> list[str]:
        with lock:
            if wanted is not migrations.MIGRATIONS or migrations.version_of(conn) or conn.filename == "":
                return applied(conn, now, wanted)
            try:
                with conn.backup("main", made, "main") as copy:
                    copy.step()
            except apsw.SQLError:  # an encrypted store can't be a copy of a plain one
                return applied(conn, now, wanted)
            conn.execute("UPDATE schema_migration SET applied_at = ?", (now,))
            return list(names)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "migrate", migrate)
        yield
    made.close()


@dataclass
class ManualClock:
    """Milliseconds since 1970 UTC, which pass only when told to; called like the real clock."""

    now: int = 1_767_225_600_000  # 2026-01-01T00:00:00Z

    def __call__(self) -> int:
        return self.now

    def advance(self, *, days: float = 0, seconds: float = 0, ms: int = 0) -> int:
        """Lets that much time pass (back, if negative) and returns the new time."""
        self.now += round(days * 86_400_000 + seconds * 1000) + ms
        return self.now


@pytest.fixture
def release_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReleaseServer]:
    """Says which version was released last, to this copy as well."""
    server = ReleaseServer()
    server.is_asked(monkeypatch)
    yield server
    server.close()


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands still at the start of 2026 until the test advances it."""
    return ManualClock()


@pytest.fixture(autouse=True)
def no_unexpected_warnings(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Fails a test whose code logs a warning or worse; @pytest.mark.logs_warnings says it is expected."""
    yield
    if request.node.get_closest_marker("logs_warnings"):
        return
    records = [
        record
        for phase in ("setup", "call")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.WARNING
    ]
    if records:
        lines = "\n".join(f"  {r.levelname} {r.name}: {r.getMessage()}" for r in records)
        pytest.fail(f"logged, and not expected:\n{lines}", pytrace=False)


@pytest.fixture(autouse=True, scope="session")
def _stand_ins() -> Iterator[canaries.Watch]:
    with canaries.watching() as watch:
        yield watch


@pytest.fixture(autouse=True)
def nothing_private_is_sent(request: pytest.FixtureRequest, _stand_ins: canaries.Watch) -> Iterator[None]:
    """Fails a test in which a model was sent what must not leave (tests/standin/canaries.py)."""
    yield
    allowed = [canary for mark in request.node.iter_markers(canaries.MAY_SEND) for canary in mark.args]
    _stand_ins.fail_on_leaks(request.node.funcargs.get("tmp_path"), allowed)


@pytest.fixture(autouse=True)
def no_leaked_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that leaves a non-daemon thread alive, and says where the thread was started."""
    before = set(threading.enumerate())
    started_at: dict[threading.Thread, list[str]] = {}
    start: Callable[[threading.Thread], None] = threading.Thread.start

    def remembering_start(thread: threading.Thread, *args: Any) -> None:
        started_at[thread] = traceback.format_stack(limit=8)[:-1]
        start(thread, *args)

    monkeypatch.setattr(threading.Thread, "start", remembering_start)
    yield
    leaked = [t for t in threading.enumerate() if t not in before and not t.daemon]
    for thread in leaked:  # one that was told to end, and is about to
        thread.join(1.0)
    leaked = [thread for thread in leaked if thread.is_alive()]
    if leaked:
        stories = "\n".join(
            f"{thread.name}, started at:\n{''.join(started_at.get(thread, ['  (unknown)']))}"
            for thread in leaked
        )
        pytest.fail(f"threads left running:\n{stories}", pytrace=False)


@pytest.fixture(autouse=True, scope="session")
def _search_by_words() -> Iterator[None]:
    """Search by words unless a test chooses a model: to read memories would slow down every other test."""
    from arbor_desktop.settings import SETTINGS, Settings

    off = (replace(one, default="off") if one.key == "search.vectors" else one for one in SETTINGS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Settings.__init__, "__defaults__", (tuple(off),))
        yield


@pytest.fixture
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the package with the language model be absent, as after an installation by pip alone."""
    from arbor_desktop.embedding import catalogue

    nowhere = dict.fromkeys(catalogue.PACKAGED, ("no_package_of_this_name", "model"))
    monkeypatch.setattr(catalogue, "PACKAGED", nowhere)


@pytest.fixture(autouse=True)
def _no_claude_command(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the claude command, which no test may start: only one that a test itself made is found."""
    from arbor_desktop.llm import claude_program as program

    runs, made_here = program._runs, tmp_path_factory.getbasetemp()
    monkeypatch.setattr(program, "_runs", lambda path: made_here in path.parents and runs(path))


# -- a memory file and a service, where a test wants one --

POLICY = DecayPolicy()


@pytest.fixture
def db(tmp_path: Path, clock: ManualClock) -> Iterator[Database]:
    """A real database file."""
    database = Database(tmp_path / "arbor_memory.db", clock)
    yield database
    database.close()


@pytest.fixture
def by(clock: ManualClock) -> Callable[..., Write]:
    """Sign a change of the memory file."""

    def make(actor: str = "user", reason: str | None = None) -> Write:
        return Write(actor, new_id(clock()), clock(), POLICY, reason)

    return make


@pytest.fixture
def add(db: Database, by: Callable[..., Write]) -> Callable[..., str]:
    """Store a memory in the database file and return its id."""

    def store(content: str, *, actor: str = "user", **fields: object) -> str:
        values: dict[str, object] = {
            "type": MemoryType.FACT,
            "category": Category.FACTS,
            "scope": Scope.GLOBAL,
            "confidence": 0.9,
        }
        new = NewMemory(content=content, **(values | fields))  # type: ignore[arg-type]
        return db.write(lambda c: memories.insert(c, new, by(actor))[0])

    return store


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    """A real service on a real file in a temporary home."""
    with MemoryService.open(home, clock=clock) as opened:
        yield opened
