"""The commands: `quacks`, for people at a terminal and for programs that read JSON."""
