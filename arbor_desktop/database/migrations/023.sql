ALTER TABLE memory_event ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory_event ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_event ADD COLUMN parent TEXT;
CREATE TABLE device_self (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    former TEXT NOT NULL DEFAULT '[]',
    name TEXT NOT NULL DEFAULT '',
    folder TEXT NOT NULL DEFAULT '',
    group_id TEXT NOT NULL DEFAULT '',
    sent INTEGER NOT NULL DEFAULT 0,
    number INTEGER NOT NULL DEFAULT 0,
    written INTEGER NOT NULL DEFAULT 0,
    rewrite INTEGER NOT NULL DEFAULT 0,
    synced_at INTEGER,
    problems TEXT NOT NULL DEFAULT '[]'
);
INSERT INTO device_self (one, id) VALUES (1, lower(hex(randomblob(6))));
UPDATE memory_event SET device = (SELECT id FROM device_self), clock = counted.clock FROM (
    SELECT seq, max((at << 16) - place) OVER (PARTITION BY memory_id ORDER BY place) + place AS clock
    FROM (SELECT seq, memory_id, at, row_number() OVER (PARTITION BY memory_id ORDER BY seq) AS place FROM memory_event)
) AS counted WHERE counted.seq = memory_event.seq;
UPDATE memory_event SET parent = worded.parent FROM (
    SELECT seq, lag(clock || ' ' || device) OVER (PARTITION BY memory_id ORDER BY seq) AS parent
    FROM memory_event WHERE after ->> '$.content' IS NOT NULL
) AS worded WHERE worded.seq = memory_event.seq AND memory_event.before IS NOT NULL;
CREATE TABLE device (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    seen_at INTEGER,
    seen TEXT NOT NULL DEFAULT '{}',
    removed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE device_segment (
    device TEXT NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    PRIMARY KEY (device, number)
) WITHOUT ROWID;
CREATE TABLE device_kept_back (memory_id TEXT PRIMARY KEY, since INTEGER) WITHOUT ROWID;
CREATE TABLE device_withdrawn (memory_id TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
CREATE TRIGGER device_withdrawn_purged AFTER DELETE ON memory BEGIN
    INSERT OR IGNORE INTO device_withdrawn (memory_id) VALUES (old.id);
    DELETE FROM device_register WHERE key = 'quotes ' || old.id;
    DELETE FROM device_register WHERE key >= 'decision ' AND key < 'decision!' AND instr(key, old.id);
END;
CREATE TABLE device_register (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    clock INTEGER NOT NULL,
    device TEXT NOT NULL,
    sent INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE device_project (key TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
