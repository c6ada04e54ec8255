"""Ops of arrays through tune, run, explain, bench and cache."""

import os
import struct

from tool import ToolTest, main

SMALL = ("--elements", "2^12", "--type", "i32", "--strategy", "exhaustive", "--budget", "300s",
         "--only", "two_stage.tree.stride.group64.groups1.items1.v[14]")


class TuneArrays(ToolTest):
    def setUp(self):
        super().setUp()
        os.environ["LENSLET_DATA_DIR"] = str(self.folder / "data")

    def write_numbers(self, count):
        head = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({count},), }}\n".encode()
        (self.folder / "x.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + bytes(4 * count))

    def test_what_is_tuned_is_stored_run_and_explained(self):
        self.write_numbers(4096)
        self.assertIn("default for", self.run_tool("reduce", "sum", "x.npy", "--explain").stdout)
        report = self.run_json("tune", "reduce.sum", *SMALL)
        record, = report["records"]
        self.assertEqual((record["op"], record["inputs"]), ("reduce.sum", [{"type": "i32", "shape": [4096]}]))
        self.assertEqual((record["end"], record["outcomes"]["correct"]), ("complete", 3))
        winner = record["winner"]["schedule"]
        ran = self.run_one("reduce", "sum", "x.npy")
        self.assertEqual((ran["schedule"], ran["origin"]), (winner, "exact"))
        self.assertIn("tuned on this device", self.run_tool("reduce", "sum", "x.npy", "--explain").stdout)
        self.assertEqual(self.run_one("reduce", "sum", "x.npy", "--tune", "off")["origin"], "device class")

        found = self.run_json("explain", "reduce.sum", "--elements", "4096", "--type", "i32")
        self.assertEqual((found["schedule"], found["origin"], found["outcome"]), (winner, "exact", "correct"))
        self.assertEqual(len(found["trials"]), 3)
        self.assertTrue(all(each["rule"] and each["reason"] for each in found["excluded"]))

        shown = self.run_tool("cache", "show", "--op", "reduce.sum").stdout
        self.assertRegex(shown, r"reduce\.sum +i32 1d +4096 ")
        exported = self.run_tool("cache", "export", "-").stdout
        (self.folder / "out.json").write_text(exported)
        self.run_tool("cache", "clear", "--op", "reduce.sum")
        self.assertNotIn("reduce.sum", self.run_tool("cache", "show").stdout)
        self.assertIn("3 of 3", self.run_tool("cache", "import", "out.json").stdout)
        self.assertEqual(self.run_one("reduce", "sum", "x.npy")["schedule"], winner)

    def test_auto_tunes_where_nothing_is_stored(self):
        self.write_numbers(1000)
        options = ("reduce", "sum", "x.npy", "--deterministic", "--tune", "auto")  # has one schedule
        self.assertEqual(self.run_one(*options)["origin"], "exact")
        self.assertIn("for 1000 elements", self.run_one(*options)["reason"])

    def test_table_says_what_was_tuned(self):
        text = self.run_tool("tune", "map.saxpy:a=2", "--elements", "2^12", "--candidates", "1").stdout
        self.assertRegex(text, r"(?m)^map\.saxpy a=2 +f32, f32 +4096 +- ")

    def test_bench_measures_what_it_proved(self):
        report = self.run_json("bench", "reduce.sum", "--elements", "1000,2^12", "--repeats", "3", "--images", "2")
        self.assertEqual([record["inputs"][0]["shape"] for record in report["records"]], [[1000], [4096]])
        for record in report["records"]:
            self.assertEqual((record["outcome"], record["samples"]), ("correct", 3))
            self.assertEqual(record["bytes"], 4 * record["inputs"][0]["shape"][0] + 4)

    def test_options_of_the_other_kind_are_refused(self):
        def refused(*arguments):
            return self.run_tool(*arguments, status=2).stderr

        self.assertIn("--size: reduce.sum is an op of arrays", refused("tune", "reduce.sum", "--size", "64x64"))
        self.assertIn("--elements: gaussian is an op of images", refused("bench", "gaussian", "--elements", "64"))
        self.assertIn("'3^4' is no number", refused("bench", "reduce.sum", "--elements", "3^4"))
        self.assertIn("name one", refused("bench", "--elements", "64", "--size", "64x64"))
        self.assertIn("did you mean 'reduce.sum'?", refused("tune", "reduce.sun"))
        self.assertIn("no schedule that can run fits", refused("tune", "reduce.sum", "--only", "three_stage.*"))


if __name__ == "__main__":
    main()
