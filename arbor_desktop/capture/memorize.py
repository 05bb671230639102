"""One conversation → its memories (spec 3.1): gate, extract, place, deduplicate, and one commit of it all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.capture.outcomes import Outcomes
from arbor_desktop.capture.taking import Taking, Tally, placed
from arbor_desktop.conflicts.detection import Comparing
from arbor_desktop.context.use_operation import Judged, Uses
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.conversations.model import Conversation, ConversationStatus, Role, Turn, TurnKind
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.review import accept_by_itself
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.rules import RuleTrust
from arbor_desktop.extraction.with_model.extracting import OFFLINE, Extracted, Extracting
from arbor_desktop.ids import new_id
from arbor_desktop.memories.queries import memories, waking
from arbor_desktop.memories.queries.memories import Write
from arbor_desktop.runtime.runtime import Runtime

if TYPE_CHECKING:
    from arbor_desktop.capture.adjudication.adjudication import Adjudicating, Judgements
    from arbor_desktop.capture.taking import Found
    from arbor_desktop.extraction.outcome import Derived

log = logging.getLogger(__name__)

Learned = Callable[[Connection, int, Write], list[str]]
"""Promotes what a conversation (its row) taught; the memories that this changed."""

CONTEXT_TURNS = 4
TRIVIAL_CHARACTERS = 50
"""With fewer characters of prompt and reply together in every exchange only the rules read it; a model is not
asked."""
TRIVIAL = "trivial"
"""The reason of a conversation that is so short, and of which nothing was remembered."""
HEADLESS = "run by a program"
EXCLUDED = "excluded"
"""The reason of a conversation whose project is excluded."""
FELL_BACK = "Read by the rules on this computer: {why}"
"""What the activity list says where a model's answers were of no use."""


class Memorizer:
    def __init__(
        self,
        runtime: Runtime,
        extracting: Extracting,
        comparing: Comparing,
        learned: Learned,
        adjudicating: Callable[[], Adjudicating],
    ) -> None:
        """`adjudicating` is built where a model read a conversation."""
        self._rt = runtime
        self._extracting = extracting
        self._comparing = comparing
        self._trust = RuleTrust()
        self._outcomes = Outcomes(runtime)
        self._uses = Uses(runtime)
        self._learned = learned
        self._adjudicating = adjudicating

    @property
    def ready(self) -> bool:
        """Whether what reads conversations can be asked now."""
        return self._extracting.ready()

    @property
    def waits(self) -> bool:
        """Whether what reads conversations is mostly waited for."""
        return self._extracting.backend() != OFFLINE

    def memorize(
        self,
        conversation_id: str,
        *,
        again: bool = False,
        path: str | None = None,
        backend: str | None = None,
    ) -> CaptureRow:
        """Reads what is new in a conversation (all of it with `again`), and stores what lasts.

        Everything is committed at once, with the checkpoint: a kill leaves all or nothing. `backend` reads
        instead of the one that is set. What the person keeps out or excludes while it is read leaves no
        memories. Raises what `Extracting.extract` raises; then nothing was stored.
        """
        conversation, turns, barred = self._rt.db.read(lambda c: self._load(c, conversation_id, again))
        through = 0 if again else conversation.memorized_through
        excluded = self._is_excluded(conversation.project)
        status, reason = gate(turns, through, barred)
        extracted = Extracted([])
        if status is ConversationStatus.MEMORIZED or reason == TRIVIAL:
            excerpt = Excerpt(
                conversation.id,
                conversation.source,
                tuple(turns),
                conversation.project,
                conversation.branch,
                through,
            )
            extracted = self._extracting.extract(excerpt, OFFLINE if reason == TRIVIAL else backend)
            if extracted.candidates:
                status, reason = ConversationStatus.MEMORIZED, None
            elif reason is None and not conversation.memories:
                reason = self._extracting.why_nothing(excerpt, extracted)
        judged = self._judged(conversation, extracted, backend)
        session = self._outcomes.of(conversation, turns, status, reason)
        used = (
            self._uses.judge(conversation) if status is ConversationStatus.MEMORIZED and not excluded else []
        )
        by = self._rt.by("capture")
        by_item = judged.by_item if judged is not None else {}
        found = [(one, by_item.get(place)) for place, one in enumerate(extracted.candidates)]
        self._comparing.beforehand(
            [placed(one, conversation, self._rt.settings) for one in extracted.candidates],
            by,
            conversation.ended_at,
        )

        def commit(conn: Connection) -> Tally | str:
            row = conversations.row_of(conn, conversation.id)
            if status is ConversationStatus.MEMORIZED:
                # The person may have decided otherwise while it was read.
                if conversations.is_left_out(conn, row):
                    return NOT_REMEMBERED
                if not excluded and self._is_excluded(conversation.project):
                    return EXCLUDED
            return self._commit(
                conn,
                row,
                conversation,
                turns,
                found,
                status,
                reason,
                by,
                again,
                session,
                used,
                extracted.fell_back,
            )

        tally = self._rt.db.write(commit)
        self._extracting.stored(conversation.id)
        if isinstance(tally, str):
            return CaptureRow(path, conversation.source, conversation.id, "skipped", tally)
        self._rt.announce(
            tuple(dict.fromkeys(tally.changed or ())), (conversation.id,),
            status=True, conflicts=bool(tally.conflicts),
        )  # fmt: skip
        return CaptureRow(
            path=path,
            source=conversation.source,
            conversation_id=conversation.id,
            status="success" if status is ConversationStatus.MEMORIZED else status.value,
            reason=reason,
            turns=conversation.turn_count,
            items_extracted=tally.items,
            duplicates=tally.duplicates,
            merged=tally.merged,
            conflicts=tally.conflicts,
            pending_review=tally.pending,
            backend=extracted.backend,
            tokens=sum(one.usage.all_input + one.usage.output for one in (extracted, judged) if one),
            cost=sum(one.cost for one in (extracted, judged) if one),
            fell_back=extracted.fell_back,
        )

    def _is_excluded(self, project: str | None) -> bool:
        return project is not None and bool(excluded_by(project, self._rt.settings.get("capture.excluded")))

    def _judged(
        self, conversation: Conversation, extracted: Extracted, backend: str | None
    ) -> Judgements | None:
        """What the model that read the conversation says of what is new in it, beside what is known."""
        by_model = extracted.backend != OFFLINE and extracted.fell_back is None
        if not by_model or not extracted.candidates or not self._adjudicating().wanted:
            return None
        every: list[Found] = [(candidate, None) for candidate in extracted.candidates]

        def rest(conn: Connection) -> list[Found]:
            row = conversations.row_of(conn, conversation.id)
            return self._not_resting(conn, row, conversation, every, Tally())

        new = {id(one) for one in self._rt.db.read(rest)}
        return self._adjudicating().judge(
            {
                place: placed(one[0], conversation, self._rt.settings)
                for place, one in enumerate(every)
                if id(one) in new
            },
            backend,
            conversation=conversation.id,
            project=conversation.project,
        )

    def _load(self, conn: Connection, ident: str, again: bool) -> tuple[Conversation, list[Turn], str | None]:
        conversation = conversations.get(conn, ident)
        row = conversations.row_of(conn, ident)
        first = 1 if again else max(1, conversation.memorized_through + 1 - CONTEXT_TURNS)
        barred = HEADLESS if conversations.is_headless(conn, row) else None
        if conversations.is_left_out(conn, row):
            barred = NOT_REMEMBERED
        if conversation.text_removed_at is not None and again:
            raise InvalidInput(
                "The text of this conversation was removed by your retention settings. Its memories stay; "
                "it can't be memorized again.",
                id=ident,
            )
        return conversation, conversations.turns(conn, row, first), barred

    def _commit(
        self,
        conn: Connection,
        row: int,
        conversation: Conversation,
        turns: Sequence[Turn],
        candidates: Sequence[Found],
        status: ConversationStatus,
        reason: str | None,
        by: Write,
        again: bool,
        session: Derived | None,
        used: Sequence[Judged],
        fell_back: str | None,
    ) -> Tally:
        tally = Tally()
        seen = turns[-1].number if turns else conversation.memorized_through
        current = conversations.get(conn, conversation.id)
        if current.memorized_through != conversation.memorized_through and not again:
            # Another process memorized it meanwhile; what was said after that still waits.
            captures.finish(conn, row, more=conversations.said_after(conn, row, current.memorized_through))
            return tally
        if conversation.project is not None:
            woken = replace(by, actor="maintenance", action_id=new_id(by.now))
            at = conversation.ended_at or by.now
            for ident in waking.wake(conn, conversation.project, at, woken):
                tally.touched(ident)
        taken_back = conversations.unsaid_numbers(conn, row)
        fresh = self._not_resting(conn, row, conversation, candidates, tally)
        taking = Taking(conn, row, conversation, turns, by, self._rt.settings, tally)
        for one in fresh:
            if one[0].first_turn not in taken_back:
                taking.take(one, self._trust.of(conn, one[0].rule))
        settled = self._outcomes.commit(conn, row, session, by)
        tally.pending -= settled.no_longer_pending
        for ident in settled.changed:
            tally.touched(ident)
        found = self._comparing.of(conn, list(dict.fromkeys(tally.changed or ())), by)
        self._comparing.told(conn, tally.disputes, by, found)
        tally.conflicts = len(found.new)
        for ident in (*found.by_memory, *found.changed):
            tally.touched(ident)
        tally.pending -= len(accept_by_itself(conn, tally.fresh, self._rt.settings, by))
        for ident in (*self._learned(conn, row, by), *self._uses.commit(conn, row, used, by)):
            tally.touched(ident)
        through = seen if status is ConversationStatus.MEMORIZED or reason == HEADLESS else 0
        if through == 0 and conversation.memorized_through and reason != HEADLESS:
            # A trivial rest does not unsay what was memorized.
            status, reason = ConversationStatus.MEMORIZED, None
        conversations.memorized(conn, row, through, status, reason, by.now)
        captures.finish(conn, row, more=conversations.said_after(conn, row, seen))
        outcome = "success" if status is ConversationStatus.MEMORIZED else "skipped"
        captures.note(
            conn, by.now, "memorize", conversation.title, outcome,
            reason=FELL_BACK.format(why=fell_back) if fell_back else reason,
            project=conversation.project, conversation=row, items=tally.items,
        )  # fmt: skip
        return tally

    def _not_resting(
        self,
        conn: Connection,
        row: int,
        conversation: Conversation,
        candidates: Sequence[Found],
        tally: Tally,
    ) -> list[Found]:
        """The candidates whose words gave no memory before. A memory that was edited since still stands for
        its words; a sentence may hold several statements, and so give several memories."""
        resting = conversations.resting(conn, row)
        unmatched = []
        for one in candidates:
            candidate = one[0]
            here = resting.get((candidate.first_turn, candidate.span_start), set())
            new = placed(candidate, conversation, self._rt.settings)
            same = {found[0] for found in memories.find_same(conn, new.content, new.scope, new.scope_id)}
            if matched := here & same:
                here.discard(min(matched))
                tally.duplicates += 1
            else:
                unmatched.append(one)
        fresh = []
        for one in unmatched:
            here = resting.get((one[0].first_turn, one[0].span_start), set())
            if here:
                here.pop()
                tally.duplicates += 1
            else:
                fresh.append(one)
        return fresh


def gate(
    turns: Sequence[Turn], through: int, barred: str | None = None
) -> tuple[ConversationStatus, str | None]:
    """Whether there is anything to extract from after turn `through` (spec 3.1). The turns before it complete
    an exchange whose reply came later. `barred`: why nothing of it may be memorized."""
    if barred is not None:
        return ConversationStatus.SKIPPED, barred
    said = [t for t in turns if t.kind is TurnKind.SAID and not t.unsaid and t.text.strip()]
    new = [t for t in said if t.number > through]
    if not new or not (through or any(t.role is Role.USER for t in said)):
        return ConversationStatus.EMPTY, "nothing was said"
    longest, exchange = 0, 0
    for turn in said:
        exchange = len(turn.text) if turn.role is Role.USER else exchange + len(turn.text)
        if turn.number > through:
            longest = max(longest, exchange)
    if longest < TRIVIAL_CHARACTERS:
        return ConversationStatus.SKIPPED, TRIVIAL
    return ConversationStatus.MEMORIZED, None
