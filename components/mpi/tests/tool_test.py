"""mpirun lenslet run: the pixels of one process, and one message where anything goes wrong."""

import os
import signal
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from images import read_png, write_png
from memory import write_ppm
from started_ranks import LONG, process_of_rank, said_by, started
from tool import PATIENCE, TOOL, ToolTest, main

PIPELINE = "gaussian ksize=5 | gradient | threshold level=40"
WAITING = ThreadPoolExecutor()
LIMIT = 20  # seconds in which ranks wait for one that hangs: long enough for the start on a busy machine


class Tool(ToolTest):
    def setUp(self):
        super().setUp()
        for k, name in enumerate(("in.png", "other.png")):
            write_png(self.folder / name, 140, 190, 3, 8, lambda x, y, c, k=k: (x * x * 7 + y * 31 + x * y * 3 + 50 * c + k) % 256)

    # Most of a run of ranks is waiting: they start, and meet.
    def run_together(self, *runs):
        """What each of the runs prints; status, ranks and words."""
        processes = [started(ranks, *words, cwd=self.folder) for _, ranks, *words in runs]
        printed = [said_by(process) for process in processes]
        self.assertEqual([process.returncode for process in processes], [run[0] for run in runs], printed)
        return printed

    def check_refusals(self, *refused):
        """Runs what is refused, and looks for what it says; what that is, status and words."""
        for (_, said), (words, *_) in zip(self.run_together(*((status, 2, *run) for _, status, *run in refused)), refused):
            self.assertEqual(len(said), 1, said)
            self.assertRegex(said[0], words)
        self.assertFalse(list(self.folder.glob("*out.*")), "there is a result, or half of one")

    def test_has_the_bits_of_one_process(self):
        cases = [(3, "blend | resize size=77x301 | gradient", "in.png", "other.png")]
        if LONG:
            cases += [(2, PIPELINE, "in.png"), (4, PIPELINE, "in.png"), (2, "blend", "in.png", "other.png")]
        for ranks, *words in cases:
            self.run_tool("run", *words, "whole.png")
            self.run_together((0, ranks, "run", *words, "out.png", "--memory", "1M"))
            self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "out.png"), words)

    def test_one_rank_speaks(self):
        words = 0, 2, "run", "mean", "in.png"
        verbose, (out, _) = self.run_together((*words, "out.png", "--verbose"), (*words, "other.png", "--json"))
        self.assertEqual(verbose, ("", []))
        self.assertEqual(out.count('"files"'), 1)

    # Rank 0 speaks, and reads no more than the first rows.
    def test_odd_bytes_of_a_jpeg_are_noted(self):
        self.run_tool("run", "mean", "in.png", "whole.jpg")
        whole = (self.folder / "whole.jpg").read_bytes()
        at = whole.index(b"\xff\xdb")
        (self.folder / "odd.jpg").write_bytes(whole[:at] + b"stray" + whole[at:])
        (_, said), = self.run_together((0, 3, "run", "mean", "odd.jpg", "out.png", "--memory", "1M"))
        self.assertEqual(len(said), 1, said)
        self.assertRegex(said[0], "^lenslet: warning: odd.jpg: .* 5 extraneous bytes")

    # A host's driver rounds in its own way: with another one the lines of two runs would be mixed.
    def test_says_once_what_does_not_work(self):
        (self.folder / "b").mkdir()
        write_png(self.folder / "b/in.png", 40, 50, 3, 8, lambda x, y, c: x)
        run, other = ("run", "mean", "in.png", "out.png"), (":", "-n", "1", TOOL)
        self.check_refusals(
            ("nowhere.png", 1, "run", "mean", "nowhere.png", "out.png"),
            ("/nowhere/out.png", 1, "run", "mean", "in.png", "/nowhere/out.png"),
            ("the least that strips", 2, *run, "--memory", "5k"),
            ("does not go with --region", 2, *run, "--region", "9x9+0+0"))
        self.check_refusals(
            ("2 images for 2 ranks", 2, "run", "mean", "in.png", "other.png", "--out-dir", "out.d"),
            ("devices is not for 2 ranks; allowed: run", 1, "devices"),
            ("ranks disagree about the arguments: rank 2 has 'run mean other.png out.png'", 1, *run, *other, "run", "mean",
             "other.png", "out.png"),
            ("ranks disagree about the files: rank 2 has 'in.png: u8 x 3 of 40 x 50, .* rank 0 has 'in.png: u8 x 3 of 140 x 190", 1,
             *run, ":", "-wdir", str(self.folder / "b"), *other[1:], *run))

    def test_what_fails_later_is_said_once(self):
        self.run_tool("run", "resize", "--size", "300x600", "in.png", "good.tif")
        content = (self.folder / "good.tif").read_bytes()
        kept = len(content) // 5
        (self.folder / "bad.tif").write_bytes(content[:kept] + bytes(len(content) - 2 * kept) + content[-kept:])
        self.write_endless_filter()
        resumed = "run", "mean", "in.png", "out.tif", "--resume"
        refused = [("bad.tif", 1, "run", "mean", "bad.tif", "out.tif"),
                   ("it needs the whole as one strip of one process, not 2 parts of the rows$", 1, "run", "flip", "--direction",
                    "vertical", "good.tif", "out.tif", "--memory", "1G", "--resume"),
                   ("gave no answer within 1 s", 1, "run", "endless.cl", "in.png", "out.png", "--timeout", "1s")]
        if "pocl" in os.environ.get("LENSLET_DEVICE", ""):  # which has a device of another name for the same cores
            refused.append(("ranks disagree about the device and schedule, .*: rank 2 has 'device: basic.*, rank 0 has 'device: ", 1,
                            *resumed, ":", "-x", "POCL_DEVICES=basic", "-n", "1", TOOL, *resumed))
        self.check_refusals(*refused)

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
        missing = {"LENSLET_MPI_TOOL": "/nowhere"}
        process = started(2, "run", "mean", "in.png", "out.png", cwd=self.folder, env=missing)
        alone = started(2, "devices", cwd=self.folder, env=missing | {"LENSLET_MPI": "off"})
        _, said = said_by(process)
        self.assertEqual((process.returncode, len(said)), (1, 1), said)
        self.assertIn("LENSLET_MPI_TOOL is '/nowhere', which is no file", said[0])
        said_by(alone)
        self.assertEqual(alone.returncode, 0)


class WhereARankEnds(ToolTest):
    """Runs that wait for a rank which is stopped do so while the tests above are at work: ranks that wait take no core's time."""

    @classmethod
    def begin(cls):
        folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(folder.cleanup)
        cls.inputs = Path(folder.name)
        write_ppm(cls.inputs / "large.ppm", 6000, 6000)
        limit = {"LENSLET_MPI_TIMEOUT": str(LIMIT)}
        cls.hung = cls.end_ranks(signal.SIGSTOP, (2, 0), limit)
        cls.hung_at_start = [cls.stop_at_start(rank, limit) for rank in (2, 0)]
        cls.waits = [WAITING.submit(cls.seconds_to_end, process) for process, _ in cls.hung_at_start]

    @classmethod
    def end_ranks(cls, by, ranks, env=None):
        """Runs of which each loses one of these ranks, and their folders. They are long enough to be still at work."""
        runs = []
        for rank in ranks:
            folder = cls.inputs / f"{by.name}{rank}"
            folder.mkdir()
            words = "run", "median", "--ksize", "15", "../large.ppm", "out.tif", "--memory", "20M"
            runs.append((started(3, *words, cwd=folder, env=env), folder))
        for rank, (process, folder) in zip(ranks, runs):
            while not list(folder.glob(".lenslet*")):  # rank 0 writes, so that all have met
                if process.poll() is not None:
                    raise RuntimeError(f"it ended by itself: {process.stderr.read()}")
                time.sleep(0.005)
            os.kill(process_of_rank(process, rank), by)
        return runs

    @classmethod
    def stop_at_start(cls, rank, env):
        """A run of which this rank hangs from its first moments on: MPI itself waits for it, as all ranks begin."""
        folder = cls.inputs / f"start{rank}"
        folder.mkdir()
        process = started(3, "run", "mean", "../large.ppm", "out.tif", cwd=folder, env=env)
        while (hanging := process_of_rank(process, rank)) is None:
            if process.poll() is not None:
                raise RuntimeError(f"it ended by itself: {process.stderr.read()}")
        os.kill(hanging, signal.SIGSTOP)
        return process, folder

    @staticmethod
    def seconds_to_end(process):
        begin = time.monotonic()
        process.wait(PATIENCE)
        return time.monotonic() - begin

    def what_it_said(self, process, folder):
        _, err = process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse((folder / "out.tif").exists())
        return err

    def test_is_killed_all_end(self):
        runs = self.end_ranks(signal.SIGKILL, (1, 0))
        self.assertIn("rank 1", self.what_it_said(*runs[0]))
        self.assertFalse(list(runs[0][1].glob(".lenslet*")), "a temporary file is left")
        self.what_it_said(*runs[1])

    def test_is_stopped_all_end(self):
        for run in (*self.hung, *self.hung_at_start):
            said = self.what_it_said(*run)
            self.assertIn(f"waited {LIMIT} s for", said)
            self.assertEqual(said.count("lenslet: "), 1, said)

    def test_speaks_in_the_place_of_rank_0_soon(self):
        other, first = (wait.result() for wait in self.waits)
        self.assertLess(first - other, 5, "seconds that rank 1 waits for rank 0 to speak")


def setUpModule():
    WhereARankEnds.begin()


if __name__ == "__main__":
    main()
