"""tests/oclgrind/run: three days' ops are all, and those that a change touches have their turn each day."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).parents[2] / "tests/oclgrind/run"
NAMES = [f"op{i}" for i in range(10)]


class Turns(unittest.TestCase):
    def ops(self, **variables):
        """The ops that are run, where neither the tool nor Oclgrind runs anything."""
        ops = json.dumps({"ops": [{"name": name, "reads": ["window"]} for name in NAMES]})
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"tool": f"echo '{ops}'", "oclgrind": "true"}.items():
                path = Path(folder) / name
                path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
                path.chmod(0o755)
            done = subprocess.run([RUN, f"{folder}/tool", "ops"], capture_output=True, text=True, timeout=60, check=True,
                                  env={"PATH": f"{folder}:{os.environ['PATH']}", **variables})
        words = done.stdout.split("oclgrind: nothing wrong in ")[1].split()
        return sorted(word for word in words if word.startswith("op"))

    def test_without_a_day_all_run(self):
        self.assertEqual(self.ops(), NAMES)

    def test_three_days_are_all(self):
        for day in range(3):
            days = [self.ops(LENSLET_DAY=str(day + i)) for i in range(3)]
            self.assertEqual(sorted(sum(days, [])), NAMES)

    def test_what_a_change_touches_runs_each_day(self):
        for day in "0", "1", "2":
            self.assertEqual(self.ops(LENSLET_DAY=day, LENSLET_TOUCHED="op4 other").count("op4"), 1)


if __name__ == "__main__":
    unittest.main()
