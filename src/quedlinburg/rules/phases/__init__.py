"""The phases of a round: fortune, rats, potions, evaluation, shop, clean-up (R3, R3.4)."""
