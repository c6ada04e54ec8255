"""canny against OpenCV, hysteresis and local_maxima against scikit-image."""
import cv2
import numpy as np
import photographs
import pytest
import tifffile
from regions_test import run
from skimage import filters, morphology
from tool import read, write

RANDOM = np.random.default_rng(11)


def result(lenslet, folder, op, image, *arguments):
    colour = image.ndim == 3 and image.shape[2] in (3, 4)
    path = folder / ("in.png" if colour else "in.tif")
    if colour:
        write(path, image)
    else:
        tifffile.imwrite(path, image, photometric="minisblack")
    done = run(lenslet, op, [path, folder / "out.png"], *arguments)
    assert done.returncode == 0, done.stderr
    return read(folder / "out.png")


def pictures():
    noise = RANDOM.integers(0, 256, (83, 120), dtype=np.uint8)
    return {
        "camera": photographs.load("camera.png")[60:290, 100:400],
        "noise": noise,
        "soft": cv2.GaussianBlur(noise, (0, 0), 2),
        "steps": np.where(np.indices((64, 80)).sum(0) % 24 < 12, 40, 200).astype(np.uint8),
        "row": noise[:1],
        "column": noise[:, :1],
        "pixel": noise[:1, :1],
        "thin": noise[:2, :50],
    }


@pytest.mark.parametrize("ksize", [3, 5, 7])
@pytest.mark.parametrize("l2", [False, True])
def test_canny(lenslet, tmp_path, ksize, l2):
    scale = {3: 1, 5: 9, 7: 120}[ksize]
    for name, image in pictures().items():
        for low, high in (50, 130), (0, 60.5), (200, 90):
            options = ["--low", low * scale, "--high", high * scale, "--ksize", ksize, *(["--l2"] if l2 else [])]
            got = result(lenslet, tmp_path, "canny", image, *options)
            wanted = cv2.Canny(image, low * scale, high * scale, apertureSize=ksize, L2gradient=l2)
            assert got.dtype == np.uint8
            assert np.array_equal(got, wanted), (name, low, high, np.count_nonzero(got != wanted))


def test_canny_of_colours(lenslet, tmp_path):
    image = photographs.load("chelsea.png")[:200, 100:330]
    wanted = cv2.Canny(image, 60, 150)
    assert np.count_nonzero(wanted) > 1000
    assert np.array_equal(result(lenslet, tmp_path, "canny", image, "--low", 60, "--high", 150), wanted)
    with_alpha = np.dstack([image, RANDOM.integers(0, 256, image.shape[:2], dtype=np.uint8)])
    assert np.array_equal(result(lenslet, tmp_path, "canny", with_alpha, "--low", 60, "--high", 150), wanted)


@pytest.mark.parametrize("kind", [np.uint16, np.float16, np.float32])
def test_canny_of_other_types(lenslet, tmp_path, kind):
    """The same whole numbers as u8 have the same edges, also times 200."""
    image = pictures()["camera"]
    for scale in (1, 200) if kind == np.uint16 else (1,):
        for l2 in [], ["--l2"]:
            wanted = cv2.Canny(image, 50, 130, L2gradient=bool(l2))
            got = result(lenslet, tmp_path, "canny", image.astype(kind) * kind(scale), "--low", 50 * scale, "--high", 130 * scale, *l2)
            near = np.count_nonzero(got != wanted)
            assert near == 0 if kind == np.uint16 else near <= 0.001 * image.size, (kind, l2, near)


def test_canny_blurs(lenslet, tmp_path):
    image = pictures()["camera"].astype(np.float32)
    blurred = cv2.GaussianBlur(image, (17, 17), 2)  # 4 sigma to each side, mirrored
    wanted = result(lenslet, tmp_path, "canny", blurred, "--low", 20, "--high", 50)
    got = result(lenslet, tmp_path, "canny", image, "--low", 20, "--high", 50, "--sigma", 2)
    assert 1000 < np.count_nonzero(got) and np.count_nonzero(got != wanted) <= 20
    of_bytes = result(lenslet, tmp_path, "canny", image.astype(np.uint8), "--low", 20, "--high", 50, "--sigma", 2)
    assert np.array_equal(of_bytes, got)


@pytest.mark.parametrize("kind", ["u1", "u2", "f4"])
def test_hysteresis(lenslet, tmp_path, kind):
    noise = RANDOM.random((131, 170))
    images = [cv2.GaussianBlur(noise, (0, 0), 1.5), noise, noise[:1], noise[:, :1]]
    scale = {"u1": 255, "u2": 65535, "f4": 1}[kind]
    for image in images:
        image = (image * scale).astype(kind)
        for low, high in (0.45, 0.6), (0.5, 0.9), (0.7, 0.2), (-1, 0.99):
            got = result(lenslet, tmp_path, "hysteresis", image, "--low", low * scale, "--high", high * scale)
            wanted = filters.apply_hysteresis_threshold(image, low * scale, high * scale)
            assert np.array_equal(got, wanted * np.uint8(255)), (kind, image.shape, low, high)


def hills(shape, levels):
    noise = RANDOM.random(shape)
    for axis in range(len(shape)):
        noise = noise + np.roll(noise, 1, axis) + np.roll(noise, 2, axis)
    return np.floor(noise / noise.max() * levels)


@pytest.mark.parametrize("kind", ["u1", "u2", "f4"])
@pytest.mark.parametrize("inner", [False, True])
def test_local_maxima(lenslet, tmp_path, kind, inner):
    for shape in (90, 133), (3, 40), (1, 50), (1, 1), (64, 64):
        for levels in 5, 200, 0:
            image = hills(shape, levels).astype(kind)
            for neighbours, connectivity in ("4", 1), ("8", 2), ("all", 2):
                flags = ["--inner"] if inner else []
                got = result(lenslet, tmp_path, "local_maxima", image, "--neighbours", neighbours, *flags)
                if inner and min(shape) < 3:
                    wanted = np.zeros(shape, bool)
                else:
                    wanted = morphology.local_maxima(image, connectivity=connectivity, allow_borders=not inner)
                assert np.array_equal(got, wanted * np.uint8(255)), (shape, levels, neighbours)


@pytest.mark.parametrize("inner", [False, True])
def test_local_maxima_of_volumes(lenslet, tmp_path, inner):
    for shape in (7, 30, 41), (3, 5, 9):
        for levels in 4, 100, 0:
            volume = hills(shape, levels).astype(np.uint8)
            tall = volume.reshape(-1, shape[2])
            for neighbours, connectivity in ("6", 1), ("18", 2), ("26", 3), ("all", 3):
                options = ["--neighbours", neighbours, "--pages", shape[0], *(["--inner"] if inner else [])]
                got = result(lenslet, tmp_path, "local_maxima", tall, *options)
                wanted = morphology.local_maxima(volume, connectivity=connectivity, allow_borders=not inner)
                assert np.array_equal(got, wanted.reshape(tall.shape) * np.uint8(255)), (shape, levels, neighbours)
            got = result(lenslet, tmp_path, "local_maxima", tall, "--neighbours", 8, "--pages", shape[0], *(["--inner"] if inner else []))
            pages = [morphology.local_maxima(page, allow_borders=not inner) for page in volume]
            assert np.array_equal(got, np.concatenate(pages) * np.uint8(255)), (shape, levels)


def test_maxima_above_a_threshold(lenslet, tmp_path):
    image = hills((60, 80), 50).astype(np.uint16)
    got = result(lenslet, tmp_path, "local_maxima", image, "--threshold", 30)
    assert np.array_equal(got != 0, morphology.local_maxima(image) & (image > 30))


def test_refusals(lenslet, tmp_path):
    tifffile.imwrite(tmp_path / "in.tif", pictures()["noise"])
    for words, told in [
        (["local_maxima", "--pages", 7], "7 pages of an image with 83 rows; allowed: a number that divides them"),
        (["canny", "--ksize", 9], "allowed: 3, 5, 7"),
        (["hysteresis", "--border", "constant"], "border"),
        (["canny", "--region", "3x3+0+0"], "must see its input whole"),
    ]:
        done = run(lenslet, words[0], [tmp_path / "in.tif", tmp_path / "out.png"], *words[1:])
        assert done.returncode != 0 and told in done.stderr, (words, done.stderr)
        assert not (tmp_path / "out.png").exists()
