"""Results: what they replace, whose they are, and what is left when a run is ended in the middle."""

import os
import resource
import signal
import subprocess
import time

from images import write_png
from tool import PATIENCE, TOOL, ToolTest, main, run

NOBODY = 65534


class Results(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 8, 8, 1, 8, lambda x, y, c: 2 * x)
        (self.folder / "in.csv").write_text("3\n1\n2\n")
        self.kinds = (("in.png", ".png", ("run", "mean")), ("in.csv", ".csv", ("sort",)))

    def names(self):
        return sorted(file.name for file in self.folder.iterdir())

    def test_no_result_is_an_input(self):
        (self.folder / "link.png").symlink_to("in.png")
        os.link(self.folder / "in.png", self.folder / "hard.png")
        (self.folder / "mask.txt").write_text("0 0 0; 0 1 0; 0 0 0")
        (self.folder / "s.json").write_text("{}")
        before = {name: (self.folder / name).read_bytes() for name in self.names()}
        for words in ("run mean in.png in.png", "run mean in.png ./in.png", "run mean in.png link.png",
                      "run mean hard.png in.png", "run mean in.png out.png --dump-kernel in.png",
                      "run mean in.png out.png --dump-kernel out.png", "run mean in.png --out-dir .",
                      "run filter2d --mask mask.txt in.png out.png --dump-kernel mask.txt",
                      "sort in.csv in.csv", "sort in.csv ./in.csv", "study --from s.json --html s.json",
                      "study --from s.json --markdown ./s.json", "study --from s.json --html a --markdown a"):
            done = self.run_tool(*words.split(), status=2)
            self.assertRegex(done.stderr, "would be written over the input|are one file", words)
        self.assertEqual({name: (self.folder / name).read_bytes() for name in self.names()}, before)

    def test_no_result_takes_the_place_of_what_the_run_reads(self):
        """Not of inputs alone: of ops, masks, pipelines, bundles and caches."""
        (self.folder / "k.cl").write_text("/*\nname: k\nsummary: Nothing.\nwindow: 1\n*/\nPIXEL k(WINDOW) { return AT(0, 0); }\n")
        (self.folder / "my.pipeline").write_text("mean | invert\n")
        self.run_tool("compile", "mean", "--size", "8x8", "--type", "u8", "--channels", "1", "-o", "b.lnb", "--no-spirv")
        own = {"LENSLET_CACHE": "on", "LENSLET_CACHE_DIR": str(self.folder / "cache"),
               "LENSLET_DATA_DIR": str(self.folder / "data")}
        self.run_tool("run", "mean", "in.png", "out.png", env=own)
        for target in ("k.cl", "my.pipeline", "b.lnb", "cache/programs.sqlite", "data/tuning.sqlite"):
            for suffix in (".png", ".csv", ".lnb", ".svg"):
                (self.folder / (os.path.basename(target) + suffix)).symlink_to(target)
        before = {path: path.read_bytes() for path in self.folder.glob("*.*") if path.is_file() and "sqlite" not in path.name}
        for words in ("run k.cl in.png k.cl.png", "run --pipeline my.pipeline in.png my.pipeline.png", "run mean in.png b.lnb.png --bundle b.lnb",
                      "run mean in.png programs.sqlite.png", "run mean in.png tuning.sqlite.png", "sort in.csv programs.sqlite.csv",
                      "run mean in.png out.png --bundle b.lnb --dump-kernel b.lnb", "compile k.cl -o k.cl.lnb --size 8x8 --type u8 --no-spirv"):
            done = self.run_tool(*words.split(), status=2, env=own)
            self.assertRegex(done.stderr, "would be written over the input '.*'; give it another name\n$", words)
        self.assertTrue((self.folder / "cache/programs.sqlite").read_bytes().startswith(b"SQLite format 3"))
        self.assertEqual({path: path.read_bytes() for path in before}, before)
        self.assertFalse([name for name in self.names() if name.startswith(".lenslet")])

    def test_permissions_and_owners_stay(self):
        for source, suffix, command in self.kinds:
            target = self.folder / ("old" + suffix)
            target.write_text("old")
            target.chmod(0o640)
            if os.geteuid() == 0:
                os.chown(target, NOBODY, NOBODY)
            before = target.stat()
            self.run_tool(*command, source, target)
            after = target.stat()
            self.assertNotEqual(target.read_bytes(), b"old")
            self.assertEqual((before.st_mode, before.st_uid, before.st_gid), (after.st_mode, after.st_uid, after.st_gid))

    def test_links_stay_and_dangling_ones_are_filled(self):
        (self.folder / "there").mkdir()
        for source, suffix, command in self.kinds:
            link = self.folder / ("link" + suffix)
            link.symlink_to("there/real" + suffix)
            for _ in range(2):
                self.run_tool(*command, source, link)
                self.assertTrue(link.is_symlink())
                self.assertGreater((self.folder / ("there/real" + suffix)).stat().st_size, 0)
            lost = self.folder / ("lost" + suffix)
            lost.symlink_to("nowhere/real" + suffix)
            self.assertIn("cannot write", self.run_tool(*command, source, lost, status=1).stderr)

    def test_a_file_that_may_not_be_written_stays(self):
        """A rename would replace it all the same: the folder is the user's."""
        as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        folder = self.folder / "theirs"
        folder.mkdir()
        for source, suffix, _ in self.kinds:
            (folder / source).write_bytes((self.folder / source).read_bytes())
            (folder / ("old" + suffix)).write_text("old")
            (folder / ("old" + suffix)).chmod(0o444)
        if as_user:
            self.folder.chmod(0o755)
            for path in (folder, *folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        for source, suffix, command in self.kinds:
            home = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "LENSLET_CACHE": "off",
                    "LENSLET_DATA_DIR": str(folder / "data")}
            done = subprocess.run([TOOL, *command, source, "old" + suffix], cwd=folder, env=os.environ | home, text=True,
                                  capture_output=True, timeout=PATIENCE, check=False, **as_user)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"cannot write 'old{suffix}': Permission denied", done.stderr)
            self.assertEqual((folder / ("old" + suffix)).read_text(), "old")

    def test_signals_leave_no_temporary_file(self):
        """JPEG XL is slow to write, so that there is time to end the run meanwhile."""
        write_png(self.folder / "large.png", 1000, 700, 1, 8, lambda x, y, c: (x * x + y * y * y) % 251)
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2,
                     signal.SIGPIPE, signal.SIGIO, signal.SIGPROF, signal.SIGVTALRM, signal.SIGPWR, signal.SIGSTKFLT,
                     signal.SIGRTMIN, signal.SIGRTMIN + 5, signal.SIGRTMAX):
            self.check_end_by(name)

    def test_signals_end_the_program_after_a_compile(self):
        """Compilers in drivers set handlers of their own."""
        write_png(self.folder / "large.png", 1000, 700, 1, 8, lambda x, y, c: (x * x + y * y * y) % 251)
        for name in (signal.SIGQUIT, signal.SIGXCPU, signal.SIGUSR2, signal.SIGPIPE):
            self.check_end_by(name, "--no-cache")

    def check_end_by(self, name, *extra):
        before = self.names()
        self.assertTrue(any(self.ends_by(name, before, *extra) for _ in range(20)),
                        f"runs end before their results are begun, or in spite of {name}")

    def ends_by(self, name, before, *extra):
        """Whether the run was still writing when the signal came: on a busy machine it may be over."""
        with subprocess.Popen([TOOL, "run", "brightness", "large.png", "out.jxl" if self.has_jxl() else "out.webp", *extra],
                              cwd=self.folder, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and self.names() == before:
                time.sleep(0.001)
            process.send_signal(name)
            ended = process.wait()
        for result in self.folder.glob("out.*"):  # the whole result of a run that was over
            result.unlink()
        self.assertIn(ended, (0, -name))
        self.assertEqual(self.names(), before, "what was begun is removed")
        return ended == -name

    def has_jxl(self):
        return ".jxl" in run("run", "mean", "in.png", "out.nothing", cwd=self.folder).stderr

    def test_a_limit_on_files_is_an_error_of_the_write(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        write_png(self.folder / "large.png", 100, 100, 1, 8, lambda x, y, c: (x * x + y * y * y) % 251)
        before = self.names()
        for words in (("run", "mean", "large.png", "out.png", "--no-cache"), ("sort", "large.png", "out.npy")):
            done = subprocess.run([TOOL, *words], cwd=self.folder, stderr=subprocess.PIPE, text=True, timeout=PATIENCE,
                                  check=False, preexec_fn=limit)
            self.assertIn(done.returncode, (1, 2), done.stderr)
            self.assertEqual(self.names(), before)

    def test_an_ignored_hangup_stays_ignored(self):
        def ignore():
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

        for _ in range(3):
            with subprocess.Popen([TOOL, "run", "mean", "in.png", "out.png", "--no-cache"], cwd=self.folder,
                                  stderr=subprocess.PIPE, text=True, preexec_fn=ignore) as process:
                while process.poll() is None:  # also while the driver compiles
                    process.send_signal(signal.SIGHUP)
                    time.sleep(0.001)
                self.assertEqual(process.wait(), 0, process.stderr.read())

    def test_what_a_killed_run_left_is_in_nobodys_way(self):
        (self.folder / ".lenslet-0123456789abcdef.csv").write_text("")
        for number in range(1, 200):
            (self.folder / f"out.csv.{number}.tmp").write_text("")
        self.run_tool("sort", "in.csv", "out.csv")
        self.assertEqual((self.folder / "out.csv").read_text(), "1\n2\n3\n")


if __name__ == "__main__":
    main()
