"""Bots in processes of their own: the pool that asks them, advice and odds for people."""
