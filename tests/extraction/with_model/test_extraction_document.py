"""What docs/extraction.md says is remembered is what is remembered, and the files that it names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbor_desktop import resources
from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.offline import pipeline
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor

CHECKOUT = Path(__file__).parents[3]
DOCUMENT = (CHECKOUT / "docs" / "extraction.md").read_text(encoding="utf-8")


DATA = {name.rpartition("/")[2] for name in resources.listing("extraction")}


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose head begins so."""
    table = DOCUMENT.partition(f"\n| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines()[2:]]


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


@pytest.mark.parametrize(("said", "remembered"), rows("You say"))
def test_the_examples_are_so(extractor: OfflineExtractor, said: str, remembered: str) -> None:
    turn = Turn(1, Role.USER, TurnKind.SAID, said, 0)
    found = extractor.extract(Excerpt("c", "claude-code", (turn,), "/home/kim/pollenwatch"))
    expected = [] if remembered.startswith("nothing: ") else [remembered]
    assert [memory.content for memory in found] == expected


def test_the_table_of_steps_names_modules_and_data_that_exist() -> None:
    steps = rows("Step")
    assert len(steps) == 9
    folder = Path(pipeline.__file__).parent
    for _, modules, *data in steps:
        for module in re.findall(r"`(\w+)`", modules):
            assert (folder / f"{module}.py").is_file(), module
        for file in re.findall(r"`([\w.]+)`", " ".join(data)):
            assert file in DATA, file


def test_every_file_of_data_is_named() -> None:
    others = {"outcome.toml", "planted.toml"}
    assert sorted(name for name in DATA - others if f"`{name}`" not in DOCUMENT) == []
