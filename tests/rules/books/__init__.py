"""The pages of the books, one file a colour."""
