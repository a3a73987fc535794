"""What the session logs of command-line agents share."""
