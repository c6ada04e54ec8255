"""What mypy reads in stubs_test.py: each line with `wrong` is refused, and no other."""

import numpy as np

import lenslet

image = np.zeros((4, 4), np.uint8)
lenslet.gaussian(image, sigma=2, border="wrap", out=image)
lenslet.gaussian(image, sigm=2)  # wrong: call-arg
lenslet.gaussian(image, sigma="2")  # wrong: arg-type
lenslet.gaussian()  # wrong: call-arg
lenslet.mean(image, ksize=(3, 5))
lenslet.project(image, by="max")
lenslet.project(image, by="most")  # wrong: arg-type
lenslet.reduce.mean(image)
lenslet.reduce.nothing(image)  # wrong: attr-defined
lenslet.gausian(image)  # wrong: attr-defined
both: lenslet.Pipeline = lenslet.gaussian.with_(sigma=2) | lenslet.sobel
session = lenslet.Session("cpu")
uploaded: lenslet.Image = session.upload(image, axes="yx")
uploaded.shape[0] + uploaded.int_ptr
report: lenslet.Tuning = lenslet.gaussian.tune(image, sigma=2, seconds=3)
lenslet.UserOp(file=3)  # wrong: arg-type
