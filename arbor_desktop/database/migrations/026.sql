CREATE TABLE team_self (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    server TEXT NOT NULL,
    member TEXT NOT NULL,
    role TEXT NOT NULL,
    epoch TEXT NOT NULL DEFAULT '',
    position TEXT NOT NULL DEFAULT '',
    reached_at INTEGER,
    unreachable_since INTEGER,
    refused TEXT NOT NULL DEFAULT ''
);
CREATE TABLE team_member (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    shares INTEGER NOT NULL DEFAULT 0,
    last_change INTEGER,
    trusted INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    invited INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE team_share (
    memory_id TEXT PRIMARY KEY,
    wanted INTEGER NOT NULL DEFAULT 1,
    quote INTEGER NOT NULL DEFAULT 1,
    shared_at INTEGER NOT NULL,
    looked INTEGER NOT NULL DEFAULT -1,
    sent TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE team_memory (
    memory_id TEXT PRIMARY KEY,
    author TEXT NOT NULL,
    revision INTEGER NOT NULL,
    shared_at INTEGER NOT NULL,
    quote TEXT NOT NULL DEFAULT '[]',
    repeats INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TRIGGER team_memory_purged AFTER DELETE ON memory BEGIN
    UPDATE team_memory SET quote = '[]' WHERE memory_id = old.id;
END;
CREATE TABLE team_project (key TEXT PRIMARY KEY, path TEXT NOT NULL, since INTEGER) WITHOUT ROWID;
