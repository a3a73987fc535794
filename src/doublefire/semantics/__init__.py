"""What values mean: identity, keys, effects, outcomes, resource ids. Pure functions, no tables, no files."""
