"""Searching and listing: shapes, filters, pages, what is found and what is not."""

from __future__ import annotations

import sqlite3

import pytest
from arbor_cli import MEMORY, added

from arbor_desktop.cli import search
from arbor_desktop.integrations import view_as


def test_search_answers_memories_with_their_scores(run):
    ident = added(run)
    added(run, "Deploys go out on Tuesdays")
    hits = run("search", "tabs or spaces", "--json").json
    assert hits[0].keys() >= MEMORY | {"score", "components"}
    assert hits[0]["components"].keys() == {"relevance", "confidence", "frequency", "recency"}
    assert hits[0]["id"] == ident


def test_people_are_shown_what_answers_and_programs_get_as_many_as_they_ask_for(run):
    added(run, "Use pnpm, not npm")
    added(run, "Deploys go out on Tuesdays")
    said = run("search", "pnpm")
    assert "Use pnpm" in said.out
    assert "matched: pnpm" in said.out
    assert "Deploys" not in said.out
    none = run("search", "xylophone zither")
    assert (none.code, none.out) == (3, "")
    assert "No memory matches “xylophone zither”." in none.err
    as_json = run("search", "pnpm", "--json")
    assert {hit["content"] for hit in as_json.json} >= {"Use pnpm, not npm"}


def test_a_query_needs_no_quotes_and_is_never_a_syntax_error(run):
    ident = added(run)
    assert run("search", "tabs", "spaces", "--json").json[0]["id"] == ident
    for wild in ('"', "tabs AND (", "*", "NEAR(tabs", "content:tabs", "'; --"):
        assert run("search", wild, "--json").code in (0, 3)


@pytest.mark.parametrize(
    ("arguments", "empty"),
    [
        (["search", "tabs"], []),
        (["search", "tabs", "--conversations"], []),
        (["list"], {"memories": [], "next": None, "total": 0}),
        (["conversations"], {"conversations": [], "next": None, "total": 0}),
        (["review"], []),
        (["exclude", "list"], []),
    ],
)
def test_nothing_found_exits_3_with_the_empty_document(run, arguments, empty):
    said = run(*arguments, "--json")
    assert (said.code, said.json) == (3, empty)
    plain = run(*arguments)
    assert (plain.code, plain.out) == (3, "")
    assert plain.err.strip()
    assert run(*arguments, "--quiet").err == ""


def test_filters_narrow_and_repeat(run, project):
    tabs = added(run, "I prefer tabs over spaces", "--tag", "style", "--confidence", "0.4")
    fact = run("add", "Deploys go out on Tuesdays", "--type", "fact", "--scope", "project", "--scope-id",
               str(project), "--json").json["id"]  # fmt: skip
    skill = run("add", "Knows Rust very well", "--type", "skill", "--privacy", "sensitive", "--json").json[
        "id"
    ]

    def listed(*filters):
        return {m["id"] for m in run("list", *filters, "--json").json["memories"]}

    assert listed() == {tabs, fact, skill}
    assert listed("--type", "fact", "skill") == {fact, skill}
    assert listed("--type", "fact", "--type", "skill") == {fact, skill}
    assert listed("--category", "coding_preferences") == {tabs}
    assert listed("--scope", "project") == {fact}
    assert listed("--scope", "project", "--scope-id", str(project)) == {fact}
    assert listed("--project", str(project)) == {tabs, fact, skill}
    assert listed("--project", str(project.parent)) == {tabs, skill}
    assert listed("--privacy", "sensitive") == {skill}
    assert listed("--tag", "style") == {tabs}
    assert listed("--min-confidence", "0.9") == {fact, skill}
    assert listed("--source", "user_stated", "--since", "2020-01-01") == {tabs, fact, skill}
    assert listed("--until", "2020-01-01") == set()
    assert listed("--technology", "rust") == set()


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ((), {"tabs", "fact", "skill"}),
        (("--type", "fact", "skill"), {"fact", "skill"}),
        (("--category", "coding_preferences"), {"tabs"}),
        (("--scope", "global"), {"tabs", "skill"}),
        (("--scope", "project", "--scope-id", "PROJECT"), {"fact"}),
        (("--project", "PROJECT"), {"tabs", "fact", "skill"}),
        (("--project", "ELSEWHERE"), {"tabs", "skill"}),
        (("--status", "archived"), {"old"}),
        (("--status", "all"), {"tabs", "fact", "skill", "old"}),
        (("--source", "user_stated"), {"tabs", "fact", "skill"}),
        (("--source", "ai_inferred"), set()),
        (("--privacy", "sensitive"), {"skill"}),
        (("--tag", "style"), {"tabs"}),
        (("--technology", "rust"), {"skill"}),
        (("--min-confidence", "0.9"), {"fact", "skill"}),
        (("--since", "2020-01-01"), {"tabs", "fact", "skill"}),
        (("--until", "2020-01-01"), set()),
        (("--type", "fact", "--tag", "style"), set()),
    ],
)
def test_every_filter_narrows_a_search(run, project, given, left):
    def add(text, *more):
        return run("add", text, *more, "--json").json["id"]

    ids = {
        "tabs": add("The editor shows tabs", "--type", "preference", "--tag", "style", "--confidence", "0.4"),
        "fact": add("The editor is started by make", "--type", "fact", "--scope", "project", "--scope-id",
                    str(project)),
        "skill": add("Knows the editor well", "--type", "skill", "--privacy", "sensitive",
                     "--technology", "rust"),
        "old": add("The editor was another one", "--type", "fact"),
    }  # fmt: skip
    run("archive", ids["old"])
    places = {"PROJECT": str(project), "ELSEWHERE": str(project.parent)}
    said = run("search", "editor", *(places.get(one, one) for one in given), "--json")
    names = {ident: name for name, ident in ids.items()}
    assert {names[hit["id"]] for hit in said.json} == left
    assert said.code == (0 if left else 3)


@pytest.mark.parametrize("more", [(), ("--conversations",)])
def test_a_search_answers_no_more_than_its_limit_and_refuses_one_that_is_none(run, captured, more):
    for number in range(5):
        added(run, f"Use pnpm in part {number} too")
    assert len(run("search", "pnpm", "--limit", "1", "--json", *more).json) == 1
    for limit in ("0", "-1", "10001"):
        said = run("search", "pnpm", "--limit", limit, "--json", *more)
        assert said.code in (1, 2), said
        assert "limit" in said.json["message"]
    assert run("search", "pnpm", "--limit", "many", *more).code == 2


def test_people_are_told_why_a_memory_was_found(run):
    added(run, "I prefer tabs over spaces")
    said = run("search", "tabs")
    assert run("search", "tabs", "--json").json[0]["reasons"] == ["says tabs", "recent"]
    (matched,) = [line for line in said.out.splitlines() if line.startswith("  matched: ")]
    assert matched == "  matched: tabs · recent"


@pytest.mark.parametrize("more", [(), ("--conversations",)])
def test_a_misspelled_search_says_what_may_have_been_meant(run, captured, more):
    added(run, "Always use pnpm instead of npm in this repository")
    said = run("search", "insteda", "of", "repostiory", *more)
    assert (said.code, said.out) == (3, "")
    assert said.err.splitlines()[-1] == "Did you mean instead of repository?"
    again = run("search", "insteda", "of", "repostiory", "--json", *more)
    assert (again.code, again.json) == (3, [])
    assert run("search", "insteda", "--quiet", *more).err == ""
    assert run("search", "instead", "of", "repository", "--json", *more).json
    assert "Did you mean" not in run("search", "zebra", *more).err


def test_what_filters_leave_out_is_not_suggested(run, captured, project):
    ident = added(run, "Deploys go out on Tuesdays", "--tag", "ops")
    assert "Did you mean tuesdays?" in run("search", "tuesdyas", "--tag", "ops").err
    assert "Did you mean" not in run("search", "tuesdyas", "--tag", "style").err
    run("archive", ident)
    assert "Did you mean" not in run("search", "tuesdyas").err
    here = ("--conversations", "--project")
    assert "Did you mean" in run("search", "repostiory", *here, str(project)).err
    assert "Did you mean" not in run("search", "repostiory", *here, str(project.parent)).err


def test_a_query_may_follow_a_list_of_types(run):
    ident = added(run)
    assert run("search", "--type", "preference", "fact", "tabs", "--json").json[0]["id"] == ident
    assert run("search", "tabs", "--type", "preference", "fact", "--json").json[0]["id"] == ident
    assert run("search", "tabs", "--type", "skill", "--json").code == 3


def test_pages_follow_one_another_to_the_end(run):
    ids = {added(run, f"The service number {number} listens on port 80{number:02d}") for number in range(7)}
    found, after = [], []
    while True:
        page = run("list", "--limit", "3", "--sort", "created", "--order", "asc", *after, "--json").json
        assert page["total"] == 7
        found += [m["id"] for m in page["memories"]]
        if page["next"] is None:
            break
        after = ["--after", page["next"]]
    assert len(found) == 7
    assert set(found) == ids
    shown = run("list", "--limit", "3")
    assert "first 3 of 7. For all, add --limit 7" in shown.err
    assert run("list", "--after", "nonsense", "--json").json["code"] == "INVALID_INPUT"


def test_conversations_and_what_was_said(run, captured, project):
    page = run("conversations", "--json").json
    assert page.keys() == {"conversations", "next", "total"}
    (row,) = page["conversations"]
    assert row.keys() >= {
        "id", "source", "session_id", "title", "project", "branch", "started_at", "ended_at", "status",
        "status_reason", "turns", "user_turns", "memories", "input_tokens", "output_tokens", "cost", "paths",
    }  # fmt: skip
    assert (row["status"], row["turns"], row["memories"], row["project"]) == ("memorized", 2, 1, str(project))
    whole = run("conversation", row["id"], "--json").json
    assert [turn["role"] for turn in whole["turns"]] == ["user", "assistant"]
    assert whole["turns"][0].keys() == {"number", "role", "kind", "text", "at", "unsaid", "memory_ids"}
    (hit,) = run("search", "pnpm", "--conversations", "--project", str(project), "--json").json
    assert hit.keys() == {"conversation_id", "turn", "role", "text", "at", "score", "project", "source"}
    assert (hit["conversation_id"], hit["turn"]) == (row["id"], 1)
    assert run("search", "pnpm", "--conversations", "--type", "fact").code == 2
    assert run("conversations", "--status", "error", "--json").code == 3


def test_a_conversation_names_lost_characters(run, write_session):
    run("capture", str(write_session("one", "Please keep the word caf\ufffd here as it is written.")))
    (row,) = run("conversations", "--json").json["conversations"]
    assert (
        "Some characters (\ufffd) can't be read: their encoding is unknown."
        in run("conversation", row["id"]).out
    )


def test_context_answers_the_block(run, captured, project):
    said = run("context", "--project", str(project), "--json")
    assert said.json.keys() == {"status", "text", "tokens", "included", "excluded", "stats"}
    assert said.json["status"] == "loaded"
    assert said.json["included"][0].keys() >= {"id", "layer", "content", "reason", "tokens"}
    assert said.json["stats"].keys() == {"total_loaded", "by_scope", "by_type", "avg_confidence"}
    assert run("context", "--project", str(project)).out == said.json["text"].rstrip("\n") + "\n"


def test_context_says_why_each_memory_is_in_or_out(run, project):
    told = added(run, "The API runs on port 8080")
    hidden = run("add", "Never told to anybody", "--type", "fact", "--privacy", "never_share", "--json").json[
        "id"
    ]
    said = run("context", "--project", str(project), "--prompt", "which port?", "--json").json
    (one,) = said["included"]
    assert (one["id"], one["layer"], one["reason"], one["type"]) == (told, 2, "Global", "preference")
    assert [(e["id"], e["kind"], e["reason"]) for e in said["excluded"]] == [
        (hidden, "never_share", "Never share")
    ]


@pytest.mark.logs_warnings
def test_a_context_of_a_memory_that_cannot_be_read_says_so(run, captured, home):
    run("list")
    conn = sqlite3.connect(home / "arbor_memory.db")
    conn.execute("DROP INDEX memory_place")
    conn.close()
    said = run("context", "--json")
    assert (said.code, said.json["status"], said.json["text"]) == (1, "error", "")
    plain = run("context")
    assert (plain.code, plain.out) == (1, "")
    assert said.json["stats"]["error"] in plain.err


def test_context_as_a_tool_gets_it(run, captured, project):
    assert tuple(one.name for one in view_as.CLIENTS) == search.CLIENTS
    plain = run("context", "--project", str(project)).out
    assert run("context", "--project", str(project), "--as", "codex").out == plain
    gemini = run("context", "--project", str(project), "--as", "gemini").out
    assert gemini.startswith("<hook_context>&lt;user_context&gt;\n")
    assert run("context", "--as", "codex", "--max-tokens", "5").code == 2


def test_context_says_why_a_tool_gets_nothing(run, captured, project):
    assert "# " in run("context", "--project", str(project), "--as", "claude.md").out
    said = run("context", "--as", "Claude.MD")
    assert (said.code, said.out) == (3, "")
    assert "Each project has its own CLAUDE.md. Choose one with --project." in said.err
    run("settings", "set", "injection.enabled", "false")
    said = run("context", "--project", str(project), "--as", "codex")
    assert (said.code, said.out) == (3, "")
    assert "Sharing is off. Turn it on in Settings → Sharing." in said.err
    assert "Nothing to share" not in run("context", "--as", "cursor").err


def test_a_context_without_memories_is_empty(run):
    said = run("context", "--json")
    assert (said.code, said.json["status"], said.json["text"]) == (3, "empty", "")
    assert run("context").out == ""


def test_lists_for_people_show_words_and_whole_ids(run, captured):
    said = run("list")
    (ident,) = [m["id"] for m in run("list", "--json").json["memories"]]
    assert "Always use pnpm instead of npm" in said.out
    assert any(line.endswith(ident) for line in said.out.splitlines())
    assert "\x1b" not in said.out


def test_control_characters_of_a_conversation_do_not_reach_the_terminal(run, write_session):
    run(
        "capture",
        str(
            write_session("evil", "Please look at this \x1b]0;owned\x07\x1b[2J and say what it is, would you")
        ),
    )
    ident = run("conversations", "--json").json["conversations"][0]["id"]
    assert "\x1b" not in run("conversation", ident).out


@pytest.mark.parametrize(
    "command",
    [
        ("show",),
        ("search",),
        ("context", "--prompt"),
        ("list", "--tag"),
        ("category", "show", "facts", "--project"),
    ],
)
def test_an_argument_that_is_not_utf8_finds_nothing_and_breaks_nothing(run, command):
    said = run(*command, "caf\udce9", "--json")
    assert said.code == 3
    assert said.json is not None


def test_an_ignored_project_gets_no_context(run, project):
    run("add", "I prefer tabs over spaces", "--type", "preference")
    assert run("context", "--project", str(project)).code == 0
    run("exclude", "add", str(project))
    told = run("context", "--project", str(project))
    assert (told.code, told.out) == (3, "")
    assert "This project is ignored." in told.err
    document = run("context", "--project", str(project), "--json").json
    assert (document["status"], document["text"], document["included"]) == ("empty", "", [])
    assert document["stats"]["reason"] == "ignored"
    assert run("context", "--json").json["status"] == "loaded"
