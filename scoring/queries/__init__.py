"""Reads of what happened at the tables."""
