"""The MCP server, `arbor mcp` (spec 6.2): what AI tools may query and do, over standard input and output.

`entry` gives the first answers and imports the rest, `server` wires the official SDK, `tools` and `resources`
are what is offered, `tool_results` the texts and shapes, `session` the client, its limits and the memory.
What an agent may see and do is decided in `agents/agents`. All but `entry` and `texts` import the SDK, which
takes most of a second: nothing else may import them at its top.
"""
