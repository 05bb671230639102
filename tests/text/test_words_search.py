"""What a search over memories asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.text.words import index_words, search_terms, signed_names


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("Python 3.11", ["python", "3.11"]),
        ("node_modules", ["node_modules", "node", "modules"]),
        ("the parseUserName of old", ["parseusername", "parse", "user", "name", "old"]),
        ("C++ or C#?", ["cplusplus", "csharp", "c"]),
        (".env file", ["dotenv", "env", "file"]),
        ("app/config.py:12", ["app/config.py:12", "app", "config", "py"]),
        ("don't use tabs, it's ugly", ["use", "tabs", "ugly"]),
        ("what is it", ["what", "is", "it"]),
        ("", []),
        ("🙂 ___", []),
    ],
)  # fmt: skip
def test_names_are_asked_for_whole_and_by_their_parts(query: str, terms: list[str]) -> None:
    assert search_terms(query) == terms


@given(st.text(max_size=80), st.integers(1, 12))
def test_any_text_has_terms_in_bounds(query: str, most: int) -> None:
    terms = search_terms(query, most)
    assert len(terms) <= most
    assert len(set(terms)) == len(terms)
    assert all(term.strip() for term in terms)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("written in C++, not C# or F#", ["cplusplus", "csharp", "fsharp"]),
        ("keys are in .env, see .gitignore", ["dotenv", "dotgitignore"]),
        ("a .NET service", ["dotnet"]),
        ("An end. Another end.", []),
        ("i++ counts; see config.py and 3.11", ["iplusplus"]),
        ("issue #12, a+b, and so on...", []),
    ],
)
def test_names_with_signs_are_said_in_letters(text: str, names: list[str]) -> None:
    assert signed_names(text) == names


def test_the_index_holds_parts_and_signs_beside_the_text() -> None:
    assert index_words("parseUserName in C++") == "parse User Name cplusplus"
    assert index_words("nothing of the kind") == ""
