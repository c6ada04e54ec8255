"""The tool as mpirun starts it, and its processes."""

import os
import subprocess
from pathlib import Path

from tool import PATIENCE, TOOL

LONG = int(os.environ.get("LENSLET_EFFORT") or 0) >= 2


def started(ranks, *words, cwd, env=None, **options):
    return subprocess.Popen([os.environ["LENSLET_MPIEXEC"], "-n", str(ranks), TOOL, *words], cwd=cwd, env=os.environ | (env or {}),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def said_by(process):
    """(standard output, lines of Lenslet's) of what mpirun started, once it has ended."""
    out, err = process.communicate(timeout=PATIENCE)
    return out, [line for line in err.splitlines() if line.startswith("lenslet:")]


def process_of_rank(starter, rank):
    """The number of a rank's process, or None where it has yet to begin."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == starter.pid and f"OMPI_COMM_WORLD_RANK={rank}\0" in (process / "environ").read_text():
                return int(process.name)
        except (OSError, UnicodeDecodeError):
            pass
    return None
