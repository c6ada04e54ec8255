"""BMP files that Pillow makes, of each of its modes, and files of 16 and 32 bits beside what Pillow reads of them."""
import struct
import subprocess

import numpy as np
import pytest
from PIL import Image

SIDES = [(1, 1), (7, 5), (8, 3), (33, 20)]


def converted(lenslet, path, tmp_path):
    out = tmp_path / "out.png"
    done = subprocess.run([lenslet.path, "run", "flip", path, out, "--direction", "horizontal", "--quiet"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return np.asarray(Image.open(out))[:, ::-1]


def picture(mode, size):
    random = np.random.default_rng(size[0])
    colours = Image.fromarray(random.integers(0, 256, (size[1], size[0], 3), np.uint8))
    return colours.quantize(13) if mode == "P" else colours.convert(mode)


@pytest.mark.parametrize("size", SIDES, ids=str)
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_pillows_files(lenslet, tmp_path, mode, size):
    image = picture(mode, size)
    path = tmp_path / "in.bmp"
    image.save(path)
    wanted = np.asarray(image.convert("L" if mode in ("1", "L") else "RGB"))
    assert np.array_equal(converted(lenslet, path, tmp_path), wanted)


def test_pillows_alpha(lenslet, tmp_path):
    image = Image.fromarray(np.random.default_rng(1).integers(0, 256, (9, 14, 4), np.uint8), "RGBA")
    path = tmp_path / "in.bmp"
    image.save(path)
    result = converted(lenslet, path, tmp_path)
    wanted = np.asarray(Image.open(path))
    assert np.array_equal(result, wanted[:, :, :result.shape[2]])


@pytest.mark.parametrize("masks", [None, (0xF800, 0x7E0, 0x1F), (0x7C00, 0x3E0, 0x1F)], ids=str)
@pytest.mark.parametrize("height", [6, -6])
def test_sixteen_bits(lenslet, tmp_path, masks, height):
    rows = np.random.default_rng(2).integers(0, 65536, (6, 10), np.uint16).tobytes()
    extra = struct.pack("<III", *masks) if masks else b""
    head = struct.pack("<IiiHHIIiiII", 40, 10, height, 1, 16, 3 if masks else 0, len(rows), 0, 0, 0, 0) + extra
    path = tmp_path / "in.bmp"
    path.write_bytes(b"BM" + struct.pack("<IHHI", 14 + len(head) + len(rows), 0, 0, 14 + len(head)) + head + rows)
    wanted = np.asarray(Image.open(path).convert("RGB")).astype(int)
    assert np.abs(converted(lenslet, path, tmp_path).astype(int) - wanted).max() <= 1  # Pillow rounds down
