"""What a pattern excludes, and what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.files import excluded_by

WORD = st.text("abcdef-_", min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/srv/work/a.jsonl", "/srv/work"),
        ("/srv/work/a.jsonl", "/srv/work/"),
        ("/srv/work/deep/down/a.jsonl", "/srv/work"),
        ("/srv/work", "/srv/work"),
        ("/srv/work/a.jsonl", "/srv/*/a.jsonl"),
        ("/srv/work/a.jsonl", "/srv/w*"),
        ("/srv/work/a.jsonl", "*.jsonl"),
        ("/srv/secret-plan/a.jsonl", "secret-*"),
        ("/srv/work/a.jsonl", "work"),
        ("/srv/x/clients/acme/a.jsonl", "clients/acme"),
        ("/srv/x/clients/acme/a.jsonl", "**/acme/**"),
        ("/srv/x/clients/acme/a.jsonl", "clients/*/a.jsonl"),
        ("C:\\Users\\noor\\work\\a.jsonl", "C:\\Users\\noor\\work"),
        ("C:\\Users\\noor\\work", "noor\\work"),
    ],
)
def test_excluded(path: str, pattern: str) -> None:
    assert excluded_by(path, ["", "other", pattern]) == pattern


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/srv/workshop/a.jsonl", "/srv/work"),
        ("/srv/work/a.jsonl", "/work"),
        ("/srv/work/a.jsonl", "wor"),
        ("/srv/work/a.jsonl", "srv/other"),
        ("/srv/work/a.jsonl", ""),
        ("/srv/work/a.jsonl", "  "),
        ("/srv/acme-clients/a.jsonl", "clients/acme"),
    ],
)
def test_not_excluded(path: str, pattern: str) -> None:
    assert excluded_by(path, [pattern]) is None


def test_a_tilde_is_the_home_folder() -> None:
    assert excluded_by(str(Path.home() / "work" / "a"), ["~/work"]) == "~/work"


@given(st.lists(WORD, min_size=2, max_size=5))
def test_a_folder_excludes_all_below_it_and_nothing_beside_it(parts: list[str]) -> None:
    path = "/" + "/".join(parts)
    for depth in range(1, len(parts)):
        folder = "/" + "/".join(parts[:depth])
        assert excluded_by(path, [folder]) == folder
        assert excluded_by(folder + "x", [folder]) is None


def test_a_link_and_the_folder_behind_it_are_the_same(tmp_path: Path) -> None:
    real, link = tmp_path / "disk" / "kiln", tmp_path / "work" / "oven"
    real.mkdir(parents=True)
    link.parent.mkdir()
    link.symlink_to(real, target_is_directory=True)
    assert excluded_by(str(real / "src"), [str(link)]) == str(link)
    assert excluded_by(str(link / "src"), [str(real)]) == str(real)
    assert excluded_by(str(link / "src"), ["disk/*"]) == "disk/*"
    assert excluded_by(str(link), ["kiln"]) == "kiln"
    assert excluded_by(str(link), ["oven"]) == "oven"
    assert excluded_by(str(tmp_path / "disk"), [str(link)]) is None


def test_what_no_system_could_open_is_compared_as_it_is_written() -> None:
    assert excluded_by("/srv/a\0b", ["/srv"]) == "/srv"
