"""TIFF files that are written in strips, with their pyramids, against tifffile's reading of them."""
import subprocess

import numpy as np
import pytest
import tifffile

import tool

SIZES = {(1, 1), (256, 512), (700, 300), (517, 901)}  # height and width


def halved(image, whole):
    """The means of two by two pixels, of colours by the weight of alpha."""
    parts = np.stack([image[i::2, j::2] for i in (0, 1) for j in (0, 1)])
    mean = parts.mean(axis=0)
    if image.shape[2:] == (4,):
        colours, alpha = parts[..., :3], parts[..., 3:]
        sums = alpha.sum(axis=0)
        mean[..., :3] = (colours * alpha).sum(axis=0) / np.where(sums > 0, sums, 1)
    return np.floor(mean + 0.5) if whole else mean


@pytest.mark.parametrize("channels", (1, 3, 4))
@pytest.mark.parametrize("dtype", (np.uint8, np.uint16, np.float32))
def test_files_are_what_tifffile_reads(lenslet, tmp_path, dtype, channels):
    random = np.random.default_rng(7)
    for size in sorted(SIZES):
        image = (random.random((*size, channels)) * 60000).astype(dtype).squeeze(axis=2 if channels == 1 else ())
        tool.write(tmp_path / "in.tif", image)
        subprocess.run([lenslet.path, "run", "crop", "in.tif", "out.tif", "--memory", "20M",
                        "--pyramid", "--quiet"], cwd=tmp_path, check=True)
        with tifffile.TiffFile(tmp_path / "out.tif") as file:
            np.testing.assert_array_equal(file.pages[0].asarray(), image)
            assert file.pages[0].is_tiled and not file.pages[0].is_reduced
            above = image.astype(np.float64)
            for page in file.pages[1:]:
                height, width = above.shape[0] // 2 * 2, above.shape[1] // 2 * 2
                mean = halved(above[:height, :width], dtype != np.float32)
                level = page.asarray().astype(np.float64)
                assert page.is_reduced and page.is_tiled
                np.testing.assert_allclose(level, mean, rtol=1e-6)
                above = level
            assert max(above.shape[:2]) <= 256
