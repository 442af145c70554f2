"""The open record: everything that decided a competition in one file that anybody can check (docs/record.md)."""
