"""Single values and texts: exact JSON, normal forms, paths, placeholders, made-up values."""
