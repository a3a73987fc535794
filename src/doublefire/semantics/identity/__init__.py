"""What makes two calls the same logical action: canonical arguments, keys, near-equality, and their hashes."""
