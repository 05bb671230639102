"""What was said is found, with the words marked, and stays found as one types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import ConversationStatus, ReadTurn, Role, SessionPart, TurnKind
from arbor_desktop.conversations.queries import conversations
from arbor_desktop.database import packed_text
from arbor_desktop.database.connection import Connection, Database
from arbor_desktop.search.model import ConversationHit, TurnHit
from arbor_desktop.search.queries import turns
from arbor_desktop.search.queries.turns import TurnFilter
from tests.conftest import ManualClock

HOUR = 3_600_000


class Talks:
    """A store that one fills with conversations, and searches."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._keys = count()

    def add(
        self,
        name: str,
        *said: str,
        title: str = "",
        project: str | None = None,
        source: str = "claude-code",
        kind: TurnKind = TurnKind.SAID,
    ) -> str:
        """A conversation in which user and assistant take turns, an hour after one another; its id."""
        turns = tuple(
            ReadTurn(f"key-{next(self._keys)}", (Role.USER, Role.ASSISTANT)[n % 2], kind, text, at=n * HOUR)
            for n, text in enumerate(said)
        )
        part = SessionPart(source, name, turns, title=title)

        def work(conn: Connection) -> str:
            file = conn.execute(
                "INSERT INTO capture_file (path, seen_at) VALUES (?, 0) "
                "ON CONFLICT DO UPDATE SET seen_at = 0 RETURNING row",
                (name,),
            ).fetchone()[0]
            row = conversations.ensure(conn, part, project, 0)
            conversations.add_turns(conn, row, file, part.turns)
            conversations.update_session(conn, row, part, project, 0)
            return conversations.id_of(conn, row)

        return self.db.write(work)

    def find(self, query: str, limit: int = 20, **wanted: object) -> list[TurnHit]:
        chosen = TurnFilter(**wanted)  # type: ignore[arg-type]
        return self.db.read(lambda c: turns.search_turns(c, query, chosen, limit=limit))

    def type(self, query: str, limit: int = 200, **wanted: object) -> list[ConversationHit]:
        chosen = TurnFilter(**wanted)  # type: ignore[arg-type]
        return self.db.read(lambda c: turns.search_conversations(c, query, chosen, limit=limit))

    def pack(self) -> None:
        """Packs every text, as old ones are."""

        def work(conn: Connection) -> None:
            for row, text in conn.execute("SELECT row, text FROM turn").fetchall():
                conn.execute(
                    "UPDATE turn SET text = NULL, packed = ? WHERE row = ?", (packed_text.pack(text), row)
                )

        self.db.write(work)


@pytest.fixture
def talks(tmp_path: Path, clock: ManualClock) -> Iterator[Talks]:
    db = Database(tmp_path / "arbor.db", clock)
    yield Talks(db)
    db.close()


def texts(hits: list[TurnHit]) -> list[str]:
    return [hit.text for hit in hits]


def marked(hit: TurnHit | ConversationHit) -> list[str]:
    return [hit.text[start:end] for start, end in hit.marks]


WEATHER = (
    "Will it rain today?",
    "Hardly, the sky is clear.",
    "Then I take the bicycle.",
    "Have a good ride!",
)


class TestWhatIsFound:
    def test_a_turn_is_found_by_other_forms_of_its_words(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "She painted the kitchen walls.")
        (hit,) = talks.find("paint wall")
        assert (hit.turn, hit.role, hit.at, hit.source) == (5, "user", 4 * HOUR, "claude-code")
        assert marked(hit) == ["painted", "walls"]
        assert 0 < hit.score < 1

    def test_words_inside_identifiers_are_found_and_marked(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "The flag max_retry_count is read by parseUserName.")
        assert marked(talks.find("retry")[0]) == ["retry"]
        assert marked(talks.find("user")[0]) == ["User"]

    def test_accents_and_case_do_not_matter(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "Das Café in ZÜRICH war zu.")
        assert marked(talks.find("zurich cafe")[0]) == ["Café", "ZÜRICH"]
        assert marked(talks.find("CAFÉ")[0]) == ["Café"]

    def test_the_answer_beside_the_question_is_found_with_it(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "Which colour has the garden shed?", "Green, since last summer.", *WEATHER)
        hits = talks.find("colour of the garden shed")
        assert texts(hits)[0] == "Which colour has the garden shed?"
        assert "Green, since last summer." in texts(hits)[1:3]
        assert marked(hits[1]) == []

    def test_who_says_something_answers_better_than_who_asks(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "Has the garden shed a green door?", *WEATHER)
        talks.add("b", *WEATHER, "The garden shed has a green door.", *WEATHER)
        assert texts(talks.find("green door of the garden shed"))[0] == "The garden shed has a green door."

    def test_one_or_two_words_find_only_turns_that_hold_them(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "Which colour has the garden shed?", "Green, since last summer.", *WEATHER)
        assert texts(talks.find("garden shed")) == ["Which colour has the garden shed?"]

    def test_neighbours_in_another_conversation_gain_nothing(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "Which colour has the garden shed?")
        talks.add("b", "Nothing of that kind was ever said.")
        assert all(
            hit.text != "Nothing of that kind was ever said." for hit in talks.find("colour garden shed")
        )

    def test_what_tools_say_stands_between_and_does_not_part_neighbours(self, talks: Talks) -> None:
        talks.add("a", "Which colour has the garden shed?")
        talks.add("a", *[f"tool output {n}" for n in range(6)], kind=TurnKind.TOOL)
        talks.add("a", "It is green.")
        assert texts(talks.find("colour garden shed")) == [
            "Which colour has the garden shed?",
            "It is green.",
        ]

    def test_turns_near_which_all_words_are_said_come_first(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "The harbour harbour harbour is old.", *WEATHER)
        wanted = talks.add("b", *WEATHER, "The ferry leaves the harbour at dawn.", *WEATHER)
        talks.add("c", *WEATHER, "A ferry is a ship; any ferry, that ferry.", *WEATHER)
        assert talks.find("ferry harbour dawn")[0].conversation_id == wanted

    def test_what_the_two_sides_said_comes_before_what_a_subagent_did(self, talks: Talks) -> None:
        talks.add("a", *WEATHER)
        talks.add("b", "The ferry leaves the harbour.", kind=TurnKind.SUBAGENT)
        talks.add("c", "The ferry leaves the harbour.", kind=TurnKind.SUMMARY)
        wanted = talks.add("d", *WEATHER, "The ferry leaves the harbour at dawn, they say.")
        assert talks.find("ferry harbour")[0].conversation_id == wanted
        assert len(talks.find("ferry harbour")) == 3

    def test_whoever_is_named_is_believed_to_speak(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "Ben: I adopted a cat.", *WEATHER, "Anna: I adopted a cat.", *WEATHER)
        assert texts(talks.find("which cat was adopted by Anna"))[0] == "Anna: I adopted a cat."
        assert texts(talks.find("which cat was adopted by Ben"))[0] == "Ben: I adopted a cat."

    def test_what_was_taken_back_is_not_found_nor_lends_anything(self, talks: Talks) -> None:
        talks.add("a", "Which colour has the garden shed?", "Green.")
        talks.db.write(lambda c: conversations.mark_unsaid(c, ["key-0"]))
        assert talks.find("colour garden shed") == []
        assert talks.type("garden") == []

    def test_packed_texts_are_found_whole(self, talks: Talks) -> None:
        long = "The ferry leaves the harbour at dawn. " * 20
        talks.add("a", long)
        talks.pack()
        assert texts(talks.find("ferry")) == [long]
        assert talks.type("ferr")[0].text == long

    def test_the_limit_is_filled_and_kept(self, talks: Talks) -> None:
        talks.add("a", *[f"Note {n}: the boiler ticks." for n in range(300)])
        assert len(talks.find("boiler", limit=250)) == 250
        assert len({hit.turn for hit in talks.find("the boiler that ticks at night", limit=300)}) == 300


class TestFilters:
    @pytest.fixture
    def filled(self, talks: Talks) -> Talks:
        talks.add("a", "The boiler ticks.", "Boilers do.", project="/srv/kiln")
        talks.add("b", "My boiler leaks.", "Call a plumber.", source="codex", project="/srv/other")
        return talks

    def test_each_narrows_what_is_found(self, filled: Talks) -> None:
        assert {hit.text for hit in filled.find("boiler")} == {
            "The boiler ticks.", "Boilers do.", "My boiler leaks."
        }  # fmt: skip
        assert texts(filled.find("boiler", source="codex")) == ["My boiler leaks."]
        assert texts(filled.find("boiler", project="/srv/other")) == ["My boiler leaks."]
        assert texts(filled.find("boiler", role=Role.ASSISTANT)) == ["Boilers do."]
        assert texts(filled.find("boiler", since=HOUR)) == ["Boilers do."]
        assert set(texts(filled.find("boiler", until=HOUR))) == {"The boiler ticks.", "My boiler leaks."}
        conversation = filled.find("leaks")[0].conversation_id
        assert texts(filled.find("boiler", conversation=conversation)) == ["My boiler leaks."]
        assert filled.find("boiler", conversation="none") == []

    def test_neighbours_are_narrowed_too(self, filled: Talks) -> None:
        assert texts(filled.find("my boiler leaks water", role=Role.USER, source="codex")) == [
            "My boiler leaks."
        ]

    def test_conversations_by_project_source_and_status(self, filled: Talks) -> None:
        assert len(filled.type("boil")) == 2
        assert len(filled.type("boil", project="/srv/kiln")) == 1
        assert len(filled.type("boil", source="codex")) == 1
        assert len(filled.type("boil", status=ConversationStatus.PENDING)) == 2
        assert filled.type("boil", status=ConversationStatus.MEMORIZED) == []


class TestTyping:
    def test_a_conversation_stays_found_while_a_word_is_typed(self, talks: Talks) -> None:
        talks.add("a", *WEATHER)
        wanted = talks.add("b", "We were running along the river.")
        for length in range(2, len("running") + 1):
            (hit,) = talks.type("running"[:length])
            assert (hit.conversation_id, marked(hit)) == (wanted, ["running"])

    def test_a_letter_after_whole_words_changes_nothing(self, talks: Talks) -> None:
        talks.add("a", *WEATHER)
        wanted = talks.add("b", "We were running along the river.")
        assert [hit.conversation_id for hit in talks.type("river r")] == [wanted]

    def test_words_said_in_different_turns_count_together(self, talks: Talks) -> None:
        talks.add("a", "The ferry, the ferry, the ferry!", *WEATHER)
        wanted = talks.add("b", "The ferry leaves soon.", *WEATHER, "We meet at the harbour.")
        talks.add("c", "The harbour is empty.", *WEATHER)
        hits = talks.type("ferry harbour")
        assert hits[0].conversation_id == wanted
        assert (hits[0].hits, hits[1].hits) == (2, 1)

    def test_titles_are_searched_and_marked(self, talks: Talks) -> None:
        talks.add("a", *WEATHER, "The ferry leaves soon.")
        wanted = talks.add("b", "Hello there.", title="Timetable of the Ferries")
        hits = talks.type("ferr")
        assert hits[0].conversation_id == wanted
        assert (hits[0].turn, hits[0].text, hits[0].hits) == (None, "", 0)
        assert [hits[0].title[start:end] for start, end in hits[0].title_marks] == ["Ferries"]
        assert len(hits) == 2

    def test_a_single_letter_is_looked_for_in_titles(self, talks: Talks) -> None:
        talks.add("a", "The ferry leaves soon.")
        wanted = talks.add("b", "Hello there.", title="Ferries")
        assert [hit.conversation_id for hit in talks.type("f")] == [wanted]
        assert len(talks.type("fe")) == 2

    def test_a_word_said_here_and_one_in_the_title_count_together(self, talks: Talks) -> None:
        talks.add("a", "The ferry leaves soon.", "The ferry!")
        wanted = talks.add("b", "The ferry leaves soon.", title="Quarterly accounts")
        assert talks.type("ferry quarterly")[0].conversation_id == wanted

    def test_the_newest_come_first_among_equals(self, talks: Talks) -> None:
        idents = [talks.add(f"talk {number}", "The boiler ticks.") for number in range(4)]
        assert [hit.conversation_id for hit in talks.type("boiler")] == idents[::-1]

    def test_the_limit_is_kept(self, talks: Talks) -> None:
        for number in range(5):
            talks.add(f"talk {number}", "The boiler ticks.")
        assert len(talks.type("boiler", limit=3)) == 3

    def test_the_best_turn_of_each_is_shown(self, talks: Talks) -> None:
        talks.add("a", "A ferry.", *WEATHER, "The ferry leaves the harbour.", *WEATHER, "A harbour.")
        (hit,) = talks.type("ferry harb")
        assert (hit.turn, hit.text) == (6, "The ferry leaves the harbour.")
        assert marked(hit) == ["ferry", "harbour"]


class TestAnyText:
    AWKWARD = (
        '"', "C++", "don't", "NEAR(a b)", "a AND", "foo:bar", "*", "(", "🙂", "-x", "'; DROP TABLE turn; --",
        "x" * 9999, "", " ", "text:", "^a", "{a b}", "the", "\x00", "日本語", "%", "_",
    )  # fmt: skip

    @pytest.fixture
    def filled(self, talks: Talks) -> Talks:
        talks.add("a", *self.AWKWARD, "Never use C++ here, don't.", title="100% of a_b")
        return talks

    @pytest.mark.parametrize("query", AWKWARD)
    def test_no_text_is_a_syntax_error(self, filled: Talks, query: str) -> None:
        search: Callable[[str], object]
        for search in (filled.find, filled.type):
            search(query)
            search(f"{query} {query} here")

    @given(query=st.text(max_size=60))
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # the store stays as it is
    def test_marks_lie_in_the_text_and_in_order(self, filled: Talks, query: str) -> None:
        for hit in [*filled.find(query), *filled.type(query)]:
            ends = [0, *(place for mark in hit.marks for place in mark), len(hit.text)]
            assert ends == sorted(ends)
            assert all(hit.text[start:end].strip() for start, end in hit.marks)
            assert 0 <= hit.score <= 1
