"""The need that --json gives is what a run takes."""

import os
import unittest

from memory import measure, write_ppm
from tool import TOOL, ToolTest, main, run

# A compiler takes memory, too: special programs are compiled for the small image as for the large one.
RUN = ["run", "--specialize", "always"]
WORKS = {
    "mean": [*RUN, "mean", "IN", "out.ppm"],
    "to f32": [*RUN, "gaussian", "IN", "out.pfm", "--sigma", "1", "--ddepth", "f32"],
    "two outputs": [*RUN, "scharr", "IN", "out.ppm", "--both"],
    "pyramid": ["pyramid", "IN", "--out-dir", "levels", "--octaves", "2", "--levels", "2"],
}


def measurable():
    """Sanitizers keep what is freed, and drivers other than PoCL map memory of their own."""
    return not os.environ.get("LENSLET_SANITIZE") and "Portable" in run("devices").stdout


@unittest.skipUnless(measurable(), "no memory of the process's own to measure")
class Memory(ToolTest):
    def test_the_need_is_estimated_within_a_fifth(self):
        write_ppm(self.folder / "small.ppm", 40, 40)
        write_ppm(self.folder / "large.ppm", 4600, 4000)
        for name, words in WORKS.items():
            with self.subTest(name):
                # The driver's compiler takes memory, too, but only once.
                self.run_tool(*["large.ppm" if word == "IN" else word for word in words])
                need, peak = measure(TOOL, words, "small.ppm", "large.ppm", self.folder)
                self.assertLess(abs(need / peak - 1), 0.2, f"{need / 1e6:.0f} MB estimated, {peak / 1e6:.0f} measured")


if __name__ == "__main__":
    main()
