"""Which files and commands come up again and again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.extraction.outcome.steps import Lines, load_marks
from arbor_desktop.projects.frequency import LONGEST, MOST, frequent, inside, usual

MARKS = load_marks(resources.read_text("extraction/outcome.toml"))


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("npm test -- --watch foo", ["npm test"]),
        ("npm run test", ["npm test"]),
        ("npm run build:prod --if-present", ["npm run build:prod"]),
        ("pnpm run lint && pnpm build", ["pnpm lint", "pnpm build"]),
        ("pnpm --filter web test", ["pnpm test"]),
        (".venv/bin/python -m pytest -q tests/x", ["pytest"]),
        ("cd api && timeout 60 uv run ruff check .", ["ruff"]),
        ("docker compose -f dev.yml up -d", ["docker compose up"]),
        ("docker compose up -d", ["docker compose up"]),
        ("cargo test --all -- --nocapture", ["cargo test"]),
        ("make -j4 test", ["make test"]),
        ("make", ["make"]),
        ("python scripts/seed.py --all", ["python scripts/seed.py"]),
        ("node /home/noor/x.js", []),
        ("python -c 'print(1)'", []),
        ("ls -la && cat a.txt | grep b", []),
        ("git commit -m 'x' && git push", []),
        ("cd src; mkdir -p a; rm -rf b", []),
        ("", []),
        ("cat <<'E' > a.py\nnpm test\nE", []),
    ],
)
def test_a_command_is_the_same_in_every_session(line: str, names: list[str]) -> None:
    assert list(usual(line, Lines(MARKS), MARKS)) == names


@pytest.mark.parametrize(
    ("path", "project", "name"),
    [
        ("src/a.py", "/srv/kiln", "src/a.py"),
        ("./src/a.py", "/srv/kiln", "src/a.py"),
        ("/srv/kiln/src/a.py", "/srv/kiln", "src/a.py"),
        ("/srv/kiln-old/a.py", "/srv/kiln", None),
        ("/etc/hosts", "/srv/kiln", None),
        ("../other/a.py", "/srv/kiln", None),
        ("~/.bashrc", "/srv/kiln", None),
        ("C:\\Work\\kiln\\src\\a.py", "c:\\work\\kiln", "src/a.py"),
        ("D:\\else\\a.py", "C:\\work\\kiln", None),
        ("src/", "/srv/kiln", None),
        ("", "/srv/kiln", None),
    ],
)
def test_files_are_relative_to_their_project(path: str, project: str, name: str | None) -> None:
    assert inside(path, project) == name


def test_what_most_sessions_did_comes_first_and_counts_once_a_session() -> None:
    worked = [
        (["b.py", "b.py", "a.py"], ["npm test", "npm run test", "npm test -- x"]),
        (["b.py"], ["npm run build"]),
        (["c.py"], ["npm run build && npm test"]),
    ]
    files, commands = frequent(worked, "/srv/kiln", MARKS)
    assert [(one.name, one.sessions) for one in files] == [("b.py", 2), ("a.py", 1), ("c.py", 1)]
    assert [(one.name, one.sessions) for one in commands] == [("npm run build", 2), ("npm test", 2)]


def test_only_the_most_frequent_are_told() -> None:
    files, _ = frequent([([f"{number}.py" for number in range(MOST * 3)], [])], "/srv/kiln", MARKS)
    assert len(files) == MOST


@given(lines=st.lists(st.text(max_size=60), max_size=5))
def test_any_line_has_names_that_fit_a_line(lines: list[str]) -> None:
    _, commands = frequent([(lines, lines)], "/srv/kiln", MARKS)
    assert all(one.name and len(one.name) <= LONGEST and "\n" not in one.name for one in commands)
