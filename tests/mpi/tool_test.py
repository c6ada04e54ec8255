"""mpirun lenslet run: the pixels of one process, and one message where anything goes wrong."""

import os
import signal
import subprocess
import time
from pathlib import Path

from images import read_png, write_png
from memory import write_ppm
from tool import PATIENCE, TOOL, ToolTest, main

PIPELINE = "gaussian ksize=5 | gradient | threshold level=40"


def started(ranks, *words, cwd, env=None):
    return subprocess.Popen([os.environ["LENSLET_MPIEXEC"], "-n", str(ranks), TOOL, *words], cwd=cwd, env=os.environ | (env or {}),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def process_of_rank(starter, rank):
    """The number of a rank's process, or None where it has yet to begin."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == starter.pid and f"OMPI_COMM_WORLD_RANK={rank}\0" in (process / "environ").read_text():
                return int(process.name)
        except (OSError, UnicodeDecodeError):
            pass
    return None


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
    def end_one(self, rank, by, env=None):
        write_ppm(self.folder / "large.ppm", 6000, 6000)
        process = started(3, "run", "median", "--ksize", "15", "large.ppm", "out.tif", "--memory", "20M", cwd=self.folder, env=env)
        while not list(self.folder.glob(".lenslet*")):  # rank 0 writes, so that all have met
            self.assertIsNone(process.poll(), "it ended by itself")
            time.sleep(0.02)
        os.kill(process_of_rank(process, rank), by)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse((self.folder / "out.tif").exists())
        return err

    def test_a_rank_that_is_killed_ends_all(self):
        self.assertIn("rank 1", self.end_one(1, signal.SIGKILL))
        self.assertFalse(list(self.folder.glob(".lenslet*")), "a temporary file is left")
        self.end_one(0, signal.SIGKILL)

    def test_a_rank_that_hangs_ends_all(self):
        said = self.end_one(2, signal.SIGSTOP, {"LENSLET_MPI_TIMEOUT": "2"})
        self.assertIn("waited 2 s for", said)
        self.assertEqual(said.count("lenslet: "), 1, said)

    def test_says_where_the_tool_for_ranks_is_missing(self):
        process = started(2, "run", "mean", "in.png", "out.png", cwd=self.folder, env={"LENSLET_MPI_TOOL": "/nowhere"})
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn("LENSLET_MPI_TOOL is '/nowhere', which is no file", err)
        self.assertEqual(err.count("lenslet: "), 1, err)
        done = started(2, "devices", cwd=self.folder, env={"LENSLET_MPI": "off", "LENSLET_MPI_TOOL": "/nowhere"})
        self.assertEqual(done.wait(timeout=PATIENCE), 0)


if __name__ == "__main__":
    main()
