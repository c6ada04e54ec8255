"""Ranks write one TIFF file: the bytes of one process, also where a run was ended and others go on with it."""

import os
import random
import resource
import shutil
import signal
import struct
import tempfile
import time
from pathlib import Path

from images import write_png
from started_ranks import LONG, process_of_rank, said_by, started
from tool import ToolTest, main, run

WORDS = ["run", "gaussian", "--ksize", "5", "in.tif"]
HEIGHT = 8000  # 31.3 rows of tiles


def geo_tiff(width, height):
    """A grey TIFF file that says where its pixels of 30 m x 20 m lie."""
    place = struct.pack("<9d", 30, 20, 0, 0, 0, 0, 500000, 4100000, 0)
    pixels = bytes((x * y) % 251 for y in range(height) for x in range(width))
    first, count = 8 + len(place), len(pixels)
    tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, first),
            (277, 3, 1, 1), (278, 4, 1, height), (279, 4, 1, count), (33550, 12, 3, 8), (33922, 12, 6, 32)]
    directory = struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + bytes(4)
    return struct.pack("<4sI", b"II*\0", first + count) + place + pixels + directory


class SharedFile(ToolTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.large = Path(folder.name)
        noise = random.Random(1).randbytes(3 * 1000 * HEIGHT)
        (cls.large / "in.ppm").write_bytes(f"P6 1000 {HEIGHT} 255\n".encode() + noise)
        for words in (("run", "crop", "in.ppm", "in.tif"), (*WORDS, "whole.tif")):
            run(*words, "--memory", "20M", cwd=cls.large).check_returncode()

    def copy_large(self):
        for name in ("in.tif", "whole.tif"):
            shutil.copy2(self.large / name, self.folder / name)

    def finish(self, process, status=0):
        _, said = said_by(process)
        self.assertEqual(process.returncode == 0, status == 0, said)
        return said

    def run_ranks(self, ranks, *words, status=0, **options):
        return self.finish(started(ranks, *words, cwd=self.folder, **options), status)

    def same(self, a="out.tif", b="whole.tif"):
        return (self.folder / a).read_bytes() == (self.folder / b).read_bytes()

    def left(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_has_the_bytes_of_one_process(self):
        for k, name in enumerate(("in.png", "other.png")):
            write_png(self.folder / name, 140, 1190, 3, 8, lambda x, y, c, k=k: (x * x * 7 + y * 31 + x * y * 3 + 50 * c + k) % 256)
        self.run_tool("run", "crop", "in.png", "in.tif", "--memory", "20M")
        cases = [(2, "resize size=77x2301 | convert to=f32", "in.tif"),
                 (3, "blend | grey | gaussian | otsu | invert", "in.png", "other.png"),
                 (4, "crop", "--x", "3", "--y", "300", "--width", "99", "--height", "700", "in.tif")]
        if LONG:
            cases += [(2, "gaussian ksize=5 | gradient | threshold level=40", "in.tif"), (7, "median", "in.tif"),
                      (5, "equalize", "in.tif"), (3, "mean", "in.png", "--ddepth", "f32"), (2, "gaussian", "in.tif", "--pyramid")]
        processes = [started(ranks, "run", *words, f"out{k}.tif", "--memory", "2M", cwd=self.folder)
                     for k, (ranks, *words) in enumerate(cases)]
        for k, (process, (ranks, *words)) in enumerate(zip(processes, cases)):
            self.run_tool("run", *words, "whole.tif", "--memory", "2M")
            self.finish(process)
            self.assertTrue(self.same(f"out{k}.tif"), f"{ranks} ranks, {words}")

    def test_says_where_the_pixels_lie(self):
        (self.folder / "in.tif").write_bytes(geo_tiff(150, 1200))
        words = ["run", "crop", "--x", "3", "--y", "300", "in.tif"]
        self.run_tool(*words, "whole.tif", "--memory", "2M")
        self.run_ranks(2, *words, "out.tif", "--memory", "2M")
        self.assertTrue(self.same())
        self.assertIn(struct.pack("<2d", 500090, 4094000), (self.folder / "out.tif").read_bytes())

    def begin(self, ranks, rows, **options):
        """A run under way that has finished so many more rows of tiles."""
        journal = self.folder / "out.tif.journal"
        def finished():
            return journal.read_text(encoding="utf-8").partition("\n\n")[2].count("\n") if journal.exists() else 0
        before = finished()
        process = started(ranks, *WORDS, "out.tif", "--memory", "8M", "--resume", cwd=self.folder, **options)
        while finished() < before + rows:
            self.assertIsNone(process.poll(), "it ended by itself")
            time.sleep(0.005)
        return process

    def test_others_go_on_where_a_rank_was_killed(self):
        self.copy_large()
        for ranks, killed in ((3, 1), (2, 0))[:2 if LONG else 1]:
            process = self.begin(ranks, 1)
            os.kill(process_of_rank(process, killed), signal.SIGKILL)
            self.finish(process, status=1)
            self.assertEqual(self.left(), ["in.tif", "out.tif.journal", "out.tif.part", "whole.tif"])
        done = self.run_tool(*WORDS, "out.tif", "--memory", "30M", "--resume")
        self.assertRegex(done.stderr, "goes on at row [1-9]")
        self.assertEqual(self.left(), ["in.tif", "out.tif", "whole.tif"])
        self.assertTrue(self.same())

    # MPI's own files may have that size.
    def test_a_full_disk_ends_all(self):
        self.copy_large()
        full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12 << 20, 12 << 20))}
        self.assertGreater((self.folder / "whole.tif").stat().st_size, 12 << 20)
        words = *WORDS, "--memory", "20M"
        ended = started(3, *words, "full.tif", cwd=self.folder, **full)
        kept = started(2, *words, "out.tif", "--resume", cwd=self.folder, **full)
        said = self.finish(ended, status=1)
        self.assertRegex(" ".join(said), "cannot write 'full.tif': File too large$")
        self.assertEqual(len(said), 1, said)
        self.assertIn("File too large; what is finished stays in out.tif.part", " ".join(self.finish(kept, status=1)))
        self.assertEqual(self.left(), ["in.tif", "out.tif.journal", "out.tif.part", "whole.tif"])
        if LONG:
            self.run_tool(*words, "out.tif", "--resume")
            self.assertTrue(self.same())

    def test_an_input_that_shrinks_ends_all(self):
        self.copy_large()
        source = self.folder / "in.tif"
        content, status = source.read_bytes(), source.stat()
        process = self.begin(3, 1)
        ranks = [process_of_rank(process, rank) for rank in range(3)]
        for rank in ranks:
            os.kill(rank, signal.SIGSTOP)
        os.truncate(source, len(content) // 20)
        for rank in ranks:
            os.kill(rank, signal.SIGCONT)
        said = self.finish(process, status=1)
        self.assertEqual(len(said), 1, said)
        self.assertIn("cannot read 'in.tif'", said[0])
        source.write_bytes(content)
        os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.run_ranks(2, *WORDS, "out.tif", "--memory", "20M", "--resume")
        self.assertTrue(self.same())

    def test_says_how_far_it_is(self):
        write_png(self.folder / "in.png", 140, 190, 3, 8, lambda x, y, c: x)
        outs = ("out.tif", "out.png")[:2 if LONG else 1]
        runs = [started(2, "run", "equalize", "in.png", out, "--progress", cwd=self.folder) for out in outs]
        for out, process in zip(outs, runs):
            said = self.finish(process)
            self.assertEqual(len(said), 2, said)
            for name, line in zip(("in.png", out), said):
                self.assertRegex(line, f"^lenslet: {name}: 100%, [0-9]+ Mpx/s, 0 s left$")

    def test_a_pyramid_and_other_formats_are_resumed_by_the_first_rank(self):
        write_png(self.folder / "in.png", 300, 590, 3, 8, lambda x, y, c: (x * y + 50 * c) % 256)
        words = ["run", "mean", "in.png"]
        process = started(3, *words, "out.tif", "--memory", "2M", "--pyramid", "--resume", cwd=self.folder)
        self.run_tool(*words, "whole.tif", "--memory", "2M", "--pyramid")
        self.finish(process)
        self.assertTrue(self.same())


if __name__ == "__main__":
    main()
