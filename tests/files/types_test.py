"""Every type of samples that TIFF has here comes out as it went in, bit for bit: tifffile makes the files and reads the
results."""
import numpy as np
import pytest
import tifffile

KINDS = [np.int8, np.int16, np.uint32, np.int32, np.float64]
LAYOUTS = [{}, {"tile": (16, 32)}, {"byteorder": ">"}, {"rowsperstrip": 3}, {"compression": "zlib", "predictor": True}]


def noise(shape, kind, seed=1):
    """All bits are at work; floats have what rounding would lose."""
    random = np.random.default_rng(seed)
    if kind == np.float64:
        pixels = random.normal(0, 1, shape) * 10.0 ** random.integers(-300, 300, shape)
        pixels.flat[:5] = [np.nan, np.inf, -np.inf, -0.0, 5e-324]
        return pixels
    limits = np.iinfo(kind)
    pixels = random.integers(limits.min, limits.max, shape, kind, endpoint=True)
    pixels.flat[:2] = [limits.min, limits.max]
    return pixels


def read(tool, name):
    return tifffile.imread(tool.folder / name)


def same(found, wanted):
    return found.dtype == wanted.dtype and found.shape == wanted.shape and found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
def test_a_picture(tool, kind, layout, how):
    if kind == np.float64 and layout.get("predictor"):
        layout = {"compression": "zlib"}
    for name, shape, options in (("grey", (50, 70), {}), ("colours", (50, 70, 3), {"photometric": "rgb"})):
        pixels = noise(shape, kind)
        tool.make("in.tif", pixels, **layout, **options)
        assert tool.notes("crop", "in.tif", f"{name}.tif", *how) == []
        assert same(read(tool, f"{name}.tif"), pixels)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
def test_planes(tool, kind, how):
    pixels = noise((3, 50, 70), kind)
    tool.make("in.tif", pixels, photometric="rgb", planarconfig="separate")
    assert tool.notes("crop", "in.tif", "out.tif", *how) == []
    assert same(read(tool, "out.tif"), np.ascontiguousarray(np.moveaxis(pixels, 0, -1)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS[:3], ids=str)
def test_pages(tool, kind, layout):
    pixels = noise((5, 20, 30), kind)
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None, **layout)
    tool.notes("crop", "in.tif", "out.tif")
    assert same(read(tool, "out.tif"), pixels)
    tool.notes("crop", "in.tif", "out.npy")
    assert same(np.load(tool.folder / "out.npy"), pixels)
    tool.notes("crop", "out.npy", "again.tif", "--axes", "ZYX")
    assert same(read(tool, "again.tif"), pixels)
    tool.notes("crop", "in.tif", "one.tif", "--page", "3")
    assert same(read(tool, "one.tif"), pixels[2])


@pytest.mark.parametrize("kind", KINDS)
def test_pages_of_ome(tool, kind):
    pixels = noise((2, 3, 20, 30), kind)
    tool.make("in.ome.tif", pixels, ome=True, metadata={"axes": "TZYX"})
    assert tool.notes("crop", "in.ome.tif", "out.ome.tif") == []
    with tifffile.TiffFile(tool.folder / "out.ome.tif") as file:
        assert file.series[0].axes == "TZYX" and same(file.series[0].asarray(), pixels)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("planes", ["contig", "separate"])
def test_bands(tool, kind, planes):
    pixels = noise((7, 20, 30) if planes == "separate" else (20, 30, 7), kind)
    tool.make("in.tif", pixels, photometric="minisblack", planarconfig=planes, metadata=None)
    assert tool.notes("crop", "in.tif", "out.tif") == []
    assert same(read(tool, "out.tif"), pixels)


@pytest.mark.parametrize("kind", KINDS)
def test_levels_of_a_pyramid(tool, kind):
    pixels = noise((600, 700), np.int8).astype(kind)
    tool.make("in.tif", pixels)
    tool.notes("crop", "in.tif", "out.tif", "--memory", "1M", "--pyramid")
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        levels = [level.asarray() for level in file.series[0].levels]
    sums = pixels.astype(np.float64).reshape(300, 2, 350, 2).sum((1, 3))
    half = sums / 4 if kind == np.float64 else np.floor((sums + 2) / 4)
    if kind != np.uint32:  # whose numbers are not those of int8
        assert same(levels[1], half.astype(kind))
    assert same(levels[0], pixels) and levels[1].dtype == kind


@pytest.mark.parametrize("kind, name", [(np.int16, "i16"), (np.float64, "f64"), (np.int8, "i8")])
@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
def test_a_window_gets_floats_and_says_so(tool, kind, name, how):
    pixels = (noise((50, 70), np.int8) * 0.5).astype(kind)
    tool.make("in.tif", pixels)
    note = f"mean takes no {name}: the samples of in.tif become f32"
    assert tool.notes("mean", "in.tif", "out.tif", "--ksize", 1, *how) == [note]
    assert same(read(tool, "out.tif"), pixels.astype(np.float32))


@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
def test_a_pipeline_keeps_the_type_where_all_its_ops_have_it(tool, how):
    pixels = noise((50, 70), np.int16)
    tool.make("in.tif", pixels)
    assert tool.notes("threshold level=3 kind=tozero | flip direction=vertical", "in.tif", "out.tif", *how) == []
    assert same(read(tool, "out.tif"), np.where(pixels > 3, pixels, 0).astype(np.int16)[::-1].copy())
    text = "threshold level=3 kind=tozero | mean ksize=1"
    assert tool.notes(text, "in.tif", "floats.tif", *how) == [f'"{text}" takes no i16: the samples of in.tif become f32']
    assert same(read(tool, "floats.tif"), np.where(pixels > 3, pixels, 0).astype(np.float32))


def test_a_pyramid_is_made_of_floats_and_says_so(tool):
    tool.make("in.tif", noise((50, 70), np.int16))
    done = tool.run("pyramid", "in.tif", "--out-dir", "levels", text=True)
    assert done.returncode == 0 and "in.tif: samples of type i16 are held as f32" in done.stderr


@pytest.mark.parametrize("kind, name", [(np.int16, "i16"), (np.float64, "f64")])
def test_a_window_on_pages_gets_floats_and_says_so(tool, kind, name):
    pixels = noise((3, 20, 30), np.int8).astype(kind)
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None)
    np.save(tool.folder / "in.npy", pixels)
    for file in ("in.tif", "in.npy"):
        assert tool.notes("mean", file, "out.npy", "--ksize", 1) == [f"mean takes no {name}: the samples of {file} become f32"]
        assert same(np.load(tool.folder / "out.npy"), pixels.astype(np.float32))


@pytest.mark.parametrize("kind, name", [(np.int8, "i8"), (np.int16, "i16"), (np.int32, "i32"), (np.float64, "f64")])
def test_files_that_cannot_hold_it_are_refused(tool, kind, name):
    tool.make("in.tif", noise((20, 30), kind))
    for suffix in (".png", ".jpg", ".webp"):
        line = tool.refused("crop", "in.tif", f"out{suffix}")
        assert f"{suffix} cannot hold samples of type {name}; use" in line and ".tif" in line


@pytest.mark.parametrize("kind, name", [(np.uint64, "u64"), (np.int64, "i64")])
def test_no_file_of_an_image_holds_integers_of_64_bits(tool, kind, name):
    np.save(tool.folder / "in.npy", noise((20, 30), kind))
    line = tool.refused("crop", "in.npy", "out.tif")
    assert f"samples of type {name}" in line or f" of {name}" in line


def test_the_value_of_no_data_of_doubles(tool):
    least = -1.7976931348623157e+308  # GDAL's usual one
    pixels = np.full((9, 11), 5.0)
    pixels[3:6, 4:7] = least
    tool.make("in.tif", pixels, photometric="minisblack", metadata=None, extratags=[(42113, "s", 0, str(least), True)])
    assert tool.notes("crop", "in.tif", "out.tif") == []
    with tifffile.TiffFile(tool.folder / "out.tif") as file:
        assert float(file.pages[0].tags[42113].value) == least
        assert same(file.asarray(), pixels)


@pytest.mark.parametrize("kind, name", [(np.int16, "i16"), (np.int8, "i8"), (np.float64, "f64")])
@pytest.mark.parametrize("how", [[], ["--memory", "1M"]], ids=["whole", "strips"])
def test_types_that_have_no_place_beside_floats_become_floats(tool, kind, name, how):
    pixels, floats = noise((50, 70), np.int8).astype(kind), noise((50, 70), np.int16).astype(np.float32)
    tool.make("in.tif", pixels)
    tool.make("floats.tif", floats)
    note = f"subtract takes no {name} beside f32: the samples of in.tif become f32"
    assert tool.notes("subtract", "in.tif", "floats.tif", "out.tif", *how) == [note]
    assert same(read(tool, "out.tif"), pixels.astype(np.float32) - floats)
    assert tool.notes("subtract", "floats.tif", "in.tif", "out.tif", *how) == [note]
    assert same(read(tool, "out.tif"), floats - pixels.astype(np.float32))


def test_two_types_that_have_no_place_beside_each_other_become_floats(tool):
    for name, kind in (("a.tif", np.int16), ("b.tif", np.int8)):
        tool.make(name, np.full((5, 7), 3, kind))
    assert tool.notes("subtract", "a.tif", "b.tif", "out.tif") == [
        "subtract takes no i16 beside i8: the samples of a.tif become f32",
        "subtract takes no i8 beside i16: the samples of b.tif become f32"]
    assert same(read(tool, "out.tif"), np.zeros((5, 7), np.float32))


def test_types_that_floats_do_not_help_are_refused_as_they_are(tool):
    tool.make("a.tif", np.full((5, 7), 3, np.int16))
    tool.make("b.tif", np.full((5, 7), 3, np.uint8))
    assert "i16" in tool.refused("subtract", "a.tif", "b.tif", "out.tif")


@pytest.mark.parametrize("how", [[], ["--memory", "1M"], ["--page", "1"]], ids=["whole", "strips", "page"])
@pytest.mark.parametrize("kind, name", [(np.int16, "i16"), (np.int8, "i8"), (np.float64, "f64")])
def test_what_an_op_takes_in_other_calls_alone_becomes_floats(tool, kind, name, how):
    """Quarters of rotate copy samples of every type, other angles mix them."""
    pixels = (noise((50, 70), np.int8) * 0.5).astype(kind)
    tool.make("in.tif", pixels)
    if not how or how[0] != "--memory":
        assert tool.notes("rotate", "in.tif", "turned.tif", "--degrees", 90, *how) == []
        assert same(read(tool, "turned.tif"), np.ascontiguousarray(np.rot90(pixels, -1)))
    note = f"rotate takes no {name} in this call: the samples of in.tif become f32"
    assert tool.notes("rotate", "in.tif", "out.tif", "--degrees", 3, "--interpolation", "nearest", *how) == [note]
    tool.make("floats.tif", pixels.astype(np.float32))
    tool.notes("rotate", "floats.tif", "wanted.tif", "--degrees", 3, "--interpolation", "nearest", *how)
    assert same(read(tool, "out.tif"), read(tool, "wanted.tif"))


@pytest.mark.parametrize("call, way", [
    (["gaussian", "in.npy"], "--type f32"), (["rotate", "in.npy", "--degrees", 3], "--type f32"),
    (["invert | gaussian", "in.npy"], "--type f32"), (["integral", "in.npy"], "--type f32"),
    (["project", "in.npy", "--by", "mean"], "--type f32"), (["region_statistics", "labels.npy", "in.npy"], "--type i32,f32"),
    (["region_statistics", "stack.npy", "wide.npy"], "--type i32,f32"), (["gaussian", "wide.npy"], "--type f32")])
def test_a_refusal_of_a_type_names_the_way_round_it(tool, call, way):
    """Integers of 32 and 64 bits are not rounded unless the caller says so."""
    pixels = noise((2, 20, 30), np.int32).astype(np.int64)
    labels = np.ones(pixels.shape, np.int32)
    for name, values in ("in", pixels[0]), ("wide", pixels), ("labels", labels[0]), ("stack", labels):
        np.save(tool.folder / f"{name}.npy", values)
    op, *words = call
    files = [word for word in words if str(word).endswith(".npy")]
    options = [word for word in words if word not in files]
    done = tool.run("run", op, *files, "out.npy", *options, text=True)
    line = done.stderr.splitlines()[0]
    assert done.returncode != 0 and line.endswith(f"; {way} makes floats of it"), done.stderr
    assert tool.run("run", op, *files, "out.npy", *options, *way.split()).returncode == 0


def test_the_way_round_a_type_in_strips(tool):
    tool.make("in.tif", noise((50, 70), np.int32))
    assert tool.refused("gaussian", "in.tif", "out.tif", "--memory", "1M").endswith("; without --memory --type f32 makes floats of it")
    assert "--type" not in tool.refused("bitwise", tool.make("a.tif", np.ones((5, 5), np.float32)).name, "a.tif", "out.tif")
    assert "--type" not in tool.refused("threshold", "in.tif", "out.tif", "--level", 1e10)
