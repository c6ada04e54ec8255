"""tools/look_at_demo finds each kind of wrong picture. Pictures are made from its own references."""
import importlib.machinery
import importlib.util
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
LOADER = importlib.machinery.SourceFileLoader("look_at_demo", str(ROOT / "tools/look_at_demo"))
LOOK = importlib.util.module_from_spec(importlib.util.spec_from_loader("look_at_demo", LOADER))
LOADER.exec_module(LOOK)

PHOTOGRAPH = np.random.default_rng(1).integers(0, 256, (48, 64, 3)).astype(np.uint8)


class LookAtDemo(unittest.TestCase):
    def fault(self, change, name="blur"):
        reference = LOOK.REFERENCES[name](PHOTOGRAPH.astype(np.float64))
        picture = np.clip(np.rint(reference), 0, 255).astype(np.uint8)
        return LOOK.what_is_wrong(PHOTOGRAPH, change(picture), reference)

    def test_right_pictures_pass(self):
        for name in LOOK.REFERENCES:
            self.assertIsNone(self.fault(lambda picture: picture, name), name)

    def test_wrong_ones_are_named(self):
        def one_pixel_off(picture):
            picture[3, 5, 1] ^= 32
            return picture
        self.assertEqual(self.fault(lambda picture: None), "is missing, or no picture")
        self.assertRegex(self.fault(lambda picture: picture[1:]), "has the shape .*, and the photograph")
        self.assertRegex(self.fault(lambda picture: picture * 0 + 7), "is of one colour: .7 7 7.")
        self.assertRegex(self.fault(one_pixel_off), r"is off by 3\d[.]\d at \(3, 5, 1\) .* at 1 of 9216")

    def test_looks_at_all_that_the_demo_makes(self):
        demo = (ROOT / "tools/demo").read_text(encoding="utf-8")
        for name in LOOK.REFERENCES:
            self.assertIn(f'("{name}", ', demo)
        self.assertEqual(demo.count("    (\""), len(LOOK.REFERENCES))


if __name__ == "__main__":
    unittest.main()
