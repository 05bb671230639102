"""What a hook keeps silent about towards the tool, and says to the person in Arbor."""

from __future__ import annotations


class Trouble(Exception):
    """Something that a person can do something about; the message is for them."""
