"""What an instruction file says of a branch's memory (spec 6.3). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbor_desktop.branches.sections import Entry, Section
from arbor_desktop.memories.model import Privacy
from arbor_desktop.text.escaping import one_line, shortened
from arbor_desktop.text.words import fold
from arbor_desktop.user_files import managed_block

TITLE = "## Branch Memory (auto-extracted)"
MOST = 4_000
"""Characters of the block, with its markers."""
MOST_OF_AN_ENTRY = 500
SECTIONS = (Section.CONVENTIONS, Section.DECISIONS, Section.BUGS)
"""In the order in which they stand; facts are left out."""
OPEN = (Privacy.NORMAL, Privacy.ALWAYS_INCLUDE)
"""What may stand in a file of a project, which others read too."""

_CODE = re.compile(r"(`[^`]+`)")
_IMPORT = re.compile(r"(?<![\w`])@[^\s`]+")


def block_text(entries: Iterable[Entry], most: int = MOST) -> str:
    """The lines of the block; empty where nothing is to be said. Filled entry by entry, in the order of the
    sections; one that does not fit any more is left out."""
    open_ones = [one for one in entries if one.privacy_level in OPEN]
    lines = [TITLE]
    for section in SECTIONS:
        heading: list[str] = ["", f"### {section.value}"]
        said: set[str] = set()
        for one in open_ones:
            if one.section is not section or fold(one.text) in said:
                continue
            more = [*heading, f"- {entry_line(one.text)}"]
            if managed_block.size("\n".join([*lines, *more])) <= most:
                said.add(fold(one.text))
                lines += more
                heading = []
    return "\n".join(lines) if len(lines) > 1 else ""


def entry_line(text: str) -> str:
    """One entry on one line that stays inside its bullet: it opens no comment, and names no file to import
    (Claude Code and Gemini CLI read `@path` outside of code)."""
    line = one_line(text).replace("<!--", "(!--").replace("-->", "--)")
    line = shortened(line, MOST_OF_AN_ENTRY)
    if "@" not in line:
        return line
    if "``" in line or line.count("`") % 2:
        line = line.replace("`", "'")
    parts = _CODE.split(line)
    parts[::2] = [_IMPORT.sub(lambda found: f"`{found[0]}`", part) for part in parts[::2]]
    return "".join(parts)


def import_text(path: str) -> str:
    """The line that takes another file in, `path` as seen from the file."""
    return f"@./{path}"
