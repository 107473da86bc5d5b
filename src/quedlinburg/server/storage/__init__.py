"""Storage: the schema and its migrations, the queries, and one writer for all tables."""
