"""What users of scikit-learn pass: it is taken as they mean it, or refused by its name."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from latentfeatures import Engine, EngineError, LatentFeatureLasso, MarkovLatentFeatures, denoise
from latentfeatures import _matrices

from .problems import distance, problem


class Sparse(unittest.TestCase):
    def setUp(self):
        try:
            from scipy import sparse
        except ImportError:
            self.skipTest("scipy is not installed")
        self.sparse = sparse
        self.s = sparse.random(300, 200, 0.02, format="csr", random_state=0)

    def test_columns_in_any_order_are_read_and_the_matrix_stays(self):
        permuted = self.s[:, np.random.default_rng(0).permutation(200)]
        product = self.s @ self.s.T
        for x in (permuted, product):
            self.assertFalse(x.has_sorted_indices)
            before = x.indices.copy(), x.data.copy()
            fitted = LatentFeatureLasso(3).fit(x)
            np.testing.assert_array_equal(before[0], x.indices)
            np.testing.assert_array_equal(before[1], x.data)
            sorted_x = x.copy()
            sorted_x.sort_indices()
            self.assertEqual(LatentFeatureLasso(3).fit(sorted_x).rmse_, fitted.rmse_)
            np.testing.assert_array_equal(fitted.transform(sorted_x), fitted.transform(x))

    def test_entries_that_occur_twice_are_summed(self):
        twice = self.sparse.csr_matrix(
            (np.ones(4), np.array([1, 1, 2, 2]), np.array([0, 2, 4])), shape=(2, 5)
        )
        read = _matrices.checked(twice)
        np.testing.assert_array_equal(twice.toarray(), read.toarray())
        self.assertEqual((2, 4), (read.nnz, twice.nnz))
        fitted = LatentFeatureLasso(2).fit(twice)
        np.testing.assert_allclose(
            fitted.inverse_transform(fitted.codes_), twice.toarray(), atol=1e-6
        )


class Parameters(unittest.TestCase):
    def test_a_number_of_features_is_an_int(self):
        x = problem(rows=40, cols=6, features=2)[0]
        for k in (3.0, 2.5, np.float64(3), float("nan"), True, 0, -1):
            for estimator in (LatentFeatureLasso, MarkovLatentFeatures):
                with self.assertRaisesRegex(ValueError, "n_components=.*whole number"):
                    estimator(k).fit(x)
        for k in (2, np.int64(2), np.uint8(2)):
            self.assertEqual(2, LatentFeatureLasso(k).fit(x).n_components_)

    def test_noise_has_no_features(self):
        noise = np.random.default_rng(0).normal(size=(200, 20))
        with self.assertRaisesRegex(ValueError, "X looks like noise.*n_components=1"):
            LatentFeatureLasso("auto").fit(noise)

    def test_a_fit_without_a_model_is_refused_however_it_ends(self):
        x = problem(rows=40, cols=6, features=2)[0]

        def replies(status, out, err):
            reply = {"status": status, "out": out, "err": err}
            return mock.patch.object(Engine, "_ask", lambda *_: (reply, False))

        said = "lfm: no feature found: X looks like noise (both counts are 0)\n"
        for status, out, err in (
            (3, "", said),
            (3, "{}", "a note\n" + said),
            (3, said[5:], ""),
            (3, '{"features": 0}', ""),
            (3, "", ""),
            (0, said[5:], ""),
            (0, '{"features": 0, "chosen": "X looks like noise"}', ""),
        ):
            with self.subTest(status=status, out=out), replies(status, out, err):
                with self.assertRaisesRegex(ValueError, "X looks like noise"):
                    LatentFeatureLasso("auto").fit(x)
        with replies(4, "", ""), self.assertRaisesRegex(EngineError, "status 4"):
            LatentFeatureLasso(2).fit(x)


class Entries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, cls.z, _ = problem()
        cls.fitted = LatentFeatureLasso(5).fit(cls.x)

    def test_texts_of_numbers_are_numbers(self):
        for x in (self.x.astype(str).tolist(), self.x.astype(str), self.x.astype(str).astype(object)):
            self.assertEqual(self.fitted.rmse_, LatentFeatureLasso(5).fit(x).rmse_)
        with self.assertRaisesRegex(ValueError, "row 1, column 0 of X.*'b'.*numbers are needed"):
            LatentFeatureLasso(1).fit([["1", "2"], ["b", "3"]])

    def test_the_na_of_pandas_is_missing(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        objects = self.x.astype(object)
        objects[3, 4] = pandas.NA
        missing = self.x.copy()
        missing[3, 4] = np.nan
        expected = LatentFeatureLasso(5, missing=True).fit(missing)
        self.assertEqual(expected.rmse_, LatentFeatureLasso(5, missing=True).fit(objects).rmse_)
        with self.assertRaisesRegex(ValueError, "NaN, first in row 3, column 4 of X.*missing=True"):
            LatentFeatureLasso(5).fit(objects)

    def test_codes_can_be_computed_with(self):
        for codes in (self.fitted.codes_, self.fitted.transform(self.x)):
            self.assertEqual(np.float64, codes.dtype)
            self.assertEqual(-1, (codes - 1).min())
        np.testing.assert_array_equal(self.fitted.codes_, self.fitted.transform(self.x))
        single = LatentFeatureLasso(5).fit(self.x.astype(np.float32))
        self.assertEqual(np.float32, single.codes_.dtype)

    def test_large_values_are_fitted_as_small_ones(self):
        for scale in (1e16, 1e30, 1e37):
            fitted = LatentFeatureLasso(5).fit(self.x * scale)
            self.assertEqual(0, distance(fitted.codes_, self.z))
            self.assertEqual(0, distance(fitted.transform(self.x * scale), self.z))
            self.assertAlmostEqual(self.fitted.score(self.x), fitted.score(self.x * scale), places=5)

    def test_channels_are_denoised_together(self):
        random = np.random.default_rng(0)
        i, j = np.indices((48, 48))
        grey = 128 + 80 * np.sin((i + j) / 4)
        truth = np.dstack([grey, 0.8 * grey + 20, grey])
        image = truth + random.normal(scale=25, size=truth.shape)

        def error(clean):
            self.assertEqual(image.shape, clean.shape)
            return np.sqrt(np.mean((clean - truth) ** 2))

        together = denoise(image, sigma=25, n_components=8)
        alone = np.dstack([denoise(image[:, :, c], sigma=25, n_components=8) for c in range(3)])
        self.assertLess(error(together), error(alone))
        self.assertLess(error(alone), 15)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "image.npy"
            np.save(path, image.astype(np.float32))
            mapped = np.load(path, mmap_mode="r")
            for same in (path, mapped, image.astype(object).tolist(), np.asfortranarray(image)):
                again = denoise(same, sigma=25, n_components=8)
                np.testing.assert_array_equal(together, again)
        with self.assertRaisesRegex(ValueError, r"\(48, 48, 4\).*image\[:, :, :3\]"):
            denoise(np.dstack([image, grey]))
        image[3, 4, 1] = np.nan
        with self.assertRaisesRegex(ValueError, "row 4, column 5.*NaN"):
            denoise(image)


if __name__ == "__main__":
    unittest.main()
