"""The MCP server (spec 6.2)."""
