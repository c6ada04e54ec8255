"""Arrays of Dask, in blocks: the halo that an op needs, a cluster, and an array larger than a worker's memory."""

import numpy as np
import pytest

import lenslet

dask_array = pytest.importorskip("dask.array", reason="needs dask (pip install dask distributed zarr)")
lenslet_dask = pytest.importorskip("lenslet.dask")


@pytest.mark.parametrize(
    "op, arguments, expected",
    [
        ("gaussian", {"sigma": 2}, {0: 6, 1: 6}),
        ("mean", {"ksize": 5, "ksize_y": 9}, {0: 4, 1: 2}),
        ("median", {"ksize": 7, "border": "wrap"}, {0: 3, 1: 3}),
        ("dilate", {"ksize": 101}, {0: 50, 1: 50}),
    ],
)
def test_the_op_says_how_far_its_windows_reach(op, arguments, expected):
    assert lenslet_dask.halo(op, (100, 100), np.uint8, **arguments) == expected


@pytest.mark.parametrize("border", ["reflect101", "replicate", "wrap"])
def test_blocks_equal_the_whole(random, border):
    image = random.integers(0, 256, (90, 75), dtype=np.uint8)
    blocks = dask_array.from_array(image, chunks=(40, 32))
    whole = lenslet.mean(image, ksize=7, ksize_y=5, border=border)
    made = lenslet_dask.map_overlap("mean", blocks, ksize=7, ksize_y=5, border=border).compute()
    np.testing.assert_array_equal(made, whole)


def test_colours_and_another_type(random):
    image = random.integers(0, 256, (50, 61, 3), dtype=np.uint8)
    made = lenslet_dask.map_overlap(lenslet.sobel, dask_array.from_array(image, chunks=(30, 30, 2)), dx=1, ddepth="f32")
    assert made.dtype == np.float32
    np.testing.assert_array_equal(made.compute(), lenslet.sobel(image, dx=1, ddepth="f32"))


def test_channels_that_come_first(random):
    image = random.integers(0, 256, (3, 50, 61), dtype=np.uint8)
    blocks = dask_array.from_array(image, chunks=(1, 30, 30))
    made = lenslet_dask.map_overlap("mean", blocks, ksize=5, channel_axis=0).compute()
    np.testing.assert_array_equal(made, lenslet.mean(image, ksize=5, channel_axis=0))


def test_an_op_that_needs_the_whole_is_refused(image):
    with pytest.raises(lenslet.ArgumentError, match="depth=0"):
        lenslet_dask.map_overlap("label", dask_array.from_array(image))


def test_samples_by_themselves(image):
    made = lenslet_dask.map_overlap("invert", dask_array.from_array(image, chunks=(20, 20)), depth=0)
    np.testing.assert_array_equal(made.compute(), lenslet.invert(image))


@pytest.mark.filterwarnings("default::dask.array.core.PerformanceWarning")  # Dask's own way to a Zarr's chunks
def test_a_cluster_filters_an_array_larger_than_its_memory(tmp_path):
    distributed = pytest.importorskip("dask.distributed", reason="needs distributed (pip install distributed)")
    pytest.importorskip("zarr", reason="needs zarr (pip install zarr)")
    budget, side, chunk = 512 * 2**20, 24576, 2048
    row = np.arange(side, dtype=np.uint8)
    image = dask_array.from_array(row, chunks=chunk)[None, :] ^ dask_array.from_array(row, chunks=chunk)[:, None]
    assert image.nbytes > budget
    image.to_zarr(str(tmp_path / "in.zarr"))
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, memory_limit=budget, dashboard_address=None, local_directory=str(tmp_path)
    )
    with cluster, distributed.Client(cluster):
        made = lenslet_dask.map_overlap(lenslet.dilate, dask_array.from_zarr(str(tmp_path / "in.zarr")), ksize=5)
        made.to_zarr(str(tmp_path / "out.zarr"))
    part = np.s_[2000:2100, 4000:4200]
    expected = np.asarray(lenslet.dilate(np.bitwise_xor(row[1990:2110, None], row[None, 3990:4210]), ksize=5))[
        10:-10, 10:-10
    ]
    np.testing.assert_array_equal(dask_array.from_zarr(str(tmp_path / "out.zarr"))[part].compute(), expected)
