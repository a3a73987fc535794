"""Conversations as lists of messages: what every message dump and every recorded model call boils down to."""
