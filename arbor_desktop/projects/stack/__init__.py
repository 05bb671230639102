"""What a project's own files say of it (spec 5.6): read, never executed."""

from arbor_desktop.projects.stack.knowledge import Knowledge, load_knowledge
from arbor_desktop.projects.stack.reader import Reading, is_current, read_project

__all__ = ["Knowledge", "Reading", "is_current", "load_knowledge", "read_project"]
