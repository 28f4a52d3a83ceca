# Perennial: `make run` to use it, `make test` to be sure of it.

.DEFAULT_GOAL := help
.PHONY: help run build test docs test-threads test-deb scan benchmark benchmark-further load load-static static install uninstall deb \
	format lint clean packages test-packages load-packages deb-packages test-deb-packages scan-packages

PORT ?= 8080
SWIFT ?= swift
PYTHON ?= /usr/bin/python3
# It is part of the toolchain.
DOCC ?= $(or $(shell command -v docc),$(dir $(realpath $(shell command -v $(SWIFT))))docc)
# More for Benchmarks/Load/load.py.
LOAD ?=
# Scanners alone, instead of all: `make scan SCAN="schemathesis tls"`.
SCAN ?=
# Runs without the toolchain: Swift's libraries are in the program.
STATIC := -c release --static-swift-stdlib --disable-local-rpath --scratch-path .build/static
STATIC_PROGRAM := .build/static/release/perennial
# What is installed, and where: `make install PREFIX=/usr DESTDIR=FOLDER` fills a folder.
PROGRAM ?= $(STATIC_PROGRAM)
PREFIX ?= /usr/local
UNITDIR ?= $(PREFIX)/lib/systemd/system
# The package's version is the program's own and this count, which a later commit has higher.
DEB_REVISION ?= $(shell git rev-list --count HEAD)
SOURCES := Package.swift Plugins Sources Tests Benchmarks
VENV := .venv
SCANNERS := .build/scanners
# Before a command: its temporary files go with it. Some of a test's programs run as nobody, who has to get there.
TIDILY := TMPDIR=$$(mktemp -d) && chmod 755 "$$TMPDIR" && export TMPDIR && trap 'rm -rf "$$TMPDIR"' EXIT &&

help: ## Show this text
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | sed 's/\$$\$$/$$/g' | expand -t 24

run: packages ## Build and start on http://127.0.0.1:8080/ (make run PORT=9000 for another port)
	$(SWIFT) build -c release --product perennial
	exec "$$($(SWIFT) build -c release --show-bin-path)/perennial" serve --port $(PORT)

build: packages ## Build in release
	$(SWIFT) build -c release

static: $(STATIC_PROGRAM) ## Build the program that is installed: it needs no Swift toolchain

install: $(PROGRAM) ## Install program, systemd unit and man page (PREFIX=/usr/local, DESTDIR=)
	install -D --mode=755 --strip $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/perennial"
	install -D --mode=644 Packaging/perennial.1 "$(DESTDIR)$(PREFIX)/share/man/man1/perennial.1"
	install -D --mode=644 Packaging/perennial.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/perennial.conf"
	install -D --mode=644 Packaging/perennial.service.in "$(DESTDIR)$(UNITDIR)/perennial.service"
	sed --in-place 's|@PREFIX@|$(PREFIX)|' "$(DESTDIR)$(UNITDIR)/perennial.service" \
		"$(DESTDIR)$(PREFIX)/share/man/man1/perennial.1"
	test -e "$(DESTDIR)/etc/default/perennial" \
		|| install -D --mode=644 Packaging/perennial.default "$(DESTDIR)/etc/default/perennial"

uninstall: ## Remove what was installed; the garden stays, and options that were changed
	rm -f "$(DESTDIR)$(PREFIX)/bin/perennial" "$(DESTDIR)$(PREFIX)/share/man/man1/perennial.1" \
		"$(DESTDIR)$(PREFIX)/lib/sysusers.d/perennial.conf" "$(DESTDIR)$(UNITDIR)/perennial.service"
	if cmp --silent Packaging/perennial.default "$(DESTDIR)/etc/default/perennial"; then \
		rm "$(DESTDIR)/etc/default/perennial"; \
	fi

deb: $(STATIC_PROGRAM) deb-packages ## Make a Debian package, and show where it is
	rm -f .build/perennial_*.deb
	Packaging/build-deb.sh $(DEB_REVISION)

test: test-packages $(VENV)/installed ## Run every test, those in the browser too
	$(SWIFT) build --build-tests
	$(MAKE) docs
	export CORE_DATA_CONCURRENCY_DEBUG=1; $(TIDILY) $(SWIFT) test --skip-build
	export CORE_DATA_CONCURRENCY_DEBUG=1 PERENNIAL_BIN="$$($(SWIFT) build --show-bin-path)/perennial"; $(TIDILY) $(VENV)/bin/pytest Tests/Browser

docs: packages ## Write the documentation of CoreData to .build/docs
	$(SWIFT) build --build-tests
	$(SWIFT) package dump-symbol-graph --minimum-access-level public --skip-synthesized-members > .build/docs.log \
		|| { grep error: .build/docs.log; false; }
	rm -rf .build/docs .build/docs-symbols
	mkdir -p .build/docs-symbols
	cp "$$($(SWIFT) build --show-bin-path)"/../symbolgraph/CoreData*.symbols.json .build/docs-symbols
	$(DOCC) convert Documentation/CoreData.docc --additional-symbol-graph-dir .build/docs-symbols \
		--fallback-bundle-identifier perennial.CoreData --transform-for-static-hosting --warnings-as-errors \
		--output-path .build/docs
	@echo ".build/docs/documentation/coredata/index.html, to be served from .build/docs"

test-threads: packages ## Look for data races in contexts, with ThreadSanitizer (some minutes)
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/threads
	export TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Threads/suppressions.txt"; $(TIDILY) $(SWIFT) test --skip-build \
		--sanitize=thread --scratch-path .build/threads --filter "CoreDataTests.*(Contexts|Context|Keys|Merging|Controller|Reading|News|Identity|Saving|Queue|Generation)Tests"

test-deb: $(STATIC_PROGRAM) deb-packages test-deb-packages ## Install, run, upgrade and remove the package in a Debian of its own (root, network)
	$(TIDILY) Tests/Package/test-deb.sh

scan: scan-packages $(SCANNERS)/installed ## Have scanners attack the running program (some minutes)
	$(SWIFT) build -c release --product perennial
	export PERENNIAL_BIN="$$($(SWIFT) build -c release --show-bin-path)/perennial" \
		WAPITI="$(SCANNERS)/wapiti/bin/wapiti"; $(TIDILY) $(SCANNERS)/others/bin/python Tests/Scan/scan.py $(SCAN)

benchmark: packages ## Compare the engine with the SQLite C API (figures as JSON to $$BENCHMARK_JSON)
	$(SWIFT) build -c release --product Benchmarks
	"$$($(SWIFT) build -c release --show-bin-path)/Benchmarks"

benchmark-further: packages ## Measure accessors, memory, the first rows of a million, and growth
	$(SWIFT) build -c release --product Benchmarks
	"$$($(SWIFT) build -c release --show-bin-path)/Benchmarks" further

load: load-packages ## Put load on the running server (figures as JSON to $$LOAD_JSON)
	$(SWIFT) build -c release --product perennial
	$(PYTHON) Benchmarks/Load/load.py --program "$$($(SWIFT) build -c release --show-bin-path)/perennial" $(LOAD)

load-static: load-packages $(STATIC_PROGRAM) ## The same, with the start of a program with the static standard library
	$(MAKE) load LOAD="--static $(STATIC_PROGRAM) $(LOAD)"

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

deb-packages:
	@Scripts/install-packages.sh deb

scan-packages:
	@Scripts/install-packages.sh scan

test-deb-packages:
	@Scripts/install-packages.sh test-deb

# Built when a source is newer, so that `sudo make install` after `make static` needs no toolchain.
$(STATIC_PROGRAM): $(shell find Package.swift Plugins Sources -type f | sed 's/ /\\ /g') | packages
	$(SWIFT) build $(STATIC) --product perennial
	touch $@

# Needs the packages, which come before it in `test`; depending on them would install it each time.
$(VENV)/installed: Tests/Browser/requirements.txt | test-packages
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement $<
	touch $@

# wapiti wants other versions of some packages than the others do, so it is apart.
$(SCANNERS)/installed: Tests/Scan/requirements.txt Tests/Scan/requirements-wapiti.txt | scan-packages
	rm -rf $(SCANNERS)
	$(PYTHON) -m venv $(SCANNERS)/others
	$(SCANNERS)/others/bin/pip install --quiet --requirement Tests/Scan/requirements.txt
	$(PYTHON) -m venv $(SCANNERS)/wapiti
	$(SCANNERS)/wapiti/bin/pip install --quiet --requirement Tests/Scan/requirements-wapiti.txt
	touch $@
