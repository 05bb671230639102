"""How any command behaves: global options, streams, exit codes, errors, help."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import import_module

import pytest
from arbor_cli import added

from arbor_desktop import __version__
from arbor_desktop.cli import capture, commands
from arbor_desktop.cli.commands import Command

COMMANDS = [commands.named(name) for name in commands.MODULES]


@pytest.mark.parametrize(
    "place", [lambda o, c: [*o, *c], lambda o, c: [*c, *o], lambda o, c: [c[0], *o, *c[1:]]]
)
def test_global_options_stand_anywhere(run, tmp_path, place):
    added(run)
    other = str(tmp_path / "other")
    said = run(*place(["--home", other, "--json", "--quiet", "-v"], ["sources", "list"]))
    assert said.code == 0
    assert isinstance(said.json, list)
    assert run("--home", other, "list", "--json").json["total"] == 0
    assert run("list", f"--home={other}", "--json").json["total"] == 0
    assert run("list", "--json").json["total"] == 1


def test_the_home_is_private(run, tmp_path):
    home = tmp_path / "new" / "home"
    assert run("--home", str(home), "stats").code == 0
    assert home.stat().st_mode & 0o077 == 0
    assert (home / "arbor_memory.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["serch", "x"],
        ["list", "--typ", "fact"],
        ["list", "--type", "opinion"],
        ["list", "--limit", "many"],
        ["list", "--limit", "0"],
        ["list", "--min-confidence", "3"],
        ["list", "--since", "yesterday-ish"],
        ["add", "x", "--type", "fact"],
        ["add", "Some text", "--type", "fact", "--scope", "project"],
        ["show"],
        ["settings", "get"],
        ["feedback", "some-id", "MAYBE"],
        ["capture"],
        [],
    ],
)
def test_wrong_usage_exits_2_and_says_why(run, arguments):
    said = run(*arguments, "--json")
    assert said.code == 2
    assert said.json.keys() == {"error", "code", "message", "context", "timestamp"}
    assert (said.json["error"], said.json["code"]) == (True, "INVALID_INPUT")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", said.json["timestamp"])
    plain = run(*arguments)
    assert (plain.code, plain.out) == (2, "")
    assert said.json["message"] in plain.err


def test_a_mistyped_command_is_guessed(run):
    assert 'Did you mean "search"?' in run("serch", "x").err


@pytest.mark.logs_warnings
@pytest.mark.parametrize("verbose", [False, True])
def test_a_bug_is_one_line_and_a_traceback_only_with_v(run, monkeypatch, tmp_path, verbose):
    def broken(*_):
        raise RuntimeError("something nobody thought of")

    monkeypatch.setattr(capture, "sources", replace(capture.sources, run=broken))
    said = run("sources", "list", "--json", *(["-v"] if verbose else []))
    assert (said.code, said.json["code"]) == (1, "INTERNAL_ERROR")
    assert "something nobody thought of" in said.json["message"]
    assert ("Traceback" in said.err) is verbose


def test_ctrl_c_exits_130_without_a_traceback(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(capture, "capture", replace(capture.capture, run=interrupted))
    said = run("capture", ".", "--json")
    assert (said.code, said.json["error"]) == (130, True)
    assert "Traceback" not in said.err


def test_the_version_is_told(run):
    said = run("--version")
    assert (said.code, said.out) == (0, f"Arbor Desktop {__version__}\n")


def test_help_names_every_command_that_there_is_and_no_other(run):
    said = run("--help")
    assert said.code == 0
    named = set(re.findall(r"^  ([a-z-]+) {2,}[A-Z]", said.out, re.MULTILINE))
    assert named == set(commands.MODULES)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_help_with_examples(run, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = run(command.name, "--help")
    assert (said.code, said.err) == (0, "")
    assert f"Usage: arbor {command.name}" in said.out
    assert f"Examples:\n  arbor {command.name}" in said.out or "  arbor " in said.out.split("Examples:")[1]
    assert command.examples


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_examples_are_right(command):
    """Each parses; what they name need not exist."""
    import shlex

    from arbor_desktop.cli.commands import parse

    for example in command.examples:
        ours = next(part for part in example.split("|") if part.strip().startswith("arbor "))
        words = shlex.split(ours)
        if "ID…" not in words:
            assert parse(words[1:]).command.name in commands.MODULES


@pytest.mark.parametrize(("former", "name"), commands.ALIASES.items())
def test_a_former_name_runs_the_command_and_is_not_listed(run, former, name):
    assert f"Usage: arbor {name}" in run(former, "--help").out
    assert former not in run("--help").out


def test_each_command_is_declared_in_one_module():
    for module in set(commands.MODULES.values()):
        found = [
            one
            for one in vars(import_module(f"arbor_desktop.cli.{module}")).values()
            if isinstance(one, Command)
        ]
        assert sorted(one.name for one in found) == sorted(
            n for n, m in commands.MODULES.items() if m == module
        )


def test_quiet_leaves_out_remarks_but_not_answers(run):
    ident = added(run)
    assert run("archive", ident, "--quiet").out == ""
    assert run("list", "--status", "archived", "--quiet").out.startswith("I prefer tabs")


def test_text_that_looks_like_an_option_can_be_given(run):
    said = run("add", "--type", "fact", "--json", "--", "--json is how scripts read the answers")
    assert said.code == 0
    assert run("show", said.json["id"], "--json").json["content"] == "--json is how scripts read the answers"


def test_every_language_and_sign_comes_back_as_it_was(run):
    text = "Grüße, 日本語, עברית und 🦀 gehören in Tests"
    ident = added(run, text)
    assert run("show", ident, "--json").json["content"] == text
    assert text in run("list").out


def test_lines_keep_to_the_width_of_the_terminal(run, monkeypatch, captured):
    monkeypatch.setenv("COLUMNS", "60")
    added(run, "I prefer " + "long words and longer sentences " * 12, *(f"--tag=tag{n}" for n in range(15)))
    ident = json.loads(run("conversations", "--json").out)["conversations"][0]["id"]
    for arguments in (
        ["list"], ["stats"], ["status"], ["conversations"], ["conversation", ident], ["review"], ["doctor"],
        ["search", "pnpm", "--conversations"], ["settings", "list"],
    ):  # fmt: skip
        for line in run(*arguments).out.splitlines():
            assert len(line) <= 60 or " " not in line.strip(), (arguments, line)
