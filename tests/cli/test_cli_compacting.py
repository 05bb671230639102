"""compact: what is shortened, what is left alone, and what is said of it."""

from __future__ import annotations

import pytest

SHORT = "The big oven is fired on Tuesday nights."
LONG = (
    f"{SHORT} It was decided in the year of the great flood, when power in the valley was cheap after ten "
    "in the evening and the old foreman could not sleep anyway, as he told everybody."
)
LIST = (
    "The small oven has three doors. The kiln has four. The blue one belongs to the school, the green to the "
    "city, and the red one must not be used before the chimney was swept. Glazes are kept beside the stairs."
)


@pytest.fixture
def old(run, home):
    """Two long memories that are older than a month."""
    import apsw

    ids = [run("add", text, "--type", "fact", "--json").json["id"] for text in (LONG, LIST)]
    conn = apsw.Connection(str(home / "arbor_memory.db"))
    conn.execute("UPDATE memory SET created_at = created_at - 40 * 86400000")
    conn.close()
    return ids


def test_nothing_is_long_and_old(run):
    said = run("compact", "--json")
    assert (said.code, said.json) == (3, [])
    assert "No memory is long and old enough." in run("compact").err


def test_a_dry_run_changes_nothing(run, old):
    said = run("compact", "--dry-run", "--json")
    assert said.code == 0
    assert [(one["memory"]["id"], one["summary"], one["applied"]) for one in said.json] == [
        (old[0], SHORT, False),
        (old[1], None, False),
    ]
    assert run("show", old[0], "--json").json["summary"] is None
    shown = run("compact", "--dry-run").out
    assert f"→ {SHORT}" in shown
    assert "1 memory would be shortened; 1 unchanged." in shown


def test_shortens_what_can_be_and_undo_takes_it_back(run, old):
    said = run("compact", "--json").json
    assert [one["applied"] for one in said] == [True, False]
    assert {one["action"] for one in said} == {"summarize"}
    shown = run("show", old[0])
    assert "great flood" in " ".join(shown.out.split()), "the whole text is still shown"
    assert SHORT in run("show", old[0], "--json").json["summary"]
    assert run("search", "foreman", "--json").json[0]["id"] == old[0]
    assert run("undo", "--json").json["undone"]["ids"] == [old[0]]
    assert run("show", old[0], "--json").json["summary"] is None
