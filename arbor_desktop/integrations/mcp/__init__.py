"""The MCP server, `arbor mcp` (spec 6.2): what AI tools may ask of the memory and do to it, over stdio.

`entry` answers first and imports the rest, `server` wires the official SDK, `tools` and `resources` are what
is offered, `answers` the words and shapes, `asking` who asks, `door` the memory behind it, `allowance` how
much one session may do. What may be told and done is not decided here but in `agents/agents`. All
but `entry` import the SDK, which takes most of a second: nothing else may import them at its top.
"""
