"""Properties of whole games."""
