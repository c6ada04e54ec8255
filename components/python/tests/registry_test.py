"""Every op of the registry as a function: signatures, docstrings, arguments, and errors with the tool's words."""

import inspect
import keyword
import pickle
import pydoc

import numpy as np
import pytest

import lenslet
from lenslet import _describe, _errors

OPS = sorted(lenslet.ops())


@pytest.mark.parametrize("name", OPS)
def test_every_op_is_a_function_with_a_signature(name):
    op = lenslet.ops()[name]
    found = lenslet
    for word in name.split("."):
        found = getattr(found, word)
    assert found is op
    names = list(inspect.signature(op).parameters)
    assert len(names) == len(set(names))
    assert all(word.isidentifier() and not keyword.iskeyword(word) for word in names)
    for parameter in op.info["parameters"]:
        assert inspect.signature(op).parameters[parameter["name"]].default == parameter["initial"]


@pytest.mark.parametrize("name", OPS)
def test_every_op_has_a_docstring_with_its_parameters(name):
    op = lenslet.ops()[name]
    text = pydoc.render_doc(op, renderer=pydoc.plaintext)
    assert op.info["summary"] in text
    for parameter in op.info["parameters"]:
        assert f"{parameter['name']} : {parameter['kind']}" in text
        assert _describe.range_text(parameter) in text


@pytest.mark.parametrize("kind", [lenslet.Op, lenslet.UserOp, lenslet.Pipeline])
def test_classes_have_words_of_their_own(kind):
    assert "image" not in inspect.signature(kind).parameters
    assert isinstance(kind.__doc__, str) and "Parameters\n---" not in kind.__doc__
    assert kind.__doc__ in pydoc.render_doc(kind, renderer=pydoc.plaintext)


def test_pipelines_say_what_they_take():
    both = lenslet.gaussian | lenslet.invert
    assert list(inspect.signature(both).parameters)[0] == "image" and "Parameters\n---" in both.__doc__


def test_modules_are_there_without_an_import(python):
    done = python("import lenslet; print(lenslet.ndimage.zoom.__name__, lenslet.cv.blur.__name__)")
    assert (done.returncode, done.stdout) == (0, "zoom blur\n"), done.stderr


@pytest.mark.parametrize("name", sorted(set(lenslet.__all__) & set(vars(_errors))))
def test_errors_are_of_the_package(name):
    kind = getattr(lenslet, name)
    assert issubclass(kind, lenslet.Error) and f"{kind.__module__}.{kind.__qualname__}" == f"lenslet.{name}"
    assert type(pickle.loads(pickle.dumps(kind("words")))) is kind


def test_no_parameter_is_called_like_an_option():
    for op in lenslet.ops().values():
        words = {parameter["name"] for parameter in op.info["parameters"]} | {
            given["name"] for given in op.info["inputs"]
        }
        assert not words & {*_describe.OPTIONS, "session"}, op.name


def test_every_option_is_described():
    for op in lenslet.ops().values():
        assert set(op.info["options"]) <= set(_describe.OPTIONS)


def test_an_unknown_op_is_answered_by_the_nearest():
    with pytest.raises(AttributeError, match="did you mean 'gaussian'"):
        lenslet.gausian
    with pytest.raises(AttributeError, match="median"):
        lenslet.medianblur
    with pytest.raises(AttributeError):
        lenslet._nothing


@pytest.mark.parametrize(
    "wrong, right", [("sigm", "sigma"), ("Sigma", "sigma"), ("bordr", "border"), ("axis", "axes"), ("imag", "image")]
)
def test_an_unknown_keyword_is_answered_by_the_nearest(image, wrong, right):
    with pytest.raises(TypeError, match=f"gaussian has no argument '{wrong}': did you mean '{right}'"):
        lenslet.gaussian(image, **{wrong: 1})


@pytest.mark.parametrize(
    "keywords, error, words",
    [
        ({"sigma": -1}, ValueError, "sigma is '-1', allowed: a number from 0 to 1000, in pixels"),
        ({"sigma": float("nan")}, ValueError, "sigma"),
        ({"sigma": "2"}, TypeError, "sigma is '2' .str., allowed: a number"),
        ({"sigma": True}, TypeError, "sigma is True .bool., allowed: a number"),
        ({"sigma": [1, 2]}, TypeError, "sigma"),
        ({"ksize": 3.0}, TypeError, "ksize is 3.0 .float., allowed: an integer"),
        ({"ksize": 4}, ValueError, "ksize"),
        ({"ksize": 2**70}, ValueError, "64 bits"),
        ({"ksize": (3, 5, 7)}, TypeError, "an integer, or two"),
        ({"border": "round"}, ValueError, "unknown border 'round'. Allowed: constant"),
        ({"border": 3}, TypeError, "border is 3 .int., allowed: a text"),
        ({"border_value": [1, 2, 3, 4, 5]}, TypeError, "border_value"),
        ({"ddepth": "f99"}, ValueError, "f99"),
        ({"memory": -1}, ValueError, "memory"),
        ({"axes": 3}, TypeError, "axes"),
        ({"channel_axis": 0.5}, TypeError, "channel_axis"),
        ({"tune": "never"}, ValueError, "tune"),
        ({"schedule": "nonsense"}, (ValueError, RuntimeError), "nonsense"),
        ({"accuracy": "half"}, (ValueError, RuntimeError), "half|accuracy"),
    ],
)
def test_values_that_are_refused(image, keywords, error, words):
    with pytest.raises(error, match=words) as raised:
        lenslet.gaussian(image, **keywords)
    assert isinstance(raised.value, lenslet.Error)


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int64(2), np.array(2.0)])
def test_numbers_of_any_kind(image, value):
    np.testing.assert_array_equal(lenslet.gaussian(image, sigma=value), lenslet.gaussian(image, sigma=2))


def test_two_numbers_for_a_pair(image):
    np.testing.assert_array_equal(lenslet.mean(image, ksize=(5, 3)), lenslet.mean(image, ksize=5, ksize_y=3))


def test_a_matrix(image):
    rows = [[0, 1, 0], [1, -4, 1], [0, 1, 0]]
    name = next(one["name"] for one in lenslet.filter2d.info["parameters"] if one["kind"] == "matrix")
    expected = lenslet.filter2d(image, **{name: rows})
    np.testing.assert_array_equal(lenslet.filter2d(image, **{name: np.array(rows, "float32")}), expected)
    with pytest.raises(ValueError, match="rows of 3 and of 2"):
        lenslet.filter2d(image, **{name: [[1, 2, 3], [1, 2]]})
    with pytest.raises(TypeError):
        lenslet.filter2d(image, **{name: "0 1 0; 1 -4 1; 0 1 0"})


def test_a_choice_that_is_a_number_may_be_one(image):
    np.testing.assert_array_equal(
        lenslet.canny(image, low=50, high=100, ksize=5), lenslet.canny(image, low=50, high=100, ksize="5")
    )
    with pytest.raises(TypeError, match="ksize is 4"):
        lenslet.canny(image, low=50, high=100, ksize=4)
    with pytest.raises(TypeError, match="ksize is True"):
        lenslet.canny(image, low=50, high=100, ksize=True)


def test_a_size_is_width_and_height(image):
    assert lenslet.resize(image, size=(20, 10)).shape == (10, 20)
    assert lenslet.resize(image, size=(106, None)).shape == (74, 106)
    with pytest.raises(TypeError, match="width, height"):
        lenslet.resize(image, size=(1, 2, 3))


def test_a_curve(image):
    name = next(one["name"] for one in lenslet.lut.info["parameters"] if one["kind"] == "curve")
    np.testing.assert_array_equal(lenslet.lut(image, **{name: [255 - level for level in range(256)]}), 255 - image)
    np.testing.assert_array_equal(lenslet.lut(image, **{name: [(0, 255), (255, 0)]}), 255 - image)


def test_inputs_by_name(image):
    other = image[::-1]
    one, two = (given["name"] for given in lenslet.absdiff.info["inputs"][:2])
    expected = np.abs(image.astype(int) - other).astype("uint8")
    np.testing.assert_array_equal(lenslet.absdiff(**{one: image, two: other}), expected)
    np.testing.assert_array_equal(lenslet.absdiff(image, **{two: other}), expected)
    with pytest.raises(TypeError, match="given twice"):
        lenslet.absdiff(image, **{one: other})
    with pytest.raises(TypeError, match="takes 2 images"):
        lenslet.absdiff(image)
    with pytest.raises(TypeError, match="takes 2 images"):
        lenslet.absdiff(**{two: other})


def test_a_flag_that_says_that_an_input_is_there_is_set_by_it(image):
    mask = np.zeros(image.shape, "uint8")
    mask[3:5, 7:9] = 1
    low, high = lenslet.minmaxloc(image, mask=mask)[0, :2]
    assert (low, high) == (image[3:5, 7:9].min(), image[3:5, 7:9].max())
    np.testing.assert_array_equal(lenslet.minmaxloc(image, mask), lenslet.minmaxloc(image, mask=mask))
    np.testing.assert_array_equal(lenslet.minmaxloc(image, None), lenslet.minmaxloc(image))


def test_a_border_with_a_value(image):
    result = lenslet.mean(image.astype("float32"), ksize=3, border="constant", border_value=100)
    padded = np.pad(image.astype("float64"), 1, constant_values=100)
    assert result[0, 0] == pytest.approx(padded[:3, :3].mean(), rel=1e-5)


@pytest.mark.parametrize("dtype", ["f32", "float32", np.float32, np.dtype("float32")])
def test_a_type_of_the_result(image, dtype):
    assert lenslet.sobel(image, ddepth=dtype).dtype == np.float32


def test_alpha_is_kept_where_it_is_said(random):
    image = random.integers(0, 256, (9, 9, 4), dtype=np.uint8)
    np.testing.assert_array_equal(lenslet.median(image, ksize=3, alpha_channel="keep")[..., 3], image[..., 3])
    assert (lenslet.median(image, ksize=3)[..., 3] != image[..., 3]).any()


def test_missing_samples(random):
    image = random.random((9, 9)).astype("float32")
    image[4, 4] = np.nan
    assert np.isnan(lenslet.mean(image, ksize=3)).sum() == 9
    assert np.isnan(lenslet.mean(image, ksize=3, nan="ignore")).sum() == 1


def test_strips_have_the_same_bits(random):
    image = random.integers(0, 256, (700, 300), dtype=np.uint8)
    np.testing.assert_array_equal(lenslet.median(image, ksize=3, memory=200_000), lenslet.median(image, ksize=3))


def test_ops_can_be_pickled():
    assert pickle.loads(pickle.dumps(lenslet.gaussian)).name == "gaussian"


def test_families_of_arrays():
    numbers = np.arange(10, dtype="float32")
    assert lenslet.reduce.mean(numbers) == 4.5
    assert "mean" in repr(lenslet.reduce)
    result = lenslet.fit(numbers, 3 * numbers + 1)
    assert len(result) > 0
