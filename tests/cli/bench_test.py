"""lenslet bench on this device: which combinations are measured, and what is said of them."""

import os
import unittest

from tool import ToolTest, main

QUICK = ("--size", "70x50", "--repeats", "3", "--images", "2")


class Bench(ToolTest):
    def test_measures_every_combination_of_arguments_and_types(self):
        mask = "1 2 3; 1 3 5; 1 4 7"
        report = self.run_json("bench", "gaussian:ksize=3,5,sigma=1", "scharr:both", f"filter2d:mask={mask}", "--type",
                               "u8,f32", *QUICK)
        seen = [(record["op"], record["arguments"], record["format"]["type"]) for record in report["records"]]
        expected = [(op, arguments, kind) for kind in ("u8", "f32")
                    for op, arguments in (("gaussian", {"ksize": 3, "sigma": 1}), ("gaussian", {"ksize": 5, "sigma": 1}),
                                          ("scharr", {"both": True}), ("filter2d", {"mask": mask}))]
        self.assertEqual(seen, expected)

    def test_measures_every_combination_of_images_and_borders(self):
        report = self.run_json("bench", "mean", "--size", "70x50,20x10", "--channels", "1,3", "--border",
                               "wrap,constant", "--repeats", "3")
        seen = [(record["format"]["channels"], record["width"], record["height"], record["border"])
                for record in report["records"]]
        self.assertEqual(seen, [(channels, *size, border) for channels in (1, 3) for size in ((70, 50), (20, 10))
                                for border in ("wrap", "constant")])

    def test_says_what_it_measured_where(self):
        report = self.run_json("bench", "mean", *QUICK)
        self.assertEqual((report["format"], report["repeats"], report["images"]), (1, 3, 2))
        self.assertIn("driver", report["device"])
        self.assertRegex(report["lenslet"], r"^\d+\.\d+\.\d+$")
        record, = report["records"]
        self.assertEqual((record["outcome"], record["samples"], record["bytes"]), ("correct", 3, 70 * 50 * 8))
        self.assertLessEqual(record["low_ms"], record["median_ms"])
        self.assertLessEqual(record["median_ms"], record["high_ms"])
        self.assertAlmostEqual(record["bytes_per_second"], record["bytes"] / record["median_ms"] * 1e3, delta=1)
        self.assertIn(record["clock"], ("device", "host"))
        if record["clock"] == "device":
            self.assertAlmostEqual(record["share_of_copy_rate"],
                                   record["bytes_per_second"] / report["copy_bytes_per_second"])

    def test_takes_turns_between_schedules(self):
        spelling = "buffer.window.single.literal.branch.v4.x1.y2.g16x2"
        report = self.run_json("bench", "mean", "--schedule", f"default,{spelling}", *QUICK)
        self.assertEqual([record["outcome"] for record in report["records"]], ["correct", "correct"])
        self.assertEqual(report["records"][1]["schedule"], spelling)

    def test_names_the_rule_where_nothing_can_run(self):
        spelling = "buffer.window.fused.literal.branch.v4.x1.y2.g16x2"
        record, = self.run_json("bench", "mean", "--schedule", spelling, *QUICK, status=1)["records"]
        self.assertEqual(record["outcome"], "excluded")
        self.assertIn("one-mask", record["detail"])
        self.assertNotIn("median_ms", record)

    def test_refuses_what_an_op_refuses_before_anything_is_measured(self):
        done = self.run_tool("bench", "median:ksize=3,98", *QUICK, status=2)
        self.assertEqual(done.stdout, "")
        self.assertIn("98", done.stderr)

    def test_table_has_a_column_for_each_axis(self):
        text = self.run_tool("bench", "mean", "--type", "u8,f16", *QUICK).stdout
        heading, _, titles, first, second = text.splitlines()
        self.assertIn("size 70x50, border reflect101", heading)
        self.assertRegex(titles, r"^op +type +median ms .* of copy  tuned +schedule$")
        self.assertRegex(first, r"^mean +u8 x 1 .* no +buffer")
        self.assertRegex(second, r"^mean +f16 x 1 ")

    @unittest.skipIf(os.environ.get("LENSLET_EFFORT", "0") == "0", "compiles every op: for --long")
    def test_measures_all_ops_where_none_is_named(self):
        ops = [op["name"] for op in self.run_json("ops")["ops"]]
        self.assertEqual([record["op"] for record in self.run_json("bench", *QUICK)["records"]], ops)


if __name__ == "__main__":
    main()
