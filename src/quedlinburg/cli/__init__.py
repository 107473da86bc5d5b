"""The commands: `quacks`, for people at a terminal and for programs that read JSON."""

# The exit code of a command that Ctrl-C ended.
INTERRUPTED = 130
