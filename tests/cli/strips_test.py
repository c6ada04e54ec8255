"""--memory: results computed in strips have the pixels of whole ones, in bounded memory."""
import filecmp
import os
import struct

from images import read_png, tiff_tag, write_png
from memory import run, write_ppm
from tool import TOOL, ToolTest, main

TILE_WIDTH = 322  # a tag of TIFF
PIPELINE = "gaussian ksize=5 | gradient | threshold level=40"


def write_dark_tiff(path, side, orientation):
    """A square of u8 and three channels, all 0, in one strip without compression."""
    short, long, begin = 3, 4, 200
    tags = [(256, long, side), (257, long, side), (258, short, 8), (259, short, 1), (262, short, 2), (273, long, begin),
            (274, short, orientation), (277, short, 3), (278, long, side), (279, long, 3 * side * side)]
    head = struct.pack("<2sHIH", b"II", 42, 8, len(tags)) + b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in tags)
    with open(path, "wb") as file:
        file.write(head + bytes(4))
        file.truncate(begin + 3 * side * side)


class Strips(ToolTest):
    def setUp(self):
        super().setUp()
        for k, name in enumerate(("in.png", "other.png")):
            write_png(self.folder / name, 140, 190, 3, 8, lambda x, y, c, k=k: (x * x * 7 + y * 31 + x * y * 3 + 50 * c + k) % 256)

    def refusal(self, *words, status=2):
        done = self.run_tool("run", *words, status=status)
        self.assertFalse((self.folder / "out.png").exists())
        return done.stderr

    def test_have_the_bits_of_the_whole(self):
        for words in ([PIPELINE, "in.png"], ["resize", "--size", "77x301", "in.png"], ["blend", "in.png", "other.png"]):
            self.run_tool("run", *words, "whole.png")
            self.run_tool("run", *words, "strips.png", "--memory", "800k")
            self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "strips.png"), words)

    def test_see_whole_images_in_a_pass_of_their_own(self):
        for words in (["equalize"], ["equalize", "--by", "luminance"], ["gaussian | grey | otsu | median ksize=3"], ["equalize | grey | otsu"],
                      ["crop x=9 y=50 width=100 height=90 | equalize"]):
            self.run_tool("run", *words, "in.png", "whole.png")
            self.run_tool("run", *words, "in.png", "strips.png", "--memory", "800k")
            self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "strips.png"), words)

    def test_tiled_files_have_them_too(self):
        self.run_tool("run", "mean", "in.png", "whole.png")
        self.run_tool("run", "mean", "in.png", "strips.tif", "--memory", "400k")
        self.run_tool("run", "convert", "--to", "u8", "strips.tif", "strips.png")
        self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "strips.png"))

    def test_scale_u16_as_whole_runs_do(self):
        write_png(self.folder / "deep.png", 30, 40, 3, 16, lambda x, y, c: x * 2111 + y * 97 + c)
        for words in (["--ddepth", "u8"], ["--ddepth", "u8", "--keep-values"]):
            self.run_tool("run", "mean", *words, "deep.png", "whole.png")
            self.run_tool("run", "mean", *words, "deep.png", "strips.png", "--memory", "50k")
            self.assertEqual(read_png(self.folder / "whole.png"), read_png(self.folder / "strips.png"), words)
        said = self.run_tool("run", "mean", "deep.png", "strips.jpg", "--memory", "50k").stderr
        self.assertIn("strips.jpg: scaled from u16 to u8", said)

    def test_note_which_file_has_what(self):
        for name in ("a.pgm", "b.pgm"):
            (self.folder / name).write_bytes(b"P5 3 40 100\n" + bytes(120))
        said = self.run_tool("run", "blend", "a.pgm", "b.pgm", "out.png", "--memory", "1M").stderr
        for name in ("a.pgm", "b.pgm"):
            self.assertIn(f"{name}: samples of 0 to 100 are scaled", said)

    def test_take_the_memory_that_they_may(self):
        write_ppm(self.folder / "small.ppm", 300, 300)
        self.run_tool("run", "resize", "--size", "4000x3000", "small.ppm", "large.tif", "--memory", "20M")
        words = ["run", PIPELINE, "IN", "out.tif", "--memory", "20M"]
        peaks = [run(TOOL, [name if word == "IN" else word for word in words], self.folder)
                 for name in ("small.ppm", "small.ppm", "large.tif", "large.tif")]  # the first one of each compiles
        self.assertLessEqual(peaks[3][1], 20 << 20)
        if not os.environ.get("LENSLET_SANITIZE"):  # sanitizers keep what is freed
            self.assertLess(peaks[3][0] - peaks[1][0], 45 << 20, "the image and its result take 72 MB")

    def test_are_taken_for_large_tiff_files_without_being_asked_for(self):
        write_ppm(self.folder / "large.ppm", 9472, 9472)  # 257 MiB
        self.run_tool("run", "convert", "--to", "u8", "large.ppm", "large.tif", "--memory", "100M")
        for name, words, is_tiled in (("own.tif", [], True), ("whole.tif", ["--jobs", "1"], False)):
            self.run_tool("run", "invert", "large.tif", name, *words)
            self.assertEqual(tiff_tag(self.folder / name, TILE_WIDTH) is not None, is_tiled, name)
            self.run_tool("run", "invert", name, name.replace(".tif", ".ppm"), "--memory", "100M")
            self.assertTrue(filecmp.cmp(self.folder / "large.ppm", self.folder / name.replace(".tif", ".ppm"), shallow=False), name)

    def test_are_not_taken_where_files_or_windows_need_whole_images(self):
        for orientation, words in ((6, ["invert"]), (1, ["mean", "--border", "wrap"])):
            write_dark_tiff(self.folder / "large.tif", 9472, orientation)
            self.run_tool("run", *words, "large.tif", "out.tif")
            self.assertIsNone(tiff_tag(self.folder / "out.tif", TILE_WIDTH), words)

    def test_say_how_far_they_are(self):
        said = self.run_tool("run", "equalize", "in.png", "out.png", "--memory", "1M", "--progress").stderr.splitlines()
        for name, line in zip(("in.png", "out.png"), said):
            self.assertRegex(line, f"^lenslet: {name}: 100%, [0-9]+ Mpx/s, 0 s left$")
        self.assertEqual(len(said), 2)
        self.assertIn("--progress needs --memory", self.run_tool("run", "mean", "in.png", "out.png", "--progress", status=2).stderr)

    def test_say_what_does_not_work(self):
        self.assertRegex(self.refusal("mean", "in.png", "out.png", "--memory", "5k"), "the least that strips .* take is [0-9]+")
        self.assertIn("from top to bottom", self.refusal("flip", "--direction", "vertical", "in.png", "out.png", "--memory", "250k", status=1))
        self.assertIn("each row of results reads 190 of the 190 rows", self.refusal("transpose", "in.png", "out.png", "--memory", "300k"))
        self.assertIn("--memory does not go with --region", self.refusal("mean", "in.png", "out.png", "--memory", "1M", "--region", "9x9+0+0"))
        self.assertIn("one result in a file", self.refusal("scharr", "--both", "in.png", "out.png", "--memory", "1M", status=1))
        for name in ("-", "a.npy"):
            self.assertIn(f"reads files of images row by row; '{name}' is none", self.refusal("mean", name, "out.png", "--memory", "1M", status=1))
        for op in self.run_json("ops")["array_ops"]:
            name = op["family"] + ("" if op["name"] == op["family"] else f".{op['name']}")
            self.assertIn("--memory is for ops of images, which pass in strips of rows; " + name,
                          self.refusal(name, "in.npy", "out.png", "--memory", "1M"))
        self.assertIn("nowhere.png", self.refusal("mean", "nowhere.png", "out.png", "--memory", "1M", status=1))


if __name__ == "__main__":
    main()
