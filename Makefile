# Perennial: `make run` to use it, `make test` to be sure of it.

.DEFAULT_GOAL := help
.PHONY: help run build test benchmark benchmark-further load load-static format lint clean packages test-packages load-packages

PORT ?= 8080
SWIFT ?= swift
PYTHON ?= /usr/bin/python3
# More for Benchmarks/Load/load.py.
LOAD ?=
STATIC := -c release --static-swift-stdlib --scratch-path .build/static
SOURCES := Package.swift Plugins Sources Tests Benchmarks
VENV := .venv
# Before a command: its temporary files go with it.
TIDILY := TMPDIR=$$(mktemp -d) && export TMPDIR && trap 'rm -rf "$$TMPDIR"' EXIT &&

help: ## Show this text
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: packages ## Build and start on http://127.0.0.1:8080/ (make run PORT=9000 for another port)
	$(SWIFT) build -c release --product perennial
	exec "$$($(SWIFT) build -c release --show-bin-path)/perennial" serve --port $(PORT)

build: packages ## Build in release
	$(SWIFT) build -c release

test: test-packages $(VENV)/installed ## Run every test, those in the browser too
	$(SWIFT) build --build-tests
	$(TIDILY) $(SWIFT) test --skip-build
	export PERENNIAL_BIN="$$($(SWIFT) build --show-bin-path)/perennial"; $(TIDILY) $(VENV)/bin/pytest Tests/Browser

benchmark: packages ## Compare the engine with the SQLite C API (figures as JSON to $$BENCHMARK_JSON)
	$(SWIFT) build -c release --product Benchmarks
	"$$($(SWIFT) build -c release --show-bin-path)/Benchmarks"

benchmark-further: packages ## Measure accessors, memory, the first rows of a million, and growth
	$(SWIFT) build -c release --product Benchmarks
	"$$($(SWIFT) build -c release --show-bin-path)/Benchmarks" further

load: load-packages ## Put load on the running server (figures as JSON to $$LOAD_JSON)
	$(SWIFT) build -c release --product perennial
	$(PYTHON) Benchmarks/Load/load.py --program "$$($(SWIFT) build -c release --show-bin-path)/perennial" $(LOAD)

load-static: load-packages ## The same, with the start of a program with the static standard library
	$(SWIFT) build $(STATIC) --product perennial
	$(MAKE) load LOAD="--static \"$$($(SWIFT) build $(STATIC) --show-bin-path)/perennial\" $(LOAD)"

format: ## Lay out the Swift code
	$(SWIFT) format --in-place --recursive $(SOURCES)

lint: ## Check the layout of the Swift code
	$(SWIFT) format lint --strict --recursive $(SOURCES)

clean: ## Remove everything that was built
	rm -rf .build $(VENV)

packages:
	@Scripts/install-packages.sh

test-packages:
	@Scripts/install-packages.sh test

load-packages:
	@Scripts/install-packages.sh load

# Needs the packages, which come before it in `test`; depending on them would install it each time.
$(VENV)/installed: Tests/Browser/requirements.txt | test-packages
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement $<
	touch $@
