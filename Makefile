# make audit   audit the traces in sample_traces/; all it needs is Python 3.11 or newer with pip
# make test    lint, types, import contracts and all tests
# make bench   time the audit of long traces beside DuckDB and a bare parsing loop
#
# PYTHON=... picks the interpreter, VENV=... the virtual environment, ARGS=... goes to pytest.

VENV ?= .venv
BIN := $(VENV)/bin
CANDIDATES := python3 python3.11 python3.12 python3.13 python3.14 python
PYTHON ?= $(shell for python in $(CANDIDATES); do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SEED := 7

.DEFAULT_GOAL := help
.PHONY: help audit test lint bench week clean

help:
	@sed -n 's/^# \{0,1\}//p; /^$$/q' Makefile

# Findings are what the samples are for, so they do not fail the target; an audit that cannot run does.
audit: $(VENV)/.installed
	$(BIN)/doublefire audit sample_traces --fail-on never

test: lint
	$(BIN)/python -m pytest --numprocesses auto $(ARGS)

lint: $(VENV)/.developer
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Traces of 200 MB of each kind in a temporary folder; BENCH="--megabytes 400 --rounds 5" asks for more.
bench: $(VENV)/.developer
	$(BIN)/python benchmarks/run.py $(BENCH)

# The week that is checked in; make_week.py tells how another seed is made.
week:
	$(PYTHON) sample_traces/make_week.py --seed $(SEED) \
		--out sample_traces/week.otlp.jsonl --answers sample_traces/week.answers.json

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Both stamps are as new as the last installation; the sources are linked, so only a new pyproject.toml needs another.
# A system Python may come without ensurepip: then its own pip puts one into the environment.
$(VENV)/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "doublefire needs Python 3.11 or newer; name it with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) 2>/dev/null || { $(PYTHON) -m venv --without-pip $(VENV) && \
		$(PYTHON) -m pip --disable-pip-version-check --quiet --python $(BIN)/python install pip; }
	$(PIP) install --editable .
	@touch $@

$(VENV)/.developer: $(VENV)/.installed
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --group dev
	@touch $@
