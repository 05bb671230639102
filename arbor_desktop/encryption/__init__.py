"""Encryption of the data folder (spec 11.1): the key, where it comes from, turning it on and off.

`<home>/encryption.json` says that the store is encrypted. Without a key nothing of it can be read: hooks and
the MCP server share nothing then, and notes of hooks are sealed until the store is unlocked.
"""
