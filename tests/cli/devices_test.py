"""--device with several devices: strips of an image by all of them, with the pixels of one."""

import os

from images import read_png, write_png
from tool import ToolTest, main, run

PIPELINE = "gaussian ksize=5 | gradient | threshold level=40"


class Devices(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 140, 190, 3, 8, lambda x, y, c: (x * x * 7 + y * 31 + x * y * 3 + 50 * c) % 256)
        devices = self.run_json("devices")["devices"]
        named = os.environ.get("LENSLET_DEVICE", "")
        self.index = next((str(each["index"]) for each in devices if each.get("default")), "0") if named else "0"

    def refusal(self, *words, status=2):
        done = self.run_tool(*words, status=status)
        self.assertFalse((self.folder / "out.png").exists())
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def halves(self):
        """A list of two sub-devices, or a skip."""
        done = self.run_tool("run", "mean", "in.png", "try.png", "--device", f"{self.index}/2", status=None)
        if done.returncode:
            self.skipTest(done.stderr)
        return f"{self.index}/2"

    def test_have_the_bits_of_one(self):
        halves = self.halves()
        for words in ([PIPELINE], ["resize", "--size", "77x301"], ["mean ksize=9 | equalize"]):
            self.run_tool("run", *words, "in.png", "whole.png")
            for more in ([], ["--memory", "2M"]):
                record = self.run_one("run", *words, "in.png", "parts.png", "--device", halves, *more)
                self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "parts.png"), words)
                self.assertEqual([each["device"] for each in record["devices"]], [f"{halves}/0", f"{halves}/1"])
                for each in record["devices"]:
                    self.assertGreater(each["strips"], 0)
                    self.assertNotIn("failure", each)

    def test_take_batches_image_by_image(self):
        self.run_tool("run", "mean", "in.png", "whole.png")
        write_png(self.folder / "b.png", 20, 30, 1, 8, lambda x, y, c: x * y % 256)
        done = self.run_tool("run", "mean", "in.png", "b.png", "--out-dir", "results", "--device", self.halves(), "--verbose")
        self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "results/in.png"))
        self.assertIn("by device", done.stderr)
        batch = self.run_json("run", "mean", "in.png", "b.png", "--out-dir", "results", "--device", self.halves())["batch"]
        self.assertGreater(batch["copy_ms"], 0)
        self.assertGreater(batch["busy_ms"], 0)  # copies of two devices overlap, and may sum up to more
        self.assertLessEqual(batch["busy_ms"], batch["total_ms"])

    def test_are_tuned_one_by_one(self):
        done = run("run", "mean", "in.png", "out.png", "--device", self.halves(), cwd=self.folder,
                   env={"LENSLET_DATA_DIR": str(self.folder / "data")})
        command, = (line.split() for line in done.stderr.splitlines() if line.startswith("  lenslet tune "))
        self.assertEqual(command[-2:], ["--device", f"{self.halves()}/0"])

    def test_that_all_hang_end_the_run(self):
        self.write_endless_filter()
        halves = self.halves()
        error = self.refusal("run", "endless.cl", "in.png", "out.png", "--device", halves, "--timeout", "1s", status=1)
        self.assertRegex(error, "device [0-9/]+ gave no answer within 1 s")
        counted = "run", "endless.cl | equalize", "in.png", "out.png", "--device", halves, "--timeout", "1s"
        self.assertRegex(self.refusal(*counted, status=1), "device [0-9/]+ gave no answer within 1 s")

    def test_say_what_does_not_work(self):
        run = "run", "mean", "in.png", "out.png", "--device"
        self.assertIn("twice; allowed: each device once", self.refusal(*run, "0,0"))
        self.assertIn('no device matches "vax"; there is 0:', self.refusal(*run, "0,vax", status=3))
        self.assertIn('a selector of "0," is empty', self.refusal(*run, "0,"))
        self.assertIn("--device is empty; allowed: an index or words of 'lenslet devices'", self.refusal(*run, ""))
        self.assertRegex(self.refusal(*run, "0/10000"), "10000 sub-devices of device 0; allowed: 1 to [0-9]+, as many as .* has compute units")
        halves = self.halves()
        self.assertIn("--device with several devices does not go with --region", self.refusal(*run, halves, "--region", "9x9+0+0"))
        self.assertIn("reads files of images row by row; '-' is none", self.refusal("run", "mean", "-", "out.png", "--device", halves, status=1))
        for words in (["bench", "mean"], ["tune", "mean"], ["reduce", "sum", "in.png"]):
            self.assertIn(f'"{halves}" names 2 devices; allowed here: one', self.refusal(*words, "--device", halves), words)


if __name__ == "__main__":
    main()
