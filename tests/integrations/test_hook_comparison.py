"""Sessions without memories, to be compared with others: who is drawn, and that it stays so."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hook_stage import Said, Tool

from arbor_desktop.agents.agents import OFF_HERE
from arbor_desktop.agents.model import Agent
from arbor_desktop.clock import system_clock
from arbor_desktop.context.queries import comparison, ready_blocks
from arbor_desktop.context.queries.ready_blocks import draw
from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session

TABS = "Prefers tabs over spaces"
BOUNCER = "The billing service talks to PostgreSQL 16 through pgbouncer"
PROMPT = "How does the billing service reach PostgreSQL?"
ONE_IN = 3


def session_that(gets: bool, number: int = 0) -> str:
    """Return the id of a session that gets memories, or none."""
    ids = (str(uuid.uuid5(uuid.NAMESPACE_URL, f"{number} {n}")) for n in range(1000))
    return next(ident for ident in ids if draw(ident, ONE_IN) is gets)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "billing"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


@pytest.fixture
def service(home: Path, project: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home) as service:
        service.store(TABS, type="preference")
        service.store(BOUNCER, type="fact", scope="project", scope_id=str(project))
        service.effect.turn_on([str(project)], ONE_IN)
        yield service


@pytest.fixture
def without(home: Path, project: Path, service: MemoryService) -> Tool:
    return Tool(home, project, session_that(False))


def start(tool: Tool, source: str = "startup") -> Said:
    return tool.call("SessionStart", source=source)


def prompt(tool: Tool, text: str = PROMPT) -> Said:
    return tool.call("UserPromptSubmit", prompt=text)


def test_about_one_in_so_many_is_drawn_whatever_the_kind_of_id() -> None:
    for one_in in (3, 5, 10):
        for make in (lambda n: str(uuid.UUID(int=n * 2**64 + 7, version=4)), lambda n: f"ses_{n:08}"):
            none = sum(not draw(make(n), one_in) for n in range(6000))
            assert abs(none - 6000 / one_in) < 4 * (6000 / one_in) ** 0.5
    assert draw("a", 1) is False


def test_a_session_without_gets_nothing_at_any_event_and_that_is_noted(
    without: Tool, service: MemoryService, project: Path
) -> None:
    assert start(without).out == "" and prompt(without).out == "" and prompt(without, "go on").out == ""
    for source in ("resume", "compact"):
        assert start(without, source).out == ""
    (receipt,) = service.latest_receipts(str(project))
    assert receipt.withheld and receipt.session_id == without.session and receipt.project == str(project)
    (health,) = service.receipts.health(["claude-code"])
    assert health.called_at is not None


def test_a_session_with_memories_is_noted_and_gets_them(
    home: Path, project: Path, service: MemoryService
) -> None:
    tool = Tool(home, project, session_that(True))
    assert TABS in start(tool).text
    assert service.effect.report().standing.drawn == 1
    assert service.latest_receipts(str(project))[0].withheld is False


def test_the_draw_stays_if_the_share_is_changed(without: Tool, service: MemoryService) -> None:
    start(without)
    service.settings.set("comparison.one_in", 10)
    service.settings.set("comparison.projects", [])
    assert prompt(without).out == ""


@pytest.mark.parametrize(
    "change",
    [
        lambda service, project: service.effect.turn_off(),
        lambda service, project: service.settings.set("comparison.projects", ["/srv/other"]),
        lambda service, project: service._rt.db.write(
            lambda c: c.execute(
                "INSERT INTO project_switch (project, instructions) VALUES (?, ?)",
                (project, '{"AGENTS.md":"block"}'),
            )
        ),
    ],
    ids=["off", "another project", "instruction files"],
)  # fmt: skip
def test_other_sessions_are_not_drawn(
    without: Tool, service: MemoryService, project: Path, change: Callable[[MemoryService, str], object]
) -> None:
    change(service, str(project))
    assert TABS in start(without).text
    assert service.effect.report().standing.drawn == 0


def test_a_session_that_has_memories_already_is_not_drawn(without: Tool, service: MemoryService) -> None:
    service.effect.turn_off()
    start(without)
    service.effect.turn_on()
    assert TABS in start(without, "compact").text
    fork = Tool(without.home, without.folder, session_that(False, 1))
    assert TABS in start(fork, "fork").text
    assert service.effect.report().standing.drawn == 0


def test_shared_anyway_the_next_prompt_brings_everything(
    without: Tool, service: MemoryService, project: Path
) -> None:
    start(without)
    assert service.effect.share_anyway_now(str(project)) == without.session
    said = prompt(without)
    assert TABS in said.text and BOUNCER in said.text
    assert TABS not in prompt(without, "And what about the tests of it?").out
    assert service.effect.report().standing.left_out == 1
    assert all(not one.withheld for one in service.latest_receipts(str(project)))


def test_a_question_to_the_memory_is_answered_and_ends_the_comparison(
    without: Tool, service: MemoryService
) -> None:
    start(without)
    assert BOUNCER in prompt(without, "/memory: How is PostgreSQL reached?").text
    assert service.effect.report().standing.left_out == 1
    assert prompt(without).out != "" or TABS in start(without, "compact").text


def test_a_busy_file_changes_nothing_of_the_draw(without: Tool, service: MemoryService) -> None:
    said: list[Said] = []
    service._rt.db.write(lambda _busy: said.extend((start(without), prompt(without))))
    assert [one.out for one in said] == ["", ""]
    note, _ = without.notes("drawn")
    assert (note["shared"], note["project"], note["one_in"]) == (False, str(without.folder), ONE_IN)
    service.spool.drain()
    assert service.effect.report().standing.drawn == 1
    assert prompt(without).out == ""


def test_look_ups_are_off_in_a_session_without(without: Tool, service: MemoryService, project: Path) -> None:
    start(without)
    agents, roots = service.agents(), (str(project),)
    for who in (Agent("claude-code", roots, roots, without.session), Agent("claude-code", roots, roots)):
        for ask in (lambda who=who: agents.context(who), lambda who=who: agents.search(who, "tabs")):
            with pytest.raises(InvalidInput, match=OFF_HERE):
                ask()
    other = Agent("claude-code", roots, roots, session_that(True))
    assert TABS in agents.context(other).text
    assert TABS in agents.context(Agent("cursor", roots, roots)).text
    service.effect.share_anyway_now(None)
    assert TABS in agents.context(Agent("claude-code", roots, roots, without.session)).text


@pytest.mark.slow
def test_what_happened_in_a_session_is_counted_once_it_was_read(
    without: Tool, service: MemoryService, project: Path
) -> None:
    start(without)
    talk = Session("kiln", str(project), start=system_clock() // 1000 + 5)
    talk.id = without.session
    talk.say("Please add a retry to the importer, and test it.").reply("Done.", tokens=(900, 100))
    talk.say("No, that's wrong. I prefer tabs over spaces.").tool("pytest", "1 failed").reply("Sorry.")
    talk.say("Use tabs over spaces, I said.").tool("pytest", "4 passed").reply("All pass now.")
    service.capture([str(talk.write(without.home.parent / "claude"))])
    report = service.effect.report()
    assert (report.with_sessions, report.without_sessions) == (0, 1)
    (row,) = service._rt.db.read(lambda c: comparison.counted(c, 0, None))
    assert (row.shared, row.repeats, row.corrections, row.failed_commands, row.turns_to_pass, row.tokens) == (
        0, 1, 2, 1, 3, 1000,
    )  # fmt: skip
    (session,) = report.sessions
    assert session.conversation_id is not None and session.corrections == 2


@pytest.mark.slow
def test_a_note_that_comes_after_the_session_was_read_is_counted_too(
    without: Tool, service: MemoryService, project: Path
) -> None:
    talk = Session("kiln", str(project), start=system_clock() // 1000)
    talk.id = without.session
    for number in range(4):
        talk.say(f"Please add the retry number {number} to the importer.").reply("Done, and tested.")
    service.capture([str(talk.write(without.home.parent / "claude"))])
    drawn = ready_blocks.Drawn("claude-code", without.session, system_clock(), str(project), True, 5)
    service._rt.db.write(lambda c: ready_blocks.note_drawn(c, drawn))
    assert service.effect.report().with_sessions == 1


def test_the_draw_imports_nothing_heavy(home: Path, project: Path, service: MemoryService) -> None:
    tool = Tool(home, project, session_that(True))
    start(tool)
    script = (
        "import sys, json; from arbor_desktop.__main__ import main; "
        f"main({tool.command('SessionStart')[3:]!r}); json.dump(sorted(sys.modules), sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=tool.json("SessionStart", source="startup"),
        capture_output=True, env=tool.environ(), check=True,
    )  # fmt: skip
    heavy = {"hashlib", "random", "numpy", "peewee", "typing", "dataclasses", "arbor_desktop.settings"}
    assert set(json.loads(done.stderr)) & heavy == set()
