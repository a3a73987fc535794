"""An audit as text, JSON, Parquet and the rest: one file a format."""
