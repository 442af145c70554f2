"""The event file (docs/event-file.md): one file that holds a whole event, so that another installation can go on with
it."""
