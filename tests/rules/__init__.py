"""Unit tests by rule: a table, something that happens, what the rule says about it."""
