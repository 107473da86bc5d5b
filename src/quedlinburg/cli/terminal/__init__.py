"""The table in the terminal: what it shows, what a person types, saved games, replays."""
