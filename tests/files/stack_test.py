"""Files of several pages: every page comes out, with the names of the axes, or the file is refused in a line. tifffile
and Pillow, which nobody here wrote, make the files and read the results."""
import json
import time

import numpy as np
import pytest
import tifffile
from PIL import Image

SHAPE = (2, 3, 4, 20, 30)  # T, Z, C, Y, X


def noise(shape, kind=np.uint16, seed=1):
    return np.random.default_rng(seed).integers(0, np.iinfo(kind).max, shape, dtype=kind)


def read(tool, name):
    with tifffile.TiffFile(tool.folder / name) as file:
        series = file.series[0]
        return series.asarray(), series.axes


def inverted(pixels):
    return np.iinfo(pixels.dtype).max - pixels


@pytest.mark.parametrize("options", [{}, {"tile": (16, 32)}, {"bigtiff": True}, {"compression": "zlib"}, {"rowsperstrip": 3}])
@pytest.mark.parametrize("kind, shape", [(np.uint16, (5, 20, 30)), (np.uint8, (3, 40, 33, 3))])
def test_pages_of_tiff(tool, options, kind, shape):
    pixels = noise(shape, kind)
    tool.make("in.tif", pixels, photometric="rgb" if len(shape) == 4 else "minisblack", metadata=None, **options)
    assert tool.notes("invert", "in.tif", "out.tif") == []
    result, _ = read(tool, "out.tif")
    assert np.array_equal(result, inverted(pixels))


def test_windows_do_not_cross_pages(tool):
    pixels = noise((4, 20, 30))
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    tool.notes("mean", "in.tif", "all.tif")
    result, _ = read(tool, "all.tif")
    for page in range(4):
        tool.make("one.tif", pixels[page], metadata=None)
        tool.notes("mean", "one.tif", "out.tif")
        assert np.array_equal(result[page], read(tool, "out.tif")[0])


@pytest.mark.parametrize("axes", ["TZCYX", "TCZYX", "CZTYX", "ZCTYX"])
def test_axes_of_ome(tool, axes):
    pixels = noise(SHAPE).transpose(["TZCYX".index(axis) for axis in axes])
    names = ["dapi", "a<b&\"c", "gfp", "rfp"]
    tool.make("in.ome.tif", pixels, ome=True, metadata={
        "axes": axes, "PhysicalSizeX": 0.5, "PhysicalSizeXUnit": "µm", "PhysicalSizeY": 0.25, "PhysicalSizeYUnit": "µm",
        "PhysicalSizeZ": 2.0, "PhysicalSizeZUnit": "µm", "TimeIncrement": 0.1, "TimeIncrementUnit": "s", "Channel": {"Name": names}})
    assert tool.notes("invert", "in.ome.tif", "out.ome.tif") == []
    result, result_axes = read(tool, "out.ome.tif")
    assert result_axes == axes
    assert np.array_equal(result, inverted(pixels))
    with tifffile.TiffFile(tool.folder / "out.ome.tif") as file:
        pixels_of = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
    assert [pixels_of[f"PhysicalSize{axis}"] for axis in "XYZ"] == [0.5, 0.25, 2]
    assert pixels_of["PhysicalSizeXUnit"] == "µm" and pixels_of["TimeIncrement"] == 0.1
    assert [channel["Name"] for channel in pixels_of["Channel"]] == names


def test_sizes_of_ome_follow_the_result(tool):
    tool.make("in.ome.tif", noise((3, 20, 30)), ome=True, metadata={
        "axes": "ZYX", "PhysicalSizeX": 0.5, "PhysicalSizeY": 0.25, "PhysicalSizeXUnit": "µm", "PhysicalSizeYUnit": "µm"})
    tool.notes("resize", "in.ome.tif", "out.ome.tif", "--size", "15x20")
    tool.notes("transpose", "in.ome.tif", "turned.ome.tif")
    for name, sides in ("out.ome.tif", (1, 0.25)), ("turned.ome.tif", (0.25, 0.5)):
        with tifffile.TiffFile(tool.folder / name) as file:
            pixels = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
            assert (pixels["PhysicalSizeX"], pixels["PhysicalSizeY"]) == sides
            assert file.series[0].axes == "ZYX"


def test_planes_of_ome_in_another_order(tool):
    """The file's pages are those of the planes from the last to the first."""
    pixels = noise((3, 20, 30))
    planes = "".join(f'<TiffData IFD="{2 - z}" FirstZ="{z}" FirstC="0" FirstT="0" PlaneCount="1"/>' for z in range(3))
    text = ('<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" '
            'DimensionOrder="XYZCT" Type="uint16" SizeX="30" SizeY="20" SizeZ="3" SizeC="1" SizeT="1">'
            f'<Channel ID="Channel:0:0" SamplesPerPixel="1"/>{planes}</Pixels></Image></OME>')
    tool.make("in.ome.tif", pixels, description=text, metadata=None, photometric="minisblack")
    tool.notes("invert", "in.ome.tif", "out.ome.tif")
    result, axes = read(tool, "out.ome.tif")
    assert axes == "ZYX" and np.array_equal(result, inverted(pixels)[::-1])


@pytest.mark.parametrize("change", [
    ('SizeZ="3"', 'SizeZ="4000000000"'), ('SizeZ="3"', 'SizeZ="7"'), ('SizeZ="3"', 'SizeZ="-1"'), ('SizeZ="3"', 'SizeZ="three"'),
    ("XYZCT", "XYZZT"), ("XYZCT", "ZXYCT"), ("</Pixels>", ""), ("<OME", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><OME"),
    ('FirstZ="0"', 'FirstZ="99999"'), ('FirstZ="2"', 'FirstZ="3"'), ('FirstZ="2"', 'FirstZ="2" FirstC="1"'), ('IFD="1"', 'IFD="77"'),
    ("<TiffData ", '<TiffData FirstZ="0"><UUID FileName="a.tif">a</UUID></TiffData><TiffData FirstZ="1"><UUID FileName="b.tif">b</UUID></TiffData><TiffData ')])
def test_wrong_ome_is_said(tool, change):
    """The pages are read all the same: what names them is wrong, not they."""
    pixels = noise((3, 20, 30))
    text = ('<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" '
            'DimensionOrder="XYZCT" Type="uint16" SizeX="30" SizeY="20" SizeZ="3" SizeC="1" SizeT="1">'
            '<TiffData IFD="0" FirstZ="0"/><TiffData IFD="1" FirstZ="1"/><TiffData IFD="2" FirstZ="2"/></Pixels></Image></OME>')
    tool.make("in.ome.tif", pixels, description=text.replace(*change), metadata=None, photometric="minisblack")
    notes = tool.notes("invert", "in.ome.tif", "out.tif")
    if not change[0].startswith("<OME"):
        assert any("OME-XML" in note and "no names" in note for note in notes), notes
    result, _ = read(tool, "out.tif")
    assert np.array_equal(result, inverted(pixels))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_axes_of_imagej(tool, kind):
    pixels = noise(SHAPE, kind)
    tool.make("in.tif", pixels, imagej=True, resolution=(2, 4), metadata={"axes": "TZCYX", "unit": "um", "spacing": 1.5, "finterval": 0.25})
    assert tool.notes("invert", "in.tif", "out.tif") == []
    result, axes = read(tool, "out.tif")
    assert axes == "TZCYX" and np.array_equal(result, inverted(pixels))
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert file.is_imagej
        said = file.imagej_metadata
        assert (said["unit"], said["spacing"], said["finterval"]) == ("um", 1.5, 0.25)
        assert (said["frames"], said["slices"], said["channels"], said["images"]) == (2, 3, 4, 24)
        assert file.pages[0].tags["XResolution"].value == (2, 1) and file.pages[0].tags["YResolution"].value == (4, 1)


@pytest.mark.parametrize("kind, order", [(np.uint8, ">"), (np.uint16, ">"), (np.uint16, "<"), (np.float32, ">")])
def test_imagej_with_one_directory(tool, kind, order):
    """As ImageJ writes files of more than 4 GB: only the first page has a directory."""
    pixels = noise((3, 4, 20, 30)).astype(kind)
    tool.make("in.tif", pixels, imagej=True, truncate=True, byteorder=order, metadata={"axes": "ZCYX"})
    assert len(tifffile.TiffFile(tool.folder / "in.tif").pages) == 1
    tool.notes("flip", "in.tif", "out.tif")
    result, axes = read(tool, "out.tif")
    assert axes == "ZCYX" and np.array_equal(result, pixels[..., ::-1])
    (tool.folder / "cut.tif").write_bytes((tool.folder / "in.tif").read_bytes()[:-100])
    assert "not as many samples" in tool.refused("flip", "cut.tif", "no.tif")


def test_tables_of_pages(tool):
    """Each page has its own number of rows."""
    pixels = np.zeros((3, 20, 30), np.uint8)
    pixels[:, 2:5, 3:7] = 200
    labels = (pixels > 0).astype(np.int32)
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    tool.make("labels.tif", labels, photometric="minisblack", metadata=None)
    tool.notes("region_statistics", "labels.tif", "in.tif", "one.npy", "--page", "2")
    table = np.load(tool.folder / "one.npy")
    assert table.shape == (1, 11) and table[0, 1] == 12
    tool.notes("region_statistics", "labels.tif", "in.tif", "all.csv")
    assert (tool.folder / "all.csv").read_text().splitlines()[0].startswith("page,label,area,left,")
    for choice, pages in ("1-3", [1, 2, 3]), ("3,2", [3, 2]):
        tool.notes("region_statistics", "labels.tif", "in.tif", "all.npy", "--page", choice)
        tables = np.load(tool.folder / "all.npy")
        assert list(dict.fromkeys(tables[:, 0])) == [page for page in pages if labels[page - 1].any()]
        assert np.array_equal(tables[tables[:, 0] == 2, 1:], table, equal_nan=True)


def test_pages_of_imagej_without_directories(tool):
    pixels = noise((5, 20, 30))
    tool.make("in.tif", pixels, imagej=True, truncate=True, metadata={"axes": "ZYX"})
    for choice, pages in ("1", [0]), ("4", [3]), ("2-4", [1, 2, 3]), ("5,1", [4, 0]):
        tool.notes("invert", "in.tif", "out.tif", "--page", choice)
        assert np.array_equal(read(tool, "out.tif")[0].reshape(-1, 20, 30), inverted(pixels[pages]))
    assert tool.notes("invert", "in.tif", "out.png", "--page", 2) == []
    assert np.array_equal(np.asarray(Image.open(tool.folder / "out.png")), inverted(pixels[1]))
    assert "it has no page 6; it has 1 to 5" in tool.refused("invert", "in.tif", "no.tif", "--page", 6)
    assert "no directory of its own" in tool.refused("invert", "in.tif", "no.tif", "--page", 2, "--memory", "1M")
    assert "pages       5" in tool.run("info", "in.tif", text=True).stdout


def test_a_projection_is_one_picture(tool):
    pixels = noise((4, 20, 30), np.uint8)
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    tool.notes("project", "--along", "pages", "--volume", "in.tif", "out.png")
    assert np.array_equal(np.asarray(Image.open(tool.folder / "out.png")), pixels.max(0))
    tool.notes("project", "--along", "pages", "--volume", "in.tif", "out.npy")
    assert np.array_equal(np.load(tool.folder / "out.npy"), pixels.max(0))
    assert "--volume takes" in tool.refused("project", "--along", "pages", "in.tif", "out.tif")
    assert "holds one picture" in tool.refused("median", "--volume", "in.tif", "out2.png")


@pytest.mark.parametrize("style", ["ome", "imagej"])
def test_distances_of_one_page(tool, style):
    sizes = {"PhysicalSizeX": 0.5, "PhysicalSizeY": 0.25, "PhysicalSizeXUnit": "µm", "PhysicalSizeYUnit": "µm"}
    if style == "ome":
        tool.make("in.tif", noise((3, 20, 30)), ome=True, metadata={"axes": "ZYX", **sizes})
    else:
        tool.make("in.tif", noise((3, 20, 30)), imagej=True, resolution=(2, 4), metadata={"axes": "ZYX", "unit": "um"})
    assert tool.notes("project", "--along", "pages", "--volume", "in.tif", "out.tif") == []
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        if style == "ome":
            pixels = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
            assert (pixels["PhysicalSizeX"], pixels["PhysicalSizeY"], pixels["SizeZ"]) == (0.5, 0.25, 1)
        else:
            assert file.imagej_metadata["unit"] == "um"
            assert file.pages[0].tags["XResolution"].value == (2, 1) and file.pages[0].tags["YResolution"].value == (4, 1)
    note, = tool.notes("project", "--along", "pages", "--volume", "in.tif", "out.png")
    assert note == "out.png: the distances of pixels are not kept: .png has no place for them"


@pytest.mark.parametrize("along", ["z", "t"])
def test_an_axis_that_is_projected_has_no_distance(tool, along):
    pixels = noise((2, 3, 20, 30)).astype(np.float32)
    tool.make("in.tif", pixels, imagej=True, metadata={"axes": "TZYX", "unit": "um", "spacing": 7, "finterval": 2})
    tool.notes("project", "--along", along, "--by", "max", "--volume", "in.tif", "out.tif")
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert file.imagej_metadata.get("spacing") == (None if along == "z" else 7)
        assert file.imagej_metadata.get("finterval") == (None if along == "t" else 2)


@pytest.mark.parametrize("page", [1, 2])
def test_distances_of_a_page_whose_pixels_are_a_unit(tool, page):
    tool.make("in.tif", noise((3, 5, 6)), imagej=True, resolution=(1, 1), metadata={"axes": "ZYX", "unit": "um"})
    assert tool.notes("flip", "in.tif", "out.tif", "--page", page) == []
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert file.imagej_metadata["unit"] == "um" and file.pages[0].tags["XResolution"].value == (1, 1)


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
@pytest.mark.parametrize("page", [1, 3])
@pytest.mark.parametrize("style", ["ome", "imagej"])
def test_distances_of_a_chosen_page(tool, style, page, how):
    """The result says nothing of the other pages: tifffile reads it as one picture."""
    pixels = noise((3, 20, 30))
    if style == "ome":
        metadata = {"axes": "ZYX", "PhysicalSizeX": 0.5, "PhysicalSizeY": 0.25, "PhysicalSizeXUnit": "nm", "PhysicalSizeZ": 7}
        tool.make("in.tif", pixels, ome=True, metadata=metadata)
    else:
        tool.make("in.tif", pixels, imagej=True, resolution=(2, 4), metadata={"axes": "ZYX", "unit": "um", "spacing": 7})
    assert tool.notes("flip", "in.tif", "out.tif", "--page", page, *how) == []
    result, axes = read(tool, "out.tif")
    assert axes == "YX" and np.array_equal(result, pixels[page - 1, :, ::-1])
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        if style == "ome":
            said = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
            assert (said["PhysicalSizeX"], said["PhysicalSizeY"], said["PhysicalSizeXUnit"]) == (0.5, 0.25, "nm")
            assert said["SizeZ"] == 1 and "PhysicalSizeZ" not in said
        else:
            assert file.imagej_metadata["unit"] == "um" and "spacing" not in file.imagej_metadata
            assert file.pages[0].tags["XResolution"].value == (2, 1) and file.pages[0].tags["YResolution"].value == (4, 1)
    if not how:
        tool.notes("resize", "in.tif", "half.tif", "--page", page, "--scale", 0.5)
        with tifffile.TiffFile(tool.folder / "half.tif") as file:
            if style == "ome":
                assert tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]["PhysicalSizeX"] == 1
            else:
                assert file.pages[0].tags["XResolution"].value == (1, 1)
    lost, = tool.notes("convert", "--to", "f32", "in.tif", "floats.tif", "--page", page, *how)
    assert lost.endswith("description is not kept: it says what the samples were; the distances of pixels are lost with it")


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
def test_a_page_of_one_file_beside_another_of_one_page(tool, how):
    """The second picture is the same for every page of the first, whichever of them is chosen."""
    pixels, one = noise((3, 20, 30)) // 2, noise((20, 30), seed=2) // 2
    tool.make("pages.tif", pixels, photometric="minisblack", metadata=None)
    tool.make("less.tif", pixels[:2], photometric="minisblack", metadata=None)
    tool.make("one.tif", one, metadata=None)
    for files, wanted in ((["pages.tif", "one.tif"], pixels[2] + one), (["one.tif", "pages.tif"], one + pixels[2]),
                          (["pages.tif", "pages.tif"], 2 * pixels[2])):
        tool.notes("add", *files, "out.tif", "--page", 3, *how)
        assert np.array_equal(read(tool, "out.tif")[0], wanted)
    assert tool.refused("add", "pages.tif", "less.tif", "no.tif", "--page", 3, *how) == (
        "cannot read 'less.tif': it has no page 3; it has 1 to 2")
    assert tool.refused("add", "one.tif", "one.tif", "no.tif", "--page", 3, *how) == (
        "cannot read 'one.tif': it has no page 3; it has one")


def test_pages_of_one_file_beside_another_of_one_page(tool):
    pixels, one = noise((3, 20, 30)) // 2, noise((20, 30), seed=2) // 2
    tool.make("pages.tif", pixels, photometric="minisblack", metadata=None)
    np.save(tool.folder / "pages.npy", pixels)
    tool.make("one.tif", one, metadata=None)
    np.save(tool.folder / "one.npy", one)
    for first in "pages.tif", "pages.npy":
        for second in "one.tif", "one.npy":
            tool.notes("add", first, second, "out.npy", "--page", "2-3")
            assert np.array_equal(np.load(tool.folder / "out.npy"), pixels[1:] + one)
            tool.notes("add", first, second, "out.npy", "--page", "2")
            assert np.array_equal(np.load(tool.folder / "out.npy").squeeze(), pixels[1] + one)


@pytest.mark.parametrize("style", ["ome", "imagej"])
def test_distances_of_pages_without_names(tool, style):
    if style == "ome":
        tool.make("in.tif", noise((5, 20, 30)), ome=True, metadata={"axes": "ZYX", "PhysicalSizeX": 0.5})
    else:
        tool.make("in.tif", noise((5, 20, 30)), imagej=True, resolution=(2, 4), metadata={"axes": "ZYX", "unit": "um"})
    lost = "out.tif: the distances of pixels are not kept: it has no OME-XML"
    assert lost in tool.notes("invert", "in.tif", "out.tif", "--page", "4,2")
    assert lost not in tool.notes("invert", "in.tif", "out.tif", "--page", "2-4")


def test_ome_that_places_planes_over_and_over(tool):
    """Each element places all planes: their product would take minutes."""
    count = 20000
    text = ('<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" '
            f'DimensionOrder="XYZCT" Type="uint8" SizeX="1" SizeY="1" SizeZ="{count}" SizeC="1" SizeT="1">'
            + f'<TiffData IFD="0" PlaneCount="{count}"/>' * 200_000 + '</Pixels></Image></OME>')
    pixels = noise((count, 1, 1), np.uint8)
    tool.make("in.tif", pixels, description=text, metadata=None, photometric="minisblack")
    begun = time.monotonic()
    note, = tool.notes("invert", "in.tif", "out.npy")
    assert "places its 20000 planes more than 16 times over" in note and "no names" in note
    assert time.monotonic() - begun < 30
    assert np.array_equal(np.load(tool.folder / "out.npy"), inverted(pixels))


def test_a_turned_imagej_file_with_one_directory(tool):
    """Its other pages lie behind the first one as they are stored."""
    pixels = noise((3, 20, 30))
    tool.make("in.tif", pixels, imagej=True, truncate=True, metadata={"axes": "ZYX"}, extratags=[(274, "H", 1, 6, True)])
    assert "whose picture is turned; --page 1 takes the first" in tool.refused("invert", "in.tif", "out.tif")


def test_imagej_that_lies(tool):
    pixels = noise((3, 20, 30))
    tool.make("in.tif", pixels, description="ImageJ=1.53k\nimages=3000\nslices=3000\n", metadata=None, photometric="minisblack")
    assert any("ImageJ's description has 3000 images" in note for note in tool.notes("invert", "in.tif", "out.tif"))
    assert np.array_equal(read(tool, "out.tif")[0], inverted(pixels))


def test_types_that_imagej_lacks(tool):
    tool.make("in.tif", noise((3, 20, 30)), imagej=True, metadata={"axes": "ZYX"})
    tool.notes("label", "in.tif", "out.tif")
    result, axes = read(tool, "out.tif")
    assert axes == "ZYX" and result.dtype == np.int32


@pytest.mark.parametrize("planar", ["separate", "contig"])
@pytest.mark.parametrize("options", [{}, {"tile": (16, 16)}])
def test_many_bands(tool, planar, options):
    bands = noise((6, 20, 30))
    nodata = (42113, 2, 0, "7", True)
    scale = (33550, 12, 3, (0.5, 0.25, 0), True)
    pixels = bands if planar == "separate" else bands.transpose(1, 2, 0)
    tool.make("in.tif", pixels, planarconfig=planar, photometric="minisblack", metadata=None, extratags=[nodata, scale], **options)
    tool.notes("invert", "in.tif", "out.tif")
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        page, = file.pages
        assert np.array_equal(page.asarray(), inverted(pixels))
        assert page.samplesperpixel == 6 and page.planarconfig == (2 if planar == "separate" else 1)
        assert page.tags[42113].value == "7" and page.tags[33550].value == (0.5, 0.25, 0)
        assert page.photometric == 1 and page.extrasamples == (0,) * 5


def test_npy(tool):
    pixels = noise((2, 3, 20, 30))
    np.save(tool.folder / "in.npy", pixels)
    assert "--axes names them" in tool.refused("invert", "in.npy", "out.npy")
    tool.notes("invert", "in.npy", "out.npy", "--axes", "TZYX")
    assert np.array_equal(np.load(tool.folder / "out.npy"), inverted(pixels))
    tool.notes("invert", "in.npy", "out.tif", "--axes", "TZYX")
    result, axes = read(tool, "out.tif")
    assert axes == "TZYX" and np.array_equal(result, inverted(pixels))
    tool.notes("invert", "out.tif", "back.npy")
    assert np.array_equal(np.load(tool.folder / "back.npy"), pixels)


def test_npy_of_three_sides(tool):
    pages, colours = noise((5, 20, 30)), noise((20, 30, 4))
    np.save(tool.folder / "pages.npy", pages)
    np.save(tool.folder / "colours.npy", colours)
    tool.notes("transpose", "pages.npy", "out.npy")
    assert np.array_equal(np.load(tool.folder / "out.npy"), pages.transpose(0, 2, 1))
    tool.notes("transpose", "colours.npy", "out.npy")
    assert np.array_equal(np.load(tool.folder / "out.npy"), colours.transpose(1, 0, 2))
    tool.notes("transpose", "colours.npy", "out.npy", "--axes", "ZYX")
    assert np.array_equal(np.load(tool.folder / "out.npy"), colours.transpose(0, 2, 1))


def test_npy_of_bands_side_by_side(tool):
    pixels = noise((20, 30, 6))
    np.save(tool.folder / "in.npy", pixels)
    tool.notes("transpose", "in.npy", "out.npy", "--axes", "YXC")
    assert np.array_equal(np.load(tool.folder / "out.npy"), pixels.transpose(1, 0, 2))
    tool.notes("invert", "in.npy", "out.tif", "--axes", "YXC")
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert np.array_equal(file.pages[0].asarray(), inverted(pixels))


@pytest.mark.parametrize("axes", ["ZZYX", "XYZ", "ZY", "AYX", "YXZ", "CYXC", "YXCC", ""])
def test_wrong_axes(tool, axes):
    np.save(tool.folder / "in.npy", noise((5, 20, 30)))
    assert "--axes" in tool.refused("invert", "in.npy", "out.npy", "--axes", axes)


def test_axes_of_a_file_without(tool):
    tool.make("in.tif", noise((5, 20, 30)), photometric="minisblack", metadata=None)
    tool.notes("invert", "in.tif", "out.tif", "--axes", "ZYX")
    assert read(tool, "out.tif")[1] == "ZYX"
    assert "names 2 axes of pages" in tool.refused("invert", "in.tif", "out2.tif", "--axes", "TZYX")
    tool.make("one.tif", noise((20, 30)), metadata=None)
    assert "no pages" in tool.refused("invert", "one.tif", "out2.tif", "--axes", "ZYX")


@pytest.mark.parametrize("choice, pages", [("2", [1]), ("2-4", [1, 2, 3]), ("5,1", [4, 0]), ("1,3-5", [0, 2, 3, 4])])
def test_chosen_pages(tool, choice, pages):
    pixels = noise((5, 20, 30))
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    np.save(tool.folder / "in.npy", pixels)
    for name in "in.tif", "in.npy":
        tool.notes("invert", name, "out.tif", "--page", choice)
        assert np.array_equal(read(tool, "out.tif")[0].reshape(-1, 20, 30), inverted(pixels)[pages])
    if len(pages) == 1:
        tool.notes("invert", "in.tif", "out.png", "--page", choice)
        assert np.array_equal(np.asarray(Image.open(tool.folder / "out.png")), inverted(pixels)[pages[0]])
        tool.notes("invert", "in.tif", "out.tif", "--page", choice, "--memory", "1M")
        assert np.array_equal(read(tool, "out.tif")[0], inverted(pixels)[pages[0]])


@pytest.mark.parametrize("choice", ["0", "6", "4-2", "x", "1-", "-1", "1,,2", "2-6", "99999999999"])
def test_wrong_pages(tool, choice):
    tool.make("in.tif", noise((5, 20, 30)), photometric="minisblack", metadata=None)
    assert "page" in tool.refused("invert", "in.tif", "out.tif", "--page", choice)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".pgm", ".jp2", ".csv"])
def test_formats_of_one_picture(tool, suffix):
    tool.make("in.tif", noise((5, 20, 30), np.uint8), photometric="minisblack", metadata=None)
    refusal = tool.refused("invert", "in.tif", "out" + suffix)
    assert suffix == ".csv" or ".webp" in refusal and ".tif" in refusal and "--page" in refusal


def test_pages_that_differ(tool):
    pixels = noise((20, 30))
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        for page in pixels, pixels, pixels[:7], pixels:
            file.write(page, metadata=None)
    assert "page 3 has 30 x 7" in (refusal := tool.refused("invert", "in.tif", "out.tif")) and "--page N" in refusal
    tool.notes("invert", "in.tif", "out.tif", "--page", "1,2,4")
    assert np.array_equal(read(tool, "out.tif")[0], inverted(np.stack([pixels] * 3)))
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        file.write(pixels, metadata=None)
        file.write(pixels.astype(np.uint8), metadata=None)
    assert "page 2 has 30 x 20 pixels of u8" in tool.refused("invert", "in.tif", "no.tif")


def test_thumbnails_are_no_pages(tool):
    pixels = noise((3, 20, 30))
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        file.write(pixels[0], metadata=None)
        file.write(pixels[0, ::4, ::4], metadata=None, subfiletype=1)
        file.write(pixels[1], metadata=None)
    tool.notes("invert", "in.tif", "out.tif")
    assert np.array_equal(read(tool, "out.tif")[0], inverted(pixels[:2]))


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_frames(tool, suffix):
    delays = [100, 250, 40, 300]
    colours = [Image.new("RGB", (32, 24), colour) for colour in ("red", "blue", "white", "black")]
    colours[0].save(tool.folder / f"in{suffix}", save_all=True, append_images=colours[1:], duration=delays, loop=3, lossless=True)
    for result in ".gif", ".webp":
        tool.notes("invert", f"in{suffix}", f"out{result}")
        film = Image.open(tool.folder / f"out{result}")
        seen = []
        for frame, wanted in enumerate([(0, 255, 255), (255, 255, 0), (0, 0, 0), (255, 255, 255)]):
            film.seek(frame)
            assert np.abs(np.asarray(film.convert("RGB")).astype(int) - wanted).max() <= 6
            seen.append(film.info["duration"])
        assert film.n_frames == 4 and seen == delays
        assert film.info["loop"] != 0
    tool.notes("invert", f"in{suffix}", "out.png", "--page", 3)
    assert np.abs(np.asarray(Image.open(tool.folder / "out.png").convert("RGB")).astype(int)).max() <= 6


def test_films_that_are_cut(tool):
    """libvips would leave out the frames behind the cut."""
    frames = [Image.fromarray(noise((16, 16), np.uint8, seed)) for seed in range(4)]
    for name, some in ("film.gif", frames), ("still.gif", frames[:1]):
        some[0].save(tool.folder / name, save_all=len(some) > 1, append_images=some[1:], duration=50)
    whole = (tool.folder / "film.gif").read_bytes()
    for size in range(len(whole) // 3, len(whole), 61):
        (tool.folder / "cut.gif").write_bytes(whole[:size])
        assert "truncated" in tool.refused("invert", "cut.gif", "out.tif")
    tool.notes("invert", "cut.gif", "out.tif", "--page", 1)
    (tool.folder / "cut.gif").write_bytes(whole[:-1] + b"\x7f;")
    assert "is no block of a GIF" in tool.refused("invert", "cut.gif", "no.tif")
    still = (tool.folder / "still.gif").read_bytes()[:-1]
    for behind in b"", b"\0\0\0", b"\0\x7fjunk", b"\x21\xfe\x03abc\0", b";junk":
        (tool.folder / "still.gif").write_bytes(still + behind)
        assert tool.notes("invert", "still.gif", "still.png") == []


@pytest.mark.parametrize("disposal", [0, 1, 2, 3])
def test_frames_that_are_parts(tool, disposal):
    """GIF stores of a frame what differs from the one before. Pillow puts the frames together, too."""
    frames = []
    for frame in range(4):
        frames.append(Image.new("RGBA", (20, 20), (0, 0, 0, 0)))
        frames[-1].paste((0, 255, frame * 60, 255), (frame * 4, frame * 4, frame * 4 + 6, frame * 4 + 6))
    frames[0].save(tool.folder / "in.gif", save_all=True, append_images=frames[1:], disposal=disposal, duration=[100, 20, 30, 40])
    frames[0].save(tool.folder / "in.webp", save_all=True, append_images=frames[1:], lossless=True, duration=50)
    for name in "in.gif", "in.webp":
        tool.notes("flip", name, "out.npy")
        got, film = np.load(tool.folder / "out.npy")[:, :, ::-1], Image.open(tool.folder / "in.gif")
        for frame, wanted in enumerate(frames):
            if name == "in.gif":
                film.seek(frame)
                wanted = film.convert("RGBA")
            wanted = np.asarray(wanted)
            assert np.array_equal(got[frame, ..., 3], wanted[..., 3])
            seen = wanted[..., 3] > 0
            assert np.array_equal(got[frame, seen], wanted[seen])


def test_notes_on_later_pages(tool):
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        for kind in "unassalpha", "assocalpha", "assocalpha":
            file.write(noise((20, 30, 4), np.uint8), photometric="rgb", extrasamples=[kind], metadata=None)
    note, = tool.notes("invert", "in.tif", "out.tif")
    assert "colours were multiplied by alpha" in note


def test_two_stacks_and_a_single_image(tool):
    a, b = noise((4, 20, 30), seed=1), noise((4, 20, 30), seed=2)
    for name, pixels in ("a.tif", a), ("b.tif", b), ("one.tif", b[0]), ("three.tif", b[:3]):
        tool.make(name, pixels, photometric="minisblack", metadata=None)
    tool.notes("absdiff", "a.tif", "b.tif", "out.tif")
    assert np.array_equal(read(tool, "out.tif")[0], np.maximum(a, b) - np.minimum(a, b))
    for first, second in ("a.tif", "one.tif"), ("one.tif", "a.tif"):
        tool.notes("absdiff", first, second, "out.tif")
        assert np.array_equal(read(tool, "out.tif")[0], np.maximum(a, b[0]) - np.minimum(a, b[0]))
    assert "equally many pages" in tool.refused("absdiff", "a.tif", "three.tif", "no.tif")


def test_region_and_scaled_types(tool):
    pixels = noise((4, 20, 30))
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    tool.notes("invert", "in.tif", "out.tif", "--region", "7x5+3+2")
    assert np.array_equal(read(tool, "out.tif")[0], inverted(pixels)[:, 2:7, 3:10])
    assert any("scaled from u16 to u8" in note for note in tool.notes("invert", "in.tif", "out.webp"))
    tool.notes("invert", "in.tif", "out.tif", "--type", "f32")
    assert read(tool, "out.tif")[0].dtype == np.float32


def test_truncated_pages(tool):
    tool.make("in.tif", noise((5, 20, 30)), photometric="minisblack", metadata=None)
    whole = (tool.folder / "in.tif").read_bytes()
    for size in range(1, len(whole) - 1, 397):
        (tool.folder / "cut.tif").write_bytes(whole[:size])
        done = tool.run("run", "invert", "cut.tif", "out.tif", text=True)
        assert done.returncode != 0 and len(done.stderr.splitlines()) == 1, (size, done.stderr)
        assert not (tool.folder / "out.tif").exists()


def test_standard_streams(tool):
    pixels = noise((3, 20, 30))
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    with open(tool.folder / "in.tif", "rb") as file:
        done = tool.run("run", "invert", "-", "-", "--format", "tif", stdin=file)
    (tool.folder / "out.tif").write_bytes(done.stdout)
    assert np.array_equal(read(tool, "out.tif")[0], inverted(pixels))
    with open(tool.folder / "in.tif", "rb") as file:
        assert "holds one picture" in tool.run("run", "invert", "-", "-", stdin=file).stderr.decode()
    tool.make("one.tif", pixels[0], metadata=None)
    with open(tool.folder / "one.tif", "rb") as file:
        done = tool.run("run", "invert", "-", "one.png", stdin=file, text=True)
    assert done.returncode == 0 and np.array_equal(np.asarray(Image.open(tool.folder / "one.png")), inverted(pixels[0]))


def test_an_explained_stack(tool):
    pixels = noise((3, 20, 30))
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    done = tool.run("run", "mean", "in.tif", "a.tif", "--explain", text=True)
    assert done.returncode == 0 and "schedule" in done.stdout
    tool.notes("mean", "in.tif", "b.tif")
    assert np.array_equal(read(tool, "a.tif")[0], read(tool, "b.tif")[0])
    told = json.loads(tool.run("run", "mean", "in.tif", "c.tif", "--json", text=True).stdout)
    assert told["files"][0]["inputs"][0]["pages"] == 3


@pytest.mark.parametrize("op", ["fast", "harris"])
def test_lists_of_each_page(tool, op):
    tool.make("in.tif", noise((3, 40, 50), np.uint8), photometric="minisblack", metadata=None)
    tool.notes(op, "in.tif", "all.npy")
    found = np.load(tool.folder / "all.npy")
    for page in 1, 2, 3:
        tool.notes(op, "in.tif", "one.npy", "--page", page)
        assert np.array_equal(found[found[:, 0] == page, 1:], np.load(tool.folder / "one.npy"))
    tool.notes(op, "in.tif", "all.csv")
    assert (tool.folder / "all.csv").read_text().startswith("page,x,y,")


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_tables_with_as_many_rows_for_each_page(tool, kind):
    pixels = noise((6, 20, 30), np.uint8).astype(kind)
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    tool.make("bands.tif", pixels, planarconfig="separate", photometric="minisblack", metadata=None)
    for name, options, pages in ("in.tif", [], range(1, 7)), ("in.tif", ["--page", "3,1"], [3, 1]), ("bands.tif", [], range(1, 7)):
        tool.notes("minmaxloc", name, "all.npy", *options)
        tool.notes("minmaxloc", name, "all.csv", *options)
        assert (tool.folder / "all.csv").read_text().splitlines()[0] == "page,least,greatest,least_x,least_y,greatest_x,greatest_y"
        rows = np.loadtxt(tool.folder / "all.csv", delimiter=",", skiprows=1)
        for row, page in zip(rows, pages, strict=True):
            one = pixels[page - 1]
            least, greatest = np.unravel_index(one.argmin(), one.shape), np.unravel_index(one.argmax(), one.shape)
            assert row.tolist() == [page, one.min(), one.max(), *least[::-1], *greatest[::-1]]
        assert np.array_equal(np.load(tool.folder / "all.npy"), rows)


def test_tables_of_pages_of_colours(tool):
    pixels = noise((3, 20, 30, 3), np.uint8)
    tool.make("in.tif", pixels, photometric="rgb", metadata=None)
    tool.notes("minmaxloc", "in.tif", "all.csv")
    rows = np.loadtxt(tool.folder / "all.csv", delimiter=",", skiprows=1)
    assert rows[:, 0].tolist() == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert np.array_equal(rows[:, 2].reshape(3, 3), pixels.max(axis=(1, 2)))
    tool.notes("minmaxloc", "in.tif", "one.csv", "--page", "2")
    assert np.array_equal(np.loadtxt(tool.folder / "one.csv", delimiter=",", skiprows=1), rows[3:6, 1:])


def test_lists_of_one_launch(tool):
    tool.make("in.tif", noise((3, 20, 30)), photometric="minisblack", metadata=None)
    line = tool.refused("fast", "in.tif", "out.npy", "--explain")
    assert line == "--explain takes one image, in.tif has 3 pages; --page N takes one"
    line = tool.refused("fast", "in.tif", "out.npy", "--page", 1, "--memory", "1M")
    assert line == "--memory makes images, in strips of rows; 'out.npy' gets an array of f32 [up to 1024, 3]"


def test_directories_in_a_circle(tool):
    """The last directory names the first one as the next: each page is read once."""
    pixels = noise((3, 20, 30))
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    with tifffile.TiffFile(tool.folder / "in.tif") as file:
        first, last = file.pages[0].offset, file.pages[-1].offset
    whole = bytearray((tool.folder / "in.tif").read_bytes())
    count = int.from_bytes(whole[last:last + 2], "little")
    whole[last + 2 + 12 * count:last + 6 + 12 * count] = first.to_bytes(4, "little")
    (tool.folder / "in.tif").write_bytes(whole)
    tool.notes("invert", "in.tif", "out.tif")
    assert np.array_equal(read(tool, "out.tif")[0], inverted(pixels))


def test_many_pages_of_palettes(tool):
    """In a time that grows with their number alone, where they have one palette. Else so many are refused."""
    palette = Image.fromarray(noise((5, 7, 3), np.uint8)).quantize(16)
    frames = [Image.fromarray(noise((5, 7, 3), np.uint8, seed)).quantize(palette=palette, dither=0) for seed in range(3000)]
    frames[0].save(tool.folder / "in.tif", save_all=True, append_images=frames[1:])
    begun = time.monotonic()
    tool.notes("invert", "in.tif", "out.npy")
    assert time.monotonic() - begun < 60
    wanted = np.stack([255 - np.asarray(frame.convert("RGB")) for frame in frames])
    assert np.array_equal(np.load(tool.folder / "out.npy"), wanted)
    tool.notes("invert", "in.tif", "out.npy", "--page", "1400-1409,3")
    assert np.array_equal(np.load(tool.folder / "out.npy"), wanted[[*range(1399, 1409), 2]])
    frames = [Image.fromarray(noise((5, 7, 3), np.uint8, seed)).quantize(16) for seed in range(1001)]
    frames[0].save(tool.folder / "in.tif", save_all=True, append_images=frames[1:])
    assert "its 1001 pages have palettes of their own" in tool.refused("invert", "in.tif", "no.npy")
    tool.notes("invert", "in.tif", "out.npy", "--page", "20-40")
    wanted = np.stack([255 - np.asarray(frame.convert("RGB")) for frame in frames[19:40]])
    assert np.array_equal(np.load(tool.folder / "out.npy"), wanted)


@pytest.mark.parametrize("other", [0, 5, 12])
@pytest.mark.parametrize("is_thumbnail", [False, True])
def test_palettes_of_pages_that_are_not_read(tool, other, is_thumbnail):
    """One page has a palette of its own, and is left out, by choice or because it is a thumbnail."""
    pixels, ramp = noise((13, 8, 10), np.uint8), np.arange(256, dtype=np.uint16) * 257
    blue, red = np.zeros((2, 3, 256), np.uint16)
    blue[2], red[0] = ramp, ramp
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        for i, page in enumerate(pixels):
            file.write(page, photometric="palette", colormap=red if i == other else blue, metadata=None,
                       subfiletype=int(is_thumbnail and i == other))
    rest = [i for i in range(13) if i != other]
    choice = [] if is_thumbnail else ["--page", ",".join(str(i + 1) for i in rest)]
    tool.notes("invert", "in.tif", "out.npy", *choice)
    wanted = np.full((12, 8, 10, 3), 255, np.uint8)
    wanted[..., 2] -= pixels[rest]
    assert np.array_equal(np.load(tool.folder / "out.npy"), wanted)


def test_palettes_and_ink(tool):
    """Pages that libvips reads, and pages of one bit."""
    frames = [Image.fromarray(noise((20, 30, 3), np.uint8, seed)).quantize(16) for seed in range(3)]
    frames[0].save(tool.folder / "in.tif", save_all=True, append_images=frames[1:])
    tool.notes("invert", "in.tif", "out.tif")
    assert np.array_equal(read(tool, "out.tif")[0], [255 - np.asarray(frame.convert("RGB")) for frame in frames])
    ink = noise((3, 20, 30), np.uint8) > 128
    pages = [Image.fromarray(page) for page in ink]
    pages[0].save(tool.folder / "ink.tif", save_all=True, append_images=pages[1:], compression="group4")
    assert tool.notes("invert", "ink.tif", "out.tif") == []
    assert np.array_equal(read(tool, "out.tif")[0], np.where(ink, 0, 255))


def test_folder_of_stacks_and_pictures(tool):
    pixels = noise((3, 20, 30), np.uint8)
    for name, pages in ("a.tif", pixels[0]), ("b.tif", pixels), ("c.tif", pixels[1]):
        tool.make(name, pages, photometric="minisblack", metadata=None)
    tool.notes("invert", "a.tif", "b.tif", "c.tif", "--out-dir", "out")
    for name, pages in ("a.tif", pixels[0]), ("b.tif", pixels), ("c.tif", pixels[1]):
        assert np.array_equal(read(tool, "out/" + name)[0], inverted(pages))


def test_info_of_npy(tool):
    for kind, shape, told in ("u2", (20, 30), "u16 x 1 of 30 x 20"), ("i2", (20, 30, 3), "i16 x 3 of 30 x 20"), ("f8", (20, 30, 1), "f64 x 1 of 30 x 20"):
        np.save(tool.folder / "in.npy", np.zeros(shape, kind))
        done = tool.run("info", "in.npy", text=True)
        assert done.returncode == 0 and told in done.stdout, (done.stdout, done.stderr)
    np.save(tool.folder / "in.npy", np.zeros(7))
    assert "an array of f64 [7] is no image" in tool.run("info", "in.npy", text=True).stderr
    (tool.folder / "in.npy").write_bytes(b"no array")
    assert "it is no .npy" in tool.run("info", "in.npy", text=True).stderr


def test_info(tool):
    tool.make("in.ome.tif", noise(SHAPE), ome=True, metadata={"axes": "TZCYX", "PhysicalSizeX": 0.5, "PhysicalSizeXUnit": "µm"})
    done = tool.run("info", "in.ome.tif", text=True)
    assert done.returncode == 0 and "T 2, Z 3, C 4, by OME-XML" in done.stdout and "x 0.5 µm" in done.stdout
    told, = json.loads(tool.run("info", "in.ome.tif", "--json", text=True).stdout)["files"]
    assert told["pages"] == 24 and told["axes"][1] == {"name": "Z", "length": 3} and told["width"] == 30
