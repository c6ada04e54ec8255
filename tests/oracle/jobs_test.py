"""The scripts of examples/jobs, on photographs of scikit-image and on what is made of them, with their results looked at:
beside the same steps in OpenCV, SciPy and scikit-image."""
import csv
import os
import pathlib
import subprocess

import cv2
import numpy as np
import pytest
import skimage.data
import tifffile
from PIL import Image
from scipy import ndimage
from skimage import filters

from photographs import load

JOBS = pathlib.Path(__file__).parents[2] / "examples" / "jobs"


def run_job(lenslet, name, *arguments, status=0):
    done = subprocess.run([JOBS / f"{name}.sh", *map(str, arguments)], env=os.environ | {"LENSLET": lenslet.path},
                          capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done


def turned(image, degrees):
    """Clockwise, cut to the largest part of the same proportions that shows nothing from outside."""
    height, width = image.shape[:2]
    cosine, sine = np.cos(np.radians(degrees)), np.abs(np.sin(np.radians(degrees)))
    scale = min(width / (width * cosine + height * sine), height / (width * sine + height * cosine))
    to_width, to_height = int(width * scale), int(height * scale)
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1)
    matrix[:, 2] += (to_width - width) / 2, (to_height - height) / 2
    return cv2.warpAffine(image, matrix, (to_width, to_height), flags=cv2.INTER_CUBIC)


def write_photograph(path, pixels):
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "A maker", "A camera"
    Image.fromarray(pixels).save(path, quality=97, exif=exif)


def write_mark(path):
    mark = np.zeros((24, 60, 4), np.uint8)
    mark[...] = 255, 0, 255, 255
    Image.fromarray(mark).save(path)


def expected_photograph(path):
    image = turned(cv2.cvtColor(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), cv2.COLOR_BGR2RGB), 2)
    levels = np.percentile(image, (0.5, 99.5))
    image = np.clip((image - levels[0]) * 255 / (levels[1] - levels[0]), 0, 255)
    image = np.clip(image + 0.6 * (image - cv2.GaussianBlur(image, (0, 0), 1)), 0, 255)
    corner = image[-16 - 24:-16, -16 - 60:-16]
    corner[...] = 0.3 * corner + 0.7 * np.array([255, 0, 255])
    return image


def test_photographs(lenslet, tmp_path):
    (tmp_path / "photos").mkdir()
    for name in "chelsea", "coffee":
        write_photograph(tmp_path / "photos" / f"{name}.jpg", load(f"{name}.png"))
    write_mark(tmp_path / "mark.png")
    run_job(lenslet, "photographs", tmp_path / "photos", tmp_path / "mark.png", tmp_path / "web")
    for name in "chelsea", "coffee":
        with Image.open(tmp_path / "web" / f"{name}.webp") as result:
            assert result.getexif()[0x0110] == "A camera"
            pixels = np.asarray(result).astype(float)
        expected = expected_photograph(tmp_path / "photos" / f"{name}.jpg")
        assert pixels.shape == expected.shape
        assert np.abs(pixels - expected).mean() < 4, "more than WebP's loss"


def test_photographs_of_other_kinds(lenslet, tmp_path):
    """Grey and of 16 bits, under a mark in colour of 8 bits."""
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "grey.png"), cv2.cvtColor(load("chelsea.png"), cv2.COLOR_RGB2GRAY))
    deep = cv2.cvtColor(load("coffee.png"), cv2.COLOR_RGB2BGR).astype(np.uint16) * 250 + 300
    cv2.imwrite(str(photos / "deep.png"), deep)
    write_mark(tmp_path / "mark.png")
    done = run_job(lenslet, "photographs", photos, tmp_path / "mark.png", tmp_path / "web")
    assert "composite: the grey image becomes coloured, as its picture is" in done.stderr
    assert "composite: the picture of u8 is taken to u16, white to white" in done.stderr
    for name in "grey", "deep":
        with Image.open(tmp_path / "web" / f"{name}.webp") as result:
            pixels = np.asarray(result.convert("RGB")).astype(float)
        expected = expected_photograph(photos / f"{name}.png")
        assert pixels.shape == expected.shape
        assert np.abs(pixels - expected).mean() < 4, "more than WebP's loss"


def test_a_large_photograph_fits_the_box(lenslet, tmp_path):
    photo = tmp_path / "large.jpg"
    write_photograph(photo, cv2.resize(load("rocket.jpg"), (2400, 1602)))
    write_mark(tmp_path / "mark.png")
    run_job(lenslet, "photographs", photo, tmp_path / "mark.png", tmp_path / "web", 0)
    with Image.open(tmp_path / "web" / "large.webp") as result:
        assert result.size == (1600, 1068)


def scanned(page):
    """Turned by 2 degrees against the clock, under a shadow, with noise."""
    height, width = page.shape
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 2, 1)
    shaded = cv2.warpAffine(page, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    shaded = shaded * np.linspace(1, 0.55, width)
    return np.clip(shaded + np.random.default_rng(7).normal(0, 2, shaded.shape), 0, 255).astype(np.uint8)


def test_scanned_page(lenslet, tmp_path):
    page = cv2.resize(skimage.data.page(), None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "page.png"), scanned(page))
    run_job(lenslet, "scanned_page", tmp_path / "page.png", tmp_path / "clean.png", 2, 8)
    result = cv2.imread(str(tmp_path / "clean.png"), cv2.IMREAD_UNCHANGED)
    straight = turned(scanned(page), 2)[8:-8, 8:-8]
    assert result.shape == straight.shape
    assert set(np.unique(result)) == {0, 255}
    smooth = cv2.medianBlur(straight, 3).astype(float)
    expected = smooth > cv2.blur(smooth, (31, 31)) - 12
    assert (expected == (result == 255)).mean() > 0.995
    ink = page < filters.threshold_local(page, 31, method="mean", offset=12)
    assert 0.8 < (result == 0).mean() / ink.mean() < 1.25, "about as much ink as on the page"


def write_scene(path):
    """Fields of plants and of bare soil in blue, green, red and near infrared; 0 is no data, in a corner and in a gap."""
    height, width = 300, 420
    y, x = np.mgrid[:height, :width]
    plants = np.sin(x / 30) + np.cos(y / 25) > 0.3
    bands = [300 + 50 * plants, 500 + 20 * plants, 900 - 600 * plants, 1000 + 2500 * plants]
    scene = np.stack(bands, -1) + np.random.default_rng(1).normal(0, 30, (height, width, 4))
    scene = scene.astype(np.uint16)
    scene[:40, :60] = 0
    scene[200:210, 100:180] = 0
    tags = [(33550, "d", 3, (10.0, 10.0, 0.0)), (33922, "d", 6, (0.0, 0.0, 0.0, 5e5, 5e6, 0.0)),
            (34735, "H", 16, (1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633)), (42113, "s", 0, "0")]
    tifffile.imwrite(path, scene, photometric="minisblack", extrasamples=[0, 0, 0], tile=(128, 128), metadata=None,
                     extratags=[(*tag, True) for tag in tags])
    return scene.astype(np.float64), plants


def smoothed_where_known(image, known):
    def blur(x):
        return ndimage.gaussian_filter(x, 1.5, mode="mirror", truncate=4)

    return blur(np.where(known, image, 0)) / np.maximum(blur(known.astype(float)), 1e-9)


def test_vegetation(lenslet, tmp_path):
    scene, plants = write_scene(tmp_path / "scene.tif")
    run_job(lenslet, "vegetation", tmp_path / "scene.tif", tmp_path / "index.tif", tmp_path / "plants.tif", 0.4, "30M")
    known = scene[..., 2] > 0
    red, near = scene[..., 2], scene[..., 3]
    index = smoothed_where_known((near - red) / np.where(known, near + red, 1), known)
    with tifffile.TiffFile(tmp_path / "scene.tif") as given, tifffile.TiffFile(tmp_path / "index.tif") as made:
        for code in (33550, 33922, 34735, 42113):
            assert made.pages[0].tags[code].value == given.pages[0].tags[code].value
        assert made.pages[0].is_tiled
        result = made.pages[0].asarray()
    assert result.dtype == np.float32
    assert (result[~known] == 0).all()
    assert np.abs(result - index)[known].max() < 2e-3  # the Gaussian's ends are cut elsewhere
    mask = tifffile.imread(tmp_path / "plants.tif")
    assert mask.dtype == np.float32 and (mask[~known] == 0).all()
    np.testing.assert_array_equal(mask[known], np.where(result > np.float32(0.4), 2, 1)[known])
    assert ((mask == 2) == plants)[known].mean() > 0.97


@pytest.mark.parametrize("kind", ["i2", "f4"])
def test_vegetation_of_negative_no_data(lenslet, tmp_path, kind):
    scene, _ = write_scene(tmp_path / "zero.tif")
    scene = np.where(scene == 0, -9999, scene).astype(kind)
    tifffile.imwrite(tmp_path / "scene.tif", scene, photometric="minisblack", extrasamples=[0, 0, 0], metadata=None,
                     extratags=[(42113, "s", 0, "-9999", True)])
    run_job(lenslet, "vegetation", tmp_path / "zero.tif", tmp_path / "zeros.tif", tmp_path / "zero_plants.tif")
    run_job(lenslet, "vegetation", tmp_path / "scene.tif", tmp_path / "index.tif", tmp_path / "plants.tif")
    for name, same in (("index.tif", "zeros.tif"), ("plants.tif", "zero_plants.tif")):
        made, zeros = tifffile.imread(tmp_path / name), tifffile.imread(tmp_path / same)
        known = scene[..., 2] > 0
        assert (made[~known] == -9999).all()
        np.testing.assert_array_equal(made[known], zeros[known])


def write_cells(path):
    """Eight pages of round cells, some of which touch, on an uneven background with noise and hot pixels."""
    random = np.random.default_rng(5)
    height, width, pages = 360, 420, 8
    y, x = np.mgrid[:height, :width]
    centres = [(row + random.integers(-4, 5), column + random.integers(-4, 5), random.integers(9, 13))
               for row in range(40, height - 30, 56) for column in range(40, width - 30, 56)]
    centres += [(cy + 1, cx + 18, 10) for cy, cx, _ in centres[::5]]  # touches its neighbour
    stack = np.empty((pages, height, width))
    for page in range(pages):
        stack[page] = 2000 + 1500 * x / width + 1000 * np.sin(y / 150)
        for number, (cy, cx, radius) in enumerate(centres):
            light = np.exp(-(((page - number % pages) / 3) ** 2))
            stack[page] += 5000 * light / (1 + np.exp(np.minimum((np.hypot(y - cy, x - cx) - radius) * 1.5, 50)))
        stack[page] += random.normal(0, 60, (height, width))
        stack[page].flat[random.integers(0, height * width, 40)] = 60000
    tifffile.imwrite(path, stack.astype(np.uint16), imagej=True, metadata={"axes": "ZYX"})
    return stack.astype(np.uint16), centres


def test_fluorescence(lenslet, tmp_path):
    stack, centres = write_cells(tmp_path / "stack.tif")
    run_job(lenslet, "fluorescence", tmp_path / "stack.tif", tmp_path / "out")
    with tifffile.TiffFile(tmp_path / "out" / "flat.tif") as file:
        assert file.series[0].axes == "ZYX", "the file says what its pages are"
        flat = file.series[0].asarray()
    background = np.stack([ndimage.gaussian_filter(page.astype(float), 50, mode="mirror", truncate=4) for page in stack])
    expected = np.clip(np.rint(stack - np.rint(background)), 0, None)
    expected = np.stack([ndimage.white_tophat(ndimage.median_filter(page, 3, mode="mirror"), 41, mode="mirror")
                         for page in expected])
    assert np.abs(flat - expected).max() <= 8  # the wide Gaussian is within 0.00012 of the range
    maxima = tifffile.imread(tmp_path / "out" / "maxima.tif")
    np.testing.assert_array_equal(maxima, flat.max(0))
    cells = tifffile.imread(tmp_path / "out" / "cells.tif")
    assert cells.dtype == np.int32
    found = [cells[int(cy), int(cx)] for cy, cx, _ in centres]
    assert 0 not in found, "each cell has a label"
    assert len(set(found)) >= len(centres) - 1 and cells.max() <= len(centres) + 2, "a cell is one label"
    rows = list(csv.DictReader((tmp_path / "out" / "cells.csv").read_text().splitlines()))
    assert len(rows) == cells.max()
    for row in rows:
        own = cells == int(float(row["label"]))
        assert float(row["area"]) == own.sum()
        assert abs(float(row["mean"]) - maxima[own].mean()) < 1e-2


def test_wrong_arguments(lenslet, tmp_path):
    for job in sorted(JOBS.glob("*.sh")):
        (tmp_path / job.stem).mkdir()
        assert run_job(lenslet, job.stem, status=2).stderr.startswith("usage: ")
        files = [tmp_path / job.stem / f"missing{i}.tif" for i in range(2 if job.stem in ("scanned_page", "fluorescence") else 3)]
        assert "missing0" in run_job(lenslet, job.stem, *files, status=1).stderr
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
