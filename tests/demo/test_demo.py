"""The demo's sample conversations: sound scripts, true session files, and what must come out of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.clock import DAY_MS, from_iso
from arbor_desktop.conflicts.model import Conflict, ConflictStatus
from arbor_desktop.conversations.model import ReadTurn, Role, SessionPart, TurnKind
from arbor_desktop.conversations.readers.claude_code import ClaudeCodeReader
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.demo.activity import DECIDED, live
from arbor_desktop.demo.assistants import fake_secrets
from arbor_desktop.demo.scripts import Script, Step, load_projects, load_scripts, read_script
from arbor_desktop.demo.sessions import WRITERS, demo_projects, encoded, write_sessions
from arbor_desktop.demo.start import Demo
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Privacy, Scope, Status
from arbor_desktop.redaction.redactor import Redactor
from arbor_desktop.service import MemoryService

NOW = int(datetime(2026, 5, 13, 16, 20, tzinfo=UTC).timestamp() * 1000)
SCRIPTS = load_scripts()
CLAUDE = tuple(script for script in SCRIPTS if script.assistant == "claude-code")
TIMELESS = {"cursor"}
"""Their transcripts say of few turns when they were said."""
UNNAMED = {"codex", "cursor"}
"""Their sessions have no title but their first words."""
CONTRADICTIONS = [
    (("01-api-first-steps", "deadline is 24 hours"), ("15-api-new-rules", "deadline is 48 hours")),
    (("02-desk-first-screens", "promise chains"), ("08-desk-week-view", "async/await")),
    (("02-desk-first-screens", "Jest"), ("05-desk-test-runner", "moved from Jest to Vitest")),
    (("02-desk-first-screens", "npm"), ("08-desk-week-view", "from npm to pnpm")),
    (("03-pollen-beginnings", "tabs over spaces"), ("07-pollen-spaces", "four spaces")),
    (("01-api-first-steps", "pip-tools"), ("09-api-toolchain", "from pip-tools to uv")),
    (("04-api-clock-change", "conventional commits"), ("14-desk-history", "conventional commits")),
    (("06-api-new-machines", "pool size is 10"), ("15-api-new-rules", "pool size is 20")),
    (("09-api-toolchain", "85 percent"), ("15-api-new-rules", "90 percent")),
]
"""What an earlier session says and a later one says otherwise."""
OPEN = {
    "competing_tools": ("jest with babel-jest", "vitest with Testing Library"),
    "replacement": ("uses pip-tools", "from pip-tools to uv"),
    "value": ("limit is 5 MB", "limit is 10 MB", "limit is 8 MB"),
}
"""By rule: words of each memory, oldest first, of a conflict that the person has not decided."""
FURTHER = [
    ("promise chains", "async/await in the api client"),
    ("double quotes", "single quotes"),
    ("deadline is 24 hours", "deadline is 48 hours"),
    ("target is 85 percent", "target is 90 percent"),
    ("deployed with Netlify", "from Netlify to Vercel"),
    ("Jest with jsdom", "from Jest to Vitest"),
    ("tabs over spaces", "four spaces"),
    ("hard_tabs is set", "removed hard_tabs"),
    ("uses npm", "from npm to pnpm"),
    ("pool size is 10", "pool size is 20"),
    ("Always explain borrow checker errors", "borrow checker errors easy to read by now"),
]
"""Words of the memories of all other conflicts."""

by_name = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
of_claude = pytest.mark.parametrize("script", CLAUDE, ids=lambda script: script.name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    write_sessions(folder, NOW)
    return folder


def file_of(folder: Path, script: Script) -> Path:
    """Where the assistant put the session."""
    wanted = script.session_id
    places = {
        "claude-code": f".claude/projects/*/{wanted}.jsonl",
        "codex": f".codex/sessions/????/??/??/rollout-*-{wanted}.jsonl",
        "gemini-cli": f".gemini/tmp/{script.project}/chats/session-*-{wanted[:8]}.jsonl",
        "cursor": f".cursor/projects/*/agent-transcripts/*/{wanted}.jsonl",
        "chatgpt": "Downloads/chatgpt-export.zip",
    }
    (path,) = folder.glob(places[script.assistant])
    return path


def parts_of(folder: Path, script: Script) -> list[SessionPart]:
    """What the assistant's reader makes of the session; it must understand every line."""
    path = file_of(folder, script)
    reader = detect(path)
    assert reader is not None
    assert reader.source == script.assistant
    parts = []
    for batch in reader.read(path, None):
        assert (batch.skipped_lines, batch.broken_lines, batch.unknown_records) == (0, 0, 0)
        parts.extend(batch.sessions)
    return parts


def records_of(folder: Path, script: Script) -> list[dict[str, Any]]:
    path = file_of(folder, script)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def turns_of(folder: Path, script: Script) -> list[ReadTurn]:
    parts = parts_of(folder, script)
    assert {part.session_id for part in parts} == {script.session_id}
    assert not [part for part in parts if part.headless]
    return [turn for part in parts for turn in part.turns]


def typed(script: Script) -> list[str]:
    """What the person typed, in order, as the script has it."""
    secrets = fake_secrets()
    words = [step.said or step.queued for step in script.turns if step.said or step.queued]
    return [re.sub(r"\{fake:(\w+)\}", lambda m: secrets[m[1]], text.strip()) for text in words if text]


class TestScripts:
    def test_there_are_enough_of_them_over_enough_projects_and_months(self) -> None:
        assert len(SCRIPTS) >= 14
        assert {script.project for script in SCRIPTS} == set(load_projects())
        assert len(load_projects()) >= 3
        assert len([script for script in SCRIPTS if script.days_ago >= 90]) >= 4
        assert len({script.session_id for script in SCRIPTS}) == len(SCRIPTS)

    def test_between_them_they_use_every_kind_of_step(self) -> None:
        kinds = Counter(step.kind for script in SCRIPTS for step in script.turns)
        assert set(kinds) == {
            "said", "reply", "think", "tool", "work", "queued", "command", "agent", "interrupt", "compaction",
            "branch", "pause",
        }  # fmt: skip

    @by_name
    def test_a_script_holds_no_secret_itself(self, script: Script) -> None:
        text = repr(script)
        assert not [value for value in fake_secrets().values() if value in text]

    def test_a_step_is_one_thing(self) -> None:
        with pytest.raises(ValueError, match="exactly one"):
            Step(said="hello", reply="hi")
        with pytest.raises(ValueError, match="exactly one"):
            Step(output="nothing asked for this")

    @pytest.mark.parametrize(
        "text",
        [
            'project = "kiln-api"\nturns = []\n',
            'project = "kiln-api"\ndays_ago = 3\nstart = "nine"\nturns = []\n',
            'project = "kiln-api"\ndays_ago = 3\nstart = "09:00"\nminutes_ago = 5\nturns = []\n',
            'project = "kiln-api"\ndays_ago = 3\nstart = "09:00"\nturns = [{ sayd = "typo" }]\n',
        ],
    )
    def test_a_wrong_script_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError):
            read_script("wrong", text)

    def test_an_unknown_project_is_refused(self, tmp_path: Path) -> None:
        script = Script(project="nowhere", turns=(Step(said="hello"),), minutes_ago=9, name="x")
        with pytest.raises(ValueError, match="nowhere"):
            write_sessions(tmp_path, NOW, [script])


class TestSessionFiles:
    def test_the_same_now_gives_the_same_bytes(self, folder: Path, tmp_path: Path) -> None:
        write_sessions(tmp_path, NOW)
        first, second = (
            {path.relative_to(home): path.read_bytes() for path in home.rglob("*") if path.is_file()}
            for home in (folder, tmp_path)
        )
        assert first == second
        assert len(first) > len(SCRIPTS)

    def test_ids_do_not_depend_on_now_or_place(self, folder: Path, tmp_path: Path) -> None:
        write_sessions(tmp_path, NOW + 3 * DAY_MS + 12_345, projects_root=tmp_path / "elsewhere")
        for script in CLAUDE:
            first = [record.get("uuid") for record in records_of(folder, script)]
            assert first == [record.get("uuid") for record in records_of(tmp_path, script)]

    @given(now_ms=st.integers(NOW, NOW + 400 * DAY_MS))
    def test_no_session_lies_in_the_future(
        self, now_ms: int, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        # A session of yesterday evening must be over even when the demo is opened just after midnight.
        folder = tmp_path_factory.mktemp("any-time")
        recent = [script for script in SCRIPTS if script.days_ago <= 1]
        for path in write_sessions(folder, now_ms, recent):
            assert path.stat().st_mtime * 1000 <= now_ms

    def test_files_are_where_the_assistant_puts_them(self, folder: Path) -> None:
        for path in (folder / ".claude" / "projects").glob("*/*.jsonl"):
            first = json.loads(path.read_text("utf-8").splitlines()[0])
            assert path.stem == first["sessionId"]
            assert path.parent.name == encoded(first["cwd"])
        (agent,) = (folder / ".claude" / "projects").glob("*/*/subagents/agent-*.jsonl")
        assert json.loads(agent.with_suffix(".meta.json").read_text("utf-8")) == {"agentType": "Explore"}
        for line in agent.read_text("utf-8").splitlines():
            record = json.loads(line)
            assert record["isSidechain"] and record["sessionId"] == agent.parent.parent.name
            assert agent.stem == f"agent-{record['agentId']}"

    @of_claude
    def test_records_form_one_chain_in_time(self, folder: Path, script: Script) -> None:
        records = records_of(folder, script)
        chain = [record for record in records if "uuid" in record]
        known: set[str | None] = set()
        for record in chain:
            parent = record["parentUuid"] or record.get("logicalParentUuid")
            assert parent in known or not known
            known.add(record["uuid"])
        assert len(known) == len(chain)
        times = [from_iso(record["timestamp"]) for record in records if "timestamp" in record]
        assert times == sorted(times)
        assert times[-1] <= NOW

    @of_claude
    def test_every_tool_call_has_its_result_and_every_message_one_block_a_record(
        self, folder: Path, script: Script
    ) -> None:
        asked, answered = [], []
        for record in records_of(folder, script):
            content = record.get("message", {}).get("content")
            if record["type"] == "assistant":
                (block,) = content
                asked += [block["id"]] if block["type"] == "tool_use" else []
            elif isinstance(content, list):
                answered += [block["tool_use_id"] for block in content if block["type"] == "tool_result"]
        assert answered == asked

    def test_one_session_is_long(self, folder: Path) -> None:
        longest = max(len(records_of(folder, script)) for script in CLAUDE)
        assert longest >= 240, "a tool call and its result are two records"

    def test_projects_can_be_laid_out_for_real(self, tmp_path: Path) -> None:
        folders = demo_projects(tmp_path)
        assert {folder.name for folder in folders} == set(load_projects())
        assert (tmp_path / "kiln-desk" / "package.json").is_file()
        json.loads((tmp_path / "kiln-desk" / "package.json").read_text("utf-8"))
        (tmp_path / "kiln-api" / "Makefile").write_text("mine", "utf-8")
        demo_projects(tmp_path)
        assert (tmp_path / "kiln-api" / "Makefile").read_text("utf-8") == "mine"


class TestAsTheReaderSeesThem:
    @by_name
    def test_what_was_typed_is_what_the_person_said(self, folder: Path, script: Script) -> None:
        said = [turn for turn in turns_of(folder, script) if turn.kind is TurnKind.SAID]
        assert [turn.text for turn in said if turn.role is Role.USER] == typed(script)
        replies = [step.reply.strip() for step in script.turns if step.reply]
        assert [turn.text for turn in said if turn.role is Role.ASSISTANT] == replies
        assert not [turn for turn in said if turn.unsaid]

    @by_name
    def test_turns_know_their_project_and_time(self, folder: Path, script: Script) -> None:
        turns = turns_of(folder, script)
        folders = {part.cwd for part in parts_of(folder, script)} | {turn.cwd for turn in turns}
        project = f"/home/noor/src/{script.project}"
        assert folders - {None} == (set() if script.assistant == "chatgpt" else {project})
        times = [turn.at for turn in turns if turn.at is not None]
        assert times
        assert len(times) == len(turns) or script.assistant in TIMELESS
        assert all(script.starts_at(NOW) <= at <= NOW for at in times)
        if script.assistant in ("claude-code", "codex"):
            assert turns[0].branch == script.branch

    def test_the_long_session_shows_every_kind_of_speaker(self, folder: Path) -> None:
        (script,) = (script for script in SCRIPTS if script.name == "10-api-waiting-list")
        turns = turns_of(folder, script)
        assert len(turns) >= 120
        assert {turn.branch for turn in turns} == {"main", "feat/waiting-list"}
        kinds = {turn.kind for script in SCRIPTS for turn in turns_of(folder, script)}
        assert kinds >= {TurnKind.SAID, TurnKind.TOOL, TurnKind.COMMAND, TurnKind.SUMMARY, TurnKind.INTERRUPT}

    def test_what_the_sub_agent_was_told_is_not_the_persons_word(self, folder: Path) -> None:
        (path,) = (folder / ".claude" / "projects").glob("*/*/subagents/agent-*.jsonl")
        parts = [part for batch in ClaudeCodeReader().read(path, None) for part in batch.sessions]
        turns = [turn for part in parts for turn in part.turns]
        assert {part.parent_session_id for part in parts} == {path.parent.parent.name}
        assert any("Always report file names" in turn.text for turn in turns)
        assert not [turn for turn in turns if turn.kind is TurnKind.SAID]

    def test_titles_are_found(self, folder: Path) -> None:
        for script in SCRIPTS:
            titles = {part.title for part in parts_of(folder, script)}
            assert script.title in titles or not script.title or script.assistant in UNNAMED

    def test_several_assistants_are_shown(self) -> None:
        assert {script.assistant for script in SCRIPTS} == set(WRITERS)

    def test_an_assistant_is_refused_a_step_that_it_has_nothing_like(self, tmp_path: Path) -> None:
        script = Script(project="kiln-api", turns=(Step(compaction="so far"),), minutes_ago=9, name="x",
                        assistant="codex")  # fmt: skip
        with pytest.raises(ValueError, match="codex has no step 'compaction'"):
            write_sessions(tmp_path, NOW, [script])
        with pytest.raises(ValueError, match="no demo assistant 'abacus'"):
            Script(project="kiln-api", turns=(), minutes_ago=9, assistant="abacus")


@pytest.fixture(scope="module")
def captured(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[MemoryService, dict[str, list[Candidate]]]]:
    """The demo's memories, as its window shows them first, and by conversation what was found in it."""
    home = tmp_path_factory.mktemp("lived") / "home"
    files = [file_of(folder, script) for script in SCRIPTS]
    found: dict[str, list[Candidate]] = {}
    extract = InlineWorker.extract

    def noted(self: InlineWorker, excerpt: Excerpt) -> list[Candidate]:
        found[excerpt.conversation_id] = extract(self, excerpt)
        return found[excerpt.conversation_id]

    with (
        pytest.MonkeyPatch.context() as patch,
        MemoryService.open(home, clock=lambda: NOW, environ={}) as service,
    ):
        patch.setattr(InlineWorker, "extract", noted)
        service.capture(files)
        live(service)
        yield service, found


@pytest.fixture(scope="module")
def lived(captured: tuple[MemoryService, dict[str, list[Candidate]]]) -> MemoryService:
    return captured[0]


@pytest.fixture(scope="module")
def memories(captured: tuple[MemoryService, dict[str, list[Candidate]]]) -> dict[str, list[Candidate]]:
    """By script: what offline extraction found in the redacted session."""
    service, found = captured
    sessions = {one.session_id: one.id for one in service.conversations(limit=100).conversations}
    return {script.name: found[sessions[script.session_id]] for script in SCRIPTS}


class TestWhatIsRemembered:
    @by_name
    def test_a_session_gives_what_it_is_there_for(
        self, memories: dict[str, list[Candidate]], script: Script
    ) -> None:
        texts = [memory.content.lower() for memory in memories[script.name]]
        missing = [words for words in script.expect.memories if not any(words.lower() in t for t in texts)]
        assert missing == [], texts

    @by_name
    def test_passing_talk_is_not_remembered(
        self, memories: dict[str, list[Candidate]], script: Script
    ) -> None:
        texts = [memory.content.lower() for memory in memories[script.name]]
        assert [words for words in script.expect.never if any(words.lower() in t for t in texts)] == []

    def test_there_is_enough_to_fill_a_window(self, memories: dict[str, list[Candidate]]) -> None:
        found = [memory for each in memories.values() for memory in each]
        assert len({memory.content for memory in found}) >= 45
        assert len({memory.type for memory in found}) >= 5
        assert len({memory.category for memory in found}) >= 5
        assert {memory.scope.value for memory in found} >= {"global", "project"}

    @pytest.mark.parametrize("older, newer", CONTRADICTIONS, ids=lambda place: f"{place[0]}: {place[1]}")
    def test_later_sessions_contradict_earlier_ones(
        self, memories: dict[str, list[Candidate]], older: tuple[str, str], newer: tuple[str, str]
    ) -> None:
        starts = []
        for name, words in (older, newer):
            assert [memory for memory in memories[name] if words in memory.content], (name, words)
            starts += [script.starts_at(NOW) for script in SCRIPTS if script.name == name]
        assert starts == sorted(starts)

    def test_one_rule_is_said_in_three_sessions(self, memories: dict[str, list[Candidate]]) -> None:
        saying = [name for name, each in memories.items() if any("make check" in m.content for m in each)]
        assert len(saying) >= 3

    def test_health_is_sensitive_and_a_term_expires(self, memories: dict[str, list[Candidate]]) -> None:
        (health,) = (memory for memory in memories["12-pollen-grass-season"] if "asthma" in memory.content)
        assert health.privacy_level is Privacy.SENSITIVE
        (term,) = (memory for memory in memories["17-desk-release"] if "Until Friday" in memory.content)
        assert term.expires_at is not None
        assert NOW - DAY_MS < term.expires_at < NOW + 8 * DAY_MS

    def test_no_secret_gets_through(self, folder: Path, memories: dict[str, list[Candidate]]) -> None:
        redactor = Redactor.from_toml(resources.read_text("redaction.toml"))
        raw = [turn.text for script in SCRIPTS for turn in turns_of(folder, script)]
        clean = [redactor.redact(text).text for text in raw]
        clean += [memory.content for each in memories.values() for memory in each]
        for name, secret in fake_secrets().items():
            assert any(secret in text for text in raw), f"{name} is said nowhere"
            assert not [text for text in clean if secret in text], f"{name} is kept"


def saying(service: MemoryService, *words: str) -> Conflict:
    """The conflict whose memories say this, the oldest first."""
    (found,) = (
        conflict
        for conflict in service.list_conflicts(include_resolved=True)
        if len(conflict.members) == len(words)
        and all(part in member.content for part, member in zip(words, conflict.members, strict=True))
    )
    return found


class TestWhatWaitsForThePerson:
    @pytest.mark.parametrize("rule", OPEN)
    def test_conflicts_of_different_rules_are_open(self, lived: MemoryService, rule: str) -> None:
        conflict = saying(lived, *OPEN[rule])
        assert (conflict.is_open, conflict.rule) == (True, rule)
        places = {member.memory.conversation_id for member in conflict.members}
        assert len(places - {None}) == len(conflict.members)
        assert [member.at for member in conflict.members] == sorted(m.at for m in conflict.members)

    def test_one_is_across_scopes(self, lived: MemoryService) -> None:
        conflict = saying(lived, "double quotes", "single quotes")
        assert conflict.is_open
        assert {member.memory.scope for member in conflict.members} == {Scope.GLOBAL, Scope.PROJECT}

    def test_nothing_else_is_taken_for_a_contradiction(self, lived: MemoryService) -> None:
        expected = [*OPEN.values(), *FURTHER]
        found = [
            [member.content for member in conflict.members]
            for conflict in lived.list_conflicts(include_resolved=True)
        ]
        assert [
            texts
            for texts in found
            if not any(
                len(words) == len(texts) and all(map(str.__contains__, texts, words)) for words in expected
            )
        ] == []

    def test_some_were_decided(self, lived: MemoryService) -> None:
        decided = [one for one in lived.list_conflicts(include_resolved=True) if one.decision is not None]
        assert len(decided) == len(DECIDED)
        assert {one.status for one in decided} == {
            ConflictStatus.ACCEPTED_NEWER, ConflictStatus.MARKED_OUTDATED
        }  # fmt: skip
        assert [one for one in decided if one.notes]
        kept = saying(lived, "uses npm", "from npm to pnpm")
        assert [member.memory.status for member in kept.members] == [Status.SUPERSEDED, Status.ACTIVE]

    def test_new_memories_of_two_conversations_wait_for_review(self, lived: MemoryService) -> None:
        pending = lived.query(status="pending").memories
        assert len(pending) >= 3
        assert len({memory.conversation_id for memory in pending}) == 2

    def test_agents_propose_an_edit_and_a_deletion(self, lived: MemoryService) -> None:
        assert sorted(proposal.action.value for proposal in lived.proposals()) == ["delete", "edit"]

    def test_one_of_them_replaces_an_older_one(self, lived: MemoryService) -> None:
        conflict = saying(lived, "deployed with Netlify", "from Netlify to Vercel")
        assert conflict.replaces
        assert [member.memory.status for member in conflict.members] == [Status.ACTIVE, Status.PENDING]

    def test_one_that_is_active_was_marked_outdated(self, lived: MemoryService) -> None:
        (memory,) = lived.query(status="active", needs_review=True).memories
        assert "pool size is 10" in memory.content

    def test_living_on_changes_nothing_more(self, lived: MemoryService) -> None:
        def state() -> list[dict[str, Any]]:
            found = lived.query(status="all", sort="created", limit=500).memories
            return [memory.to_dict() for memory in found]

        before = state()
        live(lived)
        assert state() == before


@pytest.mark.slow
def test_filling_the_demo_stops_when_the_window_is_quit(tmp_path: Path) -> None:
    demo = Demo(tmp_path)
    with MemoryService.open(tmp_path / "home", clock=demo.clock, environ=demo.environ) as service:
        demo.fill(service, iter([False, True]).__next__)
        assert len(service.conversation_ids()) == 1
        assert demo.clock.at is None


@pytest.mark.slow
def test_the_filled_demo_has_earlier_days(tmp_path: Path) -> None:
    demo = Demo(tmp_path)
    with MemoryService.open(tmp_path / "home", clock=demo.clock, environ=demo.environ) as service:
        demo.fill(service)
        days = service.time_machine.days()
        assert len(days.changes) > 200
        assert 0 < days.active[0] < days.active[100] < days.active[-1]
