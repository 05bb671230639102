"""Where assistants keep their conversations, on each system."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.source_folders import KnownSource, Place, known_sources

HOME = "/home/ada"


def places(name: str, platform: str = "linux", **environ: str) -> list[str]:
    given = {"HOME": HOME, "USERPROFILE": HOME} | environ
    (known,) = [k for k in known_sources(given, platform) if k.name == name]
    return [place.folder.as_posix() for place in known.places]


def source(name: str) -> KnownSource:
    (known,) = [k for k in known_sources({"HOME": HOME}, "linux") if k.name == name]
    return known


@pytest.mark.parametrize(
    ("name", "platform", "expected"),
    [
        ("claude-code", "linux", f"{HOME}/.claude/projects"),
        ("claude-code", "win32", f"{HOME}/.claude/projects"),
        ("codex", "darwin", f"{HOME}/.codex/sessions"),
        ("cursor", "darwin", f"{HOME}/Library/Application Support/Cursor/User/globalStorage"),
        ("cursor", "win32", f"{HOME}/AppData/Roaming/Cursor/User/globalStorage"),
        ("llm", "linux", f"{HOME}/.config/io.datasette.llm"),
        ("llm", "darwin", f"{HOME}/Library/Application Support/io.datasette.llm"),
        ("opencode", "win32", f"{HOME}/.local/share/opencode"),
        ("visual-studio-copilot", "win32", f"{HOME}/AppData/Local/Temp/VSGitHubCopilotLogs/traces"),
    ],
)
def test_each_system_has_its_folders(name: str, platform: str, expected: str) -> None:
    assert expected in places(name, platform)


@pytest.mark.parametrize(
    ("name", "variable", "expected"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "/else/projects"),
        ("codex", "CODEX_HOME", "/else/archived_sessions"),
        ("gemini-cli", "GEMINI_CLI_HOME", "/else/.gemini/tmp"),
        ("continue", "CONTINUE_GLOBAL_DIR", "/else/sessions"),
        ("opencode", "XDG_DATA_HOME", "/else/opencode"),
        ("llm", "LLM_USER_PATH", "/else"),
    ],
)
def test_the_environment_overrides_a_folder(name: str, variable: str, expected: str) -> None:
    assert expected in places(name, **{variable: "/else"})
    assert expected not in places(name, **{variable: ""})


@pytest.mark.parametrize(
    ("name", "file", "held"),
    [
        ("codex", ".codex/sessions/2026/01/02/rollout-2026-01-02T10-00-00-abc.jsonl", True),
        ("codex", ".codex/sessions/2026/01/02/rollout-2026-01-02T10-00-00-abc.jsonl.zst", True),
        ("codex", ".codex/sessions/2026/01/02/notes.jsonl", False),
        ("gemini-cli", ".gemini/tmp/kiln/chats/session-1.jsonl", True),
        ("gemini-cli", ".gemini/tmp/kiln/chats/parent/child.jsonl", True),
        ("gemini-cli", ".gemini/tmp/kiln/logs.json", False),
        ("cursor", ".cursor/projects/kiln/agent-transcripts/a/subagents/b.jsonl", True),
        ("cursor", ".config/Cursor/User/globalStorage/state.vscdb", True),
        ("cursor", ".config/Cursor/User/globalStorage/other/state.vscdb", False),
        ("continue", ".continue/sessions/a.json", True),
    ],
)
def test_only_what_is_named_like_a_conversation_is_held(name: str, file: str, held: bool) -> None:
    assert any(place.holds(Path(HOME, file)) for place in source(name).places) is held


def test_names_are_unique_and_exports_have_no_folder() -> None:
    known = known_sources({"HOME": HOME}, "linux")
    assert len({k.name for k in known}) == len(known)
    assert {k.name for k in known if k.exported} == {"chatgpt", "claude-ai"}
    assert not [k.name for k in known if k.exported and (k.places or k.in_projects)]


def test_a_place_holds_nothing_outside_it() -> None:
    assert not Place(Path("/srv/a")).holds(Path("/srv/b/c.jsonl"))
