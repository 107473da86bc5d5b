"""The odds against brute force, simulation and the rules."""
