"""Whether two memories say the same in other words.

`read` takes a text apart once; `same` judges two such statements; `fuller` says which of them to keep. Made
to err on one side: what could be a contradiction, a later version or merely something similar is not the
same.
"""

from arbor_desktop.text.likeness.judge import fuller, same
from arbor_desktop.text.likeness.parser import Statement, read

__all__ = ["Statement", "fuller", "read", "same"]
