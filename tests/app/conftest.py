"""What tests of an encrypted memory share."""

from tests.encryption.conftest import _quick_passphrases, ring  # noqa: F401
