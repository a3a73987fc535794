"""Scans of long files: see `contract.py`."""
