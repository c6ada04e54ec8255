"""Runs bash with a file of tools sourced, as `dev` has it."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAY = "say() { printf '== %s\\n' \"$*\"; }\n"


def bash(script, *parts, cwd=None, **variables):
    sourced = "".join(f". {ROOT}/tools/{part}.sh\n" for part in parts)
    return subprocess.run(["bash", "-c", f"set -euo pipefail\n{SAY}{sourced}{script}"], capture_output=True, text=True,
                          timeout=600, cwd=cwd, stdin=subprocess.DEVNULL, env=variables or None)
