"""Whether two statements contradict each other, judged without a model.

`Rivals.parse` takes the data file (`resources/conflicts.toml`), `Judge` answers: see `core/conflict.py` for
what it promises. Made to err on one side: what may hold together is no contradiction.
"""

from arbor_desktop.core.contradiction.judge import Judge
from arbor_desktop.core.contradiction.rivals import Rivals

__all__ = ["Judge", "Rivals"]
