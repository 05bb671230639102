"""Values as programs and command lines hand them over: stored, refused in words, never a broken store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories.checks import LONGEST_PATH, project_path
from arbor_desktop.service import MemoryService

HALF = "caf\udce9"
"""What a command line holds where its bytes are not UTF-8."""


@pytest.mark.parametrize(
    "ask",
    [
        lambda s: s.store(f"The {HALF} opens at eight", type="fact", technology=HALF, tags=[HALF]),
        lambda s: s.store("Opens at eight", type="fact", scope="conversation", scope_id=HALF),
        lambda s: s.store("Opens at eight", type="fact", scope="project", scope_id="/" + HALF),
        lambda s: s.edit_category("facts", f"The {HALF}"),
        lambda s: s.get_category("facts", "conversation", HALF),
        lambda s: s.get_category("facts", project="/" + HALF),
        lambda s: s.process_response("I'll remember that the API is slow.", conversation=HALF),
        lambda s: s.search(HALF, tags=[HALF], technology=HALF, project="/" + HALF),
        lambda s: s.query(scope="conversation", scope_id=HALF, conversation=HALF),
        lambda s: s.retrieve(HALF, project="/" + HALF, branch=HALF),
        lambda s: s.get_context(project="/" + HALF, branch=HALF, conversation=HALF, prompt=HALF),
        lambda s: s.suggest(HALF, tags=[HALF]),
    ],
)
def test_halves_of_characters_break_nothing(service: MemoryService, ask: Callable[..., Any]) -> None:
    ask(service)
    assert service.get_context().status in ("loaded", "empty")


@pytest.mark.parametrize("moment", [10**30, -(10**30), 10**18])
def test_a_time_that_no_calendar_has_is_refused(service: MemoryService, moment: int) -> None:
    with pytest.raises(InvalidInput, match="year 10000"):
        service.get_context(as_of=moment)
    with pytest.raises(InvalidInput, match="year 10000"):
        service.search("x", since=moment)


def test_a_path_longer_than_paths_are_is_refused(service: MemoryService) -> None:
    with pytest.raises(InvalidInput, match="characters"):
        service.get_context(project="/x" * LONGEST_PATH)


def test_the_folder_of_a_person_whom_nobody_knows_is_a_path_like_any_other() -> None:
    assert project_path("~nobody-of-that-name/shop") == str(Path.cwd() / "~nobody-of-that-name" / "shop")
