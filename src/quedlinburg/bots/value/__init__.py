"""What a position is worth: a learned value, marginal values from it, and looking ahead."""
