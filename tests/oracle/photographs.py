"""Real photographs of scikit-image's package, in every sample type, grey and in colour.

u8 samples are the files' own. u16 and f32 ones are the same scenes in linear light, as a camera's sensor sees them;
f32 goes from 0 to 255, so that one border value suits all types.
"""
import pathlib

import cv2
import numpy as np
import skimage

FOLDER = pathlib.Path(skimage.__file__).parent / "data"
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of linear red, green and blue, ITU-R BT.709


def load(file):
    image = cv2.imread(str(FOLDER / file), cv2.IMREAD_UNCHANGED)
    assert image is not None, f"scikit-image has no {file}"
    return image if image.ndim == 2 else np.ascontiguousarray(image[:, :, ::-1])


def linear_light(image):
    """From 0 to 1; the sRGB curve undone (IEC 61966-2-1)."""
    value = image / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def as_u16(image):
    return np.rint(image * 65535).astype(np.uint16)


def as_f32(image):
    return (image * 255).astype(np.float32)


def developed():
    return {
        "camera": load("camera.png"),
        "chelsea": load("chelsea.png"),
        "coffee": as_u16(linear_light(load("coffee.png")) @ LUMINANCE),
        "motorcycle": as_u16(linear_light(load("motorcycle_left.png"))),
        "hubble": as_f32(linear_light(load("hubble_deep_field.jpg")) @ LUMINANCE),
        "rocket": as_f32(linear_light(load("rocket.jpg"))),
    }


def of_types(photographs, *types):
    return {name: image for name, image in photographs.items() if image.dtype in types}


def grey(photographs):
    """One of each type."""
    return {name: image for name, image in photographs.items() if image.ndim == 2}


def at(photographs, index):
    """Takes one by number; after the last come the first ones again."""
    name = list(photographs)[index % len(photographs)]
    return {name: photographs[name]}
