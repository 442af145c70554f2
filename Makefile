# Turntable. `make run` starts it, `make test` proves it; `make help` lists the rest.

PYTHON_IN := .venv/bin/python
# A virtual environment whose Python has gone is made anew.
REPAIR := $(shell test -x $(PYTHON_IN) || echo repair)
COMPILE := $(PYTHON_IN) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

# Other people's packages must not shadow the locked ones; PORT and PYTHON may be given on the command line.
unexport PYTHONPATH PYTHONHOME
export PORT PYTHON
export UV_SYSTEM_CERTS ?= 1

.PHONY: help setup run backup restore test bench torture load words checker lint format lock clean repair
.DEFAULT_GOAL := help

help: ## list these commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r command purpose; do \
		printf '  %-12s %s\n' "$$command" "$$purpose"; done

setup: .venv/.run ## install what running needs into .venv, as locked
run: .venv/.run ## start everything on this laptop (PORT=8080 for another port)
	@$(PYTHON_IN) manage.py serve

backup: .venv/.run ## make a checked backup of this laptop's data, also while it runs
	@$(PYTHON_IN) manage.py backup

restore: .venv/.run ## go back to a backup, after showing what would be lost (FILE=backup.sqlite3, ARGS=--yes)
	@$(PYTHON_IN) manage.py restore "$(FILE)" $(ARGS)

test: .venv/.test ## prove everything, with real servers and a real browser (ARGS=--slowest=10 says what takes long)
	@.ci/browser
	@.ci/tests $(ARGS)

bench: .venv/.test ## measure pages, draws and saves (ARGS="pages hands" for some)
	@$(PYTHON_IN) -m tests.bench $(ARGS)

torture: .venv/.test ## let every fault loose on the real programs and count what was lost (MINUTES=3 SEED=1 ARGS="--where laptop")
	@$(PYTHON_IN) -m tests.torture --minutes $(or $(MINUTES),3) --seed $(or $(SEED),1) $(ARGS)

load: .venv/.test ## see how many events web, worker and Postgres hold (EVENTS=20 MINUTES=3 SEED=1 ARGS="--processes 2")
	@$(PYTHON_IN) -m tests.load --events $(or $(EVENTS),20) --minutes $(or $(MINUTES),3) --seed $(or $(SEED),1) $(ARGS)

words: .venv/.test ## list every sentence that people read and where it stands (ARGS=--no-lines to compare versions)
	@$(PYTHON_IN) -m tests.sentences $(ARGS)

checker: .venv/.run ## write the record's checker as one file, check-record.pyz
	@$(PYTHON_IN) manage.py make_checker

lint: .venv/.test ## style of code and templates, types, the directions of imports, known vulnerabilities
	@$(PYTHON_IN) -m ruff check .
	@$(PYTHON_IN) -m ruff format --check .
	@.venv/bin/djlint --check --quiet templates
	@$(PYTHON_IN) -m mypy
	@.venv/bin/lint-imports
	@.venv/bin/lint-imports --config .ci/pages.importlinter
	@.ci/scripts check
	@.ci/advisories

format: .venv/.test ## put code and templates in their usual shape
	@$(PYTHON_IN) -m ruff check --fix .
	@$(PYTHON_IN) -m ruff format .
	@.venv/bin/djlint --reformat --quiet --warn templates
	@.ci/scripts format

lock: .venv/.run ## write requirements/ again from pyproject.toml (UPGRADE=1 for the newest versions)
	@$(COMPILE) --group setup --output-file requirements/setup.txt
	@$(COMPILE) pyproject.toml --output-file requirements/run.txt
	@$(COMPILE) pyproject.toml --group test --constraints requirements/run.txt --output-file requirements/test.txt
	@.ci/scripts lock

clean: ## remove what can be made again; var/ and what people entered stay
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.run: requirements/setup.txt requirements/run.txt .ci/setup $(REPAIR)
	@.ci/setup run

.venv/.test: requirements/setup.txt requirements/test.txt requirements/scripts/package-lock.json .ci/setup .ci/scripts $(REPAIR)
	@.ci/setup test

repair:
