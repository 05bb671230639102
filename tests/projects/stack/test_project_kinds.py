"""Projects of many kinds are read for what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop import resources
from arbor_desktop.projects.stack.collector import Knowledge, load_knowledge
from arbor_desktop.projects.stack.reader import read_project
from tests.projects.stack.project_folders import PROJECTS, Made


@pytest.fixture(scope="module")
def known() -> Knowledge:
    return load_knowledge(resources.read_text("projects.toml"))


@pytest.mark.parametrize("made", PROJECTS, ids=lambda made: made.name)
def test_what_a_project_is(made: Made, known: Knowledge, tmp_path: Path) -> None:
    reading = read_project(made.write(tmp_path), known)
    facts = reading.facts
    assert {name: getattr(facts, name) for name in made.equal} == made.equal
    for name, wanted in made.hold.items():
        found = getattr(facts, name)
        held = {one: found.get(one) for one in wanted} if isinstance(wanted, dict) else wanted & set(found)
        assert held == wanted, f"{name}: {found}"
    assert reading.troubles == ()
    assert set(made.files) == {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }, "nothing was run or written"


@pytest.mark.slow
@pytest.mark.parametrize("made", PROJECTS, ids=lambda made: made.name)
def test_reading_twice_says_the_same(made: Made, known: Knowledge, tmp_path: Path) -> None:
    made.write(tmp_path)
    assert read_project(tmp_path, known) == read_project(tmp_path, known)


def test_a_command_of_the_compiler_is_no_technology(known: Knowledge, tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "kiln"\n')
    facts = read_project(tmp_path, known).facts
    assert facts.test_frameworks == ("cargo test",) and facts.stack == ("rust", "cargo")


@pytest.mark.parametrize(
    ("file", "content", "name"),
    [
        ("package.json", '{"name": "glaze-shop"}', "glaze-shop"),
        ("package.json", '{"name": "@kiln/glaze-shop", "private": true}', "@kiln/glaze-shop"),
        ("package.json", '{"name": ["no"]}', ""),
        ("pyproject.toml", '[project]\nname = "glaze-shop"\n', "glaze-shop"),
        ("pyproject.toml", '[tool.poetry]\nname = "glaze-shop"\n', "glaze-shop"),
        ("pyproject.toml", "[tool.ruff]\n", ""),
        ("Cargo.toml", '[package]\nname = "glaze"\n', "glaze"),
        ("Cargo.toml", '[workspace]\nmembers = ["a"]\n', ""),
        ("go.mod", "module example.com/kiln/glaze\n\ngo 1.22\n", "glaze"),
        ("go.mod", "module example.com/kiln/glaze/v3\n", "glaze"),
        ("go.mod", "module glaze\n", "glaze"),
        ("packages/a/package.json", '{"name": "a"}', ""),
    ],
)
def test_its_name_is_that_of_its_package(
    known: Knowledge, tmp_path: Path, file: str, content: str, name: str
) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(content)
    assert read_project(tmp_path, known).name == name
