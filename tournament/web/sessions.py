"""Sessions in the database, as Django keeps them, but found by a prepared query, because every request asks for one."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from tournament import current_time
from tournament.prepared import PreparedQuery

_FIND: Final = PreparedQuery(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    """Django's store with the prepared query."""

    def _get_session_from_db(self) -> Session | None:
        found = _FIND.first(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= current_time.now():
            self._session_key = None
            return None
        return found
