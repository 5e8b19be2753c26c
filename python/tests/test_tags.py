"""The worked page of sparse rows says what its program prints."""

import os
import subprocess
import sys
import unittest

try:
    import scipy.sparse  # noqa: F401
except ImportError:
    scipy = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@unittest.skipIf(scipy is None, "no scipy")
class Tags(unittest.TestCase):
    def test_the_page_has_what_the_program_prints(self):
        environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")}
        program = os.path.join(ROOT, "examples", "tags.py")
        run = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True)
        self.assertEqual(0, run.returncode, run.stderr)
        with open(os.path.join(ROOT, "docs", "tags.md"), encoding="utf-8") as page:
            self.assertIn(f"```\n{run.stdout}```\n", page.read())


if __name__ == "__main__":
    unittest.main()
