-- Every table that a full-text index refers to has an explicit INTEGER PRIMARY KEY (row), because VACUUM may
-- renumber an implicit rowid. Times are integer milliseconds since the epoch.

CREATE TABLE memory (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    summary TEXT,
    search_text TEXT NOT NULL DEFAULT '',
    fold TEXT NOT NULL,
    type TEXT NOT NULL,
    category TEXT NOT NULL,
    details TEXT NOT NULL DEFAULT '{}',
    scope TEXT NOT NULL,
    scope_id TEXT,
    branch TEXT,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    privacy_level TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]',
    technology TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    accessed_at INTEGER,
    last_used_at INTEGER,
    reinforced_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    compacted_at INTEGER,
    expires_at INTEGER,
    archived_at INTEGER,
    access_count INTEGER NOT NULL DEFAULT 0,
    use_count INTEGER NOT NULL DEFAULT 0,
    success_count INTEGER NOT NULL DEFAULT 0,
    failure_count INTEGER NOT NULL DEFAULT 0,
    decay_rate REAL NOT NULL DEFAULT 0.1,
    needs_review INTEGER NOT NULL DEFAULT 0,
    invalid INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX memory_fold ON memory (fold, scope, scope_id);
CREATE INDEX memory_place ON memory (
    status, scope, scope_id, privacy_level, ifnull(last_used_at, reinforced_at) DESC, id
);
-- All that a list filters and counts by, in the order it is shown in: such a list never reads the table.
CREATE INDEX memory_list ON memory (
    status, created_at, row, type, category, scope, scope_id, source, privacy_level, tags, id
);
CREATE INDEX memory_used ON memory (status, ifnull(last_used_at, reinforced_at) DESC, row DESC);

CREATE VIRTUAL TABLE memory_fts USING fts5 (
    content, summary, tags, search_text,
    content='memory', content_rowid='row', tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER memory_fts_insert AFTER INSERT ON memory BEGIN
    INSERT INTO memory_fts (rowid, content, summary, tags, search_text)
    VALUES (new.row, new.content, new.summary, new.tags, new.search_text);
END;
CREATE TRIGGER memory_fts_delete AFTER DELETE ON memory BEGIN
    INSERT INTO memory_fts (memory_fts, rowid, content, summary, tags, search_text)
    VALUES ('delete', old.row, old.content, old.summary, old.tags, old.search_text);
END;
CREATE TRIGGER memory_fts_update AFTER UPDATE OF content, summary, tags, search_text ON memory BEGIN
    INSERT INTO memory_fts (memory_fts, rowid, content, summary, tags, search_text)
    VALUES ('delete', old.row, old.content, old.summary, old.tags, old.search_text);
    INSERT INTO memory_fts (rowid, content, summary, tags, search_text)
    VALUES (new.row, new.content, new.summary, new.tags, new.search_text);
END;
CREATE VIRTUAL TABLE memory_terms USING fts5vocab ('memory_fts', 'row');

CREATE TABLE memory_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    action_id TEXT NOT NULL,
    before TEXT,
    after TEXT,
    reason TEXT,
    undone_by TEXT
);
CREATE INDEX memory_event_memory ON memory_event (memory_id, seq);
CREATE INDEX memory_event_action ON memory_event (action_id);
CREATE INDEX memory_event_undo ON memory_event (seq DESC) WHERE actor = 'user' AND undone_by IS NULL;

CREATE TABLE conversation (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    session_id TEXT NOT NULL,
    project TEXT,
    branch TEXT,
    title TEXT NOT NULL DEFAULT '',
    started_at INTEGER,
    ended_at INTEGER,
    message_count INTEGER NOT NULL DEFAULT 0,
    user_turns INTEGER NOT NULL DEFAULT 0,
    duration_ms INTEGER,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost REAL NOT NULL DEFAULT 0,
    paths TEXT NOT NULL DEFAULT '[]',
    insights TEXT NOT NULL DEFAULT '[]',
    extra TEXT NOT NULL DEFAULT '{}',
    status TEXT NOT NULL,
    status_reason TEXT,
    memorized_through INTEGER NOT NULL DEFAULT 0,
    content_hash TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (source, session_id)
);
CREATE INDEX conversation_status ON conversation (status);
CREATE INDEX conversation_started ON conversation (ifnull(started_at, 0) DESC, row DESC);

CREATE TABLE capture_file (
    row INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    source TEXT,
    size INTEGER NOT NULL DEFAULT 0,
    mtime_ns INTEGER NOT NULL DEFAULT 0,
    device INTEGER NOT NULL DEFAULT 0,
    inode INTEGER NOT NULL DEFAULT 0,
    offset INTEGER NOT NULL DEFAULT 0,
    head_hash TEXT NOT NULL DEFAULT '',
    tail_hash TEXT NOT NULL DEFAULT '',
    seen_at INTEGER NOT NULL,
    gone_at INTEGER,
    error TEXT
);
CREATE TABLE erased_session (
    source TEXT NOT NULL,
    session_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (source, session_id)
) WITHOUT ROWID;
CREATE TABLE file_conversation (
    file INTEGER NOT NULL REFERENCES capture_file (row) ON DELETE CASCADE,
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    PRIMARY KEY (file, conversation)
) WITHOUT ROWID;
CREATE INDEX file_conversation_back ON file_conversation (conversation);

CREATE TABLE turn (
    row INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    unsaid INTEGER NOT NULL DEFAULT 0,
    text TEXT,
    packed BLOB,
    at INTEGER,
    file INTEGER REFERENCES capture_file (row) ON DELETE SET NULL,
    line INTEGER,
    UNIQUE (conversation, number)
);
CREATE INDEX turn_file ON turn (file);
CREATE VIRTUAL TABLE turn_fts USING fts5 (
    text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER turn_fts_delete AFTER DELETE ON turn BEGIN
    DELETE FROM turn_fts WHERE rowid = old.row;
END;

CREATE TABLE job (
    row INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    kind TEXT NOT NULL DEFAULT 'memorize',
    state TEXT NOT NULL,
    owner_pid INTEGER,
    owner_start REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    priority INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (conversation, kind)
);
CREATE INDEX job_due ON job (state, next_try_at);

CREATE TABLE evidence (
    row INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    first_turn INTEGER NOT NULL,
    last_turn INTEGER NOT NULL,
    span_start INTEGER,
    span_end INTEGER,
    rule TEXT NOT NULL,
    project TEXT,
    verified INTEGER NOT NULL DEFAULT 0,
    error_text TEXT,
    at INTEGER,
    UNIQUE (memory, conversation, first_turn, span_start)
);
CREATE INDEX evidence_conversation ON evidence (conversation, first_turn);

CREATE TABLE relation (
    from_memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    to_memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    weight REAL NOT NULL DEFAULT 1,
    PRIMARY KEY (from_memory, to_memory, kind)
) WITHOUT ROWID;
CREATE INDEX relation_back ON relation (to_memory);

CREATE TABLE conflict (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    decision TEXT,
    rule TEXT,
    notes TEXT,
    suggestion TEXT,
    created_at INTEGER NOT NULL,
    resolved_at INTEGER
);
CREATE INDEX conflict_status ON conflict (status);
CREATE TABLE conflict_member (
    conflict INTEGER NOT NULL REFERENCES conflict (row) ON DELETE CASCADE,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    content TEXT NOT NULL,
    confidence REAL NOT NULL,
    at INTEGER NOT NULL,
    context TEXT,
    PRIMARY KEY (conflict, memory)
) WITHOUT ROWID;
CREATE INDEX conflict_member_back ON conflict_member (memory);

CREATE TABLE usage_event (
    row INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    conversation INTEGER REFERENCES conversation (row) ON DELETE SET NULL,
    at INTEGER NOT NULL,
    success INTEGER NOT NULL,
    severity TEXT,
    context TEXT,
    note TEXT
);
CREATE INDEX usage_event_memory ON usage_event (memory, at);
CREATE TABLE access_log (
    row INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    conversation INTEGER REFERENCES conversation (row) ON DELETE SET NULL,
    at INTEGER NOT NULL,
    context TEXT NOT NULL
);
CREATE INDEX access_log_memory ON access_log (memory, at);
CREATE TABLE feedback (
    row INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    comment TEXT,
    at INTEGER NOT NULL
);
CREATE INDEX feedback_memory ON feedback (memory, at);

CREATE TABLE proposal (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    action TEXT NOT NULL,
    fields TEXT NOT NULL DEFAULT '{}',
    client TEXT,
    reason TEXT,
    at INTEGER NOT NULL,
    decided_at INTEGER,
    decision TEXT
);
CREATE TABLE receipt (
    row INTEGER PRIMARY KEY,
    conversation INTEGER REFERENCES conversation (row) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    event TEXT NOT NULL,
    at INTEGER NOT NULL,
    memories TEXT NOT NULL DEFAULT '[]',
    text_hash TEXT NOT NULL,
    tokens INTEGER NOT NULL DEFAULT 0,
    arrived INTEGER,
    used TEXT
);
CREATE INDEX receipt_session ON receipt (session_id);
CREATE TABLE embedding (
    owner TEXT NOT NULL,
    owner_row INTEGER NOT NULL,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (owner, owner_row, model)
) WITHOUT ROWID;

CREATE TABLE category_summary (
    row INTEGER PRIMARY KEY,
    scope TEXT NOT NULL,
    scope_id TEXT NOT NULL DEFAULT '',
    category TEXT NOT NULL,
    version INTEGER NOT NULL,
    markdown TEXT NOT NULL,
    actor TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    reviewed_at INTEGER,
    UNIQUE (scope, scope_id, category, version)
);
CREATE TABLE session_outcome (
    row INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL UNIQUE REFERENCES conversation (row) ON DELETE CASCADE,
    task TEXT NOT NULL DEFAULT '',
    type TEXT,
    complexity INTEGER,
    outcome TEXT,
    files_created TEXT NOT NULL DEFAULT '[]',
    files_modified TEXT NOT NULL DEFAULT '[]',
    commands TEXT NOT NULL DEFAULT '[]',
    decisions TEXT NOT NULL DEFAULT '[]',
    errors TEXT NOT NULL DEFAULT '[]',
    verification TEXT NOT NULL DEFAULT '{}',
    learnings TEXT NOT NULL DEFAULT '[]',
    at INTEGER NOT NULL
);
CREATE TABLE project (
    row INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT,
    runtime TEXT,
    package_manager TEXT,
    database TEXT,
    stack TEXT NOT NULL DEFAULT '[]',
    versions TEXT NOT NULL DEFAULT '{}',
    dependencies TEXT NOT NULL DEFAULT '[]',
    test_frameworks TEXT NOT NULL DEFAULT '[]',
    file_tree TEXT NOT NULL DEFAULT '{}',
    patterns TEXT NOT NULL DEFAULT '[]',
    commands TEXT NOT NULL DEFAULT '{}',
    entry_points TEXT NOT NULL DEFAULT '[]',
    test_folders TEXT NOT NULL DEFAULT '[]',
    config_files TEXT NOT NULL DEFAULT '[]',
    conventions TEXT NOT NULL DEFAULT '[]',
    quirks TEXT NOT NULL DEFAULT '[]',
    frequent_files TEXT NOT NULL DEFAULT '[]',
    frequent_commands TEXT NOT NULL DEFAULT '[]',
    last_seen INTEGER NOT NULL
);
CREATE TABLE maintenance_run (
    row INTEGER PRIMARY KEY,
    task TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    result TEXT,
    error TEXT
);
CREATE INDEX maintenance_run_task ON maintenance_run (task, started_at DESC);
CREATE TABLE usage (
    day TEXT NOT NULL,
    backend TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (day, backend, model)
) WITHOUT ROWID;
CREATE TABLE activity (
    row INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    project TEXT,
    conversation INTEGER REFERENCES conversation (row) ON DELETE CASCADE,
    items_extracted INTEGER NOT NULL DEFAULT 0
);
