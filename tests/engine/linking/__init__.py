"""Linking: small functions to link, and what linking does to them and to the rules."""
