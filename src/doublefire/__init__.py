"""doublefire: audits recorded agent traces for side effects that happened more than once."""

__version__ = "0.1.0"
