"""A project's folder as it may be read: few files, none large, none secret, none outside of it; what is
broken is noted and passed over. Nothing is ever executed or changed.

XML is read without entities (a few bytes of them can stand for gigabytes). JSON may have comments and
trailing commas, as in tsconfig.json (https://www.typescriptlang.org/docs/handbook/tsconfig-json.html).
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from xml.parsers import expat

MAX_BYTES = 1_000_000
MOST_READ = 200
"""So many files of a project are read at most."""
MOST_TROUBLES = 10
_MOST_DEEP = 60
_MOST_NAMES = 5_000
_LONGEST_SCRIPT = 200_000
_LONGEST_LINE = 500
_SECRET = re.compile(
    r"^(?:\.env(?:\..*)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?"
    r"|\.npmrc|\.pypirc|\.netrc|\.htpasswd|\.pgpass|credentials(?:\..*)?|secrets?(?:\..*)?)$",
    re.IGNORECASE,
)
_NEXT = re.compile(r'"|//|/\*')
_STRING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_TRAILING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|,(?=\s*[}\]])')

Excluded = Callable[[str], bool]


def is_secret(name: str) -> bool:
    """Whether a file of this name may hold secrets: it is listed, and never read."""
    return _SECRET.match(name) is not None


@dataclass(slots=True)
class Element:
    """An element of XML, without its namespace."""

    name: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def child(self, *path: str) -> Element | None:
        here: Element | None = self
        for name in path:
            here = next((one for one in here.children if one.name == name), None) if here else None
        return here

    def all(self, name: str) -> list[Element]:
        """Every element of this name below, in order."""
        found = []
        for one in self.children:
            if one.name == name:
                found.append(one)
            found += one.all(name)
        return found

    def said(self, *path: str) -> str:
        found = self.child(*path)
        return found.text.strip() if found else ""


class Folder:
    """Reads files by their path relative to the project, with `/`. What can't be read is None or empty, and
    named in `troubles`; `read` are those that were."""

    def __init__(self, root: Path, excluded: Excluded) -> None:
        self.root = root
        self._real = os.path.realpath(root)
        self._excluded = excluded
        self.read: dict[str, None] = {}
        self.troubles: list[str] = []
        self._parsed_before: dict[str, dict[str, Any]] = {}
        self.names: dict[str, bool] = self._list("")
        """What lies at its top: the name, and whether it is a folder."""

    def has(self, name: str) -> bool:
        """Whether a file lies at its top."""
        return self.names.get(name) is False

    def first(self, *names: str) -> str | None:
        """The first of these files at its top."""
        return next((name for name in names if self.has(name)), None)

    def listing(self, folder: str) -> list[str]:
        """The names of the files in a folder below."""
        return sorted(name for name, is_folder in self._list(folder).items() if not is_folder)

    def text(self, path: str) -> str | None:
        """A file's text; None where it is not there, or may not or can't be read."""
        raw = self._bytes(path)
        return None if raw is None else raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")

    def script(self, path: str) -> str | None:
        """The text of a file that is no data, such as a build script, to be looked through for what is known:
        its beginning, with long lines cut."""
        text = self.text(path)
        if text is None:
            return None
        return "\n".join(line[:_LONGEST_LINE] for line in text[:_LONGEST_SCRIPT].split("\n"))

    def json(self, path: str) -> dict[str, Any]:
        return self._parsed(path, parse_json)

    def toml(self, path: str) -> dict[str, Any]:
        return self._parsed(path, tomllib.loads)

    def xml(self, path: str) -> Element | None:
        raw = self._bytes(path)
        if raw is None:
            return None
        try:
            return parse_xml(raw)
        except (expat.ExpatError, ValueError, LookupError) as error:
            self.note(path, f"is broken: {error}")
            return None

    def note(self, path: str, what: str) -> None:
        """Notes what is wrong with a file, for people."""
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(f"{path} {what}"[:300])

    def _parsed(self, path: str, parse: Callable[[str], Any]) -> dict[str, Any]:
        """Each file is read and parsed once, however many ask for it."""
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


def parse_json(text: str) -> Any:
    """JSON, also with comments and trailing commas. Raises ValueError, RecursionError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        plain = _without_comments(text)
        return json.loads(
            _TRAILING.sub(lambda token: token.group() if token.group()[0] == '"' else "", plain)
        )


def _without_comments(text: str) -> str:
    """Linear in the text, whatever it holds. Raises ValueError for a text or comment without an end."""
    kept = []
    at = 0
    while found := _NEXT.search(text, at):
        kept.append(text[at : found.start()])
        if found.group() == '"':
            string = _STRING.match(text, found.start())
            if string is None:
                raise ValueError("a text in it has no end")
            kept.append(string.group())
            at = string.end()
            continue
        end = text.find("\n" if found.group() == "//" else "*/", found.end())
        if end < 0:
            if found.group() == "/*":
                raise ValueError("a comment in it has no end")
            return "".join(kept)
        kept.append(" ")
        at = end + (0 if found.group() == "//" else 2)
    return "".join([*kept, text[at:]])


def parse_xml(raw: bytes) -> Element:
    """The root element. Raises ExpatError or ValueError, also for entities and where it is too deep."""
    root = Element("", {})
    path = [root]
    parser = expat.ParserCreate(namespace_separator=" ")

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(path) > _MOST_DEEP:
            raise ValueError("it is nested too deeply")
        element = Element(name.rpartition(" ")[2], attributes)
        path[-1].children.append(element)
        path.append(element)

    def end(_name: str) -> None:
        path.pop()

    def said(text: str) -> None:
        if len(path[-1].text) < 10_000:
            path[-1].text += text

    def entity(*_: object) -> None:
        raise ValueError("it declares entities")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = said, entity
    parser.Parse(raw, True)
    return root.children[0]
