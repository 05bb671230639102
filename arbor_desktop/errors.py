"""Errors that people and programs see (spec 7.3); any other exception is a bug."""

from __future__ import annotations

from typing import Any


class ArborError(Exception):
    """An expected failure: `code` for programs, the message for people, `context` for both."""

    code = "INTERNAL_ERROR"

    def __init__(self, message: str, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.context = context


class Cancelled(Exception):
    """The person stopped a long operation: its `progress` raises it."""


class InvalidInput(ArborError):
    """An argument has a bad value."""

    code = "INVALID_INPUT"


class NotFound(ArborError):
    """The named thing does not exist."""

    code = "NOT_FOUND"


class ExtractionFailed(ArborError):
    """A text could not be read for memories."""

    code = "EXTRACTION_FAILED"


class StorageError(ArborError):
    """A file can't be read or written: it is busy, damaged, protected, or the disk is full."""

    code = "STORAGE_ERROR"


class MaintenanceFailed(ArborError):
    """A task of maintenance can't run."""

    code = "MAINTENANCE_FAILED"


class InternalError(ArborError):
    """Any other failure."""

    code = "INTERNAL_ERROR"
