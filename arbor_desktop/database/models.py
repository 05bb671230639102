"""The whole schema of the memory file as peewee models.

The migrations make the file; these models say what they made, and `tests/database/test_models.py` compares
the two. Queries build statements with them and hand these to `run`, which executes them on the caller's own
connection: transactions, threads and read-only connections are those of `database.connection`, errors are
apsw's, and rows are tuples in the order of what was selected. No model is ever instantiated.

Import them as `from arbor_desktop import database as db` and write `db.Memory`: peewee is then imported with
the first query that needs it, as short commands and hooks need none.

Times are integer milliseconds since the epoch (UTC). A table that a full-text index or another table refers
to has an explicit integer key, `row`, as VACUUM may renumber an implicit one; `id` is what the outside knows.
"""

from __future__ import annotations

from typing import Any, ClassVar

import apsw
import msgspec
from peewee import EXCLUDED as EXCLUDED
from peewee import JOIN as JOIN
from peewee import SQL as SQL
from peewee import (
    AutoField,
    BareField,
    BlobField,
    CompositeKey,
    FloatField,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)
from peewee import ColumnBase as ColumnBase
from peewee import Expression as Expression
from peewee import ModelSelect as ModelSelect
from peewee import Query as Query
from peewee import fn as fn
from playhouse.apsw_ext import APSWDatabase, BooleanField
from playhouse.sqlite_ext import AutoIncrementField, FTS5Model, SearchField, VirtualModel

DIALECT = APSWDatabase(None)
"""How statements are written; it has no connection and gets none."""
TOKENIZE = "porter unicode61 remove_diacritics 2"


class Json(TextField):
    """JSON as text."""

    def db_value(self, value: Any) -> str | None:
        return None if value is None else msgspec.json.encode(value, enc_hook=_plain).decode()


def _plain(value: Any) -> str:
    """Return a sentence as its English text. Raises TypeError for anything else."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} can't be stored as JSON")


class Reference(ForeignKeyField):
    """The key of a row in another table, in a column of the field's own name."""

    def __init__(self, model: type[Model], on_delete: str, **options: Any) -> None:
        super().__init__(model, backref="+", on_delete=on_delete, index=False, **options)

    def bind(self, model: type[Model], name: str, set_attribute: bool = True) -> None:
        self.column_name = name
        super().bind(model, name, set_attribute)


class Table(Model):
    """A table whose name is that of its class in snake case."""

    class Meta:
        database = DIALECT
        legacy_table_names = False


def run(conn: apsw.Connection, query: Query) -> apsw.Cursor:
    """Execute a statement on a connection; its rows are tuples of what was selected."""
    sql, values = query.sql()
    return conn.execute(sql, values)


def same(column: ColumnBase, value: object) -> Expression:
    """Return SQL's `column IS value`: unlike `==`, NULL is the same as NULL."""
    return Expression(column, "IS", value)


class SchemaMigration(Table):
    """The migrations that were applied to this file."""

    version = AutoField()
    name = TextField()
    applied_at = IntegerField()


class Memory(Table):
    """One lasting statement. Full text: `MemoryFts`; history: `MemoryEvent`.

    Triggers: memory_fts_insert, memory_fts_update and memory_fts_delete keep the full-text index;
    embedding_text_changed and embedding_memory_gone delete vectors of what is gone; uncompared_new and
    uncompared_changed queue the comparison for conflicts; device_withdrawn_purged has other devices delete what is
    deleted permanently, team_memory_purged deletes the quotes that came with it; branch_line_erase removes the words of deleted
    memories from branch files' lines; prepared_context_insert, prepared_context_update,
    prepared_context_delete and prepared_context_kind_5 invalidate blocks.
    """

    row = AutoField()
    id = TextField(unique=True)
    content = TextField()
    summary = TextField(null=True)
    search_text = TextField(default="")
    """Words that the index has beside the text: parts and signs of names, words of details."""
    fold = TextField()
    """The text with case, white space and final punctuation folded: equal for equal memories."""
    type = TextField()
    category = TextField()
    details = Json(default={})
    scope = TextField()
    scope_id = TextField(null=True)
    branch = TextField(null=True)
    source = TextField()
    status = TextField()
    confidence = FloatField()
    privacy_level = TextField()
    tags = Json(default=[])
    technology = TextField(null=True)
    created_at = IntegerField()
    updated_at = IntegerField()
    accessed_at = IntegerField(null=True)
    last_used_at = IntegerField(null=True)
    reinforced_at = IntegerField()
    confirmed_at = IntegerField(null=True)
    compacted_at = IntegerField(null=True)
    expires_at = IntegerField(null=True)
    archived_at = IntegerField(null=True)
    access_count = IntegerField(default=0)
    use_count = IntegerField(default=0)
    success_count = IntegerField(default=0)
    failure_count = IntegerField(default=0)
    decay_rate = FloatField(default=0.1)
    """How fast confidence fades when the memory is not used."""
    needs_review = BooleanField(default=False)
    invalid = BooleanField(default=False)
    """Corrected as wrong; not to be learned again."""

    class Meta:
        constraints = (SQL("CHECK (confidence BETWEEN 0 AND 1)"),)
        indexes = (
            SQL("CREATE INDEX memory_fold ON memory (fold, scope, scope_id)"),
            SQL(
                "CREATE INDEX memory_place ON memory (status, scope, scope_id, privacy_level, ifnull(last_used_at, reinforced_at) DESC, id)"
            ),
            SQL(
                "CREATE INDEX memory_list ON memory (status, created_at, row, type, category, scope, scope_id, source, privacy_level, tags, id)"
            ),
            SQL(
                "CREATE INDEX memory_used ON memory (status, ifnull(last_used_at, reinforced_at) DESC, row DESC)"
            ),
            SQL("CREATE INDEX memory_doubted ON memory (status) WHERE needs_review = 1"),
        )


class MemoryEvent(Table):
    """A change of a memory, with its time and actor: the source of history, versions and undo."""

    seq = AutoIncrementField()
    memory_id = TextField()
    at = IntegerField()
    actor = TextField()
    action = TextField()
    action_id = TextField()
    """One for all changes that are undone together."""
    before = TextField(null=True)
    """JSON object of the changed fields; NULL when the memory is new."""
    after = TextField(null=True)
    reason = TextField(null=True)
    undone_by = TextField(null=True)
    """The action that undid this change."""
    clock = IntegerField(default=0)
    """Its place among all changes of the memory on every device: milliseconds << 16, and one more than any
    before it."""
    device = TextField(default="")
    """Id of the device that made the change; the greatest (clock, device) of a field wins."""
    parent = TextField(null=True)
    """Of a change of the text: clock and device of the text that was changed."""

    class Meta:
        indexes = (
            SQL("CREATE INDEX memory_event_memory ON memory_event (memory_id, seq)"),
            SQL("CREATE INDEX memory_event_action ON memory_event (action_id)"),
            SQL(
                "CREATE INDEX memory_event_undo ON memory_event (seq DESC) WHERE actor = 'user' AND undone_by IS NULL"
            ),
            SQL(
                "CREATE INDEX memory_event_word ON memory_event (memory_id, seq, action, action_id, at) WHERE actor = 'user' AND undone_by IS NULL AND action IN ('accepted', 'confirm', 'restored', 'rejected', 'incorrect', 'edited', 'deleted', 'forgotten')"
            ),
            SQL(
                "CREATE INDEX memory_event_moved ON memory_event (at, seq) WHERE (before ->> '$.status' IS NOT NULL OR before ->> '$.type' IS NOT NULL OR before ->> '$.scope' IS NOT NULL OR before ->> '$.scope_id' IS NOT NULL)"
            ),
            SQL(
                "CREATE INDEX memory_event_told ON memory_event (memory_id, clock, after ->> '$.status', (json_type(before, '$.content') IS NOT NULL OR json_type(before, '$.details') IS NOT NULL OR json_type(before, '$.type') IS NOT NULL OR json_type(before, '$.scope') IS NOT NULL OR json_type(before, '$.scope_id') IS NOT NULL OR json_type(before, '$.branch') IS NOT NULL OR json_type(before, '$.privacy_level') IS NOT NULL)) WHERE (after ->> '$.status' IS NOT NULL OR json_type(before, '$.content') IS NOT NULL OR json_type(before, '$.details') IS NOT NULL OR json_type(before, '$.type') IS NOT NULL OR json_type(before, '$.scope') IS NOT NULL OR json_type(before, '$.scope_id') IS NOT NULL OR json_type(before, '$.branch') IS NOT NULL OR json_type(before, '$.privacy_level') IS NOT NULL)"
            ),
        )


class Conversation(Table):
    """A captured conversation. Triggers: prepared_context_moved, prepared_context_gone."""

    row = AutoField()
    id = TextField(unique=True)
    source = TextField()
    session_id = TextField()
    project = TextField(null=True)
    branch = TextField(null=True)
    title = TextField(default="")
    started_at = IntegerField(null=True)
    ended_at = IntegerField(null=True)
    message_count = IntegerField(default=0)
    user_turns = IntegerField(default=0)
    duration_ms = IntegerField(null=True)
    input_tokens = IntegerField(default=0)
    output_tokens = IntegerField(default=0)
    cost = FloatField(default=0)
    paths = Json(default=[])
    insights = Json(default=[])
    extra = Json(default={})
    """Other data of the reader."""
    status = TextField()
    status_reason = TextField(null=True)
    memorized_through = IntegerField(default=0)
    """The last turn that memories were taken from."""
    content_hash = TextField(null=True)
    created_at = IntegerField()
    updated_at = IntegerField()

    class Meta:
        constraints = (SQL("UNIQUE (source, session_id)"),)
        indexes = (
            SQL("CREATE INDEX conversation_status ON conversation (status)"),
            SQL("CREATE INDEX conversation_started ON conversation (ifnull(started_at, 0) DESC, row DESC)"),
        )


class CaptureFile(Table):
    """A file that was read, and how far."""

    row = AutoField()
    path = TextField(unique=True)
    source = TextField(null=True)
    size = IntegerField(default=0)
    mtime_ns = IntegerField(default=0)
    device = IntegerField(default=0)
    inode = IntegerField(default=0)
    offset = IntegerField(default=0)
    """Bytes that were read."""
    head_hash = TextField(default="")
    tail_hash = TextField(default="")
    seen_at = IntegerField()
    gone_at = IntegerField(null=True)
    error = TextField(null=True)
    state = TextField(default="")
    """The reader's state, to continue in the middle of the file."""


class ErasedSession(Table):
    """A session that was deleted for good and is not captured again."""

    source = TextField()
    session_id = TextField()
    at = IntegerField()

    class Meta:
        primary_key = CompositeKey("source", "session_id")
        without_rowid = True


class FileConversation(Table):
    """A file that a conversation is in."""

    file = Reference(CaptureFile, on_delete="CASCADE")
    conversation = Reference(Conversation, on_delete="CASCADE")

    class Meta:
        primary_key = CompositeKey("file", "conversation")
        without_rowid = True
        indexes = (SQL("CREATE INDEX file_conversation_back ON file_conversation (conversation)"),)


class Turn(Table):
    """One message or tool result of a conversation.

    Triggers: turn_fts_delete keeps the full-text index; embedding_turn_gone, embedding_turn_text_gone and
    embedding_turn_taken_back delete vectors.
    """

    row = AutoField()
    conversation = Reference(Conversation, on_delete="CASCADE")
    number = IntegerField()
    key = TextField(unique=True)
    """The source's record id, or a hash of words and place: a copied file doubles nothing."""
    role = TextField()
    kind = TextField()
    unsaid = BooleanField(default=False)
    """Taken back by the person: edited away, or on a branch that was left."""
    text = TextField(null=True)
    packed = BlobField(null=True)
    """Compressed text (zstd) of an old turn; then `text` is NULL. Both are NULL once forgotten."""
    at = IntegerField(null=True)
    file = Reference(CaptureFile, on_delete="SET NULL", null=True)
    line = IntegerField(null=True)

    class Meta:
        constraints = (SQL("UNIQUE (conversation, number)"),)
        indexes = (
            SQL("CREATE INDEX turn_file ON turn (file)"),
            SQL("CREATE INDEX turn_unsaid ON turn (kind) WHERE unsaid = 1"),
        )


class Job(Table):
    """A conversation that is to be memorized."""

    row = AutoField()
    conversation = Reference(Conversation, on_delete="CASCADE")
    kind = TextField(default="memorize")
    state = TextField()
    owner_pid = IntegerField(null=True)
    owner_start = FloatField(null=True)
    """Start time of the owner's process: its id alone may be in use again."""
    attempts = IntegerField(default=0)
    priority = IntegerField(default=0)
    next_try_at = IntegerField()
    last_error = TextField(null=True)
    created_at = IntegerField()

    class Meta:
        constraints = (SQL("UNIQUE (conversation, kind)"),)
        indexes = (SQL("CREATE INDEX job_due ON job (state, next_try_at)"),)


class Evidence(Table):
    """The place in a conversation where a memory was found.

    Triggers: prepared_context_evidence, prepared_context_no_evidence, prepared_context_evidence_update.
    """

    row = AutoField()
    memory = Reference(Memory, on_delete="CASCADE")
    conversation = Reference(Conversation, on_delete="CASCADE")
    first_turn = IntegerField()
    last_turn = IntegerField()
    span_start = IntegerField(null=True)
    span_end = IntegerField(null=True)
    rule = TextField()
    """The rule that found it, or what else did."""
    project = TextField(null=True)
    verified = BooleanField(default=False)
    """A test or a build succeeded after it."""
    error_text = TextField(null=True)
    at = IntegerField(null=True)
    confidence = FloatField(null=True)
    """The confidence by the rule alone."""

    class Meta:
        constraints = (SQL("UNIQUE (memory, conversation, first_turn, span_start)"),)
        indexes = (
            SQL("CREATE INDEX evidence_conversation ON evidence (conversation, first_turn)"),
            SQL("CREATE INDEX evidence_rule ON evidence (rule, memory, confidence)"),
            SQL("CREATE INDEX evidence_error ON evidence (memory) WHERE error_text IS NOT NULL"),
            SQL("CREATE INDEX evidence_at ON evidence (at)"),
            SQL("CREATE INDEX evidence_said ON evidence (memory, at)"),
        )


class Relation(Table):
    """How memories belong together: `kind` is one of `memories.relations`."""

    from_memory = Reference(Memory, on_delete="CASCADE")
    to_memory = Reference(Memory, on_delete="CASCADE")
    kind = TextField()
    weight = FloatField(default=1)

    class Meta:
        primary_key = CompositeKey("from_memory", "to_memory", "kind")
        without_rowid = True
        indexes = (SQL("CREATE INDEX relation_back ON relation (to_memory)"),)


class Conflict(Table):
    """Two or more memories that can't all be true. Trigger: prepared_context_conflict_update."""

    row = AutoField()
    id = TextField(unique=True)
    category = TextField()
    status = TextField()
    decision = TextField(null=True)
    rule = TextField(null=True)
    notes = TextField(null=True)
    suggestion = TextField(null=True)
    created_at = IntegerField()
    resolved_at = IntegerField(null=True)
    judgement = TextField(null=True)
    """JSON of why they contradict each other."""

    class Meta:
        indexes = (SQL("CREATE INDEX conflict_status ON conflict (status)"),)


class ConflictMember(Table):
    """A memory of a conflict, as it was when the conflict was found.

    Triggers: prepared_context_conflict, prepared_context_unconflict, prepared_context_member_update.
    """

    conflict = Reference(Conflict, on_delete="CASCADE")
    memory = Reference(Memory, on_delete="CASCADE")
    content = TextField()
    confidence = FloatField()
    at = IntegerField()
    context = TextField(null=True)

    class Meta:
        primary_key = CompositeKey("conflict", "memory")
        without_rowid = True
        indexes = (SQL("CREATE INDEX conflict_member_back ON conflict_member (memory)"),)


class UsageEvent(Table):
    """A memory helped, or failed to."""

    row = AutoField()
    memory = Reference(Memory, on_delete="CASCADE")
    conversation = Reference(Conversation, on_delete="SET NULL", null=True)
    at = IntegerField()
    success = BooleanField()
    severity = TextField(null=True)
    context = TextField(null=True)
    note = TextField(null=True)

    class Meta:
        indexes = (
            SQL("CREATE INDEX usage_event_memory ON usage_event (memory, at)"),
            SQL("CREATE INDEX usage_event_helped ON usage_event (at, memory) WHERE success"),
            SQL(
                "CREATE INDEX usage_event_session ON usage_event (conversation, memory) WHERE success AND conversation IS NOT NULL"
            ),
        )


class AccessLog(Table):
    """A memory was shown or shared."""

    row = AutoField()
    memory = Reference(Memory, on_delete="CASCADE")
    conversation = Reference(Conversation, on_delete="SET NULL", null=True)
    at = IntegerField()
    context = TextField()

    class Meta:
        indexes = (SQL("CREATE INDEX access_log_memory ON access_log (memory, at)"),)


class Feedback(Table):
    """A person's feedback on a memory."""

    row = AutoField()
    memory = Reference(Memory, on_delete="CASCADE")
    kind = TextField()
    comment = TextField(null=True)
    at = IntegerField()

    class Meta:
        indexes = (SQL("CREATE INDEX feedback_memory ON feedback (memory, at)"),)


class Proposal(Table):
    """A change of a memory that an AI tool proposes."""

    row = AutoField()
    id = TextField(unique=True)
    memory = Reference(Memory, on_delete="CASCADE")
    action = TextField()
    fields = Json(default={})
    client = TextField(null=True)
    reason = TextField(null=True)
    at = IntegerField()
    decided_at = IntegerField(null=True)
    decision = TextField(null=True)
    before = Json(default={})
    """The fields' values when the change was proposed."""
    action_id = TextField(null=True)

    class Meta:
        indexes = (
            SQL("CREATE INDEX proposal_memory ON proposal (memory)"),
            SQL("CREATE INDEX proposal_undecided ON proposal (row) WHERE decision IS NULL"),
            SQL("CREATE INDEX proposal_action ON proposal (action_id) WHERE action_id IS NOT NULL"),
        )


class Embedding(Table):
    """A vector of a memory or a turn. Trigger: embedding_gone counts in `VectorChange`."""

    owner = TextField()
    """`memory` or `turn`; `owner_row` is the row there."""
    owner_row = IntegerField()
    model = TextField()
    vector = BlobField()
    at = IntegerField()
    """The number of the change (`VectorChange.last`), not a time."""

    class Meta:
        primary_key = CompositeKey("owner", "owner_row", "model")
        without_rowid = True
        indexes = (SQL("CREATE INDEX embedding_newest ON embedding (owner, model, at)"),)


class CategorySummary(Table):
    """A version of a category's summary."""

    row = AutoField()
    scope = TextField()
    scope_id = TextField(default="")
    category = TextField()
    version = IntegerField()
    markdown = TextField()
    actor = TextField()
    updated_at = IntegerField()
    reviewed_at = IntegerField(null=True)
    edited = BooleanField(default=False)
    """True if it has a person's own words."""
    left_out = Json(default=[])
    """JSON list of the memories whose facts a person deleted."""
    action_id = TextField(null=True)
    """The action that cleared it."""
    seq = IntegerField(default=0)
    """The newest `MemoryEvent.seq` that it knows."""
    disputes = TextField(default="")
    """The conflicts that it has."""
    until = IntegerField(default=0)
    """When it is out of date at the latest."""
    items = IntegerField(default=0)
    """How many memories there are, with confidences from `lowest` to `highest`."""
    lowest = FloatField(null=True)
    highest = FloatField(null=True)

    class Meta:
        constraints = (SQL("UNIQUE (scope, scope_id, category, version)"),)


class SessionOutcome(Table):
    """The subject of a session and its result."""

    row = AutoField()
    conversation = Reference(Conversation, on_delete="CASCADE", unique=True)
    task = TextField(default="")
    type = TextField(null=True)
    complexity = IntegerField(null=True)
    outcome = TextField(null=True)
    files_created = Json(default=[])
    files_modified = Json(default=[])
    commands = Json(default=[])
    decisions = Json(default=[])
    errors = Json(default=[])
    verification = Json(default={})
    learnings = Json(default=[])
    at = IntegerField()


class Project(Table):
    """Facts from a project's files.

    Triggers: prepared_context_stack, prepared_context_new_stack, prepared_context_no_stack,
    prepared_context_kind_4.
    """

    row = AutoField()
    path = TextField(unique=True)
    name = TextField()
    type = TextField(null=True)
    runtime = TextField(null=True)
    package_manager = TextField(null=True)
    database = TextField(null=True)
    stack = Json(default=[])
    versions = Json(default={})
    dependencies = Json(default=[])
    test_frameworks = Json(default=[])
    file_tree = Json(default={})
    patterns = Json(default=[])
    commands = Json(default={})
    entry_points = Json(default=[])
    test_folders = Json(default=[])
    config_files = Json(default=[])
    conventions = Json(default=[])
    quirks = Json(default=[])
    frequent_files = Json(default=[])
    frequent_commands = Json(default=[])
    last_seen = IntegerField()
    fingerprint = TextField(default="")
    read_at = IntegerField(null=True)
    trouble = TextField(null=True)


class MaintenanceRun(Table):
    """A run of a maintenance task."""

    row = AutoField()
    task = TextField()
    started_at = IntegerField()
    finished_at = IntegerField(null=True)
    result = TextField(null=True)
    """JSON object of counters."""
    error = TextField(null=True)
    ending = TextField(null=True)
    """How it ended; NULL while it runs."""
    actor = TextField(default="user")
    troubles = Json(default=[])
    action_id = TextField(null=True)
    undone_at = IntegerField(null=True)

    class Meta:
        indexes = (SQL("CREATE INDEX maintenance_run_task ON maintenance_run (task, started_at DESC)"),)


class Usage(Table):
    """The sums of `ModelCall` by day: a month's cost is read from a few dozen rows."""

    day = TextField()
    """YYYY-MM-DD, local time."""
    backend = TextField()
    model = TextField()
    input_tokens = IntegerField(default=0)
    output_tokens = IntegerField(default=0)
    cost = FloatField(default=0)
    cache_read = IntegerField(default=0)
    cache_written = IntegerField(default=0)
    calls = IntegerField(default=0)
    unpriced = IntegerField(default=0)
    """Calls whose price is not known."""

    class Meta:
        primary_key = CompositeKey("day", "backend", "model")
        without_rowid = True


class Activity(Table):
    """An entry of the activity list."""

    row = AutoField()
    at = IntegerField()
    kind = TextField()
    title = TextField()
    status = TextField()
    reason = TextField(null=True)
    project = TextField(null=True)
    conversation = Reference(Conversation, on_delete="CASCADE", null=True)
    items_extracted = IntegerField(default=0)


class RuleReset(Table):
    """Since when a rule of extraction is trusted as if it were new."""

    rule = TextField(primary_key=True)
    at = IntegerField()

    class Meta:
        without_rowid = True


class VectorChange(Table):
    """Counters that tell a vector index in memory that it is out of date."""

    owner = TextField(primary_key=True)
    last = IntegerField()
    """Grows with every vector that is stored, and with every one that is deleted."""
    gone = IntegerField(default=0)
    """Grows with all that makes a turn want a vector again."""

    class Meta:
        without_rowid = True


class ConflictEvent(Table):
    """A change of a conflict, with its time and actor."""

    seq = AutoIncrementField()
    conflict = Reference(Conflict, on_delete="CASCADE")
    at = IntegerField()
    actor = TextField()
    action = TextField()
    action_id = TextField()
    before = TextField(null=True)
    after = TextField(null=True)
    undone_by = TextField(null=True)

    class Meta:
        indexes = (
            SQL("CREATE INDEX conflict_event_conflict ON conflict_event (conflict, seq)"),
            SQL("CREATE INDEX conflict_event_action ON conflict_event (action_id)"),
        )


class MemoryTopic(Table):
    """A topic of a memory, in the vocabulary of the conflict judge."""

    topic = TextField()
    memory = Reference(Memory, on_delete="CASCADE")

    class Meta:
        primary_key = CompositeKey("topic", "memory")
        without_rowid = True
        indexes = (SQL("CREATE INDEX memory_topic_memory ON memory_topic (memory)"),)


class Judge(Table):
    """The versions of the conflict judge that compared memories."""

    version = TextField()
    unqueued = IntegerField(default=0)
    """Up to this row all living memories are to be compared, though they are not in `Uncompared` yet."""

    class Meta:
        primary_key = False


class Uncompared(Table):
    """Memories that were not compared with the others since they changed; filled by triggers of `Memory`."""

    memory = Reference(Memory, on_delete="CASCADE", primary_key=True)


class ModelCall(Table):
    """A call of a language model."""

    row = AutoField()
    at = IntegerField()
    purpose = TextField()
    backend = TextField()
    model = TextField()
    input_tokens = IntegerField(default=0)
    output_tokens = IntegerField(default=0)
    cache_read = IntegerField(default=0)
    cache_written = IntegerField(default=0)
    cost = FloatField(null=True)
    milliseconds = IntegerField(default=0)
    batch = BooleanField(default=False)
    trouble = TextField(null=True)
    conversation = Reference(Conversation, on_delete="SET NULL", null=True)

    class Meta:
        indexes = (
            SQL("CREATE INDEX model_call_at ON model_call (at)"),
            SQL(
                "CREATE INDEX model_call_conversation ON model_call (conversation) WHERE conversation IS NOT NULL"
            ),
        )


class ModelState(Table):
    """Why a model can't be used at present."""

    access = TextField(primary_key=True)
    """Backend, address, model and key, hashed with a salt: the key can't be got from it."""
    trouble = TextField()
    message = TextField()
    detail = TextField(default="")
    backend = TextField()
    at = IntegerField()
    retry_at = IntegerField(null=True)
    failures = IntegerField(default=1)


class ModelTold(Table):
    """The failure that the person was notified of last; one row at most."""

    one = AutoField()
    backend = TextField()
    trouble = TextField()
    at = IntegerField()

    class Meta:
        constraints = (SQL("CHECK (one = 1)"),)


class ModelSalt(Table):
    """Random bytes that go into `ModelState.access`; one row."""

    salt = TextField(null=True)

    class Meta:
        primary_key = False


class ModelBatch(Table):
    """Questions that were handed in together."""

    row = AutoField()
    id = TextField(unique=True, null=True)
    """NULL while it is being handed in."""
    backend = TextField()
    model = TextField()
    created_at = IntegerField()
    looked_at = IntegerField(null=True)
    ended_at = IntegerField(null=True)
    done = IntegerField(default=0)
    total = IntegerField()
    most = FloatField(default=0)
    """The largest possible cost, in US dollars."""
    given_up = BooleanField(default=False)
    owner_pid = IntegerField()
    owner_start = FloatField()


class ModelAnswer(Table):
    """A question of a batch, and its answer once there is one."""

    hash = TextField(primary_key=True)
    """Of the prompt's version and all texts of the question; so in `ModelAsked`."""
    batch = Reference(ModelBatch, on_delete="CASCADE")
    conversation = Reference(Conversation, on_delete="CASCADE")
    answer = TextField(null=True)
    trouble = TextField(null=True)

    class Meta:
        indexes = (
            SQL("CREATE INDEX model_answer_batch ON model_answer (batch)"),
            SQL("CREATE INDEX model_answer_conversation ON model_answer (conversation)"),
        )


class ChatAnswer(Table):
    """An answer in a chat."""

    conversation = Reference(Conversation, on_delete="CASCADE")
    asked = IntegerField()
    """The number of the prompt's turn; `number` is that of the answer's."""
    number = IntegerField()
    state = TextField()
    model = TextField(default="")
    input_tokens = IntegerField(default=0)
    output_tokens = IntegerField(default=0)
    cache_read = IntegerField(default=0)
    cache_written = IntegerField(default=0)
    cost = FloatField(null=True)

    class Meta:
        primary_key = CompositeKey("conversation", "number")
        without_rowid = True


class ChatMemory(Table):
    """A memory that a chat used or made."""

    conversation = Reference(Conversation, on_delete="CASCADE")
    asked = IntegerField()
    memory = Reference(Memory, on_delete="CASCADE")
    what = TextField()
    """`told`: first sent to the model with this prompt; else stored with its answer."""

    class Meta:
        primary_key = CompositeKey("conversation", "asked", "memory", "what")
        without_rowid = True
        indexes = (SQL("CREATE INDEX chat_memory_back ON chat_memory (memory)"),)


class ModelAsked(Table):
    """Questions that a model was asked already."""

    hash = TextField(primary_key=True)
    purpose = TextField()
    at = IntegerField()


class SummaryWording(Table):
    """A sentence of a summary that a model wrote."""

    row = AutoField()
    scope = TextField()
    scope_id = TextField()
    category = TextField()
    statement = TextField()
    time_bound = BooleanField(default=False)

    class Meta:
        indexes = (SQL("CREATE INDEX summary_wording_place ON summary_wording (scope, scope_id, category)"),)


class SummaryWordingSource(Table):
    """A memory that a wording is made of. Trigger: summary_wording_forget deletes a wording with its
    memories."""

    wording = Reference(SummaryWording, on_delete="CASCADE")
    memory = Reference(Memory, on_delete="CASCADE")
    hash = TextField()

    class Meta:
        primary_key = CompositeKey("wording", "memory")
        indexes = (SQL("CREATE INDEX summary_wording_source_memory ON summary_wording_source (memory)"),)


class Receipt(Table):
    """A block of memories that a session received."""

    row = AutoField()
    id = TextField(unique=True)
    tool = TextField()
    event = TextField()
    session_id = TextField()
    at = IntegerField()
    project = TextField(null=True)
    branch = TextField(null=True)
    conversation = Reference(Conversation, on_delete="CASCADE", null=True)
    text_hash = TextField()
    tokens = IntegerField(default=0)
    arrived = BooleanField(null=True)
    """True if the session's record shows it; NULL if it is not known."""
    judged_at = IntegerField(null=True)

    class Meta:
        indexes = (
            SQL("CREATE INDEX receipt_session ON receipt (session_id, tool)"),
            SQL("CREATE INDEX receipt_conversation ON receipt (conversation) WHERE conversation IS NOT NULL"),
            SQL("CREATE INDEX receipt_at ON receipt (at)"),
        )


class ReceiptMemory(Table):
    """A memory of a block, and whether it was of use. Trigger: receipt_of_nothing deletes empty receipts."""

    receipt = Reference(Receipt, on_delete="CASCADE")
    memory = Reference(Memory, on_delete="CASCADE")
    position = IntegerField()
    use = TextField(null=True)
    reason = TextField(default="")
    turn = IntegerField(null=True)
    """The place where the memory was used."""
    by_person = BooleanField(default=False)

    class Meta:
        primary_key = CompositeKey("receipt", "memory")
        without_rowid = True
        indexes = (SQL("CREATE INDEX receipt_memory_back ON receipt_memory (memory)"),)


class ComparedSession(Table):
    """A session that was drawn for the comparison of sessions with and without memories."""

    tool = TextField()
    session_id = TextField()
    at = IntegerField()
    project = TextField()
    shared = BooleanField()
    """Whether it gets memories."""
    one_in = IntegerField()
    """Of how many sessions one got none, when it was drawn."""
    released_at = IntegerField(null=True)
    """When the person had memories shared with it anyway: it is not compared then."""
    messages = IntegerField(null=True)
    """What was said by both sides; NULL, as the other counts, until the session was read."""
    corrections = IntegerField(null=True)
    failed_commands = IntegerField(null=True)
    turns_to_pass = IntegerField(null=True)
    """NULL if no test ran."""

    class Meta:
        primary_key = CompositeKey("tool", "session_id")
        without_rowid = True
        indexes = (SQL("CREATE INDEX compared_session_project ON compared_session (project, at)"),)


class SeenBlock(Table):
    """A block of a hook that a session's record shows."""

    conversation = Reference(Conversation, on_delete="CASCADE")
    event = TextField()
    text_hash = TextField()
    """Empty: the record shows what hooks give, and so would show ours."""
    lines = Json(default=[])

    class Meta:
        primary_key = CompositeKey("conversation", "event", "text_hash")
        without_rowid = True


class HookState(Table):
    """When an AI tool's hook was called last, and how that went."""

    tool = TextField(primary_key=True)
    event = TextField(default="")
    installed_at = IntegerField(null=True)
    called_at = IntegerField(null=True)
    answered_at = IntegerField(null=True)
    trouble = TextField(null=True)
    trouble_at = IntegerField(null=True)
    said_at = IntegerField(null=True)
    """Until when the activity list has reported the hook's troubles."""

    class Meta:
        without_rowid = True


class PreparedContext(Table):
    """The block that a project's next session receives, made ready for the hook.

    Triggers of all tables that decide what it says (prepared_context_*) mark it as not fresh and delete its
    words.
    """

    project = TextField()
    branch = TextField()
    fresh = IntegerField()
    """0 stale, 1 ready, else the mark of who makes it."""
    day = IntegerField(default=0)
    until = IntegerField(null=True)
    settings = TextField(default="")
    asked_at = IntegerField()
    text = TextField(default="")
    tokens = IntegerField(default=0)
    memories = Json(default=[])
    text_hash = TextField(default="")

    class Meta:
        primary_key = CompositeKey("project", "branch")
        without_rowid = True
        indexes = (SQL("CREATE INDEX prepared_context_fresh ON prepared_context (fresh) WHERE fresh != 0"),)


class ProjectSwitch(Table):
    """A person's switches for a project."""

    project = TextField(primary_key=True)
    branch_files = BooleanField(default=False)
    instructions = Json(default={})
    activation = BooleanField(default=False)
    share_worktrees = BooleanField(default=True)

    class Meta:
        without_rowid = True


class ProjectFile(Table):
    """A file of the user's that Arbor writes into."""

    path = TextField(primary_key=True)
    marks = Json(default=[])
    """JSON list of hashes of the lines in it."""
    was_there = BooleanField()
    """True if the file existed before Arbor wrote it."""
    before = BlobField(null=True)
    """The content from before Arbor wrote the whole file."""
    trouble = TextField(null=True)

    class Meta:
        without_rowid = True


class BranchMemory(Table):
    """The memory of a branch, and its file."""

    row = AutoField()
    project = TextField()
    branch = TextField()
    stem = TextField(null=True, collation="NOCASE")
    updated_at = IntegerField(null=True)
    evolved_at = IntegerField(null=True)
    seen = TextField(null=True)
    """Hash of the file as it was written or read last."""
    writing = TextField(null=True)
    """Hash of the file as it is being written."""
    known = Json(default=[])
    """JSON list of hashes of all versions of the file."""
    head = TextField(default="")
    trouble = TextField(null=True)

    class Meta:
        constraints = (
            SQL("UNIQUE (project, branch)"),
            SQL("UNIQUE (project, stem)"),
        )


class BranchLine(Table):
    """A line of a branch's memory."""

    row = AutoField()
    branch = Reference(BranchMemory, on_delete="CASCADE")
    filed = BooleanField()
    """True if the line is as in the file, False if it is as it will be written."""
    section = TextField()
    text = TextField()
    mark = TextField()
    by_hand = BooleanField(default=False)
    held = BooleanField(default=False)

    class Meta:
        indexes = (SQL("CREATE INDEX branch_line_branch ON branch_line (branch, filed)"),)


class BranchLineMemory(Table):
    """A memory that a line is made of; `memory` may be gone."""

    line = Reference(BranchLine, on_delete="CASCADE")
    place = IntegerField()
    memory = IntegerField()
    mark = TextField()

    class Meta:
        primary_key = CompositeKey("line", "place")
        without_rowid = True
        indexes = (SQL("CREATE INDEX branch_line_memory_back ON branch_line_memory (memory)"),)


class BranchLeftOut(Table):
    """A memory that a person removed from a branch's file."""

    branch = Reference(BranchMemory, on_delete="CASCADE")
    memory = Reference(Memory, on_delete="CASCADE")
    mark = TextField()

    class Meta:
        primary_key = CompositeKey("branch", "memory")
        without_rowid = True


class Erased(Table):
    """A record that was deleted for good, which no backup may restore: only ids and hashes, no words."""

    key = TextField(primary_key=True)
    """The id of a memory or conversation, the hash of the path of a project or of a file with versions, or `*`
    for everything."""
    done = BooleanField(default=False)
    """True if no traces are left in the file and its backups."""

    class Meta:
        without_rowid = True
        indexes = (SQL("CREATE INDEX erased_open ON erased (key) WHERE done = 0"),)


class ProjectKind(Table):
    """The kind of a project, and the group of projects that it belongs to.

    Triggers: prepared_context_kind_1, prepared_context_kind_2, prepared_context_kind_3.
    """

    project = TextField(primary_key=True)
    kind = TextField(default="work")
    group = TextField(default="")

    class Meta:
        without_rowid = True


class FileContent(Table):
    """The bytes of versions of files, each content once."""

    hash = TextField(primary_key=True)
    content = BlobField()


class FileVersion(Table):
    """A version of an AI tool's memory file.

    Trigger: file_content_unused deletes content that no version has any more.
    """

    row = AutoIncrementField()
    tool = TextField()
    path = TextField()
    project = TextField(null=True)
    """The project's path, or the name that the tool's folder for it has."""
    at = IntegerField()
    hash = TextField(null=True)
    """NULL if the content was not kept, or there is no file."""
    size = IntegerField(null=True)
    """NULL if there is no file any more."""
    mode = IntegerField(default=0)
    lines = IntegerField(default=0)
    added = IntegerField(default=0)
    removed = IntegerField(default=0)
    loss = BooleanField(default=False)
    restored = BooleanField(default=False)

    class Meta:
        indexes = (
            SQL("CREATE INDEX file_version_path ON file_version (path, row)"),
            SQL("CREATE INDEX file_version_hash ON file_version (hash)"),
        )


class SecretLook(Table):
    """A search of everything for secrets with the rules of its day. What it found is purged or still there."""

    row = AutoIncrementField()
    at = IntegerField()
    conversations = IntegerField()
    """How many conversations it went through."""
    found = Json(default=[])
    """JSON list of `editing.model.Found`: kinds and places, never the secrets."""
    purged = BooleanField(default=False)


class DeviceSelf(Table):
    """This installation; one row."""

    one = AutoField()
    id = TextField()
    former = Json(default=[])
    """Ids under which it recorded changes before it joined a group."""
    name = TextField(default="")
    folder = TextField(default="")
    """The folder that another program synchronizes; empty if devices are not used."""
    group_id = TextField(default="")
    sent = IntegerField(default=0)
    """The last event, by `seq`, of which a segment has been written."""
    number = IntegerField(default=0)
    """The number of the last segment that it began to write."""
    written = IntegerField(default=0)
    """The number of the last segment that is whole."""
    rewrite = BooleanField(default=False)
    """The segments have something that is to be in none any more."""
    synced_at = IntegerField(null=True)
    problems = Json(default=[])
    """What was wrong at the last sync: JSON list of a template and its values."""

    class Meta:
        constraints = (SQL("CHECK (one = 1)"),)


class Device(Table):
    """A device of the group."""

    id = TextField(primary_key=True)
    name = TextField()
    public_key = TextField()
    seen_at = IntegerField(null=True)
    seen = Json(default={})
    """The last segment that it has read, by device."""
    removed = BooleanField(default=False)

    class Meta:
        without_rowid = True


class DeviceSegment(Table):
    """A segment that was read. `first`: of a snapshot 0, as it has all that was before; else the number."""

    device = TextField()
    number = IntegerField()
    first = IntegerField()

    class Meta:
        primary_key = CompositeKey("device", "number")
        without_rowid = True


class DeviceKeptBack(Table):
    """A memory that is not sent to other devices (`since` is NULL), or only its changes since a clock."""

    memory_id = TextField(primary_key=True)
    since = IntegerField(null=True)

    class Meta:
        without_rowid = True


class DeviceWithdrawn(Table):
    """A memory that is deleted permanently on all other devices. Trigger: device_withdrawn_purged."""

    memory_id = TextField(primary_key=True)
    number = IntegerField(null=True)
    """This device's segment that says so; NULL if none does yet, 0 if another device withdrew it."""

    class Meta:
        without_rowid = True


class DeviceRegister(Table):
    """A value that is the same on all devices, beside memories: a decision on a conflict, a setting of a
    project, the quotes of a memory."""

    key = TextField(primary_key=True)
    value = TextField()
    clock = IntegerField()
    device = TextField()
    sent = BooleanField(default=False)

    class Meta:
        without_rowid = True


class DeviceProject(Table):
    """The folder of a project here, by the key that it has on all devices."""

    key = TextField(primary_key=True)
    path = TextField()

    class Meta:
        without_rowid = True


class TeamSelf(Table):
    """The team that this installation belongs to; no row without one."""

    one = AutoField()
    name = TextField()
    server = Json()
    """Its address and this person's login, by the names of libpq; the password is in the keyring."""
    member = TextField()
    role = TextField()
    epoch = TextField(default="")
    """The server's history that `position` counts in: another one after it was restored from a backup."""
    position = TextField(default="")
    """Up to where changes were read."""
    reached_at = IntegerField(null=True)
    unreachable_since = IntegerField(null=True)
    refused = TextField(default="")
    """Why the server refuses this person, for people."""


class TeamMember(Table):
    """A member of the team, as the server last said."""

    id = TextField(primary_key=True)
    name = TextField()
    role = TextField()
    shares = IntegerField(default=0)
    last_change = IntegerField(null=True)
    trusted = BooleanField(default=False)
    """This person trusts instructions of the member."""
    removed = BooleanField(default=False)
    invited = BooleanField(default=False)
    """The member has not joined yet."""

    class Meta:
        without_rowid = True


class TeamShare(Table):
    """An own memory that is shared, or was."""

    memory_id = TextField(primary_key=True)
    wanted = BooleanField(default=True)
    """Not after it was withdrawn, or became private: only its person shares it again."""
    quote = BooleanField(default=True)
    shared_at = IntegerField()
    looked = IntegerField(default=-1)
    """The memory's last event when it was last compared with what was sent (0: it was deleted permanently); -1 if
    it is to be compared."""
    sent = TextField(default="")
    """A hash of what the server has; empty if that is nothing."""

    class Meta:
        without_rowid = True


class TeamMemory(Table):
    """A memory that another member shared. Trigger: team_memory_purged."""

    memory_id = TextField(primary_key=True)
    author = TextField()
    revision = IntegerField()
    shared_at = IntegerField()
    quote = Json(default=[])
    repeats = BooleanField(default=False)
    """It is not stored: it says what a memory here says already, or its project is private or ignored here."""

    class Meta:
        without_rowid = True


class TeamProject(Table):
    """A project of the team that a person chose a folder for, or of which everything new is shared."""

    key = TextField(primary_key=True)
    path = TextField()
    since = IntegerField(null=True)
    """Memories from this time on are shared; NULL: only single ones."""

    class Meta:
        without_rowid = True


class MemoryFts(FTS5Model):
    """The full-text index of memories; its content is that of `Memory`."""

    content = SearchField()
    summary = SearchField()
    tags = SearchField()
    search_text = SearchField()

    class Meta:
        database = DIALECT
        table_name = "memory_fts"
        options: ClassVar = {"content": "memory", "content_rowid": "row", "tokenize": TOKENIZE}


class MemoryTerms(VirtualModel):
    """The words of the index of memories, and in how many memories each is; fts5vocab defines the columns."""

    term = BareField()
    doc = BareField()
    cnt = BareField()

    class Meta:
        database = DIALECT
        table_name = "memory_terms"


class TurnFts(FTS5Model):
    """The full-text index of turns, which keeps no text of its own."""

    text = SearchField()

    class Meta:
        database = DIALECT
        table_name = "turn_fts"
        options: ClassVar = {"content": "", "contentless_delete": 1, "tokenize": TOKENIZE}
