# `make run` and `make test` prepare everything they need; `make help` lists the rest.

VENV := .venv
BIN := $(VENV)/bin
LOCKS := requirements/uv.txt requirements/dev.txt
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled
PAGE := src/rowlock/page/index.html
PAGE_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/generated/*') \
	$(wildcard src/rowlock/locale/*.json src/rowlock/locale/learn/*.json src/rowlock/server/*.py src/rowlock/table/*.py \
		src/rowlock/rules/*.py src/rowlock/rules/pictures/inks.py)

# uv trusts the certificates of this machine and uses the Python that is there.
export UV_SYSTEM_CERTS := 1
export UV_PYTHON_DOWNLOADS := never
# Whatever the environment says: what many processes import is compiled by the first of them.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup run test checks lint format types imports pytest page page-lint page-check page-test nightly bench chaos audit lock wheel clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

ifneq ($(shell command -v npm),)
setup: $(READY) $(COMPILED) $(PAGE) ## install everything, compile and build the page (nothing to do when that is done)
else
setup: $(READY) $(COMPILED)
	@echo "npm is missing, so the page is not built: install Node 20 or newer and run make setup again" >&2
endif

$(READY): pyproject.toml $(LOCKS)
	python3 -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes --compile-bytecode requirements/dev.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

# What bots and solvers compile, before anybody waits for it; a moment if nothing of it has changed.
$(COMPILED): $(READY) $(shell find src/rowlock/bots src/rowlock/rules src/rowlock/solve -name '*.py')
	$(BIN)/rowlock ready
	@touch $@

web/node_modules/.ready: web/package-lock.json web/.npmrc
	cd web && npm ci --no-progress
	@touch $@

$(PAGE): $(PAGE_SOURCES) web/node_modules/.ready | $(READY)
	cd web && npm run --silent types && npm run --silent build -- --logLevel error
	@touch $@

run: setup ## serve the table on this machine and open the browser
	$(BIN)/rowlock

test: checks pytest ## everything that must hold before a commit

checks: setup # each of them uses one core
	@$(MAKE) --no-print-directory --jobs 2 lint types imports page

lint: setup ## style and format, changing nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: setup ## format the code and repair what can be repaired
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	@if command -v npm >/dev/null; then cd web && npm run --silent format; fi

types: setup ## mypy --strict, over everything that is Python
	$(BIN)/mypy

imports: setup ## who may import whom
	$(BIN)/lint-imports --no-logo

# More processes than a small machine has cores: most of the time a test waits for a browser or a server.
pytest: setup ## all tests, the examples of README and docs included
	$(BIN)/pytest -n 6 --dist worksteal

page: page-lint page-check page-test ## the page's format, types and its own tests

page-lint page-check page-test: setup
	@if command -v npm >/dev/null; then cd web && npm run --silent $(@:page-%=%); fi

nightly: setup ## the same tests with very many random games, and those that take long
	$(BIN)/pytest -n auto --hypothesis-profile=nightly -m ""
	@if command -v npm >/dev/null; then cd web && ROWLOCK_GAMES=10000 npm run --silent test -- tests/games/agree.test.ts; fi

bench: setup ## how fast the rules are, in about half a minute
	$(BIN)/python -m bench rules

chaos: setup ## break everything that can break a thousand times while people play, and report (over an hour)
	$(BIN)/python -m bench chaos

audit: setup ## known weaknesses in what is locked, Python and page; asks the advisory services
	$(BIN)/uv tool run --quiet --from 'pip-audit==2.10.1' pip-audit --progress-spinner off --strict --disable-pip --require-hashes \
		-r requirements/uv.txt -r requirements/dev.txt
	@if command -v npm >/dev/null; then cd web && npm audit --audit-level low; fi

COMPILE := uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --custom-compile-command "make lock"

lock: setup ## take the newest versions of all dependencies into the locks
	$(BIN)/$(COMPILE) requirements/uv.in -o requirements/uv.txt
	$(BIN)/$(COMPILE) pyproject.toml --group dev --extra play --extra brains --extra pads --extra postgres --extra redis --extra push -o requirements/dev.txt

wheel: setup ## build the package into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean: ## remove everything that can be made again
	rm -rf $(VENV) dist src/rowlock/page web/node_modules web/src/generated .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
