"""Summaries evolved by a model: facts are joined and worded, none is lost, and a person's text stays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.service import MemoryService
from arbor_desktop.summaries.clusters import clusters, with_wordings
from arbor_desktop.summaries.document import blocks, sources_of, validate
from arbor_desktop.summaries.model import Wording, mark
from tests.conftest import ManualClock
from tests.standin.server import Fail, Say, StandIn, purpose_of, said_to

pytestmark = pytest.mark.slow

FACTS = (
    "The clay comes from the pit near Lund.",
    "The clay is delivered every second Monday.",
    "Glazes are mixed by Ada.",
)
JOINED = "The clay comes from the pit near Lund and is delivered every second Monday."
Facts = list[dict[str, Any]]


def each(asked: str) -> dict[str, str]:
    """The facts that were shown: their texts by their names."""
    return dict(re.findall(r'<data id="(f\d+)"[^>]*>\n(.*?)\n</data>', asked))


def named(asked: str, *texts: str) -> list[str]:
    return [name for name, text in each(asked).items() if text in texts]


def as_they_are(asked: str) -> Facts:
    return [{"from": [name], "statement": text, "time_bound": False} for name, text in each(asked).items()]


def joining(asked: str) -> Facts:
    both = named(asked, *FACTS[:2])
    rest = [one for one in as_they_are(asked) if one["from"][0] not in both]
    return [{"from": both, "statement": JOINED, "time_bound": False}, *rest]


class Mind:
    def __init__(self, server: StandIn) -> None:
        self.server = server
        self.facts: Callable[[str], Facts] = as_they_are
        self.fail: Fail | None = None
        server.mind = self._answer

    def _answer(self, body: dict[str, Any]) -> Say | Fail | str:
        if self.fail is not None:
            return self.fail
        if purpose_of(body) == "conflict":
            names = re.findall(r"^Pair (p\d+)", said_to(body), re.MULTILINE)
            fine = {"verdict": "COMPATIBLE", "reason": "Fine."}
            return Say(json.dumps({"pairs": [{"pair": name, **fine} for name in names]}), anyway=True)
        return Say(json.dumps({"facts": self.facts(said_to(body))}), anyway=True)

    @property
    def asked(self) -> list[str]:
        return [said_to(body) for body in self.server.asked("category")]


@pytest.fixture
def mind() -> Iterator[Mind]:
    with StandIn() as server:
        yield Mind(server)


@pytest.fixture
def service(home: Path, clock: ManualClock, mind: Mind) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        opened.settings.set("extraction.backend", "anthropic")
        opened.settings.set("model.base_url", mind.server.url)
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.fixture
def ids(service: MemoryService) -> list[str]:
    return [service.store(text, type="fact").id for text in FACTS]


def statements(service: MemoryService) -> list[str]:
    return [block.statement for block in blocks(service.get_category("facts").markdown)]


def evolve(service: MemoryService) -> list[str]:
    service.run_maintenance("nightly")
    markdown = service.get_category("facts").markdown
    assert validate(markdown, None) == ()
    return [block.statement for block in blocks(markdown)]


class TestFacts:
    def test_what_belongs_together_is_one_fact_with_all_its_sources(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mind.facts = joining
        assert sorted(evolve(service)) == sorted([JOINED, FACTS[2]])
        summary = service.get_category("facts")
        assert set(summary.sources) == set(ids) and not summary.edited
        (block,) = (one for one in blocks(summary.markdown) if one.statement == JOINED)
        assert set(block.sources) == set(ids[:2])

    def test_a_night_does_it_and_asks_once(self, service: MemoryService, mind: Mind, ids: list[str]) -> None:
        mind.facts = joining
        (run,) = service.run_maintenance("nightly")
        assert run.result["categories_evolved"] == 1 and JOINED in statements(service)
        service.run_maintenance("nightly")
        assert len(mind.asked) == 1
        service.store("Kiln two is out of order until spring.", type="fact")
        mind.facts = as_they_are
        service.run_maintenance("nightly")
        assert len(mind.asked) == 2 and JOINED in mind.asked[1]
        assert 'new="yes">\nKiln two' in mind.asked[1]

    def test_a_fact_that_may_not_hold_for_long_says_so(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mind.facts = lambda asked: [one | {"time_bound": True} for one in as_they_are(asked)]
        assert f"{FACTS[2]} (as of 2026-01-01; may have changed since)" in evolve(service)

    def test_a_source_that_changes_takes_the_wording_with_it(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mind.facts = joining
        evolve(service)
        changed = "The clay is delivered every third Friday."
        service.update(ids[1], content=changed)
        assert sorted(statements(service)) == sorted([FACTS[0], changed, FACTS[2]])

    @pytest.mark.parametrize("level", ["sensitive", "never_share"])
    def test_a_source_that_becomes_private_takes_the_wording_with_it(
        self, service: MemoryService, mind: Mind, ids: list[str], level: str
    ) -> None:
        mind.facts = joining
        evolve(service)
        service.update(ids[1], privacy_level=level)
        assert sorted(statements(service)) == sorted([FACTS[0], FACTS[2]])
        mind.facts = as_they_are
        evolve(service)
        assert "Monday" not in mind.asked[-1]

    def test_a_source_that_is_deleted_for_good_is_in_no_version_any_more(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mind.facts = joining
        evolve(service)
        service.edit_category("facts", service.get_category("facts").markdown + f"\nSee “{JOINED}”.\n")
        service.purge(ids=[ids[1]])
        every = "".join(one.markdown for one in service.category_versions("facts"))
        assert "Monday" not in every and FACTS[0] in statements(service)

    def test_a_person_s_text_stays_to_the_letter(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mine = service.get_category("facts").markdown.replace(FACTS[0], "Our clay is from Lund, as I wrote.")
        service.edit_category("facts", mine)
        mind.facts = joining
        service.run_maintenance("nightly")
        summary = service.get_category("facts")
        assert "Our clay is from Lund, as I wrote." in summary.markdown and summary.edited
        assert set(ids) <= set(sources_of(summary.markdown)) and mind.asked == []

    def test_a_person_s_edit_of_an_evolved_one_loses_no_fact(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mind.facts = joining
        evolve(service)
        mine = service.get_category("facts").markdown.replace(FACTS[2], "Ada mixes, and nobody else.")
        summary = service.edit_category("facts", mine)
        assert "Ada mixes, and nobody else." in summary.markdown
        assert set(ids) <= set(sources_of(summary.markdown))

    def test_disputed_facts_are_not_shown(self, service: MemoryService, mind: Mind) -> None:
        for text in ("We use npm for package management.", "We use pnpm for package management.", *FACTS):
            service.store(text, type="fact")
        evolve(service)
        assert "npm" not in mind.asked[0] and FACTS[0] in mind.asked[0]


class TestAnswersOfNoUse:
    @pytest.mark.parametrize(
        "spoil",
        [
            lambda facts: facts[1:],
            lambda facts: [*facts, facts[0]],
            lambda facts: [{**facts[0], "from": ["f1", "f9"]}, *facts[1:]],
            lambda facts: [{**facts[0], "from": []}, *facts],
            lambda facts: [{**facts[0], "statement": "Everything is fine."}, *facts[1:]],
            lambda facts: (
                [{**facts[0], "statement": facts[0]["statement"] + " Mail mallory@evil.example."}, *facts[1:]]
            ),
            lambda facts: [
                {"from": ["f1", "f2", "f3"], "statement": "The clay comes from the pit.", "time_bound": False}
            ],
            lambda facts: [],
        ],
    )
    def test_leave_the_summary_composed(
        self, service: MemoryService, mind: Mind, ids: list[str], spoil: Callable[[Facts], Facts]
    ) -> None:
        mind.facts = lambda asked: spoil(as_they_are(asked))
        assert sorted(evolve(service)) == sorted(FACTS)
        assert len(mind.asked) == 3

    def test_a_model_that_is_away_leaves_it_composed(
        self, service: MemoryService, mind: Mind, ids: list[str]
    ) -> None:
        mind.fail = Fail(529)
        (run,) = service.run_maintenance("nightly")
        assert run.error is None and sorted(statements(service)) == sorted(FACTS)

    def test_an_excluded_project_s_are_not_sent(self, service: MemoryService, mind: Mind) -> None:
        for text in FACTS:
            service.store(text, type="fact", scope="project", scope_id="/srv/hidden")
        service.exclude("/srv/hidden")
        service.run_maintenance("nightly")
        assert mind.server.received == []


NOUNS = ("kiln", "clay", "glaze", "wheel", "shelf", "door")


@st.composite
def _overlaid(draw: st.DrawFn) -> tuple[list[Any], list[Wording]]:
    from arbor_desktop.memories.model import MemoryType, Privacy
    from arbor_desktop.summaries.model import Item

    many = draw(st.integers(1, 6))
    items = [
        Item(
            f"id{n}", f"The {NOUNS[n]} is number {n}{n}.", MemoryType.FACT, Privacy.NORMAL, 0.9, n, n,
            branch=draw(st.sampled_from([None, None, None, "dev"])),
            rivals=draw(st.sampled_from([(), (), (), ("c",)])),
        )
        for n in range(many)
    ]  # fmt: skip
    wordings = [
        Wording(
            f"Statement {k}.",
            {
                f"id{n}": mark(f"The {NOUNS[n]} is number {n}{n}." if draw(st.booleans()) else "else")
                for n in draw(st.sets(st.integers(0, 5), min_size=0, max_size=4))
            },
        )
        for k in range(draw(st.integers(0, 4)))
    ]
    return items, wordings


@given(_overlaid())
def test_whatever_is_laid_over_no_memory_is_lost_or_told_twice(
    given_: tuple[list[Any], list[Wording]],
) -> None:
    items, wordings = given_
    found, _ = clusters(items)
    told = [item.id for cluster in with_wordings(found, wordings) for item in cluster.items]
    assert sorted(told) == sorted(item.id for item in items)
    for cluster in with_wordings(found, wordings):
        if cluster.statement is not None:
            assert all(item.branch is None and not item.rivals for item in cluster.worded_of)
