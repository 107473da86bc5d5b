"""A slow, independent reading of rules.md that the real engine is compared with."""
