"""Encryption at rest: choosing the key, the recovery code, the change itself, and the locked memory."""
