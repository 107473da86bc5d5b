"""The bot `cautious`: a player over views alone, with a fixed answer to every question."""
