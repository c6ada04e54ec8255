"""mpirun lenslet run: the pixels of one process, and one message where anything goes wrong."""

import os
import signal
import subprocess
import time

from images import read_png, write_png
from memory import write_ppm
from started_ranks import process_of_rank, started
from tool import PATIENCE, TOOL, ToolTest, main

PIPELINE = "gaussian ksize=5 | gradient | threshold level=40"


class Tool(ToolTest):
    def setUp(self):
        super().setUp()
        for k, name in enumerate(("in.png", "other.png")):
            write_png(self.folder / name, 140, 190, 3, 8, lambda x, y, c, k=k: (x * x * 7 + y * 31 + x * y * 3 + 50 * c + k) % 256)

    def run_ranks(self, ranks, *words, status=0):
        process = started(ranks, *words, cwd=self.folder)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, status, err)
        return out, [line for line in err.splitlines() if line.startswith("lenslet:")]

    def refusal(self, *words, status=1):
        _, said = self.run_ranks(2, *words, status=status)
        self.assertFalse(list(self.folder.glob("*out.*")), "there is a result, or half of one")
        self.assertEqual(len(said), 1, said)
        return said[0]

    def test_has_the_bits_of_one_process(self):
        for ranks, words in ((2, [PIPELINE, "in.png"]), (4, [PIPELINE, "in.png"]), (3, ["resize", "--size", "77x301", "in.png"]),
                             (2, ["blend", "in.png", "other.png"])):
            self.run_tool("run", *words, "whole.png")
            self.run_ranks(ranks, "run", *words, "out.png", "--memory", "1M")
            self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "out.png"), words)

    def test_one_rank_speaks(self):
        out, said = self.run_ranks(2, "run", "mean", "in.png", "out.png", "--verbose")
        self.assertEqual((out, len(said)), ("", 0))
        out, _ = self.run_ranks(2, "run", "mean", "in.png", "out.png", "--json")
        self.assertEqual(out.count('"files"'), 1)

    def test_says_once_what_does_not_work(self):
        self.assertIn("nowhere.png", self.refusal("run", "mean", "nowhere.png", "out.png"))
        self.assertIn("/nowhere/out.png", self.refusal("run", "mean", "in.png", "/nowhere/out.png"))
        self.assertIn("the least that strips", self.refusal("run", "mean", "in.png", "out.png", "--memory", "5k", status=2))
        self.assertIn("does not go with --region", self.refusal("run", "mean", "in.png", "out.png", "--region", "9x9+0+0", status=2))
        self.assertIn("2 images for 2 ranks", self.refusal("run", "mean", "in.png", "other.png", "--out-dir", "out.d", status=2))
        self.assertIn("devices is not for 2 ranks; allowed: run", self.refusal("devices"))

    def test_ranks_that_disagree_are_named(self):
        said = self.refusal("run", "mean", "in.png", "out.png", ":", "-n", "1", TOOL, "run", "mean", "other.png", "out.png")
        self.assertIn("ranks disagree about the arguments: rank 2 has 'run mean other.png out.png'", said)

    def test_files_that_differ_are_named(self):
        (self.folder / "b").mkdir()
        write_png(self.folder / "b/in.png", 40, 50, 3, 8, lambda x, y, c: x)
        said = self.refusal("run", "mean", "in.png", "out.png", ":", "-wdir", str(self.folder / "b"), "-n", "1", TOOL,
                            "run", "mean", "in.png", "out.png")
        self.assertRegex(said, "ranks disagree about the files: rank 2 has 'in.png: u8 x 3 of 40 x 50, .* rank 0 has 'in.png: u8 x 3 of 140 x 190")

    def test_a_damaged_file_is_named_once(self):
        self.run_tool("run", "resize", "--size", "900x2000", "in.png", "good.tif")
        content = (self.folder / "good.tif").read_bytes()
        (self.folder / "bad.tif").write_bytes(content[:200_000] + bytes(len(content) - 400_000) + content[-200_000:])
        self.assertIn("bad.tif", self.refusal("run", "mean", "bad.tif", "out.tif", "--memory", "4M"))

    # The run is long enough to be still at work, and ends as soon as the rank is dead.
    def begin_and_end_one(self, rank, by, env=None):
        folder = self.folder / f"{by.name}{rank}"
        folder.mkdir()
        process = started(3, "run", "median", "--ksize", "15", "../large.ppm", "out.tif", "--memory", "20M", cwd=folder, env=env)
        while not list(folder.glob(".lenslet*")):  # rank 0 writes, so that all have met
            self.assertIsNone(process.poll(), "it ended by itself")
            time.sleep(0.02)
        os.kill(process_of_rank(process, rank), by)
        return process, folder

    def what_it_said(self, process, folder):
        _, err = process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse((folder / "out.tif").exists())
        return err

    def test_a_rank_that_is_killed_ends_all(self):
        write_ppm(self.folder / "large.ppm", 6000, 6000)
        process, folder = self.begin_and_end_one(1, signal.SIGKILL)
        self.assertIn("rank 1", self.what_it_said(process, folder))
        self.assertFalse(list(folder.glob(".lenslet*")), "a temporary file is left")
        self.what_it_said(*self.begin_and_end_one(0, signal.SIGKILL))

    # The limit is long enough for the start on a busy machine. Ranks that hang take no core's time.
    def test_a_rank_that_hangs_ends_all(self):
        write_ppm(self.folder / "large.ppm", 6000, 6000)
        for run in [self.begin_and_end_one(rank, signal.SIGSTOP, {"LENSLET_MPI_TIMEOUT": "60"}) for rank in (2, 0)]:
            said = self.what_it_said(*run)
            self.assertIn("waited 60 s for", said)
            self.assertEqual(said.count("lenslet: "), 1, said)

    def test_kernels_that_never_end_end_all(self):
        self.write_endless_filter()
        self.assertIn("gave no answer within 1 s", self.refusal("run", "endless.cl", "in.png", "out.png", "--timeout", "1s"))

    # Each host's driver rounds in its own way: the lines of the two runs would be mixed.
    def test_ranks_with_other_devices_do_not_resume(self):
        if "pocl" not in os.environ.get("LENSLET_DEVICE", ""):
            self.skipTest("PoCL has a device of another name for the same cores")
        words = "run", "mean", "in.png", "out.tif", "--resume"
        said = self.refusal(*words, ":", "-x", "POCL_DEVICES=basic", "-n", "1", TOOL, *words)
        self.assertRegex(said, "ranks disagree about the device and schedule, .*: rank 2 has 'device: basic.*, rank 0 has 'device: ")

    # A process that MPI does not join would write the file beside the others.
    def test_ranks_that_mpi_does_not_know_are_refused(self):
        refused = self.refusal_of_one({"OMPI_COMM_WORLD_SIZE": "3"})
        self.assertIn("OMPI_COMM_WORLD_SIZE is 3, but MPI knows of 1 here; allowed is the mpirun", refused)

    def test_words_that_mean_nothing_are_named(self):
        for name, value, allowed in (("LENSLET_MPI", "Off", "on, off"), ("LENSLET_MPI_TIMEOUT", "0.5", "whole seconds from 1"),
                                     ("LENSLET_MPI_TIMEOUT", "-1", "whole seconds from 1"), ("LENSLET_MPI_TIMEOUT", "ten", "whole")):
            said = self.refusal_of_one({"OMPI_COMM_WORLD_SIZE": "2", name: value}, 2)
            self.assertIn(f"{name} is '{value}'; allowed: {allowed}", said)

    def refusal_of_one(self, env, status=1):
        done = subprocess.run([TOOL, "run", "mean", "in.png", "out.png"], cwd=self.folder, env=os.environ | env,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertFalse((self.folder / "out.png").exists())
        return done.stderr

    def test_says_where_the_tool_for_ranks_is_missing(self):
        process = started(2, "run", "mean", "in.png", "out.png", cwd=self.folder, env={"LENSLET_MPI_TOOL": "/nowhere"})
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn("LENSLET_MPI_TOOL is '/nowhere', which is no file", err)
        self.assertEqual(err.count("lenslet: "), 1, err)
        done = started(2, "devices", cwd=self.folder, env={"LENSLET_MPI": "off", "LENSLET_MPI_TOOL": "/nowhere"})
        done.communicate(timeout=PATIENCE)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    main()
