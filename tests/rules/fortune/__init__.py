"""The fortune cards, one file for each colour of their backs."""
