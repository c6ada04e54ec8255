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


# The picture has a rectangle in each channel: x, y, width, height.
RECTANGLES = ((12, 6, 12, 12), (20, 6, 12, 12), (8, 12, 8, 12))
POINT_KEYS = KEYS[:11] + (2,) + KEYS[12:]
MATRIX = (30.0, 4.0, 0, 500000, 2.5, -20.0, 0, 4100000, 0, 0, 0, 0, 0, 0, 0, 1.0)
# How a file says where it lies.
SAID = {"a corner": [(33550, "d", 3, SCALE, True), (33922, "d", 6, TIEPOINT, True), (34735, "H", 16, KEYS, True)],
        "a point": [(33550, "d", 3, SCALE, True), (33922, "d", 6, (5.0, 4.0, 0.0) + TIEPOINT[3:], True),
                    (34735, "H", 16, POINT_KEYS, True)],
        "a matrix": [(34264, "d", 16, MATRIX, True)],
        "a matrix of points": [(34264, "d", 16, MATRIX, True), (34735, "H", 16, POINT_KEYS, True)]}


def draw(tool, said, name="in.tif"):
    pixels = np.zeros((30, 40, 3), np.uint8)
    for channel, (x, y, width, height) in enumerate(RECTANGLES):
        pixels[y:y + height, x:x + width, channel] = 200
    tool.make(name, pixels, photometric="rgb", metadata=None, extratags=SAID[said])


def features(path):
    """Where on earth the rectangles' middles are, by their pixels and by the tags as GDAL reads them."""
    keys = tags(path).get(34735, KEYS)
    middle = 0.5 if keys[11] == 2 else 0  # its places count from the middle of the first pixel
    weights = tifffile.imread(path).astype(float)
    rows, columns = np.mgrid[:weights.shape[0], :weights.shape[1]] + 0.5
    return [place(path, *((at * one).sum() / one.sum() - middle for at in (columns, rows)))
            for one in np.moveaxis(weights, 2, 0)]


def run(tool, out, command, *arguments, beside=()):
    """Runs it with no note on the result; one on proportions is of the input."""
    notes = tool.notes(command, "in.tif", *beside, out, *arguments)
    assert not [note for note in notes if note.startswith(out)]
    return tool.folder / out


RESIZED = [["resize", "--size", size, "--interpolation", how] for size in ("20x10", "30x20", "80x60", "20x60")
           for how in ("nearest", "linear", "cubic", "area")]
IN_PARTS = [
    ["crop", "--x", 3, "--y", 5, "--width", 36, "--height", 22], ["crop", "--width", 37, "--height", 28], ["flip"],
    ["mean", "--border", "discard"], ["gradient", "--border", "discard"],
    ["resize", "--scale", 0.5, "--interpolation", "area"], ["resize", "--fit", "20x20"], ["equalize"],
    ["close"], ["crop x=2 y=3 | gaussian sigma=1 | resize scale=2 | flip"]]
MOVES = IN_PARTS + RESIZED + [
    ["flip", "--direction", "vertical"], ["flip", "--direction", "both"], ["transpose"], ["rotate"], ["rotate", "--degrees", 180],
    ["rotate", "--degrees", 270], ["mean | crop x=4 y=3 | rotate | resize scale=2"],
    ["in a; b = gamma a; c = resize a size=20x10; d = resize b size=20x10; e = blend d c"],
    ["brightness", "--region", "35x23+4+5"], ["brightness", "--region", "38x28+0+0"],
    ["resize", "--size", "20x10", "--region", "17x8+3+1"]]


@pytest.mark.parametrize("arguments", MOVES)
def test_what_a_picture_shows_stays_where_it_is(tool, arguments):
    files = [f"{said}.tif" for said in SAID]
    for said, file in zip(SAID, files):
        draw(tool, said, file)
    notes = tool.notes(arguments[0], *files, *arguments[1:], "--out-dir", "out", "--quiet")
    assert all("which changes its proportions" in note for note in notes)
    for file in files:
        before, after = tool.folder / file, tool.folder / "out" / file
        assert np.allclose(features(after), features(before), rtol=0, atol=0.1)
        assert tags(after).get(34735) == tags(before).get(34735)
        assert (34264 in tags(after)) != (33550 in tags(after))


@pytest.mark.parametrize("arguments", IN_PARTS)
def test_in_strips_as_in_one_piece(tool, arguments):
    draw(tool, "a point")
    expected = tags(run(tool, "whole.tif", *arguments))
    assert tags(run(tool, "strips.tif", *arguments, "--memory", "1M")) == expected
    assert tags(run(tool, "levels.tif", *arguments, "--memory", "1M", "--pyramid")) == expected


@pytest.mark.parametrize("said", SAID)
def test_octaves_of_a_pyramid(tool, said):
    draw(tool, said)
    done = tool.run("pyramid", "in.tif", "--octaves", 3, "--sigma", 0.1, "--out-dir", ".", text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for octave in range(3):
        made = features(tool.folder / f"in-o{octave}-l0.tif")
        assert np.allclose(made, features(tool.folder / "in.tif"), rtol=0, atol=0.1)


# GDAL's points of control have no scale.
def test_coefficients_of_rpc_stay_where_pixels_do(tool):
    coefficients = tuple(float(i) for i in range(92))
    tool.make("in.tif", np.full((30, 40), 9, np.uint8), photometric="minisblack", metadata=None,
              extratags=[(50844, "d", 92, coefficients, True)])

    def kept():
        with tifffile.TiffFile(tool.folder / "out.tif") as file:
            return 50844 in file.pages[0].tags and tuple(file.pages[0].tags[50844].value) == coefficients

    assert tool.notes("invert", "in.tif", "out.tif") == [] and kept()
    assert tool.notes("flip", "in.tif", "out.tif") == [
        "out.tif: the coefficients of RPC are not kept: the pixels lie elsewhere"]
    assert not kept()


@pytest.mark.parametrize("arguments, sides", [
    (["flip"], (2, 3)), (["crop", "--x", 3], (2, 3)), (["rotate"], (3, 2)), (["transpose"], (3, 2)), (["resize", "--size", "20x15"], (4, 6))])
def test_sides_of_pixels_that_lie_nowhere(tool, arguments, sides):
    pixels = np.arange(1200, dtype=np.uint16).reshape(30, 40).astype(np.uint8)
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None, extratags=[(33550, "d", 3, (2.0, 3.0, 0.0), True)])
    assert tool.notes(arguments[0], "in.tif", "out.tif", *arguments[1:]) == []
    assert tags(tool.folder / "out.tif") == {33550: (*sides, 0)}


@pytest.mark.parametrize("arguments, moved", [
    (["flip"], lambda x, y: (40 - x, y)), (["rotate"], lambda x, y: (30 - y, x)),
    (["crop", "--x", 3, "--y", 5], lambda x, y: (x - 3, y - 5)), (["resize", "--size", "20x10"], lambda x, y: (x / 2, y / 3))])
def test_points_of_control_move(tool, arguments, moved):
    points = (0, 0, 0, 100, 200, 0), (40, 0, 0, 130, 205, 0), (0, 30, 0, 95, 150, 0)
    tool.make("in.tif", np.zeros((30, 40), np.uint8), photometric="minisblack", metadata=None,
              extratags=[(33922, "d", 18, sum(points, ()), True), (34735, "H", 16, KEYS, True)])
    expected = sum(((*moved(x, y), *rest) for x, y, *rest in points), ())
    assert tags(run(tool, "out.tif", *arguments))[33922] == pytest.approx(expected)


SWIRL = """/*
name: swirl
summary: Turns nothing, as nobody knows.
kernel: swirl
*/
__kernel void swirl(IMAGE_IN(image), IMAGE_OUT(out)) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < out_width && y < out_height) PUT(GET(image, x, y, 0), out, x, y, 0);
}
"""


# Two places at once, and what nobody but a kernel's author knows.
@pytest.mark.parametrize("arguments", [
    ["in a; b = flip a; e = add a b"], ["in a; b = crop a width=39; c = crop a x=1; e = absdiff c b"],
    ["./swirl.cl"], ["./swirl.cl | flip"]])
def test_a_place_that_is_not_known(tool, arguments):
    (tool.folder / "swirl.cl").write_text(SWIRL)
    make(tool)
    assert tool.notes(arguments[0], "in.tif", "out.tif", *arguments[1:]) == [
        "out.tif: the GeoTIFF tags are not kept: where the pixels lie is not known"]
    assert tags(tool.folder / "out.tif") == {}


def test_a_place_may_be_another_by_what_sums_round(tool):
    make(tool)
    notes = tool.notes("in a; b = resize a size=11x11; c = resize b size=40x30; e = add a c", "in.tif", "out.tif")
    assert not [note for note in notes if "is not known" in note]
    assert tags(tool.folder / "out.tif")[33550] == SCALE


def test_a_second_picture_lies_over_the_first(tool):
    draw(tool, "a corner")
    tool.make("small.tif", np.zeros((10, 20, 3), np.uint8), photometric="rgb", metadata=None)
    run(tool, "out.tif", "in a, b; c = resize a size=20x10; e = add b c", beside=["small.tif"])
    assert np.allclose(features(tool.folder / "out.tif"), features(tool.folder / "in.tif"), rtol=0, atol=0.1)


@pytest.mark.parametrize("arguments", [["histogram.equalize"], ["map", "2 * x"]])
def test_arrays_of_a_picture(tool, arguments):
    draw(tool, "a matrix")
    assert tool.notes(*arguments, "in.tif", "out.tif") == []
    assert tags(tool.folder / "out.tif") == tags(tool.folder / "in.tif")


def test_a_product_of_pictures_lies_nowhere(tool):
    tool.make("in.tif", np.ones((30, 30), np.float32), metadata=None, extratags=SAID["a corner"])
    assert tool.notes("matmul", "in.tif", "in.tif", "out.tif") == [
        "out.tif: the GeoTIFF tags are not kept: where the pixels lie is not known"]


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
