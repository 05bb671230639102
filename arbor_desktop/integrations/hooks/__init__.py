"""Hooks: the program that AI tools call at a session's events, `arbor hook EVENT` (spec 6.1).

`entry` reads the call, `events` decides what is printed, `contracts` knows each tool's events and
fields, `home_folder` reads Arbor's settings and leaves notes. The block's text comes from
`context/hook_blocks`.
"""
