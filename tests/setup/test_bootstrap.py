"""Starting from a bare checkout, with real environments and a real pip, without a network.

The checkout is a small one: main.py and what it imports are the project's own, the command line is a script
that says how it was started, and the one dependency is a wheel of a few bytes on disk.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arbor_desktop import bootstrap

CHECKOUT = Path(__file__).resolve().parent.parent.parent

COMMAND_LINE = """\
import json, os, sys
import tiny
def main(argv=None):
    print(json.dumps({"argv": argv, "cwd": os.getcwd(), "prefix": sys.prefix, "tiny": tiny.VERSION}))
    return 7
"""


def make_wheel(folder: Path, version: str) -> str:
    """A requirement that pip can install with no index: a wheel of one module."""
    wheel = folder / f"tiny-{version}-py3-none-any.whl"
    info = f"tiny-{version}.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny.py", f"VERSION = {version!r}\n")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", f"tiny.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return f"tiny @ {wheel.as_uri()}"


def write_project(checkout: Path, *dependencies: str, extra: str = "") -> None:
    (checkout / "pyproject.toml").write_text(
        f"[project]\nname = 'x'\ndependencies = {json.dumps(list(dependencies))}\n"
        f"[dependency-groups]\ndev = []\n{extra}",
        encoding="utf-8",
    )


def make_checkout(folder: Path, *dependencies: str) -> Path:
    package = folder / "arbor_desktop"
    package.mkdir(parents=True)
    shutil.copy(CHECKOUT / "main.py", folder)
    for name in ("__init__.py", "__main__.py", "bootstrap.py", "prerequisites.py"):
        shutil.copy(CHECKOUT / "arbor_desktop" / name, package)
    (package / "cli.py").write_text(COMMAND_LINE, encoding="utf-8")
    write_project(folder, *dependencies)
    return folder


def command(checkout: Path, *arguments: str) -> list[str]:
    return [sys.executable, str(checkout / "main.py"), *arguments]


def start(checkout: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(checkout, *arguments), cwd=cwd or checkout, capture_output=True, text=True, check=False
    )


# -- requirements and messages -------------------------------------------------------------------------------


def test_groups_include_each_other_and_nothing_comes_twice():
    project = b"""
[project]
dependencies = ["a>=1", "b"]
[dependency-groups]
test = ["c", "b"]
dev = [{ include-group = "test" }, "d"]
"""
    assert bootstrap.requirements(project, ()) == ["a>=1", "b"]
    assert bootstrap.requirements(project, ("dev",)) == ["a>=1", "b", "c", "d"]


def test_an_extra_is_named_like_a_group_and_installed_only_when_named():
    project = b"""
[project]
dependencies = ["a"]
[project.optional-dependencies]
more = ["b", "c>=2"]
[dependency-groups]
dev = ["d"]
"""
    assert bootstrap.requirements(project, ()) == ["a"]
    assert bootstrap.requirements(project, ("dev", "more")) == ["a", "d", "b", "c>=2"]


@pytest.mark.slow
def test_an_extra_once_added_is_part_of_the_environment(tmp_path):
    small = make_checkout(tmp_path / "checkout")
    wheel = make_wheel(tmp_path, "1.0")
    with (small / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(f"[project.optional-dependencies]\nmore = [{json.dumps(wheel)}]\n")
    script = [sys.executable, "-m", "arbor_desktop.bootstrap"]
    wrong = subprocess.run([*script, "less"], cwd=small, capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (2, "Name what to install: dev, more.\n")
    added = subprocess.run([*script, "more"], cwd=small, capture_output=True, text=True, check=False)
    assert added.returncode == 0, added.stderr
    done = start(small, "stats")  # needs what only the extra brings
    assert done.returncode == 7, done.stderr
    assert json.loads(done.stdout)["tiny"] == "1.0"
    assert "Installing" not in done.stderr


def test_the_projects_own_groups_resolve_to_plain_requirements():
    wanted = bootstrap.requirements((CHECKOUT / "pyproject.toml").read_bytes(), ("dev",))
    assert any(requirement.startswith("PySide6-Essentials") for requirement in wanted)
    assert any(requirement.startswith("pytest>") for requirement in wanted)
    assert all(isinstance(requirement, str) for requirement in wanted)


@pytest.mark.parametrize("groups", [(), ("dev",), ("dev", "more")])
def test_a_written_stamp_is_ready_for_its_groups_and_no_others(tmp_path, groups):
    write_project(tmp_path, "a", extra="more = []\n")
    environment = bootstrap.Environment(str(tmp_path), bootstrap.Progress(silent=True))
    python = Path(environment.python)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    project = (tmp_path / "pyproject.toml").read_bytes()
    assert not environment.is_ready(groups)
    environment._write_stamp(groups, project)
    assert environment.is_ready(groups)
    assert environment.is_ready(())
    assert not environment.is_ready((*groups, "another"))


def test_only_changed_requirements_make_a_stamp_stale(tmp_path):
    write_project(tmp_path, "a")
    environment = bootstrap.Environment(str(tmp_path), bootstrap.Progress(silent=True))
    python = Path(environment.python)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    environment._write_stamp((), (tmp_path / "pyproject.toml").read_bytes())
    write_project(tmp_path, "a", extra="[tool.ruff]\nline-length = 110\n")
    assert environment.is_ready(())
    write_project(tmp_path, "a>=2")
    assert not environment.is_ready(())


def test_a_stamp_of_an_extra_that_went_is_stale_and_set_up_goes_on_without_it(tmp_path):
    write_project(tmp_path, "a", extra="more = []\n")
    environment = bootstrap.Environment(str(tmp_path), bootstrap.Progress(silent=True))
    python = Path(environment.python)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    environment._write_stamp(("more",), (tmp_path / "pyproject.toml").read_bytes())
    write_project(tmp_path, "a")
    assert not environment.is_ready(())


def test_a_stamp_of_another_interpreter_is_stale(tmp_path):
    write_project(tmp_path, "a")
    environment = bootstrap.Environment(str(tmp_path), bootstrap.Progress(silent=True))
    python = Path(environment.python)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    environment._write_stamp((), (tmp_path / "pyproject.toml").read_bytes())
    python.unlink()
    assert not environment.is_ready(())  # its interpreter is gone
    python.symlink_to("/bin/sh")
    assert not environment.is_ready(())  # another has taken its place


@pytest.mark.parametrize(
    ("line", "activity"),
    [
        ("Collecting PySide6-Essentials<7,>=6.8 (from -r x)", "looking for PySide6-Essentials"),
        (
            "  Downloading PySide6_Essentials-6.12.0-cp310-abi3-x.whl (98.1 MB)",
            "downloading PySide6_Essentials (98.1 MB)",
        ),
        ("  Downloading psutil-7.2.2.tar.gz.metadata (3.1 kB)", "downloading psutil (3.1 kB)"),
        ("Installing collected packages: watchdog, psutil", "unpacking"),
        ("Requirement already satisfied: psutil in ./lib", ""),
        ("", ""),
    ],
)
def test_what_pip_is_at_is_said_in_a_few_words(line, activity):
    assert bootstrap.pip_activity(line) == activity


def test_the_whole_file_reads_on_a_python_that_is_too_old():
    # It has to get as far as its message: nothing newer than 3.6 in the syntax.
    import ast

    ast.parse((CHECKOUT / "main.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    assert "from __future__" not in (CHECKOUT / "main.py").read_text(encoding="utf-8")


# -- the whole way -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_first_start_sets_up_and_hands_over_and_a_second_only_hands_over(tmp_path, home, monkeypatch):
    # pip asks a Rust compiler on the path for its version, which may leave a folder of its own.
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    checkout = make_checkout(tmp_path / "a checkout", make_wheel(tmp_path, "1.0"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "json.py").write_text("raise SystemExit('taken from the folder it was started in')\n")
    person_before = sorted(home.parent.rglob("*"))

    first = start(checkout, "--json", "list", "a b", "--home", "ü", cwd=elsewhere)
    assert first.returncode == 7, first.stderr
    stages = [line.partition(" …")[0] for line in first.stderr.splitlines()]
    assert stages == ["Making .venv with Python %d.%d" % sys.version_info[:2], "Installing 1 package"]  # noqa: UP031
    said = json.loads(first.stdout)
    assert said["argv"] == ["--json", "list", "a b", "--home", "ü"]
    assert Path(said["cwd"]) == elsewhere
    assert Path(said["prefix"]) == checkout / ".venv"
    assert sorted(home.parent.rglob("*")) == person_before, "something outside the checkout was touched"

    # Also where Python is told to write none, the package has its bytecode: a hook would wait for it.
    package = checkout / "arbor_desktop"
    compiled = {Path(importlib.util.source_from_cache(str(one))).name for one in package.rglob("*.pyc")}
    assert compiled == {one.name for one in package.glob("*.py")}

    second = start(checkout, "list", cwd=elsewhere)
    assert second.returncode == 7
    assert second.stderr == ""

    # Changed requirements are installed, without making everything anew.
    write_project(checkout, make_wheel(tmp_path, "2.0"))
    third = start(checkout, "list")
    assert json.loads(third.stdout)["tiny"] == "2.0"
    assert "Making" not in third.stderr

    # A checkout that was moved still starts, from anywhere.
    moved = checkout.rename(tmp_path / "moved")
    fourth = start(moved, "list", cwd=elsewhere)
    assert fourth.returncode == 7, fourth.stderr
    assert Path(json.loads(fourth.stdout)["prefix"]) == moved / ".venv"


@pytest.mark.slow
def test_what_can_not_be_compiled_keeps_nobody_from_starting(tmp_path):
    checkout = make_checkout(tmp_path / "checkout", make_wheel(tmp_path, "1.0"))
    (checkout / "arbor_desktop" / "broken.py").write_text("this is no Python\n", encoding="utf-8")
    begun = start(checkout, "list")
    assert begun.returncode == 7, begun.stderr
    assert "broken.py" in (checkout / ".venv" / "install.log").read_text(encoding="utf-8")
    assert "broken.py" not in begun.stderr


@pytest.mark.slow
def test_an_install_that_fails_shows_what_pip_said_and_the_next_start_goes_on(tmp_path):
    requirement = make_wheel(tmp_path, "1.0")
    wheel = tmp_path / "tiny-1.0-py3-none-any.whl"
    content = wheel.read_bytes()
    wheel.unlink()
    checkout = make_checkout(tmp_path / "checkout", requirement)

    failed = start(checkout, "--json", "list")
    assert failed.returncode == 1
    assert "could not be installed" in failed.stderr
    assert wheel.name in failed.stderr  # pip's own words
    assert "Traceback" not in failed.stderr
    answer = json.loads(failed.stdout)
    assert answer["error"] is True
    assert answer["code"] == "SETUP_FAILED"

    wheel.write_bytes(content)
    again = start(checkout, "list")
    assert again.returncode == 7, again.stderr
    assert "Making" not in again.stderr  # what was made was sound


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there a killed process takes no child with it")
@pytest.mark.parametrize("stage", ["Making .venv", "Installing"])
def test_a_start_that_was_killed_is_made_good_by_the_next(tmp_path, stage):
    checkout = make_checkout(tmp_path / "checkout", make_wheel(tmp_path, "1.0"))
    killed = subprocess.Popen(command(checkout, "list"), stderr=subprocess.PIPE, text=True)
    assert killed.stderr is not None
    said = ""
    while not said.endswith(stage):  # then it is in the middle of that
        character = killed.stderr.read(1)
        assert character, said
        said += character
    killed.kill()
    killed.wait()
    killed.stderr.close()
    assert (checkout / ".venv" / ".unfinished").exists()

    again = start(checkout, "list")
    assert again.returncode == 7, again.stderr
    assert "cut off" in again.stderr
    assert not (checkout / ".venv" / ".unfinished").exists()
    assert start(checkout, "list").stderr == ""


@pytest.mark.slow
def test_an_environment_can_be_made_anew_with_its_own_python(tmp_path):
    checkout = make_checkout(tmp_path / "checkout", make_wheel(tmp_path, "1.0"))
    assert start(checkout, "list").returncode == 7
    (checkout / ".venv" / ".ready").unlink()
    (checkout / ".venv" / ".unfinished").touch()
    own = bootstrap.Environment(str(checkout), bootstrap.Progress(silent=True)).python
    again = subprocess.run(
        [own, str(checkout / "main.py"), "list"], capture_output=True, text=True, check=False
    )
    assert again.returncode == 7, again.stderr
    assert "Making .venv" in again.stderr


@pytest.mark.slow
def test_two_first_starts_at_once_make_one_environment(tmp_path):
    checkout = make_checkout(tmp_path / "checkout", make_wheel(tmp_path, "1.0"))
    both = [
        subprocess.Popen(command(checkout, "list"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [7, 7], said
    assert sum("Making .venv" in errors for _, errors in said) == 1
    assert all(json.loads(out)["tiny"] == "1.0" for out, _ in said)
