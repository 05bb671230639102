"""The window as a process: it opens, one for each home, and ends in order whatever ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arbor_desktop.encryption.keyfile import new_key
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.shell.process import Instance, server_name

pytestmark = pytest.mark.slow

WAIT_SECONDS = 60
COMMAND = [sys.executable, "-m", "arbor_desktop.app"]


def start(*arguments, **more):
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


def finish(process):
    out, err = process.communicate(timeout=WAIT_SECONDS)
    return process.returncode, out, own_words(err)


def own_words(err):
    """What was written but for the remarks of the screenless platform and of Python about itself."""
    return "\n".join(line for line in err.splitlines() if "plugin does not support" not in line)


def run(*arguments):
    return finish(start(*arguments))


@pytest.fixture
def open_window(home, qapp):
    """A running window of this home; it answers other starts by now."""
    processes = []

    def opened(*arguments):
        process = start("--home", home, *arguments)
        processes.append(process)
        wait_until(lambda: answers(home) or process.poll() is not None)
        assert process.poll() is None, process.communicate()[1]
        return process

    yield opened
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.communicate(timeout=WAIT_SECONDS)


def wait_until(reached):
    end = time.monotonic() + WAIT_SECONDS
    while not reached():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)  # another process: nothing here can tell us


def answers(home):
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(server_name(home))
    return socket.waitForConnected(200)


def test_it_opens_paints_and_ends_without_a_word(home):
    assert run("--home", home, "--quit-after-paint") == (0, "", "")
    assert (home / "arbor_memory.db").exists()


def test_the_home_may_be_named_by_the_environment(home):
    assert run("--quit-after-paint") == (0, "", "")
    assert (home / "arbor_memory.db").exists()


def test_memories_that_are_there_are_painted(home):
    with MemoryService.open(home) as service:
        service.store_many(
            [{"content": f"The worker polls table {n} every 2 s.", "type": "fact"} for n in range(300)]
        )
    assert run("--home", home, "--quit-after-paint") == (0, "", "")


def test_a_second_start_asks_the_first_and_ends(home, open_window):
    first = open_window()
    assert run("--home", home) == (0, "", "")
    assert first.poll() is None


def test_another_home_has_a_window_of_its_own(home, open_window, tmp_path):
    open_window()
    assert run("--home", tmp_path / "other", "--quit-after-paint") == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(home, open_window, number):
    process = open_window()
    process.send_signal(number)
    assert finish(process) == (0, "", "")
    assert (home / "window.ini").exists()
    assert not (home / "window.lock").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_killed_window_does_not_keep_the_next_from_opening(home, open_window):
    process = open_window()
    process.kill()
    process.communicate(timeout=WAIT_SECONDS)
    assert run("--home", home, "--quit-after-paint") == (0, "", "")


def test_a_home_that_cannot_be_opened_is_no_silent_success(home):
    (home / "arbor_memory.db").write_bytes(
        b"this is no database, but it is long enough to be taken for one" * 99
    )
    code, out, _ = run("--home", home, "--quit-after-paint")
    assert (code, out) == (1, "")
    assert "can't be opened" in (home / "logs" / "arbor.log").read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_locked_memory_is_no_silent_success_and_its_window_ends_in_order(home, open_window):
    with MemoryService.open(home) as service:
        service.store("The worker polls every 2 s.", type="fact")
    Encryption(Home(home)).turn_on(new_key("correct horse battery"))
    assert run("--home", home, "--quit-after-paint")[:2] == (1, "")
    process = open_window()
    assert run("--home", home) == (0, "", ""), "a second start asks the first"
    process.terminate()
    assert finish(process) == (0, "", "")
    assert not (home / "window.lock").exists()


def test_the_demo_leaves_nothing_behind(home, tmp_path):
    process = start(
        "demo", "--quit-after-paint", env={**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    )
    assert finish(process) == (0, "", "")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("arbor-demo")]
    assert list(home.iterdir()) == []


def test_a_home_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    code, out, err = run("--home", tmp_path / "file", "--quit-after-paint")
    assert (code, out) == (1, "")
    assert "can't write to its folder" in err
    assert "Traceback" not in err


def test_a_window_that_does_not_answer_is_said(home):
    holder = Instance(home)  # has the lock, but listens to nobody
    assert holder.acquire()
    code, out, err = run("--home", home)
    holder.release()
    assert (code, out) == (1, "")
    assert "does not answer" in err


def test_options_nobody_knows_are_refused():
    code, out, err = run("--sideways")
    assert (code, out) == (2, "")
    assert "--sideways" in err


def test_of_two_starts_one_is_the_first(qapp, home):
    first, second = Instance(home), Instance(home)
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


def test_the_name_of_the_socket_is_short_and_one_for_each_home(tmp_path):
    names = {server_name(Path(tmp_path / "x" / str(n))) for n in range(5)}
    assert len(names) == 5
    assert all(len(name) < 50 for name in names)


@pytest.mark.parametrize(
    "asked", ["self.window.quit_wanted.emit()", "self._tray.quit_wanted.emit()", "self._app.quit()"]
)
def test_quitting_ends_it_though_closing_would_keep_the_tray(home, asked):
    code = f"""
import sys
from PySide6.QtCore import QTimer
from arbor_desktop import app
from arbor_desktop.ui.shell.tray import Tray

Tray.available = property(lambda self: True)
settle = app.Session._settle

def then(self, service):
    settle(self, service)
    assert self._tray.icon.isVisible()
    QTimer.singleShot(0, lambda: {asked})

app.Session._settle = then
sys.exit(app.main(["--home", sys.argv[1]]))
"""
    assert run_code(code, home) == (0, "", "")


def test_it_starts_again_in_another_language(home):
    code = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from arbor_desktop import app
from arbor_desktop.ui.translation import RESTART, tr

opened = app.Session._opened
said = []

def then(self, memory_and_rows):
    opened(self, memory_and_rows)
    said.append(tr("Settings"))
    self.bridge.service.settings.set("appearance.language", "de")
    code = RESTART if len(said) == 1 else 0
    QTimer.singleShot(0, lambda: QCoreApplication.exit(code))

app.Session._opened = then
code = app.main(["--home", sys.argv[1]])
print(*said)
sys.exit(code)
"""
    assert run_code(code, home) == (0, "Settings Einstellungen\n", "")


def run_code(code, home):
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(home)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        return finish(process)
    finally:
        process.kill()
