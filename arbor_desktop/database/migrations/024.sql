CREATE TABLE compared_session (
    tool TEXT NOT NULL,
    session_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    project TEXT NOT NULL,
    shared INTEGER NOT NULL,
    one_in INTEGER NOT NULL,
    released_at INTEGER,
    messages INTEGER,
    corrections INTEGER,
    failed_commands INTEGER,
    turns_to_pass INTEGER,
    PRIMARY KEY (tool, session_id)
) WITHOUT ROWID;
CREATE INDEX compared_session_project ON compared_session (project, at);
