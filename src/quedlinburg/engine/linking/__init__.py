"""Linking: the rules' own lines again, with small functions laid into their callers.

The rules are written as many small named functions, which is how they are read, tested and
compiled; in plain Python their calls cost a fifth of the time. `reading` makes the functions into
`sources` with every name resolved, `splicing` puts lines in place of a call, `linker` decides
where, and `in_play` holds the functions that games use (docs/decisions/0018).
"""
