# Two commands for everyone: `make site` builds our docs with the extension on this repository, `make test` runs
# all tests. Both make their own virtual environment. CI runs `make matrix` too, for other versions of Sphinx and Python.
PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
MINUTES ?= 20
BIN := $(VENV)/bin

.PHONY: site test lint check quick matrix messages clean

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
	$(BIN)/python -m pytest -n $(JOBS)

quick: $(VENV)/.installed
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not build and not once"

matrix:
	$(PYTHON) .ci/matrix.py --minutes $(MINUTES)

test: lint check
	$(BIN)/sphinx-build -n -W --keep-going -q -b html docs docs/_build/test

# Gathers the words that readers see and brings every catalog up to date; translate what it adds, then run it again.
# What marks a word: our own functions, and the second argument of what declares a language, which is its label.
LOCALE := sphinx_kwdocs/locale
MESSAGE_KEYWORDS := _ N_ NN_:1,2 ngettext:1,2 pgettext:1c,2 Language:2 token_language:2 Option:3

messages: $(VENV)/.installed
	$(BIN)/pybabel -q extract --no-default-keywords $(MESSAGE_KEYWORDS:%=-k %) -c Translators: --add-location=file \
		--sort-by-file --project=sphinx-kwdocs --copyright-holder="the sphinx-kwdocs authors" \
		-o $(LOCALE)/sphinx_kwdocs.pot sphinx_kwdocs
	$(BIN)/pybabel -q update -D sphinx_kwdocs -i $(LOCALE)/sphinx_kwdocs.pot -d $(LOCALE) --no-fuzzy-matching \
		--ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -D sphinx_kwdocs -d $(LOCALE)

clean:
	rm -rf docs/_build build dist .venv-matrix
