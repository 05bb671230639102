"""Readers: one module a conversation source, from bytes to turns. No database here."""
