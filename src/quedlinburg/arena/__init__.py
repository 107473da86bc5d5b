"""The arena: contests between bots, every deal played in each rotation with the same luck."""
