"""The judge of contradictions that needs no model.

`Rivals.parse` reads the data file (`resources/conflicts.toml`); `Judge` is a `conflicts.model.JudgeProtocol`.
In doubt, two statements do not contradict each other.
"""

from arbor_desktop.conflicts.judge.judge import Judge
from arbor_desktop.conflicts.judge.rivals import Rivals

__all__ = ["Judge", "Rivals"]
