"""Set-up of a checkout's own environment, for main.py and the tests: missing packages are installed.

Only the standard library is used here, and a later start, which has nothing to set up, imports very little of
it: os.path instead of pathlib, and the rest where it is needed. Not part of the wheel.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # importing it from typing takes longer than a later start needs
if TYPE_CHECKING:
    from arbor_desktop import prerequisites

WINDOWS = os.name == "nt"


class SetupFailed(Exception):
    """The set-up can't continue; the message tells people why and what to do."""


class Progress:
    """One line a stage on stderr, with the time it took. `silent`: no output."""

    def __init__(self, silent: bool = False) -> None:
        self._out = None if silent else sys.stderr
        self._live = not silent and sys.stderr.isatty()
        self._text = ""
        self._began = 0.0

    def stage(self, text: str) -> None:
        """Begin a line."""
        import time

        self._text, self._began = text, time.monotonic()
        self._write(text + " …")

    def now(self, detail: str) -> None:
        """Show a detail of the stage on a terminal; the line stays one line."""
        if self._live:
            import shutil

            width = shutil.get_terminal_size().columns - 1
            self._write("\r\033[K" + f"{self._text} … {detail}"[:width])

    def done(self) -> None:
        """End the line with the seconds it took."""
        import time

        before = f"\r\033[K{self._text} …" if self._live else ""
        self._write(f"{before} {time.monotonic() - self._began:.0f} s\n")

    def say(self, text: str) -> None:
        """Write a separate line."""
        self._write(text + "\n")

    def _write(self, text: str) -> None:
        if self._out is not None:
            self._out.write(text)
            self._out.flush()


# -- packages ------------------------------------------------------------------------------------------------


def requirements(project_file: bytes, groups: tuple[str, ...]) -> list[str]:
    """Return the requirements of a pyproject.toml: the program's, and those of the named groups and
    extras."""
    import tomllib

    project = tomllib.loads(project_file.decode("utf-8"))
    found = list(project["project"]["dependencies"])
    extras = project["project"].get("optional-dependencies", {})
    for group in groups:
        found += extras[group] if group in extras else _group(project["dependency-groups"], group)
    return list(dict.fromkeys(found))


def data_packages(project_file: bytes) -> list[str]:
    """Return the packages that hold only data: what they depend on is not installed."""
    import tomllib

    return list(tomllib.loads(project_file.decode("utf-8")).get("tool", {}).get("arbor", {}).get("data", []))


def _group(groups: dict[str, list[object]], name: str) -> list[str]:
    found = []
    for entry in groups[name]:
        found += _group(groups, entry["include-group"]) if isinstance(entry, dict) else [str(entry)]
    return found


class Environment:
    """The checkout's own ``.venv``.

    It has three files of ours. ``.ready`` is the stamp: for which interpreter, place and groups it was set
    up, and the project file of that moment; it is written last and whole. ``.unfinished`` exists while
    packages are being installed: found later, the installation was cut off and a package may be incomplete,
    so everything is made again. ``.lock`` lets one set-up run at a time.
    """

    def __init__(self, checkout: str, progress: Progress) -> None:
        self.checkout = checkout
        self.folder = os.path.join(checkout, ".venv")
        self.python = os.path.join(
            self.folder, *(("Scripts", "python.exe") if WINDOWS else ("bin", "python"))
        )
        self.progress = progress
        self._stamp = os.path.join(self.folder, ".ready")
        self._unfinished = os.path.join(self.folder, ".unfinished")
        self._log = os.path.join(self.folder, "install.log")

    def ensure(self, groups: tuple[str, ...] = ()) -> str:
        """Set up what is missing and return the environment's Python. Raises SetupFailed."""
        if not self.is_ready(groups):
            try:
                os.makedirs(self.folder, exist_ok=True)
                with _Lock(os.path.join(self.folder, ".lock"), self.progress) as lock:
                    if not self.is_ready(groups):  # another start may just have done it
                        self._set_up(groups, lock)
            except OSError as error:
                raise SetupFailed(f"Can't set up {self.folder}: {error}") from error
        return self.python

    def is_ready(self, groups: tuple[str, ...]) -> bool:
        """Return whether everything asked for is installed, by the stamp. Reads two small files."""
        stamp = self._read_stamp()
        if stamp is None:
            return False
        interpreter, checkout, stamped_groups, project = stamp
        if interpreter != os.path.realpath(self.python) or not os.path.exists(self.python):
            return False
        if checkout != self.checkout or not set(groups) <= set(stamped_groups):
            return False
        current = self.project_file()
        # A changed project file matters only if its requirements changed, or a group went.
        return project == current or (
            set(stamped_groups) <= _known_groups(current)
            and requirements(project, stamped_groups) == requirements(current, stamped_groups)
            and data_packages(project) == data_packages(current)
        )

    def _read_stamp(self) -> tuple[str, str, tuple[str, ...], bytes] | None:
        try:
            with open(self._stamp, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            return None
        head, end, project = content.partition(b"\n\n")
        lines = os.fsdecode(head).split("\n")
        if not end or len(lines) != 3:
            return None
        groups, interpreter, checkout = lines
        return interpreter, checkout, tuple(groups.split()[1:]), project

    def _write_stamp(self, groups: tuple[str, ...], project: bytes) -> None:
        lines = [" ".join(["groups", *groups]), os.path.realpath(self.python), self.checkout]
        with open(self._stamp + ".new", "wb") as file:
            file.write(os.fsencode("\n".join(lines)) + b"\n\n" + project)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self._stamp + ".new", self._stamp)

    def project_file(self) -> bytes:
        """The pyproject.toml as it is now."""
        with open(os.path.join(self.checkout, "pyproject.toml"), "rb") as file:
            return file.read()

    def _set_up(self, groups: tuple[str, ...], lock: _Lock) -> None:
        stamp = self._read_stamp()
        project = self.project_file()
        # What the tests installed stays current when the program alone is started, and the other way round.
        groups = tuple(sorted({*groups, *(stamp[2] if stamp else ())} & _known_groups(project)))
        wanted = requirements(project, groups)
        cut_off = os.path.exists(self._unfinished)
        if cut_off:
            self.progress.say("The last set-up was cut off: starting it again.")
        with open(self._unfinished, "wb"):
            pass
        if stamp:
            os.unlink(self._stamp)
        if cut_off or not self._is_sound():
            self._make(lock)
        self._install(wanted, data_packages(project), lock)
        self._write_stamp(groups, project)
        os.unlink(self._unfinished)

    def _is_sound(self) -> bool:
        """Return whether the environment's Python runs, is the one it was made for, new enough, and has
        pip."""
        import subprocess

        check = (
            "import sys, sysconfig, os, pip; "
            "sys.exit(sys.version_info < (3, 11) or not os.path.samefile(sysconfig.get_path('purelib'), "
            "os.path.dirname(os.path.dirname(pip.__file__))))"
        )
        try:
            return subprocess.run([self.python, "-I", "-c", check], capture_output=True).returncode == 0
        except OSError:
            return False

    def _make(self, lock: _Lock) -> None:
        import shutil

        _ensure_venv_module(self.progress)
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            # What was downloaded before a cut is kept: the second try is quick.
            if path in (lock.path, self._unfinished) or name == "downloads":
                continue
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            else:
                os.unlink(path)
        # Started with the environment's own Python, that one is gone by now: the one behind it makes the new.
        python = getattr(sys, "_base_executable", "") or sys.executable
        self.progress.stage(f"Making .venv with Python {sys.version_info.major}.{sys.version_info.minor}")
        self._run([python, "-m", "venv", self.folder], lock, "The virtual environment could not be made.")
        self.progress.done()

    def _install(self, wanted: list[str], data: list[str], lock: _Lock) -> None:
        import shutil

        # "user = true" in a person's pip configuration can't work in a virtual environment.
        environment = dict(os.environ, PIP_USER="0")
        downloads = os.path.join(self.folder, "downloads")
        if not {"PIP_CACHE_DIR", "PIP_NO_CACHE_DIR"} & set(environment):
            environment["PIP_CACHE_DIR"] = downloads  # pip's usual one lies outside the checkout
        count = len(wanted) + len(data)
        self.progress.stage("Installing 1 package" if count == 1 else f"Installing {count} packages")
        pip = [self.python, "-m", "pip", "--disable-pip-version-check", "install", "--no-input"]
        for packages in (wanted, ["--no-deps", *data] if data else []):
            if packages:
                self._run(
                    [*pip, "--progress-bar", "off", *packages],
                    lock,
                    "The packages could not be installed. pip's own configuration (index, proxy,\n"
                    "certificates) is used; is this computer online?",
                    environment,
                )
        # The checkout itself, for every process started with this Python from any folder.
        link = (
            "import sys, sysconfig, os; f = open(os.path.join(sysconfig.get_path('purelib'), "
            "'arbor-checkout.pth'), 'w'); f.write(sys.argv[1] + '\\n'); f.close()"
        )
        self._run(
            [self.python, "-I", "-c", link, self.checkout], lock, "The checkout could not be linked in."
        )
        self._compile()
        self.progress.done()
        shutil.rmtree(downloads, ignore_errors=True)  # only saves space

    def _compile(self) -> None:
        """Compile the package once.

        Where Python writes no bytecode, or may not write here later, each start would compile its imports
        again: a hook then takes three times as long. If this fails, only speed is lost.
        """
        import subprocess

        self.progress.now("compiling")
        with open(self._log, "ab") as log:
            subprocess.run(
                [self.python, "-I", "-m", "compileall", "-q", "-j", "0", "arbor_desktop"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.checkout,
            )

    def _run(
        self, command: list[str], lock: _Lock, failure: str, environment: dict[str, str] | None = None
    ) -> None:
        """Run a command quietly; its output goes to a log and is shown only if it fails."""
        import subprocess

        with open(self._log, "a", encoding="utf-8") as log:
            # The child holds the lock as well: if we are killed, nobody clears the folder under its feet.
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                env=environment,
                cwd=self.folder,
                pass_fds=() if WINDOWS else (lock.descriptor,),
            )
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                log.write(line)
                lines.append(line.rstrip())
                if activity := pip_activity(line):
                    self.progress.now(activity)
            code = process.wait()
        if code:
            if code > 0:  # an orderly failure: nothing is half installed
                os.unlink(self._unfinished)
            shown = "\n".join(f"  {line}" for line in lines[-20:])
            raise SetupFailed(f"{failure}\n\n{shown}\n\nAll of it: {self._log}")


def _known_groups(project_file: bytes) -> set[str]:
    import tomllib

    project = tomllib.loads(project_file.decode("utf-8"))
    return {*project.get("dependency-groups", {}), *project["project"].get("optional-dependencies", {})}


def pip_activity(line: str) -> str:
    """Return what pip does now by a line of its output, in a few words; "" for any other line.

    "  Downloading pyside6_essentials-6.12.0-cp310.whl (98 MB)" → "downloading pyside6_essentials (98 MB)"
    """
    import re

    if line.startswith("Installing collected packages"):
        return "unpacking"
    found = re.match(
        r"\s*(Collecting|Downloading) ([A-Za-z0-9._]+(?:-[A-Za-z][A-Za-z0-9._]*)*)[^()]*(\(.+\))?", line
    )
    if not found:
        return ""
    doing = "looking for" if found[1] == "Collecting" else "downloading"
    size = found[3] if found[3] and doing == "downloading" else ""
    return f"{doing} {found[2]} {size}".rstrip()


class _Lock:
    """A lock held by one set-up at a time; the system releases it when its processes end."""

    def __init__(self, path: str, progress: Progress) -> None:
        self.path = path
        self.descriptor = -1
        self._progress = progress

    def __enter__(self) -> _Lock:
        self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        if not self._take(wait=False):
            self._progress.stage("Another start is setting up: waiting for it")
            self._take(wait=True)
            self._progress.done()
        return self

    def __exit__(self, *exception: object) -> None:
        os.close(self.descriptor)

    def _take(self, wait: bool) -> bool:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(self.descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                    return True
                except OSError:  # held by another; LK_LOCK itself gives up after ten seconds
                    if not wait:
                        return False
        else:
            import fcntl

            try:
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
                return True
            except BlockingIOError:
                return False


# -- starting ------------------------------------------------------------------------------------------------


def _ensure_venv_module(progress: Progress) -> None:
    """Provide the venv module, which Debian and its kin ship in a separate package."""
    from importlib.util import find_spec

    if find_spec("venv") and find_spec("ensurepip"):
        return
    from arbor_desktop import prerequisites

    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    provide(
        prerequisites.Missing(
            f"This Python can't make virtual environments: {package} is missing.", [package]
        ),
        progress,
    )


def provide(missing: prerequisites.Missing | None, progress: Progress) -> None:
    """Install missing system packages if allowed, else raise SetupFailed with the command."""
    if missing is None:
        return
    from arbor_desktop import prerequisites

    if not missing.packages or not prerequisites.may_install():
        raise SetupFailed(str(missing))
    progress.stage(f"Installing system packages ({', '.join(missing.packages)})")
    trouble = prerequisites.install(missing.packages)
    progress.done()
    if trouble:
        raise SetupFailed(f"{missing}\n\nInstalling it failed:\n{trouble}")


def hand_over(python: str, arguments: list[str]) -> int:
    """Replace this process by that Python with those arguments; on Windows, run it and return its exit
    code."""
    sys.stderr.flush()
    if not WINDOWS:
        os.execv(python, [python, *arguments])
    import subprocess

    return subprocess.call([python, *arguments])


def start(checkout: str, arguments: list[str]) -> int:
    """Set up what is missing and become ``python -m arbor_desktop ARGUMENTS…``; return 1 if it can't."""
    from arbor_desktop.__main__ import wants_window

    progress = Progress(silent="--quiet" in arguments)
    try:
        python = Environment(checkout, progress).ensure()
        if wants_window(arguments) and not {"-h", "--help"} & set(arguments):
            from arbor_desktop import prerequisites

            provide(prerequisites.for_window(), progress)
    except SetupFailed as failure:
        print(f"\n{failure}", file=sys.stderr)
        if "--json" in arguments:
            _print_failure(str(failure))
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next start takes it up again.", file=sys.stderr)
        return 130
    # -P: no file in the folder it is started from can stand in for a module.
    return hand_over(python, ["-P", "-m", "arbor_desktop", *arguments])


def _print_failure(message: str) -> None:
    """Print the JSON document that a script asked for, in the shape of the command line's failures."""
    import json
    from datetime import UTC, datetime

    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    failure = {"error": True, "code": "SETUP_FAILED", "message": message, "context": {}, "timestamp": at}
    print(json.dumps(failure))


def add(checkout: str, groups: list[str]) -> int:
    """Install extras and dependency groups into the checkout's environment for good; return 1 if it fails."""
    known = _known_groups(Environment(checkout, Progress(silent=True)).project_file())
    if not groups or not set(groups) <= known:
        print(f"Name what to install: {', '.join(sorted(known))}.", file=sys.stderr)
        return 2
    try:
        Environment(checkout, Progress()).ensure(tuple(groups))
    except SetupFailed as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(add(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), sys.argv[1:]))
