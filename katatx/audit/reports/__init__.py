"""Reports on audits: text, JSON, SARIF and GitHub annotations."""
