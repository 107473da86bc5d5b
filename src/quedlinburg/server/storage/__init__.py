"""What is stored and how: the schema, its migrations, one writer, and the queries."""
