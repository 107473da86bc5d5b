"""Whole games between policies, plain and compiled."""
