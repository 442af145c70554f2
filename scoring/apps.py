"""The app of what happened at one table."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scoring.actions.tablets import forget_words
        from tournament.actions.erasing import names_erased

        names_erased.connect(forget_words)
