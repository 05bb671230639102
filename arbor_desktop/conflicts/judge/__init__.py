"""Whether two statements contradict each other, judged without a model.

`Rivals.parse` takes the data file (`resources/conflicts.toml`), `Judge` answers: see `conflicts/model.py` for
what it promises. Made to err on one side: what may hold together is no contradiction.
"""

from arbor_desktop.conflicts.judge.judge import Judge
from arbor_desktop.conflicts.judge.rivals import Rivals

__all__ = ["Judge", "Rivals"]
