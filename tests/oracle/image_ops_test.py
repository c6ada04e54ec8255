"""equalize against OpenCV's equalizeHist."""
import cv2
import numpy as np


def test_equalize(lenslet, trio):
    images = {name: image for name, image in trio.items() if image.dtype == np.uint8}
    for name, result in lenslet.run("equalize", images).items():
        image = images[name].reshape(*images[name].shape[:2], -1)
        wanted = np.dstack([cv2.equalizeHist(np.ascontiguousarray(image[..., c])) for c in range(image.shape[2])])
        assert np.array_equal(result, wanted.reshape(result.shape)), name
