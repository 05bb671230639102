"""Which memories were in the context of an answer, and what is said where none is known to have been."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.context.answers import Deed
from arbor_desktop.context.explanation import Explanation, Remedy, Seen
from arbor_desktop.context.following import Regard
from arbor_desktop.context.queries.ready_blocks import Drawn, note_drawn
from arbor_desktop.errors import NotFound
from arbor_desktop.service import MemoryService
from tests._receipts import tell
from tests.reliability.sessions import Session


def captured(service: MemoryService, folder: Path, talk: Session) -> str:
    [row] = service.capture([talk.write(folder)])
    assert row.conversation_id is not None
    return row.conversation_id


@pytest.fixture
def conversation(service: MemoryService, tmp_path: Path) -> str:
    talk = Session("why").say("Please add zod to the api, and say when it is in.")
    talk.tool("npm install zod", "added 1 package").reply("It is in.")
    talk.say("No, that should be pnpm. We never use npm here.").tool("pnpm add zod", "done")
    talk.reply("You're right, it is installed with pnpm now.")
    return captured(service, tmp_path, talk)


def store(service: MemoryService, text: str) -> str:
    return str(service.store(text, type="instruction").id)


def test_each_memory_is_ignored_followed_or_not_needed(service: MemoryService, conversation: str) -> None:
    tea, pnpm = store(service, "User likes tea."), store(service, "Use pnpm, never npm.")
    tell(service, conversation, [tea, pnpm])
    first, second = service.explain_answers(conversation)
    assert [one.memory_id for one in first.memories] == [pnpm, tea]
    ignored = first.memories[0]
    assert (ignored.regard, ignored.deed, ignored.quote) == (Regard.IGNORED, Deed.RAN, "npm install zod")
    assert (ignored.words, ignored.turn) == (("npm",), 2)
    assert second.memories[0].regard is Regard.FOLLOWED
    assert (second.count(Regard.FOLLOWED), second.count(Regard.NOT_NEEDED)) == (1, 1)
    assert first.seen is Seen.YES and first.shared_at is not None


def test_a_turn_means_the_answer_that_it_belongs_to_or_that_follows(
    service: MemoryService, conversation: str
) -> None:
    every = service.explain_answers(conversation)
    spans = [(one.first_turn, one.last_turn) for one in every]
    assert spans == [(2, 4), (6, 8)]
    asked = [service.explain_answer(conversation, turn).first_turn for turn in range(1, 9)]
    assert asked == [2, 2, 2, 2, 6, 6, 6, 6]
    with pytest.raises(NotFound):
        service.explain_answer(conversation, 9)


def test_only_what_was_told_before_the_end_of_an_answer_counts(
    service: MemoryService, conversation: str
) -> None:
    late = store(service, "Use pnpm, never npm.")
    turns = service.turns(conversation, 1, 8)
    assert turns[4].at is not None
    tell(service, conversation, [late], at=turns[4].at, event="UserPromptSubmit")
    first, second = service.explain_answers(conversation)
    assert (len(first.memories), len(second.memories)) == (0, 1)


def test_a_memory_is_judged_by_its_words_at_the_time(service: MemoryService, conversation: str) -> None:
    memory = store(service, "Use pnpm, never npm.")
    tell(service, conversation, [memory])
    service.update(memory, content="Use npm, never pnpm.")
    [told] = service.explain_answer(conversation, 2).memories
    assert (told.content, told.regard) == ("Use pnpm, never npm.", Regard.IGNORED)


def test_what_the_ai_looked_up_was_in_its_context(service: MemoryService, tmp_path: Path) -> None:
    memory = store(service, "Use pnpm, never npm.")
    talk = Session("looked").say("Please add zod to the api, and say when it is in.")
    talk.call("mcp__arbor__arbor_search_memories", f'{{"memories":[{{"id":"{memory}"}}]}}')
    talk.tool("pnpm add zod", "done").reply("It is in.")
    found = service.explain_answer(captured(service, tmp_path, talk), 2)
    assert (found.seen, found.looked_up, found.shared_at) == (Seen.YES, 1, None)
    assert found.memories[0].regard is Regard.FOLLOWED


def nothing(service: MemoryService, conversation: str) -> tuple[Seen, Remedy | None, str]:
    found: Explanation = service.explain_answer(conversation, 2)
    assert not found.memories
    return found.seen, found.remedy, found.reason


def test_a_session_without_a_receipt_says_why(service: MemoryService, conversation: str) -> None:
    seen, remedy, reason = nothing(service, conversation)
    assert (seen, remedy) == (Seen.NO, Remedy.CONNECTION)
    assert reason == "Claude Code isn't connected to Arbor."
    service.receipts.installed("claude-code", True)
    assert nothing(service, conversation)[2] == "Claude Code was connected after this session began."
    service.settings.set("injection.enabled", False)
    assert nothing(service, conversation) == (Seen.NO, Remedy.SHARING, "Sharing is off.")


def test_a_session_that_was_to_get_none_says_so(service: MemoryService, conversation: str) -> None:
    about = service.conversation(conversation)
    drawn = Drawn(about.source, about.session_id, 1, "/srv/api", False, 5)
    service._rt.db.write(lambda c: note_drawn(c, drawn))
    seen, remedy, reason = nothing(service, conversation)
    assert (seen, remedy) == (Seen.NO, None)
    assert reason == "It got no memories, so that sessions with and without can be compared."


def test_what_did_not_arrive_was_not_in_its_context(service: MemoryService, conversation: str) -> None:
    memory = store(service, "Use pnpm, never npm.")
    tell(service, conversation, [memory], arrived=False)
    assert nothing(service, conversation)[:2] == (Seen.NO, Remedy.CONNECTION)


def test_it_is_not_known_whether_the_ai_saw_what_no_record_shows(
    service: MemoryService, conversation: str
) -> None:
    tell(service, conversation, [store(service, "Use pnpm, never npm.")], arrived=None)
    assert service.explain_answer(conversation, 2).seen is Seen.UNKNOWN


def test_a_receipt_of_nothing_offers_to_add_a_memory(service: MemoryService, conversation: str) -> None:
    tell(service, conversation, [])
    assert nothing(service, conversation)[:2] == (Seen.NO, Remedy.ADD)
