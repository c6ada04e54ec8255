"""SciPy's ndimage on an OpenCL device: scripts run with the import changed.

    from lenslet import ndimage
    smooth = ndimage.gaussian_filter(image, sigma=2)

Functions have SciPy's names, arguments and results. What is not there raises NotImplementedError, which names what does
it.
"""

from __future__ import annotations

from typing import Any

from lenslet import _nd
from lenslet._nd_filters import (
    convolve,
    convolve1d,
    correlate,
    correlate1d,
    gaussian_filter,
    gaussian_filter1d,
    gaussian_gradient_magnitude,
    gaussian_laplace,
    laplace,
    prewitt,
    sobel,
    uniform_filter,
    uniform_filter1d,
)
from lenslet._nd_interpolation import affine_transform, geometric_transform, map_coordinates, rotate, shift, zoom
from lenslet._nd_measurements import (
    center_of_mass,
    extrema,
    find_objects,
    histogram,
    label,
    maximum,
    maximum_position,
    mean,
    minimum,
    minimum_position,
    standard_deviation,
    sum,
    sum_labels,
    variance,
)
from lenslet._nd_morphology import (
    binary_closing,
    binary_dilation,
    binary_erosion,
    binary_fill_holes,
    binary_hit_or_miss,
    binary_opening,
    binary_propagation,
    black_tophat,
    distance_transform_bf,
    distance_transform_cdt,
    distance_transform_edt,
    generate_binary_structure,
    grey_closing,
    grey_dilation,
    grey_erosion,
    grey_opening,
    iterate_structure,
    morphological_gradient,
    morphological_laplace,
    white_tophat,
)
from lenslet._nd_order import (
    maximum_filter,
    maximum_filter1d,
    median_filter,
    minimum_filter,
    minimum_filter1d,
    percentile_filter,
    rank_filter,
)

__all__ = [
    "affine_transform",
    "binary_closing",
    "binary_dilation",
    "binary_erosion",
    "binary_fill_holes",
    "binary_hit_or_miss",
    "binary_opening",
    "binary_propagation",
    "black_tophat",
    "center_of_mass",
    "convolve",
    "convolve1d",
    "correlate",
    "correlate1d",
    "distance_transform_bf",
    "distance_transform_cdt",
    "distance_transform_edt",
    "extrema",
    "find_objects",
    "gaussian_filter",
    "gaussian_filter1d",
    "gaussian_gradient_magnitude",
    "gaussian_laplace",
    "generate_binary_structure",
    "geometric_transform",
    "grey_closing",
    "grey_dilation",
    "grey_erosion",
    "grey_opening",
    "histogram",
    "iterate_structure",
    "label",
    "laplace",
    "map_coordinates",
    "maximum",
    "maximum_filter",
    "maximum_filter1d",
    "maximum_position",
    "mean",
    "median_filter",
    "minimum",
    "minimum_filter",
    "minimum_filter1d",
    "minimum_position",
    "morphological_gradient",
    "morphological_laplace",
    "percentile_filter",
    "prewitt",
    "rank_filter",
    "rotate",
    "shift",
    "sobel",
    "standard_deviation",
    "sum",
    "sum_labels",
    "uniform_filter",
    "uniform_filter1d",
    "variance",
    "white_tophat",
    "zoom",
]

# Functions of SciPy that are not there, and what does their work.
MISSING = {
    **{name: f"scipy.ndimage.{name}" for name in (
        "fourier_ellipsoid", "fourier_gaussian", "fourier_shift", "fourier_uniform", "labeled_comprehension", "median",
        "spline_filter", "spline_filter1d", "value_indices", "watershed_ift")},
    **{name: f"lenslet.UserOp (docs/your-own-filter.md), or scipy.ndimage.{name}" for name in (
        "generic_filter", "generic_filter1d", "generic_gradient_magnitude", "generic_laplace", "vectorized_filter")},
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in MISSING:
        raise AttributeError(f"module 'lenslet.ndimage' has no attribute '{name}'", name=name)

    def function(*_arguments: Any, **_keywords: Any) -> Any:
        raise _nd.missing(name, MISSING[name])

    function.__name__ = function.__qualname__ = name
    return function
