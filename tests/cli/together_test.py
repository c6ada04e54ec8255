"""Several files of a batch at a time: what comes of them is what comes of one after the other."""

import os
import signal
import subprocess
import time

from images import write_png
from tool import TOOL, ToolTest, main


def texture(x, y, c):
    return (x * x + 7 * y * y + 31 * c) % 251


class Together(ToolTest):
    def write_files(self):
        """Of two sizes, two numbers of channels and two depths, with a damaged and a missing one among them."""
        names = []
        for number in range(8):
            names.append(f"in{number}.png")
            write_png(self.folder / names[-1], 40 + 90 * (number % 2), 30, 1 + 2 * (number // 2 % 2), 8 + 8 * (number // 4),
                      texture)
        whole = (self.folder / "in2.png").read_bytes()
        (self.folder / "in2.png").write_bytes(whole[:len(whole) // 2])
        (self.folder / "in5.png").write_text("no image at all")
        return [*names[:7], "missing.png", names[7]]

    def report(self, files, jobs, *options):
        folder = f"out{jobs}"
        report = self.run_json("run", "gaussian", *files, "--out-dir", folder, "--jobs", jobs, *options, status=1)
        results = {file.name: file.read_bytes() for file in (self.folder / folder).iterdir()}
        return report, results

    def test_no_library_changes_the_environment_beside_threads(self):
        """libvips and PoCL set variables as they start, which crashed getenv() of a thread that read a file."""
        if os.environ.get("LENSLET_SANITIZE"):  # they want to be loaded first
            return
        for number in range(3):
            write_png(self.folder / f"in{number}.png", 40, 30, 3, 8, texture)
        env = {"LD_PRELOAD": os.environ["LENSLET_LONELY_SETENV"]}
        for words in (("in0.png", "out.png"), ("in0.png", "in1.png", "in2.png", "--out-dir", "out", "--jobs", "2")):
            self.run_tool("run", "gaussian", *words, env=env)
        self.assertEqual(len(list(self.folder.glob("out/*.png"))), 3)

    def test_results_order_and_errors_are_the_same(self):
        files = self.write_files()
        serial, expected = self.report(files, 1)
        together, results = self.report(files, 4)
        self.assertEqual(results, expected)
        self.assertEqual(len(results), 6)

        def without_times(report):
            return [(file.get("input"), file.get("error"), [value["file"] for value in file.get("inputs", [])],
                     file.get("schedule")) for file in report["files"]]
        self.assertEqual(without_times(together), without_times(serial))
        for report, at_a_time in ((serial, 1), (together, 4)):
            self.assertEqual(report["batch"]["at_a_time"], at_a_time)
            self.assertAlmostEqual(report["batch"]["busy_ms"] + report["batch"]["idle_ms"], report["batch"]["total_ms"])
            self.assertGreater(report["batch"]["busy_ms"], 0)

    def test_messages_come_in_the_order_of_the_files(self):
        files = self.write_files()
        done = self.run_tool("run", "median", *files, "--out-dir", "out", "--jobs", "3", "--verbose", status=1)
        said = [line.removeprefix("lenslet: ") for line in done.stderr.splitlines()]
        *told, last = [line for line in said if not line.startswith(("a driver", "note", "warning"))]
        self.assertEqual(len(told), len(files), done.stderr)
        for file, line in zip(files, told):
            self.assertIn(file, line)
        self.assertRegex(last, r"^9 files in [0-9.]+ s, 3 at a time; the device was idle for \d+ % of it")

    def test_little_memory_has_files_wait_for_each_other(self):
        files = []
        for number in range(4):
            files.append(f"{number}.png")
            write_png(self.folder / files[-1], 300, 200, 1, 8, texture)
        need = self.run_one("run", "mean", files[0], "out.png")["memory_bytes"]
        self.run_tool("run", "mean", *files, "--out-dir", "out", "--jobs", "4", "--max-memory", need)
        self.assertEqual(len(list((self.folder / "out").iterdir())), 4)
        done = self.run_tool("run", "mean", *files, "--out-dir", "less", "--jobs", "4", "--max-memory", need // 2, status=1)
        self.assertEqual(done.stderr.count("--max-memory"), 4)

    def test_a_device_that_is_not_there_ends_the_batch_at_once(self):
        files = self.write_files()
        done = self.run_tool("run", "mean", *files, "--out-dir", "out", "--jobs", "3", "--device", "nowhere", status=3)
        self.assertEqual(done.stderr.count("nowhere"), 1)
        self.assertFalse((self.folder / "out").exists() and list((self.folder / "out").iterdir()))

    def test_an_interrupt_leaves_whole_files_alone(self):
        for number in range(30):
            write_png(self.folder / f"in{number}.png", 200, 150, 1, 8, texture)
        inputs = [f"in{number}.png" for number in range(30)]
        (self.folder / "out").mkdir()
        with subprocess.Popen([TOOL, "run", "mean", *inputs, "--out-dir", "out", "--jobs", "4"], cwd=self.folder,
                              stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and not list((self.folder / "out").glob("*.png")):
                time.sleep(0.001)
            process.send_signal(signal.SIGINT)
            self.assertIn(process.wait(), (0, -signal.SIGINT))
        self.assertEqual([file.name for file in (self.folder / "out").iterdir() if file.name.startswith(".")], [])
        for file in (self.folder / "out").iterdir():
            self.assertEqual(file.read_bytes()[-8:-4], b"IEND")


if __name__ == "__main__":
    main()
