"""Reading and counting of a project's files: few files, none large, none secret, none outside of it.

What is broken is noted and skipped; nothing is ever executed or changed. `Folder` reads and parses files;
`Walk` counts files by language and folder, from their names only. Both are bounded in entries and depth, and
follow no link out of the folder.

JSON may have comments and trailing commas, as in tsconfig.json
(https://www.typescriptlang.org/docs/handbook/tsconfig-json.html). XML is read without entities (a few bytes
of them can stand for gigabytes). YAML's values are read as they are written, all as texts.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import stat
import tomllib
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import yaml

from arbor_desktop.projects.stack.collector import Knowledge, Patterns

MAX_BYTES = 1_000_000
MOST_READ = 200
"""The number of files of a project that are read."""
MOST_TROUBLES = 10
_MOST_NAMES = 5_000
_LONGEST_SCRIPT = 200_000
_LONGEST_LINE = 500
_SECRET = re.compile(
    r"^(?:\.env(?:\..*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?"
    r"|\.npmrc|\.pypirc|\.netrc|\.htpasswd|\.pgpass|credentials(?:\..*)?|secrets?(?:\..*)?)$",
    re.IGNORECASE,
)

MOST_ENTRIES = 20_000
MOST_DEEP = 8
MOST_FOLDERS = 60
"""The number of folders that are listed."""
SHOWN_DEEP = 2
MOST_TEST_FOLDERS = 20
LONGEST_PATTERN = 1_000
"""Characters; a longer pattern names no folder, and takes seconds to compile."""
MANIFESTS_DEEP = 3
MOST_MANIFESTS = 40

MANIFESTS = frozenset(
    ("package.json", "pyproject.toml", "setup.py", "requirements.txt", "Pipfile", "Cargo.toml", "go.mod",
     "pom.xml", "build.gradle", "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "pubspec.yaml",
     "Package.swift")
)  # fmt: skip
MANIFEST_ENDINGS = (".csproj", ".fsproj", ".sln")


Excluded = Callable[[str], bool]


def is_secret(name: str) -> bool:
    """Return whether a file of this name may contain secrets: it is listed, and never read."""
    return _SECRET.match(name) is not None


class Folder:
    """Reads files by their path relative to the project, with `/`. What can't be read is None or empty, and
    listed in `troubles`; `read`: the files that were read."""

    def __init__(self, root: Path, excluded: Excluded) -> None:
        self.root = root
        self._real = os.path.realpath(root)
        self._excluded = excluded
        self.read: dict[str, None] = {}
        self.troubles: list[str] = []
        self._parsed_before: dict[str, dict[str, Any]] = {}
        self.names: dict[str, bool] = self._list("")
        """The names at its top, and whether each is a folder."""

    def has(self, name: str) -> bool:
        """Return whether a file of this name is at its top."""
        return self.names.get(name) is False

    def first(self, *names: str) -> str | None:
        """Return the first of these names that is a file at its top."""
        return next((name for name in names if self.has(name)), None)

    def listing(self, folder: str) -> list[str]:
        """Return the names of the files in a folder below."""
        return sorted(name for name, is_folder in self._list(folder).items() if not is_folder)

    def text(self, path: str) -> str | None:
        """Return a file's text; None if it does not exist or must not or can't be read."""
        raw = self._bytes(path)
        return None if raw is None else raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")

    def line(self, path: str) -> str:
        """Return the first line of a file; "" if there is none."""
        return (self.text(path) or "").strip().partition("\n")[0]

    def script(self, path: str) -> str | None:
        """Return the beginning of a file that is searched for known words, such as a build script, with long
        lines cut."""
        text = self.text(path)
        if text is None:
            return None
        return "\n".join(line[:_LONGEST_LINE] for line in text[:_LONGEST_SCRIPT].split("\n"))

    def yaml(self, path: str) -> dict[str, Any]:
        return self._parsed(path, parse_yaml)

    def json(self, path: str) -> dict[str, Any]:
        return self._parsed(path, parse_json)

    def toml(self, path: str) -> dict[str, Any]:
        return self._parsed(path, tomllib.loads)

    def ini(self, path: str) -> dict[str, dict[str, str]]:
        return self._parsed(path, parse_ini)

    def xml(self, path: str) -> Element | None:
        raw = self._bytes(path)
        try:
            return None if raw is None else parse_xml(raw)
        except ValueError as error:
            self.note(path, f"is broken: {error}")
            return None

    def note(self, path: str, what: str) -> None:
        """Note what is wrong with a file, for people."""
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(f"{path} {what}"[:300])

    def _parsed(self, path: str, parse: Callable[[str], Any]) -> dict[str, Any]:
        """Return the content of a file, which is read and parsed once."""
        if path not in self._parsed_before:
            self._parsed_before[path] = self._parse(path, parse)
        return self._parsed_before[path]

    def _parse(self, path: str, parse: Callable[[str], Any]) -> dict[str, Any]:
        text = self.text(path)
        if text is None or not text.strip():
            return {}
        try:
            found = parse(text)
        except (ValueError, RecursionError) as error:
            self.note(path, f"is broken: {' '.join(str(error).split())[:120]}")
            return {}
        return found if isinstance(found, dict) else {}

    def _bytes(self, path: str) -> bytes | None:
        if "/" not in path and path not in self.names and len(self.names) < _MOST_NAMES:
            return None
        full = self.root / path
        if is_secret(full.name) or self._excluded(str(full)) or len(self.read) >= MOST_READ:
            return None
        try:
            real = os.path.realpath(full)
            if not self._inside(real) or is_secret(os.path.basename(real)) or self._excluded(real):  # noqa: PTH119
                return None
            state = os.stat(real)  # noqa: PTH116 - texts, as os.path.realpath gives them
            if not stat.S_ISREG(state.st_mode):
                return None
            if state.st_size > MAX_BYTES:
                self.note(path, "is too large to be read")
                return None
            with open(real, "rb") as file:  # noqa: PTH123
                raw = file.read(MAX_BYTES)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self.note(path, f"can't be read: {getattr(error, 'strerror', None) or error}")
            return None
        self.read[path] = None
        return raw

    def _inside(self, real: str) -> bool:
        return real.startswith(self._real.rstrip(os.sep) + os.sep)

    def _list(self, folder: str) -> dict[str, bool]:
        full = self.root / folder
        try:
            if not (os.path.realpath(full) + os.sep).startswith(self._real.rstrip(os.sep) + os.sep):
                return {}
            with os.scandir(full) as entries:
                return {entry.name: _is_folder(entry) for entry in islice(entries, _MOST_NAMES)}
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.note(folder or ".", f"can't be read: {error.strerror}")
            return {}


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


# -- counting --


@dataclass(slots=True)
class Tree:
    """`folders`: the number of files in the largest folders down to `SHOWN_DEEP`, "." for the top.
    `manifests`: those below the top. `beside_tests`: test files beside what they test. `cut`: not all was
    counted."""

    folders: dict[str, int] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)
    manifests: list[str] = field(default_factory=list)
    test_folders: list[str] = field(default_factory=list)
    beside_tests: int = 0
    cut: bool = False


class Walk:
    """Counts what is in a folder, without what git ignores and what tools build or download."""

    def __init__(
        self, root: Path, known: Knowledge, excluded: Callable[[str], bool], ignored: Iterable[str]
    ) -> None:
        self._root = str(root)
        self._known = known
        self._excluded = excluded
        names, paths = _ignored(ignored)
        self._names = Patterns((one, one) for one in names)
        self._paths = Patterns((one, one) for one in paths)
        self._tree = Tree()
        self._counts: Counter[str] = Counter()

    def run(self) -> Tree:
        """Walk breadth first, so that what is near the top is seen in a folder of any size."""
        waiting: deque[tuple[str, int, bool, bool]] = deque([("", 0, False, False)])
        left = MOST_ENTRIES
        while waiting:
            folder, depth, tests, aside = waiting.popleft()
            entries, more = self._list(folder, left)
            left -= len(entries)
            self._tree.cut = self._tree.cut or more
            for name, is_folder in entries:
                path = f"{folder}/{name}" if folder else name
                if not is_folder:
                    self._file(folder, name, depth, tests, aside)
                elif self._left_out(name, path):
                    continue
                elif depth >= MOST_DEEP:
                    self._tree.cut = True
                else:
                    is_test = tests or bool(self._known.test_folders.of(name))
                    if is_test and not tests and len(self._tree.test_folders) < MOST_TEST_FOLDERS:
                        self._tree.test_folders.append(path)
                    waiting.append((path, depth + 1, is_test, aside or name.lower() in self._known.aside))
            if left <= 0 and waiting:
                self._tree.cut = True
                break
        self._tree.folders = self._shown()
        self._tree.manifests.sort(key=lambda path: (path.count("/"), path))
        return self._tree

    def _list(self, folder: str, most: int) -> tuple[list[tuple[str, bool]], bool]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as found:  # noqa: PTH118
                entries: list[tuple[str, bool]] = []
                for entry in found:
                    if len(entries) >= most:
                        return sorted(entries), True
                    if not entry.is_symlink():
                        entries.append((entry.name, entry.is_dir(follow_symlinks=False)))
                return sorted(entries), False
        except OSError:  # no right to look there, or gone meanwhile: it counts for nothing
            return [], False

    def _left_out(self, name: str, path: str) -> bool:
        return (
            bool(self._known.skipped.of(name))
            or bool(self._names.of(name))
            or bool(self._paths.of(path))
            or self._excluded(os.path.join(self._root, path))  # noqa: PTH118
        )

    def _file(self, folder: str, name: str, depth: int, tests: bool, aside: bool) -> None:
        tree = self._tree
        parts = folder.split("/") if folder else []
        for shown in range(1, min(len(parts), SHOWN_DEEP) + 1):
            self._counts["/".join(parts[:shown])] += 1
        if not parts:
            self._counts["."] += 1
        language = self._known.languages.get(name.rpartition(".")[2].lower()) if "." in name[1:] else None
        if language:
            tree.languages[language] += 1
            stem = name.rpartition(".")[0]
            if not tests and (stem.endswith((".test", ".spec", "_test", "_spec"))):
                tree.beside_tests += 1
        is_manifest = name in MANIFESTS or name.endswith(MANIFEST_ENDINGS)
        if is_manifest and not aside and 0 < depth <= MANIFESTS_DEEP and len(tree.manifests) < MOST_MANIFESTS:
            tree.manifests.append(f"{folder}/{name}")

    def _shown(self) -> dict[str, int]:
        largest = sorted(self._counts.items(), key=lambda one: (one[0].count("/"), -one[1], one[0]))
        return dict(sorted(largest[:MOST_FOLDERS]))


def _ignored(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return patterns of folder names, and of paths from the top, of a .gitignore
    (https://git-scm.com/docs/gitignore). Negated patterns and those with `**` inside are skipped: better
    count too much than hide what belongs to the project."""
    names: list[str] = []
    paths: list[str] = []
    for line in lines:
        pattern = line.strip()
        if not pattern or pattern[0] in "#!" or len(pattern) > LONGEST_PATTERN:
            continue
        if len(names) + len(paths) >= 200:
            break
        plain = pattern.removeprefix("**/").rstrip("/")
        if not plain.strip("*/") or "**" in plain:
            continue
        if "/" in plain:
            paths.append(plain.lstrip("/"))
        elif "." not in plain.strip(".") or pattern.endswith("/"):
            names.append(plain)
    return names, paths


# -- formats --

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NOT_JSON = re.compile(r'("[^"\\\n]*(?:\\.[^"\\\n]*)*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
"""Comments; and texts, in which nothing is one."""
_TRAILING = re.compile(r'("[^"\\\n]*(?:\\.[^"\\\n]*)*")|,(?=\s*[}\]])')


def table(data: Any, *path: str) -> dict[str, Any]:
    """Return the table at a path of keys; an empty one if there is none."""
    here = data
    for name in path:
        here = here.get(name) if isinstance(here, dict) else None
    return here if isinstance(here, dict) else {}


def listed(value: Any) -> list[Any]:
    """Return a list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def parse_json(text: str) -> Any:
    """Return the value of JSON, also with comments and trailing commas. Raises ValueError, RecursionError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        plain = _NOT_JSON.sub(lambda found: found[1] or " ", text)
        return json.loads(_TRAILING.sub(lambda found: found[1] or "", plain))


def parse_yaml(text: str) -> Any:
    """Return the value of the first document of YAML. Raises ValueError."""
    try:
        return next(iter(yaml.load_all(text, Loader=_LOADER)), None)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def parse_ini(text: str) -> dict[str, dict[str, str]]:
    """Return the sections of an INI file. Raises ValueError."""
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ValueError(str(error)) from error
    return {name: {key: value or "" for key, value in parser.items(name)} for name in parser.sections()}


def parse_xml(raw: bytes) -> Element:
    """Return the root element. Raises ValueError: it is broken, or declares entities."""
    if b"<!ENTITY" in raw.replace(b"\0", b""):  # also in UTF-16
        raise ValueError("it declares entities")
    try:
        return ElementTree.fromstring(raw)
    except (ElementTree.ParseError, LookupError) as error:
        raise ValueError(str(error)) from error


def text_of(element: Element, path: str) -> str:
    """Return the text of the element at a path of names, in whatever namespace; "" if there is none."""
    found = element.find("/".join(f"{{*}}{name}" for name in path.split("/")))
    return (found.text or "").strip() if found is not None else ""


def all_of(element: Element, name: str) -> list[Element]:
    """Return all elements of this name below, in whatever namespace."""
    return element.findall(f".//{{*}}{name}")
