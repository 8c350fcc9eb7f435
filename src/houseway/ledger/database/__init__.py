"""The database: connection, schema, migrations, statements, shared commits, backups."""
