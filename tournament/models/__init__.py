"""What is stored: facts, with every rule the database can hold as a constraint."""

from tournament.models.clock import Clock, ClockChange, ClockMoment
from tournament.models.draw import Draw, Swap
from tournament.models.event import Competition, Competitor, Entry, Event, Group
from tournament.models.former_names import FormerName
from tournament.models.imports import Import
from tournament.models.job_queue import QueuedJob
from tournament.models.log import Answered, LogEntry
from tournament.models.members import Invitation, Membership
from tournament.models.notes import Note
from tournament.models.people import Account, LoginLink, SignIn
from tournament.models.prints import Print
from tournament.models.remains import HeldUpBy, Remains
from tournament.models.removed import RemovedEvent
from tournament.models.rounds import Move, Round, Seat, Table, Tie
from tournament.models.screens import Programme, Screen, Slide
from tournament.models.travelled import BroughtIn, MemberName
from tournament.models.wishes import Wish

__all__ = [
    "Account",
    "Answered",
    "BroughtIn",
    "Clock",
    "ClockChange",
    "ClockMoment",
    "Competition",
    "Competitor",
    "Draw",
    "Entry",
    "Event",
    "FormerName",
    "Group",
    "HeldUpBy",
    "Import",
    "Invitation",
    "LogEntry",
    "LoginLink",
    "MemberName",
    "Membership",
    "Move",
    "Note",
    "Print",
    "Programme",
    "QueuedJob",
    "Remains",
    "RemovedEvent",
    "Round",
    "Screen",
    "Seat",
    "SignIn",
    "Slide",
    "Swap",
    "Table",
    "Tie",
    "Wish",
]
