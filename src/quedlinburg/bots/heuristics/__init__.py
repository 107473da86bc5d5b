"""Rules of thumb that several policies share: facts of a pot, hand-set values, simple answers."""
