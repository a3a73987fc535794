"""From a path to records: sources, containers and framing. No format of traces is known here."""
