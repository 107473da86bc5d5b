"""Exact solutions by tables over all bags: every state that can follow, none left out."""
