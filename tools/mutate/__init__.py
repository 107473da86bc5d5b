"""Mutation testing of the rules: break one thing at a time and see whether a check notices."""
