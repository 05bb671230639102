"""Integrations with AI tools: hooks, the MCP server, and installing both (setup)."""
