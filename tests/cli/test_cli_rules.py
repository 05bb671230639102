"""rules: what each rule made, how it was judged, and counting anew."""

from __future__ import annotations

import pytest

RULE = {
    "rule", "name", "memories", "kept", "turned_down", "confidence", "confidence_now", "factor", "reset_at",
}  # fmt: skip


@pytest.fixture
def wrong(run, captured):
    """The rule's name of the one captured memory, which the person called wrong; nothing else was judged."""
    (memory,) = run("list", "--json").json["memories"]
    assert run("feedback", memory["id"], "INCORRECT").code == 0
    return memory["evidence"][0]["rule"].removeprefix("correction/")


def test_without_any_memory_there_is_no_rule(run):
    said = run("rules", "--json")
    assert (said.code, said.json) == (3, [])
    assert "No rule has made a memory yet." in run("rules").err


def test_says_what_each_rule_made_and_how_that_was_judged(run, wrong):
    (rule,) = run("rules", "--json").json
    assert rule.keys() == RULE
    assert rule["rule"] == wrong
    assert (rule["memories"], rule["kept"], rule["turned_down"], rule["factor"]) == (1, 0, 1, 1)
    assert rule["confidence"] == rule["confidence_now"]


def test_people_read_words(run, wrong):
    name, facts = run("rules", "list").out.splitlines()
    assert name
    assert wrong not in name
    assert facts.startswith(f"  {wrong} · 1 memory · 1 turned down · ")
    assert facts.endswith("% certain")


def test_a_memory_is_shown_with_the_rule_that_found_it(run, wrong):
    (rule,) = run("rules", "--json").json
    (memory,) = run("list", "--status", "rejected", "--json").json["memories"]
    shown = " ".join(run("show", memory["id"]).out.split())
    assert rule["name"] in shown


def test_reset_counts_anew(run, wrong):
    (rule,) = run("rules", "reset", wrong, "--json").json
    assert (rule["memories"], rule["turned_down"]) == (1, 0)
    assert rule["reset_at"].endswith("Z")
    assert run("rules", "reset", "--quiet").out == ""


def test_a_rule_that_made_nothing_is_refused(run, wrong):
    said = run("rules", "reset", "weather.rain", "--json")
    assert (said.code, said.json["code"]) == (3, "NOT_FOUND")
    assert "weather.rain" in said.json["message"]
