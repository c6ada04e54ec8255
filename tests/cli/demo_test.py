"""What ./dev demo shows: a photograph filtered in many ways."""

import os
import subprocess
import sys
from pathlib import Path

from images import write_png
from tool import ToolTest, main

DEMO = Path(__file__).parents[2] / "tools/demo"


class Demo(ToolTest):
    def test_filters_an_image_in_many_ways(self):
        write_png(self.folder / "in.png", 64, 48, 3, 8, lambda x, y, c: (7 * x + 5 * y + c) % 256)
        done = subprocess.run([sys.executable, DEMO, os.environ["LENSLET_TOOL"], self.folder / "in.png", self.folder / "out"],
                              capture_output=True, text=True, timeout=1800)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("in.png: 64 x 48, u8 x 3\n", done.stdout)
        pictures = sorted((self.folder / "out").glob("*.png"))
        self.assertGreater(len(pictures), 5)
        for picture in pictures:
            self.assertIn(picture.name, done.stdout)


if __name__ == "__main__":
    main()
