"""What tracing platforms record of a run or a generation, in their own columns."""
