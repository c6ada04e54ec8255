"""A bundle that one device's compiler was at home for, on a device of another maker, by its SPIR-V: made on PoCL and
used on Intel's runtime, so run by tools/intel_cpu."""

import os
import re

from images import read_png, write_png
from tool import ToolTest, main, run

POCL = {"OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd", "OCL_ICD_FILENAMES": "", "LENSLET_DEVICE": "pocl"}
CALLS = (("gaussian:sigma=2", ("gaussian", "in.png", "out.png", "--sigma", 2)),
         ("resize:size=40x30", ("resize", "in.png", "out.png", "--size", "40x30")),
         ("invert", ("invert", "in.png", "out.png")))


class ForeignBundle(ToolTest):
    def setUp(self):
        super().setUp()
        if os.environ.get("LENSLET_DEVICE") != "intel":
            self.skipTest("not on Intel's runtime")
        write_png(self.folder / "in.png", 61, 47, 3, 8, lambda x, y, c: (x * x + 7 * y + 90 * c) % 256)

    def test_serves_by_its_spirv(self):
        made = run("compile", *(call for call, _ in CALLS), "--like", "in.png", "-o", "a.lnb", cwd=self.folder, env=POCL)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertRegex(self.run_tool("bundle", "verify", "a.lnb").stdout, r"^(\d+) of \1 binaries and SPIR-V modules")
        for _, arguments in CALLS:
            self.run_tool("run", *arguments)
            expected = read_png(self.folder / "out.png")
            done = self.run_tool("run", *arguments, "--bundle", "a.lnb", "--no-compile", "--json",
                                 env={"LENSLET_CACHE": "off"})
            counts = {name: int(n) for name, n in re.findall(r'"(compiled|cached|from_spirv)": (\d+)', done.stdout)}
            self.assertGreater(counts.pop("from_spirv"), 0, arguments)
            self.assertEqual(set(counts.values()), {0}, arguments)
            self.assertEqual(read_png(self.folder / "out.png"), expected, arguments)


if __name__ == "__main__":
    main()
