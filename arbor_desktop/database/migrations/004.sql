ALTER TABLE evidence ADD COLUMN confidence REAL;
UPDATE evidence SET confidence = (
    SELECT json_extract(e.after, '$.confidence') FROM memory m JOIN memory_event e ON e.memory_id = m.id
    WHERE m.row = evidence.memory AND e.before IS NULL AND e.actor = 'capture' ORDER BY e.seq LIMIT 1
) WHERE row IN (SELECT min(row) FROM evidence GROUP BY memory);
CREATE INDEX evidence_rule ON evidence (rule, memory, confidence);
CREATE TABLE rule_reset (rule TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX memory_event_word ON memory_event (memory_id, seq, action, action_id, at)
    WHERE actor = 'user' AND undone_by IS NULL
    AND action IN ('accepted', 'confirm', 'restored', 'rejected', 'incorrect', 'edited', 'deleted', 'forgotten');
