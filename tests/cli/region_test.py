"""--region: a rectangle of a result has the pixels of the whole result, to the bit."""

from images import read_png, write_png
from tool import ToolTest, main

WIDTH, HEIGHT = 41, 29
REGIONS = {"7x5+10+12": (10, 12, 7, 5), "41x1+0+0": (0, 0, 41, 1), "3x29+38+0": (38, 0, 3, 29), "41x29+0+0": (0, 0, 41, 29)}


def noise(x, y, c):
    return (x * x * 7 + y * 31 + x * y * 3 + 50 * c) % 256


class Region(ToolTest):
    def setUp(self):
        super().setUp()
        write_png(self.folder / "in.png", WIDTH, HEIGHT, 3, 8, noise)
        write_png(self.folder / "other.png", WIDTH, HEIGHT, 3, 8, lambda x, y, c: noise(y, x, c + 1))

    def pixels(self, name):
        return read_png(self.folder / name)[4]

    def expect_cropped(self, region, whole, part):
        x, y, width, height = REGIONS[region]
        self.assertEqual(self.pixels(part), [row[x:x + width] for row in self.pixels(whole)[y:y + height]], region)

    def test_has_the_bits_of_the_whole(self):
        for options in (["gaussian", "--sigma", "1.5"], ["median", "--border", "wrap"], ["dilate", "--border", "constant"]):
            self.run_tool("run", *options, "in.png", "whole.png")
            for region in REGIONS:
                self.run_tool("run", *options, "in.png", "part.png", "--region", region)
                self.expect_cropped(region, "whole.png", "part.png")

    def test_ops_compute_regions_or_say_that_they_cannot(self):
        calls = (["resize", "--size", f"{WIDTH}x{HEIGHT + 9}", "in.png"], ["blend", "in.png", "other.png"], ["equalize", "in.png"])
        for call in calls:
            self.run_tool("run", *call, "whole.png")
            done = self.run_tool("run", *call, "part.png", "--region", "7x5+10+12", status=None)
            if done.returncode == 0:
                self.expect_cropped("7x5+10+12", "whole.png", "part.png")
                (self.folder / "part.png").unlink()
            else:
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, f"{call[0]} must see its input whole: it computes no region 7x5\\+10\\+12")
            self.assertFalse((self.folder / "part.png").exists())

    def test_of_both_results(self):
        self.run_tool("run", "scharr", "--both", "in.png", "whole.png")
        self.run_tool("run", "scharr", "--both", "in.png", "part.png", "--region", "7x5+10+12")
        for name in ("dx", "dy"):
            self.expect_cropped("7x5+10+12", f"whole-{name}.png", f"part-{name}.png")

    def test_reports_tell_it(self):
        report = self.run_json("run", "mean", "in.png", "part.png", "--region", "7x5+10+12", "--repeats", "2")
        self.assertEqual(report["region"], "7x5+10+12")
        record, = report["files"]
        self.assertEqual([(v["width"], v["height"]) for v in record["inputs"] + record["outputs"]], [(WIDTH, HEIGHT), (7, 5)])
        self.assertEqual(record["bytes"], 2 * 7 * 5 * 3)
        self.assertEqual(len(record["repeats_ms"]), 2)

    def test_of_many(self):
        write_png(self.folder / "small.png", 12, 12, 1, 8, noise)
        done = self.run_tool("run", "mean", "in.png", "small.png", "--out-dir", "out", "--region", "7x5+10+12", status=1)
        self.assertIn("small.png: the region 7x5+10+12 does not lie in the image of 12 x 12", done.stderr)
        self.assertEqual([file.name for file in (self.folder / "out").iterdir()], ["in.png"])

    def test_what_lies_outside_is_refused(self):
        for region in ("42x1+0+0", "1x1+41+0", "5x5+0+1000000000", "1000000000x1000000000+1000000000+0"):
            done = self.run_tool("run", "mean", "in.png", "out.png", "--region", region, status=2)
            self.assertEqual(done.stderr, f"lenslet: the region {region} does not lie in the image of 41 x 29\n")
        self.assertFalse((self.folder / "out.png").exists())


if __name__ == "__main__":
    main()
