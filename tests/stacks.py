"""What the files of a project say of its technologies, without any files."""

from __future__ import annotations

import json

from arbor_desktop.service import MemoryService


def known_stack(service: MemoryService, project: str, *names: str) -> None:
    """Store that the files of `project` were read, and name these technologies."""
    put = (
        "INSERT OR REPLACE INTO project (path, name, stack, last_seen, read_at) "
        "SELECT ?, 'known', json_group_array(value), 0, 0 FROM json_each(?)"
    )
    service._rt.db.write(lambda conn: conn.execute(put, (project, json.dumps(names))).fetchall())
