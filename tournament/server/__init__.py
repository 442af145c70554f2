"""The embedded server: everything a hall needs in one process on one laptop. `run.serve` tells the story.

It stands in a room of its own because nothing else may know how the program was started: actions, tasks and pages are
the same here and on servers, where docker-compose.yml starts uvicorn, a worker and beat instead.
"""


class CannotStart(SystemExit):
    """Says in one sentence why, and what to do; Python prints it and leaves with status 1, without a traceback."""
