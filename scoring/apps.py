"""The app of what happened at one table."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scoring.actions.hand_rows import move_with_the_clock
        from scoring.actions.seen_seats import forget_who_sat
        from scoring.actions.tablets import forget_words, move_signs_of_life
        from scoring.queries.tablets import read_disputed_tables, read_ticks
        from scoring.record.kept import forget_records
        from scoring.travel import PARTS
        from tournament.actions.clock_steps import clock_was_set
        from tournament.actions.erasing import names_erased
        from tournament.actions.seats import seats_taken_over
        from tournament.queries.check_in import ticked_at_tables
        from tournament.queries.rounds import disputed_tables
        from tournament.travel.parts import add_parts

        names_erased.connect(forget_words)
        names_erased.connect(forget_records)
        clock_was_set.connect(move_signs_of_life)
        clock_was_set.connect(move_with_the_clock)
        seats_taken_over.connect(forget_who_sat)
        disputed_tables.connect(read_disputed_tables)
        ticked_at_tables.connect(read_ticks)
        add_parts(PARTS)
