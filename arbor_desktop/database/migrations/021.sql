CREATE TABLE file_content (
    hash TEXT PRIMARY KEY,
    content BLOB NOT NULL
);
CREATE TABLE file_version (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    tool TEXT NOT NULL,
    path TEXT NOT NULL,
    project TEXT,
    at INTEGER NOT NULL,
    hash TEXT,
    size INTEGER,
    mode INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    added INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    loss INTEGER NOT NULL DEFAULT 0,
    restored INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX file_version_path ON file_version (path, row);
CREATE INDEX file_version_hash ON file_version (hash);
CREATE TRIGGER file_content_unused AFTER DELETE ON file_version
WHEN OLD.hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM file_version WHERE hash = OLD.hash)
BEGIN DELETE FROM file_content WHERE hash = OLD.hash; END;
