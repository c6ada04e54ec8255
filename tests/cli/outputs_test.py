"""Ops with two results, and what --explain and --json say."""

import json
import os

from images import read_png, write_png
from tool import ToolTest, main, run


class Outputs(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 8, 8, 1, 8, lambda x, y, c: 2 * x)

    def test_two_results_get_two_names(self):
        record = self.run_one("run", "scharr", "in.png", "edges.png", "--both")
        self.assertEqual([(output["name"], output["file"]) for output in record["outputs"]],
                         [("dx", "edges-dx.png"), ("dy", "edges-dy.png")])
        self.assertEqual(read_png(self.folder / "edges-dx.png")[4][4][4], [2 * 2 * 16])
        self.assertEqual(read_png(self.folder / "edges-dy.png")[4][4][4], [0])
        self.assertFalse((self.folder / "edges.png").exists())

    def test_both_results_or_none(self):
        (self.folder / "edges-dy.png").mkdir()
        done = self.run_tool("run", "scharr", "in.png", "edges.png", "--both", status=1)
        self.assertIn("edges-dy.png", done.stderr)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["edges-dy.png", "in.png"])

    def test_files_that_are_too_many(self):
        names = ("1.png", "2.png", "3.png")
        self.assertIn("3 output files, scharr makes 2: dx, dy; results of several calls need --out-dir DIR",
                      self.run_tool("run", "scharr", "--both", "in.png", *names, status=2).stderr)
        self.assertIn("2 output files, blend makes 1: out; with --weighted it takes 3 inputs (a, b, weight)",
                      self.run_tool("run", "blend", "in.png", *names, status=2).stderr)
        self.assertIn("'-' is one result, there are 2: dx, dy",
                      self.run_tool("run", "scharr", "--both", "in.png", "-", status=2).stderr)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["in.png"])

    def test_a_type_that_the_format_cannot_hold(self):
        done = self.run_tool("run", "scharr", "in.png", "edges.png", "--both", "--ddepth", "f32", status=1)
        self.assertIn("--ddepth u8|u16", done.stderr)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["in.png"])

    def test_a_type_that_nobody_named_is_told(self):
        self.assertIn("out.tif: samples of f32, which convert makes without --to",
                      self.run_tool("run", "convert", "in.png", "out.tif").stderr)
        self.assertIn("out.tif: samples of f32, which convert makes without --convert.to",
                      self.run_tool("run", "flip | convert", "in.png", "out.tif").stderr)
        for op in ("convert to=f32", "flip | convert to=f32", "in a\nb = flip a\nconvert b to = f32"):
            self.assertEqual(self.run_tool("run", op, "in.png", "out.tif").stderr, "", op)
        self.assertEqual(self.run_tool("run", "convert", "in.png", "out.tif", "--to", "f32").stderr, "")
        self.assertIn("--type u16: the numbers of in.png stay as they are",
                      self.run_tool("run", "convert", "in.png", "dark.png", "--type", "u16", "--to", "u16").stderr)

    def test_every_type_goes_to_an_array(self):
        codes = {"u8": "|u1", "i8": "|i1", "u16": "<u2", "i16": "<i2", "u32": "<u4", "i32": "<i4", "u64": "<u8", "i64": "<i8",
                 "f16": "<f2", "f32": "<f4"}
        for kind, code in codes.items():
            self.run_tool("run", "convert", "in.png", "out.npy", "--to", kind)
            stored = (self.folder / "out.npy").read_bytes()
            self.assertIn(f"'descr': '{code}'".encode(), stored, kind)
            self.assertEqual(len(stored), 128 + 64 * int(code[2]), kind)

    def test_a_type_that_no_filter_makes_is_refused(self):
        self.assertIn("unknown value 'i32'", self.run_tool("run", "gaussian", "--ddepth", "i32", "in.png", "o.npy", status=2).stderr)
        self.assertIn("an output of i32; allowed: u8, u16, f16, f32",
                      self.run_tool("run", "gaussian ddepth=i32 | invert", "in.png", "o.npy", status=2).stderr)
        self.assertIn("an output of u8; allowed: i32",
                      self.run_tool("run", "label", "--ddepth", "u8", "in.png", "o.npy", status=2).stderr)

    def may_lack_times(self):
        """Mesa 22's rusticl times no kernel."""
        return "rusticl" in os.environ.get("LENSLET_DEVICE", "")

    def test_explain_names_device_schedule_and_speed(self):
        text = self.run_tool("run", "median", "in.png", "out.png", "--explain", "--dump-kernel", "median.cl").stdout
        for word in ("device", "driver", "schedule", "why", "cache", "kernel", "upload", "download"):
            self.assertIn(word, text)
        self.assertIn("image: u8 x 1 of 8 x 8, in.png", text)
        size, = [int(line.split()[1]) for line in text.splitlines() if line.split()[:1] == ["program"]]
        self.assertLessEqual(abs(size - (self.folder / "median.cl").stat().st_size), 500)  # what makes it compile by itself
        self.assertRegex(text, r"kernel +\d+\.\d{3} ms|the driver gives no times")
        if not self.may_lack_times() or "GB/s" in text:
            self.assertRegex(text, r"GB/s, \d+ % of the device's copy rate")
        else:
            self.assertIn("the driver gives no times", text)

    def test_explain_as_json(self):
        file = self.run_one("run", "median", "in.png", "out.png", "--explain")
        if not self.may_lack_times() or file["share_of_copy_rate"] is not None:
            self.assertGreater(file["share_of_copy_rate"], 0)
        self.assertGreater(file["launches"], 0)
        for value in file["inputs"] + file["outputs"]:
            self.assertEqual((value["width"], value["height"]), (8, 8))

    def test_a_forced_schedule_is_what_runs(self):
        spelling = "buffer.direct.single.constant.clamp.v1.x1.y1.g8x1"
        file = self.run_one("run", "mean", "in.png", "out.png", "--schedule", spelling)
        self.assertEqual(file["schedule"], spelling)

    def test_general_programs_serve_every_value(self):
        def brightness(scale, *options):
            done = run("run", "brightness", "in.png", "out.png", "--scale", scale, "--json", *options, cwd=self.folder,
                       env={"LENSLET_CACHE": "on", "LENSLET_CACHE_DIR": str(self.folder / "programs")})
            self.assertEqual(done.returncode, 0, done.stderr)
            answer = json.loads(done.stdout)
            return answer["device"]["kind"], answer["files"][0]

        kind, first = brightness(1.5)
        self.assertEqual(read_png(self.folder / "out.png")[4][4][2], [6])
        if kind != "cpu":
            self.assertIn(".literal.", first["schedule"])
            return
        _, other = brightness(2.5)
        self.assertEqual(read_png(self.folder / "out.png")[4][4][2], [10])
        self.assertIn(".general.", first["schedule"])
        self.assertEqual((other["schedule"], first["cache"], other["cache"]), (first["schedule"], "miss", "hit"))
        self.assertIn("has yet to be compiled", other["reason"])
        _, special = brightness(2.5, "--specialize", "always")
        self.assertIn(".literal.", special["schedule"])
        self.assertEqual(brightness(2.5)[1]["schedule"], special["schedule"])
        _, general = brightness(2.5, "--specialize", "off")
        self.assertIn(".general.", general["schedule"])
        _, again = brightness(1.5, "--specialize", "off")
        self.assertEqual((again["schedule"], again["cache"]), (general["schedule"], "hit"))

    def test_a_wrong_word_for_specialize(self):
        done = self.run_tool("run", "mean", "in.png", "out.png", "--specialize", "sometimes", status=2)
        self.assertIn("--specialize: unknown value 'sometimes'", done.stderr)
        self.assertIn("off, cached, always", done.stderr)

    def test_without_the_cache(self):
        file = self.run_one("run", "mean", "in.png", "out.png", "--no-cache")
        self.assertEqual(file["cache"], "off")

    def test_devices_as_json(self):
        devices = self.run_json("devices")["devices"]
        self.assertEqual([device["index"] for device in devices], list(range(len(devices))))
        self.assertEqual(sum(device["default"] for device in devices), 1)

    def test_devices_as_hardware(self):
        text = self.run_tool("devices", "--table").stdout
        for device in self.run_json("devices")["devices"]:
            part = text[text.index(device["name"]):]
            unit, = [line for line in part.splitlines() if line.startswith("compute unit")][:1]
            self.assertEqual(unit.split()[2], str(device["compute_units"]))
            elements, = [line for line in part.splitlines() if line.startswith("processing element")][:1]
            if device["unit_elements"]:
                self.assertIn(f"{device['unit_elements'] * device['compute_units']} in all", elements)
            self.assertTrue(device["own_local_memory"] or device["kind"] != "gpu" or "llvmpipe" in device["name"])
        self.assertIn("give one of them", self.run_tool("devices", "--table", "--json", status=2).stderr)


if __name__ == "__main__":
    main()
