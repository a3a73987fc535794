"""From the tables to findings: folding, pairing, grouping, judgement, rules."""
