"""What makes two calls the same logical action: canonical arguments, keys, near-equality and the hashes of all three."""
