"""One file in, one file out: types, channels and alpha stay, values are right."""

import subprocess

from images import read_png, tiff_tag, write_png, write_tiff16
from npy import npy
from tool import TOOL, ToolTest, main


def plane(x, y, c):
    return 10 + 3 * x + 5 * y + 7 * c


class Files(ToolTest):
    def test_png_of_8_bits(self):
        write_png(self.folder / "in.png", 9, 6, 3, 8, plane)
        self.run_tool("run", "filter2d", "in.png", "out.png", "--mask", "0 0 0; 0 0 1; 0 0 0", "--border", "replicate")
        width, height, channels, bits, rows = read_png(self.folder / "out.png")
        self.assertEqual((width, height, channels, bits), (9, 6, 3, 8))
        for y in range(6):
            for x in range(9):
                self.assertEqual(rows[y][x], [plane(min(x + 1, 8), y, c) for c in range(3)])

    def test_mask_from_a_file(self):
        write_png(self.folder / "in.png", 5, 4, 1, 8, plane)
        (self.folder / "shift.txt").write_text("0 0 0\n0 0 1\n0 0 0\n")
        self.run_tool("run", "filter2d", "in.png", "out.png", "--mask", "shift.txt", "--border", "constant",
                      "--border-value", "99")
        rows = read_png(self.folder / "out.png")[4]
        self.assertEqual([row[4] for row in rows], [[99]] * 4)
        self.assertEqual(rows[2][1], [plane(2, 2, 0)])

    def test_tiff_of_16_bits_stays_so(self):
        write_tiff16(self.folder / "in.tif", 7, 5, lambda x, y, c: 1000 * x + 300 * y)
        self.run_tool("run", "median", "in.tif", "out.tif")
        self.assertEqual(tiff_tag(self.folder / "out.tif", 258), 16)
        self.run_tool("run", "median", "out.tif", "out.png")
        _, _, channels, bits, rows = read_png(self.folder / "out.png")
        self.assertEqual((channels, bits), (1, 16))
        self.assertEqual(rows[2][3], [1000 * 3 + 300 * 2])

    def test_alpha_is_kept_filtered_or_weighs(self):
        write_png(self.folder / "in.png", 6, 6, 4, 8, lambda x, y, c: 255 * (x % 2) if c == 3 else 50)
        self.run_tool("run", "mean", "in.png", "kept.png", "--alpha", "keep")
        self.run_tool("run", "mean", "in.png", "filtered.png", "--alpha", "filter")
        kept = read_png(self.folder / "kept.png")[4]
        filtered = read_png(self.folder / "filtered.png")[4]
        self.assertEqual([pixel[3] for pixel in kept[2]], [0, 255] * 3)
        self.assertNotIn(filtered[2][2][3], (0, 255))
        self.run_tool("run", "mean", "in.png", "weighted.png")
        weighted = read_png(self.folder / "weighted.png")[4]
        self.assertEqual([pixel[3] for pixel in weighted[2]], [pixel[3] for pixel in filtered[2]])
        self.assertEqual({tuple(pixel[:3]) for row in weighted for pixel in row}, {(50, 50, 50)})
        done = self.run_tool("run", "median", "in.png", "no.png", "--alpha", "premultiply", status=2)
        self.assertIn("median: alpha 'premultiply' has no meaning", done.stderr)
        done = self.run_tool("run", "tophat", "in.png", "no.png", "--alpha", "premultiply", status=2)
        self.assertIn("tophat: alpha 'premultiply' has no meaning; allowed: keep, filter\n", done.stderr)
        self.assertFalse((self.folder / "no.png").exists())
        self.run_tool("run", "mean", "in.png", "red.png", "--border", "constant", "--border-value", "250,50,50")
        self.assertGreater(read_png(self.folder / "red.png")[4][0][0][0], 100)  # the border is opaque

    def test_changed_proportions_are_noted(self):
        write_png(self.folder / "in.png", 90, 60, 3, 8, lambda x, y, c: x)
        for words in ((), ("--memory", "1M")):
            done = self.run_tool("run", "resize", "in.png", "out.png", "--size", "40x40", *words)
            self.assertIn("in.png: resize: 90 x 60 becomes 40 x 40, which changes its proportions by 50%; fit 40x40 keeps "
                          "them and makes 40 x 27", done.stderr)
        record = self.run_one("run", "resize", "in.png", "out.png", "--size", "40x40")
        self.assertIn("by 50%", record["notes"][0])
        for words, size in ((("--size", "45"), (45, 30)), (("--size", "x40"), (60, 40)), (("--fit", "40x40"), (40, 27)),
                            (("--fit", "40x40", "--how", "outside"), (60, 40)), (("--fit", "40x40", "--how", "shrink"), (40, 27)),
                            (("--fit", "140x140", "--how", "shrink"), (90, 60)), (("--size", "45x30"), (45, 30))):
            done = self.run_tool("run", "resize", "in.png", "out.png", *words)
            self.assertNotIn("proportions", done.stderr)
            self.assertEqual(read_png(self.folder / "out.png")[:2], size)

    def test_arrays_have_no_alpha(self):
        pixels = [value for pixel in range(12) for value in (90, 200, 20, 0 if pixel == 5 else 255)]
        (self.folder / "in.npy").write_bytes(npy(pixels, "|u1", "(3, 4, 4)"))
        self.run_tool("run", "mean", "in.npy", "out.npy")
        self.assertIn(227, (self.folder / "out.npy").read_bytes()[-48:])  # 8 of 9 opaque pixels
        done = self.run_tool("run", "mean", "in.npy", "out.png", status=1)
        self.assertIn("4 channels without alpha", done.stderr)
        self.run_tool("run", "split", "in.npy", "r.png", "g.png", "b.png", "a.png")
        self.run_tool("run", "merge", "r.png", "g.png", "b.png", "a.png", "out.png", "--channels", "4", "--alpha")
        self.assertEqual(read_png(self.folder / "out.png")[2], 4)

    def test_16_bits_are_scaled_to_8(self):
        write_tiff16(self.folder / "in.tif", 8, 8, lambda x, y, c: 257 * (20 * x + y))
        for words in (("out.png", "--ddepth", "u8"), ("out.jpg",)):
            done = self.run_tool("run", "median", "in.tif", *words)
            self.assertIn("scaled from u16 to u8, so that 65535 is 255", done.stderr)
        self.assertEqual(read_png(self.folder / "out.png")[3], 8)
        self.assertEqual(read_png(self.folder / "out.png")[4][3][4], [83])
        self.run_tool("run", "median", "out.jpg", "jpeg.png")
        self.assertLess(abs(read_png(self.folder / "jpeg.png")[4][3][4][0] - 83), 12)
        self.run_tool("run", "median", "in.tif", "white.png", "--ddepth", "u8", "--keep-values")
        self.assertEqual(read_png(self.folder / "white.png")[4][3][4], [255])

    def test_standard_input_and_output(self):
        write_png(self.folder / "in.png", 5, 4, 1, 8, plane)
        self.run_tool("run", "median", "in.png", "out.png")
        with open(self.folder / "in.png", "rb") as stdin:
            done = subprocess.run([TOOL, "run", "median", "-", "-"], stdin=stdin, capture_output=True, timeout=250, check=True)
        (self.folder / "piped.png").write_bytes(done.stdout)
        self.assertEqual(read_png(self.folder / "piped.png"), read_png(self.folder / "out.png"))
        for command, text, result in ((("sort", "-", "-"), b"3\n1\n2\n", b"1\n2\n3\n"), (("reduce", "sum", "-"), b"1\n2\n", b"3\n")):
            done = subprocess.run([TOOL, *command], input=text, capture_output=True, timeout=250, check=True)
            self.assertEqual(done.stdout, result)
        done = self.run_tool("run", "median", "in.png", "-", "--json", status=2)
        self.assertIn("a result '-' and --json would mix on standard output", done.stderr)
        for command, text, words in ((("sort", "-"), b"1\n2\nx3\n", b"-: line 3: 'x3' is no number"),
                                     (("run", "median", "-", "out.png"), b"GIF89a....", b"cannot read '-': the file is truncated"),
                                     (("sort", "-", "-", "--format", "png"), b"1\n2\n", b"-.png: an array of f64 [2] is no image"),
                                     (("sort", "-", "-", "--format", "xyz"), b"1\n2\n", b"-.xyz: allowed are .npy, .csv")):
            done = subprocess.run([TOOL, *command], input=text, capture_output=True, timeout=250, check=False)
            self.assertIn(words, done.stderr)
        done = self.run_tool("run", "median", "in.png", "-", "--ddepth", "f32", status=1)
        self.assertIn("cannot write '-': .png cannot hold samples of type f32", done.stderr)
        done = subprocess.run([TOOL, "reduce", "dot", "-", "-"], input=b"1\n2\n", capture_output=True, timeout=250, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"'-' names two inputs; standard input can be read once", done.stderr)

    def test_border_pixels_are_discarded(self):
        write_png(self.folder / "in.png", 9, 7, 1, 8, lambda x, y, c: (x * 37 + y * y * 11) % 256)
        self.run_tool("run", "median", "in.png", "all.png", "--ksize", "5x3")
        record = self.run_one("run", "median", "in.png", "inner.png", "--ksize", "5x3", "--border", "discard")
        self.assertEqual((record["outputs"][0]["width"], record["outputs"][0]["height"]), (5, 5))
        inner, whole = read_png(self.folder / "inner.png"), read_png(self.folder / "all.png")
        self.assertEqual(inner[:2], (5, 5))
        self.assertEqual(inner[4], [row[2:-2] for row in whole[4][1:-1]])
        self.run_tool("run", "median", "in.png", "strips.png", "--ksize", "5x3", "--border", "discard", "--memory", "1M")
        self.assertEqual(read_png(self.folder / "strips.png"), inner)
        done = self.run_tool("run", "median", "in.png", "no.png", "--ksize", "9", "--border", "discard", status=2)
        self.assertIn("leaves no pixel of 9 x 7 by windows of 9 x 9", done.stderr)
        self.assertFalse((self.folder / "no.png").exists())

    def test_missing_pixels_are_the_centre(self):
        write_png(self.folder / "in.png", 3, 1, 1, 8, lambda x, y, c: 9 * (x * x + 1))  # 9, 18, 45
        self.run_tool("run", "mean", "in.png", "out.png", "--border", "centre")
        self.assertEqual(read_png(self.folder / "out.png")[4], [[[10], [20], [42]]])

    def test_bits_and_bitmaps_are_written(self):
        write_png(self.folder / "in.png", 9, 2, 1, 8, lambda x, y, c: 200 if x > y * 4 else 10)
        self.run_tool("run", "threshold", "in.png", "out.pbm", "--level", "100")
        self.assertEqual((self.folder / "out.pbm").read_bytes(), b"P4\n9 2\n\x80\x00\xf8\x00")
        self.run_tool("run", "threshold", "in.png", "strips.pbm", "--level", "100", "--memory", "1M")
        self.assertEqual((self.folder / "strips.pbm").read_bytes(), (self.folder / "out.pbm").read_bytes())
        grey = self.run_tool("run", "median", "in.png", "grey.pbm", status=1)
        self.assertIn("PBM has black and white alone", grey.stderr)
        self.assertFalse((self.folder / "grey.pbm").exists())
        self.run_tool("run", "median", "in.png", "out.bmp")
        self.run_tool("run", "median", "in.png", "soft.png")
        self.assertEqual((self.folder / "out.bmp").read_bytes()[:2], b"BM")
        self.run_tool("run", "median", "out.bmp", "back.png", "--ksize", "1")
        self.assertEqual(read_png(self.folder / "back.png")[4], read_png(self.folder / "soft.png")[4])

    def test_type_converts_the_input(self):
        write_png(self.folder / "in.png", 5, 5, 1, 8, plane)
        record = self.run_one("run", "median", "in.png", "out.png", "--type", "u16")
        self.assertEqual(record["inputs"][0]["format"]["type"], "u16")
        self.assertEqual(read_png(self.folder / "out.png")[3], 16)


if __name__ == "__main__":
    main()
