"""Runs the commands of a page, as a reader would: every ```sh block of PAGE, in order, in one new folder that has the
pictures photo.png and other.png, and saves every ```c block that stands behind "Save this as `FILE`". Each command must
end well.

page_commands.py TOOL PAGE
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
os.environ.setdefault("LENSLET_TOOL", sys.argv[1])
from images import write_png  # noqa: E402

tool, page = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).read_text(encoding="utf-8")
blocks = re.findall(r"(?:Save this as `([^`]*)`[^`]*)?^```(c|sh)\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
assert any(kind == "sh" for _, kind, _ in blocks), "the page has no commands"
with tempfile.TemporaryDirectory() as folder:
    os.symlink(tool, Path(folder) / "lenslet")
    for name, factor in (("photo.png", 3), ("other.png", 7)):
        write_png(Path(folder) / name, 96, 64, 3, 8, lambda x, y, c: (x * x + factor * y * y + 50 * c) % 256)
    for name, kind, block in blocks:
        if kind == "c":
            assert name, f"nobody says how to save this:\n{block}"
            (Path(folder) / name).write_text(block, encoding="utf-8")
            continue
        print(block)
        done = subprocess.run(["bash", "-euc", block], cwd=folder, check=False,
                              env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"})
        if done.returncode != 0:
            sys.exit(f"exit status {done.returncode}")
