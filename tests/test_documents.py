"""The documents say what is so: links lead somewhere, commands parse, keys and fields exist, examples run."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.__main__ import wants_window
from arbor_desktop.cli.commands import ALIASES, MODULES, build, parse
from arbor_desktop.cli.commands import named as command_named
from arbor_desktop.cli.output import UsageError
from arbor_desktop.conflicts.detection import offline_judge
from arbor_desktop.conflicts.model import Decision
from arbor_desktop.conversations.readers.registry import all_readers
from arbor_desktop.service import MemoryService
from arbor_desktop.settings import SETTINGS
from arbor_desktop.ui.chat.words import chat_keys
from arbor_desktop.ui.conflicts.words import conflict_keys
from arbor_desktop.ui.context.words import context_keys
from arbor_desktop.ui.conversations.words import conversation_keys
from arbor_desktop.ui.insights.words import insight_keys
from arbor_desktop.ui.memory.words import memory_keys
from arbor_desktop.ui.projects.words import project_keys
from arbor_desktop.ui.review.words import review_keys

CHECKOUT = Path(__file__).parent.parent
DOCUMENTS = tuple(
    sorted((*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md")), key=lambda path: path.name)
)
REFERENCE = CHECKOUT / "docs" / "interface.md"
STARTS = ("arbor", "python3 main.py")
"""What a quoted command line of the program begins with."""
OF_FILES = {"py", "md", "toml", "json", "jsonl", "log", "db", "txt", "safetensors"}
"""Endings of names of files, which look like keys of settings."""

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_SOURCE = re.compile(r'(?:src|srcset)="([^"]+)"')
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_KEY = re.compile(r"[a-z]+\.[a-z_]+")

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def prose(document: Path) -> str:
    """The text without its blocks of code."""
    return _FENCE.sub("", document.read_text(encoding="utf-8"))


def blocks(document: Path, language: str = "") -> Iterator[str]:
    for _, named, text in _FENCE.findall(document.read_text(encoding="utf-8")):
        if named == language:
            yield text


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, made as GitHub makes them."""
    headings = _HEADING.findall(prose(document))
    plain = (re.sub(r"[`*]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def command_lines(document: Path) -> list[list[str]]:
    """The arguments of every quoted command line of the program."""
    quoted = [line.removeprefix("$ ") for text in blocks(document) for line in text.splitlines()]
    quoted += _CODE.findall(prose(document))
    found = []
    for line in quoted:
        start = next((start for start in STARTS if line == start or line.startswith(f"{start} ")), None)
        if start is not None:
            words = shlex.split(line.removeprefix(start), comments=True)
            found.append(words[: words.index("|")] if "|" in words else words)
    return found


@documents
def test_every_link_leads_somewhere(document: Path) -> None:
    text = prose(document)
    for link in (*_LINK.findall(text), *_SOURCE.findall(text)):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@documents
def test_every_command_line_can_be_run(document: Path) -> None:
    for words in command_lines(document):
        if wants_window(words):
            assert set(words) <= {"demo", "--home", "--minimized", "/tmp/try"}, words
            continue
        if len(words) == 1 and words[0] in {*MODULES, *ALIASES}:
            continue  # speaks of the command as such
        try:
            parse(words)
        except UsageError as error:
            pytest.fail(f"{shlex.join(words)}: {error.message}")
        except SystemExit as done:
            assert done.code == 0, words  # --help


def test_command_lines_are_found_and_wrong_ones_are_refused() -> None:
    assert sum(len(command_lines(document)) for document in DOCUMENTS) > 60
    with pytest.raises(UsageError):
        parse(["search", "x", "--conversation"])


@documents
def test_every_key_of_settings_that_is_named_exists(document: Path) -> None:
    known = {setting.key for setting in SETTINGS}
    groups = {key.partition(".")[0] for key in known}
    for code in _CODE.findall(prose(document)):
        if _KEY.fullmatch(code):
            group, _, name = code.partition(".")
            assert group not in groups or name in OF_FILES or code in known, code


def test_every_command_is_in_the_reference() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    missing = [name for name in MODULES if not re.search(rf"`{re.escape(name)}[ `]", text)]
    assert missing == []


def test_every_option_of_a_command_is_in_the_reference() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    for command in map(command_named, MODULES):
        parser = build(command)
        choices: Any = next(action.choices for action in parser._actions if action.dest == "command")
        for option in re.findall(r"--[a-z-]+", choices[command.name].format_usage()):
            assert option in text, (command.name, option)


def test_every_source_is_in_the_table_of_formats_and_the_other_way_round() -> None:
    rows = [
        line
        for line in (CHECKOUT / "docs" / "formats.md").read_text("utf-8").splitlines()
        if line[:3] == "| `"
    ]
    named = [name for row in rows for name in _CODE.findall(row.split("|")[1])]
    assert sorted(named) == sorted(reader.source for reader in all_readers())
    readers = CHECKOUT / "arbor_desktop" / "conversations" / "readers"
    for row in rows:
        for module in _CODE.findall(row.split("|")[2]):
            assert list(readers.glob(f"{module}.py")), module


def test_every_key_of_the_window_is_in_its_document() -> None:
    document = (CHECKOUT / "docs" / "keyboard.md").read_text(encoding="utf-8")
    shown = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→", "Return": "Enter", "Escape": "Esc"}
    pages = (
        ("Memories", memory_keys()),
        ("Review", review_keys()),
        ("Conflicts", conflict_keys()),
        ("Conversations", conversation_keys()),
        ("Projects", project_keys()),
        ("Context", context_keys()),
        ("Insights", insight_keys()),
        ("Chat", chat_keys()),
    )
    for page, keys in pages:
        table = document.partition(f"\n| {page} | |\n")[2].partition("\n\n")[0]
        found = set(_CODE.findall(table))
        wanted = {
            " ".join(shown.get(part, part) for part in key.split("+"))
            for names, _ in keys
            for key in names.split("|")
        }
        assert found == wanted, page


def rows_of(document: Path, head: str) -> Iterator[list[str]]:
    """The cells of the table that begins with this line."""
    table = document.read_text(encoding="utf-8").partition(f"\n{head}\n")[2].partition("\n\n")[0]
    for line in table.splitlines()[1:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_conflicts_are_judged_as_told() -> None:
    judge, document = offline_judge(), CHECKOUT / "docs" / "conflicts.md"
    told = list(rows_of(document, "| Rule | It says | Older | Newer |"))
    found = [judge.judge(older, newer) for _, _, older, newer in told]
    assert [f"`{one.rule}`" if one else "" for one in found] == [rule for rule, *_ in told]
    compatible = list(rows_of(document, "| Why | One | The other |"))
    assert [(one, other) for _, one, other in compatible if judge.judge(one, other)] == []
    assert len(told) + len(compatible) > 12


def test_every_decision_is_told() -> None:
    rows = rows_of(CHECKOUT / "docs" / "conflicts.md", "| Decision | Window | Effect |")
    assert [decision for decision, *_ in rows] == [f"`{decision}`" for decision in Decision]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryService]:
    """What the Python example of the reference leaves, run beside the transcript that stands above it."""
    (transcript,) = blocks(REFERENCE, "text")
    (example,) = blocks(REFERENCE, "python")
    (tmp_path / "chat.md").write_text(transcript, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBOR_HOME", str(tmp_path / "home"))
    exec(compile(example, str(REFERENCE), "exec"), {})
    with MemoryService.open(tmp_path / "home") as service:
        yield service


def fields(shape: str) -> list[str]:
    """The fields that the reference names of a shape, in their order."""
    text = REFERENCE.read_text(encoding="utf-8")
    paragraph = text.partition(f"\n**{shape}**: ")[2].partition(".\n")[0].partition("`. ")[0]
    return re.findall(r"`(\w+)`?", paragraph)


def test_the_python_example_runs_and_the_shapes_are_as_told(ran: MemoryService, tmp_path: Path) -> None:
    conversation = ran.conversation(ran.conversation_ids()[0], with_turns=True)
    assert conversation.turns
    shapes: dict[str, dict[str, Any]] = {
        "Memory": ran.query(limit=1).memories[0].to_dict(),
        "Conversation": conversation.to_dict(),
        "Turn": conversation.turns[0].to_dict(),
        "Row": ran.capture([tmp_path / "chat.md"])[0].to_dict(),
        "Hit": ran.search_turns("postgres")[0].to_dict(),
        "Source": ran.sources(sizes=False)[0].to_dict(),
    }
    assert {shape: fields(shape) for shape in shapes} == {shape: list(of) for shape, of in shapes.items()}


def test_status_and_figures_have_the_fields_that_are_told(ran: MemoryService) -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    status = re.search(r"^\| `status` \| `\{(.+?)\}`;", text, re.MULTILINE)
    stats = re.search(r"^\| `stats` \| `\{(.+?)\}` \|", text, re.MULTILINE)
    assert status is not None and stats is not None
    assert re.sub(r": \{.*?\}", "", status[1]).split(", ") == list(ran.get_status().to_dict())
    assert stats[1].split(", ") == list(ran.get_stats())


def test_the_methods_that_are_told_take_the_parameters_that_are_told(ran: MemoryService) -> None:
    table = REFERENCE.read_text("utf-8").partition("\n## Methods\n")[2].partition("\n`service.events")[0]
    calls = [call for call in _CODE.findall(table) if call.endswith(")")]
    assert len(calls) > 50
    for call in calls:
        name, _, told = call.removesuffix(")").partition("(")
        method: Any = ran
        for part in name.split("."):
            method = getattr(method, part)
        taken = inspect.signature(method).parameters
        loose = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values())
        for parameter in (part.partition("=")[0].strip(" *") for part in told.split(",")):
            assert parameter in {"", "…", "dicts"} or loose or parameter in taken, (call, parameter)
