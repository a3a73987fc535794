"""Resource ids: what a result says the call has made."""
