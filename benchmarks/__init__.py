"""Benchmarks that need a browser or a test tool: they stand beside the package, not in it."""
