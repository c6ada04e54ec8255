"""Gaussians that are wider than masks, against SciPy's gaussian_filter in double, whose taps end at 4 sigma, too."""
import numpy as np
import pytest
from scipy import ndimage

from borders import BORDERS, scipy_border
from photographs import at

SIGMAS = [21.5, 30, 50, 77.7, 150, 400, 1000]
ERROR = 1.2e-4  # of the range of samples, which Lenslet promises; photographs have a tenth of it


def assert_near(name, result, image, sigma, border):
    ideal = ndimage.gaussian_filter(image.astype(np.float64), sigma, axes=(0, 1), **scipy_border(border))
    low, high = float(image.min()), float(image.max())
    if border.name == "constant":
        low, high = min(low, border.value), max(high, border.value)
    rounding = 0.5 if image.dtype.kind == "u" else 0
    error = np.abs(result - ideal).max()
    assert error <= ERROR * (high - low) + rounding, f"{name}: {error}"


@pytest.mark.parametrize("sigma", SIGMAS)
def test_sigmas(lenslet, photographs, sigma):
    """Most are wider than the photograph, whose borders then reflect many times."""
    border = BORDERS[SIGMAS.index(sigma) % len(BORDERS)]
    image = at(photographs, SIGMAS.index(sigma))
    for name, result in lenslet.run("gaussian", image, "--sigma", sigma, border=border).items():
        assert_near(name, result, image[name], sigma, border)


def test_every_border(lenslet, trio, border):
    images = {name: image[:90, :131] for name, image in trio.items()}
    for name, result in lenslet.run("gaussian", images, "--sigma", 33, border=border).items():
        assert_near(name, result, images[name], 33, border)


def test_two_sigmas(lenslet, photographs, border):
    image = at(photographs, BORDERS.index(border))
    for name, result in lenslet.run("gaussian", image, "--sigma", 45, "--sigma_y", 2, border=border).items():
        assert_near(name, result, image[name], (2, 45), border)


def test_steps_and_points(lenslet):
    """What no coarse grid holds: single pixels, stripes of one pixel and a step."""
    image = np.zeros((211, 307), np.float32)
    image[100, 150] = 1
    image[:, 200:] = 1
    image[:50, ::2] = 1
    for sigma in (16, 25, 60):
        result = lenslet.run("gaussian", {"steps": image}, "--sigma", sigma)["steps"]
        assert_near("steps", result, image, sigma, BORDERS[4])


@pytest.mark.parametrize("accuracy", [(), ("--accuracy", "exact")])
def test_a_region_has_the_bits_of_the_whole(tool, accuracy):
    image = np.random.default_rng(1).random((300, 400)).astype(np.float32)
    whole = tool.op(image, "gaussian", "--sigma", 40, *accuracy)
    part = tool.op(image, "gaussian", "--sigma", 40, "--region", "101x57+133+88", *accuracy)
    assert (part == whole[88:145, 133:234]).all()


def extremes():
    """All levels of u16 between pixels side by side, beside an edge, and around one pixel."""
    noise = np.random.default_rng(5).integers(0, 2, (200, 230)) * 65535
    edge, point = np.zeros((200, 230)), np.zeros((200, 230))
    edge[:, 115:] = point[100, 115] = 65535
    return {name: image.astype(np.uint16) for name, image in (("noise", noise), ("edge", edge), ("point", point))}


@pytest.mark.parametrize("sigma", [16, 20, 25, 60])
def test_levels_of_u16(lenslet, sigma):
    """Within one level by itself, and rounded sums where they are asked for: f32 decides near a half."""
    images = extremes()
    for accuracy in ((), ("--accuracy", "exact")):
        for name, result in lenslet.run("gaussian", images, "--sigma", sigma, *accuracy, border=BORDERS[4]).items():
            ideal = ndimage.gaussian_filter(images[name].astype(np.float64), sigma, axes=(0, 1),
                                            **scipy_border(BORDERS[4]))
            off = np.abs(result - ideal).max()
            assert off < (0.53 if accuracy else 1.5), f"{name}, {accuracy}: {off}"


@pytest.mark.parametrize("sigma", [(16.5, 16.5), (60, 3), (200, 200)])
def test_exact(lenslet, trio, border, sigma):
    """Sums over all taps, with what f32 rounds."""
    images = {name: image[:90, :131].astype(np.float32) / 255 for name, image in trio.items()}
    asked = ("--sigma", sigma[0], "--sigma_y", sigma[1], "--accuracy", "exact")
    for name, result in lenslet.run("gaussian", images, *asked, border=border).items():
        ideal = ndimage.gaussian_filter(images[name].astype(np.float64), sigma[::-1], axes=(0, 1), **scipy_border(border))
        most = max(images[name].max(), border.value if border.name == "constant" else 0)
        assert np.abs(result - ideal).max() <= 2e-6 * most, name


@pytest.mark.parametrize("kind, made", [("u1", "f32"), ("u2", "f16"), ("f4", "u8")])
def test_results_of_other_types(tool, kind, made):
    """Nothing is rounded to the image's type before."""
    levels = np.random.default_rng(3).integers(0, 256, (120, 150)).astype(kind)
    result = tool.op(levels, "gaussian", "--sigma", 30, "--ddepth", made).astype(np.float64)
    ideal = ndimage.gaussian_filter(levels.astype(np.float64), 30, mode="mirror")
    rounding = {"f32": 0, "f16": 2 ** -4, "u8": 0.5}[made]
    assert np.abs(result - ideal).max() <= ERROR * 255 + rounding
