"""watershed against scikit-image: equal where no two pixels have one level, and nearly on photographs, where plateaus are
divided by another rule."""
import numpy as np
import photographs
import pytest
import tifffile
from regions_test import run
from scipy import ndimage
from skimage import measure, segmentation

RANDOM = np.random.default_rng(5)


def result(lenslet, folder, image, markers, *options, mask=None):
    files = {"image.tif": image, "markers.tif": markers} | ({} if mask is None else {"mask.tif": mask})
    for name, values in files.items():
        tifffile.imwrite(folder / name, values, photometric="minisblack")
    done = run(lenslet, "watershed", [folder / name for name in (*files, "out.tif")], *options)
    assert done.returncode == 0, done.stderr
    labels = tifffile.imread(folder / "out.tif")
    assert labels.dtype == np.int32
    return labels


def scattered(shape, count):
    markers = np.zeros(shape, np.int32)
    markers.flat[RANDOM.choice(markers.size, count, False)] = np.arange(1, count + 1)
    return markers


def distinct(shape, kind):
    levels = RANDOM.permutation(shape[0] * shape[1]).reshape(shape)
    return levels.astype(kind) if kind == "u2" else (levels / 16 - 500).astype(kind)


@pytest.mark.parametrize("kind", ["u2", "f4"])
@pytest.mark.parametrize("neighbours", ["4", "8"])
def test_distinct_levels(lenslet, tmp_path, kind, neighbours):
    for shape, count in ((211, 307), 25), ((211, 307), 900), ((1, 500), 4), ((130, 140), 1):
        image, markers = distinct(shape, kind), scattered(shape, count)
        wanted = segmentation.watershed(image, markers, connectivity=int(neighbours) // 4)
        assert np.array_equal(result(lenslet, tmp_path, image, markers, "--neighbours", neighbours), wanted), (shape, count)


@pytest.mark.parametrize("options", [["--memory", "3900K"], ["--device", "pocl/2"]])
def test_in_strips(lenslet, tmp_path, options):
    """Water flows from strip to strip, and from device to device."""
    shape = (900, 200)
    image, markers = distinct(shape, "f4"), scattered(shape, 12)
    assert np.array_equal(result(lenslet, tmp_path, image, markers, *options), segmentation.watershed(image, markers))
    lines = result(lenslet, tmp_path, image, markers, "--line", *options)
    assert np.array_equal(lines, result(lenslet, tmp_path, image, markers, "--line"))


@pytest.mark.parametrize("neighbours", ["4", "8"])
def test_masks(lenslet, tmp_path, neighbours):
    image, markers = distinct((150, 190), "u2"), scattered((150, 190), 60)
    mask = (ndimage.gaussian_filter(RANDOM.random(image.shape), 3) > 0.495).astype(np.uint8) * 255
    wanted = segmentation.watershed(image, markers, connectivity=int(neighbours) // 4, mask=mask != 0)
    assert 0 < np.count_nonzero(wanted == 0) < wanted.size
    got = result(lenslet, tmp_path, image, markers, "--neighbours", neighbours, "--masked", mask=mask)
    assert np.array_equal(got, wanted)


def test_touching_blobs(lenslet, tmp_path):
    """The usual way to part blobs: markers at the peaks of the distance from the background."""
    y, x = np.indices((160, 240))
    centres = [(40, 50), (60, 80), (110, 60), (100, 170), (75, 200), (120, 205)]
    blobs = np.any([(y - a) ** 2 + (x - b) ** 2 < 24 ** 2 for a, b in centres], 0)
    distance = ndimage.distance_transform_edt(blobs)
    order = np.argsort((RANDOM.random(blobs.shape) * 1e-3 - distance).ravel())
    image = np.empty(blobs.size, np.float32)
    image[order] = np.arange(blobs.size)  # the ranks of distances, so that all levels differ
    image = image.reshape(blobs.shape)
    markers = np.zeros(blobs.shape, np.int32)
    for label, (a, b) in enumerate(centres, 1):
        markers[a, b] = label
    got = result(lenslet, tmp_path, image, markers, "--masked", mask=blobs.astype(np.uint8))
    assert np.array_equal(got, segmentation.watershed(image, markers, mask=blobs))
    assert len(np.unique(got)) == 7


@pytest.mark.parametrize("name", ["camera", "coffee", "hubble"])
@pytest.mark.parametrize("neighbours", ["4", "8"])
def test_photographs(lenslet, tmp_path, name, neighbours):
    photograph = photographs.developed()[name].astype(float)
    slope = np.hypot(ndimage.sobel(photograph, 0), ndimage.sobel(photograph, 1)) / 8
    kind = photographs.developed()[name].dtype
    image = np.minimum(slope, 255 if kind == np.uint8 else 65535).astype(kind)
    grid = np.zeros(image.shape, np.int32)
    grid[20::60, 20::60] = np.arange(1, grid[20::60, 20::60].size + 1).reshape(grid[20::60, 20::60].shape)
    smooth = ndimage.gaussian_filter(slope, 3)
    minima = measure.label(smooth == ndimage.minimum_filter(smooth, 15)).astype(np.int32)
    for what, markers in ("grid", grid), ("minima", minima), ("five", scattered(image.shape, 5)):
        wanted = segmentation.watershed(image, markers, connectivity=int(neighbours) // 4)
        got = result(lenslet, tmp_path, image, markers, "--neighbours", neighbours)
        other = np.mean(got != wanted)
        print(name, neighbours, what, f"{other:.4%} differ")
        assert other <= (0.0 if kind == np.float32 else 0.002 if kind == np.uint16 else 0.02), (what, other)


def test_lines(lenslet, tmp_path):
    image, markers = distinct((150, 190), "u2"), scattered((150, 190), 40)
    for neighbours, structure in ("4", ndimage.generate_binary_structure(2, 1)), ("8", np.ones((3, 3))):
        whole = result(lenslet, tmp_path, image, markers, "--neighbours", neighbours)
        lines = result(lenslet, tmp_path, image, markers, "--neighbours", neighbours, "--line")
        assert np.array_equal(np.where(lines == 0, whole, lines), whole)
        assert 0 < np.mean(lines == 0) < 0.2
        for label in range(1, markers.max() + 1):
            grown = ndimage.binary_dilation(lines == label, structure)
            assert not (grown & (lines != label) & (lines != 0) & (markers == 0)).any()
        peer = segmentation.watershed(image, markers, connectivity=int(neighbours) // 4, watershed_line=True)
        both = (lines != 0) & (peer != 0)
        assert np.mean(lines[both] == peer[both]) > 0.999


def test_labels_and_levels_of_all_kinds(lenslet, tmp_path):
    image = np.array([[-np.inf, -3, -0.0, 0.0, np.nan, 5, np.inf]], np.float32)
    markers = np.array([[0, -7, 0, 0, 0, 9, 0]], np.int32)
    assert result(lenslet, tmp_path, image, markers).tolist() == [[-7, -7, -7, -7, -7, 9, 9]]
    assert not result(lenslet, tmp_path, image, np.zeros_like(markers)).any()


def test_refusals(lenslet, tmp_path):
    tifffile.imwrite(tmp_path / "image.tif", np.zeros((9, 9), np.uint8))
    tifffile.imwrite(tmp_path / "small.tif", np.zeros((5, 9), np.int32))
    tifffile.imwrite(tmp_path / "floats.tif", np.zeros((9, 9), np.float32))
    for markers, told in [("small.tif", "images of 9 x 9 and 9 x 5; allowed: one size"),
                          ("floats.tif", "markers is of f32; allowed: u8, u16, i32")]:
        done = run(lenslet, "watershed", [tmp_path / name for name in ("image.tif", markers, "out.tif")])
        assert done.returncode != 0 and told in done.stderr, done.stderr
        assert not (tmp_path / "out.tif").exists()
