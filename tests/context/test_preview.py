"""What an AI is told at the start of a session: layer by layer, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.block_text import CLOSE, OPEN
from arbor_desktop.context.model import EXCLUDED_KINDS, Context
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.stacks import known_stack

Store = Callable[..., str]


@pytest.fixture
def store(service: MemoryService) -> Store:
    """Store an instruction, which any session may see, and return its id; `path`: only of that project."""

    def stored(content: str, kind: str = "instruction", *, path: str | None = None, **fields: Any) -> str:
        place = {} if path is None else {"scope": "project", "scope_id": path}
        return service.store_many([{"content": content, "type": kind} | place | fields])[0].id

    return stored


def told(context: Context) -> dict[str, int]:
    return {i.id: i.layer for i in context.included}


def kinds(context: Context) -> dict[str, str]:
    return {e.id: e.kind for e in context.excluded}


def test_an_empty_store_tells_nothing(service: MemoryService) -> None:
    context = service.get_context(project="/p", prompt="anything")
    assert (context.status, context.text, context.tokens) == ("empty", "", 0)
    assert (context.included, context.excluded) == ((), ())
    assert context.stats == {"total_loaded": 0, "by_scope": {}, "by_type": {}, "avg_confidence": None}


def test_the_block_has_its_sections_in_order_and_says_why(service: MemoryService, store: Store) -> None:
    store("The API runs on port 8080", "fact", path="/p")
    store("User prefers short answers", "preference")
    store("Always run the tests", "instruction", privacy_level="always_include")
    context = service.get_context(project="/p")
    assert context.text.splitlines()[0] == OPEN and context.text.splitlines()[-1] == CLOSE
    order = [context.text.index(h) for h in ("## Standing instructions", "## Preferences", "## Facts")]
    assert order == sorted(order)
    assert [(i.content, i.layer, i.reason) for i in context.included] == [
        ("Always run the tests", 1, "Always included"),
        ("User prefers short answers", 2, "Global"),
        ("The API runs on port 8080", 3, "This project"),
    ]
    assert context.stats == {
        "total_loaded": 3,
        "by_scope": {"global": 2, "project": 1},
        "by_type": {"instruction": 1, "preference": 1, "fact": 1},
        "avg_confidence": 1.0,
    }


def test_each_one_told_has_its_line_and_its_tokens(service: MemoryService, store: Store) -> None:
    for n in range(5):
        store(f"Fact number {n} is known", confidence=0.5 + n / 10)
    context = service.get_context()
    lines = context.text.splitlines()
    for one in context.included:
        assert lines[one.first_line - 1 : one.last_line] == ["- " + one.content]
        assert one.tokens == 7  # of 27 characters with the line's end
    assert [one.confidence for one in context.included] == pytest.approx([0.9, 0.8, 0.7, 0.6, 0.5])


class TestLayers:
    def test_what_is_always_told_may_be_global_of_the_project_or_of_the_conversation(
        self, service: MemoryService, store: Store
    ) -> None:
        always = {"privacy_level": "always_include", "confidence": 0.15}
        here = {
            store("Everywhere so", **always),
            store("Here so", path="/p", **always),
            store("In this talk so", scope="conversation", scope_id="c", **always),
            store("In the folder above so", path="/", scope_id="/above", **always),
        }
        away = {
            store("Elsewhere so", path="/q", **always),
            store("In that talk so", scope="conversation", scope_id="d", **always),
            store("Hardly sure of this", privacy_level="always_include", confidence=0.05),
        }
        context = service.get_context(project="/p", conversation="c")
        assert {i for i, layer in told(context).items() if layer == 1} == here - {
            i for i in here if "above" in service.get(i).content
        }
        assert not told(context).keys() & away
        above = service.get_context(project="/above/deep/p", conversation="c")
        assert set(told(above).values()) == {1}
        assert len(told(above)) == 3

    def test_each_layer_has_its_floor(self, service: MemoryService, store: Store) -> None:
        low = {
            store("Global, not sure", confidence=0.49),
            store("Project, not sure", path="/p", confidence=0.29),
            store("Talk, not sure", scope="conversation", scope_id="c", confidence=0.19),
        }
        enough = {
            store("Global, sure enough", confidence=0.5): 2,
            store("Project, sure enough", path="/p", confidence=0.3): 3,
            store("Talk, sure enough", scope="conversation", scope_id="c", confidence=0.2): 4,
        }
        context = service.get_context(project="/p", conversation="c")
        assert told(context) == enough
        assert {i: kinds(context)[i] for i in low} == dict.fromkeys(low, "low_confidence")
        assert "Low confidence · 0.29" in {e.reason for e in context.excluded}

    def test_of_what_is_pinned_twenty_are_told_and_of_the_rest_what_fits(
        self, service: MemoryService, store: Store, clock: ManualClock
    ) -> None:
        made: dict[str, list[str]] = {"global": [], "project": [], "always": []}
        for n in range(40):
            clock.advance(seconds=60)
            made["global"].append(store(f"Global {n}"))
            made["project"].append(store(f"Project {n}", path="/p"))
            made["always"].append(store(f"Always {n}", privacy_level="always_include"))
        service.record_usage(made["always"][0], True)
        clock.advance(days=1)
        context = service.get_context(project="/p", max_tokens=20_000)
        layers = told(context)
        pinned = {made["always"][0], *made["always"][21:]}
        assert layers.keys() == {*pinned, *made["global"], *made["project"]}
        displaced = set(made["always"]) - layers.keys()
        assert {kinds(context)[i] for i in displaced} == {"less_recent"}
        some = service.get_context(project="/p", max_tokens=300)
        assert set(kinds(some).values()) == {"less_recent", "over_budget"}

    def test_a_conversations_own_ten_newest_are_told(
        self, service: MemoryService, store: Store, clock: ManualClock
    ) -> None:
        made = []
        for n in range(12):
            made.append(store(f"Said {n}", scope="conversation", scope_id="c"))
            clock.advance(seconds=1)
        service.record_usage(made[0], True)  # used last, and still the oldest
        context = service.get_context(conversation="c")
        assert told(context) == dict.fromkeys(made[2:], 4)
        assert {i.reason for i in context.included} == {"This conversation"}
        assert {e.reason for e in context.excluded} == {"Older than others of this conversation"}

    def test_folders_above_that_are_projects_are_told_with_their_names(
        self, service: MemoryService, store: Store
    ) -> None:
        above = store("The whole repository uses pnpm", path="/src/shop")
        top = store("Everything of the company is in English", path="/src")
        own = store("The API uses Fastify", path="/src/shop/api")
        beside = store("The site uses Astro", path="/src/shop/site")
        alike = store("Another shop altogether", path="/src/sho")
        below = store("Only in the tests", path="/src/shop/api/tests")
        context = service.get_context(project="/src/shop/api")
        assert {i.id: i.reason for i in context.included} == {
            own: "This project",
            above: "Parent project shop",
            top: "Parent project src",
        }
        assert not told(context).keys() & {beside, alike, below}

    def test_neither_the_home_folder_nor_a_root_is_a_parent(
        self, service: MemoryService, store: Store
    ) -> None:
        store("Of the home folder", path=str(Path.home()))
        store("Of the root", path="/")
        assert service.get_context(project=str(Path.home() / "src" / "shop")).status == "empty"

    def test_windows_projects_have_parents_too(self, service: MemoryService, store: Store) -> None:
        above = store("The solution targets .NET 8", path="C:\\src\\shop")
        assert told(service.get_context(project="C:\\src\\shop\\api\\")) == {above: 3}

    def test_a_branchs_own_memories_are_told_on_that_branch_alone(
        self, service: MemoryService, store: Store
    ) -> None:
        here = store("Retries use an outbox", path="/p", branch="feat/outbox")
        away = store("Payments are mocked", path="/p", branch="feat/pay")
        above = store("Of a branch above", path="/", scope_id="/above", branch="feat/outbox")
        context = service.get_context(project="/p", branch="feat/outbox")
        assert [(i.id, i.reason) for i in context.included] == [(here, "This branch")]
        assert [(e.id, e.kind, e.reason) for e in context.excluded] == [
            (away, "other_branch", "Other branch · feat/pay")
        ]
        assert not told(service.get_context(project="/p"))
        assert above not in told(service.get_context(project="/above/p", branch="feat/outbox"))

    def test_what_fits_the_prompt_comes_last_with_its_relevance(
        self, service: MemoryService, store: Store
    ) -> None:
        for n in range(30):
            store(f"Filler of no use {n}", path="/p", confidence=0.25)
        fitting = store("Webhooks go through the outbox table", path="/p", confidence=0.2)
        context = service.get_context(project="/p", prompt="which table do webhooks go through?")
        assert told(context) == {fitting: 5}
        (one,) = context.included
        assert one.relevance is not None and 0 < one.relevance <= 1
        assert one.reason == f"Matches the prompt · {one.relevance:.2f}"

    def test_of_what_fits_the_prompt_ten_are_told_beside_what_is_told_anyway(
        self, service: MemoryService, store: Store
    ) -> None:
        told_anyway = [store(f"Deploy rule {n}: deploy on Tuesday") for n in range(5)]
        for n in range(20):
            store(f"Deploy note {n}: deploy with care", confidence=0.3)
        layers = told(service.get_context(prompt="how do we deploy?"))
        assert [layers[i] for i in told_anyway] == [2] * 5
        assert list(layers.values()).count(5) == 10

    def test_this_conversations_memories_fit_a_prompt_too(self, service: MemoryService, store: Store) -> None:
        said = store("The invoice export is slow", scope="conversation", scope_id="c", confidence=0.1)
        away = store("The invoice export is wrong", scope="conversation", scope_id="d")
        layers = told(service.get_context(conversation="c", prompt="invoice export"))
        assert layers == {said: 5}
        assert away not in layers

    @pytest.mark.slow
    def test_other_projects_do_not_take_the_places_of_what_fits_the_prompt(
        self, service: MemoryService, store: Store
    ) -> None:
        for n in range(90):
            store(f"Deploy deploy deploy variant {n}", path="/q")
        for n in range(25):  # layer 3 is full without it
            store(f"Something recent number {n}", path="/p")
        here = store("To deploy, push a tag and wait for the pipeline of the team", path="/p", confidence=0.2)
        assert told(service.get_context(project="/p", prompt="how do I deploy?")).get(here) == 5

    def test_another_projects_better_answer_changes_nothing_here(
        self, service: MemoryService, store: Store
    ) -> None:
        for n in range(30):
            store(f"Something recent number {n}", path="/p")
        store("We release the app on Fridays, once the changelog was read", path="/p", confidence=0.2)
        prompt = "when do we release the app?"
        before = service.get_context(project="/p", prompt=prompt)
        assert 5 in told(before).values()
        away = store("When do we release the app? The app is released on Mondays", path="/q")
        after = service.get_context(project="/p", prompt=prompt)
        assert told(after) == told(before)
        assert kinds(after)[away] == "other_project"


class TestWhatIsNotTold:
    def test_what_must_not_be_told_is_not_told(self, service: MemoryService, store: Store) -> None:
        hidden = {
            "never_share": store("Never told to anyone", privacy_level="never_share"),
            "other_project": store("Of another project, told to matter", path="/src/other"),
            "archived": store("Put away long ago"),
            "pending": store("Not looked at yet"),
            "rejected": store("Turned down"),
            "superseded": store("Replaced by newer"),
            "deleted": store("Thrown away"),
            "other_branch": store("Of a branch", path="/p", branch="dev"),
            "expired": store("Only until yesterday", expires_at="2025-12-31"),
        }
        sensitive = store("Has a peanut allergy", privacy_level="sensitive")
        for status in ("archived", "pending", "rejected", "superseded", "deleted"):
            service.update(hidden[status], status=status)
        named: dict[str, str] = {}
        for ident in hidden.values():
            context = service.get_context(project="/p", prompt=service.get(ident).content)
            assert told(context) == {}
            named |= kinds(context)
        answered = service.get_context(project="/p", prompt="Do I have a peanut allergy?")
        assert told(answered) == {sensitive: 5}
        assert {name: named.get(hidden[name]) for name in hidden} == {
            "never_share": "never_share",
            "other_project": "other_project",
            "archived": None,
            "pending": "pending",
            "rejected": None,
            "superseded": None,
            "deleted": None,
            "other_branch": "other_branch",
            "expired": "expired",
        }
        plain = kinds(service.get_context(project="/p"))
        assert plain[sensitive] == "sensitive"
        assert hidden["other_project"] not in plain

    def test_the_reasons_are_words_for_people(self, service: MemoryService, store: Store) -> None:
        store("Never told", privacy_level="never_share")
        store("Private", privacy_level="sensitive")
        store("Gone by", expires_at="2025-06-01")
        store("Use vitest with Testing Library", path="/src/tidepool-web")
        service.update(store("To be looked at"), status="pending")
        store("Too long to be told " * 20)
        context = service.get_context(prompt="vitest Testing Library", max_tokens=50)
        assert {e.reason for e in context.excluded} == {
            "Never share",
            "Sensitive: shared only when it matches your prompt",
            "Expired",
            "Other project · tidepool-web",
            "Needs review",
            "Over budget",
        }
        assert {e.kind for e in context.excluded} <= set(EXCLUDED_KINDS)
        long = next(e for e in context.excluded if e.kind == "over_budget")
        assert (long.tokens, long.confidence, long.content[:8]) == (101, 1.0, "Too long")

    def test_what_expires_is_told_until_its_very_moment(
        self, service: MemoryService, store: Store, clock: ManualClock
    ) -> None:
        ident = store("The sprint ends today", expires_at=clock() + 3_600_000)
        assert ident in told(service.get_context())
        clock.advance(ms=3_599_999)
        assert ident in told(service.get_context())
        clock.advance(ms=1)
        assert kinds(service.get_context()) == {ident: "expired"}

    def test_no_kind_hides_the_others_and_there_is_an_end_to_it(
        self, service: MemoryService, store: Store
    ) -> None:
        service.store_many([{"content": f"Sure {n}", "type": "instruction"} for n in range(300)])
        service.store_many(
            [{"content": f"Unsure {n}", "type": "instruction", "confidence": 0.2} for n in range(60)]
        )
        hidden = service.store_many(
            [{"content": f"Mine {n}", "type": "fact", "privacy_level": "never_share"} for n in range(60)]
        )
        context = service.get_context()
        found = list(kinds(context).values())
        assert len(found) <= 200
        assert "never_share" in found and "low_confidence" in found
        assert len(set(kinds(context))) == len(context.excluded)
        assert not {r.id for r in hidden} & told(context).keys()

    def test_without_explaining_only_what_did_not_fit_is_named(
        self, service: MemoryService, store: Store
    ) -> None:
        store("Never told", privacy_level="never_share")
        long = store("Too long to be told " * 20)
        short = store("Short")
        context = service.get_context(max_tokens=50, explain=False)
        assert (told(context), kinds(context)) == ({short: 2}, {long: "over_budget"})


def conflict(service: MemoryService, *ids: str, status: str = "unresolved", name: str = "k") -> None:
    """Puts a conflict of these memories into the store."""

    def put(conn: Connection) -> None:
        conn.execute(
            "INSERT INTO conflict (id, category, status, created_at) VALUES (?, 'facts', ?, 0)",
            (name, status),
        )
        conn.executemany(
            "INSERT INTO conflict_member (conflict, memory, content, confidence, at) "
            "SELECT c.row, m.row, m.content, m.confidence, m.created_at FROM conflict c, memory m "
            "WHERE c.id = ? AND m.id = ?",
            [(name, ident) for ident in ids],
        )

    service._rt.db.write(put)


class TestConflicts:
    @pytest.fixture(autouse=True)
    def _only_these(self, service: MemoryService) -> None:
        """The conflicts are made by hand here: none is found."""
        service.settings.set("conflicts.detect", False)

    def test_an_open_one_is_named_and_neither_side_is_told(
        self, service: MemoryService, store: Store
    ) -> None:
        jest = store("Use Jest for tests", "preference", confidence=0.85)
        vitest = store("The project uses Vitest", path="/p", confidence=0.95)
        known_stack(service, "/p", "jest", "vitest")
        conflict(service, jest, vitest)
        context = service.get_context(project="/p")
        lines = context.text.splitlines()
        sides = ("“Use Jest for tests” (everywhere)", "“The project uses Vitest” (this project)")
        assert lines[3] == "## Undecided"
        assert lines[4] in {f"- {a} / {b}: ask which applies." for a, b in (sides, sides[::-1])}
        assert told(context) == {}
        assert {(e.id, e.kind, e.reason) for e in context.excluded} == {
            (jest, "conflict", "Unresolved conflict with “The project uses Vitest”"),
            (vitest, "conflict", "Unresolved conflict with “Use Jest for tests”"),
        }

    def test_where_one_side_is_uncertain_the_other_is_told(
        self, service: MemoryService, store: Store
    ) -> None:
        jest = store("Use Jest for tests", "preference", confidence=0.75)
        vitest = store("The project uses Vitest", path="/p", confidence=0.95)
        known_stack(service, "/p", "jest", "vitest")
        conflict(service, jest, vitest)
        context = service.get_context(project="/p")
        assert told(context) == {vitest: 3} and "Undecided" not in context.text
        assert [(e.id, e.kind, e.reason) for e in context.excluded] == [
            (jest, "conflict", "Conflicts with “The project uses Vitest”, which takes priority")
        ]

    @pytest.mark.parametrize("status", ["accepted_newer", "kept_both_with_context"])
    def test_a_decided_one_says_nothing(self, service: MemoryService, store: Store, status: str) -> None:
        ids = [store("Use tabs"), store("Use spaces")]
        conflict(service, *ids, status=status)
        context = service.get_context()
        assert told(context).keys() == set(ids) and "Undecided" not in context.text

    def test_one_with_a_memory_that_is_not_told_says_nothing_of_it(
        self, service: MemoryService, store: Store
    ) -> None:
        here = store("Use tabs", confidence=0.6)
        secret = store("Use spaces as my employer demands", privacy_level="never_share")
        away = store("Use four spaces", path="/q")
        conflict(service, here, secret, name="a")
        conflict(service, here, away, name="b")
        context = service.get_context(project="/p")
        assert told(context) == {here: 2}
        assert "Undecided" not in context.text and "spaces" not in context.text

    def test_the_projects_own_technology_tips_the_scales(self, service: MemoryService, store: Store) -> None:
        other = store("Use Mocha", path="/p", confidence=0.78, technology="mocha")
        own = store("Use Vitest", path="/p", confidence=0.75, technology="Vitest")
        conflict(service, other, own)
        assert told(service.get_context(project="/p")) == {other: 3}
        known_stack(service, "/p", "vitest")
        assert told(service.get_context(project="/p")) == {own: 3}


class TestTheSameText:
    def test_the_same_store_gives_the_same_bytes_all_day(
        self, service: MemoryService, store: Store, clock: ManualClock
    ) -> None:
        for n in range(40):
            store(f"User likes topic number {n}", "preference")
        clock.advance(ms=DAY_MS - clock() % DAY_MS)
        first = service.get_context(project="/p", prompt="topic number 3").text
        clock.advance(seconds=86_399)
        assert service.get_context(project="/p", prompt="topic number 3").text == first

    def test_being_told_is_logged_and_changes_nothing_else(
        self, service: MemoryService, store: Store
    ) -> None:
        ident = store("Told at the start")
        before = service.get_many([ident])[0]
        first = service.get_context(prompt="at the start").text
        for _ in range(120):  # more often than counts for anything
            again = service.get_context(prompt="at the start")
        after = service.get_many([ident])[0]
        assert again.text == first
        assert after.access_count == before.access_count + 121
        assert (after.confidence, after.reinforced_at, after.updated_at, after.last_used_at) == (
            before.confidence, before.reinforced_at, before.updated_at, before.last_used_at,
        )  # fmt: skip

    def test_looking_need_not_be_logged(self, service: MemoryService, store: Store) -> None:
        ident = store("Looked at in the window")
        assert ident in told(service.get_context(log_access=False))
        assert service.get(ident).access_count == 0

    def test_the_day_can_be_given(self, service: MemoryService, store: Store) -> None:
        ident = store("Worth less as time goes by", decay_rate=1.0)
        on = {day: service.get_context(as_of=day) for day in ("2026-01-02", "2026-03-01", 1_600_000_000_000)}
        assert [ident in told(context) for context in on.values()] == [True, False, True]
        assert service.get_context(as_of=0).status == "loaded"  # 1970 is a day as well


class TestBudget:
    def test_a_small_budget_keeps_what_is_worth_most(self, service: MemoryService, store: Store) -> None:
        store("Pinned rule to keep", "instruction", privacy_level="always_include")
        for n in range(50):
            store(f"Some longer preference number {n} about many things in life", "preference")
        context = service.get_context(max_tokens=60)
        assert context.tokens <= 60
        assert "Pinned rule" in context.text
        assert "over_budget" in kinds(context).values()

    def test_the_settings_budget_holds_unless_another_is_given(
        self, service: MemoryService, store: Store
    ) -> None:
        for n in range(50):
            store(f"Some preference number {n} about many things in life, told at length", "preference")
        service.settings.set("context.max_tokens", 100)
        assert 50 < service.get_context().tokens <= 100
        assert service.get_context(max_tokens=400).tokens > 100

    def test_no_budget_at_all_is_refused(self, service: MemoryService) -> None:
        with pytest.raises(InvalidInput):
            service.get_context(max_tokens=0)

    def test_a_new_users_block_is_small(self, service: MemoryService, store: Store) -> None:
        store("User prefers short answers", "preference")
        store("Always run `make check` before a commit", "instruction")
        store("The API runs on port 8080 and is written in Go", path="/p")
        assert 50 <= service.get_context(project="/p").tokens <= 200


class TestSystemPrompt:
    def test_memory_comes_after_the_untouched_prompt(self, service: MemoryService, store: Store) -> None:
        store("Told to the model")
        block = service.get_context().text
        assert service.build_system_prompt("You help.") == f"You help.\n\n{block}"
        assert service.build_system_prompt("You help.\n") == f"You help.\n\n{block}"
        assert service.build_system_prompt("You help. \n\n\n") == f"You help. \n\n\n{block}"
        assert service.build_system_prompt("") == block
        assert service.build_system_prompt("You help.", include_memory=False) == "You help."
        assert service.build_system_prompt("You help.", max_tokens=5) == "You help."

    def test_without_anything_to_tell_not_a_byte_changes(self, service: MemoryService) -> None:
        assert service.build_system_prompt(" You help. \n", project="/p") == " You help. \n"


@pytest.mark.logs_warnings
class TestTrouble:
    def test_a_memory_that_cannot_be_read_says_so_and_breaks_nothing(
        self, service: MemoryService, store: Store
    ) -> None:
        store("Never to be read again")
        service._rt.db.write(lambda conn: conn.execute("DROP INDEX memory_place").fetchall())
        context = service.get_context(project="/p")
        assert (context.status, context.text, context.included) == ("error", "", ())
        assert "memory_place" in context.stats["error"]
        assert service.build_system_prompt("You help.") == "You help."

    def test_what_cannot_be_noted_is_told_all_the_same(
        self, service: MemoryService, store: Store, caplog: pytest.LogCaptureFixture
    ) -> None:
        store("Told though nothing can be written")
        service._rt.db.write(lambda conn: conn.execute("DROP TABLE access_log").fetchall())
        assert service.get_context().status == "loaded"
        assert "access_log" in caplog.text
