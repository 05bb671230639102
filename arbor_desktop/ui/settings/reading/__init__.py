"""Choosing who reads conversations: the rules on this computer, or a language model."""
