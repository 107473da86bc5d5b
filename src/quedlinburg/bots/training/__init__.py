"""Learning the master's value from games played against itself. Needs the extra `fast` (numba)."""
