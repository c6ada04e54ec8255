"""What TIFF files say of missing samples: --nodata file takes it, and without it a note says that windows do not."""
import numpy as np
import pytest
import tifffile

NONE = "the file says no value of no data for its samples: none is missing"


def make(tool, name, value, dtype=np.float32, **options):
    """A square of missing samples in the middle, 5 around it."""
    pixels = np.full((9, 11), 5, dtype)
    pixels[3:6, 4:7] = value
    options.setdefault("photometric", "minisblack")
    tool.make(name, pixels, metadata=None, extratags=[(42113, "s", 0, str(value), True)], **options)
    return pixels


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("value,dtype", [(-9999, np.float32), (-32768, np.int16), (255, np.uint8), (0, np.uint16), ("nan", np.float32)])
def test_windows_leave_out_what_the_file_says(tool, value, dtype, how):
    wanted = make(tool, "in.tif", value, dtype)
    held = ["mean takes no i16: the samples of in.tif become f32"] if dtype == np.int16 else []
    assert tool.notes("mean", "in.tif", "out.tif", "--nodata", "file", *how) == held
    result, _ = tool.pixels("out.tif")
    np.testing.assert_array_equal(result.squeeze(), wanted)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"], ["--page", "1"]])
def test_samples_that_cannot_be_left_out_become_floats(tool, how):
    make(tool, "in.tif", -32768, np.int16)
    note = "threshold leaves out no samples of i16: those of in.tif become f32"
    assert tool.notes("threshold", "in.tif", "out.tif", "--level", "3", "--maximum", "9", "--nodata", "file", *how) == [note]
    result, _ = tool.pixels("out.tif")
    assert (result.squeeze()[3:6, 4:7] == -32768).all() and result.squeeze()[0, 0] == 9
    tool.notes("flip", "in.tif", "flipped.tif", "--nodata", "file", *how)
    assert tool.pixels("flipped.tif")[0].dtype == np.int16
    assert "40000" in tool.refused("threshold", "in.tif", "out.tif", "--level", "40000", "--nodata", "file", *how)


NOTE = "a.tif: its value of no data, -9999, is in windows like any other; --nodata file leaves it out"


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
def test_windows_that_do_not_are_noted(tool, how):
    make(tool, "a.tif", -9999)
    assert tool.notes("mean", "a.tif", "b.tif", *how) == [NOTE]
    assert tool.notes("mean", "a.tif", "c.tif", "--nodata", "-9999", *how) == []
    assert tool.notes("invert", "a.tif", "d.tif", *how) == []


def test_it_is_noted_once(tool):
    for name in ("a.tif", "b.tif"):
        make(tool, name, -9999)
    assert tool.notes("mean", "a.tif", "b.tif", "--out-dir", "out", "--jobs", 1) == [NOTE]


def test_a_file_that_says_none_is_noted(tool):
    tool.make("in.tif", np.full((9, 11), 5, np.uint8), photometric="minisblack", metadata=None)
    assert tool.notes("mean", "in.tif", "out.tif", "--nodata", "file") == [f"in.tif: {NONE}"]
    tool.make("inverted.tif", np.full((9, 11), 5, np.uint8), photometric="miniswhite", metadata=None,
              extratags=[(42113, "s", 0, "7", True)])
    tool.make("signed.tif", np.full((9, 11), 5, np.uint8), photometric="minisblack", metadata=None,
              extratags=[(42113, "s", 0, "-9999", True)])
    assert f"signed.tif: {NONE}" in tool.notes("mean", "signed.tif", "out.tif", "--nodata", "file")
    assert f"inverted.tif: {NONE}" in tool.notes("mean", "inverted.tif", "out.tif", "--nodata", "file")


def test_files_of_one_call_say_one_value(tool):
    make(tool, "a.tif", -9999)
    make(tool, "b.tif", 7)
    assert tool.refused("add", "a.tif", "b.tif", "out.tif", "--nodata", "file") == (
        "--nodata file: a.tif says -9999, and b.tif says 7; allowed: files that say one value, or --nodata VALUE")


def test_a_type_without_the_value_is_refused(tool):
    make(tool, "in.tif", -9999)
    assert tool.refused("mean", "in.tif", "out.tif", "--nodata", "file", "--ddepth", "u8") == (
        "mean: the value -9999 of missing samples is no u8; allowed: whole numbers from 0 to 255")


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("value, shown", [("1e39", "1e+39"), ("-1.7976931348623157e308", "-1.7976931348623157e+308")])
def test_a_value_that_floats_have_not_is_no_longer_said(tool, value, shown, how):
    make(tool, "a.tif", float(value), np.float64)
    assert tool.notes("mean", "a.tif", "b.tif", *how) == [
        "mean takes no f64: the samples of a.tif become f32",
        f"a.tif: its value of no data, {shown}, is in windows like any other; --nodata file leaves it out",
        f"b.tif: GDAL's value of no data, {shown}, is not kept: f32 has it not"]
    with tifffile.TiffFile(tool.folder / "b.tif") as made:
        assert 42113 not in made.pages[0].tags
    assert tool.notes("crop", "a.tif", "c.tif", *how) == []
    with tifffile.TiffFile(tool.folder / "c.tif") as made:
        assert 42113 in made.pages[0].tags


LEAST = -1.7976931348623157e+308


@pytest.mark.parametrize("how", [[], ["--memory", "1M"], ["--page", "1"]])
@pytest.mark.parametrize("said, sample", [(str(LEAST), LEAST), ("-1.79769313486232e+308", LEAST), ("1e39", 1e39)])
def test_a_value_that_floats_have_not_is_missing_all_the_same(tool, said, sample, how):
    """R and GDAL write the least double, R with so few digits that it reads as infinite."""
    pixels = np.full((9, 11), 5.0)
    pixels[3:6, 4:7] = sample
    tags = [(42113, "s", 0, said, True)]
    tool.make("a.tif", pixels, photometric="minisblack", metadata=None, extratags=tags)
    ways = [["--nodata", "file"]] + ([["--nodata", said]] if said == str(sample) else [])
    for way in ways:
        notes = tool.notes("mean", "a.tif", "b.tif", *way, *how)
        assert notes[0] == "mean takes no f64: the samples of a.tif become f32"
        assert notes[1].startswith("a.tif: the value of no data, ") and notes[1].endswith("and become NaN")
        wanted = np.where(pixels == sample, np.nan, 5).astype(np.float32)
        np.testing.assert_array_equal(tool.pixels("b.tif")[0].squeeze(), wanted)
    assert "is no f32" in tool.refused("mean", "b.tif", "c.tif", "--nodata", "1e39")


def test_pages_of_a_value_that_floats_have_not(tool):
    pixels = np.full((2, 9, 11), 5.0)
    pixels[1, 3:6, 4:7] = LEAST
    tool.make("a.tif", pixels, photometric="minisblack", metadata=None, extratags=[(42113, "s", 0, str(LEAST), True)])
    assert any(note.endswith("and become NaN") for note in tool.notes("mean", "a.tif", "b.npy", "--nodata", "file"))
    np.testing.assert_array_equal(np.load(tool.folder / "b.npy"), np.where(pixels == LEAST, np.nan, 5).astype(np.float32))
    np.save(tool.folder / "a.npy", pixels)
    tool.notes("mean", "a.npy", "c.npy", "--nodata", LEAST)
    np.testing.assert_array_equal(np.load(tool.folder / "c.npy"), np.load(tool.folder / "b.npy"))


def test_a_value_that_floats_have_not_of_samples_that_are_not_left_out(tool):
    pixels = np.full((9, 11), 5.0)
    pixels[3:6, 4:7] = LEAST
    tool.make("a.tif", pixels, photometric="minisblack", metadata=None, extratags=[(42113, "s", 0, str(LEAST), True)])
    tool.notes("threshold", "a.tif", "b.tif", "--level", 3, "--maximum", 9, "--nodata", "file")
    np.testing.assert_array_equal(tool.pixels("b.tif")[0].squeeze(), np.where(pixels == LEAST, np.nan, 9))
