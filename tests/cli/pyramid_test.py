"""Pyramids as files and at points; what is wrong is said and leaves nothing behind."""

import os

from images import read_png, write_png, write_tiff16
from tool import ToolTest, main


def plane(x, y, c):
    return (7 * x + 13 * y + 31 * c + x * y) % 256


def half(rows):
    """The mean of 2 x 2 to nearest even, as round() does."""
    return [[[round((a + b + c + d) / 4) for a, b, c, d in zip(above[2 * x], above[2 * x + 1], below[2 * x],
                                                               below[2 * x + 1])]
             for x in range(len(above) // 2)] for above, below in zip(rows[0::2], rows[1::2])]


class Pyramid(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", 23, 13, 3, 8, plane)

    def files(self, folder="out"):
        return sorted(file.name for file in (self.folder / folder).iterdir())

    def test_a_file_for_each_octave_and_level(self):
        done = self.run_tool("pyramid", "in.png", "--octaves", "3", "--levels", "2", "--out-dir", "out/deep")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertEqual(self.files("out/deep"), [f"in-o{o}-l{l}.png" for o in range(3) for l in range(2)])
        wanted = read_png(self.folder / "in.png")[4]
        for octave in range(3):
            if octave:
                wanted = half(wanted)
            for level in range(2):
                width, height, channels, bits, rows = read_png(self.folder / f"out/deep/in-o{octave}-l{level}.png")
                self.assertEqual((width, height, channels, bits), (23 >> octave, 13 >> octave, 3, 8))
                self.assertEqual(rows, wanted)

    def test_levels_are_blurred_as_by_run(self):
        self.run_tool("pyramid", "in.png", "--octaves", "2", "--sigmas", "0,1.2", "--border", "wrap", "--out-dir", "out")
        self.assertEqual(len(self.files()), 4)
        self.run_tool("run", "gaussian", "out/in-o1-l0.png", "blurred.png", "--sigma", "1.2", "--border", "wrap")
        self.assertEqual(read_png(self.folder / "out/in-o1-l1.png"), read_png(self.folder / "blurred.png"))
        self.run_tool("pyramid", "in.png", "--octaves", "1", "--levels", "2", "--sigma", "0.9", "--out-dir", "ladder")
        self.run_tool("run", "gaussian", "in.png", "blurred.png", "--sigma", str(0.9 * 2 ** 0.5))
        self.assertEqual(read_png(self.folder / "ladder/in-o0-l1.png"), read_png(self.folder / "blurred.png"))

    def test_format_type_and_json(self):
        report = self.run_json("pyramid", "in.png", "--octaves", "2", "--levels", "1", "--type", "u16", "--format", "tif",
                               "--out-dir", "out")
        self.assertEqual(self.files(), ["in-o0-l0.tif", "in-o1-l0.tif"])
        (file,) = report["files"]
        self.assertEqual(file["format"]["type"], "u16")
        self.assertEqual(file["pixels"], 23 * 13 + 11 * 6)
        self.assertEqual([(o["width"], o["height"]) for o in file["outputs"]], [(23, 13), (11, 6)])
        self.assertEqual((report["octaves"], report["levels"], report["storage"]), (2, 1, "buffer"))

    def test_points_of_any_level(self):
        (self.folder / "points.csv").write_text("octave,level,x,y\n0,0,22,12\n\n1,1,3,2\r\n0,0,20.5,12\n")
        done = self.run_tool("pyramid", "in.png", "--octaves", "2", "--levels", "2", "--points", "points.csv")
        rows = read_png(self.folder / "in.png")[4]
        first = ",".join(str(v) for v in rows[12][22])
        second = ",".join(str(v) for v in half(rows)[2][3])
        between = ",".join(format((a + b) / 2, "g") for a, b in zip(rows[12][20], rows[12][21]))
        self.assertEqual(done.stdout, "octave,level,x,y,channel0,channel1,channel2\n"
                         f"0,0,22,12,{first}\n1,1,3,2,{second}\n0,0,20.5,12,{between}\n")
        report = self.run_json("pyramid", "in.png", "--octaves", "2", "--levels", "2", "--points", "points.csv")
        self.assertEqual(report["files"][0]["points"][0]["pixel"], rows[12][22])

    def test_arrays_are_images(self):
        image = self.run_tool("run", "brightness", "in.png", "in.npy")
        self.assertEqual(image.stdout, "")
        self.run_tool("pyramid", "in.npy", "--octaves", "2", "--levels", "1", "--out-dir", "out")
        self.run_tool("pyramid", "in.png", "--octaves", "2", "--levels", "1", "--out-dir", "out")
        self.run_tool("run", "brightness", "out/in-o1-l0.npy", "half.png")
        self.assertEqual(read_png(self.folder / "half.png"), read_png(self.folder / "out/in-o1-l0.png"))

    def test_wrong_points(self):
        for text, words in (("0,0,1\n", "line 1: '0,0,1' has 3 numbers; allowed: 4"),
                            ("0,0,1,1\n0,x,1,1\n", "line 2: 'x' is not a whole number"),
                            ("0,0,1,-1\n", "(1, -1) in octave 0"), ("0,0,1,nan\n", "nan"), ("0,9,1,1\n", "level 9; allowed: octaves 0 to 1"),
                            ("1,0,11,1\n", "(11, 1) in octave 1, which has 11 x 6 pixels")):
            (self.folder / "points.csv").write_text(text)
            done = self.run_tool("pyramid", "in.png", "--octaves", "2", "--points", "points.csv", status=2)
            self.assertIn(words, done.stderr)
        (self.folder / "points.csv").write_text("0,0,1,1\n")
        self.assertIn("cannot read 'none.csv': No such file", self.run_tool("pyramid", "in.png", "--points", "none.csv",
                                                                          status=1).stderr)

    def test_a_bad_file_does_not_stop_the_others(self):
        (self.folder / "bad.png").write_text("this is no image")
        write_png(self.folder / "tiny.png", 1, 1, 1, 8, plane)
        done = self.run_tool("pyramid", "bad.png", "tiny.png", "in.png", "--octaves", "2", "--levels", "1", "--out-dir",
                             "out", status=1)
        self.assertEqual(self.files(), ["in-o0-l0.png", "in-o1-l0.png"])
        self.assertIn("bad.png", done.stderr)
        self.assertIn("tiny.png: 2 octaves of 1 x 1 pixels; allowed: 1 to 1", done.stderr)

    def test_a_level_that_cannot_be_written_leaves_none(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/in-o1-l0.png").mkdir()
        self.run_tool("pyramid", "in.png", "--octaves", "2", "--levels", "2", "--out-dir", "out", status=1)
        self.assertEqual(self.files(), ["in-o1-l0.png"])

    def test_a_folder_that_cannot_be_made(self):
        (self.folder / "file").write_text("")
        done = self.run_tool("pyramid", "in.png", "--out-dir", "file/out", "--octaves", "2", status=1)
        self.assertIn("file/out: Not a directory", done.stderr)
        if os.geteuid() != 0:
            (self.folder / "closed").mkdir(mode=0o555)
            self.run_tool("pyramid", "in.png", "--out-dir", "closed", "--octaves", "2", status=1)

    def test_a_type_that_the_format_does_not_hold(self):
        done = self.run_tool("pyramid", "in.png", "--type", "f32", "--octaves", "2", "--out-dir", "out", status=1)
        self.assertIn("f32", done.stderr)
        self.assertEqual(self.files(), [])

    def test_tiff_of_16_bits_stays_so(self):
        write_tiff16(self.folder / "in.tif", 8, 6, lambda x, y, c: 1000 * x + 300 * y)
        report = self.run_json("pyramid", "in.tif", "--octaves", "2", "--levels", "1", "--out-dir", "out")
        self.assertEqual(report["files"][0]["format"]["type"], "u16")


if __name__ == "__main__":
    main()
