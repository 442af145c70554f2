"""Backups of a laptop: what is in one, how it is made, where it is kept, and how it is restored.

    contents      what a database or a backup holds, and whether it is whole
    copying       a whole copy of a database that others write to, without making a hand wait
    files         where backups lie, and what they are called
    making        `make`, `ask` and `backed_up_first`: everything that wants a backup calls one of these
    second        the second folder, such as a USB stick
    erasing       names were erased: backups of before go, also from a stick that comes back later
    restoring     a backup takes the place of the database, in steps that can be interrupted
    status        how the backups are, for pages and the terminal

A backup is one SQLite file: the database, and a table of its own with the secret key, so that printed codes and
sign-ins go on on another laptop. Nothing here runs by itself: on a laptop a thread of `tournament/server/backing_up.py`
does. On servers there is nothing to do: docker-compose.yml has `pg_dump`.
"""
