"""JPEG files that the device encoded, as other programs read them: to the pixels that libjpeg-turbo makes of them."""
import base64
import subprocess

import browser
import cv2
import numpy as np
import PIL.Image
import pytest

import tool

SAMPLINGS = ("4:2:0", "4:4:4", "4:2:2", "4:4:0", "4:1:1")
CANVAS = """fetch("data:image/jpeg;base64,%s").then((file) => file.blob()).then(createImageBitmap).then((image) => {
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const bytes = canvas.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text);
})"""


def of_tool(lenslet, path, codec):
    result = path.with_suffix(f".{codec}.png")
    subprocess.run([lenslet.path, "run", "crop", path, result, "--codec", codec, "--quiet"], check=True)
    return tool.read(result)


def of_pillow(path):
    with PIL.Image.open(path) as image:
        return np.asarray(image)


def of_opencv(path):
    return tool.swap_red_and_blue(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))


def of_imagemagick(path, shape):
    samples = "rgb:-" if len(shape) == 3 else "gray:-"
    done = subprocess.run(["convert", path, "-depth", "8", samples], check=True, capture_output=True)
    return np.frombuffer(done.stdout, np.uint8).reshape(shape)


def of_chromium(page, path, shape):
    text = page.evaluate(CANVAS % base64.b64encode(path.read_bytes()).decode())
    pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(*shape[:2], 4)
    return pixels[:, :, :3] if len(shape) == 3 else pixels[:, :, 0]


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_all_readers_have_the_same_pixels(lenslet, photographs, tmp_path, sampling):
    number = SAMPLINGS.index(sampling)
    options = ["--codec", "device", "--sampling", sampling, "--quality", str(90 - 15 * number), "--restart", str(3 * number)]
    with browser.Browser() as chromium:
        page = chromium.page(200, 200)
        for name in ("chelsea", "camera"):
            image, path = photographs[name][:-1, :-1], tmp_path / f"{name}.jpg"
            tool.write(tmp_path / f"{name}.png", image)
            subprocess.run([lenslet.path, "run", "crop", tmp_path / f"{name}.png", path, *options, "--quiet",
                            *["--optimize"][:number % 2]], check=True)
            wanted = of_tool(lenslet, path, "host")
            assert wanted.shape == image.shape
            assert np.abs(wanted.astype(int) - image).mean() < 10
            for reader, found in {"device": of_tool(lenslet, path, "device"), "Pillow": of_pillow(path),
                                  "OpenCV": of_opencv(path), "ImageMagick": of_imagemagick(path, image.shape),
                                  "Chromium": of_chromium(page, path, image.shape)}.items():
                np.testing.assert_array_equal(found, wanted, f"{reader}, {name}, {sampling}")
