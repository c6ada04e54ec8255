"""Kills a process that writes to the store, 200 times: kill_test.py WRITER

Every other kill comes at a random moment of the start, the others when a random number of trials was acknowledged.

What the store acknowledged must be there, and nothing but the one trial that was being written besides.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from stored import check_integrity, numbers

KILLS = 200
START = 0.06  # seconds: from before the file is opened to some trials on a fast machine
MOST = 30  # trials that are waited for


def killed_run(writer, folder, name, delay, trials):
    """Returns the numbers that were acknowledged before the kill, which comes `delay` seconds after so many of them."""
    with subprocess.Popen([writer, folder, name, "1000000"], bufsize=0, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        out = b"".join(process.stdout.readline() for _ in range(trials))
        time.sleep(delay)
        process.kill()
        out += process.stdout.read()
        err = process.stderr.read()
    assert process.returncode == -9, f"ended by itself: {err.decode()}"
    whole_lines = out.decode().split("\n")[:-1]
    return [int(line) for line in whole_lines]


def main():
    writer = sys.argv[1]
    moments = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        acknowledged = {}
        for kill in range(KILLS):
            trials = moments.randint(1, MOST) if kill % 2 else 0
            delay = moments.uniform(0, 0.002 if trials else START)
            acknowledged[f"run {kill}"] = killed_run(writer, folder, f"run {kill}", delay, trials)
        file = folder / "tuning.sqlite"
        check_integrity(file)
        for work, kept in acknowledged.items():
            stored = numbers(file, work)
            assert stored >= set(kept), f"{work}: {len(set(kept) - stored)} acknowledged trials are lost"
            assert stored <= set(range(1, len(kept) + 2)), f"{work}: {len(stored)} trials, {len(kept)} acknowledged"
        assert not list(folder.glob("*.bad-*")), "a sound file was set aside"
        done = subprocess.run([writer, folder, "afterwards", "1"], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        total = sum(len(kept) for kept in acknowledged.values())
        print(f"{KILLS} kills, {total} acknowledged trials, all there")


if __name__ == "__main__":
    main()
