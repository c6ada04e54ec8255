"""Pipelines by | and by functions, and filters of one's own."""

import pickle

import numpy as np
import pytest

import lenslet

FILTER = """/*
name: halved
summary: Less bright.
parameter: real factor = 0.5 (0 to 1): How bright.
window: 1
*/

PIXEL halved(WINDOW) {
  return factor * AT(0, 0);
}
"""


def test_ops_one_after_the_other(image):
    edges = lenslet.gaussian.with_(sigma=2) | lenslet.sobel.with_(dx=1) | lenslet.invert
    assert len(edges) == 3 and edges.text.startswith("gaussian sigma=2")
    expected = lenslet.invert(lenslet.sobel(lenslet.gaussian(image, sigma=2), dx=1))
    np.testing.assert_array_equal(edges(image), expected)
    np.testing.assert_array_equal(lenslet.Pipeline(edges.text)(image), expected)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(edges))(image), expected)


def test_arguments_and_options_of_the_call(image):
    edges = lenslet.gaussian | lenslet.invert
    expected = lenslet.invert(lenslet.gaussian(image, sigma=3, border="wrap"))
    np.testing.assert_array_equal(edges(image, **{"gaussian.sigma": 3}, border="wrap"), expected)
    out = np.empty_like(image)
    assert edges(image, out=out, **{"gaussian.sigma": 3}, border="wrap") is out
    np.testing.assert_array_equal(out, expected)


def test_pipelines_on_the_device_planned_and_explained(session, image):
    both = lenslet.invert | lenslet.median.with_(ksize=3)
    expected = lenslet.median(255 - image, ksize=3)
    np.testing.assert_array_equal(both(session.upload(image)), expected)
    np.testing.assert_array_equal(session.plan(both, image)(image), expected)
    assert both.explain(image).schedule


def test_a_function_is_a_pipeline(image):
    @lenslet.pipeline
    def detail(photo):
        smooth = lenslet.gaussian(photo, sigma=3)
        return lenslet.absdiff(photo, smooth)

    assert detail.inputs == ["photo"]
    np.testing.assert_array_equal(detail(image), lenslet.absdiff(image, lenslet.gaussian(image, sigma=3)))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda a, b: lenslet.subtract(a, a=b), "a is given twice"),
        (lambda a, b: lenslet.subtract(b=b), "b is given without a"),
    ],
)
def test_inputs_by_name_have_their_places(call, words):
    with pytest.raises(TypeError, match=words):
        lenslet.pipeline(lambda x, y: call(x, y))


def test_a_function_may_name_its_inputs(image):
    @lenslet.pipeline
    def detail(photo):
        return lenslet.absdiff(a=photo, b=lenslet.gaussian(image=photo, sigma=3))

    np.testing.assert_array_equal(detail(image), lenslet.absdiff(image, lenslet.gaussian(image, sigma=3)))


def test_a_function_with_several_results(image):
    @lenslet.pipeline
    def both(photo):
        smooth = lenslet.median(photo, ksize=3)
        return {"smooth": smooth, "inverse": lenslet.invert(smooth)}

    result = both(image)
    assert result._fields == ("smooth", "inverse")
    np.testing.assert_array_equal(result.inverse, 255 - result.smooth)


def test_what_is_no_pipeline_is_refused(image):
    with pytest.raises(ValueError, match="nonsense"):
        lenslet.Pipeline("gaussian | nonsense")
    with pytest.raises(TypeError):
        lenslet.gaussian | 3
    with pytest.raises(TypeError, match="parameters of its own"):
        lenslet.gaussian.with_(border="wrap")
    with pytest.raises(TypeError, match="did you mean 'sigma'"):
        lenslet.gaussian.with_(sigm=3)
    with pytest.raises(TypeError, match="all images are its inputs"):
        lenslet.pipeline(lambda photo: lenslet.absdiff(photo, image))
    with pytest.raises(ValueError):
        lenslet.absdiff | lenslet.absdiff


def test_a_filter_of_ones_own(image, tmp_path):
    halved = lenslet.UserOp(text=FILTER)
    expected = (image * 0.5).round()
    np.testing.assert_allclose(halved(image, factor=0.5), expected, atol=1)
    assert halved.info["parameters"][0]["name"] == "factor" and "factor" in repr(halved)
    with pytest.raises(ValueError, match="factor"):
        halved(image, factor=7)
    with pytest.raises(TypeError, match="did you mean 'factor'"):
        halved(image, facto=0.5)
    file = tmp_path / "halved.cl"
    file.write_text(FILTER)
    np.testing.assert_array_equal(lenslet.UserOp(file=file)(image, factor=0.5), halved(image, factor=0.5))
    chain = halved.with_(factor=0.5) | lenslet.invert
    np.testing.assert_array_equal(chain(image), 255 - halved(image, factor=0.5))


def test_a_filter_that_does_not_compile_says_where(image):
    broken = lenslet.UserOp(text=FILTER.replace("return", "return nothing +"))
    with pytest.raises(lenslet.BuildError) as raised:
        broken(image)
    assert "nothing" in raised.value.detail + str(raised.value)
    with pytest.raises(ValueError):
        lenslet.UserOp(text="no head")
    with pytest.raises(OSError):
        lenslet.UserOp(file="/nowhere/filter.cl")
    with pytest.raises(TypeError):
        lenslet.UserOp()
