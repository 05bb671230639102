"""The activity list: what it keeps of titles and errors."""

from __future__ import annotations

from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Database

TITLE = "Deploy with password Thicket-77-oak"
REASON = "Line 3: DB_PASSWORD=Thicket-77-oak"


def test_secrets_in_titles_and_errors_are_redacted(db: Database) -> None:
    db.write(lambda conn: captures.note(conn, 1, "read", TITLE, "error", reason=REASON))
    db.write(lambda conn: captures.note(conn, 2, "memorize", "Sort a list", "success"))

    plain, line = db.read(lambda conn: captures.activity(conn, 10))

    assert (line.title, line.reason) == (
        "Deploy with password [redacted:password]",
        "Line 3: DB_PASSWORD=[redacted:password]",
    )
    assert (plain.title, plain.reason) == ("Sort a list", None)


def test_a_redacted_error_is_still_the_same_error(db: Database) -> None:
    db.write(lambda conn: captures.note(conn, 5, "hook", TITLE, "error", reason=REASON))

    assert db.read(lambda conn: captures.noted_since(conn, "hook", TITLE, REASON, 4))
    assert not db.read(lambda conn: captures.noted_since(conn, "hook", TITLE, None, 4))
