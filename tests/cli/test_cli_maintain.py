"""arbor maintain: the tasks by hand, their log, and taking a run back."""

from __future__ import annotations

import os
import signal

import pytest
from arbor_cli import added

from arbor_desktop.errors import StorageError
from arbor_desktop.maintenance.backups import Backups
from arbor_desktop.maintenance.runner import maintenance_lock

TASKS = ["nightly", "daily", "weekly", "monthly"]
FADES = ("--confidence", "0.5", "--expires", "2020-01-01")


@pytest.mark.parametrize("task", TASKS)
def test_one_task_answers_one_run(run, task):
    said = run("maintain", task, "--json")
    assert said.code == 0
    (done,) = said.json
    assert {"task", "success", "started_at", "duration_ms", "result", "error"} <= done.keys()
    assert (done["task"], done["success"], done["error"]) == (task, True, None)
    assert isinstance(done["duration_ms"], int)
    assert all(isinstance(count, int) for count in done["result"].values())


def test_full_answers_a_run_for_each_task(run):
    said = run("maintain", "full", "--json")
    assert [done["task"] for done in said.json] == TASKS


def test_people_are_told_what_was_done(run):
    added(run, "Deploys are frozen until new year", *FADES)
    said = run("maintain", "daily")
    assert said.code == 0
    assert said.out.startswith("daily  done after ")
    assert "1 item archived" in said.out
    assert "1 backup made" in said.out
    assert "Nothing needed to be done." in run("maintain", "weekly").out


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("hourly",),
        ("daily", "--undo", "1"),
        ("--log", "--undo", "1"),
        ("--undo", "x"),
        ("--log", "--limit", "0"),
    ],
)
def test_wrong_usage_is_told(run, arguments):
    said = run("maintain", *arguments)
    assert said.code == 2
    assert said.err and not said.out


def test_a_task_that_fails_is_told_and_the_others_are_done(run, monkeypatch):
    def full(self, between=None):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(Backups, "daily_backup", full)
    said = run("maintain", "full", "--json")
    assert said.code == 1
    assert [done["success"] for done in said.json] == [True, False, True, True]
    assert said.json[1]["error"] == "Backing up: The disk is full."
    told = run("maintain", "daily")
    assert told.code == 1
    assert "daily  failed" in told.out and "The disk is full." in told.out


def test_while_one_runs_another_says_so(run, home):
    with maintenance_lock(home):
        said = run("maintain", "daily", "--json")
    assert said.code == 1
    assert said.json["code"] == "MAINTENANCE_FAILED"
    assert "already running" in said.err


def test_the_log_lists_runs_the_newest_first(run):
    empty = run("maintain", "--log", "--json")
    assert (empty.code, empty.json) == (3, [])
    run("maintain", "full")
    run("maintain", "daily")
    said = run("maintain", "--log", "--json")
    assert [done["task"] for done in said.json] == ["daily", *reversed(TASKS)]
    assert len(run("maintain", "--log", "--limit", "2", "--json").json) == 2
    assert [done["task"] for done in run("maintain", "daily", "--log", "--json").json] == ["daily"] * 2
    table = run("maintain", "--log").out.splitlines()
    assert table[0].split() == ["run", "when", "task", "took"]
    assert table[1].split()[0] == "5" and "done" in table[1]


def test_a_run_is_taken_back_by_its_number(run):
    ident = added(run, "Deploys are frozen until new year", *FADES)
    (done,) = run("maintain", "daily", "--json").json
    assert run("show", ident, "--json").json["status"] == "archived"
    said = run("maintain", "--undo", str(done["id"]))
    assert said.code == 0
    assert "1 memory as before the daily run." in said.out
    assert run("show", ident, "--json").json["status"] == "active"
    again = run("maintain", "--undo", str(done["id"]))
    assert again.code == 1
    assert "already" in again.err
    assert run("maintain", "--undo", "99").code == 3
    assert "undone" in run("maintain", "--log").out


def test_what_was_left_is_named(run):
    ident = added(run, "Deploys are frozen until new year", *FADES)
    (done,) = run("maintain", "daily", "--json").json
    run("delete", ident)
    said = run("maintain", "--undo", str(done["id"]))
    assert "“Deploys are frozen until new year”" in said.out
    assert run("show", ident, "--json").json["status"] == "deleted"


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="no signals here")
def test_ctrl_c_stops_it_in_order(run, monkeypatch):
    def interrupted(self, between):
        os.kill(os.getpid(), signal.SIGINT)
        between()
        raise AssertionError("it goes on")

    monkeypatch.setattr(Backups, "daily_backup", interrupted)
    said = run("maintain", "full", "--json")
    assert said.code == 130
    assert [(done["task"], done["ending"]) for done in said.json] == [
        ("nightly", "done"),
        ("daily", "stopped"),
    ]
    assert "kept" in said.err
    assert run("maintain", "--log", "--json").json[0]["ending"] == "stopped"
