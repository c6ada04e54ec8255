"""bench/profile/op.py: what any op's kernels take, for an op of one program and for others."""

import json
import pathlib
import subprocess
import sys

from tool import TOOL, ToolTest, main

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench/profile/op.py"


class Profile(ToolTest):
    def profile(self, *words, status=0):
        done = subprocess.run([sys.executable, "-B", SCRIPT, TOOL, *words], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_has_time_and_resources_of_an_op_and_a_pipeline(self):
        for words in (["median", "--size", "64x64", "--type", "u8"], ["reduce.sum", "--elements", "1000"],
                      ["gaussian sigma=1 | median", "--size", "64x64", "--type", "u8"]):
            found = json.loads(self.profile(*words, "--json").stdout)
            self.assertGreater(found["median_ms"], 0)
            self.assertGreater(found["distance"], 0)
            self.assertTrue(found["stages"])
            self.assertGreaterEqual(len(found["kernels"]), len(found["compiler"]))
            for kernel in found["kernels"]:
                self.assertGreater(kernel["max_group"], 0, kernel)
            self.assertTrue(found["counters"])

    def test_prints_it_for_people(self):
        text = self.profile("mean", "--size", "64x64", "--type", "u8").stdout
        self.assertRegex(text, r"mean on .*: \d+\.\d+ ms, \d+\.\d+ times the floor\nschedule ")
        self.assertIn("counters ", text)

    def test_says_what_is_wrong(self):
        self.assertIn("did you mean 'median'", self.profile("medain", status=1).stderr)


if __name__ == "__main__":
    main()
