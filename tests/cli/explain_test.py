"""lenslet explain: the schedule, why, and how far from the device's limits."""

import re
import xml.etree.ElementTree

from images import write_png
from tool import ToolTest, main


class Explain(ToolTest):
    def test_floor_and_distance_belong_together(self):
        found = self.run_json("explain", "scharr", "--size", "512x512", "--type", "f32")
        self.assertEqual(found["bytes_per_pixel"], 8)
        self.assertEqual(found["operations_per_pixel"], 12)
        self.assertEqual(found["origin"], "device class")
        self.assertEqual(found["outcome"], "correct")
        self.assertAlmostEqual(found["memory_ms"], 1e3 * 512 * 512 * 8 / found["copy_bytes_per_second"])
        self.assertAlmostEqual(found["arithmetic_ms"], 1e3 * 512 * 512 * 12 / found["operations_per_second"])
        self.assertEqual(found["floor_ms"], max(found["memory_ms"], found["arithmetic_ms"]))
        self.assertAlmostEqual(found["distance"], found["median_ms"] / found["floor_ms"])
        self.assertTrue(all(each["rule"] and each["reason"] for each in found["excluded"]))
        self.assertIn("one-mask", {each["rule"] for each in found["excluded"]})

    def test_samples_are_taken_as_run_takes_them(self):
        write_png(self.folder / "in.png", 64, 48, 1, 8, lambda x, y, c: x + y)
        self.run_tool("run", "convert", "in.png", "in.tif", "--to", "i16")
        for options in ([], ["--memory", "1M"]):
            done = self.run_tool("explain", "gaussian", "--like", "in.tif", *options)
            self.assertIn("gaussian takes no i16: the samples of in.tif become f32", done.stderr)

    def test_operations_follow_the_masks(self):
        dense = self.run_json("explain", "filter2d", "--mask", "1 2 3; 4 5 7; 1 2 1", "--size", "64x64")
        self.assertEqual(dense["operations_per_pixel"], 18)
        sparse = self.run_json("explain", "filter2d", "--mask", "0 2 0; 4 5 7; 0 2 1", "--size", "64x64")
        self.assertEqual(sparse["operations_per_pixel"], 12)
        self.assertFalse(self.run_json("explain", "median", "--size", "64x64", "--type", "u8")["operations_known"])

    def test_stages_are_named_in_their_order(self):
        found = self.run_json("explain", "sort", "--elements", "10000", "--type", "u8", "--schedule",
                              "radix.tile.bits8.group64.items4")
        self.assertEqual(found["stages"], ["count_digits", "rows", "columns", "scatter"])
        self.assertGreater(found["scratch_bytes"], 0)

    def test_says_what_people_want_to_know(self):
        text = self.run_tool("explain", "mean", "--size", "256x256", "--type", "u8", "--channels", "3").stdout
        for words in ("schedule", "why         default for", "stages      block", "6 bytes and", "operations per pixel", "GB/s when it copies",
                      "set by", "times the floor", "Tried for this case: nothing", "Excluded, one step away:"):
            self.assertIn(words, text)

    def test_what_is_not_known_is_left_out(self):
        text = self.run_tool("explain", "median", "--size", "64x48", "--type", "u8", "--channels", "3").stdout
        self.assertIn("6 bytes per pixel; operations are not known", text)
        self.assertNotIn("times the floor", text)

    def test_heights_of_strips_are_tried_and_kept(self):
        case = ("explain", "mean", "--size", "8192x40000", "--type", "u8", "--memory", "40M")
        store = {"LENSLET_DATA_DIR": str(self.folder / "data")}
        found = self.run_json(*case, env=store)
        rows = [height["rows"] for height in found["heights"]]
        self.assertEqual(rows, sorted(set(rows)))
        self.assertGreaterEqual(len(rows), 2)
        self.assertIn(found["rows"], rows)
        fastest = min(height["seconds"] for height in found["heights"])
        chosen, = (height for height in found["heights"] if height["rows"] == found["rows"])
        self.assertLessEqual(chosen["seconds"], 1.03 * fastest)
        stored, = (row for row in self.run_json("cache", "show", env=store)["tuning"] if row["op"] == "strips")
        self.assertEqual(stored["tried"], len(rows))

    def test_strips_cost_what_they_move(self):
        write_png(self.folder / "in.png", 400, 300, 3, 8, lambda x, y, c: (x + y + c) % 256)
        found = self.run_json("explain", "mean", "--like", "in.png", "--memory", "600k")
        self.assertEqual(found["read"]["bytes"], 400 * 300 * 3)
        self.assertGreater(found["read"]["seconds"], 0)
        self.assertLessEqual(found["memory_bytes"], 600 << 10)
        self.assertGreater(found["halo"]["bytes"], 0)
        self.assertIn(found["bound"], ("file", "halo", "upload", "compute", "download"))
        text = self.run_tool("explain", "equalize | median", "--size", "400x300", "--type", "u8", "--memory", "1M").stdout
        for words in ("before them the image is read once", "rows that two strips read", "upload", "expected", "bound by"):
            self.assertIn(words, text)
        self.assertEqual([device["strips"] for device in found["devices"]], [found["strips"]])
        done = self.run_tool("explain", "mean", "--size", "400x300", "--memory", "1k", status=2)
        self.assertIn("the least that strips", done.stderr)

    def test_strips_of_several_devices(self):
        devices = self.run_json("devices")
        parts = [each for each in devices["devices"] if each["name"].startswith("pthread") and each["compute_units"] > 1]
        if not parts:
            self.skipTest("no device that can be divided")
        work = ("explain", "median", "--size", "400x3000", "--type", "u8", "--device", f"{parts[0]['index']}/2")
        found = self.run_json(*work, "--memory", "1M")
        self.assertEqual([each["selector"] for each in found["devices"]], [f"{parts[0]['index']}/2/{i}" for i in (0, 1)])
        self.assertEqual(sum(each["strips"] for each in found["devices"]), found["strips"])
        self.assertTrue(all(each["strips"] > 0 for each in found["devices"]), "they are as fast as each other")
        self.assertLessEqual(found["memory_bytes"], 1 << 20)
        longest = max(each["seconds"] for each in found["devices"])
        self.assertAlmostEqual(found["expected_seconds"], found["halo"]["seconds"] + longest)
        text = self.run_tool(*work).stdout
        for words in ("/2/0: pthread", "/2/1: pthread", "strips, ", "share its cores and memory", "; bound by "):
            self.assertIn(words, text)

    def test_one_reason_stands_once(self):
        text = self.run_tool("explain", "mean", "--size", "64x48", "--type", "u8").stdout
        reasons = re.findall(r"\n  [a-z-]+: .*", text.partition("Excluded")[2])
        self.assertEqual(len(reasons), len(set(reasons)))
        self.assertIn("\n    buffer.", text)

    def test_what_is_measured_may_be_that_of_a_file(self):
        write_png(self.folder / "in.png", 40, 30, 4, 8, lambda x, y, c: x + y + c)
        found = self.run_json("explain", "invert", "--like", "in.png")
        self.assertEqual((found["width"], found["height"], found["format"]), (40, 30, {"type": "u8", "channels": 4, "alpha": True}))
        self.assertEqual(self.run_json("explain", "invert", "--like", "in.png", "--type", "f32")["format"]["type"], "f32")
        done = self.run_tool("tune", "invert", "in.png", status=2)
        self.assertIn("'in.png' is a file and no op; --like in.png takes its type, channels and size", done.stderr)

    def test_how_exact_results_are(self):
        work = ("explain", "gaussian", "--size", "64x64", "--type", "u8", "--schedule",
                "buffer.window.separated_window.literal.split.v16.x1.y2.g8x1")
        self.assertEqual(self.run_json(*work)["accuracy_reason"], "exact")
        wide = ("explain", "gaussian", "--sigma", "30", "--type", "u16", "--size", "64x48")
        self.assertIn("within 0.00012 of", self.run_json(*wide)["accuracy_reason"])
        self.assertEqual(self.run_json(*wide, "--accuracy", "exact")["accuracy_reason"], "exact")
        found = self.run_json(*work, "--accuracy", "level")
        self.assertEqual(found["accuracy"], "level")
        self.assertIn("within a level: sums of 16 bits, at most 0.0", found["accuracy_reason"])
        self.assertIn("accuracy    within a level", self.run_tool(*work, "--accuracy", "level").stdout)

    def test_a_forced_schedule_is_explained(self):
        spelling = "buffer.direct.single.literal.clamp.v1.x1.y1.g8x1"
        found = self.run_json("explain", "mean", "--size", "64x64", "--schedule", spelling)
        self.assertEqual((found["schedule"], found["origin"]), (spelling, "forced"))

    def test_graphs_of_tasks_are_drawn(self):
        pipeline = "soft = gaussian; edges = gradient soft; sharp = sharpen soft; max edges sharp"
        words = ["explain", pipeline, "--size", "64x48", "--type", "u8"]
        found = self.run_json(*words, "--graph", "tasks.dot", "--source", "tasks.cl")
        tasks = found["tasks"]
        self.assertEqual([task["name"] for task in tasks], ["gaussian", "gradient", "sharpen", "max"])
        self.assertEqual([task["after"] for task in tasks], [[], [0], [0], [1, 2]])
        self.assertTrue(all("64 x 48" in output for task in tasks for output in task["outputs"]), tasks)
        dot = (self.folder / "tasks.dot").read_text()
        for edge in ("t0 -> t1", "t0 -> t2", "t1 -> t3", "t2 -> t3"):
            self.assertIn(edge, dot)
        self.assertEqual(dot.count("->"), 4)
        self.run_tool("kernel", "tasks.cl")
        self.run_tool(*words, "--graph", "tasks.svg")
        svg = xml.etree.ElementTree.parse(self.folder / "tasks.svg").getroot()
        self.assertEqual(len(svg.findall("{http://www.w3.org/2000/svg}line")), 4)
        self.assertIn("sharpen", "".join(svg.itertext()))

    def test_stages_of_an_op_are_a_graph_too(self):
        found = self.run_json("explain", "sort", "--elements", "10000", "--type", "u8", "--schedule",
                              "radix.tile.bits8.group64.items4", "--graph", "sort.svg")
        self.assertEqual([task["after"] for task in found["tasks"]], [[], [0], [1], [2]])
        wrong = self.run_tool("explain", "mean", "--graph", "tasks.png", status=2)
        self.assertIn("a graph is written as .svg, or as .dot for Graphviz", wrong.stderr)


if __name__ == "__main__":
    main()
