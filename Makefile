# petteia: `make run` to play, `make test` to test, `make help` for the rest.

PYTHON ?= python3
BASE   ?=
VENV   ?= .venv
ARGS   ?=

# The compiler that this Python asks for, where it exists; otherwise cc. `make CC=...` overrides.
find_cc = import shutil, sysconfig; cc = sysconfig.get_config_var("CC") or "cc"; print(cc if shutil.which(cc.split()[0]) else "cc")
ifeq ($(origin CC),default)
COMPILER = $(shell $(PYTHON) -c '$(find_cc)' 2> /dev/null)
else
COMPILER = $(CC)
endif

BIN   := $(VENV)/bin
LAYERS := front engine ext ai protocols
# Folders count as sources too: they change when a file is added or removed.
SOURCES := pyproject.toml setup.py $(shell find $(LAYERS) -name __pycache__ -prune -o ! -name '*.so' \( -type f -o -type d \) -print)
# What a bounds-checked and a sanitized build must run: every kernel, played beside the reference rules; the search at its
# parameters' bounds; the Python handles with wrong numbers.
KERNEL_TESTS ?= tests/games/test_lockstep.py $(wildcard tests/games/*/test_sampling.py) tests/search/test_every_game.py \
  tests/search/test_params.py tests/search/test_batches.py tests/core/test_checked.py \
  $(wildcard tests/core/test_vector*.py tests/core/test_searcher*.py)

export PIP_DISABLE_PIP_VERSION_CHECK = 1
pip_install = CC="$(COMPILER)" $(BIN)/python -m pip install --quiet --no-build-isolation
peers = $$($(BIN)/python -c 'import tomllib; \
  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["peers"])')
# Half a second for each benchmark, in rounds of their own.
BENCH_OPTIONS = --benchmark-max-time=0.5 --benchmark-min-rounds=7 --benchmark-sort=name --benchmark-columns=min,median,iqr,rounds
build_requires = import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run test browser node lint types checked sanitize tsan wheel-check reproducible bench bench-compare bench-peers bench-readme bench-vector peers net-check bars profile native schemas signature develop dev install probe clean

help: ## Show these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22

run: install ## Build, then play solo Epireia (without a terminal the engine plays you too); ARGS="egemonia" plays others
	@$(BIN)/petteia play $(or $(ARGS),epireia --seats 1)

test: dev browser node ## Build, then run the tests; ARGS="-k name" picks some
	$(BIN)/python -m pytest -n auto $(ARGS)

# The page is tested in a real one. Without it, and without the means to install it, those tests are skipped.
browser: ## Install Chromium through apt, when there is no browser and this is root
	@for name in chromium chromium-browser google-chrome; do command -v $$name > /dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } > /dev/null 2>&1 \
	    || echo "apt-get could not install chromium: the tests of the page will be skipped." >&2; \
	else echo "There is no chromium: the tests of the page will be skipped." >&2; fi

# Tools for the page's JavaScript, in the versions of package.json. What npm can get for other machines is not in the
# lock file, hence no `npm ci`. Without Node they are left out, unless PETTEIA_NEED_NODE says that they may not be.
node: ## Install Node's tools (format, lint, accessibility), where Node is installed
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory node_modules/.installed; \
	else echo "There is no npm: the page's JavaScript is not checked." >&2; test -z "$$PETTEIA_NEED_NODE"; fi

lint: dev node ## ruff, cython-lint, mypy, and biome where Node is installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(abspath $(BIN)):$$PATH" cython-lint ext  # it calls pycodestyle by name
	$(BIN)/python -m tests.tools.types
	@! command -v npm > /dev/null || { set -x; node_modules/.bin/biome check --error-on-warnings .; }

types: dev
	$(BIN)/python -m tests.tools.types

bench: dev ## Run the benchmarks and save them under the commit's name in .benchmarks
	$(BIN)/python -m pytest bench --benchmark-storage=.benchmarks \
	  --benchmark-save="$$(git describe --always --dirty 2> /dev/null || echo unnamed)" $(BENCH_OPTIONS) $(ARGS)

bench-compare: dev ## What changed since the run before, or since BASE=commit, beyond noise
	@$(BIN)/python -m bench.compare $(BASE)

bench-peers: dev peers ## petteia beside OpenSpiel, RLCard and PettingZoo on the same games
	$(BIN)/python -m bench.peers $(ARGS)

bench-vector: dev ## Steps a second of many games at once
	$(BIN)/python -m bench.vector $(ARGS)

bench-readme: dev peers ## Measure, and write the tables of README and docs/benchmarks.md anew
	$(BIN)/python -m bench.readme

peers: dev
	$(BIN)/python -m pip install --quiet --no-build-isolation $(peers)

bars: dev ## Measure the speeds that the project holds itself to, and say which hold
	$(BIN)/python -m bench.bars $(ARGS)

profile: build/profile/site/.stamp ## Where a search spends its time; ARGS="epix --uniform" picks another
	PYTHONPATH=$(abspath $(dir $<)) $(BIN)/python -m bench.profile $(ARGS)

native: build/native/site/.stamp ## Check that a build tuned for this machine behaves like the portable one
	PYTHONPATH=$(abspath $(dir $<)) $(BIN)/python -m pytest tests/test_signature.py $(ARGS)

schemas: dev ## Write docs/schema and the JavaScript client's types and tables anew, from the code
	$(BIN)/python -m tests.tools.schemas

signature: dev ## Record how the engine behaves now in ai/measure/signature.toml, after a change that is meant
	$(BIN)/python -m bench.signature

checked: build/checked/site/.stamp ## Run the kernel tests on a build with bounds checks and assertions
	PYTHONPATH=$(abspath $(dir $<)) $(BIN)/python -m pytest -n auto $(KERNEL_TESTS) $(ARGS)

# Python's own allocator hides overruns from the sanitizer, hence PYTHONMALLOC.
sanitize: build/sanitize/site/.stamp ## The same under the address and undefined-behaviour sanitizers too
	@asan=$$($(firstword $(COMPILER)) -print-file-name=libasan.so); test -f "$$asan" || { \
	  echo "make sanitize needs gcc with its libasan; $(firstword $(COMPILER)) has none." >&2; exit 1; }; \
	set -x; env PYTHONPATH=$(abspath $(dir $<)) LD_PRELOAD="$$asan" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 \
	  UBSAN_OPTIONS=print_stacktrace=1 \
	  $(BIN)/python -m pytest -n auto --timeout 900 $(KERNEL_TESTS) $(ARGS)

# Python is not compiled for the sanitizer, but its lock is seen: it is made of what the sanitizer intercepts.
tsan: build/tsan/site/.stamp ## Searches with several threads, stop and ponder under the thread sanitizer
	@tsan=$$($(firstword $(COMPILER)) -print-file-name=libtsan.so); test -f "$$tsan" || { \
	  echo "make tsan needs gcc with its libtsan; $(firstword $(COMPILER)) has none." >&2; exit 1; }; \
	set -x; env PYTHONPATH=$(abspath $(dir $<)) LD_PRELOAD="$$tsan" \
	  TSAN_OPTIONS=exitcode=66 \
	  $(BIN)/python -m pytest -s -n 0 --timeout 900 -p no:cacheprovider tests/threads $(ARGS)

wheel-check: dev ## Build an sdist, a wheel from it, and try that wheel in a fresh environment elsewhere
	rm -rf build/dist
	CC="$(COMPILER)" $(BIN)/python -m build --outdir build/dist . > build/dist.log 2>&1 || { cat build/dist.log; exit 1; }
	$(BIN)/python -m tests.tools.wheel build/dist/*.whl
	$(BIN)/python -m tests.tools.fresh build/dist/*.whl $(PYTHON)

# Without torch the test is skipped, so `make test` alone would not say that the example still trains.
TORCH ?= torch==2.13.0
net-check: dev ## Install torch and train examples/egemonia_net.py on a hundredth of its games
	$(BIN)/python -m pip install --quiet "$(TORCH)"
	PETTEIA_NEED_TORCH=1 $(BIN)/python -m pytest -n 0 tests/test_egemonia_net.py $(ARGS)

# Twice from copies of the sources in different folders, without what was compiled before.
reproducible: $(VENV)/.dev ## Check that the same sources give the same sdist and the same wheel, byte by byte
	CC="$(COMPILER)" $(BIN)/python -m tests.tools.reproducible $(ARGS)

develop: $(VENV)/.dev ## From now on install editable: edits to Python files count at once
	@touch $(VENV)/.editable; rm -f $(VENV)/.installed
	@$(MAKE) --no-print-directory install

install: $(VENV)/.installed ## Build and install into .venv, when sources changed

dev: $(VENV)/.dev $(VENV)/.installed ## Install with the development tools

clean: ## Remove the environment, all builds and caches
	rm -rf $(VENV) node_modules build dist *.egg-info .pytest_cache ext/*.so .ruff_cache .mypy_cache .hypothesis .benchmarks
	find $(wildcard $(LAYERS) tests bench) -name __pycache__ -type d -prune -exec rm -rf {} +

# --- files behind the targets above ---

node_modules/.installed: package.json package-lock.json
	npm install --no-save --silent
	@touch $@

$(VENV)/.created: | probe
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.built-with: pyproject.toml $(VENV)/.created
	$(BIN)/python -m pip install --quiet $$($(BIN)/python -c '$(build_requires)')
	@touch $@

$(VENV)/.installed: $(SOURCES) $(VENV)/.built-with
	$(pip_install) $(if $(wildcard $(VENV)/.editable),--config-settings editable_mode=strict --editable) .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.built-with
	$(pip_install) ".[dev]"
	@touch $@
	@rm -f $(VENV)/.installed

# Variants of the compiled modules go into a folder that takes precedence over the environment's own install.
build/%/site/.stamp: $(SOURCES) $(VENV)/.dev
	rm -rf $(dir $@)
	$(if $(filter sanitize,$*),PETTEIA_CHECKED=1) PETTEIA_$(shell echo $* | tr a-z A-Z)=1 $(pip_install) --no-deps --target $(dir $@) .
	@PYTHONPATH=$(dir $@) $(BIN)/python -c 'import importlib.util as u; at = u.find_spec("petteia").origin; assert "build/$*/site" in at, at'
	@touch $@

probe:
	@command -v $(PYTHON) > /dev/null || { \
	  echo "Python 3.11 or newer is needed, and there is no $(PYTHON)." >&2; \
	  echo "Install it (Debian: apt install python3 python3-venv python3-dev; Fedora: dnf install python3 python3-devel; macOS: brew install python)" >&2; \
	  echo "or name another: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
	  echo "Python's venv module is needed: install python3-venv (Debian: apt install python3-venv)." >&2; exit 1; }
	@echo 'int main(void) { return 0; }' | $(COMPILER) -x c -fsyntax-only - > /dev/null 2>&1 || { \
	  echo "A C compiler is needed, and \"$(COMPILER)\" does not work:" >&2; \
	  echo "install gcc (Debian: apt install build-essential; Fedora: dnf install gcc; macOS: xcode-select --install)." >&2; exit 1; }
	@echo '#include <Python.h>' | $(COMPILER) -x c -fsyntax-only $$($(PYTHON) -c 'import sysconfig; \
	  print(*("-I" + sysconfig.get_path(p) for p in ("include", "platinclude")))') - > /dev/null 2>&1 || { \
	  echo "Python's C headers (Python.h) are needed:" >&2; \
	  echo "install python3-dev (Debian: apt install python3-dev; Fedora: dnf install python3-devel)." >&2; exit 1; }
