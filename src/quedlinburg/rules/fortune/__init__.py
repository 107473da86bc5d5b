"""The fortune cards: what each card does, one or two small functions a card (R6)."""
