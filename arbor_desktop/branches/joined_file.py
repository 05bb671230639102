"""CLAUDE.md joined from CLAUDE_base.md and CLAUDE_<branch>.md (spec 6.3). Pure, on bytes.

The first line is a comment with a checksum of all that follows, Arbor's block left out: it tells, in every
clone, that the file was joined by Arbor and whether a person changed it since.
"""

from __future__ import annotations

import re
from enum import StrEnum

from arbor_desktop.user_files import managed_block

BASE = "CLAUDE_base.md"
_HEAD = re.compile(rb"<!-- arbor:joined ([0-9a-f]{12}) from [^\r\n]*-->\r?\n")
_UTF8_MARK = b"\xef\xbb\xbf"
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]")


class Joined(StrEnum):
    NO = "no"
    """A person's file."""
    WHOLE = "whole"
    CHANGED = "changed"
    """Joined by Arbor, and changed by a person since."""


def branch_file(branch: str) -> str:
    """The name of the file that holds for a branch."""
    return f"CLAUDE_{_NOT_IN_NAMES.sub('_', branch)}.md"


def join(base: bytes, branch: bytes | None, name: str) -> bytes:
    """Both files, one below the other; the base alone where the branch has none. `name`: of the branch's."""
    line_end = managed_block.usual_end(base)
    parts = [part.removeprefix(_UTF8_MARK) for part in (base, branch) if part]
    finished = [part if part.endswith(b"\n") else part + line_end for part in parts]
    body = line_end.join(finished)
    of = BASE if branch is None else f"{BASE} and {name}"
    head = f"<!-- arbor:joined {managed_block.checksum(body).decode()} from {of}: change it there -->"
    return head.encode() + line_end + body


def state(data: bytes) -> Joined:
    """Of a file without Arbor's block."""
    head = _HEAD.match(data)
    if head is None:
        return Joined.NO
    same = managed_block.checksum(data[head.end() :]) == head[1]
    return Joined.WHOLE if same else Joined.CHANGED


def without_head(data: bytes) -> bytes:
    """What stands below the first line that Arbor wrote."""
    head = _HEAD.match(data)
    return data if head is None else data[head.end() :]
