"""How an audit is told: to a person, as JSON, SARIF and GitHub annotations, and as a corrected copy."""
