CREATE TABLE model_call (
    row INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    backend TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read INTEGER NOT NULL DEFAULT 0,
    cache_written INTEGER NOT NULL DEFAULT 0,
    cost REAL,
    milliseconds INTEGER NOT NULL DEFAULT 0,
    batch INTEGER NOT NULL DEFAULT 0,
    trouble TEXT,
    conversation INTEGER REFERENCES conversation (row) ON DELETE SET NULL
);
CREATE INDEX model_call_at ON model_call (at);
CREATE INDEX model_call_conversation ON model_call (conversation) WHERE conversation IS NOT NULL;
CREATE TABLE model_state (
    access TEXT PRIMARY KEY,
    trouble TEXT NOT NULL,
    message TEXT NOT NULL,
    detail TEXT NOT NULL DEFAULT '',
    backend TEXT NOT NULL,
    at INTEGER NOT NULL,
    retry_at INTEGER,
    failures INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE model_told (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    backend TEXT NOT NULL,
    trouble TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE TABLE model_salt AS SELECT randomblob(16) AS salt;
CREATE TABLE model_batch (
    row INTEGER PRIMARY KEY,
    id TEXT UNIQUE,
    backend TEXT NOT NULL,
    model TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    looked_at INTEGER,
    ended_at INTEGER,
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL,
    most REAL NOT NULL DEFAULT 0,
    given_up INTEGER NOT NULL DEFAULT 0,
    owner_pid INTEGER NOT NULL,
    owner_start REAL NOT NULL
);
CREATE TABLE model_answer (
    hash TEXT PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES model_batch (row) ON DELETE CASCADE,
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    answer TEXT,
    trouble TEXT
);
CREATE INDEX model_answer_batch ON model_answer (batch);
CREATE INDEX model_answer_conversation ON model_answer (conversation);
ALTER TABLE usage ADD COLUMN cache_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN cache_written INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN unpriced INTEGER NOT NULL DEFAULT 0;

CREATE TABLE chat_answer (
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    asked INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    model TEXT NOT NULL DEFAULT '',
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read INTEGER NOT NULL DEFAULT 0,
    cache_written INTEGER NOT NULL DEFAULT 0,
    cost REAL,
    PRIMARY KEY (conversation, number)
) WITHOUT ROWID;
CREATE TABLE chat_memory (
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    asked INTEGER NOT NULL,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    what TEXT NOT NULL,
    PRIMARY KEY (conversation, asked, memory, what)
) WITHOUT ROWID;
CREATE INDEX chat_memory_back ON chat_memory (memory);

CREATE TABLE model_asked (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE TABLE summary_wording (
    row INTEGER PRIMARY KEY,
    scope TEXT NOT NULL,
    scope_id TEXT NOT NULL,
    category TEXT NOT NULL,
    statement TEXT NOT NULL,
    time_bound INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX summary_wording_place ON summary_wording (scope, scope_id, category);
CREATE TABLE summary_wording_source (
    wording INTEGER NOT NULL REFERENCES summary_wording (row) ON DELETE CASCADE,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (wording, memory)
);
CREATE INDEX summary_wording_source_memory ON summary_wording_source (memory);
CREATE TRIGGER summary_wording_forget AFTER DELETE ON summary_wording_source BEGIN
    DELETE FROM summary_wording WHERE row = old.wording;
END;
