"""lenslet verify on this device."""

import subprocess
import threading

from tool import PATIENCE, TOOL, ToolTest, main


class Verify(ToolTest):
    def test_table(self):
        text = self.run_tool("verify", "map.add", "--effort", "0", "--part", "1/4").stdout
        self.assertIn("map.add", text)
        self.assertIn("correct", text)

    def test_json(self):
        report = self.run_json("verify", "sharpen", "brightness", "--effort", "0", "--part", "2/9")
        self.assertTrue(report["passed"])
        self.assertEqual([op["op"] for op in report["ops"]], ["sharpen", "brightness"])
        for op in report["ops"]:
            self.assertEqual(op["correct"] + op["excluded"], op["cases"])
            self.assertGreater(op["correct"], 0)

    def test_each_op_is_told_of_as_it_is_done(self):
        self.write_endless_filter()
        words = "verify", "map.add", "./endless.cl", "--effort", "0", "--part", "1/9", "--timeout", "24h"
        with subprocess.Popen([TOOL, *words], cwd=self.folder, stdout=subprocess.PIPE, text=True) as child:
            watch = threading.Timer(PATIENCE, child.kill)  # a test that fails ends, too
            watch.start()
            try:
                self.assertTrue(any(line.startswith("map.add ") for line in child.stdout))
                self.assertIsNone(child.poll(), "the other op never ends")
            finally:
                watch.cancel()
                child.kill()

    def test_ops_are_in_their_order(self):
        report = self.run_json("verify", "median", "map.add", "sharpen", "brightness", "--effort", "0", "--part", "1/40")
        self.assertEqual([op["op"] for op in report["ops"]], ["median", "map.add", "sharpen", "brightness"])
        text = self.run_tool("verify", "median", "map.add", "brightness", "--effort", "0", "--part", "1/40").stdout
        rows = [line.split() for line in text.splitlines()[3:]]
        self.assertEqual(sorted(row[0] for row in rows), ["brightness", "map.add", "median"])

    def test_one_accuracy(self):
        report = self.run_json("verify", "gaussian", "mean", "--accuracy", "level", "--effort", "0", "--part", "1/4")
        self.assertTrue(report["passed"])
        self.assertEqual([op["op"] for op in report["ops"]], ["gaussian"], "a level has no meaning for means")

    def test_parts_are_all_cases(self):
        cases = [self.run_json("verify", "map.add", "--effort", "0", *part)["ops"][0]["cases"]
                 for part in ((), ("--part", "1/2"), ("--part", "2/2"))]
        self.assertEqual(cases[0], cases[1] + cases[2])
        self.assertGreater(min(cases[1:]), 0)
        for wrong in ("3/2", "0/2", "2", "a/b", "1/0", "/"):
            done = self.run_tool("verify", "map.add", "--part", wrong, status=2)
            self.assertIn("--part", done.stderr)

    def test_random_images_pass_files(self):
        report = self.run_json("verify", "gaussian", "blend", "--random", "120", "--images", "40", "--seed", "3")
        self.assertTrue(report["passed"], report)
        done = self.run_tool("verify", "invert", "--random", "20", "--images", "20", env={"TMPDIR": "/nowhere"}, status=1)
        self.assertIn("/nowhere", done.stderr + done.stdout)

    def test_random_programs_that_take_no_image(self):
        self.write_endless_filter()
        done = self.run_tool("verify", "./endless.cl", "--random", "2", "--timeout", "1s", status=1)
        self.assertIn("seed 1: its kernels are still at work after 1 s", done.stderr)
        (self.folder / "broken.cl").write_text("/*\nname: broken\nsummary: Broken.\nwindow: 3\n*/\nPIXEL broken(WINDOW) { return none; }\n")
        done = self.run_tool("verify", "./broken.cl", "--random", "2", status=1)
        self.assertIn("--random 2: ended after 0 images, as 100 programs one after the other took none", done.stderr)


if __name__ == "__main__":
    main()
