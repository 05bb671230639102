ALTER TABLE conflict ADD COLUMN judgement TEXT;
CREATE TABLE conflict_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    conflict INTEGER NOT NULL REFERENCES conflict (row) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    action_id TEXT NOT NULL,
    before TEXT,
    after TEXT,
    undone_by TEXT
);
CREATE INDEX conflict_event_conflict ON conflict_event (conflict, seq);
CREATE INDEX conflict_event_action ON conflict_event (action_id);
CREATE INDEX memory_doubted ON memory (status) WHERE needs_review = 1;
CREATE TABLE memory_topic (
    topic TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    PRIMARY KEY (topic, memory)
) WITHOUT ROWID;
CREATE INDEX memory_topic_memory ON memory_topic (memory);
CREATE TABLE judge (version TEXT NOT NULL);
CREATE TABLE uncompared (memory INTEGER PRIMARY KEY REFERENCES memory (row) ON DELETE CASCADE);
CREATE TRIGGER uncompared_new AFTER INSERT ON memory WHEN new.status IN ('active', 'pending') BEGIN
    INSERT OR IGNORE INTO uncompared (memory) VALUES (new.row);
END;
CREATE TRIGGER uncompared_changed AFTER UPDATE OF content, scope, scope_id, branch, details, expires_at, status ON memory
WHEN new.status IN ('active', 'pending') BEGIN
    INSERT OR IGNORE INTO uncompared (memory) VALUES (new.row);
END;
INSERT INTO uncompared (memory) SELECT row FROM memory WHERE status IN ('active', 'pending');
