"""lenslet listing: what the texts print, shown, run, broken as printed, timed, and handed to lenslet kernel."""

import json
import re
import shlex
import struct

from tool import ToolTest, main


class Listing(ToolTest):
    def listing(self, *arguments, status=0):
        return self.run_tool("listing", *arguments, status=status)

    def records(self, *arguments):
        return json.loads(self.listing(*arguments, "--json").stdout)

    def test_lists_all_and_those_of_a_place(self):
        all_of_them = self.records()
        self.assertGreater(len(all_of_them), 100)
        self.assertRegex(self.listing().stdout, r"(?m)^saxpy +004 +868-1050 +O02 ")
        found = self.records("--text", "004", "--row", "O02")
        self.assertIn("saxpy", [each["name"] for each in found])
        self.assertTrue(all(any(place["row"] == "O02" for place in each["places"]) for each in found))
        self.assertIn("no listing of this text and row", self.listing("--row", "Z99", status=2).stderr)
        self.assertIn("names for it: op gradient; study gradient", self.listing("--row", "G10", status=2).stderr)

    def test_shows_one_with_its_source(self):
        shown = self.listing("saxpy").stdout
        self.assertIn("text 004, lines 868 to 1050, row O02", shown)
        self.assertIn("__kernel void saxpy_kernel", shown)
        self.assertIn("clEnqueueReadBufferRect", self.listing("rect-reads").stdout)
        self.assertIn("did you mean 'saxpy'", self.listing("saxpi", status=2).stderr)

    def test_runs_one_and_says_that_it_is_right(self):
        self.assertIn("right: 1024 of 1024 numbers are right", self.listing("saxpy", "--run").stdout)
        run, = self.records("rect-reads", "--run")
        self.assertEqual(run["run"]["state"], "right")
        self.assertEqual(run["run"]["tables"][0]["rows"][0][1], "[25, 26, 27, 29, 30, 31]")

    def test_says_what_a_listing_of_opengl_lacks(self):
        self.assertIn("clCreateFromGLBuffer", self.listing("gl-buffer").stdout)
        run, = self.records("gl-buffer", "--run")
        self.assertEqual(run["run"]["state"], "not here")
        self.assertRegex(run["run"]["verdict"], "has no cl_khr_gl_sharing$|no component gl ")

    def test_shows_a_mistake_and_its_cure(self):
        shown = self.listing("event-info", "--faulty").stdout
        self.assertIn("at fault: its state after the loop", shown)
        self.assertIn("cure: Compare the state", shown)
        self.assertIn("task has no mistake in print", self.listing("task", "--faulty", status=1).stderr)
        mistakes = self.records("swizzles", "--faulty")[0]["mistakes"]
        self.assertEqual([each["effect"] for each in mistakes], ["does not compile"])
        self.assertEqual(mistakes[0]["run"]["state"], "wrong")

    def test_times_it_beside_the_op(self):
        found, = self.records("saxpy", "--compare", "--runs", "6")
        self.assertEqual(len(found["compare"]["lenslet_ms"]), 6)
        self.assertLessEqual(found["compare"]["low"], found["compare"]["ratio"])
        self.assertIn("has no op of Lenslet", self.listing("rect-reads", "--compare", status=1).stderr)

    def test_dumps_what_lenslet_kernel_launches(self):
        printed = self.listing("saxpy", "--dump", "dumped").stdout
        words = shlex.split(printed.splitlines()[0])
        self.assertEqual(words[:2], ["lenslet", "kernel"])
        self.run_tool(*words[1:])
        result = (self.folder / "dumped/C.1.npy").read_bytes()
        self.assertEqual(self.numbers(result)[:3], [1024, 1025, 1026])

    def numbers(self, npy):
        body = npy[10 + int.from_bytes(npy[8:10], "little"):]
        return list(struct.unpack(f"<{len(body) // 4}f", body))

    def test_writes_its_result(self):
        self.listing("saxpy", "--run", "-o", "sums.npy")
        self.assertEqual(self.numbers((self.folder / "sums.npy").read_bytes())[-1], 2047)
        self.assertIn("allowed: for one", self.listing("saxpy", "vecadd", "--run", "-o", "a.npy", status=2).stderr)
        self.assertIn("-o without --run or --faulty", self.listing("saxpy", "-o", "a.npy", status=2).stderr)

    def test_all_of_them_run(self):
        table = self.listing("--all", "--run", "--scale", "0.1").stdout
        tally = re.search(r"(\d+) right, (\d+) wrong, (\d+) not here; of (\d+) mistakes (\d+) show", table)
        self.assertEqual(tally[2], "0")
        self.assertGreater(int(tally[5]), 10)

    def test_refuses_what_does_not_fit(self):
        for words, why in ((["--run"], "--run of no listing"), (["saxpy", "--all"], "named listings with --all"),
                           (["saxpy", "--run", "--faulty"], "allowed: one of them"), (["saxpy", "--run", "--scale", "2"], "out of range")):
            self.assertIn(why, self.listing(*words, status=2).stderr)


if __name__ == "__main__":
    main()
