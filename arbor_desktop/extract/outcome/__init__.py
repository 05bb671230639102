"""What a session came to, read from its transcript without any model (spec 5.5)."""

from arbor_desktop.extract.outcome.derive import Derived, derive
from arbor_desktop.extract.outcome.marks import Marks, load_marks
from arbor_desktop.extract.outcome.proof import Proof, Verdict

__all__ = ["Derived", "Marks", "Proof", "Verdict", "derive", "load_marks"]
