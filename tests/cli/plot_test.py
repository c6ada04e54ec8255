"""Pictures of results: what stands in the SVG, and what is refused."""

import os
import unittest
import xml.etree.ElementTree as ElementTree

from images import write_png
from npy import npy
from tool import ToolTest, main

PLOTS = os.environ.get("LENSLET_WITH_PLOTS", "1") == "1"
SVG = "{http://www.w3.org/2000/svg}"
ACCENT, CONTRAST = "#2663A8", "#D1492B"
CHANNELS = {"red": "#CC2429", "green": "#248C3C", "blue": "#2B5AD2"}


class Picture:
    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.texts = ["".join(text.itertext()) for text in self.root.iter(SVG + "text")]

    # The corners of what has a colour, in the picture's units.
    def corners(self, attribute, colour):
        return [[tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
                for line in self.root.iter(SVG + "polyline") if line.get(attribute) == colour]

    # PLplot draws a long line in parts.
    def line(self, colour):
        return sum(self.corners("stroke", colour), [])

    def areas(self, colour):
        return self.corners("fill", colour)


def span(values):
    return max(values) - min(values)


@unittest.skipIf(not PLOTS, "a build without plots")
class Plots(ToolTest):
    def draw(self, *words):
        self.run_tool(*words, "--plot", "out.svg")
        self.assertEqual(list(self.folder.glob("*.tmp")), [])
        return Picture(self.folder / "out.svg")

    def test_a_fit_has_its_points_its_curve_and_its_formula(self):
        rows = [(x / 4, 2 - x / 4 + 0.5 * (x / 4) ** 2) for x in range(33)]
        (self.folder / "points.csv").write_text("x,y\n" + "".join(f"{x},{y}\n" for x, y in rows))
        picture = self.draw("fit", "points.csv", "--degree", "2")
        self.assertIn("y = 0.5x² − x + 2", picture.texts)
        self.assertIn("R² = 1, 33 points", picture.texts)
        self.assertTrue({"x", "y", "points", "fit", "0", "2", "4", "6", "8"} <= set(picture.texts), picture.texts)
        dots = picture.areas(ACCENT)
        self.assertEqual(len(dots), len(rows))
        curve = picture.line(CONTRAST)
        self.assertGreater(len(curve), 100)
        places = [tuple((min(values) + max(values)) / 2 for values in zip(*dot, strict=True)) for dot in dots]
        for x, y in places:  # which lie on the curve
            self.assertLess(min(abs(x - cx) + abs(y - cy) for cx, cy in curve), 8)
        scale = span([x for x, _ in places]) / 8, span([y for _, y in places]) / span([y for _, y in rows])
        for (x, y), (px, py) in zip(rows, places, strict=True):
            self.assertAlmostEqual(px - places[0][0], x * scale[0], delta=1)
            self.assertAlmostEqual(py - places[4][1], (y - rows[4][1]) * scale[1], delta=1)

    def test_a_histogram_has_steps_for_each_channel(self):
        write_png(self.folder / "photo.png", 16, 16, 3, 8, lambda x, y, c: (x * y * (c + 1)) % 256)
        picture = self.draw("histogram", "photo.png", "--bins", "16")
        self.assertTrue({"Histogram of u8 [16, 16, 3]", "16 bins", "value", "elements in a bin", *CHANNELS}
                        <= set(picture.texts), picture.texts)
        counts = self.run_one("histogram", "photo.png", "--bins", "16")["outputs"][0]["elements"]
        for channel, colour in enumerate(CHANNELS.values()):
            steps = picture.line(colour)
            self.assertEqual(len(picture.areas(colour)), 1)
            levels = sorted({y for _, y in steps})
            right = counts[channel * 16:channel * 16 + 16]
            for level, count in zip(levels, sorted({0, *right}), strict=True):
                self.assertAlmostEqual(level, levels[0] + count * span(levels) / max(right), delta=0.1)

    def test_a_histogram_of_an_array_has_its_range(self):
        (self.folder / "x.npy").write_bytes(npy([-1, 0.5, 0.5, 2.5]))
        picture = self.draw("histogram", "x.npy", "--bins", "4", "--low", "-1", "--high", "3")
        self.assertTrue({"−1", "0", "1", "2", "3"} <= set(picture.texts), picture.texts)
        steps = picture.line(ACCENT)
        self.assertEqual(len({round(x) for x, _ in steps}), 5)

    def test_it_stands_beside_other_outputs(self):
        (self.folder / "x.npy").write_bytes(npy([0, 1, 2]))
        report = self.run_one("fit", "x.npy", "x.npy", "c.npy", "--plot", "out.svg")
        self.assertEqual(report["plot"], "out.svg")
        self.assertTrue((self.folder / "c.npy").exists())
        old = (self.folder / "out.svg").read_bytes()
        self.run_tool("fit", "x.npy", "x.npy", "--plot", "out.svg")
        self.assertEqual((self.folder / "out.svg").read_bytes(), old)

    def test_what_cannot_be_drawn(self):
        (self.folder / "x.npy").write_bytes(npy([0, 1, 2]))
        before = sorted(os.listdir(self.folder))
        for words, status, message in (
                ("fit x.npy x.npy --plot out.png", 2, "--plot: out.png: allowed is a file that ends in .svg"),
                ("fit x.npy x.npy --plot none/out.svg", 1, "cannot write 'none/out.svg': No such file or directory"),
                ("fit x.npy x.npy c.npy --plot none/out.svg", 1, "cannot write 'none/out.svg'"),
                ("histogram equalize x.npy --plot out.svg --type u8", 2,
                 "--plot: equalize has no plot; allowed: fit, histogram"),
                ("fit x.npy x.npy --plot a.svg --plot b.svg", 2, "option '--plot' is given 2 times"),
                ("reduce sum x.npy --plot out.svg", 2, "--plot: sum has no plot; allowed: fit, histogram")):
            done = self.run_tool(*words.split(), status=status)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(sorted(os.listdir(self.folder)), before)


if __name__ == "__main__":
    main()
