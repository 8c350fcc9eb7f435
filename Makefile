# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install install-test chromium screenshots run test quick lint bench soak golden results usual docs site clean

install: .venv/run.done
install-test: .venv/test.done

.venv/run.done: requirements/run.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet -r requirements/run.txt
	$(BIN)/pip install --quiet --no-deps --editable .
	touch $@

.venv/test.done: .venv/run.done requirements/test.txt
	$(BIN)/pip install --quiet -r requirements/test.txt
	touch $@

run: install
	$(BIN)/houseway serve

# The browser of the tests comes from the system.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| (apt-get update -qq && apt-get install -y -qq chromium)

# Pictures of every page, wide and narrow, light and dark, for people to look at.
screenshots: install-test chromium
	$(BIN)/python tests/server/screenshots.py build/screenshots

test: install-test lint chromium
	$(BIN)/pytest -n 2

# The core in less than a minute: rulebooks, equipment, referee, layers.
quick: install-test
	$(BIN)/pytest -n 2 -m "not slow" tests/rulebook tests/equipment tests/referee \
		tests/test_layers.py tests/test_light.py tests/odds/test_result.py tests/odds/test_plot.py

# The types of the table's scripts, written in their comments, are checked by TypeScript.
build/types/done:
	npm install --silent --no-audit --no-fund --no-save --no-package-lock --prefix build/types typescript@5.9.3
	touch $@

lint: install-test build/types/done
	build/types/node_modules/.bin/tsc -p tests/server/tsconfig.json
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy

bench: install-test
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/blitz.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/simulation.py
	$(BIN)/python benchmarks/evaluator.py
	$(BIN)/python benchmarks/poker.py
	$(BIN)/python benchmarks/ledger.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/certificates.py

# Wild nights by the thousand: 100,000 rounds of every game; every shipped figure counted again, and a
# second time by another route; a million of the kernel's deals given to the referee; 10,000 seeds of a
# house on a machine that fails; 300 rounds of every game by what its page offers.
soak: install-test
	HOUSEWAY_SOAK=1 $(BIN)/pytest -n 2 -m soak
	HOUSEWAY_SOAK=1 $(BIN)/pytest -n 2 tests/referee/test_properties.py tests/certificates \
		tests/server/test_browser_robot.py tests/server/test_browser_vandal.py tests/server/test_browser_table.py \
		tests/server/test_schema.py tests/games/twenty_one/test_blackjack_dealing.py tests/ledger/test_torture.py \
		tests/ledger/test_simulator.py

# Record the long sessions anew that tests/games/test_golden.py deals again; GAMES="id ..." for some.
golden: install-test
	$(BIN)/python tests/games/golden.py $(GAMES)

# Count every figure anew and write the certificates that the house ships.
results: install
	$(BIN)/houseway certify

# Write anew which of those figures are of usual tables, after a change to rulebook/ that leaves them as they are.
usual: install
	$(BIN)/python -m houseway.certificates.usual

clean:
	rm -rf .venv

# Pages that are generated from the code; a test fails when they are stale.
docs: install
	$(BIN)/python -m houseway.pages docs

# The documentation as a site that needs no network, in build/site.
build/site-venv/done: requirements/site.txt
	$(PYTHON) -m venv build/site-venv
	build/site-venv/bin/pip install --quiet -r requirements/site.txt
	touch $@

site: build/site-venv/done
	build/site-venv/bin/mkdocs build --quiet --clean
