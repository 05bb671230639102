"""The wheel, as somebody gets it: built, installed into an environment of its own, started."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from arbor_desktop import resources

CHECKOUT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.slow


def call(*arguments: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env=dict(os.environ, **environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built by the project's own build back end; no network."""
    out = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=CHECKOUT)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment's folder of programs: the wheel is in it, its dependencies are borrowed from ours."""
    folder = tmp_path_factory.mktemp("installed")
    call(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    call(
        *(
            sys.executable,
            "-m",
            "pip",
            "--python",
            programs / "python",
            "install",
            "--no-deps",
            "--no-index",
            wheel,
        ),
        cwd=folder,
    )
    purelib = call(
        programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    ).strip()
    # The path alone, not our environment's .pth files: the checkout must stay out of reach.
    (Path(purelib) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs


def test_the_wheel_holds_the_package_its_resources_and_the_licence_and_no_more(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "arbor_desktop/resources.py" in names
    assert "arbor_desktop/_resources/icons/arbor.svg" in names
    assert "arbor_desktop/bootstrap.py" not in names  # sets up checkouts
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"arbor_desktop"}
    assert not [name for name in names if "__pycache__" in name]


def test_every_resource_of_the_checkout_is_in_the_wheel(wheel):
    shipped = {
        name.removeprefix("arbor_desktop/_resources/")
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith("arbor_desktop/_resources/")
    }
    assert set(resources.listing()) == shipped


def test_a_linux_desktop_is_told_of_the_program(installed):
    share = installed.parent / "share"
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(share / "applications" / "arbor-desktop.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert (installed / desktop["Exec"]).exists()
    assert (share / "icons" / "hicolor" / "scalable" / "apps" / f"{desktop['Icon']}.svg").exists()


def test_installed_it_finds_its_own_resources(installed, tmp_path):
    said = call(
        installed / "python",
        "-c",
        "from arbor_desktop import resources as r; print(r.path('icons/arbor.svg'), len(r.listing()))",
        cwd=tmp_path,
    )
    path, count = said.split()
    assert Path(path).is_relative_to(installed.parent)
    assert int(count) >= len(list((CHECKOUT / "resources" / "icons").rglob("*.svg")))


def test_installed_the_command_line_starts(installed, tmp_path):
    assert "search" in call(installed / "arbor", "--help", cwd=tmp_path)


@pytest.mark.parametrize("program", ["arbor-desktop", "arbor"])
def test_installed_the_window_opens(installed, tmp_path, program):
    call(installed / program, "--quit-after-paint", cwd=tmp_path, QT_QPA_PLATFORM="offscreen")
