"""canny against OpenCV, hysteresis and local_maxima against scikit-image."""
import cv2
import numpy as np
import photographs
import pytest
import tifffile
from regions_test import run
from skimage import filters, morphology

RANDOM = np.random.default_rng(11)


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
def test_canny(lenslet, ksize, l2):
    scale, images = {3: 1, 5: 9, 7: 120}[ksize], pictures()
    for low, high in (50, 130), (0, 60.5), (200, 90):
        low, high = low * scale, high * scale
        found = lenslet.run("canny", images, "--low", low, "--high", high, "--ksize", ksize, *(["--l2"] if l2 else []))
        for name, got in found.items():
            wanted = cv2.Canny(images[name], low, high, apertureSize=ksize, L2gradient=l2)
            assert got.dtype == np.uint8
            assert np.array_equal(got, wanted), (name, low, high, np.count_nonzero(got != wanted))


def test_canny_of_colours(lenslet):
    image = photographs.load("chelsea.png")[:200, 100:330]
    wanted = cv2.Canny(image, 60, 150)
    assert np.count_nonzero(wanted) > 1000
    with_alpha = np.dstack([image, RANDOM.integers(0, 256, image.shape[:2], dtype=np.uint8)])
    for got in lenslet.run("canny", {"colour": image, "alpha": with_alpha}, "--low", 60, "--high", 150).values():
        assert np.array_equal(got, wanted)


@pytest.mark.parametrize("kind", [np.uint16, np.float16, np.float32])
def test_canny_of_other_types(lenslet, kind):
    """The same whole numbers as u8 have the same edges, also times 200."""
    image = pictures()["camera"]
    for scale in (1, 200) if kind == np.uint16 else (1,):
        for l2 in [], ["--l2"]:
            wanted = cv2.Canny(image, 50, 130, L2gradient=bool(l2))
            images = {"camera": image.astype(kind) * kind(scale)}
            got = lenslet.run("canny", images, "--low", 50 * scale, "--high", 130 * scale, *l2)["camera"]
            other = np.count_nonzero(got != wanted)
            assert other <= (0 if kind == np.uint16 else 0.001 * image.size), (kind, l2, other)


def test_canny_blurs(lenslet):
    levels = "--low", 20, "--high", 50
    image = pictures()["camera"]
    blurred = cv2.GaussianBlur(image.astype(np.float32), (17, 17), 2)  # 4 sigma to each side, mirrored
    wanted = lenslet.run("canny", {"blurred": blurred}, *levels)["blurred"]
    found = lenslet.run("canny", {"floats": image.astype(np.float32), "bytes": image}, *levels, "--sigma", 2)
    assert 1000 < np.count_nonzero(wanted) and np.count_nonzero(found["floats"] != wanted) <= 20
    assert np.array_equal(found["bytes"], found["floats"])


@pytest.mark.parametrize("kind", ["u1", "u2", "f4"])
def test_hysteresis(lenslet, kind):
    noise = RANDOM.random((131, 170))
    scale = {"u1": 255, "u2": 65535, "f4": 1}[kind]
    images = {"soft": cv2.GaussianBlur(noise, (0, 0), 1.5), "noise": noise, "row": noise[:1], "column": noise[:, :1]}
    images = {name: (image * scale).astype(kind) for name, image in images.items()}
    below = -1 if kind == "f4" else 0  # levels lie within the range of whole numbers
    for low, high in (0.45, 0.6), (0.5, 0.9), (0.7, 0.2), (below, 0.99):
        found = lenslet.run("hysteresis", images, "--low", low * scale, "--high", high * scale)
        for name, got in found.items():
            wanted = filters.apply_hysteresis_threshold(images[name], low * scale, high * scale)
            assert np.array_equal(got, wanted * np.uint8(255)), (kind, name, low, high)


def hills(shape, levels):
    noise = RANDOM.random(shape)
    for axis in range(len(shape)):
        noise = noise + np.roll(noise, 1, axis) + np.roll(noise, 2, axis)
    return np.floor(noise / noise.max() * levels)


def peer_maxima(image, connectivity, inner):
    """255 at them. Where borders are not allowed, scikit-image warns of images without any other pixels."""
    if inner and min(image.shape) < 3:
        return np.zeros(image.shape, np.uint8)
    return morphology.local_maxima(image, connectivity=connectivity, allow_borders=not inner) * np.uint8(255)


@pytest.mark.parametrize("options", [["--memory", "4M"], ["--device", "pocl/2"]])
def test_edges_in_strips(lenslet, options):
    """Edges go on from strip to strip, and from device to device."""
    image = np.tile(photographs.load("camera.png"), (3, 1))
    got = lenslet.run("canny", {"tall": image}, "--low", 40, "--high", 400, *options)["tall"]
    assert np.array_equal(got, cv2.Canny(image, 40, 400))
    got = lenslet.run("hysteresis", {"tall": image}, "--low", 100, "--high", 245, *options)["tall"]
    assert np.array_equal(got > 0, filters.apply_hysteresis_threshold(image, 100, 245))


@pytest.mark.parametrize("kind", ["u1", "u2", "f4"])
@pytest.mark.parametrize("inner", [False, True])
def test_local_maxima(lenslet, kind, inner):
    shapes = (90, 133), (3, 40), (1, 50), (1, 1), (64, 64)
    images = {f"{shape[0]}x{shape[1]} {levels}": hills(shape, levels).astype(kind) for shape in shapes for levels in (5, 200, 0)}
    for neighbours, connectivity in ("4", 1), ("8", 2), ("all", 2):
        found = lenslet.run("local_maxima", images, "--neighbours", neighbours, *(["--inner"] if inner else []))
        for name, got in found.items():
            assert np.array_equal(got, peer_maxima(images[name], connectivity, inner)), (name, neighbours)


@pytest.mark.parametrize("inner", [False, True])
def test_local_maxima_of_volumes(lenslet, inner):
    flags = ["--inner"] if inner else []
    for shape in (7, 30, 41), (3, 5, 9):
        volumes = {f"{levels} levels": hills(shape, levels).astype(np.uint8) for levels in (4, 100, 0)}
        tall = {name: volume.reshape(-1, shape[2]) for name, volume in volumes.items()}
        for neighbours, connectivity in ("6", 1), ("18", 2), ("26", 3), ("all", 3):
            found = lenslet.run("local_maxima", tall, "--neighbours", neighbours, "--pages", shape[0], *flags)
            for name, got in found.items():
                wanted = peer_maxima(volumes[name], connectivity, inner)
                assert np.array_equal(got.reshape(shape), wanted), (shape, name, neighbours)
        for name, got in lenslet.run("local_maxima", tall, "--neighbours", 8, "--pages", shape[0], *flags).items():
            wanted = [peer_maxima(page, 2, inner) for page in volumes[name]]
            assert np.array_equal(got, np.concatenate(wanted)), (shape, name)


def test_maxima_above_a_threshold(lenslet):
    image = hills((60, 80), 50).astype(np.uint16)
    got = lenslet.run("local_maxima", {"hills": image}, "--threshold", 30)["hills"]
    assert np.array_equal(got != 0, morphology.local_maxima(image) & (image > 30))


def test_refusals(lenslet, tmp_path):
    tifffile.imwrite(tmp_path / "in.tif", pictures()["noise"])
    for words, told in [
        (["local_maxima", "--pages", 7], "7 pages in 83 rows; allowed: a number of pages that divides the rows"),
        (["local_maxima", "--neighbours", 18], "18 neighbours in one page; allowed: 4 or 8"),
        (["canny", "--ksize", 9], "allowed: one of 3, 5, 7"),
        (["hysteresis", "--border", "constant"], "border"),
        (["canny", "--region", "3x3+0+0"], "must see its input whole"),
    ]:
        done = run(lenslet, words[0], [tmp_path / "in.tif", tmp_path / "out.png"], *words[1:])
        assert done.returncode != 0 and told in done.stderr, (words, done.stderr)
        assert not (tmp_path / "out.png").exists()
