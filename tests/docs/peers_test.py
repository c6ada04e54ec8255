"""The check of docs/peers.md sees each kind of line that is wrong, so that it cannot pass by itself."""

import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from oracle_tests import OracleTests  # pylint: disable=wrong-import-position
from peer_functions import MISSING, OUTSIDE, PART, THERE, Peers, Registry  # pylint: disable=wrong-import-position

HEAD = "module A library = peer 1.0\n"
STATES = {"GaussianBlur": (THERE, ["gaussian"], []), "rot180": (THERE, ["rotate --degrees 180"], []),
          "turn = rotate --degrees 270": (THERE, ["rotate --degrees 270"], []),
          "fancy = median or dream": (PART, ["median"], ["dream"]), "blurs ~ mean : other blurs": (PART, ["mean"], []),
          "hard = dream": (MISSING, [], ["dream"]), "dream": (MISSING, [], ["dream"]), "median -": (MISSING, [], []),
          "nothing": (MISSING, [], []), "line x : drawing": (OUTSIDE, [], []),
          'edges = "gaussian sigma=2 | gradient"': (THERE, ['"gaussian sigma=2 | gradient"'], []),
          "own = page your-own-filter.md : as you like": (THERE, ["page your-own-filter.md"], [])}
WRONG = {"turn = rotate --canvas wide": "wide", "turn = rotate --angle 9": "unknown option '--angle'",
         "deep = vision": "there is no op 'vision'", 'deep = "gaussian | vision"': "there is no op 'vision'",
         'soft = "gaussian sigma=-1"': "-1", "own = page dreams.md": "there is no such page", "blurs ~ mean": "what is left out",
         "line x": "what the reason is", "nothing -": "delete '-'", "medianBlur = median": "delete '= median'",
         "mean median": "no line that the head", "twice\ntwice": "stands here twice", "want dream : seen": "no function names 'dream'",
         "blur\nwant gaussian : soft": "'gaussian' is there now: delete the line", "hard = dream\nwant dream": "what 'dream' is",
         "none dream : seen": "no op 'dream'", "none median": "what 'median' is", "blur\nnone mean : soft": "peer.blur names 'mean'",
         "module peer": "allowed: module TITLE"}


class Lines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.registry = Registry(os.environ["LENSLET_TOOL"])
        cls.nones = "".join(f"none {op} : not meant here\n" for op in cls.registry.of_images)

    def read(self, lines):
        """The faults of lines, with the number in the text; each op that they do not name has a 'none' line."""
        names = {op for call in self.first(lines).split(" or ") for op in [call.split(" ")[0]]}
        nones = "".join(line for line in self.nones.splitlines(True) if line.split()[1] not in names)
        return Peers(self.registry, HEAD + lines + "\n" + nones)

    def first(self, lines):
        return " or ".join(call for one in Peers(self.registry, HEAD + lines).functions() for call in self.ops(one))

    def ops(self, function):
        return [op for call in function.calls if not call.startswith("page ") for op in self.registry.ops_of(call)]

    def test_each_state(self):
        for line, (state, calls, wanted) in STATES.items():
            wants = "\nwant dream : what is seen" if wanted else ""
            peers = self.read(line + wants)
            self.assertEqual(peers.faults, [], line)
            function, = peers.functions()
            self.assertEqual((function.state, function.calls, function.wanted), (state, calls, wanted), line)

    def test_synonyms_have_options_that_the_op_takes(self):
        self.assertEqual(self.registry.meanings["bitwiseor"], "bitwise --by or")
        calls = {call for call in self.registry.meanings.values() if " " in call}
        self.assertEqual({call: self.registry.refusal(call) for call in calls}, dict.fromkeys(calls, ""))

    def test_a_group_gives_a_reason(self):
        peers = self.read("group Drawing x : no drawing\nline\nmedianBlur = median --ksize 5")
        self.assertEqual(peers.faults, [])
        self.assertEqual([(one.state, one.note) for one in peers.functions()], [(OUTSIDE, "no drawing"), (THERE, "")])

    def test_what_is_wrong_is_named_with_its_line(self):
        for lines, words in WRONG.items():
            found = self.read(lines).faults
            self.assertTrue(found, lines)
            self.assertIn(words, found[0])
            last = 1 + len(lines.splitlines())
            self.assertRegex(found[0], rf"^docs/peers/functions.txt:{last}: ", lines)

    def test_an_op_without_a_function_is_named(self):
        peers = Peers(self.registry, HEAD + self.nones.replace("none unsharp : not meant here\n", ""))
        self.assertEqual(len(peers.faults), 1)
        self.assertIn("no function names the op 'unsharp': write 'NAME = unsharp'", peers.faults[0])

    def test_the_file_knows_what_an_op_to_come_will_be(self):
        """When an op is added, one line goes."""
        call, (number, _) = next(iter(Peers(self.registry).wants.items()))
        refusal = Registry.refusal
        with mock.patch.object(Registry, "refusal", lambda registry, asked: "" if asked == call else refusal(registry, asked)):
            faults = Peers(self.registry).faults
        self.assertEqual(faults, [f"docs/peers/functions.txt:{number}: '{call}' is there now: delete the line"])


TESTS = {"helpers.py": "from scipy import ndimage as images\nimport cv2\ndef blurred(image):\n    return images.gaussian_filter(image, 1)\n"
                       "def never(image):\n    return cv2.blur(image, 3)\n",
         "blur_test.py": "import cv2\nimport helpers\nfrom helpers import blurred\nOPS = {'dilate --ksize 5': cv2.dilate}\n"
                         "def test_blur(run):\n    assert run('gaussian', 1) == blurred(1)\n"
                         "def test_module(run):\n    assert run('median', 1) == helpers.blurred(1)\n"
                         "def test_sums(run):\n    assert run(['reduce', 'sum'], 1) == 1\n"
                         "def test_ops(run):\n    assert [run(op) == OPS[op] for op in OPS]\n"
                         "def test_steps(run):\n    'Is right; erode is not run.'\n"
                         "    assert run('grey by=0.5 | close ksize=3; flip a') == cv2.flip(1)\n"}


class Oracles(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in TESTS.items():
                (pathlib.Path(folder) / name).write_text(text)
            self.oracles = OracleTests(pathlib.Path(folder))

    def test_what_a_test_calls_counts_for_it(self):
        self.assertEqual(self.oracles.comparing("gaussian", "scipy.ndimage.gaussian_filter"), ["blur"])
        self.assertEqual(self.oracles.comparing("median", "scipy.ndimage.gaussian_filter"), ["blur"])
        self.assertEqual(self.oracles.comparing("dilate", "cv2.dilate"), ["blur"])

    def test_what_it_does_not_call_does_not(self):
        self.assertEqual(self.oracles.comparing("gaussian", "cv2.blur"), [])
        self.assertEqual(self.oracles.comparing("gaussian", "cv2.dilate"), [])
        self.assertEqual(self.oracles.comparing("erode", "cv2.dilate"), [])

    def test_each_op_of_a_pipeline_is_run(self):
        ops = ("grey", "close", "flip", "erode", "is")
        self.assertEqual([self.oracles.comparing(op, "cv2.flip") for op in ops], [["blur"], ["blur"], ["blur"], [], []])

    def test_ops_that_tests_run(self):
        self.assertEqual([self.oracles.running(op) for op in ("gaussian", "reduce.sum", "reduce.mean")], [["blur"], ["blur"], []])


if __name__ == "__main__":
    unittest.main()
