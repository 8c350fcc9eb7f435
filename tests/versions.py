"""Run the quick tests on every supported version of Python that the machine has.

python tests/versions.py PYTEST-ARGUMENT...

Each version has its own virtual environment in build/versions/. An interpreter is found on the PATH
or among those that pyenv has installed. Versions that are absent are named; a failure on any other
fails the whole.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "versions"
VERSIONS = ("3.11", "3.12", "3.13")  # as in pyproject.toml
REQUIREMENTS = ("requirements/run.txt", "requirements/test.txt")


def interpreter(version: str) -> str | None:
    """The path of a Python of this version that starts."""
    name = f"python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    installed = sorted(str(path) for path in pyenv.glob(f"{version}.*/bin/{name}"))
    for path in (shutil.which(name), *reversed(installed)):
        if (
            path
            and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0
        ):
            return path
    return None


def environment(version: str, python: str) -> Path:
    """The Python of a virtual environment with everything that the tests need."""
    folder = FOLDER / version
    inside, done = folder / "bin" / "python", folder / "done"
    wanted = [ROOT / name for name in (*REQUIREMENTS, "pyproject.toml")]
    if done.exists() and all(done.stat().st_mtime >= path.stat().st_mtime for path in wanted):
        return inside
    subprocess.run([python, "-m", "venv", folder], check=True)
    install = [str(inside), "-m", "pip", "install", "--quiet"]
    for name in REQUIREMENTS:
        subprocess.run([*install, "--require-hashes", "-r", name], cwd=ROOT, check=True)
    subprocess.run([*install, "--no-deps", "--editable", "."], cwd=ROOT, check=True)
    done.touch()
    return inside


def main() -> None:
    """Test each version and print a line for it."""
    results = {}
    for version in VERSIONS:
        python = interpreter(version)
        if python is None:
            results[version] = "absent"
            continue
        print(f"Python {version}: {python}", flush=True)
        command = [environment(version, python), "-m", "pytest", *sys.argv[1:]]
        done = subprocess.run(command, cwd=ROOT, check=False)
        results[version] = "failed" if done.returncode else "passed"
    for version, result in results.items():
        print(f"Python {version}: {result}")
    if "passed" not in results.values() or "failed" in results.values():
        sys.exit(1)


if __name__ == "__main__":
    main()
