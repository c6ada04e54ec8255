"""What PNG files say of their colours, and their further frames."""
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

GAMMA = struct.pack(">I", 100000)
PRIMARIES = struct.pack(">8I", 31270, 32900, 70800, 29200, 17000, 79700, 13100, 4600)
SRGB = struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(path, pixels, *chunks):
    height, width = pixels.shape[:2]
    colour = 2 if pixels.ndim == 3 else 0
    bits = 8 * pixels.dtype.itemsize
    rows = b"".join(b"\0" + row.astype(pixels.dtype.newbyteorder(">")).tobytes() for row in pixels)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)) +
                     b"".join(chunk(kind, data) for kind, data in chunks) +
                     chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def chunks_of(path):
    data, at, found = path.read_bytes(), 8, []
    while at < len(data):
        size, = struct.unpack_from(">I", data, at)
        body = data[at + 4:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(body)
        found.append((body[:4], body[4:]))
        at += 12 + size
    return found


def noise(*shape, dtype=np.uint8):
    return np.random.default_rng(3).integers(0, np.iinfo(dtype).max, shape).astype(dtype)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("pixels", [noise(30, 40, 3), noise(30, 40), noise(900, 1100, 3, dtype=np.uint16)])
def test_gamma_and_primaries_stay(tool, how, pixels):
    write_png(tool.folder / "in.png", pixels, (b"gAMA", GAMMA), (b"cHRM", PRIMARIES))
    assert tool.notes("invert", "in.png", "out.png", *how) == []
    found = chunks_of(tool.folder / "out.png")
    assert found[:3][1:] == [(b"gAMA", GAMMA), (b"cHRM", PRIMARIES)]
    assert [kind for kind, _ in found].count(b"gAMA") == 1
    if pixels.dtype == np.uint8:
        with Image.open(tool.folder / "out.png") as made:
            assert made.info["gamma"] == 1.0
            assert np.array_equal(np.asarray(made), 255 - pixels)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("chunks, words", [
    ([(b"gAMA", GAMMA)], "gamma of 1 (gAMA) is"), ([(b"cHRM", PRIMARIES)], "primaries (cHRM) are"),
    ([(b"gAMA", GAMMA), (b"cHRM", PRIMARIES)], "gamma of 1 (gAMA) and primaries (cHRM) are"),
    ([(b"gAMA", struct.pack(">I", 45455)), (b"cHRM", SRGB)], None)])
def test_other_formats_have_no_place_for_them(tool, how, chunks, words):
    write_png(tool.folder / "in.png", noise(30, 40, 3), *chunks)
    notes = tool.notes("invert", "in.png", "out.tif", *how)
    assert notes == ([f"out.tif: the PNG file's {words} not kept: .tif has no place for it, and viewers will take the "
                      "colours for those of sRGB"] if words else [])


@pytest.mark.parametrize("first_is_frame, count", [(True, 3), (False, 4)])
def test_further_frames_are_said(read, tool, first_is_frame, count):
    pixels = noise(30, 40, 3)
    control = struct.pack(">IIIIIHHBB", 0, 40, 30, 0, 0, 1, 10, 0, 0)
    chunks = [(b"acTL", struct.pack(">II", 3, 0))] + ([(b"fcTL", control)] if first_is_frame else [])
    write_png(tool.folder / "in.png", pixels, *chunks)
    found, notes = read("in.png")
    assert np.array_equal(found, pixels)
    assert notes == [f"in.png: the first of {count} pages"]


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
def test_cmyk_has_no_luminance(tool, how):
    Image.fromarray(noise(30, 40, 4), "CMYK").save(tool.folder / "in.tif")
    line = tool.refused("equalize", "in.tif", "out.tif", "--by", "luminance", *how)
    assert line.endswith("equalize: by luminance the image is u8 x 4; allowed: 1 to 3 channels, or 4 with alpha: four without "
                         "it, as of CMYK, are no red, green and blue")
