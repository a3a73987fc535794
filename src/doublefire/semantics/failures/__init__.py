"""Errors: where a record says that a call went wrong, and whether it did so before or after its effect."""
