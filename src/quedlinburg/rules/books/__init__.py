"""The ingredient books: what each page does, one or two small functions a page."""
