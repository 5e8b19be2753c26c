import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


class Readme(unittest.TestCase):
    def test_its_example_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
        self.assertEqual(1, len(blocks))
        out = io.StringIO()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(out):
            os.chdir(folder)
            try:
                exec(compile(blocks[0], str(README), "exec"), {})
                self.assertTrue(Path("model.lfm").exists())
            finally:
                os.chdir(before)
        rmse, shape, largest = out.getvalue().splitlines()
        self.assertAlmostEqual(0.1, float(rmse), places=2)
        self.assertEqual("(8, 50)", shape)
        self.assertLess(float(largest), 0.6)


if __name__ == "__main__":
    unittest.main()
