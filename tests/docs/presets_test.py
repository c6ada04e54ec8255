"""The presets: users' builds have no warnings that are errors and hold what is installed; developers' builds are strict."""
import json
import unittest
from pathlib import Path

PRESETS = {one["name"]: one for one in json.loads((Path(__file__).parents[2] / "CMakePresets.json").read_text())["configurePresets"]}
OF_DEVELOPERS = ("LENSLET_TESTS", "LENSLET_BENCH", "LENSLET_EXAMPLES", "LENSLET_CHECK_KERNELS")


def chain(name):
    """The preset and those that it inherits, the ones that win first, as in CMake."""
    parents = PRESETS[name].get("inherits", [])
    parents = [parents] if isinstance(parents, str) else parents
    return [PRESETS[name], *(above for parent in parents for above in chain(parent))]


def variables(name):
    return {key: value for one in reversed(chain(name)) for key, value in one.get("cacheVariables", {}).items()}


def folder(name):
    return next(one["binaryDir"] for one in chain(name) if "binaryDir" in one)


class Presets(unittest.TestCase):
    def test_warnings_stop_developers_alone(self):
        for name, strict in [("demo", False), ("release", False), ("check", True), ("dev", True), ("asan", True), ("tsan", True)]:
            self.assertIs(variables(name)["CMAKE_COMPILE_WARNING_AS_ERROR"], strict, name)

    def test_users_build_what_they_install(self):
        for name in OF_DEVELOPERS:
            self.assertFalse(variables("release")[name], name)
            self.assertFalse(variables("demo")[name], name)
            self.assertTrue(variables("check")[name], name)

    def test_one_folder_has_all_of_the_release(self):
        self.assertEqual({folder(name) for name in ("demo", "release", "check")}, {"${sourceDir}/build/release"})
        names = [set(variables(name)) for name in ("demo", "release")]
        self.assertEqual(names[0], names[1])  # else a build would go on with a value of the other's


if __name__ == "__main__":
    unittest.main()
