ALTER TABLE maintenance_run ADD COLUMN ending TEXT;
ALTER TABLE maintenance_run ADD COLUMN actor TEXT NOT NULL DEFAULT 'user';
ALTER TABLE maintenance_run ADD COLUMN troubles TEXT NOT NULL DEFAULT '[]';
ALTER TABLE maintenance_run ADD COLUMN action_id TEXT;
ALTER TABLE maintenance_run ADD COLUMN undone_at INTEGER;

ALTER TABLE project ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
ALTER TABLE project ADD COLUMN read_at INTEGER;
ALTER TABLE project ADD COLUMN trouble TEXT;
