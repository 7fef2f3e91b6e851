# Every command we keep. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup dev serve demo test attacks e2e lint lint-python lint-django lint-frontend lint-types
.PHONY: format api check proof bench drill faults size mutants coverage mutate failover rehearsal lock

# A machine that keeps no compiled Python would compile Django anew for every process: five seconds each.
unexport PYTHONDONTWRITEBYTECODE

SIZE ?= small
QUICK ?=
SEED ?= 1
COUNT ?= 100
PARTS ?=
VENV := .venv/bin
BACKEND := cd backend && ../$(VENV)
UV := $(CURDIR)/$(VENV)/uv

help: ## This list
	@grep -hE '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

setup: ## Install everything this project needs, from a bare Debian machine
	tools/setup

dev: ## Everything with reload in one terminal, no keys needed
	@tools/dev

serve: ## The production shape on :8000: nginx, gunicorn, worker, stand-ins
	@tools/serve

demo: ## Fill the database with a lively demo; SIZE=large for 100,000 purchases
	@$(BACKEND)/python manage.py demo --size $(SIZE)

test: ## Backend and frontend tests
	$(BACKEND)/pytest -n 3 --dist loadfile
	cd frontend && npm test

attacks: ## Every attack of docs/security/attacks.md; FUZZ_EXAMPLES=1000 for the long run
	cd backend && ../$(VENV)/pytest -n 3 --dist loadfile tests/attacks $$(../$(VENV)/python ../tools/named_attacks.py)

e2e: ## Browser journeys on the production shape
	tools/e2e

lint: ## Style, types, the import ladder, migrations, generated API files
	@$(MAKE) --no-print-directory -j2 --output-sync lint-python lint-types lint-frontend lint-django

lint-python:
	$(VENV)/codespell
	$(BACKEND)/ruff check . ../standins ../tools ../bench
	$(BACKEND)/ruff format --check . ../standins ../tools ../bench
	$(BACKEND)/mypy . ../standins ../tools ../bench
	$(BACKEND)/lint-imports

lint-django:
	$(BACKEND)/python manage.py makemigrations --check --dry-run
	$(BACKEND)/python manage.py lintmigrations --settings config.settings_test --quiet ok ignore
	$(BACKEND)/python manage.py export_api --check

lint-frontend:
	cd frontend && npm run --silent api -- --check && npm run --silent lint && npm run --silent knip

lint-types:
	cd frontend && npm run --silent types

format: ## Put code into the house's style
	$(BACKEND)/ruff check --fix . ../standins ../tools ../bench
	$(BACKEND)/ruff format . ../standins ../tools ../bench
	cd frontend && npm run --silent format

api: ## Write the OpenAPI document and the frontend's types from the code
	$(BACKEND)/python manage.py export_api
	cd frontend && npm run --silent api

check: ## All that must hold before a commit lands
	tools/check

proof: ## The nightly tier: every proof at its full size, recorded in docs/proof-record.md; ONLY=journeys for some
	tools/proof-setup
	PROOF=1 ONLY="$(ONLY)" tools/check

size: ## Lines and files of each part
	@$(VENV)/python tools/size.py

mutants: ## Remove one guard at a time: a test must notice each; ONLY=S01,D07 for some
	$(VENV)/python tools/mutants.py $(if $(ONLY),--only $(ONLY))

coverage: ## Record which backend test executes which line, for `make mutate`
	rm -rf .run/coverage
	$(BACKEND)/python -m pytest -q -p tools.line_record -n 2 --dist loadfile -m "not long and not slow and not timing"

mutate: ## Generate mutants and list those that no test notices; SEED=2 COUNT=20 for others; ONLY=fingerprints
	$(VENV)/python -m tools.mutate --seed $(SEED) --count $(COUNT) $(if $(ONLY),--only $(ONLY) --seconds 400)

bench: ## Measure against the bare engines, on loopback; QUICK=1 for two minutes
	cd frontend && npm run --silent build
	QUICK=$(QUICK) PYTHONPATH=.:backend $(VENV)/python -m bench.run

drill: ## Lose the database and get everything back, on a server of its own
	tools/drill

faults: ## Kill, crash and cut everything in the catalogue of faults; LONG=1 for hours
	@tools/faults

failover: ## Lose database machines while customers buy, a round of each; LONG=1 for an hour or two
	@tools/failover

rehearsal: ## Run what is shipped on machines and in images made for it; PARTS="site images" for some
	@tools/rehearsal $(PARTS)

# For every Python it may meet, Debian 12's own 3.11.2 being the oldest.
lock: ## Renew the lock files
	cd backend && $(UV) pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-header -q requirements.in -o requirements.txt
	cd backend && $(UV) pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-header -q requirements-dev.in -o requirements-dev.txt
	cd deploy/ha && $(UV) pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-header -q requirements.in -o requirements.txt
	cd frontend && npm run --silent lock
