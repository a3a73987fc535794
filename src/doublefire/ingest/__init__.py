"""From bytes to the narrow tables: sources, framing, dialects, collection."""
