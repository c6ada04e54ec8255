"""Ranks write one TIFF file: the bytes of one process, also where a run was ended and others go on with it."""

import os
import random
import resource
import signal
import time

from images import write_png
from started_ranks import process_of_rank, started
from tool import PATIENCE, ToolTest, main

WORDS = ["run", "gaussian", "--ksize", "5", "in.tif"]
HEIGHT = 8000  # 31.3 rows of tiles


class SharedFile(ToolTest):
    def finish(self, process, status=0):
        err = process.communicate(timeout=PATIENCE)[1]
        self.assertEqual(process.returncode == 0, status == 0, err)
        return [line for line in err.splitlines() if line.startswith("lenslet:")]

    def run_ranks(self, ranks, *words, status=0, **options):
        return self.finish(started(ranks, *words, cwd=self.folder, **options), status)

    def same(self, a="out.tif", b="whole.tif"):
        return (self.folder / a).read_bytes() == (self.folder / b).read_bytes()

    def write_large(self):
        noise = random.Random(1).randbytes(3 * 1000 * HEIGHT)
        (self.folder / "in.ppm").write_bytes(f"P6 1000 {HEIGHT} 255\n".encode() + noise)
        self.run_tool("run", "crop", "in.ppm", "in.tif", "--memory", "20M")
        self.run_tool(*WORDS, "whole.tif", "--memory", "20M")

    def left(self):
        return sorted(path.name for path in self.folder.glob("*out*"))

    def test_has_the_bytes_of_one_process(self):
        for k, name in enumerate(("in.png", "other.png")):
            write_png(self.folder / name, 140, 1190, 3, 8, lambda x, y, c, k=k: (x * x * 7 + y * 31 + x * y * 3 + 50 * c + k) % 256)
        self.run_tool("run", "crop", "in.png", "in.tif", "--memory", "20M")
        for ranks, words in ((2, ["gaussian ksize=5 | gradient | threshold level=40", "in.tif"]), (7, ["median", "in.tif"]),
                             (3, ["resize", "--size", "77x2301", "in.tif"]), (5, ["equalize", "in.tif"]),
                             (4, ["grey | gaussian | otsu | invert", "in.tif"]), (2, ["blend", "in.png", "other.png"]),
                             (6, ["crop", "--x", "3", "--y", "300", "--width", "99", "--height", "700", "in.tif"]),
                             (3, ["mean", "in.png", "--ddepth", "f32"]), (2, ["gaussian", "in.tif", "--pyramid"])):
            self.run_tool("run", *words, "whole.tif", "--memory", "2M")
            self.run_ranks(ranks, "run", *words, "out.tif", "--memory", "2M")
            self.assertTrue(self.same(), f"{ranks} ranks, {words}")

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
        self.write_large()
        for ranks, killed in ((3, 1), (2, 0)):
            process = self.begin(ranks, 1)
            os.kill(process_of_rank(process, killed), signal.SIGKILL)
            self.finish(process, status=1)
            self.assertEqual(self.left(), ["out.tif.journal", "out.tif.part"])
        done = self.run_tool(*WORDS, "out.tif", "--memory", "30M", "--resume")
        self.assertRegex(done.stderr, "goes on at row [1-9]")
        self.assertEqual(self.left(), ["out.tif"])
        self.assertTrue(self.same())

    # MPI's own files may have that size.
    def test_a_full_disk_ends_all(self):
        self.write_large()
        full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12 << 20, 12 << 20))}
        self.assertGreater((self.folder / "whole.tif").stat().st_size, 12 << 20)
        said = self.run_ranks(3, *WORDS, "out.tif", "--memory", "20M", status=1, **full)
        self.assertRegex(" ".join(said), "cannot write 'out.tif': File too large$")
        self.assertEqual((len(said), self.left()), (1, []))
        said = self.run_ranks(2, *WORDS, "out.tif", "--memory", "20M", "--resume", status=1, **full)
        self.assertIn("File too large; what is finished stays in out.tif.part", " ".join(said))
        self.run_ranks(3, *WORDS, "out.tif", "--memory", "20M", "--resume")
        self.assertTrue(self.same())

    def test_an_input_that_shrinks_ends_all(self):
        self.write_large()
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
        for out in ("out.tif", "out.png"):
            said = self.run_ranks(2, "run", "equalize", "in.png", out, "--progress")
            self.assertEqual(len(said), 2, said)
            for name, line in zip(("in.png", out), said):
                self.assertRegex(line, f"^lenslet: {name}: 100%, [0-9]+ Mpx/s, 0 s left$")

    def test_a_pyramid_and_other_formats_are_resumed_by_the_first_rank(self):
        write_png(self.folder / "in.png", 300, 1190, 3, 8, lambda x, y, c: (x * y + 50 * c) % 256)
        words = ["run", "mean", "in.png"]
        self.run_tool(*words, "whole.tif", "--memory", "2M", "--pyramid")
        self.run_ranks(3, *words, "out.tif", "--memory", "2M", "--pyramid", "--resume")
        self.assertTrue(self.same())


if __name__ == "__main__":
    main()
