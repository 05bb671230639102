CREATE INDEX evidence_said ON evidence (memory, at);
ALTER TABLE judge ADD COLUMN unqueued INTEGER NOT NULL DEFAULT 0;
