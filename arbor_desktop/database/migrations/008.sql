DROP INDEX embedding_newest;
CREATE INDEX embedding_newest ON embedding (owner, model, at);
CREATE TABLE vector_change (
    owner TEXT PRIMARY KEY, last INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO vector_change (owner, last) SELECT value, last FROM embedding_change, json_each('["memory", "turn"]');
DROP TRIGGER embedding_gone;
DROP TABLE embedding_change;
CREATE TRIGGER embedding_gone AFTER DELETE ON embedding BEGIN
    UPDATE vector_change SET last = last + 1, gone = gone + 1 WHERE owner = old.owner;
END;
CREATE TRIGGER embedding_turn_gone AFTER DELETE ON turn BEGIN
    DELETE FROM embedding WHERE owner = 'turn' AND owner_row = old.row;
END;
CREATE TRIGGER embedding_turn_text_gone AFTER UPDATE OF text, packed ON turn
WHEN new.text IS NULL AND new.packed IS NULL BEGIN
    DELETE FROM embedding WHERE owner = 'turn' AND owner_row = old.row;
END;
CREATE TRIGGER embedding_turn_taken_back AFTER UPDATE OF unsaid ON turn WHEN new.unsaid IS NOT old.unsaid BEGIN
    DELETE FROM embedding WHERE owner = 'turn' AND owner_row = old.row;
    UPDATE vector_change SET gone = gone + 1 WHERE owner = 'turn';
END;
CREATE INDEX turn_unsaid ON turn (kind) WHERE unsaid = 1;
