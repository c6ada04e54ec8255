"""What TIFF files have: the meaning of their channels, planes, types of samples, absent parts, thumbnails."""
import struct

import numpy as np
import pytest
import tifffile

from tiffs import packed_bits, write_tiff

WIDTH, HEIGHT = 37, 29


def noise(*shape, dtype=np.uint8):
    greatest = np.iinfo(dtype).max if np.issubdtype(dtype, np.integer) else 1
    return (np.random.default_rng(5).random(shape) * greatest).astype(dtype)


# Photometric, the meanings of further channels, and whether the last one is alpha.
MEANINGS = [(1, "minisblack", [], False), (2, "minisblack", ["unspecified"], False),
            (2, "minisblack", ["unassalpha"], True), (3, "minisblack", ["unspecified"] * 2, False),
            (3, "rgb", [], False), (4, "rgb", ["unspecified"], False), (4, "rgb", ["unassalpha"], True),
            (4, "minisblack", ["unspecified"] * 3, False), (4, "separated", [], False)]


@pytest.mark.parametrize("channels, kind, meanings, alpha", MEANINGS)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
@pytest.mark.parametrize("how", [[], ["--memory", "1M"]])
def test_channels_mean_what_the_file_says(tool, channels, kind, meanings, alpha, dtype, how):
    pixels = noise(HEIGHT, WIDTH, channels, dtype=dtype)
    pixels = pixels[..., 0] if channels == 1 else pixels
    name = tool.make("in.tif", pixels, photometric=kind, planarconfig="contig" if channels > 1 else None,
                     extrasamples=meanings or None)
    assert tool.notes("invert", name.name, "out.tif", *how) == []
    greatest = np.iinfo(dtype).max if np.issubdtype(dtype, np.integer) else np.float32(1)
    expected = greatest - pixels
    if alpha:
        expected[..., -1] = pixels[..., -1]
    with tifffile.TiffFile(tool.folder / "out.tif") as made, tifffile.TiffFile(name) as given:
        assert np.array_equal(made.pages[0].asarray(), expected)
        assert made.pages[0].photometric == given.pages[0].photometric
        assert made.pages[0].extrasamples == given.pages[0].extrasamples


def test_channels_that_the_file_says_nothing_of_are_bands(tool):
    pixels = noise(HEIGHT, WIDTH, 4)
    write_tiff(tool.folder / "in.tif", (WIDTH, HEIGHT), {258: [8] * 4, 262: [2], 277: [4], 278: [HEIGHT]},
               [pixels.tobytes()])
    tool.notes("invert", "in.tif", "out.tif")
    with tifffile.TiffFile(tool.folder / "out.tif") as made:
        assert np.array_equal(made.asarray(), 255 - pixels)
        assert made.pages[0].extrasamples == (0,)


def test_alpha_before_the_last_channel_is_refused(tool):
    tool.make("in.tif", noise(HEIGHT, WIDTH, 4), photometric="minisblack", planarconfig="contig",
              extrasamples=["unassalpha", "unspecified", "unspecified"])
    assert tool.refused("invert", "in.tif", "out.png") == (
        "cannot read 'in.tif': its channel 2 of 4 is alpha; allowed is the last of 2 or 4")


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_colours_that_alpha_has_multiplied_are_divided(read, tool, dtype):
    greatest = np.iinfo(dtype).max
    alpha = noise(HEIGHT, WIDTH, 1, dtype=dtype)
    colours = (noise(HEIGHT, WIDTH, 3, dtype=dtype).astype(np.uint64) * alpha // greatest).astype(dtype)
    tool.make("in.tif", np.concatenate([colours, alpha], axis=2), photometric="rgb", extrasamples=["assocalpha"])
    a = np.maximum(alpha.astype(np.uint64), 1)
    plain = np.where(alpha == 0, 0, np.minimum((colours * np.uint64(greatest) + a // np.uint64(2)) // a, greatest))
    pixels, notes = read("in.tif")
    assert np.array_equal(pixels, np.concatenate([plain.astype(dtype), alpha], axis=2))
    assert notes == ["in.tif: its colours were multiplied by alpha; here they are not"]


PLANES = [("minisblack", ["unspecified"]), ("minisblack", ["unassalpha"]), ("rgb", []), ("rgb", ["unassalpha"]),
          ("minisblack", ["unspecified"] * 3), ("separated", [])]


@pytest.mark.parametrize("kind, meanings", PLANES)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
@pytest.mark.parametrize("form", [{}, {"tile": (16, 32)}, {"rowsperstrip": 5, "compression": "zlib"},
                                  {"tile": (32, 16), "compression": "zlib", "predictor": True}])
def test_planes(tool, kind, meanings, dtype, form):
    if form.get("predictor") and dtype == np.float32:
        pytest.skip("tifffile needs another package for it")
    channels = {"rgb": 3, "separated": 4, "minisblack": 1}[kind] + len(meanings)
    pixels = noise(channels, HEIGHT, WIDTH, dtype=dtype)
    tool.make("in.tif", pixels, photometric=kind, planarconfig="separate", extrasamples=meanings or None, **form)
    for way in (tool.pixels, tool.in_strips):
        found, notes = way("in.tif")
        assert np.array_equal(found, np.moveaxis(pixels, 0, -1))
        assert notes == []


def test_planes_of_many_tiles_in_strips(tool):
    pixels = noise(4, 700, 900, dtype=np.uint16)
    tool.make("in.tif", pixels, photometric="rgb", planarconfig="separate", extrasamples=["unspecified"],
              tile=(64, 64))
    found, _ = tool.in_strips("in.tif")
    assert np.array_equal(found, np.moveaxis(pixels, 0, -1))


def test_planes_that_are_cut_are_an_error(tool):
    path = tool.make("in.tif", noise(4, HEIGHT, WIDTH), photometric="minisblack", planarconfig="separate")
    whole = path.read_bytes()
    with tifffile.TiffFile(path) as file:
        end = max(sum(pair) for pair in zip(file.pages[0].dataoffsets, file.pages[0].databytecounts))
    path.write_bytes(whole[:end - 20])
    assert tool.refused("crop", "in.tif", "out.png").startswith("cannot read 'in.tif': ")


def test_f16(read, tool):
    pixels = noise(HEIGHT, WIDTH, dtype=np.float16)
    tool.make("in.tif", pixels)
    found, notes = read("in.tif")
    assert found.dtype == np.float32 and np.array_equal(found, pixels.astype(np.float32))
    assert notes == ["in.tif: samples of type f16 are held as f32"]


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
@pytest.mark.parametrize("layout", [{}, {"tile": (16, 16)}, {"byteorder": ">"}, {"predictor": True, "compression": "deflate"}])
def test_integers_of_32_bits_stay(tool, dtype, layout):
    pixels = noise(HEIGHT, WIDTH, dtype=dtype)
    tool.make("in.tif", pixels, **layout)
    for way in (tool.pixels, tool.in_strips):
        found, notes = way("in.tif")
        assert found.dtype == dtype and np.array_equal(found, pixels)
        assert notes == []


def test_alpha_that_multiplied_signed_integers_of_32_bits_is_refused(tool):
    tool.make("in.tif", noise(HEIGHT, WIDTH, 4, dtype=np.int32), photometric="rgb", extrasamples=["assocalpha"])
    assert tool.refused("crop", "in.tif", "out.tif") == (
        "cannot read 'in.tif': its colours of type i32 were multiplied by alpha; allowed is that with all types but i32")


@pytest.mark.parametrize("dtype", [np.int8, np.int16])
@pytest.mark.parametrize("planes", [1, 4])
def test_signed_integers(read, tool, dtype, planes):
    pixels = noise(planes, HEIGHT, WIDTH, dtype=dtype) - np.iinfo(dtype).max // 2
    pixels = pixels.astype(dtype)
    if planes == 1:
        tool.make("in.tif", pixels[0])
    else:
        tool.make("in.tif", pixels, photometric="minisblack", planarconfig="separate")
    found, notes = read("in.tif")
    assert found.dtype == dtype and np.array_equal(found, np.moveaxis(pixels, 0, -1).squeeze())
    assert notes == []


@pytest.mark.parametrize("dtype, name", [(np.int8, "i8"), (np.int16, "i16")])
def test_alpha_that_multiplied_signed_integers_makes_fractions(tool, dtype, name):
    pixels = noise(HEIGHT, WIDTH, 4, dtype=dtype)
    tool.make("in.tif", pixels, photometric="rgb", extrasamples=["assocalpha"])
    found, notes = tool.pixels("in.tif")
    alpha = pixels[:, :, 3:].astype(np.float32)
    colours = np.divide(pixels[:, :, :3], alpha, where=alpha != 0, out=np.zeros((HEIGHT, WIDTH, 3), np.float32))
    assert found.dtype == np.float32 and np.array_equal(found, np.concatenate([colours, alpha], 2))
    assert notes == [f"in.tif: samples of type {name} are held as f32",
                     "in.tif: its colours were multiplied by alpha; here they are not"]


@pytest.mark.parametrize("bits", [3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15])
def test_integers_of_a_width_between_are_scaled(tool, bits):
    greatest = 2 ** bits - 1
    samples = (noise(HEIGHT, WIDTH, dtype=np.float32) * greatest).astype(np.uint64)
    write_tiff(tool.folder / "in.tif", (WIDTH, HEIGHT), {258: [bits], 277: [1], 278: [HEIGHT]},
               [packed_bits(samples, bits)])
    white = 255 if bits <= 8 else 65535
    expected = (samples * white + greatest // 2) // greatest
    for way in (tool.pixels, tool.in_strips):
        found, notes = way("in.tif")
        assert np.array_equal(found, expected)
        assert notes == [f"in.tif: samples of 0 to {greatest} are scaled to 0 to {white}"]


@pytest.mark.parametrize("dtype, name", [(np.uint64, "u64"), (np.int64, "i64"),
                                         (np.complex64, "complex of 64 bits")])
def test_types_that_are_not_held_are_named(tool, dtype, name):
    tool.make("in.tif", np.zeros((HEIGHT, WIDTH), dtype))
    line = f"cannot read 'in.tif': its samples are of type {name}; allowed are u1 to u16, u32, i8, i16, i32, f16, f32 and f64"
    assert tool.refused("crop", "in.tif", "out.png") == line
    assert tool.refused("crop", "in.tif", "out.tif", "--memory", "1M") == line


@pytest.mark.parametrize("dtype, name", [(np.int8, "i8"), (np.int16, "i16")])
def test_signed_integers_of_npy(tool, dtype, name):
    pixels = noise(HEIGHT, WIDTH, dtype=dtype)
    np.save(tool.folder / "in.npy", pixels)
    found, notes = tool.pixels("in.npy")
    assert found.dtype == dtype and np.array_equal(found, pixels) and notes == []
    notes = tool.notes("mean", "in.npy", "out.npy")  # a window: only of types that it computes on
    assert np.load(tool.folder / "out.npy").dtype == np.float32
    assert any(f"mean takes no {name}" in note and "become f32" in note for note in notes)


@pytest.mark.parametrize("tags, parts, word", [
    ({278: [10]}, [(0, 10), None, (20, 29)], "strips"),
    ({322: [48], 323: [16]}, [(0, 16), None], "tiles")])
@pytest.mark.parametrize("white_is_0", [False, True])
def test_absent_parts_are_0(tool, tags, parts, word, white_is_0):
    pixels = noise(HEIGHT, WIDTH)
    expected = np.zeros_like(pixels)
    data = []
    for part in parts:
        if part is None:
            data.append(None)
            continue
        first, end = part
        expected[first:end] = pixels[first:end]
        block = pixels[first:end]
        if word == "tiles":
            block = np.pad(block, ((0, 16 - len(block)), (0, 48 - WIDTH)))
        data.append(block.tobytes())
    write_tiff(tool.folder / "in.tif", (WIDTH, HEIGHT), {258: [8], 277: [1], 262: [int(not white_is_0)], **tags}, data)
    for way in (tool.pixels, tool.in_strips):
        found, notes = way("in.tif")
        assert np.array_equal(found, 255 - expected if white_is_0 else expected)
        assert notes == [f"in.tif: 1 of {len(parts)} {word} are not in the file: their samples are 0"
                         + ", which is white there" * white_is_0]


# As GDAL has it; the value is one of the file's samples, which are scaled.
@pytest.mark.parametrize("bits, nodata, held", [(8, 7, 7), (12, 1000, 16004), (5, 3, 25)])
def test_absent_parts_are_the_value_of_no_data(tool, bits, nodata, held):
    samples = noise(20, WIDTH) >> 3
    part = packed_bits(samples[:10], bits)
    tags = {258: [bits], 277: [1], 278: [10], 42113: f"{nodata}\0".encode()}
    write_tiff(tool.folder / "in.tif", (WIDTH, 20), tags, [part, None])
    for way in (tool.pixels, tool.in_strips):
        found, notes = way("in.tif")
        assert np.all(found[10:] == held) and np.array_equal(found[:10] > 0, samples[:10] > 0)
        assert "in.tif: 1 of 2 strips are not in the file: their samples are the value of no data" in notes


def test_a_part_with_a_place_and_no_bytes_is_damage(tool):
    part = packed_bits(noise(10, WIDTH), 12)
    write_tiff(tool.folder / "in.tif", (WIDTH, 20), {258: [12], 277: [1], 278: [10]}, [part, b""])
    for how in ([], ["--memory", "1M"]):
        assert tool.refused("invert", "in.tif", "out.tif", *how).startswith("cannot read 'in.tif': ")


def test_the_picture_below_a_thumbnail(read, tool):
    picture, small = noise(HEIGHT, WIDTH, 3), noise(5, 7, 3)
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        file.write(small, photometric="rgb", subfiletype=1, subifds=1, metadata=None)
        file.write(picture, photometric="rgb", subfiletype=0, metadata=None)
    found, notes = read("in.tif")
    assert np.array_equal(found, picture)
    assert notes == ["in.tif: page 1 is a thumbnail: the picture below it is read, SubIFD 1"]


@pytest.mark.parametrize("planes", [False, True])
def test_the_page_behind_a_thumbnail(read, tool, planes):
    picture = noise(3, HEIGHT, WIDTH)
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        file.write(noise(5, 7), subfiletype=1, metadata=None)
        if planes:
            file.write(picture, photometric="rgb", planarconfig="separate", metadata=None)
        else:
            file.write(np.moveaxis(picture, 0, -1), photometric="rgb", metadata=None)
    found, notes = read("in.tif")
    assert np.array_equal(found, np.moveaxis(picture, 0, -1))
    assert notes == ["in.tif: the first page is a thumbnail: page 2 is read"]


CFA = {"photometric": "cfa", "metadata": None,
       "extratags": [(33421, "H", 2, (2, 2), True), (33422, "B", 4, (0, 1, 1, 2), True)]}
LINEAR = {"photometric": 34892, "metadata": None}
RAW = ("cannot read 'in.tif': its picture is raw samples of a camera{}; allowed are grey, RGB, palette, CMYK, YCbCr and "
       "CIELAB pictures")


def refused_as_raw(tool, kind):
    assert tool.refused("invert", "in.tif", "out.png") == RAW.format(kind)
    assert tool.refused("invert", "in.tif", "out.tif", "--memory", "1M") == RAW.format(kind)


# A preview need not say that it is one, and may stand beside the raw samples or above them.
@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize("below", [0, 1, 2])
@pytest.mark.parametrize("raw, channels, name", [(CFA, 1, "'s sensor (CFA)"), (LINEAR, 3, " (LinearRaw)")])
def test_raw_samples_anywhere_are_refused(tool, kind, below, raw, channels, name):
    samples = noise(HEIGHT, WIDTH, channels, dtype=np.uint16).squeeze()
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        file.write(noise(15, 17, 3), photometric="rgb", subfiletype=kind, subifds=below, metadata=None)
        if below == 2:
            file.write(noise(5, 7, 3), photometric="rgb", subfiletype=0, metadata=None)
        file.write(samples, subfiletype=0, **raw)
        file.write(noise(3, 4, 3), photometric="rgb", subfiletype=0, metadata=None)
    refused_as_raw(tool, name)


# Their raw samples have no tag that says so.
@pytest.mark.parametrize("first, name", [(b"II*\0\x10\0\0\0CR\2\0\0\0\0\0", "Canon's CR2"),
                                         (b"II*\0\0\1\0\0IIII\4waR", "Phase One's IIQ"),
                                         (b"MM\0*\0\0\1\0MMMMRaw\4", "Phase One's IIQ")])
def test_raw_files_are_known_by_their_first_bytes(tool, first, name):
    order, directory = (">", 256) if first[:2] == b"MM" else ("<", first[4] + 256 * first[5])
    tags = {256: 4, 257: 2, 258: 8, 259: 1, 262: 1, 273: 400, 277: 1, 278: 2, 279: 8}
    entries = b"".join(struct.pack(order + "HHII", tag, 4, 1, value) for tag, value in tags.items())
    file = first.ljust(directory, b"\0") + struct.pack(order + "H", len(tags)) + entries + bytes(4)
    (tool.folder / "in.tif").write_bytes(file.ljust(408, b"\7"))
    refused_as_raw(tool, f"'s sensor ({name})")


# Thumbnails between the pages and below them are no pages of the stack.
def test_many_pages_with_pages_below(tool):
    pixels = noise(HEIGHT, WIDTH)
    with tifffile.TiffWriter(tool.folder / "in.tif") as file:
        for page in range(20):
            file.write(pixels + np.uint8(page), subifds=2, metadata=None)
            file.write(noise(5, 7), subfiletype=1, metadata=None)
            file.write(noise(3, 4), subfiletype=1, metadata=None)
    found, notes = tool.pixels("in.tif")
    assert np.array_equal(found, [pixels + np.uint8(page) for page in range(20)])
    assert notes == []
    assert "has 20 pages; --page N" in tool.refused("crop", "in.tif", "no.tif", "--memory", "1M")
    for how in [], ["--memory", "1M"]:
        assert tool.notes("crop", "in.tif", "read.tif", "--page", 3, *how) == []
        assert np.array_equal(tifffile.imread(tool.folder / "read.tif"), pixels + np.uint8(2))


def test_files_of_all_kinds_in_a_batch(tool):
    pixels = noise(4, HEIGHT, WIDTH)
    tool.make("planes.tif", pixels, photometric="rgb", planarconfig="separate", extrasamples=["unspecified"])
    tool.make("half.tif", noise(HEIGHT, WIDTH, dtype=np.float16))
    tool.make("wrong.tif", np.zeros((HEIGHT, WIDTH), np.uint64))
    done = tool.run("run", "crop", "planes.tif", "half.tif", "wrong.tif", "--out-dir", "out", text=True)
    assert done.returncode == 1
    assert "its samples are of type u64" in done.stderr
    assert sorted(path.name for path in (tool.folder / "out").iterdir()) == ["half.tif", "planes.tif"]
    assert np.array_equal(tifffile.imread(tool.folder / "out" / "planes.tif"), np.moveaxis(pixels, 0, -1))
