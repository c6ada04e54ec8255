"""Compares what the tool prints with a file: golden.py TOOL [--update] CASE.txt...

A case is a file of these lines:

    $ [NAME=VALUE...] lenslet ARGUMENTS...     the command; words as in a shell, no other shell syntax
    # mask REGEX                               what differs between machines: matches are printed as <...>
    exit N
    --- stdout
    --- stderr

Commands run in an empty folder with two images, photo.png and broken.png. --update writes what was printed.
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from images import write_png


def read_case(path):
    lines = path.read_text().splitlines()
    if not lines or not lines[0].startswith("$ "):
        sys.exit(f"{path}: the first line must be '$ lenslet ...'")
    masks = [line[len("# mask "):] for line in lines if line.startswith("# mask ")]
    return lines[0], masks


def split_command(line):
    words = shlex.split(line[2:])
    env = {}
    while "=" in words[0]:
        name, value = words.pop(0).split("=", 1)
        env[name] = value
    return env, words[1:]


def environment(changes):
    env = {name: value for name, value in os.environ.items() if not name.startswith("LENSLET_")}
    return env | {"LC_ALL": "C.UTF-8", "COLUMNS": "40", "LENSLET_DATA_DIR": "data"} | changes


def prepare(folder):
    write_png(folder / "photo.png", 4, 3, 3, 8, lambda x, y, c: 40 * x + 10 * y + c)
    (folder / "broken.png").write_bytes((folder / "photo.png").read_bytes()[:40])
    (folder / "one").mkdir()
    (folder / "one" / "photo.png").write_bytes((folder / "photo.png").read_bytes())


def run_case(tool, header, masks):
    changes, arguments = split_command(header)
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        before = sorted(os.listdir(name))
        done = subprocess.run([tool, *arguments], cwd=name, env=environment(changes), capture_output=True, text=True,
                              timeout=1500, check=False)
        left = [f"left behind: {file}" for file in sorted(os.listdir(name)) if file not in before]
    streams = [done.stdout, done.stderr]
    for mask in masks:
        streams = [re.sub(mask, "<...>", text) for text in streams]
    parts = [header, *(f"# mask {mask}" for mask in masks), f"exit {done.returncode}", *left]
    return "\n".join(parts) + "\n--- stdout\n" + streams[0] + "--- stderr\n" + streams[1]


def check(tool, path, update):
    header, masks = read_case(path)
    printed = run_case(tool, header, masks)
    expected = path.read_text()
    if update:
        path.write_text(printed)
    elif printed != expected:
        sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), printed.splitlines(True), str(path),
                                                   "printed now"))
        return False
    return True


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    if len(arguments) < 2:
        sys.exit(__doc__)
    tool = str(Path(arguments[0]).resolve())
    results = [check(tool, Path(case), "--update" in sys.argv) for case in arguments[1:]]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
