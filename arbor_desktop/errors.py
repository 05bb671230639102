"""Errors that people and programs see (spec 7.3). Everything else is a bug."""

from __future__ import annotations

from typing import Any


class ArborError(Exception):
    """An expected failure: `code` for programs, the message for people, `context` for both."""

    code = "INTERNAL_ERROR"

    def __init__(self, message: str, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        self.context = context


class InvalidInput(ArborError):
    code = "INVALID_INPUT"


class NotFound(ArborError):
    code = "NOT_FOUND"


class ExtractionFailed(ArborError):
    code = "EXTRACTION_FAILED"


class MemorizationFailed(ArborError):
    code = "MEMORIZATION_FAILED"


class RetrievalFailed(ArborError):
    code = "RETRIEVAL_FAILED"


class StorageError(ArborError):
    code = "STORAGE_ERROR"


class MaintenanceFailed(ArborError):
    code = "MAINTENANCE_FAILED"


class InternalError(ArborError):
    code = "INTERNAL_ERROR"
