"""The benchmarks behind `quacks bench`: engine, simulator, bots, odds and server."""
