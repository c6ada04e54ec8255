"""JPEG files by the host's codec and by the device's: one result, whichever it was."""

import json
import os
import subprocess

import jpegs
from images import write_png
from tool import TOOL, ToolTest, main


def texture(x, y, c):
    return (x * x // 7 + 3 * y * y // 5 + 31 * c + (x * 37 + y * 91) % 23) % 256


class Jpeg(ToolTest):
    def setUp(self):
        super().setUp()
        for name, channels in (("grey", 1), ("rgb", 3)):
            write_png(self.folder / f"{name}.png", 61, 43, channels, 8, texture)
            self.run_tool("run", "mean", f"{name}.png", f"{name}.jpg", "--ksize", "1", "--codec", "host")

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def by_both(self, *arguments, source="rgb.jpg", result="jpg"):
        """Runs an op by each codec and returns the bytes that both made."""
        made = []
        for codec in ("host", "device"):
            record = self.run_one("run", "gaussian", source, f"{codec}.{result}", "--codec", codec, *arguments)
            codecs = {value["codec"] for value in record["inputs"] + record["outputs"] if "codec" in value}
            self.assertEqual(codecs, {codec}, record)
            self.assertEqual("decoding_ms" in record, codec == "device" and source.endswith("jpg"))
            self.assertEqual("encoding_ms" in record, codec == "device" and result == "jpg")
            made.append(self.bytes_of(f"{codec}.{result}"))
        self.assertEqual(made[0], made[1], arguments)
        return made[0]

    def info(self, name):
        record, = self.run_json("jpeg", "info", name)["files"]
        return record

    def test_both_codecs_write_the_same_bytes(self):
        for source, *options in (("rgb.jpg",), ("rgb.jpg", "--sampling", "4:2:0", "--restart", "3"),
                                 ("rgb.jpg", "--sampling", "4:4:4", "--optimize", "--quality", "97"),
                                 ("grey.jpg", "--quality", "30", "--restart", "1")):
            self.by_both(*options, source=source)
        self.by_both("--region", "33x20+5+7")
        self.by_both(source="rgb.png")
        self.by_both(result="png")

    def test_options_are_in_the_file(self):
        self.by_both("--sampling", "4:2:0", "--restart", "3", "--quality", "50")
        for name in ("host.jpg", "device.jpg"):
            info = self.info(name)
            self.assertEqual((info["sampling"], info["restart"], info["kind"]), ("4:2:0", 3, "baseline"))
            self.assertEqual(info["quantization"][0]["entries"][:4], [16, 11, 10, 16])  # T.81, K.1
        plain, optimized = (len(self.by_both("--sampling", "4:2:0", *more)) for more in ((), ("--optimize",)))
        self.assertLess(optimized, plain)

    def test_samplings_that_the_host_has_not(self):
        for sampling in ("4:2:2", "4:4:0", "4:1:1"):
            self.run_tool("run", "mean", "rgb.jpg", "out.jpg", "--sampling", sampling, "--codec", "device")
            self.assertEqual(self.info("out.jpg")["sampling"], sampling)
        record = self.run_one("run", "mean", "rgb.jpg", "out.jpg", "--sampling", "4:2:2")
        self.assertEqual(record["outputs"][0]["codec_reason"], "the host's codec has no sampling 4:2:2")
        (self.folder / "out.jpg").unlink()
        done = self.run_tool("run", "mean", "rgb.jpg", "out.jpg", "--sampling", "4:2:2", "--codec", "host", status=2)
        self.assertIn("--sampling: 4:2:2 is for the device's codec", done.stderr)
        self.assertIn("allowed: 4:4:4, 4:2:0", done.stderr)
        self.assertFalse((self.folder / "out.jpg").exists())
        self.assertIn("Allowed: 4:4:4, 4:2:2",
                      self.run_tool("run", "mean", "rgb.jpg", "out.jpg", "--sampling", "4:2:1", status=2).stderr)

    def test_metadata_and_orientation_are_the_same(self):
        names = [f"turned{orientation}.jpg" for orientation in range(1, 9)]
        for orientation, name in enumerate(names, 1):
            segments = [(jpegs.APP1, jpegs.exif(orientation, 61, 43, "<>"[orientation % 2], orientation > 5)),
                        (jpegs.COMMENT, b"a comment")]
            (self.folder / name).write_bytes(jpegs.with_metadata(self.bytes_of("rgb.jpg"), segments))
        self.assertEqual([self.info(name)["orientation"] for name in names[::3]], [1, 4, 7])
        for codec in ("host", "device"):
            report = self.run_json("run", "gaussian", *names, "--out-dir", codec, "--codec", codec)
            self.assertEqual({file["inputs"][0]["codec"] for file in report["files"]}, {codec})
        for orientation, name in enumerate(names, 1):
            made = self.bytes_of(f"device/{name}")
            self.assertEqual(made, self.bytes_of(f"host/{name}"), name)
            self.assertEqual(jpegs.exif_size(made), (61, 43) if orientation < 5 else (43, 61))
        info = self.info(f"device/{names[5]}")
        self.assertEqual((info["orientation"], info["width"], info["height"]), (1, 43, 61))

    def test_damage_has_the_same_outcome(self):
        whole = self.bytes_of("rgb.jpg")
        files = []
        scan = whole.index(b"\xff\xda") + 14
        for cut in (scan, scan + 100, len(whole) * 2 // 3, len(whole) - 40, len(whole) - 2):
            files.append((f"cut{cut}.jpg", whole[:cut]))
        for at in (len(whole) // 2, len(whole) * 3 // 4):
            files.append((f"changed{at}.jpg", whole[:at] + b"\xff\xd9" + whole[at + 2:]))
        files.append(("sound.jpg", whole))
        for name, data in files:
            (self.folder / name).write_bytes(data)
        names = [name for name, _ in files]
        for strict, status in (((), 0), (("--strict",), 1)):
            outcomes = []
            for codec in ("host", "device"):
                out = self.folder / f"{codec}{status}"
                done = self.run_tool("run", "mean", *names, "--out-dir", out.name, "--codec", codec, *strict, status=status)
                outcomes.append((done.stderr, {file.name: file.read_bytes() for file in out.iterdir()}))
            self.assertEqual(outcomes[0], outcomes[1])
            said, made = outcomes[0]
            self.assertGreaterEqual(len(said.splitlines()), 4)
            self.assertEqual("cannot read" in said, bool(strict))
            self.assertEqual(len(made) == len(files), not strict)
            self.assertIn("sound.jpg", made)

    def test_what_is_lost_is_grey_unless_that_is_an_error(self):
        whole = self.bytes_of("rgb.jpg")
        (self.folder / "cut.jpg").write_bytes(whole[:len(whole) * 2 // 3])
        run = ("run", "mean", "--ksize", "1")
        self.run_tool(*run, "rgb.jpg", "whole.ppm")
        note = "cut.jpg: the JPEG file is damaged, what is lost of its pixels is grey or wrong: Premature end"
        for codec in ("host", "device"):
            said = self.run_tool(*run, "cut.jpg", f"{codec}.ppm", "--codec", codec).stderr
            self.assertEqual((said.count("\n"), said.startswith(f"lenslet: warning: {note}")), (1, True), said)
            self.assertIn(note, self.run_one(*run, "cut.jpg", f"{codec}.ppm", "--codec", codec)["notes"][0])
            self.assertEqual(self.run_tool(*run, "cut.jpg", f"{codec}.ppm", "--codec", codec, "--quiet").stderr, "")
            refused = self.run_tool(*run, "cut.jpg", "none.ppm", "--codec", codec, "--strict", status=1)
            self.assertRegex(refused.stderr, r"\Alenslet: cannot read 'cut.jpg': Premature end.*\n\Z")
            rows = self.bytes_of(f"{codec}.ppm")
            self.assertEqual(rows[:-43 * 61 * 3 // 2], self.bytes_of("whole.ppm")[:-43 * 61 * 3 // 2])
            self.assertEqual(set(rows[-61 * 3:]), {128})
        self.assertEqual(self.bytes_of("host.ppm"), self.bytes_of("device.ppm"))
        self.assertFalse((self.folder / "none.ppm").exists())

    def test_what_breaks_rules_alone_is_taken_by_both_codecs(self):
        """A revision of JFIF that there is not, and colours that Adobe does not know: these are a guess, and so damage."""
        whole = self.bytes_of("rgb.jpg")
        jfif = b"\xff\xe0\0\x10JFIF\0" + bytes(3) + b"\0\1\0\1" + bytes(2)
        adobe, run = b"\xff\xee\0\x0eAdobe\0\x64" + bytes(4) + b"\7", ("run", "mean", "--ksize", "1")
        self.run_tool(*run, "rgb.jpg", "whole.ppm")
        for segment, note, status in ((jfif, "breaks the format's rules, mostly where no pixel suffers: .*0.00", 0),
                                      (adobe, "is damaged, what is lost of its pixels is grey or wrong: .*Adobe", 1)):
            (self.folder / "odd.jpg").write_bytes(whole[:2] + segment + whole[2:])
            for codec in ("host", "device"):
                self.assertRegex(self.run_tool(*run, "odd.jpg", f"{codec}.ppm", "--codec", codec).stderr, note)
                strict = self.run_tool(*run, "odd.jpg", f"{codec}.ppm", "--codec", codec, "--strict", status=status)
                self.assertEqual("cannot read" in strict.stderr, status == 1)
                self.assertEqual(self.bytes_of(f"{codec}.ppm"), self.bytes_of("whole.ppm"))

    def test_damage_that_is_always_an_error(self):
        whole = self.bytes_of("rgb.jpg")
        run = ("run", "mean", "--ksize", "1", "cut.jpg", "none.tif")
        for cut in (100, whole.index(b"\xff\xda")):
            (self.folder / "cut.jpg").write_bytes(whole[:cut])
            for codec in ("host", "device"):
                self.assertIn("cannot read 'cut.jpg'", self.run_tool(*run, "--codec", codec, status=1).stderr)
        (self.folder / "cut.jpg").write_bytes(whole[:len(whole) * 2 // 3])
        self.assertIn("row by row, as --memory, several devices and ranks need it, no damaged JPEG file is read",
                      self.run_tool(*run, "--memory", "1G", status=1).stderr)
        self.assertFalse((self.folder / "none.tif").exists())

    def test_damage_elsewhere(self):
        whole = self.bytes_of("rgb.jpg")
        (self.folder / "cut.jpg").write_bytes(whole[:len(whole) * 2 // 3])
        pyramid = ("pyramid", "cut.jpg", "--octaves", "1", "--out-dir", "levels")
        for words in (pyramid, ("run", "sum", "cut.jpg", "sum.npy")):
            self.assertIn("cut.jpg: the JPEG file is damaged", self.run_tool(*words).stderr)
            self.assertIn("cannot read 'cut.jpg'", self.run_tool(*words, "--strict", status=1).stderr)

    def test_what_nobody_decodes_has_a_name(self):
        whole = self.bytes_of("rgb.jpg")
        for marker, names in ((0xC3, "lossless"), (0xC5, "hierarchical"), (0xCF, "lossless, hierarchical")):
            (self.folder / "other.jpg").write_bytes(whole.replace(b"\xff\xc0", bytes([0xFF, marker]), 1))
            for codec in ("host", "device"):
                done = self.run_tool("run", "mean", "other.jpg", "out.png", "--codec", codec, status=1)
                self.assertIn(f"its JPEG process is not read: SOF type {marker:#x}, {names}; allowed", done.stderr)
        at = whole.index(b"\xff\xc0") + 5
        (self.folder / "other.jpg").write_bytes(whole[:at] + bytes(2) + whole[at + 2:])
        self.assertIn("host: its height stands behind its first scan", self.run_tool("jpeg", "info", "other.jpg").stdout)
        self.assertIn("its height stands behind its first scan (DNL)", self.run_tool("run", "mean", "other.jpg", "out.png", status=1).stderr)

    def test_what_the_device_does_not_do_goes_to_the_host(self):
        record = self.run_one("run", "gaussian", "rgb.jpg", "out.jpg", "--codec", "device", "--type", "f32", "--ddepth", "u8")
        self.assertEqual((record["inputs"][0]["codec"], record["inputs"][0]["codec_reason"]),
                         ("host", "--type converts it on the host"))
        self.assertEqual(record["outputs"][0]["codec"], "device")
        write_png(self.folder / "deep.png", 20, 10, 3, 16, lambda x, y, c: 3000 * x + y)
        deep = self.run_one("run", "mean", "deep.png", "out.jpg", "--codec", "device", "--ddepth", "u8")
        self.assertEqual((deep["outputs"][0]["codec"], deep["outputs"][0]["codec_reason"]), ("host", "samples of u16"))
        done = self.run_tool("run", "gaussian", "rgb.jpg", "out.jpg", "--codec", "device", "--verbose")
        self.assertRegex(done.stderr, r"rgb.jpg decoded by the device, \w+ \(--codec device\); out.jpg encoded by the device")
        self.assertIn("does not go with --codec device",
                      self.run_tool("run", "mean", "rgb.jpg", "out.jpg", "--memory", "1G", "--codec", "device", status=2).stderr)

    def test_a_batch_at_the_same_time(self):
        names = []
        for number in range(7):
            names.append(f"in{number}.jpg")
            source = "grey.jpg" if number == 3 else "rgb.jpg"
            (self.folder / names[-1]).write_bytes(self.bytes_of(source) if number != 5 else self.bytes_of(source)[:900])
        reports = {codec: self.run_json("run", "gaussian", *names, "--out-dir", codec, "--codec", codec, "--jobs", "3",
                                        "--strict", status=1) for codec in ("host", "device")}
        for host, device in zip(*(report["files"] for report in reports.values())):
            self.assertEqual(host.get("error"), device.get("error"))
            if "error" not in host:
                self.assertEqual((device["inputs"][0]["codec"], device["outputs"][0]["codec"]), ("device", "device"))
        batch = reports["device"]["batch"]
        self.assertAlmostEqual(batch["busy_ms"] + batch["idle_ms"], batch["total_ms"])
        self.assertGreater(batch["busy_ms"], 0)
        made = [{file.name: file.read_bytes() for file in (self.folder / codec).iterdir()} for codec in reports]
        self.assertEqual(made[0], made[1])
        self.assertEqual(len(made[0]), 6)

    def test_standard_input_and_output(self):
        made = []
        for codec in ("host", "device"):
            done = subprocess.run([TOOL, "run", "gaussian", "-", "-", "--format", "jpg", "--codec", codec], check=True,
                                  cwd=self.folder, input=self.bytes_of("rgb.jpg"), capture_output=True)
            made.append(done.stdout)
        self.assertEqual(made[0], made[1])
        self.assertEqual(made[0], self.by_both())


class Choice(ToolTest):
    """The faster codec is chosen, as far as it was measured."""

    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 61, 43, 3, 8, texture)
        old = os.environ["LENSLET_DATA_DIR"]
        os.environ["LENSLET_DATA_DIR"] = str(self.folder / "data")
        self.addCleanup(os.environ.__setitem__, "LENSLET_DATA_DIR", old)
        self.run_tool("run", "mean", "in.png", "in.jpg", "--ksize", "1", "--quiet")

    def encoder(self):
        """Which codec writes a result, and why."""
        output, = self.run_one("run", "mean", "in.png", "out.jpg", "--quiet")["outputs"]
        return output["codec"], output["codec_reason"]

    def store(self, host_ms, device_ms):
        """Takes times in the place of those that were measured."""
        self.run_tool("cache", "export", "times.json")
        times = json.loads((self.folder / "times.json").read_text())
        for result in times["results"]:
            ms = {"host": host_ms, "device": device_ms}.get(result["configuration"]["schedule"], device_ms)
            for part in result["measurements"]:
                part["value"] = ms
        self.run_tool("cache", "clear")
        (self.folder / "times.json").write_text(json.dumps(times))
        self.run_tool("cache", "import", "times.json")

    def test_what_was_measured_decides(self):
        self.assertEqual(self.encoder(), ("host", "not measured here, which 'lenslet jpeg tune FILE' does"))
        report = self.run_json("jpeg", "tune", "in.jpg", "--jobs", "1")["files"][0]
        for direction in ("decode", "encode"):
            times = report[direction]
            self.assertEqual(times["faster"], "device" if times["device_ms"] < times["host_ms"] else "host")
        self.assertEqual(self.encoder()[0], report["encode"]["faster"])
        self.assertEqual(report["way"], min(report["ways_ms"], key=report["ways_ms"].get))
        self.assertEqual(set(report["ways_ms"]), {"sync", "coefficients"})  # no markers: 'restart' is one item's work
        shown = {row["op"]: row["schedule"] for row in self.run_json("cache", "show")["tuning"]}
        wanted = {f"jpeg.{way}": report[way]["faster"] for way in ("decode", "encode")}
        self.assertEqual(shown, wanted | {"jpeg.way": report["way"]})
        for host, device, faster in ((3, 2, "device"), (2, 3, "host")):
            self.store(host, device)
            self.assertEqual(self.encoder(), (faster, f"measured for 1 at a time: {device} ms by the device, {host} by the host"))
        for factor, known in ((2, True), (8, False)):  # of a side: four times the pixels are near
            write_png(self.folder / "in.png", 61 * factor, 43 * factor, 3, 8, texture)
            self.assertEqual(self.encoder()[1].startswith("measured"), known)

    def test_a_batch_measures_once(self):
        names = [f"{number}.jpg" for number in range(16)]
        for name in names:
            (self.folder / name).write_bytes((self.folder / "in.jpg").read_bytes())
        run = ("run", "mean", *names, "--out-dir", "out", "--jobs", "2", "--quiet")
        self.run_tool("run", "mean", *names[:15], "--out-dir", "out", "--quiet")
        self.run_tool(*run, "--tune", "off")
        self.assertEqual(self.run_json("cache", "show")["tuning"], [])
        last = self.run_json(*run)["files"][-1]
        self.assertTrue(last["inputs"][0]["codec_reason"].startswith("measured for 2 at a time"), last)
        stored = self.run_json("cache", "show")["tuning"]
        self.assertEqual(len(stored), 3)
        self.run_tool(*run)
        self.assertEqual(self.run_json("cache", "show")["tuning"], stored)

    def test_info_names_what_it_cannot_read(self):
        whole = (self.folder / "in.jpg").read_bytes()
        (self.folder / "other.jpg").write_bytes(whole.replace(b"\xff\xc0", b"\xff\xc2", 1))
        (self.folder / "none.jpg").write_text("this is no image")
        done = self.run_tool("jpeg", "info", "in.jpg", "other.jpg", "none.jpg", status=1)
        self.assertIn("none.jpg", done.stderr)
        self.assertIn("sync: baseline without restart markers", done.stdout)
        self.assertIn("host: it is progressive", done.stdout)
        for part in ("61 x 43", "YCbCr 4:4:4", "4 Huffman tables", "no markers", "orientation 1", "table 0 of 8 bits"):
            self.assertIn(part, done.stdout)


if __name__ == "__main__":
    main()
