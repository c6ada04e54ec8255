"""GeoTIFF: where pixels lie on earth stays true, or is said to be lost."""
import numpy as np
import pytest
import tifffile

SCALE, TIEPOINT = (30.0, 20.0, 0.0), (0.0, 0.0, 0.0, 500000.0, 4100000.0, 0.0)
KEYS = (1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, 7, 0)
GDAL = '<GDALMetadata><Item name="STATISTICS_MEAN">3</Item><Item name="AREA">x</Item></GDALMetadata>'
KEPT_GDAL = '<GDALMetadata><Item name="AREA">x</Item></GDALMetadata>'
STATISTICS = "GDAL's statistics are not kept: they are of other samples"


def make(tool, name="in.tif", nodata="7", gdal=GDAL, shape=(30, 40), **options):
    pixels = np.arange(np.prod(shape), dtype=np.uint32).reshape(shape).astype(np.uint8)
    tool.make(name, pixels, photometric="minisblack", metadata=None, extratags=[
        (33550, "d", 3, SCALE, True), (33922, "d", 6, TIEPOINT, True), (34735, "H", 16, KEYS, True),
        (34736, "d", 2, (1.5, 2.5), True), (34737, "s", 0, "place|", True), (42112, "s", 0, gdal, True),
        (42113, "s", 0, nodata, True)], **options)
    return pixels


def tags(path):
    with tifffile.TiffFile(path) as file:
        found = file.pages[0].tags
        numbers = (33550, 33922, 34264, 34735, 34736, 34737, 42112, 42113)
        return {number: found[number].value for number in numbers if number in found}


@pytest.mark.parametrize("how", [[], ["--memory", "1M"], ["--no-sync"]])
def test_filters_keep_the_place(tool, how):
    make(tool)
    assert tool.notes("mean", "in.tif", "out.tif", "--ksize", 3, "--nodata", "file", *how) == [f"out.tif: {STATISTICS}"]
    assert tags(tool.folder / "out.tif") == {
        33550: SCALE, 33922: TIEPOINT, 34735: KEYS, 34736: (1.5, 2.5), 34737: "place|", 42112: KEPT_GDAL, 42113: "7"}


def test_a_matrix_stays(tool):
    matrix = (2.0, 0.5, 0, 10, 0.25, -3, 0, 20, 0, 0, 0, 0, 0, 0, 0, 1.0)
    tool.make("in.tif", np.zeros((30, 40), np.uint8), photometric="minisblack", metadata=None,
              extratags=[(34264, "d", 16, matrix, True), (34735, "H", 16, KEYS, True)])
    assert tool.notes("invert", "in.tif", "out.tif") == []
    assert tags(tool.folder / "out.tif") == {34264: matrix, 34735: KEYS}


def test_a_picture_in_planes_keeps_the_place(tool):
    make(tool, shape=(4, 30, 40), planarconfig="separate", gdal="<GDALMetadata></GDALMetadata>")
    assert tool.notes("invert", "in.tif", "out.tif") == []
    assert tags(tool.folder / "out.tif")[33922] == TIEPOINT


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
def test_another_format_has_no_place_for_it(tool, how):
    make(tool)
    assert tool.notes("invert", "in.tif", "out.png", *how) == [
        "out.png: the GeoTIFF tags are not kept: .png has no place for them"]


def test_a_value_of_no_data_that_the_type_has_not(tool):
    make(tool, nodata="-9999", gdal="<GDALMetadata></GDALMetadata>")
    assert tool.notes("invert", "in.tif", "out.tif") == [
        "out.tif: GDAL's value of no data, -9999, is not kept: u8 has it not"]
    assert 42113 not in tags(tool.folder / "out.tif")


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
def test_a_value_of_no_data_of_inverted_samples(tool, how):
    tool.make("in.tif", np.zeros((30, 40), np.uint8), photometric="miniswhite", metadata=None,
              extratags=[(42113, "s", 0, "7", True)])
    assert tool.notes("invert", "in.tif", "out.tif", *how) == [
        "out.tif: GDAL's value of no data, 7, is not kept: the samples are not the file's numbers"]
    assert 42113 not in tags(tool.folder / "out.tif")


def place(path, x, y):
    """Where on earth the file says that a place in the picture is."""
    found = tags(path)
    if 34264 in found:
        m = found[34264]
        return m[0] * x + m[1] * y + m[3], m[4] * x + m[5] * y + m[7]
    (sx, sy, _), (i, j, _, px, py, _) = found[33550], found[33922]
    return px + (x - i) * sx, py - (y - j) * sy


@pytest.mark.parametrize("arguments", [
    ["crop", "--x", 3], ["flip"], ["transpose"], ["rotate", "--degrees", 180], ["resize", "--size", "20x15"],
    ["mean", "--border", "discard", "--nodata", "file"], ["invert | flip"], ["crop", "--x", 3, "--memory", "1M"]])
def test_moves_of_pixels_are_said(tool, arguments):
    make(tool)
    assert tool.notes(arguments[0], "in.tif", "out.tif", *arguments[1:]) == [
        "out.tif: the GeoTIFF tags are not kept: where the pixels lie is not known"]
    assert tags(tool.folder / "out.tif") == {}


@pytest.mark.parametrize("points", [False, True])
def test_a_region_has_its_own_place(tool, points):
    keys = KEYS[:11] + (2,) + KEYS[12:] if points else KEYS
    tool.make("in.tif", np.zeros((30, 40), np.uint8), photometric="minisblack", metadata=None, extratags=[
        (33550, "d", 3, SCALE, True), (33922, "d", 6, TIEPOINT, True), (34735, "H", 16, keys, True)])
    assert tool.notes("invert", "in.tif", "out.tif", "--region", "9x8+7+6") == []
    assert place(tool.folder / "out.tif", 2, 3) == place(tool.folder / "in.tif", 9, 9)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_that_is_turned_upright(tool, orientation):
    tool.make("in.tif", np.zeros((30, 40), np.uint8), photometric="minisblack", metadata=None, extratags=[
        (274, "H", 1, orientation, True), (33550, "d", 3, SCALE, True), (33922, "d", 6, TIEPOINT, True)])
    assert tool.notes("invert", "in.tif", "out.tif") == []
    w, h = (30, 40) if orientation > 4 else (40, 30)
    stored = {1: lambda x, y: (x, y), 2: lambda x, y: (w - x, y), 3: lambda x, y: (w - x, h - y),
              4: lambda x, y: (x, h - y), 5: lambda x, y: (y, x), 6: lambda x, y: (y, w - x),
              7: lambda x, y: (h - y, w - x), 8: lambda x, y: (h - y, x)}[orientation]
    for x, y in ((0, 0), (w, 0), (3, h)):
        assert place(tool.folder / "out.tif", x, y) == pytest.approx(place(tool.folder / "in.tif", *stored(x, y)))
