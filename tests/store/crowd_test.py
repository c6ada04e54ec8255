"""Eight processes write to one store at once, from its making on: crowd_test.py WRITER"""

import subprocess
import sys
import tempfile
from pathlib import Path

from stored import check_integrity, numbers

PROCESSES = 8
TRIALS = 50


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        crowd = [subprocess.Popen([sys.argv[1], folder, f"process {i}", str(TRIALS)], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE) for i in range(PROCESSES)]
        for process in crowd:
            _, err = process.communicate()
            assert process.returncode == 0, err.decode()
        file = folder / "tuning.sqlite"
        check_integrity(file)
        for i in range(PROCESSES):
            assert numbers(file, f"process {i}") == set(range(1, TRIALS + 1)), f"process {i} lost trials"
        print(f"{PROCESSES} processes, {PROCESSES * TRIALS} trials, all there")


if __name__ == "__main__":
    main()
