"""Tables as text: positions, records and scenarios, in one language."""
