"""lenslet doctor names what is wrong with loaders and drivers, and what mends it."""

import os

from tool import ToolTest, main


class Doctor(ToolTest):
    def vendors(self, **files):
        """The environment of a machine with these .icd files alone."""
        folder = self.folder / "vendors"
        folder.mkdir(exist_ok=True)
        for name, library in files.items():
            (folder / f"{name}.icd").write_text(library + "\n")
        return {"OCL_ICD_VENDORS": str(folder), "OCL_ICD_FILENAMES": ""}

    def findings(self, about, status, env=None):
        found = self.run_json("doctor", status=status, env=env)["findings"]
        return [each for each in found if each["about"] == about]

    def test_proves_each_device(self):
        devices = self.run_json("devices")["devices"]
        tests = self.findings("self-test", None)
        self.assertEqual(len(tests), len(devices))
        for device, test in zip(devices, tests):
            self.assertEqual(test["health"], "ok", test)
            self.assertRegex(test["what"], rf"^{device['index']} .*: right; a blur .* ms at first, then .* ms; copies .* GB/s$")

    def test_says_that_there_is_no_driver(self):
        driver, = self.findings("drivers", 3, self.vendors())
        self.assertEqual(driver["health"], "problem")
        self.assertIn("no .icd file in", driver["what"])
        self.assertRegex(driver["mend"], "pocl|PoCL")

    def test_says_which_folder_is_missing(self):
        driver, = self.findings("drivers", 3, {"OCL_ICD_VENDORS": str(self.folder / "none"), "OCL_ICD_FILENAMES": ""})
        self.assertIn("none: No such file or directory", driver["what"])
        self.assertIn("OCL_ICD_VENDORS", driver["mend"])

    def test_names_the_library_that_is_missing(self):
        driver, = self.findings("driver", 3, self.vendors(card="libnvidia-no-such.so.1"))
        self.assertEqual(driver["health"], "problem")
        self.assertIn("card.icd: libnvidia-no-such.so.1 cannot be loaded: libnvidia-no-such.so.1: cannot open", driver["what"])
        self.assertIn("remove card.icd", driver["mend"])

    def test_outlives_a_driver_that_ends_its_process(self):
        driver, = self.findings("driver", 3, self.vendors(bad=os.environ["LENSLET_ABORTING_DRIVER"]))
        self.assertEqual(driver["health"], "problem")
        self.assertIn("out of", driver["what"])

    def test_names_an_empty_file(self):
        driver, = self.findings("driver", 3, self.vendors(empty=""))
        self.assertIn("empty.icd names no library", driver["what"])

    def test_prints_what_to_do(self):
        done = self.run_tool("doctor", status=3, env=self.vendors(card="libnvidia-no-such.so.1"))
        self.assertIn("  problem  driver", done.stdout)
        self.assertIn("to do: ", done.stdout)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 100 + 26, line)


if __name__ == "__main__":
    main()
