"""Formats that are written and read: what comes back, and what other programs find in them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.exchange import formats, obsidian
from arbor_desktop.exchange.exports import FORMATS
from arbor_desktop.exchange.model import Source
from arbor_desktop.memories import checks
from arbor_desktop.paths import Home
from arbor_desktop.service import MemoryService
from arbor_desktop.text.words import fold

KILN = {"scope": "project", "scope_id": "/src/kiln"}
MEMORIES: list[dict[str, Any]] = [
    {"content": "User prefers tabs (not spaces)", "type": "preference", "tags": ["style"],
     "details": {"key": "formatting.indent", "value": "tabs"}},
    {"content": "Fix #12 in C# with `if [[ -f x ]]` and \\#notag", "type": "fact"},
    {"content": "Ärger: 東京 🎉 = “ok”, =SUM(A1); yes\nsecond line", "type": "fact",
     "privacy_level": "always_include"},
    {"content": "Vitest has no localStorage", "type": "fact", "category": "bug_patterns",
     "technology": "vitest", "details": {"problem": "undefined", "solution": "Use vi.stubGlobal"}},
    {"content": "Retries wait twice as long", "type": "context", "category": "implementation_notes",
     "details": {"domain": "api", "alternatives": [{"name": "queue", "when": "nobody waits"}]}},
    {"content": "Always run the linter", "type": "instruction", **KILN,
     "details": {"applies_to": ["src/**"]}, "expires_at": "2030-01-01T00:00:00.000Z"},
    {"content": "The kiln uses SQLite", "type": "fact", "category": "architectural_decisions", **KILN,
     "details": {"rationale": "No server"}, "confidence": 0.7},
    {"content": "Lena reviews the kiln", "type": "relationship", "scope": "project", "scope_id": "/src/a"},
    {"content": "This is about glaze", "type": "context", "scope": "conversation", "scope_id": "session-1"},
]  # fmt: skip


@pytest.fixture
def filled(service: MemoryService) -> MemoryService:
    ids = [service.store(**one).id for one in MEMORIES]
    service.link(ids[0], ids[3])
    return service


def read_again(file: Path, home: Path) -> list[dict[str, Any]]:
    """Return the memories of a new store that the file was imported into."""
    with MemoryService.open(Home(home)) as other:
        other.import_memories(file)
        found = [one.to_dict() for one in other.query(limit=100).memories]
    return in_order(found)


def in_order(memories: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(memories, key=lambda one: str(one["content"]).casefold())


def read_note(content: str, end: str = " (everywhere)") -> str:
    line = obsidian._MEANING.sub(obsidian._escaped, plain(content))
    source = Source(Path("note.md"))
    source.kind, source.text = "file", f'---\narbor_id: "1"\n---\n\n- [facts] {line}{end}\n'
    entries = obsidian.read(source)
    assert entries is not None
    return str(entries.memories[0].fields["content"])


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_every_text_comes_back(filled: MemoryService, tmp_path: Path, format: str) -> None:
    file = tmp_path / f"memories{next(one.suffix for one in FORMATS if one.name == format)}"
    filled.export_memories(file, format=format)
    texts = sorted(plain(one["content"]) for one in read_again(file, tmp_path / "other"))
    if format == "agents-md":  # says what is in the details, too
        texts = [text.split(" (fix:")[0].split(" (for ")[0] for text in texts]
    assert texts == sorted(plain(one["content"]) for one in MEMORIES)


TEXTS = st.lists(
    st.text(max_size=60).map(lambda text: checks.content(f"{text} 1 2")),
    min_size=1,
    max_size=8,
    unique_by=fold,
)


@given(TEXTS)
def test_any_text_is_read_again(contents: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, MemoryService.open(Home(Path(folder) / "home")) as service:
        service.store_many(
            [{"content": text, "type": "fact", "details": {"domain": text}} for text in contents]
        )
        for format in ("csv", "mcp-memory", "mem0", "obsidian", "yaml", "claude-code-memory"):
            service.export_memories(Path(folder) / format, format=format)
            found, entries = formats.read(Path(folder) / format)
            assert found.name == format
            texts = sorted(str(one.fields["content"]) for one in entries.memories)
            assert texts == sorted(map(plain, contents) if format == "obsidian" else contents)


@given(st.text(st.sampled_from("#[]\\ a1(/)_-"), max_size=20))
def test_any_text_is_read_from_its_note(text: str) -> None:
    assert read_note(f"a {text} b") == plain(f"a {text} b")


def test_a_remark_and_tags_added_by_hand_are_none_of_the_text() -> None:
    assert read_note("Fix #12 (soon)", " #later #shop (kiln)") == "Fix #12 (soon)"


KEPT = (
    "content", "type", "category", "scope", "scope_id", "privacy_level", "technology", "confidence",
    "expires_at",
)  # fmt: skip


@pytest.mark.parametrize("format", ["csv", "obsidian", "yaml", "claude-code-memory"])
def test_place_type_and_privacy_come_back(filled: MemoryService, tmp_path: Path, format: str) -> None:
    filled.export_memories(tmp_path / "some.csv", format=format)
    found = read_again(tmp_path / "some.csv", tmp_path / "other")
    wanted = in_order(one.to_dict() for one in filled.query().memories)
    if format == "obsidian":  # an observation is one line
        wanted = [one | {"content": plain(one["content"])} for one in wanted]
    assert [[one[name] for name in KEPT] for one in found] == [[one[name] for name in KEPT] for one in wanted]
    if format in ("yaml", "claude-code-memory"):
        assert [one["details"] for one in found] == [one["details"] for one in wanted]


def test_the_envelope_loses_nothing(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "one.json", format="claude-code-memory")
    found = json.loads((tmp_path / "one.json").read_text("utf-8"))
    assert (found["version"], found["type"]) == ("1.0", "claude-code-memory")
    assert found["data"].keys() == {"conversations", "project", "preferences"}
    with MemoryService.open(Home(tmp_path / "other")) as other:
        other.import_memories(tmp_path / "one.json")
        other.export_memories(tmp_path / "again.json", format="claude-code-memory")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "one.json").read_bytes()


@pytest.mark.parametrize("format", ["obsidian", "yaml"])
def test_no_name_is_too_long_or_leads_elsewhere(service: MemoryService, tmp_path: Path, format: str) -> None:
    for name in ("../../up", "/root", "東" * 400):
        service.store(
            f"{name} is a name", type="fact", category="implementation_notes", details={"domain": name},
            scope="conversation", scope_id=name,
        )  # fmt: skip
        service.store(f"{name} is one", type="fact", category="bug_patterns", technology=name[:200])
    (tmp_path / "in").mkdir()
    service.export_memories(tmp_path / "in" / "some", format=format)
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["some"]
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert len(read_again(tmp_path / "in" / "some", tmp_path / "other")) == 6


def test_titles_are_unique_and_links_lead_to_them(service: MemoryService, tmp_path: Path) -> None:
    places = ({}, KILN, {"scope": "project", "scope_id": "/src/other/kiln"})
    ids = [
        service.store(text, type="fact", **place).id
        for text, place in zip(
            ("The kiln is red", "the kiln is RED", "The kiln is: red"), places, strict=True
        )
    ]
    service.link(ids[0], ids[1])
    service.export_memories(tmp_path / "vault", format="obsidian")
    notes = {path.stem: path.read_text("utf-8") for path in (tmp_path / "vault").rglob("*.md")}
    assert len({title.casefold() for title in notes}) == 3
    assert f"- linked [[the kiln is RED ({ids[1][-12:]})]]" in notes[f"The kiln is red ({ids[0][-12:]})"]
    service.export_memories(tmp_path / "memory.jsonl", format="mcp-memory")
    lines = [json.loads(line) for line in (tmp_path / "memory.jsonl").read_text("utf-8").splitlines()]
    names = [line["name"] for line in lines if line["type"] == "entity"]
    assert len(set(names)) == 3
    (relation,) = (line for line in lines if line["type"] == "relation")
    assert [relation["from"], relation["to"], relation["relationType"]] == [*names[:2], "linked"]


def test_a_note_has_the_properties_of_basic_memory(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "vault", format="obsidian")
    (note,) = (tmp_path / "vault").rglob("User prefers*.md")
    _, properties, body = note.read_text("utf-8").split("---\n")
    found = yaml.safe_load(properties)
    assert {name: found[name] for name in ("title", "type", "tags", "permalink", "created")} == {
        "title": "User prefers tabs (not spaces)", "type": "preference", "tags": ["style"],
        "permalink": "everywhere/coding-preferences/user-prefers-tabs-not-spaces",
        "created": "2026-01-01T00:00:00.000Z",
    }  # fmt: skip
    assert body.splitlines()[1:3] == [
        "- [coding_preferences] User prefers tabs (not spaces) #style (everywhere)",
        "- linked [[Vitest has no localStorage]]",
    ]


def test_tags_have_the_characters_of_obsidian(service: MemoryService, tmp_path: Path) -> None:
    service.store("The kiln is red", type="fact", tags=["c++", "c#", "code style", "a/b", "+", "東京"])
    service.export_memories(tmp_path / "vault", format="obsidian")
    found = read_again(tmp_path / "vault", tmp_path / "other")
    assert found[0]["tags"] == ["cpp", "csharp", "code-style", "a/b", "東京"]


def test_notes_written_since_are_imported_too(filled: MemoryService, tmp_path: Path) -> None:
    filled.export_memories(tmp_path / "vault", format="obsidian")
    (tmp_path / "vault" / "new.md").write_text("---\ntitle: new\n---\n\nLena moved to Ghent.\n", "utf-8")
    assert "Lena moved to Ghent." in [
        one["content"] for one in read_again(tmp_path / "vault", tmp_path / "o")
    ]


HYBRID = {
    "global-memory/patterns/auth.yaml": """
domain: authentication
patterns:
  - id: hashing
    name: Password hashing
    description: Use bcrypt
    approach: Cost factor 12
    confidence: 0.95
    last_used: 2025-01-25
""",
    "global-memory/gotchas/vitest.yaml": """
technology: vitest
gotchas:
  - title: localStorage mock
    problem: localStorage is undefined
    solution: Use vi.stubGlobal
    tags: [testing]
  - id: empty
""",
    "global-memory/preferences.yaml": """
testing: {coverage_target: 80, strict: true}
updated_at: "2025-01-26T10:00:00Z"
""",
    "kiln/.claude/memory/project-context.yaml": """
project: {name: kiln}
commands: {dev: pnpm dev}
quirks:
  - description: Always await the client
    applies_to: ["src/**"]
conventions: {file_naming: kebab-case}
""",
    "kiln/.claude/memory/sessions/2025-01-25.yaml": """
date: "2025-01-25"
sessions:
  - id: session-001
    decisions: [{question: Token storage, decision: httpOnly cookies, reason: No XSS}]
    learnings: [{type: gotcha, content: The id must be in .env.local}]
""",
    "kiln/.claude/memory/learnings.yaml": "learnings: [",
    "kiln/.claude/memory/sessions/2025-13-32.yaml": "date: 2025-13-32",
}


def test_the_yaml_of_others_is_read(service: MemoryService, tmp_path: Path) -> None:
    for name, text in HYBRID.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = service.import_memories(tmp_path)
    assert [(one.what, one.reason) for one in done.skipped] == [("empty", "no text")]
    found = {one.content: one for one in service.query().memories}
    assert sorted(found) == [
        "Password hashing: Use bcrypt", "Testing: coverage target 80", "Testing: strict yes",
        "localStorage mock: localStorage is undefined",
    ]  # fmt: skip
    pattern = found["Password hashing: Use bcrypt"]
    assert (pattern.category, pattern.confidence, pattern.details["approach"]) == (
        "implementation_notes", 0.95, "Cost factor 12",
    )  # fmt: skip
    gotcha = found["localStorage mock: localStorage is undefined"]
    assert (gotcha.technology, gotcha.tags, gotcha.details["solution"]) == (
        "vitest", ("testing",), "Use vi.stubGlobal",
    )  # fmt: skip
    assert found["Testing: coverage target 80"].details == {"key": "testing.coverage_target", "value": 80}
    done = service.import_memories(tmp_path / "kiln")
    assert [one.reason for one in done.skipped] == ["not readable as YAML"] * 2
    here = {one.content: one for one in service.query(scope_id=str(tmp_path / "kiln")).memories}
    assert sorted(here) == [
        "Always await the client", "File naming: kebab-case", "The id must be in .env.local",
        "Token storage: httpOnly cookies",
    ]  # fmt: skip
    assert here["Token storage: httpOnly cookies"].details == {"rationale": "No XSS"}
    assert here["The id must be in .env.local"].category == "bug_patterns"


def test_the_envelope_of_others_is_read(service: MemoryService, tmp_path: Path) -> None:
    data = {
        "conversations": {"current": None, "history": [{"id": "1", "insights": ["The API listens on 8040"]}]},
        "project": {"structure": {"rootPath": "/src"}, "patterns": {"errors": "returned, never thrown"}},
        "preferences": {"codeStyle": {"quotes": "single"}, "commonCommands": ["npm test", "npm run lint"]},
    }
    file = tmp_path / "memory.json"
    file.write_text(json.dumps({"version": "1.0", "type": "claude-code-memory", "data": data}), "utf-8")
    assert service.import_memories(file).format == "claude-code-memory"
    assert sorted(one.content for one in service.query().memories) == [
        "Often used commands: npm test, npm run lint", "The API listens on 8040",
        "errors: returned, never thrown", "quotes: single",
    ]  # fmt: skip


def test_the_table_of_others_is_read(service: MemoryService, tmp_path: Path) -> None:
    file = tmp_path / "sheet.txt"
    file.write_text(
        'Text;Tags;Type;Confidence\r\n"Lena; the ""boss""";work, kiln;Note;high\r\n'
        "'=1+1 is how it adds;;preference;0.5\r\n;;fact;\r\n",
        "utf-8-sig",
    )
    done = service.import_memories(file)
    assert (done.format, done.imported, [one.what for one in done.skipped]) == ("csv", 2, ["row 4"])
    found = {one.content: one for one in service.query().memories}
    assert found['Lena; the "boss"'].tags == ("work", "kiln")
    assert (found["=1+1 is how it adds"].type, found["=1+1 is how it adds"].confidence) == ("preference", 0.5)
