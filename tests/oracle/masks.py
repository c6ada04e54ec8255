"""Masks, and how the tool is told of them."""
import numpy as np

# The scaled masks have their taps in columns -s and s and rows -s, 0 and s, s being half of ksize; all else is 0.
SCHARR_CORNER = {5: 0.046875, 7: 0.03125, 9: 0.0234375}
SCHARR_MIDDLE = {5: 0.15625, 7: 0.3125 / 3, 9: 0.078125}


def text(mask):
    return "; ".join(" ".join(repr(float(tap)) for tap in row) for row in np.atleast_2d(mask))


def whole(width, height, seed=1):
    """Whole taps from -4 to 4 without any symmetry."""
    return np.random.default_rng(seed).integers(-4, 5, (height, width)).astype(np.float64)


def fractions(width, height, seed=2):
    """Taps of both signs whose sum is 1."""
    mask = np.random.default_rng(seed).uniform(-0.5, 1, (height, width))
    return mask / mask.sum()


def scharr_mask(ksize):
    """dx."""
    if ksize == 3:
        return np.array([[-3, 0, 3], [-10, 0, 10], [-3, 0, 3]], np.float64)
    mask = np.zeros((ksize, ksize))
    mask[[0, -1], -1] = SCHARR_CORNER[ksize]
    mask[ksize // 2, -1] = SCHARR_MIDDLE[ksize]
    return mask - mask[:, ::-1]
