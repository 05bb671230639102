CREATE INDEX evidence_at ON evidence (at);
