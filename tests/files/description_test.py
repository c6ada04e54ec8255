"""Descriptions of scientific files say how large a picture is: what the result makes untrue is mended or left out."""
import json

import numpy as np
import pytest
import tifffile

OME = ('<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0">'
       '<Pixels DimensionOrder="XYCZT" ID="Pixels:0" SizeC="1" SizeT="1" SizeX="40" SizeY="30" SizeZ="1" Type="uint8" '
       'PhysicalSizeX="0.5" PhysicalSizeY="0.25"><Channel ID="Channel:0:0"/><TiffData/></Pixels></Image></OME>')
IMAGEJ = "ImageJ=1.53k\nmin=0.0\nmax=200.0\n"


def make(tool, text, name="in.tif", shape=(30, 40)):
    pixels = np.arange(np.prod(shape), dtype=np.uint32).reshape(shape).astype(np.uint8)
    tool.make(name, pixels, description=text, metadata=None, photometric="rgb" if len(shape) == 3 else "minisblack")


def description(tool, name="out.tif"):
    with tifffile.TiffFile(tool.folder / name) as file:
        return file.pages[0].description


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("arguments, size, side", [
    (["invert"], (40, 30), ("0.5", "0.25")), (["crop", "--width", 11, "--height", 7], (11, 7), ("0.5", "0.25")),
    (["transpose"], (30, 40), ("0.25", "0.5")), (["resize", "--size", "10x15"], (10, 15), ("2", "0.5"))])
def test_sizes_of_ome(tool, how, arguments, size, side):
    if how and arguments == ["transpose"]:
        pytest.skip("needs the image whole")
    make(tool, OME)
    notes = tool.notes(arguments[0], "in.tif", "out.tif", *arguments[1:], *how)
    assert not [note for note in notes if note.startswith("out.tif")]
    expected = OME.replace('SizeX="40"', f'SizeX="{size[0]}"').replace('SizeY="30"', f'SizeY="{size[1]}"')
    expected = expected.replace('SizeX="0.5"', f'SizeX="{side[0]}"').replace('SizeY="0.25"', f'SizeY="{side[1]}"')
    assert description(tool) == expected


def test_sizes_of_ome_of_one_axis_or_unit(tool):
    make(tool, OME.replace(' PhysicalSizeY="0.25"', ""))
    assert not [note for note in tool.notes("resize", "in.tif", "out.tif", "--scale", 0.5) if note.startswith("out.tif")]
    assert 'PhysicalSizeX="1"' in description(tool) and "PhysicalSizeY" not in description(tool)
    lost = "out.tif: the OME-XML description is not kept: its axes have units of their own, and the result other axes"
    assert tool.notes("transpose", "in.tif", "out.tif") == [lost]
    make(tool, OME.replace('PhysicalSizeX="0.5"', 'PhysicalSizeX="0.5" PhysicalSizeXUnit="mm"'))
    assert tool.notes("transpose", "in.tif", "out.tif") == [lost]


HALF = """/*
name: half
summary: Every other pixel.
kernel: halve
size: width/2 height/2
*/
__kernel void halve(IMAGE_IN(image), IMAGE_OUT(out)) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < out_width && y < out_height) PUT(GET(image, 2 * x, 2 * y, 0), out, x, y, 0);
}
"""


def test_sizes_of_ome_that_are_not_known(tool):
    (tool.folder / "half.cl").write_text(HALF)
    make(tool, OME)
    assert tool.notes("./half.cl", "in.tif", "out.tif") == [
        "out.tif: the OME-XML description is not kept: where the pixels lie is not known"]
    assert not description(tool)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("text, whose", [(OME, "the OME-XML"), (IMAGEJ, "ImageJ's")])
def test_other_samples(tool, how, text, whose):
    make(tool, text)
    notes = tool.notes("convert", "in.tif", "out.tif", "--to", "f32", *how)
    distances = "; the distances of pixels are lost with it" if text == OME else ""
    assert notes == [f"out.tif: {whose} description is not kept: it says what the samples were{distances}"]
    assert not description(tool)


def test_imagej_says_no_size(tool):
    make(tool, IMAGEJ)
    assert tool.notes("crop", "in.tif", "out.tif", "--width", 11) == []
    assert description(tool) == IMAGEJ.strip()


def calibrated(tool, kind=np.uint16, **options):
    tool.make("in.tif", np.arange(1200).reshape(30, 40).astype(kind), imagej=True, metadata={"axes": "YX", "unit": "um"},
              **{"resolution": (10, 5), **options})


def resolution(tool, name="out.tif"):
    with tifffile.TiffFile(tool.folder / name) as file:
        tags = file.pages[0].tags
        x, y = (tags[f"{axis}Resolution"].value for axis in "XY")
        return x[0] / x[1], y[0] / y[1], int(tags["ResolutionUnit"].value)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("arguments, expected", [
    (["gaussian"], (10, 5)), (["flip", "--direction", "horizontal"], (10, 5)), (["transpose"], (5, 10)),
    (["resize", "--scale", 0.5], (5, 2.5)), (["crop", "--width", 11], (10, 5))])
def test_the_unit_of_imagej(tool, how, arguments, expected):
    if how and arguments == ["transpose"]:
        pytest.skip("needs the image whole")
    calibrated(tool)
    for name in "in.tif", "out.tif":  # also of a result
        assert tool.notes(arguments[0], name, "next.tif", *arguments[1:], *how) == []
        assert "unit=um" in description(tool, "next.tif")
        assert resolution(tool, "next.tif") == pytest.approx((*expected, 1))
        (tool.folder / "next.tif").rename(tool.folder / "out.tif")
        if arguments[0] not in ("gaussian", "flip"):
            break


def test_the_unit_of_imagej_is_lost(tool):
    calibrated(tool)
    lost = "out.tif: ImageJ's description is not kept: it says what the samples were; the distances of pixels are lost with it"
    assert tool.notes("otsu | label", "in.tif", "out.tif") == [lost]
    assert resolution(tool)[2] != 1 and resolution(tool)[:2] == (10, 10)  # as of a file that says nothing
    assert tool.notes("invert", "in.tif", "out.png") == ["out.png: the distances of pixels are not kept: .png has no place for them"]


def test_resolutions_without_a_unit(tool):
    tool.make("in.tif", np.zeros((30, 40), np.uint8), metadata=None, resolution=(10, 5), resolutionunit="NONE")
    for how in [], ["--memory", "1M"]:
        assert tool.notes("invert", "in.tif", "out.tif", *how) == []
        assert resolution(tool) == (10, 5, 1)


@pytest.mark.parametrize("make", [calibrated, lambda tool: make(tool, OME)])
def test_distances_of_one_picture(tool, make):
    make(tool)
    steps = json.loads(tool.run("info", "in.tif", "--json").stdout)["files"][0]["distances"]
    unit, sides = ("um", (0.1, 0.2)) if make is calibrated else ("µm", (0.5, 0.25))
    assert [steps[axis]["unit"] for axis in "xy"] == [unit, unit]
    assert [steps[axis]["value"] for axis in "xy"] == pytest.approx(sides)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("shape", [(30, 40), (30, 40, 3)])
def test_the_shape_of_tifffile(tool, how, shape):
    make(tool, json.dumps({"shape": shape}), shape=shape)
    assert tool.notes("crop", "in.tif", "out.tif", "--width", 11, "--height", 7, *how) == []
    assert json.loads(description(tool)) == {"shape": [7, 11, *shape[2:]]}


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
@pytest.mark.parametrize("text", ['{"axes": "ZYX", "shape": [1, 30, 40]}', '{"shape": [30, 40], "axes": "YX"}'])
def test_axes_of_tifffile(tool, how, text):
    make(tool, text)
    notes = tool.notes("crop", "in.tif", "out.tif", "--width", 11, *how)
    assert notes == ["out.tif: tifffile's description is not kept: it says what the axes were"]
    assert not description(tool)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
def test_samples_of_another_type_than_the_file_has(tool, how):
    tool.make("in.tif", np.zeros((30, 40), np.int16), description=OME, metadata=None, photometric="minisblack")
    assert tool.notes("gaussian", "in.tif", "out.tif", *how) == [
        "gaussian takes no i16: the samples of in.tif become f32",
        "out.tif: the OME-XML description is not kept: it says what the samples were; the distances of pixels are lost with it"]
    assert not description(tool)


def test_other_words_stay(tool):
    make(tool, "A bridge in the fog")
    assert tool.notes("convert", "in.tif", "out.tif", "--to", "f32") == []
    assert description(tool) == "A bridge in the fog"


def test_of_pages(tool):
    pixels = np.zeros((3, 30, 40), np.uint8)
    tool.make("in.tif", pixels, description="A stack", metadata=None, photometric="minisblack")
    notes = tool.notes("invert", "in.tif", "out.tif")
    assert notes == []
    assert description(tool) == "A stack"
