"""secrets: the list, a search with today's rules, the purge."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.editing.test_removed_secrets import PASSWORD, TOKEN, anywhere, plant


@pytest.fixture
def planted(home: Path, clock: ManualClock) -> Path:
    with MemoryService.open(home, clock=clock) as service:
        return plant(service, clock)


def test_nothing_was_removed(run):
    said = run("secrets")
    assert (said.code, said.out) == (3, "No secrets were removed.\n")


def test_they_are_found_and_listed_without_the_secret(run, planted):
    said = run("secrets", "look")
    assert said.code == 0
    assert "GitHub token" in said.out and "12 copies" in said.out and "kiln · " in said.out
    assert "Looked through 1 conversation just now." in said.out
    assert "2 secrets saved. Purge them: arbor secrets purge" in said.out
    found = run("secrets", "--json").json
    assert [one["state"] for one in found["secrets"]] == ["saved", "saved"]
    assert TOKEN not in said.out + str(found) and PASSWORD not in said.out + str(found)


def test_a_purge_is_confirmed_and_reported(run, planted, home: Path):
    assert run("secrets", "purge").code == 2
    said = run("secrets", "purge", "--yes")
    assert said.code == 0
    for words in (
        "Purged: 2 secrets",
        "2 of 2 written again",
        "3 changed",
        "Outside Arbor, these files still have them:",
        ".jsonl",
        "GitHub token, kiln · Use this token for the mirror: [redacted:github-token] · message 1: "
        "Create a new one at GitHub and revoke the old one.",
        "Change it wherever it is used.",
    ):
        assert words in said.out
    with MemoryService.open(home) as service:
        assert anywhere(service) == []
    assert run("secrets", "purge", "--yes").code == 3
    assert "purged 20" in run("secrets").out
