"""Kills a process that writes to the store, 200 times at random moments: kill_test.py WRITER

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
LONGEST = 0.06  # seconds: from before the file is opened to many trials


def killed_run(writer, folder, name, delay):
    """The numbers that were acknowledged before the kill."""
    process = subprocess.Popen([writer, folder, name, "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(delay)
    process.kill()
    out, err = process.communicate()
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
            acknowledged[f"run {kill}"] = killed_run(writer, folder, f"run {kill}", moments.uniform(0, LONGEST))
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
        assert total > KILLS, f"only {total} trials were written: the kills came too early to tell"
        print(f"{KILLS} kills, {total} acknowledged trials, all there")


if __name__ == "__main__":
    main()
