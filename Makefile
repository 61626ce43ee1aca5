# Two commands for everyone: `make site` builds our docs with the extension on this repository, `make test` runs
# everything that CI runs. Both make their own virtual environment.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: site test lint check clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[test,lint,docs]"
	touch $@

site: $(VENV)/.installed
	$(BIN)/sphinx-build -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html"

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: $(VENV)/.installed
	$(BIN)/python -m pytest

test: lint check
	$(BIN)/sphinx-build -n -W --keep-going -q -b html docs docs/_build/test

clean:
	rm -rf docs/_build build dist
