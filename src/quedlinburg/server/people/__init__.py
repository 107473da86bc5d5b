"""People: identities, their connections, and how much each may ask."""
