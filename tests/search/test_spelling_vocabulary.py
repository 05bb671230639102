"""The words of the memories, as the index holds them and as a filter leaves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from arbor_desktop.database.connection import Database
from arbor_desktop.memories.checks import memory_filter
from arbor_desktop.memories.confidence import DecayPolicy
from arbor_desktop.search.queries.spelling import Vocabulary

T = TypeVar("T")


@pytest.fixture
def ask(db: Database, clock: Callable[[], int]) -> Callable[..., object]:
    def ask_(look: Callable[[Vocabulary], T], **wanted: object) -> T:
        found = memory_filter(**wanted)  # type: ignore[arg-type]
        return db.read(lambda c: look(Vocabulary(c, found, DecayPolicy(), clock())))

    return ask_


def test_a_word_is_known_in_any_form_and_from_its_beginning_while_unfinished(ask, add) -> None:
    add("We deployed the gateway.")
    assert ask(lambda v: v.knows("deploys"))
    assert ask(lambda v: v.knows("GATEWAY"))
    assert not ask(lambda v: v.knows("gate"))
    assert ask(lambda v: v.knows("gate", unfinished=True))
    assert ask(lambda v: v.knows("!?")), "what is no word can't be unknown"


def test_terms_begin_like_the_word_or_with_its_first_letters_exchanged(ask, add) -> None:
    add("The deploy of zebra and edge and apple.")
    found = ask(lambda v: v.terms_like("deplyo", longest=8))
    assert {"deploi", "edg"} <= found.keys()
    assert not {"zebra", "appl"} & found.keys()
    assert found["deploi"] == 1


def test_other_beginnings_differ_in_the_first_letter_alone(ask, add) -> None:
    add("The deploy of zebra.")
    assert "deploi" in ask(lambda v: v.terms_like("feploy", longest=8, other_start=True))
    assert "deploi" in ask(lambda v: v.terms_like("eploy", longest=8, other_start=True))
    assert "deploi" in ask(lambda v: v.terms_like("xdeploy", longest=8, other_start=True))
    assert ask(lambda v: v.terms_like("日本語テスト", longest=8, other_start=True)) == {}


def test_texts_are_those_that_the_filter_leaves(ask, add) -> None:
    add("Ownership is shared.", tags=("team",))
    assert ask(lambda v: v.texts_with("ownership")) == ['Ownership is shared. ["team"]']
    assert ask(lambda v: v.texts_with("ownership"), status="archived") == []


def test_a_stem_that_would_be_stemmed_again_is_still_found(ask, add) -> None:
    add("They agreed on conventions and databases.")
    terms = ask(lambda v: v.terms_like("agreeed", longest=12) | v.terms_like("databse", longest=12))
    for term in terms:
        assert ask(lambda v, term=term: v.texts_with(term)), term


def test_words_side_by_side_are_held_together(ask, add) -> None:
    add("Ignore node modules in searches.")
    assert ask(lambda v: v.holds("node", "modules"))
    assert not ask(lambda v: v.holds("modules", "node"))
    assert not ask(lambda v: v.holds("node", "modules"), status="archived")
