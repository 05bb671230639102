"""Which repositories' worktrees are projects of their own. Asked by hooks too, so it imports next to nothing."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    import apsw


def apart(conn: apsw.Connection) -> frozenset[str]:
    """The main worktrees of repositories whose worktrees do not share their memory."""
    return frozenset(
        path for (path,) in conn.execute("SELECT project FROM project_switch WHERE NOT share_worktrees")
    )
