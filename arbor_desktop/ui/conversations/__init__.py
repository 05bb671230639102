"""The Conversations page: what was captured, and each conversation as it was said."""
