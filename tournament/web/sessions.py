"""Sessions in the database, as Django keeps them, but found by a prepared query, because every request asks for one."""

from __future__ import annotations

from typing import Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from tournament import current_time
from tournament.actions.sign_ins import follow_session
from tournament.prepared import PreparedQuery

_FIND: Final = PreparedQuery(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    """Django's store with the prepared query. Where somebody is signed in, the note of that goes with the key."""

    def _get_session_from_db(self) -> Session | None:
        found = _FIND.first(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= current_time.now():
            self._session_key = None
            return None
        return found

    def cycle_key(self) -> None:
        """Take a new key, as somebody does who comes in."""
        before = self.session_key
        super().cycle_key()
        if before and self.session_key and SESSION_KEY in self:
            follow_session(before, self.session_key)
