"""The arena: bots against bots, with the same luck for everyone and honest statistics."""
