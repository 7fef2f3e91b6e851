# Every command we keep. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup dev serve demo test attacks e2e lint lint-python lint-django lint-frontend lint-types
.PHONY: format api docs check proof bench drill faults size mutants coverage mutate failover rehearsal lock

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

help: ## List the commands
	@grep -hE '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

setup: ## Install everything the project needs, on Debian
	tools/setup

dev: ## Start all processes with reload, in one terminal, without keys
	@tools/dev

serve: ## Start the production setup on :8000: nginx, gunicorn, worker, stand-ins
	@tools/serve

demo: ## Fill the database with demo data; `SIZE=large` for 100,000 purchases
	@$(BACKEND)/python manage.py demo --size $(SIZE)

test: ## Run the backend and frontend tests
	$(BACKEND)/pytest -n 3 --dist loadfile
	cd frontend && npm test

attacks: ## Run every attack of docs/explanation/security/attacks.md; `FUZZ_EXAMPLES=1000` for the long run
	cd backend && ../$(VENV)/pytest -n 3 --dist loadfile tests/attacks $$(../$(VENV)/python ../tools/named_attacks.py)

e2e: ## Run the browser tests on the production setup; `PROOF=1` for all, `PICTURES=1` for all with pictures
	tools/e2e

lint: ## Check style, types, layers, migrations and generated files
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

format: ## Format the code
	$(BACKEND)/ruff check --fix . ../standins ../tools ../bench
	$(BACKEND)/ruff format . ../standins ../tools ../bench
	cd frontend && npm run --silent format

api: ## Write the API document, the frontend's types and the reference pages from the code
	$(BACKEND)/python manage.py export_api
	cd frontend && npm run --silent api

docs: ## Build the documentation site in .run/site
	@tools/docs

check: ## Run all checks that a merge requires
	tools/check

proof: ## Run the nightly suite at full size and write .run/proof-record.md; `ONLY=journeys` for some steps
	tools/proof-setup
	PROOF=1 ONLY="$(ONLY)" tools/check

size: ## Print the lines and files of each part
	@$(VENV)/python tools/size.py

mutants: ## Remove one guard at a time and expect a test to fail; `ONLY=S01,D07` for some
	$(VENV)/python tools/mutants.py $(if $(ONLY),--only $(ONLY))

coverage: ## Record which backend test executes which line, for `make mutate`
	rm -rf .run/coverage
	$(BACKEND)/python -m pytest -q -p tools.line_record -n 2 --dist loadfile -m "not long and not slow and not timing"

mutate: ## Generate mutants and list those that no test notices; SEED=2 COUNT=20 for others; ONLY=fingerprints
	$(VENV)/python -m tools.mutate --seed $(SEED) --count $(COUNT) $(if $(ONLY),--only $(ONLY) --seconds 400)

bench: ## Measure against bare engines and write .run/bench; `QUICK=1` for two minutes
	cd frontend && npm run --silent build
	QUICK=$(QUICK) PYTHONPATH=.:backend $(VENV)/python -m bench.run

drill: ## Lose the database and restore it, on a server of its own
	tools/drill

faults: ## Kill, crash and cut everything in the catalog of faults and write a report; `LONG=1` for hours
	@tools/faults

failover: ## Lose database machines while customers buy and write .run/failover; `LONG=1` for an hour or two; needs root
	@tools/failover

rehearsal: ## Run the deployment guides on fresh machines and images; `PARTS="site images"` for some; needs root
	@tools/rehearsal $(PARTS)

# For every Python it may meet, Debian 12's own 3.11.2 being the oldest.
lock: ## Update the lock files
	cd backend && $(UV) pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-header -q requirements.in -o requirements.txt
	cd backend && $(UV) pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-header -q requirements-dev.in -o requirements-dev.txt
	cd deploy/ha && $(UV) pip compile --universal --python-version 3.11 --upgrade --generate-hashes --no-header -q requirements.in -o requirements.txt
	cd frontend && npm run --silent lock
