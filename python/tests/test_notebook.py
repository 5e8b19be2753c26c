import contextlib
import io
import json
import unittest
from pathlib import Path

NOTEBOOK = Path(__file__).resolve().parents[1] / "pictures.ipynb"


class Notebook(unittest.TestCase):
    """As a script: what nbconvert would run, without its pictures."""

    def test_it_runs_from_top_to_bottom(self):
        cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        self.assertTrue(all(not cell.get("outputs") for cell in cells), "it is kept without results")
        names = {}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            with _no_windows():
                for number, cell in enumerate(code):
                    exec(compile(cell, f"{NOTEBOOK}, cell {number}", "exec"), names)
        self.assertIn("6 features", out.getvalue())
        self.assertEqual(2, names["codes"].sum())


@contextlib.contextmanager
def _no_windows():
    try:
        import matplotlib
    except ImportError:
        yield
        return
    matplotlib.use("Agg")
    yield


if __name__ == "__main__":
    unittest.main()
