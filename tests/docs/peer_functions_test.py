"""docs/peers/functions.txt has each public function of the libraries that are installed here, and no other."""

import importlib
import inspect
import os
import pathlib
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from peer_functions import Peers, Registry  # pylint: disable=wrong-import-position

NAMESAKES = {"cv2": "CV_"}  # macros that the binding has as functions


def found(path):
    """What a dotted path names; raises AttributeError or ImportError where nothing is there."""
    names = path.split(".")
    for length in range(len(names), 0, -1):
        try:
            value = importlib.import_module(".".join(names[:length]))
            break
        except ModuleNotFoundError:
            continue
    for name in names[length:]:
        value = getattr(value, name)
    return value


def is_function(value, module):
    """Classes count where a module says what it offers; a flat namespace has too many that are no functions."""
    return inspect.isroutine(value) or (bool(getattr(module, "__all__", None)) and inspect.isclass(value))


def public(module):
    names = getattr(module, "__all__", None) or dir(module)
    skipped = ("_", NAMESAKES.get(module.__name__, "_"))
    return {name for name in names if not name.startswith(skipped) and is_function(getattr(module, name), module)
            and not isinstance(getattr(module, name), types.ModuleType)}


class Functions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.peers = Peers(Registry(os.environ["LENSLET_TOOL"]))
        cls.listed = {}
        for module in cls.peers.modules:
            if module.version != "any":
                cls.listed.setdefault((module.path, module.version), []).append(module)

    def installed(self, path, version):
        """The module. Another version than the file's has other functions."""
        module = importlib.import_module(path)
        has = importlib.import_module(path.split(".")[0]).__version__
        if not f"{has}.".startswith(f"{version}."):
            self.skipTest(f"{path} is {has} here, and the file lists what {version} has")
        return module

    def test_none_is_forgotten_and_none_is_made_up(self):
        for (path, version), modules in self.listed.items():
            with self.subTest(path):
                module = self.installed(path, version)
                listed = {function.name for one in modules for function in one.functions}
                beside = {one.name.removeprefix(f"{path}.") for one in self.peers.functions() if one.module.version == "any"}
                others = self.peers.elsewhere.get(path, set()) | {name for name in beside if "." not in name}
                self.assertEqual(sorted(public(module) - listed - others), [], f"{path} has these, and no line of docs/peers/functions.txt")
                missing = [name for name in sorted(listed | others) if not hasattr(module, name)]
                self.assertEqual(missing, [], f"docs/peers/functions.txt has these, and {path} {version} has not")
                self.assertEqual(sorted(listed & others), [], "lines and 'elsewhere' have these")

    def test_functions_of_other_modules_are_there(self):
        for module in (one for one in self.peers.modules if one.version == "any"):
            for function in module.functions:
                with self.subTest(function.path):
                    self.assertTrue(callable(found(function.path)))

    def test_what_is_public_is_seen(self):
        module = types.ModuleType("peer")
        module.__all__ = ["blur", "Model", "inner"]
        module.blur, module.Model, module.inner, module.more = len, dict, types.ModuleType("inner"), len
        self.assertEqual(public(module), {"blur", "Model"})
        del module.__all__
        self.assertEqual(public(module), {"blur", "more"})


if __name__ == "__main__":
    unittest.main()
