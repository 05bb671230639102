"""Prerequisites of the window before Qt can start: a display and, on Linux, system libraries.

Qt aborts the process when one of them is missing, with a message for programmers; this reports it first, for
people. Imports the standard library alone, since nothing else may be installed yet.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping

# Name for the dynamic linker → the Debian package that has it.
_ALWAYS = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
}
_UNDER_X = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libX11-xcb.so.1": "libx11-xcb1",
}
_UNDER_WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}

_FONTS = ("fonts-inter", "fonts-jetbrains-mono")
"""Installed with the libraries: a system without these has no fonts for a screen either."""

_FOR_KEYRING_TESTS = {"dbus-daemon": "dbus", "gnome-keyring-daemon": "gnome-keyring"}
"""Programs with which tests start their own keyring → the Debian package that has them."""

_NO_DISPLAY = """\
There is no display to open a window on ({why}).
 - At the computer itself: start it from a terminal of the desktop session.
 - Over SSH: connect with "ssh -X", or use the command line, which needs no display:
     capture, search, list and the rest; --help names them all.
 - Without any screen: QT_QPA_PLATFORM=offscreen runs it unseen."""


class Missing(Exception):
    """The window can't open; the message says why and what to do about it.

    `packages`: Debian packages that would fix it, empty if none does.
    """

    def __init__(self, message: str, packages: Iterable[str] = ()) -> None:
        self.packages = list(packages)
        if self.packages:
            message = f"{message}\n\n{_how_to_install(self.packages)}"
        super().__init__(message)


def libraries() -> dict[str, str]:
    """Return all system libraries that a window needs on any display, with their Debian packages."""
    return _ALWAYS | _UNDER_X | _UNDER_WAYLAND


def for_window(environment: Mapping[str, str] = os.environ) -> Missing | None:
    """Return what keeps a window from opening in this environment, or None (in under a millisecond)."""
    if not sys.platform.startswith("linux"):
        return None
    platform = environment.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if platform:
        return for_platform(platform)
    if environment.get("WAYLAND_DISPLAY"):
        return for_platform("wayland")
    display = environment.get("DISPLAY", "")
    if not display:
        return Missing(_NO_DISPLAY.format(why="neither DISPLAY nor WAYLAND_DISPLAY is set"))
    if not _answers(display):
        return Missing(_NO_DISPLAY.format(why=f"DISPLAY is {display}, but nothing answers there"))
    return for_platform("xcb")


def for_platform(platform: str) -> Missing | None:
    """Return the system libraries missing for one of Qt's platforms: "xcb", "wayland", "offscreen"."""
    needed = dict(_ALWAYS)
    if platform == "xcb":
        needed |= _UNDER_X
    elif platform.startswith("wayland"):
        needed |= _UNDER_WAYLAND
    absent = missing_libraries(needed)
    if not absent:
        return None
    return Missing(
        f"Qt needs system libraries that are not here: {', '.join(absent)}.",
        [*(needed[name] for name in absent), *_FONTS],
    )


def missing_libraries(names: Iterable[str], linker_cache: str = "/etc/ld.so.cache") -> list[str]:
    """Return the shared libraries that can't be loaded, in the order given."""
    # The linker's cache holds paths that end with a zero byte each: reading it settles the usual case without
    # loading a dozen libraries. Where a name is not in it (no such cache, LD_LIBRARY_PATH), loading is proof.
    try:
        with open(linker_cache, "rb") as file:  # noqa: PTH123 - pathlib is too slow to import for a start
            known = file.read()
    except OSError:
        known = b""
    unknown = [name for name in names if b"/" + name.encode() + b"\0" not in known]
    return [name for name in unknown if not _loads(name)]


def _answers(display: str) -> bool:
    """Return whether an X server listens at a display of this computer (":0"); Qt checks any other.

    A variable that outlived its session (in a terminal multiplexer, after a log-out) is common.
    """
    number = display.removeprefix("unix").removeprefix(":").partition(".")[0]
    if not display.startswith((":", "unix:")) or not number.isdigit():
        return True
    import socket

    path = f"/tmp/.X11-unix/X{number}"
    for address in (f"\0{path}", path):  # Linux' abstract address first, as X's own clients do
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            try:
                connection.connect(address)
            except OSError:
                continue
            return True
    return False


def _loads(name: str) -> bool:
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def for_keyring_tests() -> list[str]:
    """Return the packages that are missing for tests of a real keyring, which are skipped without them.

    The program itself needs none of them.
    """
    from shutil import which

    if not sys.platform.startswith("linux"):
        return []
    return [package for program, package in _FOR_KEYRING_TESTS.items() if which(program) is None]


def may_install() -> bool:
    """Return whether this process may install system packages: root, on a system with apt."""
    from shutil import which

    return sys.platform.startswith("linux") and os.geteuid() == 0 and which("apt-get") is not None


def install(packages: list[str]) -> str:
    """Install Debian packages with apt. Return "" or, if that failed, the end of apt's output."""
    import subprocess

    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    get = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    # Package lists that are missing or too old show as a failure and are then updated.
    for command in (get, [*apt, "update"], get):
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        if command is get and done.returncode == 0:
            return ""
    return "\n".join(done.stdout.rstrip().splitlines()[-15:]) or f"apt-get ended with {done.returncode}"


def _how_to_install(packages: list[str]) -> str:
    from shutil import which

    if which("apt-get"):
        sudo = "" if os.geteuid() == 0 else "sudo "
        install_them = f"{sudo}apt-get install -y {' '.join(packages)}"
        return f"Install what is missing:\n  {sudo}apt-get update && {install_them}"
    return (
        f"Install what is missing with your system's package manager (Debian's names: {' '.join(packages)})."
    )
