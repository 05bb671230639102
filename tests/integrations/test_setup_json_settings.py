"""Settings as people and tools leave them: changed rightly and given back exactly, or left alone."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from setup_stage import PYTHON, files, install, part

from arbor_desktop.errors import StorageError
from arbor_desktop.integrations.setup import tool_files
from arbor_desktop.integrations.setup.invocation import Call, Caller
from arbor_desktop.integrations.setup.json_settings import JsonHooks
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.paths import Home
from arbor_desktop.user_files.model import Standing

OTHER = {"type": "command", "command": "say done"}
OTHERS = '{"matcher": "startup", "hooks": [{"type": "command", "command": "say hello"}]}'
ARGS = ["-P", "-m", "arbor_desktop", "hook", "SessionStart", "--tool", "claude-code"]
TEXTS = (
    "",
    " \n",
    "{}",
    "{ }\n",
    "{\n}",
    '{"model": "opus"}',
    '{"hooks": {}}',
    '{"hooks": {"SessionStart": []}}',
    '{\n    "hooks": {\n        "SessionStart": [\n            ' + OTHERS + "\n        ]\n    }\n}\n",
    '{\n\t"hooks": {"SessionStart": [' + OTHERS + ',],}, // mine\n\t"env": {"A": "ü"}\n}',
    '// my settings\n{\r\n  /* hooks */ "permissions": {"allow": ["Bash(ls:*)"],},\r\n}\r\n',
    '{"hooks": {"Stop": 1}, "hooks": {"Stop": [' + OTHERS + "]}}",
    json.dumps({"deep": [[{"n": list(range(20))}] * 3], "text": '\u2028 \\ " //'}, indent=1),
    '{\n  "mcpServers": {}\n}\n',
    '{"mcpServers": {"other": {"command": "npx"}}}',
)


@pytest.fixture
def settings(person: Path) -> Path:
    """Claude Code's, in a folder that is there."""
    (person / ".claude").mkdir()
    return person / ".claude" / "settings.json"


def remove(setup: Setup, name: str, **more: Any) -> None:
    setup.apply(setup.plan(name, "remove", **more))


@pytest.mark.parametrize("text", [*TEXTS, *("\ufeff" + text for text in TEXTS[-6:])])
@pytest.mark.parametrize("tool", ["claude-code", "gemini", "codex"])
def test_in_and_out_gives_the_very_same_bytes_back(setup: Setup, tool: str, text: str) -> None:
    paths = {Path(one.file) for one in setup.one(tool).parts if one.file.endswith(".json")}
    before = text.encode()
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(before)
    install(setup, tool)
    assert setup.one(tool).standing is Standing.INSTALLED
    assert setup.plan(tool, "install").empty
    remove(setup, tool)
    assert [path.read_bytes() for path in paths] == [before] * len(paths)
    assert setup.one(tool).standing is Standing.ABSENT


@examples(max_examples=12)
@given(st.lists(st.sampled_from(["hooks", "mcp"]), min_size=1, max_size=6), st.sampled_from(TEXTS))
def test_parts_in_any_order_and_all_out_is_as_before(parts: list[str], text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        setup = Setup(
            Home(home / "arbor"), {"HOME": folder}, "linux", caller=Caller(PYTHON, platform="linux")
        )
        file = home / ".gemini" / "settings.json"
        file.parent.mkdir()
        file.write_text(text, newline="")
        for piece in parts:
            was = part(setup.one("gemini"), piece).standing is Standing.INSTALLED
            setup.apply(setup.plan("gemini", "remove" if was else "install", [piece]))
        setup.apply(setup.plan("gemini", "remove"))
        assert file.read_bytes() == text.encode()


def test_files_that_were_not_there_go_away_again(setup: Setup, person: Path) -> None:
    for name in ("claude-code", "claude-desktop", "codex", "cursor", "gemini"):
        install(setup, name)
    for name in ("claude-code", "claude-desktop", "codex", "cursor", "gemini"):
        remove(setup, name)
    assert files(person) == {}
    assert [path.name for path in person.iterdir()] in ([], [".config"])


def test_without_records_what_is_not_ours_still_stays(setup: Setup, person: Path, tmp_path: Path) -> None:
    file = person / ".gemini" / "settings.json"
    file.parent.mkdir()
    before = '{\n    // mine\n    "hooks": {\n        "Stop": [],\n    },\n    "a": 1\n}\n'
    file.write_text(before)
    install(setup, "gemini")
    other = Setup(Home(tmp_path / "another"), {"HOME": str(person)}, "linux", caller=Caller(PYTHON))
    remove(other, "gemini")
    assert file.read_text() == before


def test_a_file_that_was_changed_since_loses_ours_alone(setup: Setup, person: Path) -> None:
    file = person / ".claude.json"
    install(setup, "claude-code")
    held = json.loads(file.read_bytes())
    file.write_text(json.dumps({"numStartups": 2} | held | {"projects": {}}))  # as the tool does
    remove(setup, "claude-code")
    assert json.loads(file.read_bytes()) == {"numStartups": 2, "projects": {}}


def test_containers_that_were_empty_before_stay_all_the_same(setup: Setup, settings: Path) -> None:
    settings.write_text('{\n  "hooks": {\n    "PreCompact": []\n  }\n}\n')
    install(setup, "claude-code", parts=["hooks"])
    settings.write_text(settings.read_text().replace("{\n", '{\n  "model": "opus",\n', 1))
    remove(setup, "claude-code")
    assert json.loads(settings.read_text()) == {"model": "opus", "hooks": {"PreCompact": []}}


def test_other_hooks_of_the_same_event_stay_where_they_are(setup: Setup, settings: Path) -> None:
    groups = [{"matcher": "startup", "hooks": [OTHER]}, {"hooks": [OTHER, OTHER]}]
    settings.write_text(json.dumps({"hooks": {"SessionStart": groups}}))
    install(setup, "claude-code")
    after = json.loads(settings.read_text())["hooks"]["SessionStart"]
    assert after[:2] == groups
    assert len(after) == 3


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "/old/py", "args": ["-m", "arbor_desktop", "hook", "SessionStart"]},
        {"command": "/old/py -m arbor_desktop hook SessionStart"},
        {"command": "'/old dir/py' -m arbor_desktop --home '/my home' hook SessionStart"},
        {"command": '"C:\\old dir\\python.exe" -m arbor_desktop hook SessionStart'},
        {"command": "& 'C:\\old dir\\python.exe' -P -m arbor_desktop hook SessionStart"},
        {"command": "arbor hook SessionStart"},
        {"command": "/usr/bin/arbor", "args": ["hook", "SessionStart", "--tool", "claude-code"]},
        {"command": "uv run --directory /src arbor hook SessionStart"},
        {"command": "C:\\Programs\\Arbor.exe --home D:\\a hook SessionStart"},
    ],
)
def test_older_forms_are_replaced_in_place(setup: Setup, settings: Path, entry: dict[str, Any]) -> None:
    ours = {"type": "command", **entry, "timeout": 30}
    held = {"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [OTHER, ours, OTHER]}]}}
    settings.write_text(json.dumps(held, indent=4))
    assert part(setup.one("claude-code"), "hooks").standing is Standing.PARTLY
    install(setup, "claude-code", parts=["hooks"])
    ((group,), *others) = json.loads(settings.read_text())["hooks"].values()
    assert group["hooks"] == [
        OTHER, {"type": "command", "command": PYTHON, "args": ARGS, "timeout": 30}, OTHER
    ]  # fmt: skip
    assert len(others) == 3
    remove(setup, "claude-code")
    left = [{"matcher": "startup", "hooks": [OTHER, OTHER]}]
    assert json.loads(settings.read_text()) == {"hooks": {"SessionStart": left}}


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "arborist hook"},
        {"command": "/opt/arbor/other.py hook"},
        {"command": "python -m arbor_desktop_tools hook"},
        {"command": "echo arbor hook"},
        {"command": "arbor search hook"},
        {"command": "py", "args": ["-m", "other", "hook"]},
        {"command": 3},
        {"prompt": "arbor hook"},
    ],
)
def test_what_only_looks_like_ours_stays(setup: Setup, settings: Path, entry: dict[str, Any]) -> None:
    held = {"hooks": {"SessionStart": [{"hooks": [entry]}]}}
    settings.write_text(json.dumps(held))
    assert part(setup.one("claude-code"), "hooks").standing is Standing.ABSENT
    install(setup, "claude-code")
    remove(setup, "claude-code")
    assert json.loads(settings.read_text()) == held


def test_ours_of_an_event_that_is_no_longer_used_goes_and_doubles_too(setup: Setup, settings: Path) -> None:
    ours = {"type": "command", "command": PYTHON, "args": ARGS}
    stop = {"command": "arbor hook Stop"}
    groups = [{"hooks": [ours]}, {"hooks": [OTHER, ours]}]
    settings.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [stop, OTHER]}], "SessionStart": groups}}))
    install(setup, "claude-code", parts=["hooks"])
    hooks = json.loads(settings.read_text())["hooks"]
    assert hooks["Stop"] == [{"hooks": [OTHER]}]
    assert hooks["SessionStart"] == [{"hooks": [ours]}, {"hooks": [OTHER]}]
    assert part(setup.one("claude-code"), "hooks").standing is Standing.INSTALLED


def test_what_a_person_added_to_our_server_stays(setup: Setup, person: Path) -> None:
    file = person / ".cursor" / "mcp.json"
    file.parent.mkdir()
    ours = {"command": "/old/py", "args": ["-m", "arbor_desktop", "mcp"], "env": {"A": "1"}, "disabled": True}
    file.write_text(json.dumps({"mcpServers": {"memory": ours}}))
    install(setup, "cursor")
    changed = {**ours, "command": PYTHON, "args": ["-P", "-m", "arbor_desktop", "mcp"]}
    assert json.loads(file.read_text()) == {"mcpServers": {"memory": changed}}


# -- what is left alone --


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "has a list where settings should be"),
        ("null", "has null where settings should be"),
        ("7 // x", "has a number where settings should be"),
        ('"text"', "has a text where settings should be"),
        ('{"hooks": []}', "has a list as “hooks”, where an object should be"),
        ('{"hooks": "none"}', "has a text as “hooks”"),
        ('{"hooks": null}', "has null as “hooks”"),
        ('{"hooks": {"SessionStart": {}}}', "has an object as “hooks.SessionStart”, where a list should be"),
        ('{"a": 1', "can't be read as JSON"),
        ("{'a': 1}", "can't be read as JSON: expecting property name"),
        ("hooks: yes", "can't be read as JSON"),
        ("\x00\x01", "can't be read as JSON"),
        ("[" * 1_000_000, "nested too deeply"),
    ],
)
def test_what_is_not_as_expected_is_left_alone(setup: Setup, settings: Path, text: str, why: str) -> None:
    settings.write_text(text)
    found = part(setup.one("claude-code"), "hooks")
    assert found.standing is Standing.BLOCKED
    assert why in found.note
    for verb in ("install", "remove"):
        with pytest.raises(StorageError) as refused:
            setup.plan("claude-code", verb)
        assert why in refused.value.message
        assert str(settings) in refused.value.message
    assert settings.read_text() == text
    assert part(setup.one("claude-code"), "mcp").standing is Standing.ABSENT


def test_another_server_of_our_name_is_left_alone(setup: Setup, person: Path) -> None:
    (person / ".cursor").mkdir()
    (person / ".cursor" / "mcp.json").write_text('{"mcpServers": {"arbor": {"command": "plant"}}}')
    with pytest.raises(StorageError, match="another MCP server that is called “arbor”"):
        setup.plan("cursor", "install")


def test_a_folder_in_its_place(setup: Setup, settings: Path) -> None:
    settings.mkdir()
    with pytest.raises(StorageError, match="is a folder"):
        setup.plan("claude-code", "install")


def test_a_file_where_its_folder_should_be(setup: Setup, person: Path) -> None:
    (person / ".codex").write_text("")
    with pytest.raises(StorageError, match="is not a folder"):
        setup.plan("codex", "install")


def test_a_file_that_is_read_only(setup: Setup, settings: Path) -> None:
    settings.write_text("{}")
    settings.chmod(0o444)
    with pytest.raises(StorageError, match="is read-only"):
        setup.plan("claude-code", "install")


def test_a_file_that_can_not_be_read(setup: Setup, settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.write_text("{}")
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path == settings:
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    found = part(setup.one("claude-code"), "hooks")
    assert found.standing is Standing.BLOCKED
    assert "can't be read: Permission denied" in found.note


def test_a_file_that_is_too_large(setup: Setup, settings: Path) -> None:
    with settings.open("wb") as file:
        file.truncate(tool_files.MOST_BYTES + 1)
    with pytest.raises(StorageError, match="too large"):
        setup.plan("claude-code", "install")


@pytest.mark.slow
def test_a_large_file_is_changed(setup: Setup, person: Path) -> None:
    file = person / ".claude.json"
    held = {"projects": {f"/p/{n}": {"history": [{"display": f"prompt {n}"}] * 20} for n in range(2000)}}
    file.write_text(json.dumps(held, indent=2))
    before = file.read_bytes()
    install(setup, "claude-code", parts=["mcp"])
    assert json.loads(file.read_bytes())["projects"] == held["projects"]
    remove(setup, "claude-code")
    assert file.read_bytes() == before


# -- links --


def test_a_link_stays_and_its_target_is_changed(setup: Setup, settings: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text('{"model": "opus"}')
    settings.symlink_to(real)
    install(setup, "claude-code", parts=["hooks"])
    assert settings.is_symlink()
    assert "hooks" in json.loads(real.read_text())
    remove(setup, "claude-code")
    assert settings.is_symlink()
    assert real.read_text() == '{"model": "opus"}'


def test_a_link_to_nowhere_is_left_alone(setup: Setup, settings: Path, tmp_path: Path) -> None:
    settings.symlink_to(tmp_path / "gone.json")
    with pytest.raises(StorageError, match=r"a link to .*gone\.json, which doesn't exist"):
        setup.plan("claude-code", "install")


def test_a_link_to_somebody_elses_file_is_left_alone(
    setup: Setup, settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "theirs.json").write_text("{}")
    settings.symlink_to(tmp_path / "theirs.json")
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    with pytest.raises(StorageError, match="belongs to someone else"):
        setup.plan("claude-code", "install")


@pytest.mark.parametrize("of", ["file", "folder", "new file"])
def test_a_project_is_not_left_through_a_link(setup: Setup, tmp_path: Path, of: str) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    if of != "new file":
        (outside / "settings.local.json").write_text("{}")
    if of == "file":
        (project / ".claude").mkdir()
        (project / ".claude" / "settings.local.json").symlink_to(outside / "settings.local.json")
    else:
        (project / ".claude").symlink_to(outside, target_is_directory=True)
    before = files(outside)
    with pytest.raises(StorageError, match="leads out of the project"):
        setup.plan("claude-code", "install", project=project)
    assert files(outside) == before


def test_mode_and_owner_stay(setup: Setup, settings: Path) -> None:
    settings.write_text("{}")
    settings.chmod(0o640)
    before = settings.stat()
    install(setup, "claude-code")
    after = settings.stat()
    assert (stat.S_IMODE(after.st_mode), after.st_uid, after.st_gid) == (0o640, before.st_uid, before.st_gid)


def test_a_new_file_is_for_its_person_alone(setup: Setup, person: Path) -> None:
    install(setup, "claude-code")
    assert stat.S_IMODE((person / ".claude.json").stat().st_mode) == 0o600


# -- the hooks' shape, whatever else is in it --

EVENTS = {
    name: Call({"command": "/p", "args": ["-m", "arbor_desktop", "hook", name]}, {}) for name in ("A", "B")
}
OURS = [call.entry for call in EVENTS.values()] + [{"command": "arbor hook A"}]
GROUPS = st.fixed_dictionaries({"hooks": st.lists(st.sampled_from([OTHER, *OURS]), max_size=3)})
HELD = st.dictionaries(st.sampled_from(["A", "B", "C"]), st.lists(GROUPS, max_size=3))


def without_ours(hooks: dict[str, Any]) -> dict[str, list[Any]]:
    """The other programs' hooks of each event, in their order."""
    found = {
        event: [entry for group in groups for entry in group["hooks"] if entry not in OURS]
        for event, groups in hooks.items()
    }
    return {event: entries for event, entries in found.items() if entries}


@given(HELD, st.sampled_from([None, 2, "\t"]))
def test_whatever_hooks_there_are_ours_are_there_once_and_others_stay(held: Any, indent: Any) -> None:
    hooks = JsonHooks(EVENTS)
    before = json.dumps({"hooks": held}, indent=indent).encode()
    installed = hooks.install(before)
    assert hooks.state(installed).standing is Standing.INSTALLED
    assert hooks.install(installed) == installed
    after = json.loads(installed)["hooks"]
    assert without_ours(after) == without_ours(held)
    for name, call in EVENTS.items():
        entries = [entry for group in after[name] for entry in group["hooks"]]
        assert [entry for entry in entries if entry in OURS] == [call.entry]
    removed = hooks.remove(installed, ())
    assert hooks.state(removed).standing is Standing.ABSENT
    assert without_ours(json.loads(removed).get("hooks", {})) == without_ours(held)
