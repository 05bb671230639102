"""What a session came to, read from its transcript without any model (spec 5.5)."""

from arbor_desktop.extraction.outcome.derive import RULES, Derived, derive
from arbor_desktop.extraction.outcome.marks import Marks, load_marks
from arbor_desktop.extraction.outcome.proof import Proof, Verdict

__all__ = ["RULES", "Derived", "Marks", "Proof", "Verdict", "derive", "load_marks"]
