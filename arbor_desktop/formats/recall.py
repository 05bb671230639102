"""For logs in which a late line takes back what stands far before it: their readers look at it again."""

from __future__ import annotations

from pathlib import Path

from arbor_desktop.formats.gathering import Gathering
from arbor_desktop.formats.growing import Follower
from arbor_desktop.formats.lines import LogFile


def replay(path: Path, stop: int, follower: Follower, source: str) -> None:
    """Feeds `follower` every whole line before byte `stop`; what it tells is dropped.

    Raises OSError where the file can't be read.
    """
    with LogFile(path) as log:
        for line in log.lines(0, stop):
            if line.complete and line.data:
                follower.feed(line.data, line.offset, Gathering(source))
