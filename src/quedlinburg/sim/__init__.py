"""The same rules, compiled: no rule is written here. Needs the extra `fast` (numba)."""
