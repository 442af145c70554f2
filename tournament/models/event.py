"""Events, competitions, groups, competitors and their entries (RULES 1 and 5)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.db.models.functions import Lower

from tournament.models.constraints import at_least, choices, one_of
from tournament.models.travel_ids import TravelIdField, new_secret
from tournament.rules.clock import USUAL_CALLS
from tournament.rules.duration import SECONDS_BETWEEN_ROUNDS
from tournament.rules.entries import Kind, Status
from tournament.rules.hall_messages import LONGEST_MESSAGE
from tournament.rules.podium import STEPS
from tournament.rules.presets import Ending, Format, Incomplete, Moving, Ranking, Scoring, Settings
from tournament.rules.short_addresses import LONGEST_SHORT_ADDRESS
from tournament.rules.table_numbers import TableNumbers


def usual_calls() -> list[int]:
    """The calls that a competition begins with, in seconds."""
    return [int(before.total_seconds()) for before in USUAL_CALLS]


def zone_of_this_machine() -> str:
    """The time zone that an event has unless another one is chosen."""
    return str(settings.TIME_ZONE)


class Event(models.Model):
    """A day or weekend; holds one or more competitions."""

    travel_id = TravelIdField()
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    short = models.SlugField(max_length=LONGEST_SHORT_ADDRESS, unique=True, null=True, blank=True)
    """What people type: `/e/syg26` leads to the event's page. An event that came back without one has only its slug."""
    date = models.DateField(null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)
    time_zone = models.CharField(max_length=64, default=zone_of_this_machine)
    """The zone in which people say its times, such as `Australia/Melbourne`."""
    fictional = models.BooleanField(default=False)
    """A rehearsal or demonstration: nobody in it is a real person, and pages say so."""
    has_groups = models.BooleanField(default=True)
    """Whether people come in groups. Without, as at a club night, each person is their own group, and that group has
    no name."""
    full_names = models.BooleanField(default=False)
    """Whether public pages show whole names rather than first name and initial."""
    search_before_draw = models.BooleanField(default=False)
    """Whether anybody can look for a name before the draw is published: until then nobody has to know who comes."""
    erased_at = models.DateTimeField(null=True, blank=True)
    names_kept_at = models.DateTimeField(null=True, blank=True)
    """When an organiser said, weeks after the event, that its names stay: nobody is reminded again."""
    hidden = models.BooleanField(default=False)
    """Whether its public pages are closed."""
    version = models.PositiveIntegerField(default=1)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    """What the keys of its tables and groups are made from. It goes where the event goes, so that printed codes go on
    working there."""
    unfinished_since = models.DateTimeField(null=True, blank=True, db_index=True)
    """The last sign of life of the worker that is still making this demo. Empty for every event that people work
    with."""
    sayings = models.JSONField(default=list, blank=True)
    """Who deals first, a saying for each round; empty: those of rules.dealers."""
    rules_of_the_day = models.TextField(blank=True)
    """What the screens say before the first round, in the organiser's own words; empty: how it is played."""
    message = models.CharField(max_length=LONGEST_MESSAGE, blank=True, default="")
    """What the MC says to everybody, until its end."""
    message_until = models.DateTimeField(null=True, blank=True)
    message_since = models.DateTimeField(null=True, blank=True)
    """When it was sent. A slide gives way to what comes up on the screens after that."""

    class Meta:
        constraints = [
            CheckConstraint(
                name="event_message_has_its_end",
                condition=Q(message="", message_until__isnull=True) | (~Q(message="") & Q(message_until__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Competition(models.Model):
    """One grade of one event, with every choice of RULES 2: its own entries, draw, rounds, tables and clock."""

    travel_id = TravelIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    preset = models.CharField(max_length=40)
    closes_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True, db_index=True)
    version = models.PositiveIntegerField(default=1)
    first_table = models.PositiveIntegerField(default=1)
    """The number on its first table. It is chosen with the plan and fixed at the seal. Everything that is stored counts
    tables from 1."""

    format = models.CharField(max_length=10, choices=choices(Format))
    ending = models.CharField(max_length=10, choices=choices(Ending))
    scoring = models.CharField(max_length=20, choices=choices(Scoring))
    incomplete = models.CharField(max_length=10, choices=choices(Incomplete))
    redraw = models.BooleanField(default=False)
    move = models.CharField(max_length=10, choices=choices(Moving), blank=True)
    ranking = models.CharField(max_length=10, choices=choices(Ranking), blank=True)
    cap = models.PositiveIntegerField(null=True, blank=True)
    rounds = models.PositiveIntegerField(null=True, blank=True)
    table_max = models.PositiveIntegerField()
    decks = models.PositiveIntegerField()
    clock = models.PositiveIntegerField(null=True, blank=True)
    warning = models.PositiveIntegerField(null=True, blank=True)
    times = models.JSONField(default=dict, blank=True)
    """Length and warning of rounds, in seconds, that were changed after the seal, by the round's number. `clock` and
    `warning` stay as they were sealed: the record has those."""
    calls = models.JSONField(default=usual_calls, blank=True)
    """Further calls of the round clock, each as its number of seconds before the end. They decide nothing, so they do
    not belong to the settings that are sealed."""
    break_length = models.PositiveIntegerField(default=SECONDS_BETWEEN_ROUNDS)
    """How long the breaks between its rounds are, in seconds. They decide nothing either."""
    podium_shown = models.PositiveIntegerField(default=0)
    """How many steps of the podium the hall's screens show, counted from third place on (rules/podium.py)."""
    podium_shown_at = models.DateTimeField(null=True, blank=True)
    """When the latest of them was shown."""
    target = models.PositiveIntegerField(null=True, blank=True)
    hands = models.PositiveIntegerField(null=True, blank=True)
    entries_per_group = models.PositiveIntegerField(null=True, blank=True)
    reserves_per_group = models.PositiveIntegerField(null=True, blank=True)
    extra_cards = models.JSONField(default=dict, blank=True)
    switches = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            one_of("format", Format),
            one_of("ending", Ending),
            one_of("scoring", Scoring),
            one_of("incomplete", Incomplete),
            one_of("move", Moving, empty=True),
            one_of("ranking", Ranking, empty=True),
            at_least("table_max", 2),
            at_least("decks", 1),
            at_least("first_table", 1),
            models.CheckConstraint(name="competition_podium_has_three_steps", condition=Q(podium_shown__lte=STEPS)),
            models.CheckConstraint(
                name="competition_warning_within_clock",
                condition=Q(warning__isnull=True) | Q(clock__isnull=True) | Q(warning__lt=F("clock")),
            ),
        ]
        indexes = [  # the sweep asks every second which entries are to be closed
            models.Index(name="competition_closes_by_itself", fields=["closes_at"], condition=Q(closed_at__isnull=True))
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def numbers(self) -> TableNumbers:
        """How its tables are numbered for people."""
        return TableNumbers(self.first_table)

    @property
    def settings(self) -> Settings:
        """The choices as the rules know them."""
        return Settings(
            format=Format(self.format),
            ending=Ending(self.ending),
            scoring=Scoring(self.scoring),
            incomplete=Incomplete(self.incomplete),
            redraw=self.redraw,
            move=Moving(self.move) if self.move else None,
            ranking=Ranking(self.ranking) if self.ranking else None,
            cap=self.cap,
            rounds=self.rounds,
            table_max=self.table_max,
            decks=self.decks,
            clock=self.clock,
            warning=self.warning,
            target=self.target,
            hands=self.hands,
            entries_per_group=self.entries_per_group,
            reserves_per_group=self.reserves_per_group,
            extra_cards=self.extra_cards,
            switches=tuple(self.switches),
        )


class Group(models.Model):
    """A church, club, class or youth group; it has coordinators and people. Where the event has no groups each person
    has one of their own, which has no name."""

    travel_id = TravelIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="groups")
    name = models.CharField(max_length=80, blank=True)
    merged = models.JSONField(default=list, blank=True)
    """The numbers of groups that were merged into it, so that the pages of their coordinators lead here."""

    class Meta:
        constraints = [
            UniqueConstraint("event", Lower("name"), name="group_name_once_per_event", condition=~Q(name=""))
        ]

    def __str__(self) -> str:
        return self.name


class Competitor(models.Model):
    """A person in a group: name, wristband number, nothing more about them. Erased, the name is empty."""

    travel_id = TravelIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="competitors")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="competitors")
    name = models.CharField(max_length=80, blank=True)
    wristband = models.CharField(max_length=20, blank=True)
    here_at = models.DateTimeField(null=True, blank=True)
    """When they were checked in."""
    hidden = models.BooleanField(default=False)
    """Whether public pages and screens call them "A player", without their group."""
    phone_code = models.CharField(max_length=32, blank=True, default="", editable=False)
    """The code by which phones followed them before codes came from their event's secret."""

    class Meta:
        constraints = [
            UniqueConstraint("group", Lower("name"), name="competitor_once_per_group", condition=~Q(name="")),
            UniqueConstraint("event", "wristband", name="wristband_once_per_event", condition=~Q(wristband="")),
        ]

    def __str__(self) -> str:
        return self.name or f"Competitor {self.pk}"


class Entry(models.Model):
    """A competitor's place in a competition. `code` and `group_code` are its line on the sealed list."""

    travel_id = TravelIdField()
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    competitor = models.ForeignKey(Competitor, on_delete=models.CASCADE, related_name="entries")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=choices(Kind))
    status = models.CharField(max_length=12, choices=choices(Status), blank=True)
    code = models.CharField(max_length=12, blank=True)
    group_code = models.CharField(max_length=12, blank=True)
    listed = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    left = models.PositiveIntegerField(null=True, blank=True)
    """The round from which on they were gone."""
    joins = models.PositiveIntegerField(null=True, blank=True)
    """The round in which a late arrival first plays."""

    class Meta:
        constraints = [
            one_of("kind", Kind),
            one_of("status", Status, empty=True),
            UniqueConstraint(fields=["competition", "competitor"], name="entry_person_once_per_competition"),
            UniqueConstraint(fields=["competition", "code"], name="entry_code_once", condition=~Q(code="")),
            models.CheckConstraint(name="entry_listed_has_code", condition=Q(listed=False) | ~Q(code="")),
        ]

    def __str__(self) -> str:
        return self.code or f"{self.kind} {self.pk}"
