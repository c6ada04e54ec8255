"""resize with lanczos and antialias against Pillow and against its kernels in double."""
import numpy as np
import pytest
from PIL import Image

from photographs import at

WAYS = {"linear": Image.Resampling.BILINEAR, "cubic": Image.Resampling.BICUBIC, "lanczos": Image.Resampling.LANCZOS}
SIZES = [(61, 47), (300, 20), (700, 900), (7, 3)]


def by_channels(image, size, way):
    """Pillow's modes of one channel for each, in f32 or in u8."""
    planes = image[..., None] if image.ndim == 2 else image
    done = [np.asarray(Image.fromarray(np.ascontiguousarray(planes[..., c])).resize(size, way))
            for c in range(planes.shape[2])]
    return np.stack(done, axis=-1).reshape(size[1], size[0], *image.shape[2:])


def assert_nearly(name, result, peer):
    """Within one level, but where Pillow saturates between rows and columns what overshoots."""
    gap = np.abs(result.astype(int) - peer.astype(int))
    assert (gap > 1).mean() < 1e-3, f"{name}: {(gap > 1).mean()}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_antialias(lenslet, photographs, way, size):
    options = ("--size", f"{size[0]}x{size[1]}", "--interpolation", way, "--antialias")
    images = at(photographs, SIZES.index(size) + 4 * list(WAYS).index(way))
    for name, result in lenslet.run("resize", images, *options).items():
        image = images[name]
        white = np.iinfo(image.dtype).max if image.dtype.kind == "u" else 1
        if image.dtype == np.uint8:
            assert_nearly(name, result, by_channels(image, size, WAYS[way]))
        ideal = by_channels(image.astype(np.float32), size, WAYS[way]).astype(np.float64)
        if image.dtype.kind == "u":
            ideal = ideal.clip(0, white)
        rounding = 0.502 if image.dtype.kind == "u" else 0
        assert np.abs(result - ideal).max() <= rounding + 4e-6 * np.abs(image.astype(np.float64)).max(), name


def lanczos_matrix(to, of):
    """Weights of each pixel of the result, with the last pixel repeated beyond the border."""
    centre = (np.arange(to) + 0.5) * of / to - 0.5
    places = np.floor(centre)[:, None].astype(int) + np.arange(-2, 4)
    distance = centre[:, None] - places
    weights = np.sinc(distance) * np.sinc(distance / 3)
    matrix = np.zeros((to, of))
    np.add.at(matrix, (np.arange(to)[:, None], places.clip(0, of - 1)), weights / weights.sum(1, keepdims=True))
    return matrix


def test_lanczos(lenslet, photographs):
    size = (170, 401)
    for name, result in lenslet.run("resize", photographs, "--size", "170x401", "--interpolation", "lanczos").items():
        image = photographs[name]
        x, y = lanczos_matrix(size[0], image.shape[1]), lanczos_matrix(size[1], image.shape[0])
        ideal = np.einsum("ij,jk...->ik...", y, np.einsum("ij,kj...->ki...", x, image.astype(np.float64)))
        if image.dtype.kind == "u":
            ideal = ideal.clip(0, np.iinfo(image.dtype).max)
        rounding = 0.502 if image.dtype.kind == "u" else 0
        assert np.abs(result - ideal).max() <= rounding + 4e-6 * np.abs(image.astype(np.float64)).max(), name


def test_enlarged_as_pillow_inside(lenslet, photographs):
    """Away from the border, where Pillow drops what lies outside, lanczos enlarges as Pillow does."""
    image = photographs["camera"]
    size = (image.shape[1] * 2, image.shape[0] * 2)
    options = ("--size", f"{size[0]}x{size[1]}", "--interpolation", "lanczos")
    result = lenslet.run("resize", {"camera": image}, *options)["camera"]
    wanted = by_channels(image, size, Image.Resampling.LANCZOS)
    assert_nearly("camera", result[8:-8, 8:-8], wanted[8:-8, 8:-8])


@pytest.mark.parametrize("way", ["nearest", "area"])
def test_refused(tool, way):
    np.save(tool.folder / "in.npy", np.zeros((8, 8), np.uint8))
    done = tool.raw("run", "resize", "in.npy", "out.npy", "--size", "4x4", "--interpolation", way, "--antialias")
    refused = done.stderr
    assert done.returncode != 0 and not (tool.folder / "out.npy").exists()
    assert f"antialias with {way}" in refused and "linear, cubic, lanczos" in refused
