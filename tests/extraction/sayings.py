"""The marked messages of tests/extraction/sayings (its README.md says how they are written)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "sayings"
KINDS = ("rule", "preference", "person", "skill", "people", "project", "decision", "cause", "goal")

PLACES = ("project", "everywhere", "branch", "brief")
_MARK = re.compile(r"\[\[(?P<labels>\w+(?: \w+)*): *(?P<words>(?:[^\]]|\](?!\]))+)\]\]")


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `start` to `end` of a message say something that lasts. `place`: one of PLACES, where it
    applies, "" if nobody knows; `private`: None if nobody knows."""

    kind: str
    start: int
    end: int
    place: str = ""
    private: bool | None = None


@dataclass(frozen=True, slots=True)
class Saying:
    """A message, what the assistant said before it, and what lasts in it."""

    text: str
    marks: tuple[Mark, ...]
    before: str = ""


def sayings(folder: Path = FOLDER) -> dict[str, list[Saying]]:
    """The messages by file. Raises ValueError for a mark of no known kind."""
    return {
        path.stem: list(_read(path.name, path.read_text(encoding="utf-8")))
        for path in sorted(folder.glob("*.txt"))
    }


def groups(folder: Path = FOLDER) -> Iterator[tuple[str, list[Saying]]]:
    """Yield the name of a file and the messages below one of its headings: of a person, or of a subject."""
    for path in sorted(folder.glob("*.txt")):
        for part in re.split(r"^# .*$", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            yield path.stem, list(_read(path.name, part))


def fingerprint(folder: Path = FOLDER) -> str:
    """Stands for the present sayings: what the judge was learned from says so too."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.txt")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _read(name: str, text: str) -> Iterator[Saying]:
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("# "):
            continue
        if line.startswith("A: "):
            before = line[3:].replace("\\n", "\n")
            continue
        try:
            yield _saying(line.replace("\\n", "\n"), before)
        except ValueError as error:
            raise ValueError(f"{name}:{number}: {error}") from error
        before = ""


def _saying(line: str, before: str) -> Saying:
    text, marks, position = "", [], 0
    for match in _MARK.finditer(line):
        kind, *labels = match["labels"].split()
        marked = match["words"]
        private = "private" in labels
        place = "".join(one for one in labels if one != "private") or "project"
        if kind not in KINDS or place not in PLACES:
            raise ValueError(f"no such mark: {match['labels']!r}")
        text += line[position : match.start()]
        marks.append(Mark(kind, len(text), len(text) + len(marked.rstrip()), place, private))
        text += marked
        position = match.end()
    text += line[position:]
    if "[[" in text or "]]" in text:
        raise ValueError("a mark is not closed")
    return Saying(text, tuple(marks), before)
