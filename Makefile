# Hemicycle. `make help` lists what can be done. Needs Python 3.11 or newer and nothing else.

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$name && break; done)
VENV := .venv/bin
unexport PYTHONDONTWRITEBYTECODE DJANGO_SETTINGS_MODULE
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
# Each worker of the tests has servers of its own; configured ones cannot be shared.
WORKERS ?= $(if $(DATABASE_URL)$(REDIS_URL),0,2)
# Tests in a browser leave a site running that others want fresh, so they are run by themselves. Exit status 5
# says that ARGS chose none of this part.
run_tests = $(VENV)/python -m pytest -n $(WORKERS) -m "$(if $(MARK),($(MARK)) and )($(1)) and not faults" $(ARGS) || [ $$? -eq 5 ]
.PHONY: help run test pytest faults golden bench picture check format lock audit python installed installed-all

help: ## List these commands.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: installed ## Run the whole site here; PORT=8000 and HOST=127.0.0.1 say where.
	@exec $(VENV)/python -m config.run

test: check pytest ## Check the code, then run every test; ARGS="-k word" chooses.

pytest: installed-all ## Run the tests alone; MARK=servers chooses some, WORKERS=0 does not share them out.
	@$(call run_tests,not browser)
	@$(call run_tests,browser)

faults: installed-all ## Kill processes and servers hundreds of times, and run all else that takes long; SEED=7 begins another storm.
	@$(VENV)/python -m pytest -m faults -s $(ARGS)

golden: installed-all ## Write the playthroughs anew; read what changed in them like code.
	@GOLDEN=write $(VENV)/python -m pytest -q tests/playthroughs
	@git --no-pager diff --stat tests/playthroughs

bench: installed-all ## Measure the hot paths, each beside the least that could do the same.
	@$(VENV)/python -m bench $(ARGS)

picture: installed-all ## Take the README's picture, docs/world.png, from a running site; SITE=http://127.0.0.1:8000 says where.
	@$(VENV)/python docs/take_picture.py $(SITE)

check: installed-all ## Check style, types, the layers between packages, migrations and templates.
	$(VENV)/ruff check
	$(VENV)/ruff format --check
	$(VENV)/lint-imports --no-logo
	$(VENV)/mypy
	DATABASE_POOL=0 $(VENV)/python -W "ignore:Got an error checking" manage.py makemigrations --check --dry-run
	$(VENV)/djhtml --tabwidth 2 --check templates
	@$(VENV)/python config/audit.py

format: installed-all ## Put code and templates into the project's form.
	$(VENV)/ruff check --fix
	$(VENV)/ruff format
	$(VENV)/djhtml --tabwidth 2 templates

lock: installed-all ## Choose the newest allowed packages and write requirements/*.txt.
	@for name in run test dev; do \
		echo "Locking requirements/$$name.in."; \
		$(VENV)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --no-header requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done

audit: installed-all ## Ask whether a flaw is known in a locked package; needs the network.
	@$(VENV)/python config/audit.py --must

installed: python
	@$(PYTHON) config/install.py run

installed-all: python
	@$(PYTHON) config/install.py run test dev

python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found. Where it is, say: make run PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { echo "$(PYTHON) is older than Python 3.11, which is needed. Name a newer one: make run PYTHON=/path/to/python3"; exit 1; }
