"""What ./dev demo shows: a photograph filtered in many ways."""

import os
import subprocess
import sys
from pathlib import Path

from images import write_png
from tool import ToolTest, main

DEMO = Path(__file__).parents[2] / "tools/demo"


class Demo(ToolTest):
    def run_demo(self, tool):
        write_png(self.folder / "in.png", 64, 48, 3, 8, lambda x, y, c: (7 * x + 5 * y + c) % 256)
        return subprocess.run([sys.executable, DEMO, tool, self.folder / "in.png", self.folder / "out"],
                              capture_output=True, text=True, timeout=1800)

    def fails_with(self, script):
        """What the demo says where the tool is a shell script; no folder may stay."""
        tool = self.folder / "tool"
        tool.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        tool.chmod(0o755)
        done = self.run_demo(tool)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertFalse((self.folder / "out").exists())
        return done.stderr.replace(str(self.folder), "FOLDER")

    def test_says_what_failed(self):
        command = "demo: 'FOLDER/tool run gaussian --sigma 3 FOLDER/in.png FOLDER/out/blur.png'"
        self.assertEqual(self.fails_with("kill -ABRT $$"),
                         f"{command} was ended by the signal SIGABRT (status 134), without a word\n")
        self.assertEqual(self.fails_with("echo 'no device' >&2; exit 3"),
                         f"{command} ended with status 3, and said:\nno device\n")
        self.assertEqual(self.fails_with("echo '{}'"), f"{command} ended well, but left no picture\n")
        self.assertEqual(self.run_demo(self.folder / "missing").stderr.replace(str(self.folder), "FOLDER"),
                         "demo: FOLDER/missing does not start: No such file or directory\n")

    def test_filters_an_image_in_many_ways(self):
        done = self.run_demo(os.environ["LENSLET_TOOL"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("in.png: 64 x 48, u8 x 3\n", done.stdout)
        pictures = sorted((self.folder / "out").glob("*.png"))
        self.assertGreater(len(pictures), 5)
        for picture in pictures:
            self.assertIn(picture.name, done.stdout)


if __name__ == "__main__":
    main()
