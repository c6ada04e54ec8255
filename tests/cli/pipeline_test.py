"""Pipelines on the command line: as a word, from a file, with several inputs and outputs, in every command, and wrong."""

import re
import unittest

from images import write_png
from tool import ToolTest, main

EDGES = "gaussian sigma=2 | gradient | threshold level=40"


class Pipeline(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "a.png", 40, 30, 3, 8, lambda x, y, c: (x * x + 3 * y + 40 * c) % 256)
        write_png(self.folder / "b.png", 40, 30, 3, 8, lambda x, y, c: (5 * x + y * y + 70 * c) % 256)

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def test_gives_the_bytes_of_its_ops(self):
        self.run_tool("run", EDGES, "a.png", "edges.png")
        self.run_tool("run", "gaussian", "--sigma", "2", "a.png", "1.png")
        self.run_tool("run", "gradient", "1.png", "2.png")
        self.run_tool("run", "threshold", "--level", "40", "2.png", "3.png")
        self.assertEqual(self.bytes_of("edges.png"), self.bytes_of("3.png"))

    def test_from_a_file_with_options_for_its_ops(self):
        (self.folder / "edges.pipeline").write_text("# Edges\ngaussian sigma=9\n  | gradient   # sobel\n  | threshold\n")
        self.run_tool("run", "--pipeline", "edges.pipeline", "a.png", "file.png", "--gaussian.sigma", "2",
                      "--threshold.level", "40")
        self.run_tool("run", EDGES, "a.png", "word.png")
        self.assertEqual(self.bytes_of("file.png"), self.bytes_of("word.png"))

    def test_one_op_is_itself(self):
        self.run_tool("run", "gaussian sigma=2", "a.png", "word.png")
        self.run_tool("run", "gaussian", "--sigma", "2", "a.png", "op.png")
        self.assertEqual(self.bytes_of("word.png"), self.bytes_of("op.png"))
        self.assertIn("ksize is 4", self.refused("gaussian ksize=4", "a.png", "out.png"))

    def test_several_inputs_and_outputs(self):
        text = "in a, b; far = absdiff a b; soft = mean far; out soft, far"
        record = self.run_one("run", text, "a.png", "b.png", "out.png")
        self.assertEqual([output["name"] for output in record["outputs"]], ["soft", "far"])
        self.assertTrue((self.folder / "out-soft.png").exists() and (self.folder / "out-far.png").exists())

    def test_help_has_the_parameters_of_all_ops(self):
        done = self.run_tool("run", EDGES, "--help")
        self.assertRegex(done.stdout, r"--gaussian\.sigma NUMBER[^-]*default 2\)")
        self.assertIn("--threshold.level", done.stdout)

    def test_help_and_errors_show_what_was_written(self):
        self.assertIn(f'Usage: lenslet run "{EDGES}" [options] IN OUT', self.run_tool("run", EDGES, "--help").stdout)
        (self.folder / "my.pipeline").write_text("in a\n# grey\ng = grey a\nh = rgb_to_hsv g  # again\nout h\n")
        done = self.run_tool("run", "--pipeline", "my.pipeline", "--help")
        self.assertIn("Usage: lenslet run --pipeline my.pipeline [options] IN OUT", done.stdout)
        done = self.run_tool("run", "--pipeline", "my.pipeline", "a.png", "out.png", status=2)
        self.assertIn("  h = rgb_to_hsv g  # again\n      ^\n", done.stderr)

    def test_kernels_are_shown(self):
        source = self.run_tool("run", EDGES, "a.png", "out.png", "--dump-kernel", "-").stdout
        self.assertIn("threshold_cut", source)

    def test_explain_tells_fused_from_apart(self):
        record = self.run_json("explain", EDGES, "--type", "u8", "--channels", "3", "--size", "200x100")
        names = [each["name"] for each in record["arrangements"]]
        self.assertEqual(names[0], "fused")
        self.assertIn("apart", names)
        self.assertTrue(all(each["median_ms"] > 0 and each["bytes"] > 0 for each in record["arrangements"]))
        by_name = {each["name"]: each["bytes"] for each in record["arrangements"]}
        self.assertLess(by_name["fused"], by_name["apart"])
        self.assertLess(by_name["windows"], by_name["fused"])
        text = self.run_tool("explain", EDGES, "--type", "u8", "--channels", "3", "--size", "200x100").stdout
        self.assertRegex(text, r"fused +[\d.]+ ms")

    def test_every_command_takes_one(self):
        options = ["--type", "u8", "--channels", "3", "--size", "64x64"]
        work, = self.run_json("bench", EDGES, *options)["records"]
        self.assertEqual(work["op"], "gaussian | gradient | threshold")
        tuned, = self.run_json("tune", EDGES, *options, "--candidates", "3", "--budget", "20s")["records"]
        self.assertTrue(tuned["winner"])
        done = self.run_tool("verify", "invert | threshold level=9", "--effort", "0")
        self.assertIn("invert | threshold", done.stdout)

    def refused(self, *arguments):
        done = self.run_tool("run", *arguments, status=2)
        self.assertFalse((self.folder / "out.png").exists())
        return done.stderr

    def test_wrong_ones_show_the_place(self):
        self.assertEqual(self.refused("gaussian | gausian", "a.png", "out.png"),
                         "lenslet: pipeline: unknown op 'gausian': did you mean 'gaussian'?\n"
                         "  gaussian | gausian\n             ^\n")
        (self.folder / "bad.pipeline").write_text("gaussian\n| median ksize=4\n")
        self.assertRegex(self.refused("--pipeline", "bad.pipeline", "a.png", "out.png"),
                         re.compile(r"ksize.*\^\n", re.DOTALL))
        self.assertIn("rgb_to_hsv: u8 x 1", self.refused("grey | rgb_to_hsv", "a.png", "out.png"))
        self.assertIn("give 2 input files (a, b)",
                      self.refused("in a, b; c = add a b", "a.png"))
        self.run_tool("run", "--pipeline", "no.pipeline", "a.png", "out.png", status=1)


if __name__ == "__main__":
    main()
