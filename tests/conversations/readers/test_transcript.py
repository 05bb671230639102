"""Plain transcripts: what is one, who speaks, and that an edited file says nothing twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claude_builder import Seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.registry import detect
from arbor_desktop.conversations.readers.transcript import TranscriptReader

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

ASKED, ANSWERED = "How many bar does the valve hold?", "It holds 4 bar."


def put(path: Path, content: str | bytes | Any) -> Path:
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def read(path: Path, since: Checkpoint | None = None) -> Seen:
    seen = Seen()
    seen.take(TranscriptReader().read(path, since))
    return seen


def taken(path: Path) -> bool:
    return isinstance(detect(path), TranscriptReader)


class TestText:
    @pytest.mark.parametrize(
        "text",
        [
            f"User: {ASKED}\nAssistant: {ANSWERED}\n",
            f"Human: {ASKED}\n\nAI: {ANSWERED}\n",
            f"You: {ASKED}\n\nChatGPT: {ANSWERED}\n",
            f"You said:\n{ASKED}\nChatGPT said:\n{ANSWERED}\n",
            f"##### You said:\n{ASKED}\n\n##### ChatGPT said:\n\n{ANSWERED}\n",
            f"**User:** {ASKED}\n\n**Claude:** {ANSWERED}\n",
            f"**User**: {ASKED}\n\n**Assistant**: {ANSWERED}\n",
            f"**User**\n\n{ASKED}\n\n---\n\n**Assistant**\n\n{ANSWERED}\n",
            f"# Valves\n\nExported 2026-05-01\n\n## User\n\n{ASKED}\n\n## Assistant\n\n{ANSWERED}\n",
            f"### You (2026-05-01 10:00)\n{ASKED}\n### Assistant (2026-05-01 10:01)\n{ANSWERED}\n",
            f"---\ntitle: Valves\n---\nUSER: {ASKED}\nASSISTANT: {ANSWERED}\n",
            f"\ufeffUser: {ASKED}\r\n\r\nAssistant: {ANSWERED}\r\n",
            f"## 👤 User\n\n{ASKED}\n\n## 🤖 Assistant\n\n{ANSWERED}\n",
            f"**User (10:01)**: {ASKED}\n\n**Claude 3.5 Sonnet (10:02)**: {ANSWERED}\n",
            f"[2026-05-01 10:00] User: {ASKED}\n[2026-05-01 10:01] Assistant: {ANSWERED}\n",
            f"Me: {ASKED}\n\nChatGPT 4o: {ANSWERED}\n",
            f"Assistant: Hello, what is it?\nUser: {ASKED}\nAssistant: {ANSWERED}",
        ],
    )
    def test_the_ways_to_write_one(self, tmp_path: Path, text: str) -> None:
        path = put(tmp_path / "talk.md", text)
        assert taken(path)
        seen = read(path)
        assert seen.said == [ASKED]
        assert seen.texts("said", "assistant")[-1] == ANSWERED

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-be"])
    @pytest.mark.parametrize("name", ["talk.md", "talk.json", "talk.jsonl"])
    def test_the_encodings_of_windows(self, tmp_path: Path, encoding: str, name: str) -> None:
        asked = "Wie groß dürfen “Menüs” für Zoë sein – 4 €?"
        text = f"User: {asked}\nAssistant: {ANSWERED}\n"
        if name != "talk.md":
            messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": ANSWERED}]
            lines = [json.dumps(one, ensure_ascii=False) for one in messages]
            text = "\n".join(lines) if name == "talk.jsonl" else f"[{','.join(lines)}]"
        bom = b"\xfe\xff" if encoding == "utf-16-be" else b""
        path = put(tmp_path / name, bom + text.encode(encoding))
        assert taken(path)
        assert read(path).said == [asked]

    def test_title_and_times(self, tmp_path: Path) -> None:
        text = f"# Valves\n\n## User (2026-05-01T10:00:00Z)\n{ASKED}\n## Assistant\n{ANSWERED}\n"
        seen = read(put(tmp_path / "talk.md", text))
        assert list(seen.titles.values()) == ["Valves"]
        assert next(iter(seen.turns.values())).at == 1777629600000

    def test_a_system_prompt_is_not_said(self, tmp_path: Path) -> None:
        path = put(
            tmp_path / "t.txt", f"System: Be terse.\nUser: {ASKED}\nSystem: Linux\nAssistant: {ANSWERED}"
        )
        seen = read(path)
        assert seen.texts("injected") == ["Be terse."]
        assert seen.said == [f"{ASKED}\nSystem: Linux"]

    def test_other_speakers_and_code_stay_in_the_turn(self, tmp_path: Path) -> None:
        answer = "Anna: no\nClaude: yes\n\n```\nUser: hi\nAssistant: ho\n```\n\n## Steps\n\nDone."
        seen = read(put(tmp_path / "t.txt", f"User: {ASKED}\nAssistant: {answer}\nUser: Thank you\n"))
        assert seen.said == [ASKED, "Thank you"]
        assert seen.texts("said", "assistant") == [answer]

    def test_a_code_block_that_is_never_closed_hides_nothing(self, tmp_path: Path) -> None:
        seen = read(put(tmp_path / "t.txt", f"User: {ASKED}\nAssistant: ```\nx\nUser: Thank you\n"))
        assert seen.said == [ASKED, "Thank you"]

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("note.md", "# Engine\n\n## Users\n\nMany.\n\n## Assistants\n\nFew.\n"),
            ("memory.md", "## User\n- prefers tabs\n- lives in Bern now\n\n## Assistant\n- be terse\n"),
            ("about.md", "## User\n- prefers tabs\n- lives in Bern now\n\n## Assistant\n- be terse\n"),
            ("form.txt", "User: ada\nAssistant: claude\nDate: today\n"),
            ("people.txt", "Anna: How are you doing today?\nBen: Fine, thank you.\n"),
            ("mine.txt", "User: How are you doing today?\nUser: Hello, anybody?\n"),
            ("README.md", f"User: {ASKED}\nAssistant: {ANSWERED}\n"),
            ("talk.yaml", f"User: {ASKED}\nAssistant: {ANSWERED}\n"),
            ("talk.py", f"User: {ASKED}\nAssistant: {ANSWERED}\n"),
            ("app.log", f"User: {ASKED}\nAssistant: {ANSWERED}\n"),
            ("doc.md", "Words.\n\n" * 20 + f"User: {ASKED}\n\nAssistant: {ANSWERED}\n"),
            ("shown.md", f"# API\n\n```\nUser: {ASKED}\nAssistant: {ANSWERED}\n```\n"),
            ("empty.md", ""),
        ],
    )
    def test_what_is_none(self, tmp_path: Path, name: str, text: str) -> None:
        assert not taken(put(tmp_path / name, text))


MESSAGES = [
    {"role": "system", "content": "Be terse."},
    {"role": "user", "content": ASKED, "timestamp": "2026-05-01T10:00:00Z"},
    {"role": "assistant", "content": [{"type": "text", "text": ANSWERED}]},
]


class TestJson:
    @pytest.mark.parametrize(
        "content",
        [
            MESSAGES,
            {"title": "Valves", "messages": MESSAGES},
            [{"content": ASKED, "response": {"content": ANSWERED}}],
            {"main": [{"content": ASKED, "response": {"content": ANSWERED}}], "version": 1},
            {"branches": {"main": [{"content": ASKED, "response": {"content": ANSWERED}}]}},
        ],
    )
    def test_documents(self, tmp_path: Path, content: Any) -> None:
        path = put(tmp_path / "talk.json", content)
        assert taken(path)
        seen = read(path)
        assert seen.said == [ASKED]
        assert seen.texts("said", "assistant") == [ANSWERED]
        assert all(part.whole for part in seen.parts)

    def test_lines(self, tmp_path: Path) -> None:
        path = put(tmp_path / "talk.jsonl", "".join(json.dumps(each) + "\n" for each in MESSAGES))
        assert taken(path)
        seen = read(path)
        assert seen.said == [ASKED]
        assert seen.texts("injected") == ["Be terse."]
        written = path.stat().st_mtime_ns // 1_000_000
        assert [turn.at for turn in seen.turns.values()] == [written, 1777629600000, written]

    def test_lines_that_are_conversations(self, tmp_path: Path) -> None:
        line = json.dumps({"messages": MESSAGES}) + "\n"
        seen = read(put(tmp_path / "talk.jsonl", line + line.replace("4 bar", "5 bar")))
        assert len(set(seen.sessions.values())) == 2
        assert seen.said == [ASKED, ASKED]

    def test_each_branch_is_a_session(self, tmp_path: Path) -> None:
        prompts = [{"content": ASKED, "response": {"content": ANSWERED}}]
        seen = read(put(tmp_path / "talk.json", {"main": prompts, "steam": prompts}))
        assert {part.branch for part in seen.parts} == {"main", "steam"}
        assert len(set(seen.sessions.values())) == 2

    def test_tools(self, tmp_path: Path) -> None:
        call = {"function": {"name": "run", "arguments": '{"command": "make test"}'}}
        messages = [
            *MESSAGES,
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "content": "2 passed"},
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "name": "Read", "input": {"path": "a.py"}}],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "content": "no such file", "is_error": True}],
            },
        ]
        path = put(tmp_path / "talk.json", messages)
        assert taken(path)
        seen = read(path)
        assert seen.texts("tool", "assistant") == [
            "run: make test",
            "ok\n2 passed",
            "Read: a.py",
            "error\nno such file",
        ]
        assert seen.said == [ASKED]

    def test_a_long_document_is_known_by_its_beginning(self, tmp_path: Path) -> None:
        path = put(tmp_path / "talk.json", {"messages": MESSAGES * 2000})
        assert path.stat().st_size > 100_000
        assert taken(path)
        assert len(read(path).said) == 2000

    @pytest.mark.parametrize(
        "content",
        [
            {"name": "arbor", "version": "1.0.0", "scripts": {"test": "jest"}, "dependencies": {}},
            [{"role": "user", "name": "Ada"}, {"role": "assistant", "name": "Ben"}],
            [{"role": "admin", "content": "x"}, *MESSAGES],
            [{"role": "user", "content": ASKED}],
            {"messages": [{"id": 1, "text": "hi"}]},
            {"messages": []},
            [],
            {},
            [[MESSAGES]],
            3,
        ],
    )
    def test_what_is_none(self, tmp_path: Path, content: Any) -> None:
        assert not taken(put(tmp_path / "x.json", content))
        assert not taken(put(tmp_path / "x.jsonl", json.dumps(content) + "\n"))

    def test_lines_of_another_kind_among_them(self, tmp_path: Path) -> None:
        lines = [*MESSAGES, {"type": "progress"}]
        assert not taken(put(tmp_path / "x.jsonl", "\n".join(map(json.dumps, lines))))

    def test_half_written_is_told_so(self, tmp_path: Path) -> None:
        path = put(tmp_path / "talk.json", json.dumps(MESSAGES)[:-5].encode())
        with pytest.raises(Damaged):
            read(path)


class TestChanges:
    def test_nothing_is_new_the_second_time(self, tmp_path: Path) -> None:
        path = put(tmp_path / "talk.json", MESSAGES)
        assert read(path, read(path).batches[-1].checkpoint).parts == []

    def test_what_is_put_in_front_changes_no_key(self, tmp_path: Path) -> None:
        path = put(tmp_path / "talk.md", f"User: {ASKED}\nAssistant: {ANSWERED}\nUser: {ASKED}\n")
        before = set(read(path).turns)
        assert len(before) == 3
        put(
            path,
            f"User: Good day to you\nAssistant: Hello\nUser: {ASKED}\nAssistant: {ANSWERED}\nUser: {ASKED}\n",
        )
        assert before < set(read(path).turns)

    def test_files_are_told_apart(self, tmp_path: Path) -> None:
        one, two = (read(put(tmp_path / name, MESSAGES)) for name in ("a.json", "b.json"))
        assert not set(one.turns) & set(two.turns)


NAMES = st.sampled_from(["role", "content", "response", "messages", "text", "type", "x"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@one_folder
@given(
    junk=JUNK,
    cut=st.integers(0, 400),
    noise=st.binary(max_size=8),
    suffix=st.sampled_from([".json", ".jsonl"]),
)
def test_wild_json_never_breaks_it(tmp_path: Path, junk: Any, cut: int, noise: bytes, suffix: str) -> None:
    data = json.dumps([*MESSAGES, junk] if suffix == ".json" else junk).encode()
    path = put(tmp_path / f"x{suffix}", data[:cut] + noise + data[cut:])
    TranscriptReader().recognises(path, path.read_bytes())
    try:
        seen = read(path)
    except Damaged:
        return
    assert all(
        isinstance(turn.role, Role) and isinstance(turn.kind, TurnKind) for turn in seen.turns.values()
    )


@one_folder
@given(
    pieces=st.lists(
        st.sampled_from(
            ["User: ", "Assistant: ", "## User\n", "**User:**", "```\n", "---\n", "# x\n", "\n", "text "]
        ),
        max_size=30,
    )
)
def test_wild_text_never_breaks_it(tmp_path: Path, pieces: list[str]) -> None:
    path = put(tmp_path / "x.md", "".join(pieces))
    if taken(path):
        seen = read(path)
        assert seen.said
        assert seen.texts("said", "assistant")
        assert read(path, seen.batches[-1].checkpoint).parts == []


LONG = "The valve holds 4 bar, as the table says. " * 2000
"""Longer than what is looked at first."""


class TestALongFirstMessage:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.json", [{"role": "user", "content": LONG}, {"role": "assistant", "content": ANSWERED}]),
            ("a.json", {"title": "x", "messages": [{"role": "user", "content": LONG},
                                                   {"role": "assistant", "content": ANSWERED}]}),
            ("a.json", [{"content": LONG, "response": {"content": ANSWERED}}]),
            ("a.json", {"main": [{"content": LONG, "response": {"content": ANSWERED}}]}),
            ("a.jsonl", "\n".join(map(json.dumps, [{"role": "user", "content": LONG},
                                                    {"role": "assistant", "content": ANSWERED}]))),
            ("a.md", f"## User\n\n{LONG}\n\n## Assistant\n\n{ANSWERED}\n"),
            ("a.txt", f"User: {LONG}\nAssistant: {ANSWERED}\n"),
            ("a.txt", "User: " + LONG.replace(". ", ".\n") + f"\nAssistant: {ANSWERED}\n"),
        ],
    )  # fmt: skip
    def test_it_is_a_conversation(self, tmp_path: Path, name: str, content: Any) -> None:
        path = put(tmp_path / name, content)
        assert taken(path)
        assert [words.strip() for words in read(path).texts("said", "assistant")] == [ANSWERED]

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.json", {"packages": {f"p{n}": {"content": "x" * 90} for n in range(1000)}}),
            ("a.json", [{"role": "admin", "content": LONG}, {"role": "guest", "content": LONG}]),
            ("a.jsonl", "\n".join([json.dumps({"role": "user", "content": LONG}), '{"level": "info"}'])),
            ("a.txt", f"User: {LONG}\n"),
        ],
    )
    def test_other_large_files_are_none(self, tmp_path: Path, name: str, content: Any) -> None:
        assert not taken(put(tmp_path / name, content))


class TestEmptyReplies:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.json", [{"role": "user", "content": ASKED}, {"role": "assistant", "content": ""}]),
            ("a.json", [{"content": ASKED, "response": {"content": " "}}]),
            ("a.jsonl", '{"role": "user", "content": ""}\n{"role": "assistant", "content": "\\n"}\n'),
            ("a.txt", f"User: {ASKED}\nAssistant:\n"),
        ],
    )
    def test_it_is_a_conversation_in_which_no_one_answered(
        self, tmp_path: Path, name: str, content: Any
    ) -> None:
        path = put(tmp_path / name, content)
        assert taken(path)
        assert read(path).texts("said", "assistant") == []
