"""lenslet verify on this device."""

from tool import ToolTest, main


class Verify(ToolTest):
    def test_table(self):
        text = self.run_tool("verify", "brightness", "--effort", "0").stdout
        self.assertIn("brightness", text)
        self.assertIn("correct", text)

    def test_json(self):
        report = self.run_json("verify", "sharpen", "brightness", "--effort", "0")
        self.assertTrue(report["passed"])
        self.assertEqual([op["op"] for op in report["ops"]], ["sharpen", "brightness"])
        for op in report["ops"]:
            self.assertEqual(op["correct"] + op["excluded"], op["cases"])
            self.assertGreater(op["correct"], 0)


if __name__ == "__main__":
    main()
