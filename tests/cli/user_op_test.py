"""Filters of the user's own on the command line: what is wrong with them, folders of them, regions and kernels."""

import os
import re
import shutil
import subprocess
import time
import unittest

from images import read_png, write_png
from tool import TOOL, ToolTest, main, run

HEAD = "/* name: {}\n   summary: A test. */\n"
MOVED = ("// name: moved\n// summary: The pixel's place, and a number.\n// parameter: real more = 1 (0 to 9): More.\n"
         "// window: 1\n\nPIXEL moved(WINDOW) { return X + 2.0f * Y + more; }\n")


class UserOp(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 20, 10, 3, 8, lambda x, y, c: x + y + c)
        self.write("moved.cl", MOVED)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def refusal(self, *arguments, status=2):
        error = self.run_tool(*arguments, status=status).stderr
        self.assertFalse((self.folder / "out.png").exists())
        return error

    def test_what_is_wrong_is_said_with_its_place(self):
        cases = {
            "no head": ("int x;", "bad.cl:1:1: a filter begins with a comment"),
            "unknown key": ("/* name: bad\n   sumary: x */", "bad.cl:2:4: the head has no 'sumary:', did you mean"),
            "no function": (HEAD.format("bad"), "the function is missing: PIXEL bad(WINDOW)"),
            "built-in name": (HEAD.format("mean"), "bad.cl:1:10: 'mean' is the name of a built-in op"),
        }
        for what, (text, message) in cases.items():
            with self.subTest(what=what):
                self.write("bad.cl", text)
                self.assertIn(message, self.refusal("run", "bad.cl", "in.png", "out.png"))
                self.assertIn(message, self.refusal("ops", "--from", "bad.cl"))

    def test_files_that_cannot_be_read(self):
        self.assertIn("cannot read 'none.cl'", self.refusal("run", "none.cl", "in.png", "out.png", status=1))
        (self.folder / "huge.cl").write_bytes(b"/" * (1 << 21))
        self.assertIn("more than the allowed", self.refusal("run", "huge.cl", "in.png", "out.png", status=1))

    def test_parameters_keep_their_range(self):
        self.assertIn("--more is '10', allowed: a number from 0 to 9",
                      self.refusal("run", "moved.cl", "in.png", "out.png", "--more", 10))

    def test_the_compilers_words_have_the_users_lines(self):
        self.write("bad.cl", HEAD.format("bad") + "PIXEL bad(WINDOW) {\n  return unknown;\n}\n")
        error = self.refusal("run", "bad.cl", "in.png", "out.png", status=1)
        self.assertEqual(error.count("bad.cl:4:10: error: use of undeclared identifier 'unknown'"), 1)
        self.write("bad.cl", HEAD.format("bad") + "float bad(WINDOW) { return 1; }\n")
        error = self.refusal("run", "bad.cl", "in.png", "out.png", status=1)
        self.assertIn("bad.cl:3:7: error: conflicting types for 'bad'", error)
        self.assertNotIn("Spelling", error)

    def test_ops_and_kernels_are_told_apart(self):
        self.assertIn("moved.cl describes an op and is no program alone: lenslet run moved.cl",
                      self.refusal("kernel", "moved.cl"))
        for head in "", "// By me.\n":
            self.write("plain.cl", head + "__kernel void plain(__global float *x) {}\n")
            self.assertIn("'lenslet kernel' launches kernels", self.refusal("run", "plain.cl", "in.png", "out.png"))

    def test_a_filter_is_called_as_it_was_typed(self):
        self.assertIn("lenslet run moved.cl ", self.run_tool("run", "moved.cl", "--help").stdout)
        self.assertRegex(self.run_tool("bench", "moved.cl", "--size", "8x8", "--repeats", 1).stdout, "\nmoved.cl ")

    def test_what_a_function_asks_for_in_vain(self):
        for head, function, message in (
                ("", "PIXEL bad(WINDOW) { return AT(1, 0); }",
                 "bad.cl:4:28: AT(1, 0) lies outside the window of 1 x 1: write window: 3x1"),
                ("parameter: integer r = 7 (0 to 9): R.\nwindow: 3", "PIXEL bad(WINDOW) { return AT(r, 0); }",
                 "bad.cl:5:28: AT(r, 0) lies outside the window of 3 x 3 where r is 7: let the window grow with it"),
                ("pixels: 3", "void bad(PIXELS) { OUT(0, 0) = IN(0, 5); }",
                 "bad.cl:4:32: IN(0, 5) asks for channel 5, which is not there; allowed: 0 to 2")):
            with self.subTest(function=function):
                self.write("bad.cl", f"/* name: bad\nsummary: A test.\n{head} */\n{function}\n")
                self.assertIn(message, self.refusal("run", "bad.cl", "in.png", "out.png"))

    def test_what_only_the_kernel_knows_is_the_nearest_there_is(self):
        self.write("far.cl", HEAD.format("far").replace("*/", "\nwindow: 3 */") +
                   "PIXEL far(WINDOW) { int x = 0; while (x < 70000) x += 7; return AT(x, 0); }\n")
        self.run_tool("run", "far.cl", "in.png", "far.png")
        self.write("one.cl", HEAD.format("one").replace("*/", "\npixels: */") +
                   "void one(PIXELS) { int c = 0; while (c < 70000) c += 7; OUT(0, 1) = IN(c, c); }\n")
        self.run_tool("run", "one.cl", "in.png", "one.png")
        self.assertEqual(read_png(self.folder / "far.png")[4][4][5], [10, 11, 12])
        self.assertEqual(read_png(self.folder / "one.png")[4][4][5], [0, 11, 0])

    def test_a_condition_on_samples_has_a_hint(self):
        self.write("cut.cl", HEAD.format("cut") + "PIXEL cut(WINDOW) { if (AT(0, 0) > 100) return 255; return 0; }\n")
        error = self.refusal("run", "cut.cl", "in.png", "out.png", status=1)
        self.assertIn("cut.cl:3:", error)
        self.assertIn("allowed: select(no, yes, condition), which chooses in each", error)

    def test_a_kernel_that_never_ends(self):
        text = (HEAD.format("endless") +
                "PIXEL endless(WINDOW) {\n  volatile int on = 1;\n  while (on) {}\n  return AT(0, 0);\n}\n")
        self.write("endless.cl", text)
        measured = "--size", "64x64", "--type", "u8"
        for words in (("bench", "./endless.cl", *measured), ("explain", "./endless.cl", *measured),
                      ("run", "endless.cl", "in.png", "out.png"), ("run", "invert | ./endless.cl", "in.png", "out.png")):
            with self.subTest(words=words):
                error = self.refusal(*words, "--timeout", "1s", status=1)
                self.assertIn("its kernels are still at work after 1 s, and OpenCL cannot stop them", error)
                if words[0] != "run":
                    continue
                schedule = re.search("Its schedule, (.*), is quarantined: --schedule", error)[1]
                self.assertIn(f"its schedule {schedule} is quarantined on", self.refusal(*words, status=1))
                again = self.refusal(*words, "--timeout", "1s", "--schedule", schedule, status=1)
                self.assertIn("its kernels are still at work after 1 s", again)
        self.assertIn("its kernels were still at work after 1 s", self.refusal(*words, status=1))
        self.write("endless.cl", HEAD.format("endless") + "PIXEL endless(WINDOW) { return AT(0, 0); }\n")
        self.run_tool("run", "endless.cl", "in.png", "out.png")
        env = {"LENSLET_DATA_DIR": str(self.folder / "data")}
        for name in ("endless", str(self.folder / "endless.cl"), "endless.cl"):  # also of a file that is gone
            self.write("endless.cl", text)
            self.run_tool("run", "endless.cl", "in.png", "out.png", "--timeout", "1s", status=1, env=env)
            (self.folder / "endless.cl").unlink()
            done = self.run_tool("cache", "clear", "--op", name, env=env)
            self.assertIn("1 tuning results deleted", done.stdout)
        self.assertIn("unknown op 'endless'", self.run_tool("cache", "clear", "--op", "endless", status=2, env=env).stderr)

    def test_a_compiler_that_takes_long_is_no_kernel_that_never_ends(self):
        # A new text, as drivers keep what they compiled; its window is unrolled, with a vector in each of 441 places.
        self.write("lengthy.cl", HEAD.format("lengthy").replace("*/", "\nwindow: 21 */") + f"// {time.time_ns()}\n" +
                   "PIXEL lengthy(WINDOW) {\n  PIXEL sum = 0.0f;\n"
                   "  UNROLL for (int y = -10; y < 11; ++y) UNROLL for (int x = -10; x < 11; ++x)\n"
                   "    sum += exp(sin(AT(x, y)));\n  return sum;\n}\n")
        error = self.refusal("run", "lengthy.cl", "in.png", "out.png", "--compile-timeout", "0.05s", "--timeout", "1h", status=1)
        self.assertRegex(error, "did not finish within 50 ms; allowed: a longer limit, .*--compile-timeout of the commands that have it|"
                                "the driver's compiler is still at work on its kernels after 0.05 s; allowed: a longer "
                                "--compile-timeout of the commands that have it")
        self.assertNotIn("quarantined", error)
        self.assertNotIn("lengthy", self.run_tool("cache", "show").stdout)

    def test_what_is_written_outside_is_found(self):
        self.write("outside.cl", HEAD.format("outside").replace(" */", "\n kernel: outside\n range: width height + 1\n"
                                                                " takes: u8, 1\n group: 8x1 */") +
                   "__kernel void outside(IMAGE_IN(image), IMAGE_OUT(out)) {\n"
                   "  const int x = get_global_id(0), y = get_global_id(1);\n"
                   "  if (x < out_width && y <= out_height) PUT(1, out, x, y, 0);\n}\n")
        self.assertIn("wrote outside the image", self.run_tool("verify", "outside.cl", "--effort", "0", status=1).stdout)
        if os.environ.get("LENSLET_SANITIZE") or not shutil.which("oclgrind"):
            self.skipTest("no Oclgrind, or a sanitizer, which judges Oclgrind's own code")
        write_png(self.folder / "grey.png", 20, 10, 1, 8, lambda x, y, c: x)
        subprocess.run(["oclgrind", "--build-options", "-Drestrict=", "--log", "found.txt", TOOL, "run", "outside.cl",
                        "grey.png", "out.png"], cwd=self.folder, check=True, capture_output=True,
                       env=os.environ | {"LENSLET_DEVICE": "oclgrind", "LENSLET_CACHE": "off"})
        self.assertIn("Invalid write", (self.folder / "found.txt").read_text(encoding="utf-8"))

    def test_a_region_knows_its_place(self):
        self.run_tool("run", "moved.cl", "in.png", "part.png", "--more", 3, "--region", "7x4+5+3")
        width, height, _, _, rows = read_png(self.folder / "part.png")
        self.assertEqual((width, height), (7, 4))
        self.assertEqual([row[0][0] for row in rows], [5 + 2 * y + 3 for y in range(3, 7)])

    def test_folders(self):
        folder = self.folder / "ops"
        folder.mkdir()
        (folder / "any.cl").write_text(MOVED, encoding="utf-8")
        (folder / "broken.cl").write_text("/* name: x */", encoding="utf-8")
        (folder / "mean.cl").write_text("/* name: mean */", encoding="utf-8")
        environment = {"LENSLET_OPS_PATH": f"nowhere:{folder}"}
        done = run("ops", cwd=self.folder, env=environment)
        self.assertIn("moved", done.stdout)
        self.assertIn("cannot be used", done.stdout)
        self.assertIn("warning: LENSLET_OPS_PATH names nowhere, which is no folder", done.stderr)
        done = run("run", "moved", "in.png", "out.png", "--more", "2", cwd=self.folder, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run("run", "mean", "in.png", "mean.png", cwd=self.folder, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        wrong = run("run", "broken", "in.png", "other.png", cwd=self.folder, env=environment)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("broken.cl:1:", wrong.stderr)

    def test_two_filters_of_one_name(self):
        for name in "here", "there":
            (self.folder / name).mkdir()
            (self.folder / name / "any.cl").write_text(MOVED, encoding="utf-8")
        done = run("run", "moved", "in.png", "out.png", cwd=self.folder, env={"LENSLET_OPS_PATH": "here:there"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("two filters 'moved', in here/any.cl and in there/any.cl", done.stderr)
        done = run("ops", "moved", cwd=self.folder, env={"LENSLET_OPS_PATH": "here:here"})
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_another_text_has_other_times(self):
        self.run_tool("tune", "moved.cl", "--size", "32x32", "--type", "u8", "--channels", 3, "--budget", 2)
        options = ["moved.cl", "in.png", "out.png", "--type", "u8"]
        self.assertEqual(self.run_one("run", *options)["origin"], "nearest size")
        self.write("moved.cl", MOVED + "// Another text.\n")
        self.assertEqual(self.run_one("run", *options)["origin"], "device class")


if __name__ == "__main__":
    main()
