"""Reading Aider's chat histories: runs, speakers, an answer that is still being written, damage."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from claude_builder import Seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Checkpoint, TurnKind
from arbor_desktop.conversations.readers.aider import HISTORY_FILE, MAX_BLOCK, AiderReader
from arbor_desktop.conversations.readers.registry import detect

one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


ANSWER = "I will add it.\n\n```python\n    valve = 4\n```"


class History:
    """Writes as Aider does: two spaces end prompts and notices, blank lines stand around an answer."""

    def __init__(self) -> None:
        self.text = ""

    def run(self, stamp: str = "2026-06-09 14:01:00") -> History:
        self.text += f"\n# aider chat started at {stamp}\n\n"
        return self

    def prompt(self, words: str) -> History:
        self.text += "\n#### " + "  \n#### ".join(words.splitlines() or ["<blank>"]) + "  \n"
        return self

    def answer(self, words: str) -> History:
        self.text += f"\n{words}\n\n"
        return self

    def notice(self, *lines: str) -> History:
        self.text += "".join(f"> {line}  \n" for line in lines)
        return self

    def write(self, path: Path) -> Path:
        path.write_text(self.text, encoding="utf-8")
        return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / HISTORY_FILE


@pytest.fixture
def history() -> History:
    history = History().run()
    history.notice("Aider v0.86.1", "Main model: gpt-4o with diff edit format")
    history.prompt("Add a valve.\nIt must hold 4 bar.").answer(
        "I will add it.\n\n```python\n    valve = 4\n```"
    )
    history.notice("Tokens: 3.1k sent, 205 received. Cost: $0.01 message.", "Applied edit to src/engine.py")
    return history


def read(path: Path, since: Checkpoint | None = None) -> Seen:
    seen = Seen()
    seen.take(AiderReader().read(path, since))
    return seen


class TestSpeakers:
    def test_prompt_answer_and_notices(self, history: History, path: Path) -> None:
        seen = read(history.write(path))

        assert seen.said == ["Add a valve.\nIt must hold 4 bar."]
        assert seen.texts("said", "assistant") == [ANSWER]
        assert len(seen.texts("tool")) == 2
        part = seen.parts[0]
        assert part.cwd == str(path.parent)
        assert part.paths == (str(path.parent / "src/engine.py"),)
        assert (part.input_tokens, part.output_tokens) == (3100, 205)
        assert part.extra == {"version": "v0.86.1", "model": "gpt-4o"}

    def test_times_are_of_the_place_where_it_ran(self, history: History, path: Path) -> None:
        expected = int(datetime(2026, 6, 9, 14, 1).astimezone().timestamp() * 1000)
        assert {turn.at for turn in read(history.write(path)).turns.values()} == {expected}

    def test_headings_and_quotes_of_an_answer_stay_in_it(self, history: History, path: Path) -> None:
        answer = "Two steps:\n\n#### Step 1\n\nOpen it.\n\n> Mind the heat\n\n#### Step 2\nClose it."
        history.prompt("How do I use it?").answer(answer)
        seen = read(history.write(path))

        assert len(seen.said) == 2
        assert seen.texts("said", "assistant")[1] == answer

    @pytest.mark.parametrize("words", ["/add src/engine.py", "/run make test", "!ls", "/clear"])
    def test_commands_are_not_said(self, history: History, path: Path, words: str) -> None:
        seen = read(history.prompt(words).write(path))
        assert seen.texts("command") == [words]
        assert len(seen.said) == 1

    def test_a_question_in_another_mode_is_said(self, history: History, path: Path) -> None:
        assert read(history.prompt("/ask why 4 bar?").write(path)).said[1] == "why 4 bar?"

    def test_a_path_is_no_command(self, history: History, path: Path) -> None:
        assert read(history.prompt("/etc/hosts is wrong").write(path)).said[1] == "/etc/hosts is wrong"

    def test_a_prompt_of_several_paragraphs_is_one(self, history: History, path: Path) -> None:
        words = "Two things:\n\n> a quote\n\n# and a heading"
        assert read(history.prompt(words).write(path)).said[1] == words

    def test_a_blank_prompt_says_nothing(self, history: History, path: Path) -> None:
        assert len(read(history.prompt("").write(path)).said) == 1

    def test_an_interrupt(self, history: History, path: Path) -> None:
        history.prompt("Go on.").notice("^C again to exit")
        assert read(history.write(path)).texts("interrupt") == ["^C again to exit"]

    def test_the_lines_of_one_notice_belong_together(self, history: History, path: Path) -> None:
        history.text += "> The tests say:\n1 failed\n2 passed  \n"
        seen = read(history.answer("I see.").write(path))
        assert "1 failed\n2 passed" in seen.texts("tool")[-1]
        assert seen.texts("said", "assistant")[-1] == "I see."

    def test_thinking_is_dropped(self, history: History, path: Path) -> None:
        bar = "-" * 14
        thought = f"{bar}\n► **THINKING**\n\nHm, 5 bar?\n\n{'-' * 12}\n► **ANSWER**\n\n4 bar."
        seen = read(history.prompt("How much?").answer(thought).write(path))
        assert seen.texts("said", "assistant")[-1] == "4 bar."

    def test_without_the_two_spaces_a_heading_stays_with_the_answer(self, path: Path) -> None:
        path.write_text(
            "# aider chat started at 2026-06-09 14:01:00\n\n#### add a retry\nHere is the plan:\n\n"
            "#### Step 1\nWrap it.\n\n> Applied edit to a.py\n\n#### and a timeout\nDone.\n",
            encoding="utf-8",
        )
        seen = read(path)
        assert seen.said == ["add a retry", "and a timeout"]
        assert seen.texts("said", "assistant") == ["Here is the plan:\n\n#### Step 1\nWrap it.", "Done."]


class TestRuns:
    def test_each_run_is_a_session(self, history: History, path: Path) -> None:
        history.run("2026-06-10 09:00:00").prompt("Paint it.").answer("Red?")
        seen = read(history.write(path))
        assert len(set(seen.sessions.values())) == 2

    def test_two_runs_of_the_same_second(self, path: Path) -> None:
        history = History().run().prompt("Paint it.").run().prompt("Paint it.")
        seen = read(history.write(path))
        assert seen.said == ["Paint it.", "Paint it."]
        assert len(set(seen.sessions.values())) == 2

    def test_a_run_in_which_nothing_was_said_is_no_session(self, history: History, path: Path) -> None:
        history.run("2026-06-10 09:00:00")
        assert len(read(history.write(path)).parts) == 1


class TestGrowth:
    def test_an_answer_that_grows_replaces_its_beginning(self, history: History, path: Path) -> None:
        history.prompt("How much?").text += "\nFour\n"
        seen = Seen()
        since = seen.take(AiderReader().read(history.write(path), None))
        assert seen.texts("said", "assistant")[-1] == "Four"
        history.text += "bar.\n"
        since = seen.take(AiderReader().read(history.write(path), since))
        assert seen.texts("said", "assistant")[-1] == "Four\nbar."
        assert seen.unsaid_texts == ["Four"]
        history.text += "\n"
        history.notice("Tokens: 1k sent, 2 received.")
        seen.take(AiderReader().read(history.write(path), since))
        assert seen.texts("said", "assistant").count("Four\nbar.") == 1
        assert seen.unsaid_texts == ["Four"]

    def test_nothing_is_new_the_second_time(self, history: History, path: Path) -> None:
        first = read(history.write(path))
        again = read(path, first.batches[-1].checkpoint)
        assert again.parts == []

    def test_in_steps_it_says_the_same_as_whole(self, history: History, path: Path) -> None:
        history.prompt("Now test it.").answer("a\n\nb\n\n    c").notice("Add it? y").answer("Done.").run(
            "2026-06-11 08:00:00"
        ).prompt("Paint it.").answer("Red?")
        whole = read(history.write(path))
        data = path.read_bytes()
        seen, since = Seen(), None
        for end in range(0, len(data) + 1, 7):
            path.write_bytes(data[:end])
            since = seen.take(AiderReader().read(path, since))
        path.write_bytes(data)
        seen.take(AiderReader().read(path, since))

        kept = {key: turn for key, turn in seen.turns.items() if key not in seen.unsaid}
        assert {key: turn.text for key, turn in kept.items()} == {
            key: turn.text for key, turn in whole.turns.items()
        }
        assert (seen.input_tokens, seen.output_tokens) == (whole.input_tokens, whole.output_tokens)

    def test_a_very_long_answer_is_given_in_pieces(self, history: History, path: Path) -> None:
        lines = [f"line {number} of a very long answer" for number in range(MAX_BLOCK // 16)]
        history.prompt("Tell me all.").answer("\n".join(lines)).notice("Tokens: 1 sent, 2 received.")
        seen = read(history.write(path))
        pieces = seen.texts("said", "assistant")[1:]
        assert len(pieces) > 1
        assert "\n".join(pieces).split("\n") == lines
        assert not seen.unsaid

    def test_a_history_that_was_cut_short_is_read_again(self, history: History, path: Path) -> None:
        first = read(history.write(path))
        again = History().run("2026-07-01 10:00:00").prompt("Anew.")
        seen = read(again.write(path), first.batches[-1].checkpoint)
        assert seen.batches[0].restarted
        assert seen.said == ["Anew."]

    def test_a_line_that_is_not_finished_waits(self, history: History, path: Path) -> None:
        history.text += "\n#### Paint it r"
        assert len(read(history.write(path)).said) == 1


class TestPages:
    PAGE = (
        "---\nparent: Examples\n---\n\n# Hello\n\nThis shows Aider at work.\n\n"
        '<div class="chat-transcript" markdown="1">\n\n> $ aider a.py  \n\n#### say goodbye  \n\n'
        "Like this:\n\n```html\n</div>\n```\n\n</div>\n\nThe end.\n\n"
        '<div class="chat-transcript" markdown="1">\n#### now wave  \n\nDone.\n\n</div>\n<br/>\n'
    )

    def test_only_the_transcripts_of_a_page_count(self, tmp_path: Path) -> None:
        page = tmp_path / "hello.md"
        page.write_text(self.PAGE, encoding="utf-8")
        seen = read(page)
        assert seen.said == ["say goodbye", "now wave"]
        assert seen.texts("said", "assistant") == ["Like this:\n\n```html\n</div>\n```", "Done."]
        assert seen.parts[0].cwd is None


class TestRecognition:
    def test_histories_and_pages(self, history: History, path: Path, tmp_path: Path) -> None:
        assert isinstance(detect(history.write(path)), AiderReader)
        assert isinstance(detect(history.write(tmp_path / "chat.md")), AiderReader)
        page = tmp_path / "hello.md"
        page.write_text(TestPages.PAGE, encoding="utf-8")
        assert isinstance(detect(page), AiderReader)

    @pytest.mark.parametrize(
        "text",
        [
            "# Notes\n\n#### Engine\n\n> quoted\n\nIt runs.\n",
            "# How it looks\n\n```\n# aider chat started at 2026-06-09 14:01:00\n#### hi\n```\n",
            '<div class="chat-transcript">\n\nnothing\n</div>\n',
            "",
        ],
    )
    def test_other_markdown_is_left_alone(self, tmp_path: Path, text: str) -> None:
        note = tmp_path / "note.md"
        note.write_text(text, encoding="utf-8")
        assert not AiderReader().recognises(note, text.encode())


LINES = st.sampled_from(
    ["\n# aider chat started at 2026-06-09 14:01:00\n", "\n#### do it  \n", "#### do it\n", "> ok  \n", ">\n",
     "> long\n", "text\n", "\n", "```\n", "#### /add x  \n", "</div>\n", '<div class="chat-transcript" x>\n',
     "---\n", "\x00\x00\n", "> Tokens: 3.1k sent, 2,4 received\n", "> ^C\n"]
)  # fmt: skip


@one_folder
@given(
    pieces=st.lists(LINES, max_size=30),
    cuts=st.lists(st.integers(0, 400), max_size=4),
    tail=st.binary(max_size=20),
)
def test_whatever_happens_to_a_file_it_is_read(
    tmp_path: Path, pieces: list[str], cuts: list[int], tail: bytes
) -> None:
    path = tmp_path / HISTORY_FILE
    data = "".join(pieces).encode() + tail
    seen, since = Seen(), None
    for end in [*sorted(cuts), len(data)]:
        path.write_bytes(data[:end])
        since = seen.take(AiderReader().read(path, since))
    whole = read(path)

    kept = {key: turn.text for key, turn in seen.turns.items() if key not in seen.unsaid}
    assert kept == {key: turn.text for key, turn in whole.turns.items() if key not in whole.unsaid}
    assert all(turn.kind in TurnKind and turn.text.strip() for turn in whole.turns.values())
    assert read(path, whole.batches[-1].checkpoint).parts == []
