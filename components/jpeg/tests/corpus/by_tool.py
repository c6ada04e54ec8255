#!/usr/bin/env python3
"""Runs the tool on all JPEG files of a folder by each of its codecs: by_tool.py TOOL FOLDER. Both must write the same
bytes and say the same of what they refuse, with --strict and without."""
import json
import pathlib
import subprocess
import sys
import tempfile

MOST_PIXELS = 60_000_000  # of a file


def outcomes(tool, folder, codec, strict):
    """What became of each file, by its name: the error, or the bytes of the result."""
    out = "".join([codec, *strict])
    done = subprocess.run([tool, "run", "crop", "in", "--out-dir", out, "--codec", codec, "--max-pixels", str(MOST_PIXELS),
                           "--quiet", "--json", *strict], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    files = json.loads(done.stdout)["files"]
    codecs = [file["inputs"][0]["codec"] for file in files if "error" not in file]
    print(f"{out}: {codecs.count('host')} by the host's, {codecs.count('device')} by the device's, "
          f"{len(files) - len(codecs)} refused")
    if codecs.count(codec) <= len(files) / 2:
        sys.exit(f"--codec {codec} took fewer than half of the files")
    found = {path.name: path.read_bytes() for path in (folder / out).iterdir()}
    return found | {f"error {number}": file["error"] for number, file in enumerate(files) if "error" in file}


def main(tool, corpus):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "in").mkdir()
        files = sorted(path for path in pathlib.Path(corpus).resolve().rglob("*") if path.is_file() and path.suffix != ".tsv")
        for number, path in enumerate(files):  # whose names end in many ways
            (folder / "in" / f"{number:04}-{path.parent.name}.jpg").symlink_to(path)
        different = 0
        for strict in ([], ["--strict"]):
            host, device = (outcomes(tool, folder, codec, strict) for codec in ("host", "device"))
            other = [name for name in sorted(host | device) if host.get(name) != device.get(name)]
            for name in other:
                print(f"{name} is different: {[made.get(name) if 'error' in name else len(made.get(name, b'')) for made in (host, device)]}")
            different += len(other)
        print(f"{len(files)} files, {different} different")
        return 0 if files and not different else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
