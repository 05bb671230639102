CREATE INDEX memory_event_moved ON memory_event (at, seq) WHERE
    (before ->> '$.status' IS NOT NULL OR before ->> '$.type' IS NOT NULL OR before ->> '$.scope' IS NOT NULL
    OR before ->> '$.scope_id' IS NOT NULL);
CREATE INDEX usage_event_helped ON usage_event (at, memory) WHERE success;
CREATE INDEX usage_event_session ON usage_event (conversation, memory) WHERE success AND conversation IS NOT NULL;
CREATE INDEX evidence_error ON evidence (memory) WHERE error_text IS NOT NULL;
