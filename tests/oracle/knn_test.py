"""Nearest neighbours against scikit-learn's brute force and SciPy's distances, in f64."""
import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

from arrays import command

ORDER = ("points", "labels", "queries")  # of the tool's inputs
METRICS = {"l2": "sqeuclidean", "l1": "cityblock", "cosine": "cosine"}  # as SciPy and scikit-learn call them
SIZES = [(1000, 33, 5, 10), (257, 20, 64, 16), (1, 3, 2, 1), (4099, 11, 3, 1), (700, 9, 300, 700), (2003, 5, 1024, 7)]


def search(lenslet, folder, metric, k, **inputs):
    """Indices and distances, and classes where there are labels."""
    labelled = "labels" in inputs
    indices, *others = command(lenslet, folder, ["knn"], [inputs[name] for name in ORDER if name in inputs],
                               ["indices", "distances", "classes"][:3 if labelled else 2],
                               [f"--metric={metric}", f"--k={k}", *(["--classify"] if labelled else [])])
    return indices.astype(int), *others


def bound(metric, distances, dimensions):
    if metric == "cosine":
        return np.full_like(distances, (2 * dimensions + 32) * 2.0 ** -24)
    return (dimensions + 4) * (2.0 ** -24 * distances + 2.0 ** -126)


def clouds(points, queries, dimensions):
    random = np.random.default_rng(dimensions)
    return random.normal(size=(points, dimensions)).astype("f4"), random.normal(size=(queries, dimensions)).astype("f4")


def whole(points, queries, dimensions, most):
    """Small whole numbers: distances are exact, and many are equal."""
    random = np.random.default_rng(points)
    return (random.integers(-most, most + 1, (count, dimensions)).astype("f4") for count in (points, queries))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_scikit_learn_finds_the_same(lenslet, tmp_path, size, metric):
    """Distances within what is promised, neighbour by neighbour; indices by the distances that SciPy has for them."""
    points, queries = clouds(*size[:3])
    indices, distances = search(lenslet, tmp_path, metric, size[3], points=points, queries=queries)
    nearest = NearestNeighbors(n_neighbors=size[3], algorithm="brute", metric=METRICS[metric]).fit(points.astype("f8"))
    wanted = nearest.kneighbors(queries.astype("f8"))[0]
    own = np.take_along_axis(cdist(queries.astype("f8"), points.astype("f8"), METRICS[metric]), indices, 1)
    # scikit-learn's squares come from norms and products, which f64 rounds at the size of the norms.
    slack = bound(metric, own, size[2]) + 1e-12 * (1 + np.square(queries.astype("f8")).sum(1, keepdims=True))
    assert (np.abs(distances - own) <= slack).all() and (np.abs(wanted - own) <= 2 * slack).all()
    assert all(len(set(row)) == size[3] for row in indices) and (np.diff(distances, axis=1) >= 0).all()


@pytest.mark.parametrize("metric", ["l2", "l1"])
def test_of_equal_distances_the_lower_index_is_nearer(lenslet, tmp_path, metric):
    points, queries = whole(3001, 40, 4, 3)
    distances = cdist(queries, points, METRICS[metric])
    order = np.argsort(distances, axis=1, kind="stable")[:, :25]
    indices, found = search(lenslet, tmp_path, metric, 25, points=points, queries=queries)
    assert np.array_equal(indices, order) and np.array_equal(found, np.take_along_axis(distances, order, 1))


def test_points_that_are_all_equal(lenslet, tmp_path):
    points, queries = np.ones((5000, 3), "f4"), np.zeros((2, 3), "f4")
    indices, distances = search(lenslet, tmp_path, "l1", 100, points=points, queries=queries)
    assert np.array_equal(indices, [range(100)] * 2) and (distances == 3).all()


@pytest.mark.parametrize("code", ["i4", "u4"])
@pytest.mark.parametrize("metric, k", [("l2", 7), ("l1", 12), ("cosine", 5), ("l2", 1), ("l1", 100)])
def test_scikit_learn_gives_the_same_classes(lenslet, tmp_path, metric, k, code):
    """With even k votes are equal now and then: the lower class wins."""
    points, queries = clouds(1500, 200, 3)
    labels = np.random.default_rng(9).choice(np.array([2, 5, 0, 2_000_000_000], code), 1500)
    model = KNeighborsClassifier(k, algorithm="brute", metric=METRICS[metric]).fit(points.astype("f8"), labels)
    classes = search(lenslet, tmp_path, metric, k, points=points, queries=queries, labels=labels)[2]
    assert classes.dtype == code and np.array_equal(classes, model.predict(queries.astype("f8")))


def test_clusters_are_classified(lenslet, tmp_path):
    """With k left to the tool: the square root of the number of points."""
    random, centres = np.random.default_rng(5), np.array([[0, 0], [9, 0], [0, 9], [9, 9]])
    labels = random.integers(0, 4, 900).astype("i4")
    points = (centres[labels] + random.normal(size=(900, 2))).astype("f4")
    queries = (centres + random.normal(size=(4, 2))).astype("f4")
    indices, _, classes = search(lenslet, tmp_path, "l2", "auto", points=points, queries=queries, labels=labels)
    assert indices.shape == (4, 30) and np.array_equal(classes, [0, 1, 2, 3])


def test_vectors_without_a_direction(lenslet, tmp_path):
    """scikit-learn's cosine distance of a vector of zeros is 1, too."""
    points, queries = np.array([[0, 0], [1, 1], [-2, 0]], "f4"), np.array([[3, 3], [0, 0]], "f4")
    wanted = NearestNeighbors(n_neighbors=3, algorithm="brute", metric="cosine").fit(points).kneighbors(queries)
    indices, distances = search(lenslet, tmp_path, "cosine", 3, points=points, queries=queries)
    assert np.allclose(distances, wanted[0], atol=1e-6) and np.array_equal(indices, [[1, 0, 2], [0, 1, 2]])
