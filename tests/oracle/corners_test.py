"""fast, harris and harris_response against OpenCV: corners of bytes to the bit."""
import subprocess

import cv2
import numpy as np
import pytest
import tifffile

from image_files import assert_refused, results, started

RINGS = {"16": cv2.FAST_FEATURE_DETECTOR_TYPE_9_16, "12": cv2.FAST_FEATURE_DETECTOR_TYPE_7_12,
         "8": cv2.FAST_FEATURE_DETECTOR_TYPE_5_8}
SCHEDULES = ["separate.group1.columns256.rows1", "fused.group64.columns2.rows4"]  # of responses
BORDERS = {"reflect101": cv2.BORDER_REFLECT_101, "reflect": cv2.BORDER_REFLECT, "replicate": cv2.BORDER_REPLICATE}


def image_of_boxes(kind="u1"):
    random = np.random.default_rng(4)
    image = np.zeros((211, 307), np.uint8)
    for _ in range(120):
        x, y, width, height = random.integers(0, (300, 200, 60, 60))
        image[y:y + height, x:x + width] = random.integers(0, 256)
    image = cv2.GaussianBlur(image, (3, 3), 0) // 2 + random.integers(0, 40, image.shape, np.uint8)
    return image if kind == "u1" else (image / 255).astype(np.float32)


@pytest.mark.parametrize("schedule", ["group1.v16", "group64.v1"])
@pytest.mark.parametrize("threshold", [0, 12, 35])
def test_fast(lenslet, tmp_path, threshold, schedule):
    image = image_of_boxes()
    found, = results(lenslet, tmp_path, "fast", [image], ["out.npy"], "--threshold", threshold, "--schedule", schedule)
    wanted = cv2.FastFeatureDetector_create(threshold).detect(image)
    assert found.tolist() == [[*point.pt, point.response] for point in wanted]
    assert len(found) > 100


@pytest.mark.parametrize("ring", ["12", "8"])
def test_smaller_rings(lenslet, tmp_path, ring):
    """OpenCV's first test takes pixels for opposite ones that are so only on the ring of 16, and overlooks corners."""
    image = image_of_boxes()
    found, = results(lenslet, tmp_path, "fast", [image], ["out.npy"], "--threshold", 12, "--ring", ring, "--nonmax", "off")
    wanted = cv2.FastFeatureDetector_create(12, False, RINGS[ring]).detect(image)
    assert {point.pt for point in wanted} <= {(x, y) for x, y, _ in found}


def test_all_of_fast(lenslet, tmp_path):
    image = image_of_boxes()
    found, = results(lenslet, tmp_path, "fast", [image], ["out.npy"], "--threshold", 20, "--nonmax", "off")
    wanted = cv2.FastFeatureDetector_create(20, False).detect(image)
    assert found[:, :2].tolist() == [list(point.pt) for point in wanted]


def test_headings(lenslet, tmp_path):
    image = image_of_boxes()
    count = len(cv2.FastFeatureDetector_create(10).detect(image))
    for picture, points in ((image, count), (np.zeros((9, 9), np.uint8), 0), (np.zeros((3, 3), np.uint8), 0)):
        done = started(lenslet, tmp_path, "fast", [picture], ["out.csv"])
        assert done.returncode == 0, done.stderr
        lines = (tmp_path / "out.csv").read_text().splitlines()
        assert lines[0] == "x,y,response" and len(lines) == points + 1


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("aperture, block", [("3", 2), ("5", 3), ("7", 4), ("scharr", 5)])
@pytest.mark.parametrize("kind", ["u1", "f4"])
def test_harris_response(lenslet, tmp_path, kind, aperture, block, border, schedule):
    image = image_of_boxes(kind)
    got, = results(lenslet, tmp_path, "harris_response", [image], ["out.npy"], "--block", block, "--aperture", aperture,
                   "--border", border, "--schedule", schedule)
    cv2.ipp.setUseIPP(False)  # which places even windows elsewhere
    wanted = cv2.cornerHarris(image, block, -1 if aperture == "scharr" else int(aperture), 0.04,
                              borderType=BORDERS[border])
    assert np.allclose(got, wanted, rtol=1e-4, atol=1e-5 * np.abs(wanted).max())


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("border", [*BORDERS, "wrap", "constant"])
@pytest.mark.parametrize("aperture, block", [("3", 2), ("7", 5)])
def test_parts_of_responses(lenslet, tmp_path, aperture, block, border, schedule):
    """To the bit, in any part."""
    options = "--block", block, "--aperture", aperture, "--border", border, "--schedule", schedule
    image = image_of_boxes()
    whole, = results(lenslet, tmp_path, "harris_response", [image], ["whole.npy"], *options)
    for x, y, width, height in [(0, 0, 1, 1), (13, 7, 90, 60), (290, 200, 17, 11), (0, 100, 307, 3)]:
        part, = results(lenslet, tmp_path, "harris_response", [image], ["part.npy"], *options, "--region",
                        f"{width}x{height}+{x}+{y}")
        assert np.array_equal(part, whole[y:y + height, x:x + width])


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_strips_of_responses(lenslet, tmp_path, schedule):
    image = np.tile(image_of_boxes(), (6, 3))
    cv2.imwrite(str(tmp_path / "in.png"), image)
    for name, options in ("whole", []), ("strips", ["--memory", "2M"]):
        done = subprocess.run([lenslet.path, "run", "harris_response", tmp_path / "in.png", tmp_path / f"{name}.tif",
                               "--block", "3", "--schedule", schedule, "--quiet", *options], capture_output=True,
                              text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert np.array_equal(tifffile.imread(tmp_path / "strips.tif"), tifffile.imread(tmp_path / "whole.tif"))


@pytest.mark.parametrize("radius", [1, 4])
def test_harris(lenslet, tmp_path, radius):
    image = image_of_boxes()
    found, = results(lenslet, tmp_path, "harris", [image], ["out.npy"], "--radius", radius, "--threshold", 0.02)
    response, = results(lenslet, tmp_path, "harris_response", [image], ["response.npy"])
    square = np.ones((2 * radius + 1, 2 * radius + 1), np.uint8)
    peaks = (response == cv2.dilate(response, square)) & (response > np.float32(0.02) * response.max())
    wanted = []
    for y, x in zip(*np.nonzero(peaks)):  # of equal ones the first counts
        near = np.argwhere(response[max(y - radius, 0):y + radius + 1, max(x - radius, 0):x + radius + 1] == response[y, x])
        if near[0].tolist() == [y - max(y - radius, 0), x - max(x - radius, 0)]:
            wanted.append([x, y, response[y, x]])
    assert found.tolist() == wanted
    assert len(found) > 20


def test_refusals(lenslet, tmp_path):
    colours = np.dstack([image_of_boxes()] * 3)
    for op in "fast", "harris", "harris_response":
        assert_refused(lenslet, tmp_path, op, [colours], ["out.npy"], [], f"{op}: the image is u8 x 3; allowed: 1 channel")
    assert_refused(lenslet, tmp_path, "fast", [image_of_boxes()], ["out.csv"], ["--points", 5], "allowed: up to 5")
