"""Packages of PyPI that tests use as peers, in an environment of their own below the build folder. None is needed to build."""
import os
import pathlib
import subprocess
import sys

PLACE = pathlib.Path(os.environ["JOULEMARK_BIN"]) / "python_peers"


def with_packages(*packages: str) -> pathlib.Path | None:
    """Python that can import them, or None where they cannot be installed."""
    python = PLACE / "bin" / "python"
    stamp = PLACE / ("has-" + "-".join(packages))
    if stamp.exists():
        return python
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", PLACE], check=True, capture_output=True, timeout=120)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15", *packages],
                       check=True, capture_output=True, timeout=240)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{' '.join(packages)}: cannot be installed here: {error}")
        return None
    stamp.touch()
    return python
