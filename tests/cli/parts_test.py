"""The tool without any part that calls a component, and with files alone, as ./dev demo builds it: what runs, and what is
said of the rest. That both are linked shows that nothing else calls a component."""

import os
import subprocess
from pathlib import Path

from images import write_png
from tool import ToolTest, main

BARE = Path(os.environ["LENSLET_BARE_TOOL"])
NOWHERE = {"LENSLET_VIEW_TOOL": "/nowhere", "LENSLET_MPI_TOOL": "/nowhere"}
TWO_RANKS = {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"}


class Parts(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 32, 24, 3, 8, lambda x, y, c: (7 * x + 5 * y + c) % 256)
        (self.folder / "in.csv").write_text("1,2\n3,4\n")

    def check_refusal(self, done, *words):
        """One line, which names these, and the exit status of what failed."""
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Alenslet: .*\n\Z")
        for word in (*words, "./dev build"):
            self.assertIn(word, done.stderr)

    def run_bare(self, *arguments):
        return subprocess.run([BARE, *map(str, arguments)], cwd=self.folder, env=os.environ | NOWHERE, check=False,
                              capture_output=True, text=True, timeout=3000)

    def test_filters_and_lists_devices_with_files_alone(self):
        self.assertIn("OpenCL", self.run_tool("devices", "--verbose").stdout)
        self.run_tool("run", "gaussian", "in.png", "out.png")
        self.assertEqual((self.folder / "out.png").read_bytes()[:4], b"\x89PNG")

    def test_passes_in_strips_with_files_alone(self):
        self.run_tool("run", "mean", "in.png", "out.tif", "--memory", "64M")
        self.assertEqual((self.folder / "out.tif").read_bytes()[:2], b"II")

    def test_reads_and_writes_jpeg_by_the_host(self):
        self.run_tool("run", "invert", "in.png", "out.jpg")
        done = self.run_tool("run", "invert", "out.jpg", "back.png", "--verbose")
        self.assertIn("this build has no codec for devices", done.stdout + done.stderr)

    def test_names_the_component_that_a_command_lacks(self):
        for words, named in [
            (("jpeg", "info", "in.png"), ("lenslet::jpeg", "LENSLET_JPEG=ON", "libjpeg-dev")),
            (("jpeg", "tune", "in.png"), ("lenslet::jpeg", "LENSLET_JPEG=ON", "libjpeg-dev")),
            (("run", "invert", "in.png", "o.png", "--codec", "device"), ("--codec device: ", "lenslet::jpeg", "libjpeg-dev")),
            (("kernel", "own.cl"), ("lenslet::toolkit", "LENSLET_TOOLKIT=ON")),
            (("compile", "own.cl", "-o", "own.lnb"), ("own.cl: ", "lenslet::toolkit", "LENSLET_TOOLKIT=ON")),
            (("devices", "--objects"), ("--objects: ", "lenslet::toolkit", "LENSLET_TOOLKIT=ON")),
            (("study", "gradient"), ("lenslet::studies", "LENSLET_STUDIES=ON")),
            (("study", "--help"), ("lenslet::studies", "LENSLET_STUDIES=ON")),
            (("listing", "saxpy"), ("lenslet::listings", "LENSLET_LISTINGS=ON")),
            (("view", "invert", "in.png"), ("lenslet-view", "LENSLET_GL=ON", "libepoxy-dev", "LENSLET_VIEW_TOOL is '/nowhere'")),
        ]:
            with self.subTest(words=words):
                self.check_refusal(self.run_tool(*words, status=1, env=NOWHERE), *named)
        self.assertFalse((self.folder / "o.png").exists())

    def test_names_the_tool_that_several_ranks_lack(self):
        done = self.run_tool("run", "invert", "in.png", "o.png", status=1, env=NOWHERE | TWO_RANKS)
        self.check_refusal(done, "OMPI_COMM_WORLD_SIZE is 2", "LENSLET_MPI=ON", "libopenmpi-dev", "LENSLET_MPI_TOOL")

    def test_names_what_plots_lack(self):
        (self.folder / "x.csv").write_text("0\n1\n2\n")
        self.assertIn("Not in this build (LENSLET_PLOTS=OFF)", self.run_tool("fit", "--help").stdout)
        done = self.run_tool("fit", "x.csv", "x.csv", "c.csv", "--plot", "out.svg", status=1)
        self.check_refusal(done, "plots", "LENSLET_PLOTS=ON", "libplplot-dev")
        self.assertFalse((self.folder / "c.csv").exists())

    def test_names_files_where_they_are_lacking(self):
        for words, file in [
            (("run", "invert", "in.png", "o.png"), "o.png"),
            (("run", "invert", "in.png", "o.npy"), "in.png"),
            (("run", "invert", "in.csv", "o.png"), "o.png"),
            (("run", "invert", "in.png", "o.tif", "--memory", "64M"), "in.png"),
            (("bench", "invert", "--like", "in.png"), "in.png"),
            (("explain", "invert", "--like", "in.png", "--memory", "64M"), "in.png"),
        ]:
            with self.subTest(words=words):
                self.check_refusal(self.run_bare(*words), f"{file}: ", "lenslet::files", "LENSLET_FILES=ON", "libvips-dev", ".npy")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["in.csv", "in.png"])

    def test_computes_with_arrays_where_files_are_lacking(self):
        done = self.run_bare("reduce", "sum", "in.csv", "out.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "out.csv").exists())

    def test_lists_all_commands_in_each_build(self):
        help_text = self.run_bare("--help").stdout
        self.assertEqual(help_text, self.run_tool("--help").stdout)
        for command in ("jpeg", "kernel", "run", "study", "view"):
            self.assertIn(f"\n  {command} ", help_text)


if __name__ == "__main__":
    main()
