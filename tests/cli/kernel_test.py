"""--dump-kernel: complete OpenCL C that compiles by itself."""

import fcntl
import json
import os
import subprocess
import unittest

from images import write_png
from tool import ToolTest, main, run

CLANG = os.environ.get("LENSLET_CLANG", "")
# Declarations from the header, beside which wide.cl may overload: built-in ones would be hidden.
OPTIONS = ["-x", "cl", "-cl-std=CL1.2", "-cl-no-stdinc", "-Xclang", "-finclude-default-header", "-fsyntax-only"]


def typical_options(op):
    """Flags that are off by default have no word that turns them off."""
    usual = {parameter["name"]: parameter.get("default") for parameter in op["parameters"]}
    flags = {True: "", False: "no-"}
    return [option for name, value in op["typical_arguments"].items() if value is not False or usual[name]
            for option in ([f"--{flags[value]}{name}"] if isinstance(value, bool) else [f"--{name}", str(value)])]


class Kernel(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 8, 8, 3, 8, lambda x, y, c: x + y + c)

    def test_to_standard_output(self):
        done = self.run_tool("run", "median", "in.png", "out.png", "--dump-kernel", "-")
        self.assertIn("__kernel", done.stdout)

    def dump(self, target, status=0):
        return self.run_tool("run", "median", "in.png", "out.png", "--dump-kernel", target, status=status)

    def test_into_a_pipe_that_stays_one(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 1 << 20)  # room for all of it, as nobody reads meanwhile
        self.dump("pipe")
        self.assertTrue(pipe.is_fifo())
        self.assertIn(b"__kernel", os.read(reader, 1 << 20))

    def test_through_a_link_that_stays_one(self):
        (self.folder / "real.cl").write_text("old")
        (self.folder / "link.cl").symlink_to("real.cl")
        self.dump("link.cl")
        self.assertTrue((self.folder / "link.cl").is_symlink())
        self.assertIn("__kernel", (self.folder / "real.cl").read_text())
        self.assertEqual(sorted(os.listdir(self.folder)), ["in.png", "link.cl", "out.png", "real.cl"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_failure_has_the_reason(self):
        (self.folder / "full.cl").symlink_to("/dev/full")
        self.assertIn("cannot write 'full.cl': No space left on device", self.dump("full.cl", status=1).stderr)
        self.assertIn("cannot write '.': it is a directory", self.dump(".", status=1).stderr)
        self.assertIn("cannot write 'no/k.cl': No such file", self.dump("no/k.cl", status=1).stderr)

    @unittest.skipUnless(os.path.exists(CLANG), "needs clang")
    def test_every_kernel_compiles_by_itself(self):
        pictures = {"in.png": 3, "grey.png": 1, "alpha.png": 4}  # some ops take one channel alone, some need alpha
        for name, channels in pictures.items():
            write_png(self.folder / name, 8, 8, channels, 8, lambda x, y, c: x + y)
        self.run_tool("run", "convert", "grey.png", "map.npy", "--to", "f32")  # some ops read others from a table
        for op in json.loads(run("ops", "--json").stdout)["ops"]:
            with self.subTest(op=op["name"]):
                words = (*typical_options(op), "--dump-kernel", "kernel.cl")
                inputs = [[name] + (op["needed_inputs"] - 1) * [other] for name in pictures for other in (name, "map.npy")]
                runs = (self.run_tool("run", op["name"], *names, "out.npy", *words, status=None) for names in inputs)
                self.assertTrue(any(done.returncode == 0 for done in runs), "takes none of the pictures")
                done = subprocess.run([CLANG, *OPTIONS, self.folder / "kernel.cl"], capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    main()
