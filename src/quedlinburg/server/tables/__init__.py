"""Tables: the one class that changes a table, its handlers, the registry and the lobby."""
