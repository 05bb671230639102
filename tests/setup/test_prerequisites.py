"""What a person is told before Qt would abort: no display, no system libraries."""

import socket
import sys

import pytest

from arbor_desktop import bootstrap, prerequisites
from tests import _setup

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can lack these")


@linux_only
def test_without_a_display_it_says_so_and_what_to_do():
    missing = prerequisites.for_window({})
    assert missing is not None
    assert "no display" in str(missing)
    assert "ssh -X" in str(missing)
    assert missing.packages == []


@linux_only
def test_an_empty_variable_names_no_display():
    missing = prerequisites.for_window({"DISPLAY": "", "WAYLAND_DISPLAY": ""})
    assert missing is not None
    assert "no display" in str(missing)


@linux_only
def test_a_display_of_a_session_that_is_gone_is_none():
    missing = prerequisites.for_window({"DISPLAY": ":59999"})
    assert missing is not None
    assert "DISPLAY is :59999, but nothing answers there" in str(missing)


@linux_only
@pytest.mark.parametrize("display", [":59998", "unix:59998", ":59998.0"])
def test_a_display_where_a_server_listens_is_one(monkeypatch, display):
    monkeypatch.setattr(prerequisites, "missing_libraries", lambda names: [])
    with socket.socket(socket.AF_UNIX) as server:
        try:
            server.bind("\0/tmp/.X11-unix/X59998")
        except OSError as error:
            pytest.skip(f"the address is taken: {error}")
        server.listen()
        assert prerequisites.for_window({"DISPLAY": display}) is None


def test_a_platform_that_was_chosen_needs_no_display():
    # The suite itself draws unseen, so what that needs is here.
    assert prerequisites.for_window({"QT_QPA_PLATFORM": "offscreen:size=800x600"}) is None


@linux_only
@pytest.mark.parametrize(
    ("environment", "library"),
    [
        ({"DISPLAY": "another-computer:0"}, "libxcb-cursor.so.0"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "libwayland-client.so.0"),
        ({"QT_QPA_PLATFORM": "xcb"}, "libX11-xcb.so.1"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "libEGL.so.1"),
    ],
)
def test_each_platform_is_asked_for_its_own_libraries(monkeypatch, environment, library):
    asked = []
    monkeypatch.setattr(prerequisites, "missing_libraries", lambda names: asked.extend(names) or [])
    assert prerequisites.for_window(environment) is None
    assert library in asked


def test_an_unseen_window_needs_nothing_of_x(monkeypatch):
    asked = []
    monkeypatch.setattr(prerequisites, "missing_libraries", lambda names: asked.extend(names) or [])
    prerequisites.for_platform("offscreen")
    assert not [name for name in asked if "xcb" in name or "X11" in name]


def test_missing_libraries_are_named_with_their_packages_and_the_command(monkeypatch):
    monkeypatch.setattr(
        prerequisites, "missing_libraries", lambda names: ["libEGL.so.1", "libxcb-cursor.so.0"]
    )
    missing = prerequisites.for_platform("xcb")
    assert missing is not None
    assert missing.packages == ["libegl1", "libxcb-cursor0", "fonts-inter", "fonts-jetbrains-mono"]
    assert "libxcb-cursor.so.0" in str(missing)
    assert "libegl1 libxcb-cursor0" in str(missing)


def test_a_library_in_the_linker_cache_is_here(tmp_path):
    cache = tmp_path / "ld.so.cache"
    cache.write_bytes(b"head\0/usr/lib/libmade-up.so.1\0")
    assert prerequisites.missing_libraries(["libmade-up.so.1"], str(cache)) == []


def test_a_longer_name_in_the_cache_does_not_count(tmp_path):
    cache = tmp_path / "ld.so.cache"
    cache.write_bytes(b"\0/usr/lib/libmade-up.so.1.2\0/usr/lib/notlibmade-up.so.1\0")
    assert prerequisites.missing_libraries(["libmade-up.so.1"], str(cache)) == ["libmade-up.so.1"]


@linux_only
def test_without_a_cache_loading_decides(tmp_path):
    names = ["libmade-up.so.1", "libc.so.6"]
    assert prerequisites.missing_libraries(names, str(tmp_path / "absent")) in (
        ["libmade-up.so.1"],
        names,  # a system with another C library
    )


@linux_only
def test_apt_is_asked_again_after_its_lists_were_renewed(tmp_path, monkeypatch):
    calls = tmp_path / "calls"
    apt = tmp_path / "apt-get"
    # Knows no package until "update" was called: as a new container.
    apt.write_text(
        f'#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> {calls}\n'
        f'case "$*" in *update*) touch {tmp_path}/lists ;; *) test -e {tmp_path}/lists || exit 100 ;; esac\n'
    )
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert prerequisites.install(["libegl1"]) == ""
    said = calls.read_text().splitlines()
    assert len(said) == 3
    assert all(line.startswith("noninteractive ") for line in said)
    assert "update" in said[1]
    assert said[2].endswith("libegl1")


@linux_only
def test_what_apt_says_of_a_failure_is_handed_back(tmp_path, monkeypatch):
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\necho 'E: Unable to locate package libnothing1'\nexit 100\n")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert "Unable to locate package libnothing1" in prerequisites.install(["libnothing1"])


def test_tests_of_the_keyring_name_what_they_miss(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert prerequisites.for_keyring_tests() == ["dbus", "gnome-keyring"]
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert prerequisites.for_keyring_tests() == []
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert prerequisites.for_keyring_tests() == []


@pytest.mark.parametrize(("may", "trouble"), [(True, ""), (True, "E: no network"), (False, "")])
def test_what_tests_of_the_keyring_need_never_stops_the_set_up(monkeypatch, capsys, may, trouble):
    installed = []
    monkeypatch.setattr(prerequisites, "for_keyring_tests", lambda: ["gnome-keyring"])
    monkeypatch.setattr(prerequisites, "may_install", lambda: may)
    monkeypatch.setattr(prerequisites, "install", lambda packages: installed.append(packages) or trouble)
    _setup._provide_keyring(bootstrap.Progress(silent=True))
    assert installed == ([["gnome-keyring"]] if may else [])
    assert (trouble in capsys.readouterr().err) if trouble else True
