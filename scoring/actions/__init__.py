"""Every write at a table."""
