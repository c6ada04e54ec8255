"""Public bug reports about image files (reports.py), tried on Lenslet."""
import io
import pathlib
import re
import struct

import cv2
import numpy as np
import pytest
import tifffile
from PIL import Image
from scipy import ndimage

from reports import noise


def rgba_square():
    """An opaque white square on transparent red."""
    image = np.zeros((40, 40, 4), np.uint8)
    image[..., 0] = 255
    image[10:30, 10:30] = 255
    return image


def test_libvips_4587(tool):
    """White on transparent black has no grey lines after a resize."""
    image = np.zeros((60, 60, 4), np.uint8)
    image[15:45, 15:45] = 255
    Image.fromarray(image).save(tool.folder / "in.png")
    tool.ok("run", "resize", "in.png", "out.png", "--size", "19x19")
    result = np.asarray(Image.open(tool.folder / "out.png"))
    assert (result[result[..., 3] > 0][:, :3] == 255).all()


def test_sharp_211(tool):
    """A Gaussian blur of transparent pictures has no fringes of the colour of transparent pixels."""
    Image.fromarray(rgba_square()).save(tool.folder / "in.png")
    tool.ok("run", "gaussian", "in.png", "out.png", "--sigma", 3)
    result = np.asarray(Image.open(tool.folder / "out.png")).astype(int)
    assert (result[result[..., 3] > 4][:, :3] >= 250).all()


def test_imageio_ext_164(tool):
    """TIFF: a fourth band of no stated meaning is a band, not alpha: it is filtered, and stays unspecified."""
    image = noise((30, 40, 4), np.uint16)
    tifffile.imwrite(tool.folder / "in.tif", image, photometric="rgb", extrasamples=["unspecified"])
    tool.ok("run", "mean", "in.tif", "out.tif", "--ksize", 3, "--border", "replicate")
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert [int(v) for v in file.pages[0].extrasamples] == [0]
        sums = ndimage.correlate(image.astype(np.int64), np.ones((3, 3, 1), np.int64), mode="nearest")
        assert np.array_equal(file.asarray(), np.rint(sums / 9))


@pytest.mark.parametrize("rows_per_strip", [1, 7, 64])
@pytest.mark.parametrize("compression", [None, "zlib"])
def test_openimageio_2757(tool, rows_per_strip, compression):
    """TIFF in planes: strips of several rows, compressed, of more than one band."""
    image = noise((3, 64, 50))
    tifffile.imwrite(tool.folder / "in.tif", image, photometric="rgb", planarconfig="separate",
                     rowsperstrip=rows_per_strip, compression=compression)
    tool.ok("run", "flip", "in.tif", "out.npy")
    assert np.array_equal(np.load(tool.folder / "out.npy"), np.moveaxis(image, 0, 2)[:, ::-1])


def test_twelvemonkeys_184(tool):
    """TIFF in planes that is not RGB: two bands."""
    image = noise((2, 33, 21), np.uint16)
    tifffile.imwrite(tool.folder / "in.tif", image, photometric="minisblack", planarconfig="separate")
    done = tool.raw("run", "flip", "in.tif", "out.npy")
    if done.returncode == 0:
        assert np.array_equal(np.load(tool.folder / "out.npy"), np.moveaxis(image, 0, 2)[:, ::-1])
    else:
        assert "plan" in done.stderr.lower() and not (tool.folder / "out.npy").exists()


@pytest.mark.parametrize("planes", [0, 3, 255])
def test_xarray_spatial_1870(tool, planes):
    """TIFF: a PlanarConfiguration that does not exist is refused, not taken for pixels side by side."""
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, noise((20, 20, 3)), photometric="rgb", planarconfig="contig")
    content = bytearray(buffer.getvalue())
    place = content.find(struct.pack("<HHIH", 284, 3, 1, 1))
    assert place > 0
    content[place + 8 : place + 10] = struct.pack("<H", planes)
    tool.bytes("in.tif", bytes(content))
    done = tool.raw("run", "flip", "in.tif", "out.npy")
    assert done.returncode == 1 and not (tool.folder / "out.npy").exists(), done.stderr


@pytest.mark.parametrize("workers", [1, 4])
def test_libvips_2309(tool, workers):
    """--strict refuses every cut JPEG of a batch, and none that is whole."""
    buffer = io.BytesIO()
    Image.fromarray(noise((200, 200, 3))).save(buffer, "JPEG")
    for index in range(8):
        tool.bytes(f"whole{index}.jpg", buffer.getvalue())
        tool.bytes(f"cut{index}.jpg", buffer.getvalue()[: 4000 + 3000 * index])
    files = [f"{kind}{index}.jpg" for index in range(8) for kind in ("cut", "whole")]
    tool.raw("run", "flip", *files, "--out-dir", "out", "--strict", "--jobs", workers)
    assert sorted(p.name for p in (tool.folder / "out").iterdir()) == [f"whole{index}.jpg" for index in range(8)]


def test_libvips_1946(tool):
    """A JPEG that ends early is told of where it is read without --strict, and refused with it."""
    buffer = io.BytesIO()
    Image.fromarray(noise((300, 300, 3))).save(buffer, "JPEG")
    tool.bytes("in.jpg", buffer.getvalue()[:9000])
    plain = tool.raw("run", "flip", "in.jpg", "out.png")
    assert plain.returncode == 0 and "in.jpg" in plain.stderr
    strict = tool.raw("run", "flip", "in.jpg", "strict.png", "--strict")
    assert strict.returncode == 1 and not (tool.folder / "strict.png").exists()


def test_pillow_3796(tool):
    """A 16-bit grey PNG is u16, in and out."""
    image = noise((20, 30), np.uint16)
    cv2.imwrite(str(tool.folder / "in.png"), image)
    tool.ok("run", "flip", "in.png", "out.png")
    assert np.array_equal(cv2.imread(str(tool.folder / "out.png"), cv2.IMREAD_UNCHANGED), image[:, ::-1])


def test_pillow_2107(tool):
    """So is one of 16 bits and three or four channels."""
    for channels in (3, 4):
        image = noise((20, 30, channels), np.uint16)
        cv2.imwrite(str(tool.folder / "in.png"), image)
        tool.ok("run", "flip", "in.png", "out.png")
        assert np.array_equal(cv2.imread(str(tool.folder / "out.png"), cv2.IMREAD_UNCHANGED), image[:, ::-1])


def test_pillow_6202(tool):
    """A PGM of 10 bits: its white becomes white, and a warning says so."""
    image = np.arange(1024, dtype=">u2").reshape(32, 32)
    tool.bytes("in.pgm", b"P5\n32 32\n1023\n" + image.tobytes())
    done = tool.ok("run", "flip", "in.pgm", "out.npy")
    assert "1023" in done.stderr
    assert np.array_equal(np.load(tool.folder / "out.npy"), np.rint(image[:, ::-1] * (65535 / 1023)))


def test_libvips_1313(tool):
    """A CMYK JPEG of Adobe's is not inverted; a format without CMYK is refused."""
    cmyk = np.zeros((32, 32, 4), np.uint8)
    cmyk[..., 1] = 200
    Image.fromarray(cmyk, "CMYK").save(tool.folder / "in.jpg", quality=95)
    tool.ok("run", "flip", "in.jpg", "out.jpg")
    with Image.open(tool.folder / "out.jpg") as result:
        assert result.mode == "CMYK" and np.abs(np.asarray(result).astype(int) - cmyk).max() < 12
    assert "CMYK" in tool.raw("run", "flip", "in.jpg", "out.png").stderr


def test_pillow_393(tool):
    """TIFF of four bands without ExtraSamples: read by one rule, never with a band lost."""
    image = noise((10, 12, 4))
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, image, photometric="rgb", extrasamples=["unassalpha"])
    content = bytearray(buffer.getvalue())
    place = content.find(struct.pack("<HHI", 338, 3, 1))
    assert place > 0
    content[place : place + 2] = struct.pack("<H", 65000)  # a private tag in its place
    tool.bytes("in.tif", bytes(content))
    done = tool.raw("run", "flip", "in.tif", "out.npy")
    if done.returncode == 0:
        assert np.array_equal(np.load(tool.folder / "out.npy"), image[:, ::-1])
    else:
        assert "ExtraSamples" in done.stderr or "band" in done.stderr


def test_libvips_1365(tool):
    """OME-XML that says another size than the result has is not kept as it was."""
    tifffile.imwrite(tool.folder / "in.ome.tif", noise((40, 60)), metadata={"axes": "YX"})
    tool.ok("run", "crop", "in.ome.tif", "out.tif", "--x", 5, "--y", 5, "--width", 20, "--height", 10)
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        description = file.pages[0].description
        assert 'SizeX="60"' not in description and 'SizeY="40"' not in description
        assert file.asarray().shape == (10, 20)


def test_the_page_lists_every_report():
    folder = pathlib.Path(__file__).parent
    tests = "".join(path.read_text() for path in folder.glob("reports_of_*_test.py"))
    names = {re.match(r"[a-z_]+_\d+", name)[0] for name in re.findall(r"def test_(\w+_\d+\w*)", tests)}
    page = (folder.parents[1] / "docs" / "notes" / "public-reports.md").read_text()
    assert set(re.findall(r"`([a-z_]+_\d+)`", page)) == names
