"""Memorization of one conversation (spec 3.1): gate, extract, place, deduplicate, and commit at once."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.model import CaptureRow
from arbor_desktop.capture.outcomes import Outcomes
from arbor_desktop.conflicts import duplicates
from arbor_desktop.conflicts.detection import Detector
from arbor_desktop.conflicts.model import Verdict
from arbor_desktop.context.receipts import Judged as JudgedUse
from arbor_desktop.context.receipts import Uses
from arbor_desktop.conversations.model import TRIVIAL, Conversation, ConversationStatus, Role, Turn, TurnKind
from arbor_desktop.conversations.queries import captures, conversations, outcomes
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.review import accept_automatically
from arbor_desktop.errors import InvalidInput
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.trust import RuleTrust, Standing, lowered
from arbor_desktop.extraction.with_model.extraction import OFFLINE, Extracted, Extraction
from arbor_desktop.ids import new_id
from arbor_desktop.memories.confidence import rate_of
from arbor_desktop.memories.model import Evidence, MemoryType, Scope, Source, Status
from arbor_desktop.memories.queries import lifecycle, memories
from arbor_desktop.memories.queries.memories import NewMemory, Write
from arbor_desktop.projects.gate import TRIVIA
from arbor_desktop.projects.homes import Homes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.settings import Settings
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import clean

if TYPE_CHECKING:
    from arbor_desktop.capture.model_judgement import Judged, Judgements, ModelJudgement
    from arbor_desktop.extraction.outcome.derivation import Derived

    Item = tuple[Candidate, Judged | None]
    """A candidate, and a model's judgement of it beside existing memories, if one was asked."""

log = logging.getLogger(__name__)

Learned = Callable[[Connection, int, Collection[str], Write], list[str]]
"""Promotes what a conversation (its row) taught, of memories that are new or changed; returns the memories
that this changed."""

CONTEXT_TURNS = 8
"""Turns before the new ones that are looked at: so long a part goes on that somebody plays."""
TRIVIAL_CHARACTERS = 50
"""Characters of prompt and reply together. If every exchange has fewer, only the rules read the
conversation."""
_LEAST_NAME = 4
_NAME = re.compile(rf"[^\W\d_]{{{_LEAST_NAME},}}")
_COMMON = """
main master develop trunk feat feature bugfix hotfix chore refactor release spike test tests docs experiment
update upgrade cleanup work with from into
"""
_ANY_BRANCHS = frozenset(_COMMON.split())
"""Words in the names of branches that do not say what a branch is for."""
HEADLESS = "run by a program"
EXCLUDED = "excluded"
"""The reason of a conversation whose project is excluded."""
FELL_BACK = "Read by the rules on this computer: {why}"
"""Text of the activity list where a model's answers were of no use."""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation with its unread turns, a few before them, and the gate's decision on it."""

    conversation: Conversation
    turns: tuple[Turn, ...]
    through: int
    status: ConversationStatus
    reason: str | None
    rewritten: int
    """See `queries.outcomes.rewritten`."""
    reply: Turn | None = None
    """The assistant's last words, if they are before `turns`: a prompt is read after them."""

    @property
    def excerpt(self) -> Excerpt:
        """The part that extraction reads."""
        one = self.conversation
        turns = self.turns if self.reply is None else (self.reply, *self.turns)
        return Excerpt(one.id, one.source, turns, one.project, one.branch, self.through)


def load(conn: Connection, ident: str, *, again: bool = False) -> Session:
    """Load what would be read of a conversation next; with `again`, all of it. Raises NotFound."""
    conversation = conversations.get(conn, ident)
    row = conversations.row_of(conn, ident)
    through = 0 if again else conversation.memorized_through
    turns = conversations.turns(conn, row, max(1, through + 1 - CONTEXT_TURNS))
    barred = HEADLESS if conversations.is_headless(conn, row) else None
    if conversations.is_left_out(conn, row):
        barred = NOT_REMEMBERED
    status, reason = gate(turns, through, barred)
    heard = any(turn.number <= through and turn.is_reply for turn in turns)
    reply = None if heard or not turns else conversations.reply_before(conn, row, turns[0].number)
    return Session(conversation, tuple(turns), through, status, reason, outcomes.rewritten(conn), reply)


def excerpt_of(conn: Connection, ident: str, *, again: bool = False) -> Excerpt | None:
    """Return what a model would read of a conversation next; None if nothing."""
    session = load(conn, ident, again=again)
    return session.excerpt if session.status is ConversationStatus.MEMORIZED else None


def gate(
    turns: Sequence[Turn], through: int, barred: str | None = None
) -> tuple[ConversationStatus, str | None]:
    """Decide whether there is anything to extract after turn `through`; the turns before it complete an
    exchange. `barred`: why nothing may be memorized."""
    if barred is not None:
        return ConversationStatus.SKIPPED, barred
    messages = [t for t in turns if t.kind is TurnKind.SAID and not t.unsaid and t.text.strip()]
    new = [t for t in messages if t.number > through]
    if not new or not (through or any(t.role is Role.USER for t in messages)):
        return ConversationStatus.EMPTY, Sentence("no messages")
    longest, exchange = 0, 0
    for turn in messages:
        exchange = len(turn.text) if turn.role is Role.USER else exchange + len(turn.text)
        if turn.number > through:
            longest = max(longest, exchange)
    if longest < TRIVIAL_CHARACTERS:
        return ConversationStatus.SKIPPED, TRIVIAL
    return ConversationStatus.MEMORIZED, None


def _before_last_prompt(turns: Sequence[Turn]) -> int:
    """Return the turn before the last prompt: no later turn belongs to the exchanges up to it."""
    prompts = (t.number for t in reversed(turns) if t.role is Role.USER and t.kind is TurnKind.SAID)
    return next(prompts, 1) - 1


@dataclass(slots=True)
class Tally:
    """Counts of one commit, and the memories it touched."""

    items: int = 0
    duplicates: int = 0
    merged: int = 0
    pending: int = 0
    conflicts: int = 0
    changed: dict[str, None] = field(default_factory=dict)
    """In the order they were touched."""
    fresh: list[str] = field(default_factory=list)
    """Memories that did not exist before."""
    disputes: list[tuple[str, str, Verdict]] = field(default_factory=list)
    """Contradictions a model found: the new memory, the existing one, and why."""

    def touched(self, *ids: str) -> None:
        self.changed.update(dict.fromkeys(ids))


@dataclass(frozen=True, slots=True)
class _Findings:
    """The results of reading a session, prepared outside the transaction."""

    session: Session
    status: ConversationStatus
    reason: str | None
    items: list[Item]
    outcome: Derived | None
    used: list[JudgedUse]
    fell_back: str | None
    again: bool
    excluded: bool
    by_rules: bool
    """Whether the conversation was read on this computer, without a model elsewhere."""
    by: Write


class Memorizer:
    """Memorizes conversations. `extracting` finds the candidates."""

    def __init__(
        self,
        runtime: Runtime,
        extracting: Extraction,
        detector: Detector,
        learned: Learned,
        judgement: Callable[[], ModelJudgement],
    ) -> None:
        """`judgement` is built where a model read a conversation."""
        self._rt = runtime
        self.extracting = extracting
        self._detector = detector
        self._trust = RuleTrust()
        self._outcomes = Outcomes(runtime)
        self._uses = Uses(runtime)
        self._learned = learned
        self._judgement = judgement

    def memorize(
        self,
        conversation_id: str,
        *,
        again: bool = False,
        path: str | None = None,
        backend: str | None = None,
    ) -> CaptureRow:
        """Read what is new in a conversation (all of it with `again`), and store what is worth remembering.

        Everything is committed at once, with the checkpoint: a kill leaves all or nothing. `backend` reads
        instead of the chosen one. If the person excludes the conversation meanwhile, nothing is stored.
        Raises what `Extraction.extract` raises; then nothing was stored.
        """
        session = self._rt.db.read(lambda c: load(c, conversation_id, again=again))
        conversation = session.conversation
        if again and conversation.text_removed_at is not None:
            raise InvalidInput(
                "The text of this conversation was removed by your retention settings. Its memories stay; "
                "it can't be memorized again.",
                id=conversation_id,
            )
        excluded = self._rt.is_excluded(conversation.project)  # asked first: it may change meanwhile
        status, reason, extracted = session.status, session.reason, Extracted([])
        if status is ConversationStatus.MEMORIZED or reason == TRIVIAL:
            extracted = self.extracting.extract(session.excerpt, OFFLINE if reason == TRIVIAL else backend)
            if extracted.candidates:
                status, reason = ConversationStatus.MEMORIZED, None
            elif reason is None and not conversation.memories:
                reason = self.extracting.why_nothing(session.excerpt, extracted)
        homes = self._rt.db.read(lambda conn: Homes.load(conn, conversation.project))
        extracted = replace(extracted, candidates=[self._at_home(one, homes) for one in extracted.candidates])
        judged = self._judge(conversation, extracted, backend)
        outcome = self._outcomes.of(conversation, session.turns, session.rewritten, status, reason)
        memorized = status is ConversationStatus.MEMORIZED
        used = self._uses.judge(conversation) if memorized and not excluded else []
        by_item = judged.by_item if judged is not None else {}
        items = [(one, by_item.get(place)) for place, one in enumerate(extracted.candidates)]
        by = self._rt.by("capture")
        self._detector.prepare(
            [placed(one, conversation, self._rt.settings) for one in extracted.candidates],
            by,
            conversation.ended_at,
        )
        found = _Findings(
            session, status, reason, items, outcome, used, extracted.fell_back, again, excluded,
            self.extracting.backend(backend) == OFFLINE, by,
        )  # fmt: skip
        tally = self._rt.db.write(lambda conn: self._commit(conn, found))
        self.extracting.stored(conversation.id)
        if isinstance(tally, str):
            return CaptureRow(path, conversation.source, conversation.id, "skipped", tally)
        self._rt.announce(
            tuple(tally.changed), (conversation.id,), status=True, conflicts=bool(tally.conflicts)
        )
        return CaptureRow(
            path=path,
            source=conversation.source,
            conversation_id=conversation.id,
            status="success" if memorized else status.value,
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

    def _at_home(self, candidate: Candidate, homes: Homes) -> Candidate:
        """Return the candidate, in the other project that it is about if the person said it and it may be
        shared there."""
        if candidate.scope is not Scope.PROJECT or candidate.source is not Source.USER_STATED:
            return candidate
        private = candidate.type in TRIVIA and homes.private
        home = None if private else homes.of(candidate.content)
        return candidate if home is None or self._rt.is_excluded(home) else replace(candidate, project=home)

    def _judge(
        self, conversation: Conversation, extracted: Extracted, backend: str | None
    ) -> Judgements | None:
        """Let the model that read the conversation judge what is new in it, beside existing memories."""
        by_model = extracted.backend != OFFLINE and extracted.fell_back is None
        if not by_model or not extracted.candidates or not self._judgement().wanted:
            return None
        every: list[Item] = [(candidate, None) for candidate in extracted.candidates]
        fresh = self._rt.db.read(lambda conn: _without_repeats(conn, conversation, every, self._rt.settings))
        new = {id(candidate) for candidate, _ in fresh}
        return self._judgement().judge(
            {
                place: placed(one, conversation, self._rt.settings)
                for place, one in enumerate(extracted.candidates)
                if id(one) in new
            },
            backend,
            conversation=conversation.id,
            project=conversation.project,
        )

    def _commit(self, conn: Connection, found: _Findings) -> Tally | str:
        """Store everything that was found; return the reason where the person has barred it meanwhile."""
        session, by = found.session, found.by
        conversation, turns = session.conversation, session.turns
        row = conversations.row_of(conn, conversation.id)
        status, reason = found.status, found.reason
        if status is ConversationStatus.MEMORIZED:
            if conversations.is_left_out(conn, row):
                return NOT_REMEMBERED
            if not found.excluded and self._rt.is_excluded(conversation.project):
                return EXCLUDED
        tally = Tally()
        seen = turns[-1].number if turns else conversation.memorized_through
        current = conversations.get(conn, conversation.id)
        if current.memorized_through != conversation.memorized_through and not found.again:
            # Another process memorized it meanwhile; what was said after that is still to be read.
            captures.finish(conn, row, more=conversations.said_after(conn, row, current.memorized_through))
            return tally
        if conversation.project is not None:
            woken = replace(by, actor="maintenance", action_id=new_id(by.now))
            at = conversation.ended_at or by.now
            tally.touched(*lifecycle.restore_of_project(conn, conversation.project, at, woken))
        unsaid = conversations.unsaid_numbers(conn, row, turns[0].number if turns else 1)
        fresh = _without_repeats(conn, conversation, found.items, self._rt.settings)
        tally.duplicates = len(found.items) - len(fresh)
        store = _CandidateStore(conn, row, conversation, turns, by, self._rt.settings, tally)
        for item in fresh:
            if item[0].first_turn not in unsaid:
                store.add(item, self._trust.of(conn, item[0].rule))
        settled = self._outcomes.commit(conn, row, found.outcome, by)
        tally.pending -= settled.no_longer_pending
        tally.touched(*settled.changed)
        compared = self._detector.compare(conn, list(tally.changed), by)
        self._detector.add_verdicts(conn, tally.disputes, by, compared)
        tally.conflicts = len(compared.new)
        tally.touched(*compared.by_memory, *compared.changed)
        tally.pending -= len(accept_automatically(conn, tally.fresh, self._rt.settings, by))
        tally.touched(*self._learned(conn, row, tally.changed.keys(), by))
        tally.touched(*self._uses.commit(conn, row, found.used, by))
        through = seen if status is ConversationStatus.MEMORIZED or reason == HEADLESS else 0
        if through == 0 and conversation.memorized_through and reason != HEADLESS:
            # Trivial turns at the end do not undo what was memorized. The rules have read them; a model still
            # reads the last exchange if that goes on.
            if reason == TRIVIAL:
                through = seen if found.by_rules else _before_last_prompt(turns)
            status, reason = ConversationStatus.MEMORIZED, None
        conversations.memorized(conn, row, through, status, reason, by.now)
        captures.finish(conn, row, more=conversations.said_after(conn, row, seen))
        captures.note(
            conn, by.now, "memorize", conversation.title,
            "success" if status is ConversationStatus.MEMORIZED else "skipped",
            reason=FELL_BACK.format(why=found.fell_back) if found.fell_back else reason,
            project=conversation.project, conversation=row, items=tally.items,
        )  # fmt: skip
        return tally


def _without_repeats(
    conn: Connection, conversation: Conversation, items: Sequence[Item], settings: Settings
) -> list[Item]:
    """Return the items whose words gave no memory before.

    A memory that was edited since still counts for its words. One sentence may contain several statements,
    and so give several memories.
    """
    if not items:
        return []
    existing = conversations.resting(conn, conversations.row_of(conn, conversation.id))

    def here(item: Item) -> set[int]:
        return existing.get((item[0].first_turn, item[0].span_start), set())

    unmatched = []
    for item in items:
        new = placed(item[0], conversation, settings)
        same = {found[0] for found in memories.find_same(conn, new.content, new.scope, new.scope_id)}
        if matched := here(item) & same:
            here(item).discard(min(matched))
        else:
            unmatched.append(item)
    fresh = []
    for item in unmatched:
        if here(item):
            here(item).pop()
        else:
            fresh.append(item)
    return fresh


@dataclass(frozen=True, slots=True)
class _CandidateStore:
    """Stores candidates within one commit. `row` is the conversation's; counts go to `tally`."""

    conn: Connection
    row: int
    conversation: Conversation
    turns: Sequence[Turn]
    by: Write
    settings: Settings
    tally: Tally

    def add(self, item: Item, trusted: Standing) -> None:
        """Store a candidate, or add its place to the memory that already says the same."""
        candidate, judged = item
        new = placed(candidate, self.conversation, self.settings, trusted.factor)
        turn = next((one for one in self.turns if one.number == candidate.first_turn), None)
        turn_at = (turn.at if turn is not None else None) or self.conversation.ended_at
        at = turn_at or self.by.now
        place = Evidence(
            self.conversation.id, candidate.first_turn, candidate.last_turn, candidate.rule,
            candidate.span_start, candidate.span_end, self.conversation.project,
            at=at, confidence=candidate.confidence,
        )  # fmt: skip
        held = duplicates.find(self.conn, new, self.by)
        if held is not None:
            self._repeat(held, new, place, turn_at)
            return
        reason = trusted.reason(candidate.confidence)
        if judged is None:
            self._insert(new, place, reason)
            return
        # Imported where a model was asked: by default none is.
        from arbor_desktop.capture import model_judgement
        from arbor_desktop.capture.model_judgement import Way

        way, target = model_judgement.way(self.conn, judged, new, at, self.by)
        if target is not None and way in (Way.KNOWN, Way.JOINED):
            joins = way is Way.JOINED
            self.tally.merged += joins
            self.tally.duplicates += not joins
            if memories.add_evidence(self.conn, target.row, self.row, [place]):
                self.tally.touched(target.id)
                if joins:
                    model_judgement.join(self.conn, target, judged.text, new, self.by, self.conversation.id)
                else:
                    model_judgement.know(self.conn, target, new, self.by, self.conversation.id)
            return
        ident = self._insert(new, place, reason)
        if target is not None and way is Way.REPLACES:
            model_judgement.replace_old(self.conn, target, ident, self.by)
            self.tally.touched(target.id)
        elif target is not None and way is Way.DISPUTES:
            self.tally.disputes.append((ident, target.id, model_judgement.verdict(judged)))

    def _insert(self, new: NewMemory, place: Evidence, reason: str | None) -> str:
        why = replace(self.by, reason=reason or self.by.reason)
        ident, row = memories.insert(self.conn, new, why, "captured")
        memories.add_evidence(self.conn, row, self.row, [place])
        self.tally.items += 1
        self.tally.pending += new.status is Status.PENDING
        self.tally.touched(ident)
        self.tally.fresh.append(ident)
        return ident

    def _repeat(
        self, held: duplicates.Duplicate, new: NewMemory, place: Evidence, turn_at: int | None
    ) -> None:
        """Add a place to an existing memory that says the same, and reinforce it or offer it for review."""
        merges = held.living and held.near is not None
        self.tally.merged += merges
        self.tally.duplicates += not merges
        if not memories.add_evidence(self.conn, held.row, self.row, [place]):
            return
        self.tally.touched(held.id)
        if held.living:
            duplicates.reinforce(self.conn, held, new, self.by, self.conversation.id)
        elif new.source is Source.USER_STATED and (turn_at or 0) > memories.changed_at(self.conn, held.row):
            if held.near is None and lifecycle.was_forgotten(self.conn, held.id):
                duplicates.bring_back(self.conn, held.row, new, self.by)
                self.tally.pending += new.status is Status.PENDING
            else:
                duplicates.to_review(self.conn, held, new, self.by)
                self.tally.pending += 1


def placed(
    candidate: Candidate, conversation: Conversation, settings: Settings, factor: float = 1.0
) -> NewMemory:
    """Return the memory a candidate would be. `factor`: the trust in the candidate's rule."""
    scope, scope_id = Scope.GLOBAL, None
    if candidate.scope is Scope.PROJECT:
        scope, scope_id = Scope.PROJECT, candidate.project or conversation.project
    elif candidate.scope is Scope.CONVERSATION:
        scope, scope_id = Scope.CONVERSATION, conversation.id
    confidence = lowered(candidate.confidence, factor)
    new = new_memory(candidate, scope, scope_id, _status(candidate, confidence, settings), confidence)
    branch = conversation.branch if candidate.project is None else None
    if branch and scope is Scope.PROJECT and (candidate.on_branch or names_branch(candidate.content, branch)):
        new = replace(new, branch=branch)
    return new


def names_branch(statement: str, branch: str) -> bool:
    """Return whether a statement is about what a branch is for: it has most of the words of its name."""
    words = [word for word in _NAME.findall(branch.lower()) if word not in _ANY_BRANCHS]
    said = set(_NAME.findall(statement.lower()))
    named = [word for word in words if any(_same_start(word, other) for other in said)]
    return bool(words) and 2 * len(named) >= len(words)


def _same_start(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _LEAST_NAME and longer.startswith(shorter)


def new_memory(
    candidate: Candidate, scope: Scope, scope_id: str | None, status: Status, confidence: float
) -> NewMemory:
    """Return the memory that a candidate would be in a scope, with this status and confidence."""
    return NewMemory(
        content=clean(candidate.content),
        type=candidate.type,
        category=candidate.category,
        scope=scope,
        scope_id=scope_id,
        source=candidate.source,
        status=status,
        confidence=confidence,
        privacy_level=candidate.privacy_level,
        tags=candidate.tags,
        technology=candidate.technology,
        details=candidate.details,
        expires_at=candidate.expires_at,
        decay_rate=rate_of(candidate.type, candidate.source, candidate.category),
    )


def _status(candidate: Candidate, confidence: float, settings: Settings) -> Status:
    mode = settings.get("review.mode")
    inferred = candidate.source is not Source.USER_STATED
    if candidate.type is MemoryType.INSTRUCTION and inferred:
        return Status.PENDING  # only the person tells an AI what to do (8.3)
    if mode == "nothing":
        return Status.ACTIVE
    if mode == "everything":
        return Status.PENDING
    uncertain = inferred or confidence < settings.get("review.certain_from")
    return Status.PENDING if uncertain else Status.ACTIVE
