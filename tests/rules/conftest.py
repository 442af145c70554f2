"""The same examples in every run: a test of the rules that passed yesterday passes today."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    max_examples=50,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rules")
