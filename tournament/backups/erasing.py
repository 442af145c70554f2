"""Names were erased: every backup of before still holds them, so it goes. One on a stick that isn't there now goes when
it is back; which backups are of before is noted by their number."""

from __future__ import annotations

import logging

from tournament.backups.files import has_backups, last_number, own_folder, write_notes
from tournament.backups.making import one_at_a_time
from tournament.backups.second import delete_up_to, second_folder

log = logging.getLogger(__name__)


def forget_backups() -> None:
    """Delete all backups there are. Raises OSError if that can't even be noted."""
    if not has_backups():
        return
    with one_at_a_time():
        last = last_number()
        delete_up_to(last, own_folder())  # before anything is written: the disk may be full
        write_notes({"erased up to": last})
    if folder := second_folder():
        try:
            delete_up_to(last, folder)
        except OSError as problem:
            log.warning("Backups that hold erased names could not be deleted from %s: %s", folder, problem)
