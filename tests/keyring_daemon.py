"""A real keyring for a test: a message bus and a gnome-keyring of its own, in folders of their own."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

PASSWORD = b"correct horse battery"
SECRETS = "org.freedesktop.secrets"
PROMPTER = "org.gnome.keyring.SystemPrompter"
PROGRAMS = ("dbus-daemon", "gnome-keyring-daemon")
# No folders of services: nothing is started on this bus but what the test starts.
_BUS = """<busconfig><type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>"""


def skip_without_programs() -> None:
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} on this computer")
    pytest.importorskip("jeepney")


class KeyringDaemon:
    """`environ` leads programs to the bus. Nothing of the person's own keyring is reached."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(mode=0o700)
        for name in ("home", "run", "data"):
            (folder / name).mkdir(mode=0o700)
        self.address = f"unix:path={folder / 'bus'}"
        self.environ = {
            "HOME": str(folder / "home"),
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "XDG_DATA_HOME": str(folder / "data"),
            "DBUS_SESSION_BUS_ADDRESS": self.address,
        }
        self._keyring: subprocess.Popen[bytes] | None = None
        self._prompter: object | None = None
        (folder / "bus.conf").write_text(_BUS.format(path=folder / "bus"))
        self._bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={folder / 'bus.conf'}", "--nofork", "--print-address=1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | self.environ,
        )
        assert self._bus.stdout is not None
        self._bus.stdout.readline()  # it answers now

    def start(self, *, unlocked: bool = True) -> None:
        """Starts the keyring; a locked one has no password yet that anybody could give it."""
        arguments = ["gnome-keyring-daemon", "--foreground", "--components=secrets"]
        self._keyring = subprocess.Popen(
            [*arguments, "--unlock"] if unlocked else arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | self.environ,
        )
        assert self._keyring.stdin is not None
        self._keyring.stdin.write(PASSWORD)
        self._keyring.stdin.close()
        self._wait_for(SECRETS)

    def stop(self) -> None:
        if self._keyring is not None:
            self._keyring.kill()
            self._keyring.wait()
            self._keyring = None

    def lock(self) -> None:
        """As the desktop does when the screen is locked."""
        import secretstorage
        from jeepney.io.blocking import open_dbus_connection

        with open_dbus_connection(self.address) as connection:
            secretstorage.get_default_collection(connection).lock()

    def never_answer(self) -> None:
        """Whoever is to be asked for a password from now on waits for ever."""
        from jeepney import DBusAddress, new_method_call
        from jeepney.io.blocking import open_dbus_connection

        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        connection = open_dbus_connection(self.address)
        connection.send_and_get_reply(new_method_call(bus, "RequestName", "su", (PROMPTER, 0)))
        self._prompter = connection

    def _wait_for(self, name: str) -> None:
        from jeepney import DBusAddress, MatchRule, message_bus, new_method_call
        from jeepney.io.blocking import Proxy, open_dbus_connection

        rule = MatchRule(type="signal", interface=message_bus.interface, member="NameOwnerChanged")
        rule.add_arg_condition(0, name)
        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        with open_dbus_connection(self.address) as connection, connection.filter(rule) as signals:
            Proxy(message_bus, connection).AddMatch(rule)
            owned = connection.send_and_get_reply(new_method_call(bus, "NameHasOwner", "s", (name,)))
            if not owned.body[0]:
                connection.recv_until_filtered(signals)

    def close(self) -> None:
        self.stop()
        self._bus.kill()
        self._bus.wait()
        if self._bus.stdout is not None:
            self._bus.stdout.close()
        if self._prompter is not None:
            self._prompter.close()  # type: ignore[attr-defined]


@contextlib.contextmanager
def empty_bus(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringDaemon]:
    """Lead this process to a bus without a keyring; `start()` starts one. The library forgets others."""
    skip_without_programs()
    import keyring

    def forget() -> None:
        with contextlib.suppress(KeyError):
            keyring.backend.get_all_keyring.reset()
        keyring.core._keyring_backend = None

    running = KeyringDaemon(folder)
    for name, value in running.environ.items():
        monkeypatch.setenv(name, value)
    forget()
    try:
        yield running
    finally:
        running.close()
        forget()
