"""Ops of arrays on files."""

import random
import struct

from images import read_png, write_png
from npy import npy, read_npy
from tool import ToolTest, main


class Arrays(ToolTest):
    def setUp(self):
        super().setUp()
        (self.folder / "x.npy").write_bytes(npy([1, 2, 4.5]))
        (self.folder / "xy.csv").write_text("x,y\n1,2\n3,4.5\n")

    def test_results_are_printed(self):
        self.assertEqual(self.run_tool("reduce", "sum", "x.npy").stdout, "7.5\n")
        self.assertEqual(self.run_tool("reduce", "dot", "xy.csv").stdout, "15.5\n")

    def test_each_spelling_of_an_op(self):
        spellings = (("reduce", "sum"), ("reduce.sum",), ("run", "reduce.sum"), ("run", "reduce", "sum"), ("run", "sum"),
                     ("run", "--quiet", "reduce", "sum"))
        for words in spellings:
            self.assertEqual(self.run_tool(*words, "x.npy").stdout, "7.5\n", words)
        self.assertEqual(len({self.run_tool("help", *words).stdout for words in spellings}), 1)
        self.assertEqual(self.run_tool("run", "sort", "argsort", "x.npy").stdout, "0 1 2\n")
        self.assertEqual(self.run_tool("help", "mean").stdout, self.run_tool("run", "mean", "--help").stdout)
        for words in (("histogram", "equalize"), ("run", "histogram", "equalize"), ("run", "histogram.equalize")):
            self.assertEqual(self.run_json(*words, "x.npy", "--type", "u8")["op"], "histogram.equalize")

    def test_each_spelling_in_commands_that_take_ops(self):
        for words in (("reduce", "sum"), ("reduce.sum",), ("sum",)):
            self.assertEqual(self.run_json("explain", *words, "--elements", "1000")["op"], "reduce.sum")
            self.assertEqual(self.run_json("ops", *words)["family"], "reduce")
            self.assertIn("--effort: 9 is out of range", self.run_tool("verify", *words, "--effort", "9", status=2).stderr)
            *family, name = words
            self.assertIn("sum has no parameter 'k'", self.run_tool("tune", *family, f"{name}:k=1", status=2).stderr)
        records = self.run_json("bench", "reduce", "sum:deterministic", "scan", "--elements", "1000", "--repeats", "3")["records"]
        self.assertEqual([record["op"] for record in records], ["reduce.sum", "scan"])
        self.assertEqual(records[0]["arguments"], {"deterministic": True})

    def test_results_are_written(self):
        self.assertEqual(self.run_tool("reduce", "max", "x.npy", "out.csv").stdout, "")
        self.assertEqual((self.folder / "out.csv").read_text(), "4.5\n")
        self.run_tool("reduce", "max", "x.npy", "out.npy")
        self.assertEqual((self.folder / "out.npy").read_bytes()[-4:], struct.pack("<f", 4.5))

    def test_json(self):
        report = self.run_json("reduce", "mean", "x.npy")
        self.assertEqual(report["op"], "reduce.mean")
        record, = report["files"]
        self.assertEqual(record["inputs"], [{"name": "x", "file": "x.npy", "type": "f32", "shape": [3]}])
        self.assertEqual(record["outputs"], [{"name": "mean", "type": "f32", "shape": [], "elements": [2.5]}])

    def test_repeats_are_timed_by_both_clocks(self):
        report = self.run_one("reduce", "sum", "x.npy", "--repeats", "3")
        self.assertEqual((len(report["repeats_ms"]), len(report["calls_ms"])), (3, 3))
        for kernels, call in zip(report["repeats_ms"], report["calls_ms"]):
            self.assertGreater(kernels, 0)
            self.assertGreater(call, 0)

    def test_each_family_on_files(self):
        keys = [random.Random(1).randrange(1 << 32) for _ in range(1000)]
        (self.folder / "keys.npy").write_bytes(npy(keys, "<u4"))
        self.run_tool("sort", "keys.npy", "out.npy")
        self.assertEqual(read_npy(self.folder / "out.npy"), ("<u4", (1000,), sorted(keys)))
        (self.folder / "a.npy").write_bytes(npy([1, 2, 3, 4, 5, 6], shape="(2, 3)"))
        (self.folder / "b.npy").write_bytes(npy([1, 0, 2, 1, 0, 1], shape="(3, 2)"))
        self.run_tool("matmul", "a.npy", "b.npy", "c.npy")
        self.assertEqual(read_npy(self.folder / "c.npy"), ("<f4", (2, 2), [5, 5, 14, 11]))
        self.assertEqual(self.run_tool("map", "2*x+y", "x.npy", "x.npy").stdout, "3 6 13.5\n")
        self.assertEqual(self.run_tool("scan", "x.npy").stdout, "1 3 7.5\n")

    def test_fortran_order_comes_in_c_order(self):
        (self.folder / "f.npy").write_bytes(npy([1, 4, 2, 5, 3, 6], shape="(2, 3)", order="True"))
        self.assertEqual(self.run_tool("scan", "f.npy", "out.csv").stdout, "")
        self.assertEqual((self.folder / "out.csv").read_text(), "1,3,6\n10,15,21\n")

    def test_images_are_arrays(self):
        write_png(self.folder / "photo.png", 4, 2, 3, 8, lambda x, y, c: (x + y) * 10 + c)
        counts = self.run_one("histogram", "photo.png")["outputs"][0]
        self.assertEqual(counts["shape"], [3, 256])
        self.assertEqual([i for i, count in enumerate(counts["elements"]) if count],
                         [c * 256 + level * 10 + c for c in range(3) for level in range(5)])
        self.run_tool("histogram", "equalize", "photo.png", "out.png")
        self.assertEqual([pixel[0] for pixel in read_png(self.folder / "out.png")[4][0]], [0, 73, 146, 219])

    def test_neighbours_with_and_without_labels(self):
        (self.folder / "train.npy").write_bytes(npy([0, 0, 1, 0, 5, 5, 6, 5], shape="(4, 2)"))
        (self.folder / "labels.npy").write_bytes(npy([7, 7, -1, -1], "<i4"))
        (self.folder / "queries.npy").write_bytes(npy([0, 1, 6, 6], shape="(2, 2)"))
        found = self.run_one("knn", "train.npy", "labels.npy", "queries.npy", "-k", "3")["outputs"]
        self.assertEqual([output["name"] for output in found], ["indices", "distances", "classes"])
        self.assertEqual(found[0]["elements"], [0, 1, 2, 3, 2, 1])
        self.assertEqual(found[2]["elements"], [7, -1])
        found = self.run_one("knn", "train.npy", "queries.npy", "--k", "auto")["outputs"]
        self.assertEqual([(output["name"], output["shape"]) for output in found],
                         [("indices", [2, 2]), ("distances", [2, 2])])
        self.run_tool("knn", "train.npy", "queries.npy", "i.npy", "d.npy", "-k", "1")
        self.assertEqual(read_npy(self.folder / "i.npy"), ("<u4", (2, 1), [0, 3]))
        (self.folder / "labels.csv").write_text("7\n7\n-1\n-1\n")
        self.run_tool("knn", "train.npy", "labels.csv", "queries.npy", "i.npy", "d.npy", "c.npy", "-k", "1",
                      "--type", "f32,i32,f32")
        self.assertEqual(read_npy(self.folder / "c.npy"), ("<i4", (2,), [7, -1]))

    def test_a_table_has_points_and_their_weights(self):
        (self.folder / "points.csv").write_text("x,y,w\n0,1,1\n1,3,1\n2,5,1\n3,99,0\n")
        self.run_tool("fit", "points.csv", "c.csv", "residual.npy")
        for got, right in zip((self.folder / "c.csv").read_text().split(), (1, 2), strict=True):
            self.assertAlmostEqual(float(got), right, places=9)
        self.assertEqual(read_npy(self.folder / "residual.npy")[1], ())

    def test_rows_are_printed_as_rows(self):
        (self.folder / "points.npy").write_bytes(npy([0, 0, 1, 0, 5, 5], shape="(3, 2)"))
        self.assertEqual(self.run_tool("knn", "points.npy", "points.npy", "-k", "2").stdout,
                         "indices:\n0 1\n1 0\n2 1\ndistances:\n0 1\n0 1\n0 41\n")

    def test_numbers_of_a_text_become_what_the_op_takes(self):
        (self.folder / "points.csv").write_text("0,0\n1,0\n5,5\n")
        done = self.run_tool("knn", "points.csv", "points.csv", "i.npy", "-k", "1")
        self.assertEqual(done.stderr, "lenslet: warning: knn has no f64: the numbers of points.csv, points.csv are rounded to f32\n")
        self.assertEqual(read_npy(self.folder / "i.npy"), ("<u4", (3, 1), [0, 1, 2]))

    def test_a_histogram_of_floats_counts_all_of_them(self):
        (self.folder / "x.csv").write_text("-3\n0.5\n4\n7\n")
        record = self.run_one("histogram", "x.csv", "--bins", "2")
        self.assertEqual(record["outputs"][0]["elements"], [2, 2])
        self.assertFalse([note for note in record["notes"] if "f64" in note])
        done = self.run_tool("histogram", "x.csv", "--bins", "2", "--low", "0", "--high", "5", "--type", "f32")
        self.assertEqual(done.stdout, "1 1\n")
        self.assertIn("2 of 4 elements (50%) lie outside the range", done.stderr)

    def test_columns_are_chosen_and_named(self):
        (self.folder / "data.csv").write_text("who,time,height\nanna,0,1\nbert,1,3\ncarl,2,5\n")
        for columns in ("time,height", "2,3", "time,3"):
            record = self.run_one("fit", "data.csv", "--columns", columns)
            self.assertEqual([value["column"] for value in record["inputs"]], ["time", "height"])
            for got, right in zip(record["outputs"][0]["elements"], (1, 2), strict=True):
                self.assertAlmostEqual(got, right)
        for columns in ("time,weight", "1,4", "0,1"):
            done = self.run_tool("fit", "data.csv", "--columns", columns, status=2)
            self.assertIn("allowed: 1 to 3, who, time, height", done.stderr)
        self.assertIn("line 2: 'anna' is no number", self.run_tool("fit", "data.csv", "--columns", "1,2", status=1).stderr)

    def test_pictures_are_values_that_keep_their_alpha(self):
        write_png(self.folder / "photo.png", 4, 3, 4, 8, lambda x, y, c: 20 * x + 7 * y + 60 * c)
        self.run_tool("map", "255-x", "photo.png", "inverse.png")
        width, height, channels, bits, rows = read_png(self.folder / "inverse.png")
        self.assertEqual((width, height, channels, bits), (4, 3, 4, 8))
        for y in range(3):
            for x in range(4):
                self.assertEqual(rows[y][x], [255 - 20 * x - 7 * y - 60 * c for c in range(3)] + [20 * x + 7 * y + 180])
        self.run_tool("map", "2*x-30.5", "photo.png", "light.png")
        self.assertEqual(read_png(self.folder / "light.png")[4][0][:2], [[0, 90, 210, 180], [10, 130, 250, 200]])

    def test_other_data_are_not_replaced(self):
        (self.folder / "y.npy").write_bytes(npy([1, 2, 4.5]))
        before = (self.folder / "y.npy").read_bytes()
        done = self.run_tool("reduce", "sum", "x.npy", "y.npy", status=2)
        self.assertIn("'y.npy' holds f32 [3] and would be replaced by the result sum, f32 []", done.stderr)
        self.assertIn("reduce.sum has 1 input here; --overwrite", done.stderr)
        self.assertEqual((self.folder / "y.npy").read_bytes(), before)
        self.run_tool("sort", "x.npy", "y.npy")
        self.run_tool("reduce", "sum", "x.npy", "y.npy", "--overwrite")
        self.assertEqual(read_npy(self.folder / "y.npy"), ("<f4", (), [7.5]))

    def test_one_command_serves_every_op(self):
        self.assertEqual(self.run_tool("run", "reduce.sum", "x.npy").stdout, "7.5\n")
        (self.folder / "flat.csv").write_text("1,2,3\n4,5,6\n7,8,9\n")
        self.run_tool("run", "brightness", "flat.csv", "out.csv", "--delta", "1")
        self.assertEqual((self.folder / "out.csv").read_text(), "2,3,4\n5,6,7\n8,9,10\n")
        self.run_tool("scan", "x.npy", "flat.csv", "--out-dir", "sorted", "--format", "npy")
        self.assertEqual(read_npy(self.folder / "sorted/x.npy")[2], [1, 3, 7.5])
        self.assertEqual(read_npy(self.folder / "sorted/flat.npy")[1], (3, 3))

    def test_types_keep_every_digit(self):
        large = [2**53 + 1, 2**63 - 1, 0]
        (self.folder / "large.npy").write_bytes(npy(large, "<i8"))
        self.run_tool("sort", "large.npy", "out.npy", "--type", "u64")
        self.assertEqual(read_npy(self.folder / "out.npy"), ("<u8", (3,), sorted(large)))


if __name__ == "__main__":
    main()
