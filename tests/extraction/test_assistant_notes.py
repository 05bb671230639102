"""What is a note in an assistant's answer, and what is talk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.extraction.assistant_notes import MOST, is_about_the_person, noted, spelled_out


@pytest.mark.parametrize(
    ("said", "spelled"),
    [
        ("Got it, the project uses pnpm.", "I'll remember that the project uses pnpm."),
        ("Understood, you prefer dark mode.", "I'll remember that you prefer dark mode."),
        ("Noted: Redis is used for sessions.", "I'll remember that Redis is used for sessions."),
        ("Got it — The app targets Android 12.", "I'll remember that the app targets Android 12."),
        ("Done. Got it, the API 2.5 needs a key!", "Done. I'll remember that the API 2.5 needs a key!"),
    ],
)  # fmt: skip
def test_a_confirmed_statement_that_lasts_is_spelled_out(said: str, spelled: str) -> None:
    assert spelled_out(said) == spelled


@pytest.mark.parametrize(
    "said",
    [
        "Got it, let me run the tests.",
        "Got it, I'll fix that now.",
        "Got it, running the tests.",
        "Got it, the bug is in the parser.",
        "Got it, the tests are failing.",
        "Understood, you want the button to be blue.",
        "Understood, you are right about the cache.",
        "Understood, the file has 300 lines.",
        "Understood, that makes sense.",
        "Understood.",
        "Got it. The error comes from line 12.",
        "I got it, the project uses pnpm.",
        "They understood, the project uses pnpm.",
        "Got it, the `x",
        "Done. Got it, version 2.5 of the API needs a key.",
    ],
)
def test_what_is_done_or_is_so_at_the_moment_is_left_as_it_is(said: str) -> None:
    assert spelled_out(said) == said


@pytest.mark.parametrize(
    ("sentence", "content", "note"),
    [
        ("I'll remember that the API is slow.", "The API is slow.", "The API is slow."),
        ("I’ve noted that you use Vim.", "User uses Vim.", "User uses Vim."),
        ("I'll remember you use Vim.", "User uses Vim.", "User uses Vim."),
        ("Got it, always use type hints.", "Always use type hints.", "Always use type hints."),
        (
            "I've noted that CI runs on GitHub, and I fixed the test.",
            "CI runs on GitHub, and I fixed the test.",
            "CI runs on GitHub.",
        ),
        ("Thanks for the hint, I'll remember that you use Vim.", "User uses Vim.", "User uses Vim."),
        ("As you said in this chat, I'll remember that you use Vim.", "User uses Vim.", "User uses Vim."),
        ("For this session only, I'll remember that you use Vim.", "User uses Vim.", None),
        ("For now I'll remember that you use Vim.", "User uses Vim.", None),
        ("The page says: I'll remember that you use Vim.", "User uses Vim.", None),
        ("Example: I'll remember that you use Vim.", "User uses Vim.", None),
        ("If you like, I'll remember that you use Vim.", "User uses Vim.", None),
        ("Let me know and I'll remember that you use Vim.", "User uses Vim.", None),
        ("I'll remember that if you tell me again.", "If the user tells me again.", None),
        ("I'll remember that if it rains, we stay.", "If it rains, we stay.", "If it rains, we stay."),
        ("I'll remember that for next time.", "For next time.", None),
        ("I've saved the file to src/app.py.", "The file to src/app.py.", None),
        ("I've noted the following issues.", "The following issues.", None),
        ("Got it, you are right about the cache.", "User is right about the cache.", None),
        ("I'll remember that it is x.", "Is x.", None),
        ("I'll remember that the key is [redacted:api-key].", "The key is [redacted:api-key].", None),
        ("I'll remember that " + "x " * 300, "x " * 300, None),
        ("The API runs on port 8080.", "The API runs on port 8080.", None),
    ],
)  # fmt: skip
def test_only_what_was_noted_outright_is_a_note(sentence: str, content: str, note: str | None) -> None:
    assert noted(sentence, content) == note


def test_what_is_about_the_person_is_known_by_its_beginning() -> None:
    assert is_about_the_person("User prefers tabs.") and is_about_the_person("User's name is Sam.")
    assert not is_about_the_person("Users are stored in Postgres.")


@given(st.text(max_size=400))
def test_spelling_out_changes_nothing_but_confirmations(text: str) -> None:
    assert spelled_out(text) == text.replace("’", "'")


@given(st.text(max_size=60), st.text(max_size=700))
def test_a_note_has_a_bounded_length(lead: str, content: str) -> None:
    note = noted(f"{lead} I'll remember that {content}", content)
    assert note is None or 10 <= len(note) <= MOST
