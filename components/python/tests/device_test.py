"""Values that stay on a device, plans, and memory in common with NumPy and pyopencl."""

import gc
import io
import threading

import numpy as np
import pytest
from scipy import ndimage

import lenslet


def test_an_image_goes_up_and_comes_back(session, colours):
    uploaded = session.upload(colours[::-1])
    assert (uploaded.shape, uploaded.dtype, uploaded.axes, uploaded.ndim) == (colours.shape, np.uint8, "yxc", 3)
    np.testing.assert_array_equal(uploaded.download(), colours[::-1])
    np.testing.assert_array_equal(np.asarray(uploaded), colours[::-1])
    np.testing.assert_array_equal(np.array(uploaded, dtype=float), colours[::-1].astype(float))
    assert "uint8 (37, 53, 3)" in repr(uploaded)


def test_results_of_images_on_the_device_stay_there(session, image):
    uploaded = session.upload(image)
    result = lenslet.median(lenslet.invert(uploaded), ksize=3)
    assert isinstance(result, lenslet.Image)
    np.testing.assert_array_equal(result, ndimage.median_filter(255 - image, 3, mode="mirror"))
    sums = lenslet.minmaxloc(uploaded)
    assert isinstance(sums, lenslet.Array)
    np.testing.assert_array_equal(sums, lenslet.minmaxloc(image))


def test_images_of_host_and_device_together(session, image):
    np.testing.assert_array_equal(
        lenslet.absdiff(session.upload(image), image[::-1].copy()), lenslet.absdiff(image, image[::-1])
    )


def test_images_of_the_device_by_name(image):
    other = lenslet.Session()
    result = lenslet.invert(image=other.upload(image))
    assert isinstance(result, lenslet.Image)
    np.testing.assert_array_equal(result, 255 - image)


def test_an_image_knows_its_session(session, image):
    uploaded = session.upload(image)
    assert type(uploaded.session) is lenslet.Session
    np.testing.assert_array_equal(uploaded.session.plan("invert", image)(uploaded), 255 - image)
    np.testing.assert_array_equal(uploaded.session.run("invert", uploaded), 255 - image)


def test_a_session_by_the_index_of_its_device(image):
    index = lenslet.default_session().device["index"]
    for word in (index, str(index)):
        assert lenslet.Session(word).device["index"] == index
    with pytest.raises(lenslet.NoDeviceError):
        lenslet.Session(99)


def test_a_mask_beside_colours_has_axes_of_its_own(session, colours, random):
    mask = (random.random(colours.shape[:2]) > 0.5).astype(np.uint8)
    expected = np.where(mask[..., None] != 0, colours, 255 - colours)
    np.testing.assert_array_equal(lenslet.select(colours, 255 - colours, mask, axes="yxc"), expected)
    plan = session.plan("select", colours, 255 - colours, mask, axes="yxc")
    np.testing.assert_array_equal(plan(colours, 255 - colours, mask), expected)
    np.testing.assert_array_equal(lenslet.select(session.upload(colours), 255 - colours, mask, axes="yxc"), expected)


@pytest.mark.parametrize("words", [{"as_volume": True}, {"volume_depth": 2}])
def test_options_of_volumes_are_refused_on_the_device(session, image, words):
    with pytest.raises(ValueError, match=next(iter(words))):
        lenslet.gaussian(session.upload(image), sigma=1, **words)
    with pytest.raises(ValueError, match=next(iter(words))):
        session.plan("gaussian", image, sigma=1, **words)


def test_types_are_not_converted_on_the_device(session, image):
    with pytest.raises(TypeError, match="upload it as float32"):
        lenslet.gaussian(session.upload(image.astype("float64")), sigma=1)


def test_channels_that_come_first_stay_there(session, colours):
    first = np.moveaxis(colours, -1, 0)
    uploaded = session.upload(first, channel_axis=0)
    assert uploaded.shape == first.shape
    np.testing.assert_array_equal(lenslet.invert(uploaded), 255 - first)


def test_numpy_sees_the_memory_itself_where_it_is_the_hosts(session, image):
    if not session.device["host_memory"]:
        pytest.skip("the device has memory of its own")
    uploaded = session.upload(image)
    view = np.asarray(uploaded)
    assert not view.flags.owndata and not view.flags.writeable
    assert view.__array_interface__["data"][0] == uploaded.__array_interface__["data"][0]
    del uploaded
    gc.collect()
    np.testing.assert_array_equal(view, image)


def test_threads_see_one_memory(session, image):
    if not session.device["host_memory"]:
        pytest.skip("the device has memory of its own")
    for _ in range(20):
        uploaded, seen = session.upload(image), []
        threads = [threading.Thread(target=lambda: seen.append(np.asarray(uploaded))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == len(threads)
        for view in seen:
            np.testing.assert_array_equal(view, image)


def test_a_viewed_image_may_be_filtered(session, image):
    uploaded = session.upload(image)
    view = np.asarray(uploaded)
    np.testing.assert_array_equal(lenslet.invert(uploaded), 255 - image)
    np.testing.assert_array_equal(view, image)


def test_dlpack_both_ways(session, colours):
    uploaded = session.upload(colours)
    np.testing.assert_array_equal(np.from_dlpack(uploaded), colours)
    assert uploaded.__dlpack_device__() == (1, 0)
    again = session.upload(np.from_dlpack(colours))
    np.testing.assert_array_equal(again, colours)


def test_arrays(session, random):
    numbers = random.random((4, 5)).astype("float32")
    uploaded = session.upload_array(numbers.T)
    assert (uploaded.shape, uploaded.dtype) == ((5, 4), np.float32)
    np.testing.assert_array_equal(uploaded, numbers.T)
    total = lenslet.reduce.sum(session.upload_array(numbers.ravel()))
    assert isinstance(total, lenslet.Array)
    assert float(total.download()) == pytest.approx(numbers.sum(), rel=1e-5)
    np.testing.assert_array_equal(np.from_dlpack(uploaded), numbers.T)


def test_values_outlive_their_session(image):
    session = lenslet.Session()
    uploaded = session.upload(image)
    del session
    gc.collect()
    np.testing.assert_array_equal(lenslet.invert(uploaded), 255 - image)


def test_values_freed_by_another_thread(session, image):
    values = [session.upload(image) for _ in range(20)]
    thread = threading.Thread(target=values.clear)
    thread.start()
    thread.join()
    assert not values


def test_values_of_another_session_are_refused(session, image):
    other = lenslet.Session()
    with pytest.raises(ValueError, match="another session"):
        lenslet.absdiff(session.upload(image), other.upload(image))


def test_out_and_pages_are_refused(session, image):
    with pytest.raises(ValueError, match="out is for arrays of the host"):
        lenslet.invert(session.upload(image), out=image)
    with pytest.raises(ValueError, match="no pages"):
        session.upload(np.zeros((3, 4, 5), "uint8"), axes="zyx")


@pytest.mark.parametrize(
    "dtype, channels", [("uint8", 1), ("uint8", 3), ("uint16", 4), ("uint16", 2), ("float32", 1), ("int32", 1)]
)
def test_pictures_for_notebooks(session, random, dtype, channels):
    PIL = pytest.importorskip("PIL.Image")
    image = (250 * random.random((6, 7, channels))).astype(dtype)
    picture = PIL.open(io.BytesIO(session.upload(image)._repr_png_()))
    assert picture.size == (7, 6)
    if dtype == "uint8":
        np.testing.assert_array_equal(np.asarray(picture).reshape(image.shape), image)


def test_a_plan_runs_again_and_again(session, image):
    plan = session.plan(lenslet.median, image, ksize=3)
    assert plan.schedule and plan.origin and plan.reason and "kernel" in plan.source
    assert plan.inputs == ["u8 x 1 of 53 x 37"]
    for turned in (image, 255 - image):
        expected = ndimage.median_filter(turned, 3, mode="mirror")
        np.testing.assert_array_equal(plan(turned), expected)
        result = plan(session.upload(turned))
        assert isinstance(result, lenslet.Image)
        np.testing.assert_array_equal(result, expected)


def test_a_plan_refuses_inputs_of_another_kind(session, image):
    plan = session.plan("median", image, ksize=3)
    with pytest.raises(ValueError):
        plan(image.astype("uint16"))
    with pytest.raises((TypeError, ValueError)):
        plan()
    with pytest.raises(TypeError, match="did you mean 'ksize'"):
        session.plan("median", image, ksiz=3)


def test_a_plan_with_several_results(session, colours):
    parts = session.plan("split", colours)(colours)
    np.testing.assert_array_equal(parts[1], colours[..., 1])


def test_explain_says_why(session, image):
    report = lenslet.median.explain(image, ksize=3)
    assert report.schedule in str(report) and report.median_ms > 0 and report.reason
    assert "<table>" in report._repr_html_()
    with pytest.raises(AttributeError):
        report.nothing


def test_tune_remembers_the_fastest(image, tmp_path):
    session = lenslet.Session(data_directory=tmp_path)
    report = lenslet.invert.tune(image, session=session, candidates=2, seconds=60)
    assert len(report.trials) >= 2 and report.winner["outcome"] == "correct"
    assert report.winner["schedule"] in report._repr_html_()
    assert session.plan("invert", image).schedule == report.winner["schedule"]


def test_verify_proves_an_op(session):
    report = lenslet.invert.verify(effort=0)
    assert report and report.ok and len(report.cases) > 3
    assert "correct" in str(report) and "<table>" in report._repr_html_()


def test_pyopencls_buffers_are_images_and_images_are_its_buffers(session, image):
    cl = pytest.importorskip("pyopencl")
    context = cl.Context.from_int_ptr(session.int_ptr["context"])
    queue = cl.CommandQueue(context)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=image)
    inverted = lenslet.invert(session.image_at(buffer.int_ptr, image.shape, image.dtype))
    np.testing.assert_array_equal(inverted, 255 - image)
    copied = np.empty(inverted.row_stride * image.shape[0], np.uint8)
    cl.enqueue_copy(queue, copied, cl.MemoryObject.from_int_ptr(inverted.int_ptr), src_offset=inverted.offset)
    np.testing.assert_array_equal(copied.reshape(image.shape[0], -1)[:, : image.shape[1]], 255 - image)

    other = lenslet.Session.from_int_ptr(context.int_ptr, context.devices[0].int_ptr, queue.int_ptr)
    np.testing.assert_array_equal(lenslet.invert(image, session=other), 255 - image)
    numbers = cl.Buffer(
        context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=np.arange(6, dtype="float32")
    )
    array = other.array_at(numbers.int_ptr, (6,), "float32")
    assert float(lenslet.reduce.sum(array).download()) == 15
    with pytest.raises(ValueError):
        session.image_at(0, (3, 3), "uint8")
    with pytest.raises(ValueError):
        session.image_at(buffer.int_ptr, (1000, 1000), "uint8")
