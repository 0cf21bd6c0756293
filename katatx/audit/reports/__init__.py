"""Reports on audits: for a person, as JSON, as SARIF and as GitHub annotations."""
