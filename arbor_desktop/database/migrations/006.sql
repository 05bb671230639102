CREATE TRIGGER embedding_text_changed AFTER UPDATE OF content ON memory WHEN new.content IS NOT old.content BEGIN
    DELETE FROM embedding WHERE owner = 'memory' AND owner_row = old.row;
END;
CREATE TRIGGER embedding_memory_gone AFTER DELETE ON memory BEGIN
    DELETE FROM embedding WHERE owner = 'memory' AND owner_row = old.row;
END;
CREATE INDEX embedding_newest ON embedding (model, at);
CREATE TABLE embedding_change (last INTEGER NOT NULL);
INSERT INTO embedding_change VALUES (0);
CREATE TRIGGER embedding_gone AFTER DELETE ON embedding BEGIN
    UPDATE embedding_change SET last = last + 1;
END;
