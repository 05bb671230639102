"""What one look of `arbor doctor` found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

OK, WARNING, FAILED = "ok", "warning", "failed"


@dataclass(frozen=True, slots=True)
class Check:
    """`status` is ok, warning or failed; `mend` says what to do where there is something to do."""

    name: str
    status: str
    message: str
    mend: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "status": self.status, "message": self.message, "mend": self.mend}
