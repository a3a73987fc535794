"""The parts of `make_week.py`: what is recorded, what the agent does, and what goes wrong."""
