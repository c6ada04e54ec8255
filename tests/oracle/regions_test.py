"""label, distance_transform, fill_holes, remove_small and region_statistics against SciPy, scikit-image and OpenCV."""
import os
import subprocess

import cv2
import numpy as np
import pytest
import tifffile
from scipy import ndimage
from skimage import measure, morphology

NEIGHBOURS = {"4": None, "8": np.ones((3, 3), int)}
METRICS = {"l1": cv2.DIST_L1, "chessboard": cv2.DIST_C, "l2": cv2.DIST_L2}


def spiral(side):
    """One winding region of lines one pixel wide."""
    image = np.zeros((side, side), np.uint8)
    x, y, (dx, dy) = 0, 0, (1, 0)
    for length in range(side, 0, -1):
        for _ in range(2):
            for _ in range(length - 1):
                image[y, x] = 255
                if 0 <= x + dx < side and 0 <= y + dy < side:
                    x, y = x + dx, y + dy
            dx, dy = -dy, dx
    return image


def masks():
    noise = np.random.default_rng(7).random((211, 307))
    return {
        "sparse": np.where(noise < 0.2, 255, 0).astype(np.uint8),
        "even": np.where(noise < 0.55, noise * 65535, 0).astype(np.uint16),
        "dense": np.where(noise < 0.93, noise, 0).astype(np.float32),
        "blobs": np.where(cv2.GaussianBlur(noise, (0, 0), 3) > 0.5, 255, 0).astype(np.uint8),
        "board": (np.indices((65, 130)).sum(0) % 2 * 255).astype(np.uint8),
        "spiral": spiral(101),
        "none": np.zeros((40, 33), np.uint8),
        "all": np.full((40, 33), 9, np.uint8),
        "pixel": np.ones((1, 1), np.uint8),
        "row": np.array([[1, 1, 0, 1, 0, 0, 1] * 50], np.uint8),
    }


def run(lenslet, op, files, *arguments):
    command = [lenslet.path, "run", op, *files, *map(str, arguments), "--quiet"]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


def results(lenslet, folder, op, *arguments, images=None):
    """The results of all masks, through TIFF files."""
    for name, image in (images or masks()).items():
        tifffile.imwrite(folder / f"{name}.tif", image, photometric="minisblack")
        done = run(lenslet, op, [folder / f"{name}.tif", folder / "out.tif"], *arguments)
        assert done.returncode == 0, done.stderr
        yield name, image, tifffile.imread(folder / "out.tif")


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_label(lenslet, tmp_path, neighbours):
    for name, image, got in results(lenslet, tmp_path, "label", "--neighbours", neighbours):
        wanted, _ = ndimage.label(image, NEIGHBOURS[neighbours])
        assert got.dtype == np.int32
        assert np.array_equal(got, wanted), name
        assert np.array_equal(got, measure.label(image != 0, connectivity=1 if neighbours == "4" else 2)), name
        count, others = cv2.connectedComponents((image != 0).astype(np.uint8), connectivity=int(neighbours))
        assert count == got.max() + 1 and len(np.unique(got * count + others)) <= count, name


def volumes():
    noise = np.random.default_rng(5).random((9, 41, 70))
    smooth = ndimage.gaussian_filter(noise, 2)
    return {"sparse": noise < 0.15, "even": noise < 0.3, "dense": noise < 0.9, "blobs": smooth > np.median(smooth),
            "column": np.ones((20, 1, 1), bool), "pages": np.arange(30).reshape(5, 3, 2) % 7 > 0}


def of_volumes(lenslet, folder, op, *arguments):
    """The results of volumes, whose pages lie one below another in the files."""
    for name, volume in volumes().items():
        pages, height, width = volume.shape
        tifffile.imwrite(folder / f"{name}.tif", volume.reshape(pages * height, width).astype(np.uint8), photometric="minisblack")
        done = run(lenslet, op, [folder / f"{name}.tif", folder / "out.tif"], "--pages", pages, *arguments)
        assert done.returncode == 0, done.stderr
        yield name, volume, tifffile.imread(folder / "out.tif").reshape(volume.shape)


@pytest.mark.parametrize("neighbours,reach", [(6, 1), (18, 2), (26, 3)])
def test_volumes(lenslet, tmp_path, neighbours, reach):
    around = ndimage.generate_binary_structure(3, reach)
    for name, volume, got in of_volumes(lenslet, tmp_path, "label", "--neighbours", neighbours):
        assert np.array_equal(got, ndimage.label(volume, around)[0]), name
    for name, volume, got in of_volumes(lenslet, tmp_path, "fill_holes", "--neighbours", neighbours):
        assert np.array_equal(got > 0, ndimage.binary_fill_holes(volume, around)), name
    for name, volume, got in of_volumes(lenslet, tmp_path, "remove_small", "--neighbours", neighbours, "--area", 5):
        wanted = morphology.remove_small_objects(volume, max_size=4, connectivity=reach)
        assert np.array_equal(got > 0, wanted), name


@pytest.mark.parametrize("metric", METRICS)
def test_distances_in_volumes(lenslet, tmp_path, metric):
    for name, volume, got in of_volumes(lenslet, tmp_path, "distance_transform", "--metric", metric):
        if volume.all():
            assert np.isinf(got).all()
            continue
        wanted = (ndimage.distance_transform_edt(volume) if metric == "l2" else
                  ndimage.distance_transform_cdt(volume, "taxicab" if metric == "l1" else metric))
        assert np.allclose(got, wanted, rtol=3e-7, atol=0), name


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_label_in_strips(lenslet, tmp_path, neighbours):
    """Numbers do not depend on strips, which are of some rows only, or on the number of devices."""
    noise = np.random.default_rng(11).random((700, 400))
    images = {"noise": noise < 0.5, "joined": noise < 0.6, "comb": np.indices(noise.shape)[1] % 4 == 0}
    images["comb"][-1] = True
    images["spiral"] = spiral(513) > 0
    for name, image in images.items():
        tifffile.imwrite(tmp_path / "in.tif", (image * 200).astype(np.uint8), photometric="minisblack")
        wanted, _ = ndimage.label(image, NEIGHBOURS[neighbours])
        for options in ["--memory", "3M"], ["--device", "pocl/2"]:
            done = run(lenslet, "label", [tmp_path / "in.tif", tmp_path / "out.tif"], "--neighbours", neighbours, *options)
            assert done.returncode == 0, done.stderr
            assert np.array_equal(tifffile.imread(tmp_path / "out.tif"), wanted), (name, options)


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_cleaned_in_strips(lenslet, tmp_path, neighbours):
    """Holes, and what is small, do not depend on strips or on the number of devices."""
    noise = np.random.default_rng(12).random((700, 400))
    images = {"sparse": noise < 0.4, "even": noise < 0.59, "dense": noise < 0.75,
              "spiral": np.vstack([spiral(399), spiral(399)[::-1]]) > 0}
    images = {name: (image * 200).astype(np.uint8) for name, image in images.items()}
    for options in ["--memory", "1400K"], ["--device", "pocl/2"]:
        for name, image, got in results(lenslet, tmp_path, "fill_holes", "--neighbours", neighbours, *options, images=images):
            assert np.array_equal(got > 0, ndimage.binary_fill_holes(image, NEIGHBOURS[neighbours])), (name, options)
        for name, image, got in results(lenslet, tmp_path, "remove_small", "--area", 900, "--neighbours", neighbours, *options,
                                        images=images):
            wanted = morphology.remove_small_objects(image > 0, max_size=899, connectivity=int(neighbours) // 4)
            assert np.array_equal(got, image * wanted), (name, options)


def test_label_counts(lenslet, tmp_path):
    image = masks()["sparse"]
    tifffile.imwrite(tmp_path / "in.tif", image)
    done = run(lenslet, "label", [tmp_path / name for name in ("in.tif", "labels.npy", "count.npy")], "--count")
    assert done.returncode == 0, done.stderr
    wanted, count = ndimage.label(image)
    assert np.array_equal(np.load(tmp_path / "labels.npy"), wanted)
    assert np.load(tmp_path / "count.npy").tolist() == [count]
    printed = run(lenslet, "label", [tmp_path / "in.tif", tmp_path / "alone.tif"], "--count")
    assert (printed.returncode, printed.stdout) == (0, f"count: {count}\n")
    assert np.array_equal(tifffile.imread(tmp_path / "alone.tif"), wanted)
    many = run(lenslet, "label", [tmp_path / "in.tif"], "--count", "--out-dir", tmp_path / "many")
    assert (many.returncode, many.stdout) == (0, f"count: {count}\n")


def test_distances_in_a_wide_image(lenslet, tmp_path):
    image = np.pad(np.zeros((1, 1), np.uint8), ((3, 8), (4100, 900)), constant_values=1)
    tifffile.imwrite(tmp_path / "in.tif", image)
    for schedule in "search.group1", "lists.group1", "search.group128", "lists.group128":
        done = run(lenslet, "distance_transform", [tmp_path / "in.tif", tmp_path / f"{schedule}.tif"], "--schedule", schedule)
        assert done.returncode == 0, done.stderr
        found = tifffile.imread(tmp_path / f"{schedule}.tif")
        assert np.allclose(found, ndimage.distance_transform_edt(image), rtol=3e-7, atol=0), schedule


@pytest.mark.parametrize("metric", METRICS)
def test_distance_transform(lenslet, tmp_path, metric):
    images = {**masks(), "far": np.pad(np.zeros((1, 1), np.uint8), ((200, 90), (310, 5)), constant_values=1)}
    for name, image, got in results(lenslet, tmp_path, "distance_transform", "--metric", metric, images=images):
        assert got.dtype == np.float32
        if image.all():
            assert np.isinf(got).all(), name
            continue
        wanted = (ndimage.distance_transform_edt(image) if metric == "l2" else
                  ndimage.distance_transform_cdt(image, "taxicab" if metric == "l1" else metric))
        assert np.allclose(got, wanted, rtol=3e-7, atol=0), name
        peer = cv2.distanceTransform((image != 0).astype(np.uint8), METRICS[metric], cv2.DIST_MASK_PRECISE)
        assert np.allclose(got, peer, rtol=1e-5, atol=1e-5), name


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
def test_fill_holes(lenslet, tmp_path, neighbours):
    for name, image, got in results(lenslet, tmp_path, "fill_holes", "--neighbours", neighbours):
        wanted = ndimage.binary_fill_holes(image, NEIGHBOURS[neighbours])
        white = 1 if image.dtype == np.float32 else np.iinfo(image.dtype).max
        assert np.array_equal(got, np.where(wanted, white, 0)), name


@pytest.mark.parametrize("neighbours", NEIGHBOURS)
@pytest.mark.parametrize("area", [2, 12, 64])
def test_remove_small(lenslet, tmp_path, neighbours, area):
    options = "--neighbours", neighbours, "--area", area
    for name, image, got in results(lenslet, tmp_path, "remove_small", *options):
        wanted = morphology.remove_small_objects(image != 0, max_size=area - 1, connectivity=int(neighbours) // 4)
        assert np.array_equal(got, np.where(wanted, image, 0)), name


@pytest.mark.parametrize("kind", ["u1", "u2", "i4", "u4", "f4"])
def test_region_statistics(lenslet, tmp_path, kind):
    labels, count = ndimage.label(masks()["blobs"])
    random = np.random.default_rng(3)
    ranges = {"u1": (0, 200), "u2": (0, 60000), "i4": (-2**31, 2**31), "u4": (0, 2**32), "f4": (-300, 59700)}
    low, high = ranges[kind]
    values = random.random(labels.shape) * (high - low) + low
    image = values.astype(kind)
    tifffile.imwrite(tmp_path / "labels.tif", labels.astype(np.int32))
    tifffile.imwrite(tmp_path / "image.tif", image)
    files = [tmp_path / name for name in ("labels.tif", "image.tif", "table.csv")]
    done = run(lenslet, "region_statistics", files)
    assert done.returncode == 0, done.stderr
    heading = (tmp_path / "table.csv").read_text().splitlines()[0]
    assert heading == "label,area,left,top,width,height,x,y,mean,least,greatest"
    table = np.loadtxt(tmp_path / "table.csv", delimiter=",", skiprows=1)
    assert table.shape == (count, 11)
    names = "label", "area", "bbox", "centroid", "intensity_mean", "intensity_min", "intensity_max"
    found = measure.regionprops_table(labels, image.astype(np.float64), properties=names)
    wanted = [found["label"], found["area"], found["bbox-1"], found["bbox-0"], found["bbox-3"] - found["bbox-1"],
              found["bbox-2"] - found["bbox-0"], found["centroid-1"], found["centroid-0"], found["intensity_mean"],
              found["intensity_min"], found["intensity_max"]]
    assert np.allclose(table, np.stack(wanted, 1), rtol=1e-12)
    assert np.allclose(table[:, 8], ndimage.mean(image.astype(np.float64), labels, np.arange(1, count + 1)), rtol=1e-12)


def test_region_statistics_of_a_volume(lenslet, tmp_path):
    """A stack of two films: each point in time is a volume."""
    volumes_of = [ndimage.label(volume) for volume in (volumes()["blobs"], volumes()["sparse"])]
    image = np.random.default_rng(3).random((2, *volumes_of[0][0].shape)).astype(np.float32)
    labels = np.stack([labels for labels, _ in volumes_of]).astype(np.uint16)
    for name, pixels in ("labels", labels), ("image", image):
        tifffile.imwrite(tmp_path / f"{name}.ome.tif", pixels, ome=True, metadata={"axes": "TZYX"})
    files = [tmp_path / name for name in ("labels.ome.tif", "image.ome.tif", "table.csv")]
    done = run(lenslet, "region_statistics", files, "--volume")
    assert done.returncode == 0, done.stderr
    heading = (tmp_path / "table.csv").read_text().splitlines()[0]
    assert heading == "volume,label,area,left,top,width,height,x,y,mean,least,greatest,front,depth,z"
    table = np.loadtxt(tmp_path / "table.csv", delimiter=",", skiprows=1)
    names = "label", "area", "bbox", "centroid", "intensity_mean", "intensity_min", "intensity_max"
    for volume in 0, 1:
        found = measure.regionprops_table(labels[volume], image[volume].astype(np.float64), properties=names)
        sides = [found[f"bbox-{side + 3}"] - found[f"bbox-{side}"] for side in (2, 1, 0)]
        wanted = [found["label"], found["area"], found["bbox-2"], found["bbox-1"], *sides[:2], found["centroid-2"],
                  found["centroid-1"], found["intensity_mean"], found["intensity_min"], found["intensity_max"],
                  found["bbox-0"], sides[2], found["centroid-0"]]
        own = table[table[:, 0] == volume + 1, 1:]
        assert own.shape == (volumes_of[volume][1], 14)
        assert np.allclose(own, np.stack(wanted, 1), rtol=1e-12)


def test_more_regions_than_expected(lenslet, tmp_path):
    """The table has as many rows as there are labels, whatever room there was at first, for one job and for many."""
    labels = np.arange(1, 12001, dtype=np.int32).reshape(100, 120)
    for name in "a", "b", "image":
        tifffile.imwrite(tmp_path / f"{name}.tif", (labels % 251).astype(np.uint8) if name == "image" else labels)
    done = run(lenslet, "region_statistics", [tmp_path / name for name in ("a.tif", "image.tif", "table.npy")])
    assert done.returncode == 0, done.stderr
    table = np.load(tmp_path / "table.npy")
    assert np.array_equal(table[:, 0], labels.ravel()) and np.array_equal(table[:, 8], labels.ravel() % 251)
    exact = run(lenslet, "region_statistics", [tmp_path / name for name in ("a.tif", "image.tif", "same.npy")], "--regions", 12000)
    assert exact.returncode == 0 and np.array_equal(np.load(tmp_path / "same.npy"), table)


def test_regions_that_the_device_cannot_hold(lenslet, tmp_path):
    """PoCL may be given less memory than there is; other devices have room for these."""
    tifffile.imwrite(tmp_path / "in.tif", np.ones((9, 9), np.uint8))
    files = [tmp_path / name for name in ("in.tif", "in.tif", "table.npy")]
    command = [lenslet.path, "run", "region_statistics", *map(str, files), "--regions", "1000000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"POCL_MEMORY_LIMIT": "1"})
    if done.returncode == 0:
        pytest.skip("the device has room")
    line, = done.stderr.splitlines()
    assert "1000000 regions need 304000000 bytes" in line and "; allowed: up to" in line
    assert not files[-1].exists()


def test_refusals(lenslet, tmp_path):
    wide = masks()["blobs"]
    labels, count = ndimage.label(wide)
    tifffile.imwrite(tmp_path / "labels.tif", labels.astype(np.int32))
    tifffile.imwrite(tmp_path / "image.tif", wide)
    tifffile.imwrite(tmp_path / "floats.tif", wide.astype(np.float32))
    tifffile.imwrite(tmp_path / "colour.tif", np.dstack([wide] * 3), photometric="rgb")
    tifffile.imwrite(tmp_path / "small.tif", wide[:9, :9])
    tifffile.imwrite(tmp_path / "far.tif", np.full((9, 9), 16700000, np.uint32))
    for words, told in [
        (["label", "colour.tif", "out.tif"], "label: the image is u8 x 3; allowed: 1 channel"),
        (["label", "image.tif", "out.png"], "out.png': .png cannot hold samples of type i32; use .tif"),
        (["gaussian", "labels.tif", "out.tif"], "gaussian: image is of i32; allowed: u8, u16, f16, f32"),
        (["region_statistics", "floats.tif", "labels.tif", "out.csv"], "labels is of f32; allowed: u8, i8, u16, i16, u32"),
        (["region_statistics", "labels.tif", "small.tif", "out.csv"], "307 x 211 and 9 x 9; allowed: one size"),
        (["region_statistics", "labels.tif", "image.tif", "out.csv", "--regions", "1"], 
         f"{count} rows of table were found; allowed: up to 1, or more with --regions"),
        (["region_statistics", "far.tif", "small.tif", "out.csv"],
         "16700000 rows of table were found; allowed: up to 256 of an image of 81 pixels, or more with --regions"),
        (["label", "image.tif", "out.tif", "--region", "3x3+0+0"], "must see its input whole"),
        (["label", "image.tif", "out.tif", "--pages", "2"], "label: 2 pages in 211 rows; allowed: a number of pages that"),
        (["label", "image.tif", "out.tif", "--neighbours", "26"], "label: 26 neighbours in one page; allowed: 4 or 8"),
        (["distance_transform", "image.tif", "out.tif", "--pages", "5"], "5 pages in 211 rows; allowed"),
    ]:
        files = [tmp_path / word if "." in word else word for word in words[1:]]
        done = run(lenslet, words[0], files)
        assert done.returncode != 0 and told in done.stderr, (words, done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1
        assert not any(tmp_path.glob("out.*"))
