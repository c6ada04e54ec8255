"""Ops of the photograph matrix that are known by what other libraries call them: a row each. What lenslet's `bench` proves
against its own reference is what the others are compared with, so a row needs no formula of its own.

A new op is a line of ROWS: its parameters, and a function for each library that has it. A library without one has no
entry.
"""
import importlib
import pathlib
from typing import Callable, NamedTuple

import numpy as np

import row_npp
from common import Refused, Wrong, module, run_or
from row_npp import ALL, WHITE

ONE = ("u8x1", "u16x1", "f32x1")
U8 = ("u8x1", "u8x3")
ANGLE = 5  # of the turned images, in degrees


class Row(NamedTuple):
    op: str
    parameters: dict = {}
    types: tuple = ALL
    border: str = "replicate"  # empty: the op has none
    few: bool = False          # samples from 0 to 9, as `lenslet bench` has them for labels
    levels: float = 0          # that two libraries may differ by: of u8, and as much of the range of u16 and f32
    off: float = 0             # share of the samples that may differ by more
    extra: Callable = lambda work: []  # images behind the first
    image: Callable = None     # work -> the first image; lenslet's `run` then takes these very images, not its `bench`
    picked: Callable = lambda result: result  # what of lenslet's result is compared
    opencv: Callable = None    # (cv2, work, image, out, *extra) -> result
    scipy: Callable = None     # (ndimage, work, image, *extra) -> result
    skimage: Callable = None   # (part of skimage by its name, work, image, *extra) -> result
    pillow: Callable = None    # (PIL.Image, work, image of Pillow) -> result
    cupy: Callable = None      # (cupy, ndimage, work, image, *extra) -> result
    cucim: Callable = None     # (part of cucim.skimage by its name, work, image, *extra) -> result
    npp: row_npp.ByNpp = None  # the words of npp_rows.cu, and how its result is compared

    def bench_text(self):
        """The op as `lenslet bench` takes it."""
        values = ((name, "on" if value is True else value) for name, value in self.parameters.items())
        return ":".join(filter(None, (self.op, ",".join(f"{name}={value}" for name, value in values))))

    def options(self):
        """The same for `lenslet run`."""
        border = ["--border", self.border] if self.border else []
        return [f"--{name}" if value is True else f"--{name}={value}" for name, value in self.parameters.items()] + border


# From the image's pixels to the result's: a turn round the first pixel, and a shift.
MATRIX = np.array([[np.cos(np.radians(ANGLE)), np.sin(np.radians(ANGLE)), -20], [-np.sin(np.radians(ANGLE)),
                                                                              np.cos(np.radians(ANGLE)), 30]])
PERSPECTIVE = np.array([[1, 0.02, -10], [-0.02, 1, 20], [1e-5, 2e-5, 1]])


def text(matrix):
    return "; ".join(" ".join(f"{v:.17g}" for v in row) for row in matrix)


def how(cv2, name):
    return getattr(cv2, f"INTER_{name.upper()}")


ORDERS = {"nearest": 0, "linear": 1}  # of splines, which are the same filters


def to_samples(cp, work, values):
    """CuPy's functions truncate where they return whole numbers."""
    return values if work.kind == "f32" else cp.rint(values).astype(work.dtype)


def warp_by_cucim(sk, work, image, matrix, order):
    cp = importlib.import_module("cupy")
    made = sk("transform").warp(image, cp.asarray(np.linalg.inv(matrix)), order=order, mode="edge", preserve_range=True)
    return to_samples(cp, work, made)


def turn(work):
    """Clockwise round the middle, from the image's pixels to the result's."""
    cosine, sine = np.cos(np.radians(ANGLE)), np.sin(np.radians(ANGLE))
    x, y = (work.shape[1] - 1) / 2, (work.shape[0] - 1) / 2
    return np.array([[cosine, -sine, x - cosine * x + sine * y], [sine, cosine, y - sine * x - cosine * y]])


def rotate():
    return Row("rotate", {"degrees": ANGLE, "canvas": "keep"}, levels=2, off=2e-3,
               npp=row_npp.warp("warp_affine", "linear", turn),
               cupy=lambda cp, ndimage, w, i: ndimage.rotate(i, -ANGLE, reshape=False, order=1, mode="nearest"),
               opencv=lambda cv2, w, i, o: cv2.warpAffine(i, turn(w), size_of(w), dst=o, flags=cv2.INTER_LINEAR,
                                                          borderMode=cv2.BORDER_REPLICATE))


def warp_by_ndimage(cp, ndimage, image, order):
    """From the result's row and column to the image's; a channel's number stays."""
    inverse = np.linalg.inv(np.vstack([MATRIX, [0, 0, 1]]))[:2]
    matrix, offset = np.eye(image.ndim), np.zeros(image.ndim)
    matrix[:2, :2], offset[:2] = inverse[::-1, 1::-1], inverse[::-1, 2]
    return ndimage.affine_transform(image, cp.asarray(matrix), offset, order=order, mode="nearest")


def warp(name):
    order = ORDERS.get(name)
    return Row("warp_affine", {"matrix": text(MATRIX), "interpolation": name}, levels=2, off=2e-3,
               npp=row_npp.warp("warp_affine", name, lambda work: MATRIX),
               cupy=None if order is None else lambda cp, ndimage, w, i: warp_by_ndimage(cp, ndimage, i, order),
               opencv=lambda cv2, w, i, o: cv2.warpAffine(i, MATRIX, size_of(w), dst=o, flags=how(cv2, name),
                                                          borderMode=cv2.BORDER_REPLICATE))


def perspective(name):
    order = ORDERS.get(name)
    return Row("warp_perspective", {"matrix": text(PERSPECTIVE), "interpolation": name}, levels=2, off=2e-3,
               npp=row_npp.warp("warp_perspective", name, lambda work: PERSPECTIVE),
               cucim=None if order is None else lambda sk, w, i: warp_by_cucim(sk, w, i, PERSPECTIVE, order),
               opencv=lambda cv2, w, i, o: cv2.warpPerspective(i, PERSPECTIVE, size_of(w), dst=o, flags=how(cv2, name),
                                                               borderMode=cv2.BORDER_REPLICATE))


def size_of(work):
    return work.shape[1], work.shape[0]


def square(cv2, side):
    return cv2.getStructuringElement(cv2.MORPH_RECT, (side, side))


def window(work, side):
    """The sides of a window of ndimage, which counts channels as an axis."""
    return (side, side, 1)[:len(work.shape)]


def hat(op, name, side):
    return Row(op, {"ksize": side}, npp=row_npp.plain(op, side),
               opencv=lambda cv2, w, i, o: cv2.morphologyEx(i, getattr(cv2, f"MORPH_{op.upper()}"), square(cv2, side),
                                                            dst=o, borderType=cv2.BORDER_REPLICATE),
               scipy=lambda ndimage, w, i: getattr(ndimage, name)(i, size=window(w, side), mode="nearest"),
               cupy=lambda cp, ndimage, w, i: getattr(ndimage, name)(i, size=window(w, side), mode="nearest"))


EXTREMES = {"erode": "minimum_filter", "dilate": "maximum_filter"}


def extreme(op, side):
    """With an even side the middle is one right of and below the centre, as OpenCV's anchor."""
    return Row(op, {"ksize": side}, npp=row_npp.even_window(op, side),
               cupy=lambda cp, ndimage, w, i: getattr(ndimage, EXTREMES[op])(i, size=window(w, side), mode="nearest"),
               opencv=lambda cv2, w, i, o: getattr(cv2, op)(i, square(cv2, side), dst=o,
                                                            borderType=cv2.BORDER_REPLICATE))


def label(neighbours):
    def structure():
        return np.ones((3, 3)) if neighbours == 8 else None
    return Row("label", {"neighbours": neighbours}, ("u8x1",), border="", few=True,
               npp=row_npp.label(neighbours, "numbered"),
               scipy=lambda ndimage, w, i: ndimage.label(i, structure=structure())[0],
               cupy=lambda cp, ndimage, w, i: ndimage.label(i, structure=None if neighbours == 4 else cp.ones((3, 3)))[0])


def unordered(neighbours):
    """OpenCV numbers labels in another order: what is compared is which pixels have one."""
    return label(neighbours)._replace(
        picked=lambda result: result > 0, scipy=None, cupy=None, npp=row_npp.label(neighbours, "unordered"),
        opencv=lambda cv2, w, i, o: Picked(cv2.connectedComponents(i, connectivity=neighbours)[1], lambda r: r > 0))


class Picked(NamedTuple):
    """A result of which only a part is compared, when the time does not count."""
    result: object
    pick: Callable


def distance(metric, name):
    scipy = {"l2": lambda ndimage, w, i: ndimage.distance_transform_edt(i).astype(np.float32),
             "l1": lambda ndimage, w, i: ndimage.distance_transform_cdt(i, "taxicab").astype(np.float32),
             "chessboard": lambda ndimage, w, i: ndimage.distance_transform_cdt(i, "chessboard").astype(np.float32)}[metric]
    return Row("distance_transform", {"metric": metric}, ("u8x1",), border="", few=True, levels=1e-3,
               npp=row_npp.plain("distance", types=("u8x1",), dtype=np.float32) if metric == "l2" else None,
               opencv=lambda cv2, w, i, o: cv2.distanceTransform(i, getattr(cv2, name), cv2.DIST_MASK_PRECISE
                                                                 if metric == "l2" else 3),
               scipy=scipy, cupy=None if metric != "l2" else lambda cp, ndimage, w, i: ndimage.distance_transform_edt(i))


def maps(work):
    random = np.random.default_rng(2)
    return [random.uniform(0, 100, work.shape[:2]).astype(np.float32) for _ in range(2)]


def second(work):
    random = np.random.default_rng(3)
    if work.kind == "f32":
        return [random.random(work.shape, np.float32)]
    return [random.integers(0, WHITE[work.kind] + 1, work.shape, work.dtype)]


def noise(work):
    random = np.random.default_rng(1)
    return random.random(work.shape, np.float32) if work.kind == "f32" else random.integers(0, WHITE[work.kind] + 1,
                                                                                           work.shape, work.dtype)


def picture(_work):
    return [np.random.default_rng(3).integers(0, 256, (32, 32), np.uint8)]


def remap_by_ndimage(cp, ndimage, work, image, columns, rows):
    if work.channels > 1:
        raise Refused("map_coordinates takes each channel by itself")
    return ndimage.map_coordinates(image, cp.stack([rows, columns]), order=1, mode="nearest")


def hills(work):
    """Noise that is blurred, so that it has regions of some hundred pixels."""
    random = np.random.default_rng(1)
    blurred = module("scipy.ndimage", "scipy").gaussian_filter(random.random(work.shape, np.float32), 4, mode="wrap")
    blurred = (blurred - blurred.min()) / (blurred.max() - blurred.min())
    return blurred if work.kind == "f32" else np.rint(blurred * WHITE[work.kind]).astype(work.dtype)


def markers(work):
    """One pixel of about 1000 is one."""
    random, made = np.random.default_rng(3), np.zeros(work.shape, np.int32)
    places = random.choice(made.size, made.size // 1000, replace=False)
    made.ravel()[places] = np.arange(1, len(places) + 1)
    return [made]


def dull(work):
    """Noise from a tenth to nine tenths of the range: where levels are at its ends already, OpenCV copies."""
    white = WHITE[work.kind]
    return np.random.default_rng(1).integers(white // 10, white - white // 10, work.shape, work.dtype)


def harris_points(cv2, image):
    """As OpenCV's users find corners: responses above a part of the greatest that no neighbour exceeds."""
    response = cv2.cornerHarris(image, 2, 3, 0.04)
    found = (response == cv2.dilate(response, np.ones((3, 3), np.uint8))) & (response > 0.01 * response.max())
    points = cv2.findNonZero(found.view(np.uint8)).reshape(-1, 2)
    return Picked(points, lambda found: strongest(np.array([[x, y, response[y, x]] for x, y in found])))


def strongest(points):
    """What is compared is the greatest response: where neighbours are about equal, rounding decides of the place."""
    return np.log(points[:, 2].max(keepdims=True))


def by_pillow(filter_name, scale):
    """Pillow takes images of u8, with three channels as RGB."""
    def resized(pillow, work, image):
        size = (round(work.shape[1] * scale), round(work.shape[0] * scale))
        return Picked(image.resize(size, getattr(pillow.Resampling, filter_name)), np.asarray)
    return resized


def shrink(name, filter_name):
    """To half of each side."""
    return Row("resize", {"scale": 0.5, "interpolation": name, "antialias": True}, U8, border="", levels=2, off=2e-2,
               pillow=by_pillow(filter_name, 0.5),
               npp=row_npp.shrink_lanczos() if name == "lanczos" else row_npp.ByNpp(
                   refused="it has no such filter that widens with the scale"))


def resized(name, scale, **peers):
    return Row("resize", {"scale": scale, "interpolation": name}, border="", levels=1,
               opencv=lambda cv2, w, i, o: cv2.resize(i, None, fx=scale, fy=scale, interpolation=how(cv2, name)), **peers)


def halved(image):
    return (0.5, 0.5, 1)[:image.ndim]


def project(by, **peers):
    return Row("project", {"along": "y", "by": by}, border="", levels=0.05, **peers)


def statistics(xp, ndimage, labels, image):
    """Area, mean, least and greatest of the labels from 1 to 9."""
    numbers = xp.arange(1, 10)
    return xp.stack([xp.bincount(labels.ravel(), minlength=10)[1:], ndimage.mean(image, labels, numbers),
                     ndimage.minimum(image, labels, numbers), ndimage.maximum(image, labels, numbers)], axis=1)


def levels(cv2, work, image, out):
    depth = {"u8": cv2.CV_8U, "u16": cv2.CV_16U, "f32": cv2.CV_32F}[work.kind]
    return cv2.addWeighted(image, 255 / 200, image, 0, -10 * 255 / 200, dst=out, dtype=depth)


def levels_by_cucim(sk, _work, image):
    return sk("exposure").rescale_intensity(image, in_range=(10, 210))


def by_clahe(cv2, image):
    return cv2.createCLAHE(2, (8, 8)).apply(image)


def corners(cv2, image, threshold):
    """A list of OpenCV's points becomes an array when the time does not count."""
    points = cv2.FastFeatureDetector_create(threshold).detect(image)
    return Picked(points, lambda found: np.array([[*p.pt, p.response] for p in found], np.float32).reshape(-1, 3))


def adaptive_by_cucim(sk, image):
    """The mean rounded, as lenslet's is."""
    cp = importlib.import_module("cupy")
    level = cp.rint(sk("filters").threshold_local(image, 31, method="mean", mode="nearest")) - 10
    return (image > level).astype(np.uint8) * np.uint8(255)


def adaptive(cv2, _work, image, out, way):
    return cv2.adaptiveThreshold(image, 255, way, cv2.THRESH_BINARY, 31, 10, dst=out)


ROWS = {
    **{f"warp_affine {name}": warp(name) for name in ("nearest", "linear", "cubic")},
    **{f"warp_perspective {name}": perspective(name) for name in ("nearest", "linear", "cubic")},
    # `lenslet bench` would draw places outside of the image, too
    "remap linear": Row("remap", levels=4, off=0.3, image=noise, extra=maps, cupy=remap_by_ndimage,
                        npp=row_npp.plain("remap", "linear", alike=row_npp.remap_inside, levels=2, off=1e-2),
                        opencv=lambda cv2, w, i, o, x, y: cv2.remap(i, x, y, cv2.INTER_LINEAR, dst=o,
                                                                    borderMode=cv2.BORDER_REPLICATE)),
    "rotate linear": rotate(),
    "pad": Row("pad", {"left": 40, "right": 40, "top": 40, "bottom": 40}, npp=row_npp.pad(40),
               cupy=lambda cp, ndimage, w, i: cp.pad(i, ((40, 40), (40, 40), (0, 0))[:i.ndim], mode="edge"),
               opencv=lambda cv2, w, i, o: cv2.copyMakeBorder(i, 40, 40, 40, 40, cv2.BORDER_REPLICATE)),
    "composite": Row("composite", {"opacity": 0.5}, U8, border="", levels=1, extra=second,
                     npp=row_npp.plain("composite", 128, types=U8, levels=2, note="its opacity is 128 / 255"),
                     opencv=lambda cv2, w, i, o, p: cv2.addWeighted(p, 0.5, i, 0.5, 0, dst=o)),
    "bilateral 9": Row("bilateral", {"d": 9, "sigma_color": 30, "sigma_space": 3}, U8, levels=1,
                       npp=row_npp.bilateral(4, 30, 3),
                       opencv=lambda cv2, w, i, o: cv2.bilateralFilter(i, 9, 30, 3, dst=o,
                                                                       borderType=cv2.BORDER_REPLICATE)),
    "nlm": Row("nlm", {"strength": 10}, ("u8x1",), levels=2, off=1e-2, border="reflect101",
               opencv=lambda cv2, w, i, o: cv2.fastNlMeansDenoising(i, dst=o, h=10)),
    "adaptive_threshold mean": Row("adaptive_threshold", {"ksize": 31, "offset": 10}, ("u8x1",), off=1e-3,
                                   npp=row_npp.plain("adaptive_threshold", 31, 10, types=("u8x1",), off=5e-3,
                                                     note="its mean is not rounded"),
                                   cucim=lambda sk, w, i: adaptive_by_cucim(sk, i),
                                   opencv=lambda cv2, w, i, o: adaptive(cv2, w, i, o, cv2.ADAPTIVE_THRESH_MEAN_C)),
    "adaptive_threshold gaussian": Row("adaptive_threshold", {"by": "gaussian", "ksize": 31, "offset": 10}, ("u8x1",),
                                       off=2e-2, opencv=lambda cv2, w, i, o: adaptive(
                                           cv2, w, i, o, cv2.ADAPTIVE_THRESH_GAUSSIAN_C)),
    "tophat 15": hat("tophat", "white_tophat", 15),
    "blackhat 15": hat("blackhat", "black_tophat", 15),
    "levels": Row("levels", {"low": 10, "high": 210}, ("u8x1", "u8x3"), border="", levels=1, opencv=levels,
                  npp=row_npp.plain("levels", 10, 210), cucim=levels_by_cucim),
    "autocontrast": Row("autocontrast", {"by": "together"}, ("u8x1", "u8x3", "u16x1"), border="", levels=1, image=dull,
                        cucim=lambda sk, w, i: sk("exposure").rescale_intensity(i),
                        opencv=lambda cv2, w, i, o: cv2.normalize(i, o, 0, WHITE[w.kind], cv2.NORM_MINMAX)),
    "clahe": Row("clahe", {"clip": 2, "tiles": "8x8"}, ("u8x1", "u16x1"), border="",
                 opencv=lambda cv2, w, i, o: by_clahe(cv2, i)),
    "mean even 8": Row("mean", {"ksize": 8}, levels=1, npp=row_npp.even_window("mean", 8),
                       cupy=lambda cp, ndimage, w, i: to_samples(cp, w, ndimage.uniform_filter(
                           i, size=window(w, 8), output=np.float32, mode="nearest")),
                       opencv=lambda cv2, w, i, o: cv2.blur(i, (8, 8), dst=o, borderType=cv2.BORDER_REPLICATE)),
    "erode even 8": extreme("erode", 8),
    "dilate even 8": extreme("dilate", 8),
    "label 4": label(4),
    "label 8": label(8),
    "label 8 unordered": unordered(8),
    "distance l2": distance("l2", "DIST_L2"),
    "distance l1": distance("l1", "DIST_L1"),
    "distance chessboard": distance("chessboard", "DIST_C"),
    "fill_holes": Row("fill_holes", {}, ("u8x1",), border="", few=True,
                      picked=lambda result: result > 0, scipy=lambda ndimage, w, i: ndimage.binary_fill_holes(i),
                      cupy=lambda cp, ndimage, w, i: ndimage.binary_fill_holes(i)),
    "remove_small": Row("remove_small", {"area": 64}, ("u8x1",), border="", few=True, picked=lambda result: result > 0,
                        skimage=lambda sk, w, i: sk("morphology").remove_small_objects(i > 0, max_size=63),
                        cucim=lambda sk, w, i: sk("morphology").remove_small_objects(i > 0, max_size=63)),
    "region_statistics": Row("region_statistics", {}, ("u8x1",), border="", few=True, levels=1e-6, extra=second,
                             picked=lambda result: result[:9, [1, 8, 9, 10]],
                             scipy=lambda ndimage, w, labels, i: statistics(np, ndimage, labels, i),
                             cupy=lambda cp, ndimage, w, labels, i: statistics(cp, ndimage, labels, i)),
    "canny": Row("canny", {"low": 100, "high": 200}, ("u8x1",), border="", image=noise,
                 npp=row_npp.plain("canny", 100, 200, types=("u8x1",), off=2e-2,
                                   note="of what is between the levels it keeps the edges' next neighbours alone"),
                 opencv=lambda cv2, w, i, o: cv2.Canny(i, 100, 200, edges=o)),
    "hysteresis": Row("hysteresis", {"low": 3, "high": 7}, ("u8x1",), border="", few=True,
                      picked=lambda result: result > 0,
                      skimage=lambda sk, w, i: sk("filters").apply_hysteresis_threshold(i, 3, 7),
                      cucim=lambda sk, w, i: sk("filters").apply_hysteresis_threshold(i, 3, 7)),
    "local_maxima": Row("local_maxima", {}, ("u8x1",), border="", few=True, picked=lambda result: result > 0,
                        skimage=lambda sk, w, i: sk("morphology").local_maxima(i),
                        cucim=lambda sk, w, i: sk("morphology").local_maxima(i)),
    "fast": Row("fast", {"threshold": 3}, ("u8x1",), border="", few=True,
                opencv=lambda cv2, w, i, o: corners(cv2, i, 3)),
    "harris_response": Row("harris_response", {"block": 3}, ("u8x1", "f32x1"), border="replicate", levels=1e-4,
                           npp=row_npp.plain("harris_response", 0.04, 1, types=("u8x1",), dtype=np.float32,
                                             alike=row_npp.up_to_a_factor),
                           opencv=lambda cv2, w, i, o: cv2.cornerHarris(i, 3, 3, 0.04,
                                                                        borderType=cv2.BORDER_REPLICATE)),
    "harris": Row("harris", {}, ("u8x1", "f32x1"), border="", image=hills, levels=1e-3, picked=strongest,
                  opencv=lambda cv2, w, i, o: harris_points(cv2, i)),
    "integral": Row("integral", {"sums": "i32"}, ("u8x1",), border="", picked=lambda result: result[1:, 1:],
                    npp=row_npp.plain("integral", types=("u8x1",), dtype=np.int32, alike=row_npp.whole,
                                      shape=lambda work: (work.shape[0] + 1, work.shape[1] + 1)),
                    opencv=lambda cv2, w, i, o: Picked(cv2.integral(i), lambda sums: sums[1:, 1:]),
                    cupy=lambda cp, ndimage, w, i: cp.cumsum(cp.cumsum(i, 0, np.int32), 1, np.int32)),
    "match_template": Row("match_template", {}, ("u8x1",), border="", image=noise, extra=picture,
                          npp=row_npp.match_template(32),
                          cucim=lambda sk, w, i, t: sk("feature").match_template(i, t),
                          levels=1e-4, opencv=lambda cv2, w, i, o, t: cv2.matchTemplate(i, t, cv2.TM_CCOEFF_NORMED)),
    "minmaxloc": Row("minmaxloc", {}, ONE, border="", picked=lambda result: result[0, :2],
                     npp=row_npp.plain("minmaxloc", types=ONE, dtype=np.float64, alike=row_npp.extremes,
                                       shape=lambda work: (6,)),
                     opencv=lambda cv2, w, i, o: np.array(cv2.minMaxLoc(i)[:2]),
                     cupy=lambda cp, ndimage, w, i: cp.stack([i.ravel()[i.argmin()], i.ravel()[i.argmax()]])),
    "project max": Row("project", {"along": "y"}, border="",
                       opencv=lambda cv2, w, i, o: cv2.reduce(i, 0, cv2.REDUCE_MAX),
                       cupy=lambda cp, ndimage, w, i: i.max(axis=0, keepdims=True)),
    "project mean": project("mean", opencv=lambda cv2, w, i, o: cv2.reduce(i, 0, cv2.REDUCE_AVG, dtype=cv2.CV_64F),
                            cupy=lambda cp, ndimage, w, i: i.mean(axis=0, keepdims=True, dtype=np.float32)),
    "project deviation": project("deviation", scipy=lambda ndimage, w, i: i.std(axis=0, keepdims=True, dtype=np.float64),
                                 cupy=lambda cp, ndimage, w, i: i.std(axis=0, keepdims=True, dtype=np.float32)),
    "resize area": resized("area", 0.5, npp=row_npp.resize("super"),
                           cucim=lambda sk, w, i: to_samples(importlib.import_module("cupy"), w,
                                                             sk("transform").downscale_local_mean(i, (2, 2, 1)[:i.ndim]))),
    "resize linear": resized("linear", 0.5, npp=row_npp.resize("linear"), cupy=lambda cp, ndimage, w, i: ndimage.zoom(
        i, halved(i), order=1, mode="nearest", grid_mode=True)),
    "resize cubic twice": resized("cubic", 2, npp=row_npp.resize("cubic", 2)),
    # Pillow saturates between columns and rows, which noise overshoots.
    "resize lanczos twice": Row("resize", {"scale": 2, "interpolation": "lanczos"}, U8, border="", levels=2, off=0.15,
                                pillow=by_pillow("LANCZOS", 2), npp=row_npp.resize("lanczos", 2, off=2e-2)),
    "resize lanczos antialias": shrink("lanczos", "LANCZOS"),
    "resize linear antialias": shrink("linear", "BILINEAR"),
    "watershed": Row("watershed", {}, ("u8x1", "f32x1"), border="", image=hills, extra=markers, off=0.05,
                     npp=row_npp.ByNpp(refused="its watershed takes no markers"),
                     skimage=lambda sk, w, i, m: sk("segmentation").watershed(i, m)),
    "gaussian wide": Row("gaussian", {"sigma": 50}, levels=2, off=1e-2, npp=row_npp.gaussian(50, 200), opencv=lambda cv2, w, i, o: cv2.GaussianBlur(
        i, (0, 0), 50, dst=o, borderType=cv2.BORDER_REPLICATE), cupy=lambda cp, ndimage, w, i: ndimage.gaussian_filter(
            i, (50, 50, 0)[:i.ndim], mode="nearest")),
}


def has(name, work):
    """Whether the library does the row's op."""
    return getattr(ROWS[work.task], name, None) is not None


def skimage_part(name):
    return importlib.import_module(f"skimage.{name}")


def cucim_part(name):
    return importlib.import_module(f"cucim.skimage.{name}")


class Truth:
    """What the tool makes of a work's image."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, pathlib.Path(folder)

    def of(self, work, image, extra):
        row, files = ROWS[work.task], [self.folder / f"row{i}.npy" for i in range(len(extra) + 2)]
        for file, value in zip(files, (image, *extra)):
            np.save(file, value)
        run_or(Wrong, [self.tool, "run", row.op, *row.options(), *map(str, files)])
        return np.load(files[-1])

    def check(self, work, image, extra, result):
        """Throws Wrong where too many samples are too far from what the tool makes."""
        row = ROWS[work.task]
        levels, off, whole = row.levels, row.off, self.of(work, image, extra)
        if isinstance(result, row_npp.Judged):
            result, truth, levels, off = result.pair(row, work, whole)
        else:
            result = result.pick(result.result) if isinstance(result, Picked) else result
            truth = row.picked(whole)
        if result.shape != truth.shape:
            raise Wrong(f"the result is {result.dtype} {result.shape}, lenslet's {truth.dtype} {truth.shape}")
        allowed = levels * (WHITE[work.kind] / 255 if truth.dtype == work.dtype else 1)
        bad = ~np.isclose(result.astype(np.float64), truth.astype(np.float64), 0, allowed + 1e-9, equal_nan=True)
        if bad.mean() > off:
            place = tuple(int(i) for i in np.argwhere(bad)[0])
            raise Wrong(f"{bad.mean():.2%} of the samples are not lenslet's: at {place} {result[place]}, {truth[place]}")
