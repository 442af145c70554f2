"""The project's settings with a data folder of their own: no test may ever touch what somebody keeps in var/."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

for name in [name for name in os.environ if name.startswith("TURNTABLE_")]:
    del os.environ[name]
os.environ["TURNTABLE_DATA"] = tempfile.mkdtemp(prefix="turntable-tests-")
atexit.register(shutil.rmtree, os.environ["TURNTABLE_DATA"], ignore_errors=True)
os.environ["TURNTABLE_EMAIL_URL"] = "smtp://localhost:9?from=uno@club.example&tls=no"  # Django keeps tests' mail itself
os.environ["TURNTABLE_TIME_ZONE"] = "Europe/Berlin"  # not UTC, so that a forgotten conversion is seen

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import DATA, DATABASES  # noqa: E402

# A real file with the real locking; Django's usual database in memory would share one lock between all threads.
TEST_DATABASE = Path(DATA) / "test.sqlite3"
DATABASES["default"]["TEST"] = {"NAME": TEST_DATABASE}
# Nobody pulls this process's plug: tests that kill start programs, which wait for the disk as they do elsewhere.
DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"
DATABASES["default"]["CONN_MAX_AGE"] = 0  # threads of a test server leave no connection behind
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # slow by design is for servers
SECONDS_REMEMBERED = 0  # tests change rows behind everybody's back; what is remembered has tests of its own
