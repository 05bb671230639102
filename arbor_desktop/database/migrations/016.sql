DROP TABLE receipt;
CREATE TABLE receipt (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    tool TEXT NOT NULL,
    event TEXT NOT NULL,
    session_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    project TEXT,
    branch TEXT,
    conversation INTEGER REFERENCES conversation (row) ON DELETE CASCADE,
    text_hash TEXT NOT NULL,
    tokens INTEGER NOT NULL DEFAULT 0,
    arrived INTEGER,
    judged_at INTEGER
);
CREATE INDEX receipt_session ON receipt (session_id, tool);
CREATE INDEX receipt_conversation ON receipt (conversation) WHERE conversation IS NOT NULL;
CREATE INDEX receipt_at ON receipt (at);
CREATE TABLE receipt_memory (
    receipt INTEGER NOT NULL REFERENCES receipt (row) ON DELETE CASCADE,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    use TEXT,
    reason TEXT NOT NULL DEFAULT '',
    turn INTEGER,
    by_person INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (receipt, memory)
) WITHOUT ROWID;
CREATE INDEX receipt_memory_back ON receipt_memory (memory);
CREATE TRIGGER receipt_of_nothing AFTER DELETE ON receipt_memory
WHEN NOT EXISTS (SELECT 1 FROM receipt_memory WHERE receipt = old.receipt) BEGIN
    DELETE FROM receipt WHERE row = old.receipt;
END;
CREATE TABLE seen_block (
    conversation INTEGER NOT NULL REFERENCES conversation (row) ON DELETE CASCADE,
    event TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    lines TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (conversation, event, text_hash)
) WITHOUT ROWID;
CREATE TABLE hook_state (
    tool TEXT PRIMARY KEY,
    event TEXT NOT NULL DEFAULT '',
    installed_at INTEGER,
    called_at INTEGER,
    answered_at INTEGER,
    trouble TEXT,
    trouble_at INTEGER,
    said_at INTEGER
) WITHOUT ROWID;

CREATE TABLE prepared_context (
    project TEXT NOT NULL,
    branch TEXT NOT NULL,
    fresh INTEGER NOT NULL,
    day INTEGER NOT NULL DEFAULT 0,
    until INTEGER,
    settings TEXT NOT NULL DEFAULT '',
    asked_at INTEGER NOT NULL,
    text TEXT NOT NULL DEFAULT '',
    tokens INTEGER NOT NULL DEFAULT 0,
    memories TEXT NOT NULL DEFAULT '[]',
    text_hash TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (project, branch)
) WITHOUT ROWID;
CREATE INDEX prepared_context_fresh ON prepared_context (fresh) WHERE fresh != 0;
CREATE TRIGGER prepared_context_insert AFTER INSERT ON memory BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_delete AFTER DELETE ON memory BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_update AFTER UPDATE OF content, summary, type, category, details, scope, scope_id, branch, status, confidence, privacy_level, technology, created_at, last_used_at, reinforced_at, confirmed_at, expires_at, archived_at, use_count, success_count, failure_count, decay_rate, needs_review, invalid ON memory BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_evidence AFTER INSERT ON evidence BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_no_evidence AFTER DELETE ON evidence BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_evidence_update AFTER UPDATE OF at, memory ON evidence BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_conflict AFTER INSERT ON conflict_member BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_unconflict AFTER DELETE ON conflict_member BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_member_update AFTER UPDATE ON conflict_member BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_conflict_update AFTER UPDATE ON conflict BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_stack AFTER UPDATE OF stack, path ON project BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_new_stack AFTER INSERT ON project BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_no_stack AFTER DELETE ON project BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_moved AFTER UPDATE OF project, ended_at ON conversation WHEN old.project IS NOT NULL AND EXISTS (SELECT 1 FROM memory m WHERE m.status = 'archived' AND m.scope = 'project' AND m.scope_id = old.project AND m.archived_at >= ifnull(old.ended_at, old.created_at)) BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_gone AFTER DELETE ON conversation WHEN old.project IS NOT NULL AND EXISTS (SELECT 1 FROM memory m WHERE m.status = 'archived' AND m.scope = 'project' AND m.scope_id = old.project AND m.archived_at >= ifnull(old.ended_at, old.created_at)) BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;

CREATE TABLE project_switch (
    project TEXT PRIMARY KEY,
    branch_files INTEGER NOT NULL DEFAULT 0,
    instructions TEXT NOT NULL DEFAULT '{}',
    activation INTEGER NOT NULL DEFAULT 0,
    share_worktrees INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
-- Of each file that was written into: marks of the lines that stand in it (no words of memories), whether it
-- was there before, and what it held before Arbor wrote all of it.
CREATE TABLE project_file (
    path TEXT PRIMARY KEY,
    marks TEXT NOT NULL DEFAULT '[]',
    was_there INTEGER NOT NULL,
    before BLOB,
    trouble TEXT
) WITHOUT ROWID;

CREATE TABLE branch_memory (
    row INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    branch TEXT NOT NULL,
    stem TEXT COLLATE NOCASE,
    updated_at INTEGER,
    evolved_at INTEGER,
    seen TEXT,
    writing TEXT,
    known TEXT NOT NULL DEFAULT '[]',
    head TEXT NOT NULL DEFAULT '',
    trouble TEXT,
    UNIQUE (project, branch),
    UNIQUE (project, stem)
);
CREATE TABLE branch_line (
    row INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL REFERENCES branch_memory (row) ON DELETE CASCADE,
    filed INTEGER NOT NULL,
    section TEXT NOT NULL,
    text TEXT NOT NULL,
    mark TEXT NOT NULL,
    by_hand INTEGER NOT NULL DEFAULT 0,
    held INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX branch_line_branch ON branch_line (branch, filed);
CREATE TABLE branch_line_memory (
    line INTEGER NOT NULL REFERENCES branch_line (row) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (line, place)
) WITHOUT ROWID;
CREATE INDEX branch_line_memory_back ON branch_line_memory (memory);
CREATE TABLE branch_left_out (
    branch INTEGER NOT NULL REFERENCES branch_memory (row) ON DELETE CASCADE,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    mark TEXT NOT NULL,
    PRIMARY KEY (branch, memory)
) WITHOUT ROWID;
CREATE TRIGGER branch_line_erase AFTER DELETE ON memory BEGIN
    UPDATE branch_line SET text = ''
    WHERE row IN (SELECT line FROM branch_line_memory WHERE memory = old.row);
    DELETE FROM branch_line_memory WHERE memory = old.row;
END;

ALTER TABLE proposal ADD COLUMN before TEXT NOT NULL DEFAULT '{}';
ALTER TABLE proposal ADD COLUMN action_id TEXT;
CREATE INDEX proposal_memory ON proposal (memory);
CREATE INDEX proposal_undecided ON proposal (row) WHERE decision IS NULL;
CREATE INDEX proposal_action ON proposal (action_id) WHERE action_id IS NOT NULL;
