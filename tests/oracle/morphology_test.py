"""dilate, erode, and tophat and blackhat, which are made of them, against OpenCV, SciPy and scikit-image: to the bit for
every type and element of integers."""
import cv2
import numpy as np
import pytest
from scipy import ndimage
from skimage import morphology

from borders import BORDERS, opencv, padded
from compare import assert_equal

REPLICATE = BORDERS[1]
SHAPES = {"rectangle": cv2.MORPH_RECT, "ellipse": cv2.MORPH_ELLIPSE, "cross": cv2.MORPH_CROSS}
OPS = {"dilate": cv2.dilate, "erode": cv2.erode}
ODD = np.array([[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 1, 1, 0, 0]], np.uint8)  # its centre is 1, but no middle of it


def text_of(element):
    return "; ".join(" ".join(map(str, row)) for row in element)


def by_opencv(op, image, element, border):
    return opencv(lambda i, kind: OPS[op](i, element, borderType=kind), image, max(element.shape) // 2, border)


@pytest.mark.parametrize("width, height", [(3, 3), (7, 5), (31, 31), (1, 9), (9, 1), (255, 3), (2, 2), (6, 5), (1, 4), (30, 254)])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("op", OPS)
def test_shapes_are_opencvs(lenslet, photographs, op, shape, width, height):
    image = photographs["chelsea"]
    element = cv2.getStructuringElement(SHAPES[shape], (width, height))
    result = lenslet.run(op, {"chelsea": image}, "--shape", shape, "--ksize", f"{width}x{height}", border=REPLICATE)
    assert_equal("chelsea", result["chelsea"], OPS[op](image, element, borderType=cv2.BORDER_REPLICATE))


@pytest.mark.parametrize("op", OPS)
def test_elements_of_ones_own(lenslet, trio, border, op):
    """OpenCV does not turn an element, neither of a dilation nor of an erosion."""
    for name, result in lenslet.run(op, trio, "--element", text_of(ODD), border=border).items():
        assert_equal(name, result, by_opencv(op, trio[name], ODD, border))


def test_an_element_from_a_file(lenslet, photographs, tmp_path):
    file = tmp_path / "element.txt"
    np.savetxt(file, ODD, "%d")
    image = photographs["camera"]
    result = lenslet.run("dilate", {"camera": image}, "--element", file, border=REPLICATE)["camera"]
    assert_equal("camera", result, cv2.dilate(image, ODD, borderType=cv2.BORDER_REPLICATE))


@pytest.mark.parametrize("density", [0.003, 0.3, 0.9])
def test_large_elements_at_random(lenslet, photographs, density):
    element = (np.random.default_rng(7).random((51, 65)) < density).astype(np.uint8)
    image = photographs["camera"]
    for op in OPS:
        result = lenslet.run(op, {"camera": image}, "--element", text_of(element), border=REPLICATE)["camera"]
        assert_equal(f"{op}, OpenCV", result, OPS[op](image, element, borderType=cv2.BORDER_REPLICATE))
        around = padded(image, 32, REPLICATE)
        peer = {"dilate": ndimage.maximum_filter, "erode": ndimage.minimum_filter}[op](around, footprint=element)
        assert_equal(f"{op}, SciPy", result, peer[32:-32, 32:-32])


@pytest.mark.parametrize("radius", [2, 15])
def test_disks_of_scikit_image(lenslet, photographs, radius):
    disk = morphology.disk(radius)
    image = photographs["camera"]
    for op, peer in {"dilate": morphology.dilation, "erode": morphology.erosion}.items():
        result = lenslet.run(op, {"camera": image}, "--element", text_of(disk), border=REPLICATE)["camera"]
        inner = np.s_[radius:-radius, radius:-radius]
        assert_equal(op, result[inner], peer(image, disk)[inner])


@pytest.mark.parametrize("op, kind, skimages", [("tophat", cv2.MORPH_TOPHAT, morphology.white_tophat),
                                                ("blackhat", cv2.MORPH_BLACKHAT, morphology.black_tophat)])
def test_what_is_smaller_than_the_element(lenslet, trio, border, op, kind, skimages):
    """Away from the border: there an opening sees the erosion by its border rule, and OpenCV what lies outside it."""
    shape = {"tophat": "ellipse", "blackhat": "cross"}[op]
    element = cv2.getStructuringElement(SHAPES[shape], (7, 5))
    inner = np.s_[6:-6, 6:-6]
    for name, result in lenslet.run(op, trio, "--shape", shape, "--ksize", "7x5", border=border).items():
        assert_equal(f"{name}, OpenCV", result[inner], cv2.morphologyEx(trio[name], kind, element)[inner])
        if trio[name].ndim == 2:
            assert_equal(f"{name}, scikit-image", result[inner], skimages(trio[name], element)[inner])
    image = trio[next(iter(trio))]
    if border == REPLICATE:
        result = lenslet.run(op, {"all": image}, "--shape", shape, "--ksize", "7x5", border=border)["all"]
        assert_equal("all", result, cv2.morphologyEx(image, kind, element, borderType=cv2.BORDER_REPLICATE))
