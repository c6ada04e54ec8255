"""--resume: runs that were killed, interrupted, or found the disk full or their input damaged go on to the same file."""

import os
import random
import resource
import signal
import subprocess
import time

from images import write_png
from tool import PATIENCE, TOOL, ToolTest, main

HEIGHT = 8000  # 31.3 rows of tiles, of which no test waits for more than 9 in all
OPTIONS = ["--memory", "8M", "--quiet"]


class Resume(ToolTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.words = ["run", "gaussian", "--ksize", "5", "in.tif"]

    def setUp(self):
        super().setUp()
        noise = random.Random(1).randbytes(3 * 1000 * HEIGHT)  # a driver's own files are smaller
        (self.folder / "in.ppm").write_bytes(f"P6 1000 {HEIGHT} 255\n".encode() + noise)
        self.run_tool("run", "crop", "in.ppm", "in.tif", *OPTIONS)
        self.run_tool(*self.words, "whole.tif", *OPTIONS)

    def start(self, **options):
        return subprocess.Popen([TOOL, *self.words, "out.tif", *OPTIONS, "--resume"], cwd=self.folder,
                                stderr=subprocess.PIPE, text=True, **options)

    def finished(self):
        """The number of lines of the journal that are of tiles."""
        try:
            return (self.folder / "out.tif.journal").read_text(encoding="utf-8").partition("\n\n")[2].count("\n")
        except FileNotFoundError:
            return 0

    def wait(self, child, rows, before):
        """Waits until the run has finished so many rows of tiles beside those that were there before."""
        while self.finished() < before + rows and child.poll() is None:
            time.sleep(0.005)

    def left(self):
        return sorted(path.name for path in self.folder.glob("out*"))

    def go_on(self):
        self.assertEqual(self.left(), ["out.tif.journal", "out.tif.part"])
        done = self.run_tool(*self.words, "out.tif", "--memory", "8M", "--resume")
        self.assertIn("goes on at row ", done.stderr)
        self.assertEqual(self.left(), ["out.tif"])
        self.assertEqual((self.folder / "out.tif").read_bytes(), (self.folder / "whole.tif").read_bytes())

    def interrupt(self, number, rows):
        before = self.finished()
        with self.start() as child:
            self.wait(child, rows, before)
            child.send_signal(number)
            said = child.communicate(timeout=PATIENCE)[1]
        self.assertEqual(child.returncode, -number)
        return said

    def test_goes_on_after_signals(self):
        self.interrupt(signal.SIGKILL, 1)
        said = self.interrupt(signal.SIGINT, 3)
        self.assertIn("what is finished stays in out.tif.part: the same command goes on with it", said)
        self.assertIn("out.tif.part", self.interrupt(signal.SIGTERM, 5))
        self.go_on()

    def test_goes_on_after_a_full_disk(self):
        limit = (self.folder / "whole.tif").stat().st_size // 2
        with self.start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) as child:
            said = child.communicate(timeout=PATIENCE)[1]
        self.assertEqual(child.returncode, 1)
        self.assertIn("cannot write 'out.tif': File too large; what is finished stays in out.tif.part", said)
        self.go_on()

    def test_goes_on_after_the_input_shrank(self):
        source = self.folder / "in.tif"
        content, status = source.read_bytes(), source.stat()
        with self.start() as child:
            self.wait(child, 1, before=0)
            child.send_signal(signal.SIGSTOP)
            os.truncate(source, len(content) // 20)
            child.send_signal(signal.SIGCONT)
            said = child.communicate(timeout=PATIENCE)[1]
        self.assertEqual(child.returncode, 1)
        self.assertIn("cannot read 'in.tif'", said)
        source.write_bytes(content)
        self.assertIn("it says 'input: ", self.run_tool(*self.words, "out.tif", *OPTIONS, "--resume", status=1).stderr)
        os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.go_on()

    def test_refuses_what_is_not_its_own(self):
        self.interrupt(signal.SIGKILL, 2)
        again = [*self.words, "out.tif", *OPTIONS, "--resume"]
        self.assertRegex(self.run_tool(*again, "--border", "constant", status=1).stderr, "border constant")
        said = self.run_tool(*again, "--border", "replicate", status=1).stderr
        self.assertRegex(said, r"is of another run: it says 'options: border by the op.* remove '.*out.tif.part' to begin anew")
        said = self.run_tool(*again, "--device", os.environ.get("LENSLET_DEVICE", "0") + "/2", status=None).stderr
        if "is of another run" in said:  # else the device is not divided
            self.assertRegex(said, "it says 'device: (.*)', and this one 'device: .* and .*'")
        with open(self.folder / "out.tif.part", "r+b") as part:
            part.seek(5000)
            part.write(b"12345678")
        self.assertRegex(self.run_tool(*again, status=1).stderr, "rows 0 to 255 of the unfinished file are damaged; remove")
        (self.folder / "out.tif.part").unlink()
        self.run_tool(*again)
        self.assertEqual(self.left(), ["out.tif"])

    def test_leaves_nothing_of_what_cannot_begin(self):
        for words in (("--memory", "1K"), ("--memory", "1M", "--border", "wrap")):
            said = self.run_tool(*self.words, "out.tif", *words, "--resume", status=None).stderr
            self.assertNotIn("the same command", said)
            self.assertRegex(said, "the least that strips of|as one strip [0-9]+ bytes")
            self.assertEqual(self.left(), [])

    def test_says_what_it_needs(self):
        write_png(self.folder / "a.png", 9, 9, 3, 8, lambda x, y, c: x)
        for option in ("--resume", "--pyramid"):
            self.assertIn(f"{option} needs --memory", self.run_tool("run", "mean", "a.png", "b.tif", option, status=2).stderr)
            said = self.run_tool("run", "mean", "a.png", "b.png", option, "--memory", "1M", status=1).stderr
            self.assertIn(f"{option} is for results in TIFF files; 'b.png' is none", said)


if __name__ == "__main__":
    main()
