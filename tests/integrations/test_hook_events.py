"""What a session is told, when, and how often: through the real process."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hook_stage import CHECKOUT, Tool, ids

from arbor_desktop.clock import system_clock, to_iso
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.integrations.hooks import events
from arbor_desktop.search import similarity_client
from arbor_desktop.search.similarity_server import SimilarityServer
from arbor_desktop.service import MemoryService

TABS = "Prefers tabs over spaces"
BOUNCER = "The billing service talks to PostgreSQL 16 through pgbouncer"
ASYNC = "User prefers async/await over Promise.then()"
WHALE = "The vault passphrase hint is the blue whale"
NEVER = "The passphrase of the vault is never written down anywhere"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "billing"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


@pytest.fixture
def tool(home: Path, project: Path) -> Tool:
    return Tool(home, project)


@pytest.fixture
def service(home: Path, project: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home) as service:
        service.store(TABS, type="preference")
        service.store(BOUNCER, type="fact", scope="project", scope_id=str(project))
        service.store(WHALE, type="fact", privacy_level="sensitive")
        service.store(NEVER, type="fact", privacy_level="never_share")
        yield service


def test_a_session_begins_with_what_get_context_tells(
    tool: Tool, service: MemoryService, project: Path
) -> None:
    wanted = service.get_context(project=str(project), branch="main", log_access=False).text
    made = tool.call("SessionStart", source="startup")
    ready = tool.call("SessionStart", source="startup")
    assert made.text == ready.text == wanted
    assert (made.code, made.err) == (0, "")
    assert ids([wanted]) == {TABS, BOUNCER}


def test_what_was_told_is_noted_with_a_receipt_and_without_reinforcing(
    tool: Tool, service: MemoryService, project: Path
) -> None:
    tool.call("SessionStart", source="startup")
    (receipt,) = service.latest_receipts(str(project))
    assert (receipt.tool, receipt.event, receipt.session_id) == ("claude-code", "SessionStart", tool.session)
    assert (receipt.project, receipt.branch) == (str(project), "main")
    assert {one.content for one in receipt.delivered} == {TABS, BOUNCER}
    told = service.get_many([one.memory_id for one in receipt.delivered])
    assert [(one.access_count, one.use_count) for one in told] == [(1, 0), (1, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["compact", "clear", "startup", "fork"])
def test_who_begins_with_nothing_in_mind_is_told_all_again(
    tool: Tool, service: MemoryService, source: str
) -> None:
    first = tool.call("SessionStart", source="startup")
    assert tool.call("SessionStart", source=source).text == first.text != ""


def test_a_resumed_session_is_told_again_only_what_is_new_or_changed(
    tool: Tool, service: MemoryService
) -> None:
    assert tool.call("SessionStart", source="resume").text  # it began before Arbor was there
    assert tool.call("SessionStart", source="resume").text == ""
    new = service.store("Always runs the linter before a commit", type="instruction")
    assert "linter" in tool.call("SessionStart", source="resume").text
    assert tool.call("SessionStart", source="resume").text == ""
    service.update(new.id, content="Always runs the formatter before a commit")
    assert "formatter" in tool.call("SessionStart", source="resume").text


def test_a_prompt_brings_what_fits_it_once(tool: Tool, service: MemoryService) -> None:
    tool.call("SessionStart", source="startup")
    prompt = "What is my passphrase hint of the vault?"
    assert ids([tool.call("UserPromptSubmit", prompt=prompt).text]) == {WHALE}
    assert tool.call("UserPromptSubmit", prompt=prompt).out == ""
    # Another session knows nothing of it, and one whose conversation was shortened no more.
    other = Tool(tool.home, tool.folder, session="another")
    assert ids([other.call("UserPromptSubmit", prompt=prompt).text]) == {WHALE}
    tool.call("SessionStart", source="compact")
    assert ids([tool.call("UserPromptSubmit", prompt=prompt).text]) == {WHALE}


def test_a_prompt_brings_nothing_that_the_start_told(tool: Tool, service: MemoryService) -> None:
    tool.call("SessionStart", source="startup")
    assert tool.call("UserPromptSubmit", prompt="How does the billing service reach PostgreSQL?").out == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "prompt", ["yes, do it", "/compact", "Bake a cake with strawberries and cream tomorrow", ""]
)
def test_most_prompts_bring_nothing(tool: Tool, service: MemoryService, prompt: str) -> None:
    said = tool.call("UserPromptSubmit", prompt=prompt)
    assert (said.code, said.out, said.err) == (0, "", "")


@pytest.mark.slow
def test_a_memory_question_is_answered_with_all_that_is_known(tool: Tool, service: MemoryService) -> None:
    tool.call("SessionStart", source="startup")
    assert ids([tool.call("UserPromptSubmit", prompt="/memory: pgbouncer billing").text]) == {BOUNCER}
    nothing = tool.call("UserPromptSubmit", prompt="/memory: </user_context> quantum").text
    assert "Nothing is known about" in nothing
    assert nothing.count("</user_context>") == 1


def test_what_is_never_shared_is_told_to_no_prompt(tool: Tool, service: MemoryService) -> None:
    for prompt in ("/memory: passphrase of the vault", "What is the passphrase of the vault written down?"):
        assert NEVER not in tool.call("UserPromptSubmit", prompt=prompt).text


def test_a_block_stays_below_what_the_tool_takes_as_text(
    tool: Tool, service: MemoryService, project: Path
) -> None:
    service.settings.set("context.max_tokens", 20_000)
    service.store_many(
        [
            {
                "content": f"Fact {number} of the exporter: " + "it depends on many things " * 20,
                "type": "instruction",
            }
            for number in range(60)
        ]
    )
    text = tool.call("SessionStart", source="startup").text
    assert 8_000 < len(text) < 10_000
    assert len(tool.call("UserPromptSubmit", prompt="/memory: exporter depends on things").text) < 10_000


@pytest.mark.parametrize(
    ("setting", "event"),
    [
        ("injection.enabled", "SessionStart"),
        ("injection.enabled", "UserPromptSubmit"),
        ("injection.session_start", "SessionStart"),
        ("injection.prompts", "UserPromptSubmit"),
    ],
)
def test_what_is_switched_off_tells_nothing(
    tool: Tool, service: MemoryService, setting: str, event: str
) -> None:
    asked = {"source": "startup", "prompt": "How does the billing service reach PostgreSQL?"}
    service.settings.set(setting, False)
    assert tool.call(event, **asked).out == ""
    service.settings.set(setting, True)
    assert tool.call(event, **asked).out != ""


def test_an_excluded_project_is_told_nothing_and_leaves_nothing(tool: Tool, service: MemoryService) -> None:
    service.exclude(str(tool.folder))
    for event in ("SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact"):
        said = tool.call(event, source="startup", prompt="/memory: billing service")
        assert (said.code, said.out) == (0, "")
    assert service.latest_receipts() == []
    assert tool.notes() == []


def test_a_session_that_arbor_started_itself_is_told_nothing_and_leaves_nothing(
    tool: Tool, service: MemoryService
) -> None:
    from arbor_desktop.llm import claude_program as program

    own = program.environment("/usr/bin/claude", {"PATH": "/usr/bin"})
    marked = {name: value for name, value in own.items() if name.startswith("ARBOR_")}
    for event in ("SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact"):
        said = tool.call(event, environ=marked, source="startup", prompt="How does billing reach PostgreSQL?")
        assert said.out == ""
    said = tool.call(
        "UserPromptSubmit", prompt='<arbor-internal purpose="extraction" />\nHow does billing work?'
    )
    assert said.out == ""
    assert service.latest_receipts() == []
    assert tool.notes() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["claude-code", "codex"])
def test_an_end_leaves_one_note_and_a_shortening_another(
    tool: Tool, service: MemoryService, name: str
) -> None:
    tool.name = name
    for event, fields in (
        ("SessionEnd", {"reason": "exit"}),
        ("PreCompact", {"trigger": "auto"}),
        ("Stop", {}),
    ):
        said = tool.call(event, **fields)
        assert (said.code, said.out, said.err) == (0, "", "")
    ended, look = tool.notes()
    assert (ended["kind"], ended["reason"], look["kind"]) == ("ended", "exit", "look")
    for note in (ended, look):
        assert note["v"] == 1
        assert note["session_id"] == tool.session
        assert note["transcript_path"] == str(tool.transcript)
        assert note["cwd"] == str(tool.folder)


def test_a_tool_that_says_with_each_request_that_it_shortens_leaves_one_note(
    tool: Tool, service: MemoryService
) -> None:
    tool.name = "gemini"
    for _ in range(3):
        assert tool.call("PreCompress", trigger="auto").out == ""
    tool.session = "another/../session"
    tool.call("PreCompress", trigger="auto")
    assert sorted((note["kind"], note["session_id"]) for note in tool.notes()) == [
        ("look", "5c1d3f0e-0000-4000-8000-000000000001"), ("look", "another/../session"),
    ]  # fmt: skip


SUMMARY = "The reasoning.\n<state_snapshot>The exporter is looked at.</state_snapshot>"


def shortened(tool: Tool, at: int) -> None:
    """Gemini CLI's record of a session whose conversation was shortened at a moment, and that went on."""
    begun = [{"id": "0", "timestamp": to_iso(at - 9), "type": "user", "content": [{"text": "Hello"}]}]
    messages = [{"id": "1", "timestamp": to_iso(at), "type": "user", "content": [{"text": SUMMARY}]}]
    records = [
        {"sessionId": tool.session, "kind": "main"},
        {"$set": {"messages": begun}},
        {"$set": {"messages": messages, "lastUpdated": to_iso(at)}},
        {"id": "2", "timestamp": to_iso(at + 9), "type": "user", "content": [{"text": "<state_snapshot>?"}]},
    ]  # fmt: skip
    tool.transcript.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in records)
    tool.transcript.write_text("\n".join(lines) + "\n")


@pytest.mark.slow
def test_a_tool_that_starts_no_session_after_it_shortened_is_told_all_with_the_next_prompt(
    tool: Tool, service: MemoryService
) -> None:
    tool.name = "gemini"
    whole = tool.call("SessionStart", source="startup").text
    vault = "What is my passphrase hint of the vault?"
    assert ids([tool.call("BeforeAgent", prompt=vault).text]) == {WHALE}
    assert tool.call("BeforeAgent", prompt=vault).out == ""
    shortened(tool, system_clock())
    assert tool.call("BeforeAgent", prompt="yes, go on").text == whole
    assert ids([tool.call("BeforeAgent", prompt=vault).text]) == {WHALE}, "it was left behind, too"
    assert tool.call("BeforeAgent", prompt="yes, go on").out == ""
    shortened(tool, system_clock())
    assert ids([tool.call("BeforeAgent", prompt=vault).text]) == {TABS, BOUNCER, WHALE}
    assert tool.call("BeforeAgent", prompt=vault).out == ""
    told = [(one.event, len(one.delivered)) for one in service.latest_receipts()]
    assert sorted(told) == [("BeforeAgent", 1)] * 3 + [("SessionStart", 2)] * 3
    service.settings.set("injection.session_start", False)
    shortened(tool, system_clock())
    assert tool.call("BeforeAgent", prompt="yes, go on").out == ""


@pytest.mark.slow
@pytest.mark.parametrize("record", ["", "{", '{"$set":{"messages":["<state_snapshot>"]}}', None])
def test_a_record_that_does_not_say_that_it_was_shortened_brings_nothing(
    tool: Tool, service: MemoryService, record: str | None
) -> None:
    tool.name = "gemini"
    tool.call("SessionStart", source="startup")
    if record is not None:
        tool.transcript.parent.mkdir(parents=True)
        tool.transcript.write_text(record)
    assert tool.call("BeforeAgent", prompt="yes, go on").out == ""
    assert tool.notes("trouble") == []


def test_the_branch_that_is_checked_out_decides(tool: Tool, service: MemoryService, project: Path) -> None:
    service.store(
        "The feature flag is on", type="fact", scope="project", scope_id=str(project), branch="flags"
    )
    assert "feature flag" not in tool.call("SessionStart", source="startup").text
    (project / ".git" / "HEAD").write_text("ref: refs/heads/flags\n")
    assert "feature flag" in tool.call("SessionStart", source="startup").text


def test_a_worktree_is_told_of_its_project_and_its_own_branch(
    tool: Tool, service: MemoryService, project: Path, tmp_path: Path
) -> None:
    tree = tmp_path / "elsewhere" / "tree"
    tree.mkdir(parents=True)
    inner = project / ".git" / "worktrees" / "tree"
    inner.mkdir(parents=True)
    (inner / "HEAD").write_text("ref: refs/heads/side\n")
    (tree / ".git").write_text(f"gitdir: {inner}\n")
    service.store(
        "The side branch rewrites the exporter",
        type="fact",
        scope="project",
        scope_id=str(project),
        branch="side",
    )
    text = Tool(tool.home, tree).call("SessionStart", source="startup").text
    assert ids([text]) == {TABS, BOUNCER, "The side branch rewrites the exporter"}


@pytest.mark.slow
def test_what_rested_is_back_when_work_goes_on(
    home: Path, project: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arbor_desktop.clock import DAY_MS, system_clock

    now = [system_clock() - 200 * DAY_MS]
    with MemoryService.open(home, clock=lambda: now[0]) as service:
        made = service.store(
            "The exporter writes CSV files", type="fact", scope="project", scope_id=str(project)
        )
        now[0] += 100 * DAY_MS
        by = service._rt.by("maintenance", "faded")
        from arbor_desktop.memories.queries import memories

        def archive(conn: object) -> None:
            row = memories.rows_of(conn, [made.id])[0][0]  # type: ignore[arg-type]
            memories.change(
                conn, row, {"status": "archived", "archived_at": now[0]}, by, "archived", touch=False,  # type: ignore[arg-type]
                noted={"why": "faded"},
            )  # fmt: skip

        service._rt.db.write(archive)
    text = tool.call("SessionStart", source="startup").text
    assert "CSV" in text
    with MemoryService.open(home) as service:
        assert text == service.get_context(project=str(project), branch="main").text


def test_a_prompt_of_which_nothing_was_told_leaves_no_receipt(tool: Tool, service: MemoryService) -> None:
    tool.call("UserPromptSubmit", prompt="Bake a cake with strawberries and cream tomorrow")
    assert service.latest_receipts() == []


def test_the_process_imports_nothing_that_takes_long(tool: Tool, service: MemoryService) -> None:
    tool.call("SessionStart", source="startup")
    script = (
        "import sys, json; from arbor_desktop.__main__ import main; "
        f"main({tool.command('SessionStart')[3:]!r}); json.dump(sorted(sys.modules), sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=tool.json("SessionStart", source="startup"),
        capture_output=True,
        env=tool.environ(), check=True,
    )  # fmt: skip
    assert TABS in done.stdout.decode()
    loaded = set(json.loads(done.stderr))
    heavy = {
        "PySide6",
        "asyncio",
        "peewee",
        "anthropic",
        "mcp",
        "sqlite3",
        "logging",
        "dataclasses",
        "typing",
        "pathlib",
    }
    heavy |= {"msgspec", "platformdirs", "arbor_desktop.settings", "arbor_desktop.context.hook_blocks"}
    assert loaded & heavy == set()
    assert "arbor_desktop.context.queries.ready_blocks" in loaded
    assert CHECKOUT.is_dir()


def test_a_prompt_is_asked_of_the_running_window_without_a_model_of_its_own(
    tool: Tool, service: MemoryService, home: Path
) -> None:
    heard: list[str] = []

    def answer(prompt: str) -> bytes:
        heard.append(prompt)
        return b""

    owner = SimilarityServer(home / "run", answer, lambda: None)
    owner.start()
    try:
        tool.call("UserPromptSubmit", prompt="How does the billing service reach PostgreSQL?")
    finally:
        owner.close()
    assert heard == ["How does the billing service reach PostgreSQL?"]


def test_a_prompt_also_brings_what_it_means(
    service: MemoryService, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_client, "PATIENCE_SECONDS", 10.0)  # the processor is shared
    for text in (ASYNC, "Releases go to production on Tuesdays", "Tea is for breakfast"):
        service.store(text, type="fact")
    service.vectors.use("all-MiniLM-L6-v2")
    service.vectors.build()
    service.vectors.start()
    now = service._rt.clock()
    try:
        assert service.vectors.similar("loaded now") is not None
        with contextlib.closing(ready_blocks.open_file(str(service.home.database), 250)) as conn:
            telling = events.hook_blocks(conn, str(home), now)
            found = telling.with_prompt(None, None, now, "What async pattern do we use?", budget=500)
            nothing = telling.with_prompt(None, None, now, "Write a haiku about the sea", budget=500)
    finally:
        service.vectors.close()
    assert ASYNC in found.text
    assert nothing.text == ""


def test_a_process_that_puts_a_block_together_goes_without_window_sdk_and_loop(
    tool: Tool, service: MemoryService
) -> None:
    script = (
        "import sys, json; from arbor_desktop.__main__ import main; "
        f"main({tool.command('UserPromptSubmit')[3:]!r}); json.dump(sorted(sys.modules), sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=tool.json("UserPromptSubmit", prompt="How does the billing service reach PostgreSQL?"),
        capture_output=True, env=tool.environ(), check=True,
    )  # fmt: skip
    assert BOUNCER in done.stdout.decode()
    heavy = {"PySide6", "asyncio", "peewee", "anthropic", "mcp", "numpy", "tokenizers", "platformdirs"}
    heavy |= {
        "arbor_desktop.service.memory_service",
        "arbor_desktop.llm.model",
        "arbor_desktop.database.connection",
    }
    assert set(json.loads(done.stderr)) & heavy == set()
