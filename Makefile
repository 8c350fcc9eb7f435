# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE

.PHONY: tour install install-test chromium screenshots run test times quick versions lint bench soak golden results restamp usual docs site clean

install: .venv/run.done
install-test: .venv/test.done

.venv/run.done: requirements/run.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements/run.txt
	$(BIN)/pip install --quiet --no-deps --editable .
	touch $@

.venv/test.done: .venv/run.done requirements/test.txt
	$(BIN)/pip install --quiet --require-hashes -r requirements/test.txt
	touch $@

run: install
	$(BIN)/houseway serve

# The browser of the tests comes from the system; without a window it takes half the time.
chromium:
	@command -v chromium-headless-shell >/dev/null \
		|| (apt-get update -qq && apt-get install -y -qq --no-install-recommends \
			chromium-headless-shell fonts-liberation fonts-dejavu-core) \
		|| command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| apt-get install -y -qq chromium

# Pictures of every page, wide and narrow, light and dark, for people to look at.
screenshots: install-test chromium
	PYTHONPATH=tests $(BIN)/python tests/server/screenshots.py build/screenshots

# The gate: what .ci/run calls. CONTRIBUTING.md says which tests belong in it.
# Lint runs beside the tests; its output follows theirs.
test: install-test build/types/done chromium
	@$(MAKE) --no-print-directory lint >build/lint.log 2>&1 & lint=$$!; \
		$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder; tests=$$?; \
		wait $$lint; linted=$$?; cat build/lint.log; exit $$((tests + linted))
	$(BIN)/python tests/times.py --check

# The 40 slowest tests of the last run and the sum of each folder.
times: install-test
	$(BIN)/python tests/times.py

# The core in less than a minute: rulebooks, equipment, referee, layers.
QUICK := -n 2 -m "not slow" tests/rulebook tests/equipment tests/referee \
	tests/test_layers.py tests/test_light.py tests/odds/test_result.py tests/odds/test_plot.py
quick: install-test
	$(BIN)/pytest $(QUICK)

# The same on each of Python 3.11, 3.12 and 3.13 that the machine has.
versions:
	$(PYTHON) tests/versions.py $(QUICK)

# The types of the table's scripts, written in their comments, are checked by TypeScript.
build/types/done:
	npm install --silent --no-audit --no-fund --no-save --no-package-lock --prefix build/types typescript@5.9.3
	touch $@

lint: install-test build/types/done
	build/types/node_modules/.bin/tsc -p tests/server/tsconfig.json
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/codespell src tests benchmarks docs README.md CONTRIBUTING.md CHANGELOG.md Makefile
	$(BIN)/mypy

# Run every benchmark (about ten minutes) and write docs/performance.md.
bench: install-test
	$(BIN)/python benchmarks/write.py

# The exhaustive tests: every game, edition and certificate, with a new seed in every run (printed
# when a test fails). `make soak RESUME=--resume` leaves out what passed before an interruption.
# LibreOffice recomputes the workbooks of par sheets.
soak: install-test chromium
	@command -v soffice >/dev/null || apt-get install -y -qq --no-install-recommends libreoffice-calc
	@test -n "$(RESUME)" || rm -f build/soak-passed.txt
	HOUSEWAY_SOAK=1 $(BIN)/pytest -n 2 -v -m soak $(RESUME)

# Record the long sessions anew that tests/games/test_golden.py deals again; GAMES="id ..." for some.
golden: install-test
	$(BIN)/python tests/games/golden.py $(GAMES)

# Count every figure anew and write the certificates that the house ships.
results: install
	$(BIN)/houseway certify

# Write anew which of those figures are of usual tables, after a change to rulebook/ that leaves them as they are.
usual: install
	$(BIN)/python -m houseway.certificates.usual

# After a change to readings, irregularities or words of rulebooks since a revision: put their new hash on
# certificates and recorded sessions, which such a change leaves as they are. Then run `make usual`.
SINCE ?= HEAD
restamp: install-test
	$(BIN)/python tests/games/restamp.py $(SINCE)

clean:
	rm -rf .venv

# Pages that are generated from the code; a test fails when they are stale.
docs: install
	$(BIN)/python -m houseway.pages docs
	$(BIN)/python -m houseway.cli.reference docs

# The documentation as a site that needs no network, in build/site.
build/site-venv/done: requirements/site.txt
	$(PYTHON) -m venv build/site-venv
	build/site-venv/bin/pip install --quiet --require-hashes -r requirements/site.txt
	touch $@

site: build/site-venv/done
	build/site-venv/bin/mkdocs build --quiet --clean

# The moving picture of the README.
tour: install-test chromium
	PYTHONPATH=tests:tests/games $(BIN)/python tests/server/tour.py docs/screenshots/tour.webp
