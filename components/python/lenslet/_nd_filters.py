"""Linear filters of lenslet.ndimage: weighted sums, Gaussians, derivatives."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc,call-arg,arg-type,index,no-any-return"
from __future__ import annotations

import itertools
import numbers
from typing import Any, Callable, Sequence

import numpy as np

from lenslet import _nd
from lenslet._nd import ops

_LARGEST_MASK = 31  # filter2d's


def _in_single(array: Any, weights: Any, output: np.dtype) -> bool:
    """Whether f32 is enough: float images give float images, or each sum is a whole number that f32 holds."""
    if array.dtype in (np.float16, np.float32):
        return output in (np.float16, np.float32)
    if array.dtype.kind not in "biu" or array.dtype.itemsize > 2 or not np.all(weights == np.rint(weights)):
        return False
    return float(np.abs(weights).sum()) * 2.0 ** (8 * array.dtype.itemsize) < 2.0**24


def _sums_of_rows(rows: Any, taps: Any, single: bool) -> Any:
    """Sums of each row under the taps, wherever they lie within the row."""
    of = np.float32 if single else np.float64
    made = ops.convolve(
        rows.astype(of, copy=False),
        np.ascontiguousarray(taps, of),
        mode="valid",
        correlate=True,
        method="direct" if len(taps) < 96 else "auto",
    )
    return np.asarray(made).reshape(rows.shape[0], -1)


def _sums_within(padded: Any, weights: Any, single: bool) -> Any:
    """Sums wherever the whole window lies within the array: one call for each row of the window."""
    total: Any = None
    shape = [side - window + 1 for side, window in zip(padded.shape, weights.shape)]
    for place in itertools.product(*(range(side) for side in weights.shape[:-1])):
        taps = weights[place]
        if not taps.any():
            continue
        part = padded[tuple(slice(start, start + side) for start, side in zip(place, shape))]
        sums = _nd.along(part, -1, lambda rows, taps=taps: _sums_of_rows(rows, taps, single))
        total = sums if total is None else total + sums
    return np.zeros(shape, np.float32 if single else np.float64) if total is None else total


def _sums_of_image(image: Any, weights: Any, mode: str, cval: float) -> Any:
    """filter2d itself: an image, and a window with a centre."""
    made = ops.filter2d(
        _as_bytes(image),
        mask=weights,
        border=_nd.BORDERS[mode],
        axes="yx",
        ddepth="f32",
        **({"border_value": float(cval)} if "constant" in mode else {}),
    )
    return np.asarray(made)


def _as_bytes(image: Any) -> Any:
    return image.view(np.uint8) if image.dtype == bool else image


def _suits_image(array: Any, weights: Any, modes: Sequence[str], origins: Sequence[int], cval: Any) -> bool:
    fits = all(side % 2 == 1 and side <= _LARGEST_MASK for side in weights.shape)
    of_image = array.dtype in (np.bool_, np.uint8, np.uint16, np.float16, np.float32)
    plain = "constant" not in modes[0] or cval == 0
    return array.ndim == 2 and fits and of_image and len(set(modes)) == 1 and not any(origins) and plain


def _sums(array: Any, weights: Any, modes: Sequence[str], cval: Any, origins: Sequence[int], output: np.dtype) -> Any:
    if array.size == 0:
        return np.zeros(array.shape)
    single = _in_single(array, weights, output) and np.all(np.isfinite(weights))
    if single and _suits_image(array, weights, modes, origins, cval):
        return _sums_of_image(array, weights, modes[0], cval)
    if not single:
        array = array.astype(np.float64, copy=False)
    elif "constant" in "".join(modes):
        array = array.astype(np.float32, copy=False)
    return _sums_within(_nd.pad_for(array, weights.shape, modes, cval, origins), weights, bool(single))


def _of_parts(array: Any, weights: Any, cval: Any, sums: Callable[..., Any]) -> Any:
    """Sums of complex samples or weights, from those of their real and imaginary parts."""
    value = complex(cval)
    real, imaginary = (array.real, array.imag) if array.dtype.kind == "c" else (array, None)
    result = sums(real, weights.real, value.real) + 0j
    if weights.dtype.kind == "c":
        result = result + 1j * sums(real, weights.imag, value.real)
    if imaginary is not None:
        result = result + 1j * sums(imaginary, weights.real, value.imag)
        if weights.dtype.kind == "c":
            result = result - sums(imaginary, weights.imag, value.imag)
    return result


def _run(array: Any, weights: Any, modes: Sequence[str], cval: Any, origins: Sequence[int], output: Any) -> Any:
    is_complex = "c" in array.dtype.kind + weights.dtype.kind
    to = _nd.check_output(output, array.shape, array.dtype, is_complex)

    def sums(part: Any, taps: Any, value: Any) -> Any:
        of = np.dtype(np.float64) if is_complex else to
        return _sums(part, np.asarray(taps, np.float64), modes, value, origins, of)

    result = _of_parts(array, weights, cval, sums) if is_complex else sums(array, weights, cval)
    return _nd.give(result, output, array.dtype)


_ORIGIN = "Invalid origin; origin must satisfy -(weights.shape[k] // 2) <= origin[k] <= (weights.shape[k]-1) // 2"


def _turned(weights: Any, origins: list[int]) -> tuple[Any, list[int]]:
    """A convolution's weights and origins as those of a correlation."""
    turned = [-origin - (1 - side % 2) for origin, side in zip(origins, weights.shape)]
    return weights[(slice(None, None, -1),) * weights.ndim], turned


def _check_cval(array: Any, weights: Any, cval: Any) -> None:
    if weights.dtype.kind == "c" and array.dtype.kind != "c" and np.iscomplexobj(cval):
        raise ValueError("Cannot provide a complex-valued cval when the input is real.")


def _correlate(
    input: Any, weights: Any, output: Any, mode: Any, cval: Any, origin: Any, axes: Any, convolution: bool
) -> Any:
    array, weights = np.asarray(input), np.asarray(weights)
    _check_cval(array, weights, cval)
    if weights.dtype.kind == "c":
        weights = weights if convolution else weights.conj()
    else:
        weights = weights.astype(np.float64)
    places = _nd.check_axes(axes, array.ndim)
    weights = _nd.spread_window(weights, places, array.ndim, "weights")
    origins = _nd.spread_values(origin, places, array.ndim, 0)
    if 0 in weights.shape:
        raise RuntimeError("no filter weights given")
    if convolution:
        weights, origins = _turned(weights, origins)
    origins = [_nd.check_origin(where, side, _ORIGIN) for where, side in zip(origins, weights.shape)]
    return _run(array, weights, [_nd.check_mode(mode)] * array.ndim, cval, origins, output)


def correlate(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Sums of the samples under a window of weights."""
    return _correlate(input, weights, output, mode, cval, origin, axes, False)


def convolve(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Sums of the samples under a window of weights that is turned by half a turn."""
    return _correlate(input, weights, output, mode, cval, origin, axes, True)


def _correlate1d(
    input: Any, weights: Any, axis: int, output: Any, mode: Any, cval: Any, origin: int, convolution: bool
) -> Any:
    array, weights = np.asarray(input), np.asarray(weights)
    _check_cval(array, weights, cval)
    if weights.ndim != 1 or weights.shape[0] < 1:
        raise RuntimeError("no filter weights given")
    if array.ndim == 0:
        _nd.check_axis(axis, 0)
    return _correlate(array, weights, output, mode, cval, origin, (_nd.check_axis(axis, array.ndim),), convolution)


def correlate1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Sums of the samples under weights along one axis."""
    return _correlate1d(input, weights, axis, output, mode, cval, origin, False)


def convolve1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Sums of the samples under turned weights along one axis."""
    return _correlate1d(input, weights, axis, output, mode, cval, origin, True)


def _each_axis(input: Any, output: Any, axes: Sequence[int], step: Callable[..., Any]) -> Any:
    """One filter after the other, each along its axis; between them samples have the result's type, as in SciPy."""
    array = np.asarray(input)
    is_complex = array.dtype.kind == "c"
    to = _nd.check_output(output, array.shape, array.dtype, is_complex)
    result = array
    for place, axis in enumerate(axes):
        result = step(result, place, axis, to)
    return _nd.give(result, output, array.dtype)


def _gaussian_taps(sigma: float, order: int, radius: int) -> Any:
    """The Gaussian's samples, or those of its derivative: the Gaussian times a polynomial of Hermite."""
    if order < 0:
        raise ValueError("order must be non-negative")
    x = np.arange(-radius, radius + 1)
    taps = np.exp(-0.5 / (sigma * sigma) * x**2)
    taps /= taps.sum()
    factors = np.zeros(order + 1)
    factors[0] = 1
    for _ in range(order):  # the derivative of p(x) g(x) is (p'(x) - x p(x) / sigma^2) g(x)
        slope = np.append(factors[1:] * np.arange(1, order + 1), 0)
        slope[1:] -= factors[:-1] / (sigma * sigma)
        factors = slope
    return taps * np.polynomial.polynomial.polyval(x, factors)


def gaussian_filter1d(
    input, sigma, axis=-1, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None
):
    """A Gaussian blur, or a Gaussian's derivative, along one axis."""
    reach = int(truncate * float(sigma) + 0.5) if radius is None else radius
    if not isinstance(reach, numbers.Integral) or reach < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    taps = _gaussian_taps(float(sigma), order, int(reach))[::-1]
    return correlate1d(input, taps, axis, output, mode, cval, 0)


def gaussian_filter(
    input, sigma, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None
):
    """A Gaussian blur of all axes, or of those that are named."""
    places = _nd.check_axes(axes, np.ndim(input))
    values = [_nd.per_axis(value, len(places)) for value in (sigma, order, mode, radius)]
    used = [number for number in range(len(places)) if values[0][number] > 1e-15]

    def step(array: Any, place: int, axis: int, to: np.dtype) -> Any:
        of = [value[used[place]] for value in values]
        return gaussian_filter1d(array, of[0], axis, of[1], to, of[2], cval, truncate, radius=of[3])

    return _each_axis(input, output, [places[number] for number in used], step)


def uniform_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """The mean of so many samples along one axis."""
    axis = _nd.check_axis(axis, np.ndim(input))
    if size < 1:
        raise RuntimeError("incorrect filter size")
    _nd.check_origin(origin, size)
    array = np.asarray(input)
    is_complex = array.dtype.kind == "c"
    _nd.check_output(output, array.shape, array.dtype, is_complex)
    sums = correlate1d(array, np.ones(size), axis, np.complex128 if is_complex else np.float64, mode, cval, origin)
    return _nd.give(sums / size, output, array.dtype)


def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """The mean of a window."""
    places = _nd.check_axes(axes, np.ndim(input))
    sizes, origins, modes = (_nd.per_axis(value, len(places)) for value in (size, origin, mode))
    used = [number for number in range(len(places)) if sizes[number] > 1]

    def step(array: Any, place: int, axis: int, to: np.dtype) -> Any:
        number = used[place]
        return uniform_filter1d(array, int(sizes[number]), axis, to, modes[number], cval, origins[number])

    return _each_axis(input, output, [places[number] for number in used], step)


def _derivative(input: Any, axis: int, output: Any, mode: Any, cval: Any, smooth: Sequence[float]) -> Any:
    array = np.asarray(input)
    axis = _nd.check_axis(axis, array.ndim)
    modes = _nd.per_axis(mode, array.ndim)

    def step(part: Any, _: int, along: int, to: np.dtype) -> Any:
        return correlate1d(part, [-1, 0, 1] if along == axis else smooth, along, to, modes[along], cval, 0)

    return _each_axis(array, output, [axis] + [other for other in range(array.ndim) if other != axis], step)


def sobel(input, axis=-1, output=None, mode="reflect", cval=0.0):
    """Differences along one axis, binomial smoothing along the others."""
    return _derivative(input, axis, output, mode, cval, [1, 2, 1])


def prewitt(input, axis=-1, output=None, mode="reflect", cval=0.0):
    """Differences along one axis, sums of three along the others."""
    return _derivative(input, axis, output, mode, cval, [1, 1, 1])


def _combined(
    input: Any, output: Any, mode: Any, axes: Any, part: Callable[..., Any], finish: Callable[[list[Any]], Any]
) -> Any:
    """Second derivatives, or squares of first ones, of several axes as one."""
    array = np.asarray(input)
    places = _nd.check_axes(axes, array.ndim)
    modes = _nd.per_axis(mode, len(places))
    to = _nd.check_output(output, array.shape, array.dtype, array.dtype.kind == "c")
    parts = [part(array, axis, to, modes[number], number, places) for number, axis in enumerate(places)]
    return _nd.give(finish(parts) if parts else array, output, array.dtype)


def _sum(parts: list[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def laplace(input, output=None, mode="reflect", cval=0.0, *, axes=None):
    """The sum of second differences."""

    def part(array, axis, to, of, _number, _places):
        return correlate1d(array, [1, -2, 1], axis, to, of, cval, 0)

    return _combined(input, output, mode, axes, part, _sum)


def _orders(number: int, count: int, order: int) -> list[int]:
    return [order if place == number else 0 for place in range(count)]


def gaussian_laplace(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, **kwargs):
    """The sum of a Gaussian's second derivatives."""

    def part(array, _axis, to, of, number, places):
        return gaussian_filter(array, sigma, _orders(number, len(places), 2), to, of, cval, axes=places, **kwargs)

    return _combined(input, output, mode, axes, part, _sum)


def gaussian_gradient_magnitude(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, **kwargs):
    """The length of the gradient by a Gaussian's derivatives."""

    def part(array, _axis, to, of, number, places):
        return gaussian_filter(array, sigma, _orders(number, len(places), 1), to, of, cval, axes=places, **kwargs)

    def finish(parts: list[Any]) -> Any:
        squares = _sum([part * part for part in parts])
        return _nd.cast(np.sqrt(squares.astype(np.promote_types(squares.dtype, np.float32))), squares.dtype)

    return _combined(input, output, mode, axes, part, finish)
