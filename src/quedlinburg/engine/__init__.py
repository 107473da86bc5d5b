"""The table as people and programs use it: games, notation, events, views, luck and texts."""
