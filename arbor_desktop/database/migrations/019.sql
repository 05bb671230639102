CREATE TABLE project_kind (
    project TEXT PRIMARY KEY,
    kind TEXT NOT NULL DEFAULT 'work',
    "group" TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TRIGGER prepared_context_kind_1 AFTER INSERT ON project_kind BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_kind_2 AFTER UPDATE ON project_kind BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_kind_3 AFTER DELETE ON project_kind BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_kind_4 AFTER UPDATE OF trouble ON project BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
CREATE TRIGGER prepared_context_kind_5 AFTER UPDATE OF source ON memory BEGIN UPDATE prepared_context SET fresh = 0, text = '', memories = '[]' WHERE fresh != 0; END;
