"""The organiser's pages, one module for each of the day's tasks."""
