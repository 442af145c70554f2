"""Saving a roster: what the rules of attendance decided about people and seats, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from tournament import current_time
from tournament.actions.moves import add_moves
from tournament.actions.seats import save_seats
from tournament.models import Competition, Entry, Move, Round, Table
from tournament.queries.roster import read_roster
from tournament.queries.standing import read_standing
from tournament.rules.attendance import reseating
from tournament.rules.attendance.roster import Player, Roster, RosterRound


def lock_roster(competition: Competition) -> Roster:
    """The roster of a locked competition, with the latest round's tables locked too. Hands that are being recorded are
    waited for, so that it is certain whether the round has dealt."""
    latest = read_standing(competition, current_time.now()).latest
    if latest is not None:
        list(Table.objects.select_for_update().filter(round=latest.pk))
    return read_roster(competition)


def reseat(competition: Competition) -> None:
    """Seat the latest round, which has not dealt: it is new, or the round before was corrected."""
    roster = read_roster(competition)
    save_roster(competition, roster, reseating.reseat(roster))


def save_roster(competition: Competition, before: Roster, after: Roster) -> None:
    """Write what differs: people's lines, and the seats and moves of the latest round."""
    _save_players(competition, before.players, after.players)
    if before.latest is None or after.latest is None or before.latest == after.latest:
        return
    round_ = Round.objects.get(competition=competition, number=after.latest.number)
    entries = dict(competition.entries.exclude(code="").values_list("code", "pk"))
    if before.latest.tables != after.latest.tables:
        save_seats(round_, after.latest, entries)
    if before.latest.balance != after.latest.balance:
        _save_balance(competition, after.latest, entries)
    if (round_.method, round_.attempt) != (after.latest.method, after.latest.attempt):
        round_.method, round_.attempt = after.latest.method, after.latest.attempt
        round_.save(update_fields=["method", "attempt"])


def _save_players(competition: Competition, before: Mapping[str, Player], after: Mapping[str, Player]) -> None:
    for code, player in after.items():
        if player != before.get(code):
            entry = Entry.objects.filter(competition=competition, code=code)
            entry.update(status=player.status, left=player.left, joins=player.joins)


def _save_balance(competition: Competition, after: RosterRound, entries: Mapping[str, int]) -> None:
    """The balancing moves stand behind those of best and worst."""
    moves = Move.objects.filter(competition=competition, after=after.number - 1)
    moves.filter(why="balance").delete()
    add_moves(competition, after.number - 1, after.balance, entries, first=moves.count() + 1)
