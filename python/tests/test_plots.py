import sys
import unittest
from unittest import mock

import numpy as np

from latentfeatures import LatentFeatureLasso, plot_codes, plot_features, plot_path

from .problems import problem

try:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot
except ImportError:
    matplotlib = None


class WithoutMatplotlib(unittest.TestCase):
    def test_the_error_says_what_to_install(self):
        x = problem(rows=40, cols=6, features=2)[0]
        fitted = LatentFeatureLasso(2).fit(x)
        with mock.patch.dict(sys.modules, {"matplotlib": None}):
            for plot in (
                lambda: plot_features(fitted),
                lambda: plot_codes(fitted),
                lambda: plot_path(x, 2),
            ):
                with self.assertRaisesRegex(ImportError, "pip install matplotlib"):
                    plot()


@unittest.skipIf(matplotlib is None, "matplotlib is not installed")
class Plots(unittest.TestCase):
    """What is drawn is what the fit has."""

    @classmethod
    def setUpClass(cls):
        cls.x, _, _ = problem(rows=200, cols=12, features=3)
        cls.fitted = LatentFeatureLasso(3).fit(cls.x)

    def tearDown(self):
        pyplot.close("all")

    def test_features_as_pictures(self):
        figure = plot_features(self.fitted, (3, 4))
        images = [ax.images[0] for ax in figure.axes if ax.images]
        self.assertEqual(3, len(images))
        for image, w in zip(images, self.fitted.components_):
            np.testing.assert_allclose(w.reshape(3, 4), image.get_array())
            self.assertEqual((-image.norm.vmax, image.norm.vmax), (image.norm.vmin, image.norm.vmax))
            self.assertEqual(np.abs(self.fitted.components_).max(), image.norm.vmax)
        with self.assertRaisesRegex(ValueError, "15 pixels.*12 columns"):
            plot_features(self.fitted, (3, 5))

    def test_features_as_colours(self):
        figure = plot_features(self.fitted, (2, 2, 3))
        w = self.fitted.components_[0]
        drawn = figure.axes[0].images[0].get_array()
        self.assertEqual((2, 2, 3), drawn.shape)
        np.testing.assert_allclose(
            w, (drawn.reshape(-1) - 0.5) * 2 * np.abs(self.fitted.components_).max()
        )

    def test_features_by_their_largest_entries(self):
        figure = plot_features(self.fitted, most=5)
        for k, w in enumerate(self.fitted.components_):
            ax = figure.axes[k]
            self.assertEqual(f"latentfeaturelasso{k}", ax.get_title())
            names = [label.get_text() for label in ax.get_yticklabels()]
            largest = np.argsort(-np.abs(w))[:5][::-1]
            self.assertEqual([str(j) for j in largest], names)
            np.testing.assert_allclose(w[largest], [bar.get_width() for bar in ax.patches])

    def test_codes_sorted_and_in_order(self):
        in_order = plot_codes(self.fitted, in_order=True).axes[0].images[0].get_array()
        np.testing.assert_array_equal(self.fitted.codes_.T, in_order)
        drawn = plot_codes(self.fitted).axes[0].images[0].get_array()
        self.assertFalse(np.array_equal(self.fitted.codes_.T, drawn))
        self.assertEqual(
            sorted(map(tuple, self.fitted.codes_)), sorted(map(tuple, np.asarray(drawn).T))
        )
        # The most frequent feature is in one piece.
        frequent = np.asarray(drawn)[np.argmax(self.fitted.codes_.sum(axis=0))]
        self.assertEqual(1, np.count_nonzero(np.diff(frequent)))
        some = self.fitted.transform(self.x[:7])
        other = plot_codes(self.fitted, some, in_order=True).axes[0].images[0].get_array()
        np.testing.assert_array_equal(some.T, other)
        with self.assertRaisesRegex(ValueError, "3 columns"):
            plot_codes(self.fitted, some[:, :2])

    def test_rows_in_order_of_time_stay_so(self):
        random = np.random.default_rng(0)
        z = np.repeat(random.random((20, 3)) < 0.5, 10, axis=0)
        x = z @ self.fitted.components_ + 0.05 * random.normal(size=(200, 12))
        fitted = LatentFeatureLasso(3, order="rows").fit(x)
        drawn = plot_codes(fitted).axes[0].images[0].get_array()
        np.testing.assert_array_equal(fitted.codes_.T, drawn)

    def test_the_path_falls_to_the_noise(self):
        errors, bound = plot_path(self.x, 4).axes[0].lines
        np.testing.assert_array_equal([1, 2, 3, 4], errors.get_xdata())
        rmse = errors.get_ydata()
        self.assertAlmostEqual(self.fitted.rmse_, rmse[2], places=5)
        self.assertGreater(rmse[1], 3 * rmse[2])
        self.assertTrue((bound.get_ydata() <= rmse).all())


if __name__ == "__main__":
    unittest.main()
