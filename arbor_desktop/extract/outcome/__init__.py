"""What a session came to, read from its transcript without any model (spec 5.5)."""

from arbor_desktop.extract.outcome.derive import RULES, Derived, derive
from arbor_desktop.extract.outcome.marks import Marks, load_marks
from arbor_desktop.extract.outcome.proof import Proof, Verdict

__all__ = ["RULES", "Derived", "Marks", "Proof", "Verdict", "derive", "load_marks"]
