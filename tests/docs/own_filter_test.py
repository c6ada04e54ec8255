"""Runs what docs/your-own-filter.md tells a newcomer to do: saves its filters under the names that it gives them, and
runs its commands, but for those that take a minute."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/your-own-filter.md"
sys.path.insert(0, str(PAGE.parents[1] / "tests/cli"))
from images import write_png  # noqa: E402  pylint: disable=wrong-import-position

BLOCK = re.compile(r"```(c|sh)\n(.*?)```", re.DOTALL)
SAVED = re.compile(r"name: (\w+)")


def main():
    tool = Path(os.environ["LENSLET_TOOL"])
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for name, step in (("photo.png", 3), ("sky.png", 5)):
            write_png(Path(folder) / name, 48, 32, 3, 8, lambda x, y, c, step=step: (x * step + y * 7 + c * 31) % 256)
        environment = os.environ | {"PATH": f"{tool.parent}:{os.environ['PATH']}"}
        for kind, block in BLOCK.findall(text):
            if kind == "c":
                name = SAVED.search(block).group(1)
                assert f"`{name}.cl`" in text, f"{name}.cl is not named"
                (Path(folder) / f"{name}.cl").write_text(block, encoding="utf-8")
                continue
            for command in block.splitlines():
                if "takes a minute" in command:
                    continue
                done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True,
                                      timeout=600, check=False)
                if done.returncode != 0:
                    sys.exit(f"{command}\nends with {done.returncode}\n{done.stdout}{done.stderr}")
        made = {path.name for path in Path(folder).glob("*.png")}
        assert {"edges.png", "strong.png", "soft-edges.png", "screened.png", "old.png", "ridges.png", "moved.png",
                "ends-dark.png", "ends-bright.png"} <= made, made


if __name__ == "__main__":
    if subprocess.run([os.environ["LENSLET_TOOL"], "devices"], capture_output=True, check=False).returncode == 3:
        sys.exit(77)
    main()
