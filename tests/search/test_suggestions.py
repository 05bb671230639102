"""Did you mean: another spelling, of words that are really there, that then finds something."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.service import MemoryService
from tests.reliability.sessions import Session

TEXTS = (
    "We deploy the payment gateway every Friday, never on Mondays.",
    "Kubernetes runs the staging cluster in Frankfurt.",
    "The configuration of the linter lives in pyproject.toml.",
    "Ignore node modules when you search; GitHub does so too.",
    "Authentication goes through Keycloak, sessions last 8 hours.",
)


@pytest.fixture
def filled(service: MemoryService) -> MemoryService:
    for text in TEXTS:
        service.store(text, type="fact")
    return service


def meant(service: MemoryService, query: str, **asked: object) -> str | None:
    found = service.suggest(query, **asked)  # type: ignore[arg-type]
    if found is None:
        return None
    for start, end in found.marks:
        assert found.text[start:end] not in query.split()
    return found.text


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("delpoy firday", "deploy friday"),
        ("deploy firday", "deploy friday"),
        ("eploy", "deploy"),
        ("xdeploy", "deploy"),
        ("kuberntes", "kubernetes"),
        ("configuraton", "configuration"),
        ("authentcation sesions", "authentication sessions"),
        ("nodemodules", "node modules"),
        ("key cloak", "keycloak"),
        ("key-cloak", "keycloak"),
        ("what is the gatewya?", "what is the gateway?"),
        ('"paymnet" AND (', '"payment" AND ('),
    ],
)
def test_a_misspelled_query_is_put_right(filled: MemoryService, typed: str, expected: str) -> None:
    assert meant(filled, typed) == expected
    assert filled.search(expected)


@pytest.mark.parametrize(
    "typed", ["deploy friday", "deployments", "zebra", "", "  ", "8080", "the", "git hub"]
)
def test_nothing_is_suggested_where_all_is_known_or_nothing_is_near(
    filled: MemoryService, typed: str
) -> None:
    assert meant(filled, typed) is None


def test_only_what_the_filters_leave_is_suggested(filled: MemoryService) -> None:
    ident = filled.store("Terraform makes the machines.", type="fact", tags=["ops"]).id
    assert meant(filled, "terrafrom") == "terraform"
    assert meant(filled, "terrafrom", tags=["ops"]) == "terraform"
    assert meant(filled, "terrafrom", tags=["style"]) is None
    filled.archive(ident)
    assert meant(filled, "terrafrom") is None
    assert meant(filled, "terrafrom", status="all") == "terraform"
    filled.delete(ident)
    assert meant(filled, "terrafrom") is None
    filled.purge(ids=[ident])
    assert meant(filled, "terrafrom", status="all") is None


def test_the_person_s_own_window_may_suggest_what_is_never_shared(filled: MemoryService) -> None:
    filled.store("The vault is called Nightingale.", type="fact", privacy_level="never_share")
    assert meant(filled, "nightingael") == "nightingale"
    assert meant(filled, "nightingael", privacy=["normal"]) is None


def test_a_word_that_is_still_being_typed_is_left_alone_as_long_as_something_begins_so(
    filled: MemoryService,
) -> None:
    assert meant(filled, "kuber", prefix=True) is None
    assert meant(filled, "kubre", prefix=True) == "kubernetes"
    assert meant(filled, "kuberntes", prefix=True) == "kubernetes"
    assert meant(filled, "deploy configurat", prefix=True) is None, "on its way to a known word"


def test_frequent_words_win_over_rare_ones(service: MemoryService) -> None:
    for number in range(4):
        service.store(f"Rust is the language of part {number}.", type="fact")
    service.store("The trust of customers counts.", type="fact")
    assert meant(service, "rsut") == "rust"


def test_an_empty_store_suggests_nothing(service: MemoryService) -> None:
    assert meant(service, "anything") is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(["delpoy", "Firday", "git", "hub", '"', "NEAR(", "C++", "don't", "🙂", "AND"])
        ).map(" ".join),
    ),
    prefix=st.booleans(),
)
def test_any_text_is_safe_and_what_is_suggested_finds_something(
    filled: MemoryService, query: str, prefix: bool
) -> None:
    found = filled.suggest(query, prefix=prefix)
    if found is not None:
        assert found.text != query
        assert found.marks
        assert filled.search(found.text)


def test_a_very_long_query_is_safe(filled: MemoryService) -> None:
    assert filled.suggest("lorem ipsmu dolor " * 1_000) is None


@pytest.fixture
def said(service: MemoryService, tmp_path: Path) -> MemoryService:
    """A conversation in the project /srv/kiln."""
    session = Session("kiln", cwd="/srv/kiln").say("Why does the kubernetes deployment fail on staging?")
    session.reply("The readiness probe of the gateway answers too late.")
    service.capture([session.write(tmp_path)])
    return service


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("kuberntes", "kubernetes"),
        ("deplomyent staging", "deployment staging"),
        ("raediness", "readiness"),
        ("eradiness", "readiness"),
        ("gatewya porbe", "gateway probe"),
        ("xdeployment", "deployment"),
        ("zebra", None),
        ("gateway", None),
        ('"', None),
    ],
)
def test_what_was_said_is_suggested_too(said: MemoryService, typed: str, expected: str | None) -> None:
    found = said.suggest_turns(typed)
    assert (found.text if found else None) == expected
    if expected:
        assert said.search_turns(expected)


def test_what_was_said_elsewhere_is_not_suggested(said: MemoryService) -> None:
    assert said.suggest_turns("kuberntes", project="/srv/kiln") is not None
    assert said.suggest_turns("kuberntes", project="/srv/other") is None
    assert said.suggest_turns("kuberntes", role="assistant") is None
    assert said.suggest_turns("kuberntes", until="2020-01-01") is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=40))
def test_any_text_is_safe_for_what_was_said(said: MemoryService, query: str) -> None:
    found = said.suggest_turns(query)
    assert found is None or said.search_turns(found.text)


def test_a_common_word_is_meant_as_it_stands(service: MemoryService) -> None:
    service.store("The log of the tests is kept.", type="fact")
    assert service.suggest("how long may the tests take?") is None
    assert meant(service, "how long may the tetss take?") == "how long may the tests take?"
