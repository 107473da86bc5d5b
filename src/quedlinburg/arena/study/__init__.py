"""Studies of one bot by watching it play against itself, for the strategy guide."""
