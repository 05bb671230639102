"""review --proposals: what agents would change, listed and decided from the command line."""

from __future__ import annotations

import pytest
from arbor_cli import added

from arbor_desktop.service import MemoryService

SHAPE = {
    "id", "memory_id", "action", "content", "fields", "before", "client", "reason", "at", "decision",
    "decided_at",
}  # fmt: skip


@pytest.fixture
def proposed(run, home):
    """A memory with an edit, and one with a deletion, that an agent proposes: the ids of the proposals."""
    port = added(run, "The kiln API listens on port 8080.")
    shelf = added(run, "Glazes stand on the third shelf.")
    with MemoryService.open(home) as service:
        proposals = service.agent_proposals
        edit = proposals.propose_edit(
            port,
            {"content": "The kiln API listens on port 9090.", "tags": ["ports"], "expires_at": "2030-01-01"},
            client="pottery-agent", reason="kiln.toml says so.",
        )  # fmt: skip
        deletion = proposals.propose_deletion(shelf, client="pottery-agent")
    return edit.id, deletion.id


def test_they_are_listed_the_oldest_first(run, proposed):
    said = run("review", "--proposals", "--json")
    assert [one["id"] for one in said.json] == list(proposed)
    assert all(set(one) == SHAPE for one in said.json)
    people = run("review", "--proposals").out
    for words in ("port 8080", "→ The kiln API listens on port 9090.", "tags: none → ports", "2030-01-01",
                  "Why: kiln.toml says so.", "by pottery-agent", "→ to be deleted", *proposed):  # fmt: skip
        assert words in people


def test_the_list_of_memories_stays_as_it_is_and_tells_of_them(run, proposed):
    said = run("review", "--json")
    assert (said.code, said.json) == (3, [])
    assert "AI tools suggest 2 changes: arbor review --proposals" in said.err
    assert "2 suggestions from AI tools" in run("status").out
    assert run("status", "--json").json["proposals"] == 2


def test_they_are_decided_by_id(run, proposed):
    edit, deletion = proposed
    (changed,) = run("review", "accept", edit, "--json").json
    assert (changed["content"], changed["tags"]) == ("The kiln API listens on port 9090.", ["ports"])
    (kept,) = run("review", "reject", deletion, "--json").json
    assert kept["status"] == "active"
    assert (run("review", "--proposals").code, run("review", "--proposals", "--json").json) == (3, [])
    assert run("undo").code == 0
    assert [one["id"] for one in run("review", "--proposals", "--json").json] == [edit]


def test_memories_and_proposals_are_decided_together(run, proposed):
    ident = added(run, "Bowls dry for a week.")
    said = run("review", "accept", ident, proposed[1], "--json")
    assert [one["status"] for one in said.json] == ["active", "deleted"]


def test_one_that_nobody_made_is_not_found(run, proposed):
    assert run("review", "accept", "01a20055-949d-74cf-940c-c61d52d751e3").code == 3
