"""Builders, strategies and conformance checks, for our tests and for authors of bots."""
