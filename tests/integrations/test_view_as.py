"""What "View as" shows is, byte for byte, what each tool is handed, and what real clients made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hook_stage import Tool
from mcp_talking import Wire

from arbor_desktop.integrations.hooks.contracts import CLAUDE_CODE, CODEX, GEMINI_CLI, PROMPT, START, Contract
from arbor_desktop.integrations.view_as import IGNORED, NO_PROJECT, OFF, View, views
from arbor_desktop.service import MemoryService

ASKED = "How do webhooks <reach> the worker of the billing service?"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "billing"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


@pytest.fixture
def service(home: Path, project: Path) -> Iterator[MemoryService]:
    here = {"scope": "project", "scope_id": str(project)}
    with MemoryService.open(home) as service:
        service.store("Prefers tabs & <b>no</b> spaces", type="preference")
        service.store("Webhooks reach the worker through an outbox table", type="fact")
        service.store("Names migrations after the table they change", type="instruction",
                      category="project_conventions", **here)  # fmt: skip
        service.store("Retries of @billing/queue <!-- are --> idempotent", type="instruction",
                      category="project_conventions", branch="main", **here)  # fmt: skip
        service.store("The vault passphrase is never written down", type="fact", privacy_level="never_share")
        yield service


def view(service: MemoryService, name: str, project: Path | None, prompt: str = "") -> View:
    found = views(service, project=None if project is None else str(project), branch="main", prompt=prompt)
    return next(one for one in found if one.client.name == name)


@pytest.mark.parametrize("prompt", ["", ASKED, "/memory: webhooks of the worker", "yes, go on"])
@pytest.mark.parametrize("name", ["claude-code", "codex", "gemini"])
def test_hooks_print_what_is_shown(
    service: MemoryService, home: Path, project: Path, name: str, prompt: str
) -> None:
    shown = view(service, name, project, prompt)
    contract = shown.client.contract
    assert contract is not None
    tool = Tool(home, project, name=name)
    printed = [(START, tool.call(contract.event(START), source="startup").text)]
    if prompt:
        printed.append((PROMPT, tool.call(contract.event(PROMPT), prompt=prompt).text))
    texts = [contract.passed_on(contract.event(action), text) for action, text in printed if text]
    assert shown.context.text == "\n\n".join(texts)
    assert len(texts) == (2 if prompt in (ASKED, "/memory: webhooks of the worker") else 1)
    _lines_are_right(shown)


@pytest.mark.parametrize("prompt", ["", ASKED])
def test_the_server_answers_what_is_shown(
    service: MemoryService, home: Path, project: Path, prompt: str
) -> None:
    shown = view(service, "cursor", project, prompt)
    with Wire("--home", str(home), cwd=project) as wire:
        wire.begin()
        (content,) = wire.call("arbor_get_context", {"prompt": prompt} if prompt else {})["content"]
    assert content["text"] == shown.context.text
    assert ("outbox" in content["text"]) == bool(prompt)
    _lines_are_right(shown)


@pytest.mark.parametrize("way", ["block", "import"])
@pytest.mark.parametrize("own", [None, "# Mine", "# Mine\n"])
def test_the_file_has_what_is_shown(service: MemoryService, project: Path, own: str | None, way: str) -> None:
    file = project / "CLAUDE.md"
    if own is not None:
        file.write_text(own)
    options = service.branch_memory.options
    before = view(service, "CLAUDE.md", project)
    options.set(str(project), instructions={"CLAUDE.md": way})
    shown = view(service, "CLAUDE.md", project)
    assert (
        shown.context.text
        in (file if way == "block" else project / ".arbor/memory/instructions.md").read_text()
    )
    assert way == "import" or shown == before
    assert shown.context.text.startswith("<!-- arbor:begin ") and shown.context.text.endswith(" -->")
    assert "`@billing/queue` (!-- are --)" in shown.context.text
    _lines_are_right(shown)
    left_out = {one.content: one.kind for one in shown.context.excluded}
    assert left_out["Prefers tabs & <b>no</b> spaces"] == "not_in_file"


def _lines_are_right(shown: View) -> None:
    lines = shown.context.text.split("\n")
    assert shown.context.included
    for one in shown.context.included:
        assert one.content.split()[0] in lines[one.first_line - 1]


def test_looking_leaves_no_trace(service: MemoryService, project: Path) -> None:
    ids = [one.id for one in service.query(limit=50).memories]
    before = [one.access_count for one in service.get_many(ids)]
    view(service, "cursor", project, ASKED)
    assert [one.access_count for one in service.get_many(ids)] == before
    assert not service.latest_receipts(str(project))


def test_who_gets_nothing_says_why(service: MemoryService, home: Path, project: Path) -> None:
    assert view(service, "CLAUDE.md", None).nothing == NO_PROJECT
    service.settings.set("injection.enabled", False)
    assert view(service, "codex", project).nothing == OFF
    with Wire("--home", str(home), cwd=project) as wire:
        wire.begin()
        (content,) = wire.call("arbor_get_context", {})["content"]
    assert view(service, "cursor", project).context.text == content["text"] != ""
    service.settings.set("injection.enabled", True)
    service.settings.set("capture.excluded", [str(project)])
    assert [view(service, name, project).nothing for name in ("codex", "CLAUDE.md")] == [IGNORED, IGNORED]


def test_what_no_tool_takes_is_left_out_with_that_reason(service: MemoryService, project: Path) -> None:
    for number in range(40):
        rule = f"Rule {number} of the exporter: " + "it depends on many things " * 12
        service.store(
            rule, type="instruction", scope="project", scope_id=str(project), category="project_conventions"
        )
    file = view(service, "CLAUDE.md", project)
    assert file.size <= 4_000 < file.size + 350
    assert "over_limit" in {one.kind for one in file.context.excluded}
    assert "over_budget" in {one.kind for one in view(service, "codex", project).context.excluded}
    service.settings.set("context.max_tokens", 20_000)
    hook = view(service, "claude-code", project)
    assert 9_000 < hook.size < 10_000
    assert {one.kind for one in hook.context.excluded} >= {"over_limit", "never_share"}
    assert "over_budget" not in {one.kind for one in hook.context.excluded}


def test_codex_gets_no_more_bytes_than_it_takes_whole(
    service: MemoryService, home: Path, project: Path
) -> None:
    for number in range(40):
        rule = f"Правило {number} экспорта: " + "счета отправляются только после проверки " * 6
        service.store(rule, type="instruction", scope="project", scope_id=str(project))
    prompt = "/memory: экспорта счета после проверки"
    codex, claude = (view(service, name, project, prompt) for name in ("codex", "claude-code"))
    assert 9_000 < codex.size <= 10_000 < len(claude.context.text.encode()) / 2
    assert "over_limit" in {one.kind for one in codex.context.excluded}
    tool = Tool(home, project, name="codex")
    for _ in ("made", "looked up"):
        start = tool.call("SessionStart", source="startup").text
        assert codex.context.text.startswith(f"{start}\n\n")
    assert Tool(home, project).call("SessionStart", source="startup").text in claude.context.text
    assert codex.context.text == f"{start}\n\n{tool.call('UserPromptSubmit', prompt=prompt).text}"


# -- what real clients made of it --


def _texts(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from _texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value)


def _recorded(corpus: Path, name: str) -> list[Any]:
    return [json.loads(line) for line in (corpus / "real_clients" / name).read_text().splitlines()]


def test_claude_code_passed_it_on_like_that(corpus: Path) -> None:
    records = _recorded(corpus, "claude-2.1.330-session.jsonl")
    noted = [one["attachment"] for one in records if "attachment" in one]
    answers = [one for one in noted if one["type"] == "hook_additional_context"]
    assert {one["hookEvent"] for one in answers} == {"SessionStart", "UserPromptSubmit"}
    sent = [text for one in records if "attachment" not in one for text in _texts(one)]
    for one in answers:
        wanted = CLAUDE_CODE.passed_on(one["hookEvent"], *one["content"])
        assert any(text == wanted or text.startswith(wanted + "\n\n") for text in sent)


@pytest.mark.parametrize(
    ("contract", "name", "mark"),
    [
        (CODEX, "codex-session.jsonl", "<user_context>"),
        (GEMINI_CLI, "gemini-session.jsonl", "<hook_context>"),
    ],
)
def test_the_others_passed_it_on_like_that(corpus: Path, contract: Contract, name: str, mark: str) -> None:
    found = [text for text in _texts(_recorded(corpus, name)) if text.startswith(mark)]
    assert len(found) >= 2
    for text in found:
        inner = text.removeprefix("<hook_context>").removesuffix("</hook_context>")
        printed = inner.replace("&lt;", "<").replace("&gt;", ">")
        assert printed.startswith("<user_context>\n") and printed.endswith("\n</user_context>")
        assert contract.passed_on(contract.start, printed) == text
