"""The Markdown file of a branch's memory, generated, parsed and updated (spec 6.3).

# Branch Memory: feature/login

> Maintained by Arbor. You can edit it: Arbor reads your changes. Last updated: 2026-01-01T00:00:00.000Z

## Facts

- The login needs a token.

## Architectural Decisions

_No entries yet._ …

What a person adds beside the entries (paragraphs, their own headings, code, comments) is kept. An entry is
one line: what could end its bullet, open another block or hide text is removed or escaped.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from arbor_desktop.branches.model import BranchDocument, Section
from arbor_desktop.clock import from_iso, to_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.text.escaping import quoted

GENERATOR = "Maintained by Arbor. You can edit it: Arbor reads your changes."
NOTHING_YET = "_No entries yet._"
MOST_ENTRIES = 2_000
"""Entries of a file; one with more is not read."""
LONGEST_STEM = 100
"""Characters of a file name without its ending; a longer one is cut, and gets a hash."""

_TITLE = re.compile(r"\ufeff?# Branch Memory: (?P<branch>.*\S)\s*$")
_UPDATED = re.compile(r"(?P<before>>.*\bLast updated: )(?P<at>\S+)(?P<after>.*)", re.DOTALL)
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_SECTION = re.compile(r" {0,3}##[ \t]+(?P<name>.*?)(?:[ \t]+#+)?[ \t]*$")
_FENCE = re.compile(r"\s*(?P<mark>`{3,}|~{3,})")
_COMMENT = re.compile(r" {0,3}<!--")
_BULLET = re.compile(r"(?P<indent> {0,3})(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(?P<text>.*)|$)")
_MERGE = re.compile(r"(?:<{7}|>{7})(?: |$)")
"""Markers that git leaves in a file until its merge is done."""

_LEADING = re.compile(
    r"(?P<before>\d{1,9})?(?P<slashes>\\*)(?P<after>#{1,6}(?= |$)|[-+*](?= |$)|>|<|`{3,}|~{3,}|\||"
    r"\[[ xX]?\](?= |$)|(?:[-*_] ?){3,}$|[.)](?= |$))"
)
"""What would begin another block at the start of a bullet, unless a backslash is before it."""
_COMMENT_MARKS = re.compile(r"(?P<before><(?=\\*!--)|--(?=\\*>))(?P<slashes>\\*)(?P<after>!--|>)")

_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)
"""Names of devices on Windows, with any ending."""

_SECTIONS = {section.value.casefold(): section for section in Section}


class BranchFileBroken(InvalidInput):
    """A file can't be read as the memory of a branch. The message says what to correct."""


@dataclass(frozen=True, slots=True)
class BranchFile:
    """The content of a file. `updated_at`: in milliseconds, or None."""

    branch: str
    document: BranchDocument
    updated_at: int | None = None


# -- one entry --


def entry_of(text: str) -> str:
    """Return a memory's text as an entry: one line, without invisible characters."""
    return quoted(text)


def bullet_of(entry: str) -> str:
    """Return the line of an entry (made by `entry_of`), without its line end."""
    line = _LEADING.sub(_more, entry, count=1) if _leads(entry) else entry
    return f"- {_COMMENT_MARKS.sub(_more, line)}"


def _read_bullet(text: str) -> str:
    """Return the entry of a bullet's text: the inverse of `bullet_of`, also for what a person wrote."""
    line = " ".join(text.split())
    line = _COMMENT_MARKS.sub(_less, line)
    if _leads(line):
        line = _LEADING.sub(_less, line, count=1)
    return entry_of(line)


def _leads(line: str) -> bool:
    """Return whether a mark comes first. A number alone is none, nor is a full stop without a number."""
    found = _LEADING.match(line)
    return found is not None and (found["after"][0] in ".)") == (found["before"] is not None)


def _slashed(found: re.Match[str], by: int) -> str:
    """Return a mark with backslashes added before it, or removed if the number is negative."""
    return (found["before"] or "") + "\\" * max(0, len(found["slashes"]) + by) + found["after"]


_more, _less = partial(_slashed, by=1), partial(_slashed, by=-1)


# -- the whole file --


def generate(branch: str, document: BranchDocument, updated_at: int) -> str:
    """Return a new file. Entries are made to lines by `entry_of`."""
    lines = [f"# Branch Memory: {entry_of(branch)}", "", f"> {GENERATOR} Last updated: {to_iso(updated_at)}"]
    for section in Section:
        entries = [bullet_of(entry_of(text)) for text in document.sections.get(section, ())]
        lines += ["", f"## {section.value}", "", *(entries or [NOTHING_YET])]
    return "\n".join(lines) + "\n"


def parse(text: str) -> BranchFile:
    """Return the content of a file. Raises BranchFileBroken: it has no title, a section is missing or there
    twice, or a merge is not done."""
    file = _read(text)
    entries = {section: tuple(one.entry for one in file.bodies[section].bullets) for section in Section}
    dated = None if file.dated is None else _UPDATED.match(file.lines[file.dated])
    try:
        updated_at = from_iso(dated["at"]) if dated else None
    except InvalidInput:
        updated_at = None
    return BranchFile(file.branch, BranchDocument(entries), updated_at)


def update(text: str, sections: Mapping[Section, Sequence[str]], updated_at: int) -> str:
    """Return `text` with other entries in the named sections, and the new date if that changed anything. All
    else is kept byte for byte, and so is the form of a bullet that stays. Raises BranchFileBroken as `parse`
    does."""
    file = _read(text)
    changed = False
    last_first = sorted(
        sections, key=lambda section: -file.bodies[section].first
    )  # the others keep their lines
    for section in last_first:
        entries = [entry_of(one) for one in sections[section]]
        body = file.bodies[section]
        if entries != [one.entry for one in body.bullets]:
            changed = True
            file.lines[body.first : body.end] = [body.with_entries(entries, file.newline)] + [""] * (
                body.end - body.first - 1
            )
    if not changed:
        return text
    if file.dated is not None:
        line = _UPDATED.match(file.lines[file.dated])
        assert line is not None
        file.lines[file.dated] = f"{line['before']}{to_iso(updated_at)}{line['after']}"
    return "".join(file.lines)


@dataclass(slots=True)
class _Bullet:
    entry: str
    raw: str


@dataclass(slots=True)
class _Body:
    """Lines `first` to `end` of a section below its heading: what is before the first bullet, the bullets,
    and what else is among and after them."""

    first: int
    end: int
    last: bool = False
    lead: list[str] = field(default_factory=list)
    bullets: list[_Bullet] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)

    def with_entries(self, entries: Sequence[str], newline: str) -> str:
        known = {one.entry: one.raw for one in self.bullets}
        bullets = [known.get(one) or bullet_of(one) + newline for one in entries] or [NOTHING_YET + newline]
        parts = [_trimmed(self.lead), "".join(_ended(one, newline) for one in bullets), _trimmed(self.trail)]
        blocks = [_ended(part, newline) for part in parts if part]
        return newline + newline.join(blocks) + ("" if self.last else newline)


def _ended(text: str, newline: str) -> str:
    return text if text.endswith("\n") else text + newline


def _trimmed(lines: Sequence[str]) -> str:
    """Return the lines as a text, without blank lines before and after."""
    kept = list(lines)
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return "".join(kept)


@dataclass(slots=True)
class _File:
    lines: list[str]
    newline: str
    branch: str
    dated: int | None
    bodies: dict[Section, _Body]


def _read(text: str) -> _File:
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    plain = set(_plain(lines))
    if any(_MERGE.match(lines[n].rstrip("\r\n")) for n in plain):
        raise BranchFileBroken("It has an unfinished merge, with lines such as <<<<<<<.")
    title = next((n for n in sorted(plain) if lines[n].strip("\ufeff\r\n \t")), None)
    named = None if title is None else _TITLE.match(lines[title])
    if title is None or named is None:
        raise BranchFileBroken("Its first line is not “# Branch Memory: ” with the name of the branch.")
    headings = [n for n in sorted(plain) if n > title and _HEADING.match(lines[n])]
    bodies: dict[Section, _Body] = {}
    for n, end in pairwise([*headings, len(lines)]):
        found = _SECTION.match(lines[n].rstrip("\r\n"))
        section = _SECTIONS.get(found["name"].casefold()) if found else None
        if section is None:
            continue
        if section in bodies:
            raise BranchFileBroken(f"The section “{section}” is there twice.")
        bodies[section] = _body(lines, n + 1, end, plain)
    if missing := [section.value for section in Section if section not in bodies]:
        raise BranchFileBroken(f"The heading “## {missing[0]}” is missing.")
    if sum(len(body.bullets) for body in bodies.values()) > MOST_ENTRIES:
        raise BranchFileBroken(f"It has more than {MOST_ENTRIES:,} entries.")
    dated = next(
        (n for n in range(title, headings[0]) if n in plain and _UPDATED.match(lines[n])),
        None,
    )
    return _File(lines, "\r\n" if "\r\n" in text else "\n", named["branch"], dated, bodies)


def _plain(lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines outside of fenced code and HTML comments."""
    fence: str | None = None
    comment = False
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        if fence is not None:
            if found and found["mark"][0] == fence[0] and len(found["mark"]) >= len(fence):
                fence = None
        elif comment:
            comment = "-->" not in line
        elif found:
            fence = found["mark"]
        elif start := _COMMENT.match(line):
            comment = "-->" not in line[start.end() :]
        else:
            yield number


def _body(lines: list[str], first: int, end: int, plain: Collection[int]) -> _Body:
    body = _Body(first, end, last=end == len(lines))
    texts: list[list[str]] = []
    raws: list[list[str]] = []
    open_bullet, blank = False, False
    for number in range(first, end):
        line = lines[number]
        shown = line.rstrip("\r\n")
        indented = shown.startswith(("  ", "\t"))
        bullet = _BULLET.match(shown) if number in plain else None
        if not shown.strip():
            blank = True
            (raws[-1] if open_bullet else body.trail if raws else body.lead).append(line)
            continue
        if bullet and not (open_bullet and len(bullet["indent"]) >= 2):
            texts.append([bullet["text"] or ""])
            raws.append([line])
            open_bullet = True
        elif number in plain and shown.strip() == NOTHING_YET:
            open_bullet = False
        elif open_bullet and (indented or (not blank and number in plain)):
            texts[-1].append(shown.strip())
            raws[-1].append(line)
        else:
            open_bullet = False
            (body.trail if raws else body.lead).append(line)
        blank = False
    for parts, raw in zip(texts, raws, strict=True):
        if said := " ".join(parts).strip():
            body.bullets.append(_Bullet(_read_bullet(said), _trimmed(raw)))
    return body


# -- names --


def plain_stem(branch: str) -> str:
    """Return the usual name of a branch's file, without its ending."""
    stem = _NOT_IN_NAMES.sub("_", branch)
    if len(stem) > LONGEST_STEM or _RESERVED.match(stem):
        return hashed_stem(branch)
    return stem


def hashed_stem(branch: str) -> str:
    """Return the name if another branch has the plain one: with eight digits of a hash of the branch."""
    digest = hashlib.sha256(branch.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_NOT_IN_NAMES.sub('_', branch)[:LONGEST_STEM]}-{digest}"


def stem_for(branch: str, taken: Collection[str]) -> str:
    """Return a name for the file of a branch that differs from all `taken` ones, also on file systems that
    ignore case."""
    stem = plain_stem(branch)
    return hashed_stem(branch) if stem.casefold() in {one.casefold() for one in taken} else stem
