"""Benchmarks of the page in a real Chromium: `quacks bench web` in a checkout."""
