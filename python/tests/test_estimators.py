import pickle
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

from latentfeatures import (
    Engine,
    IndependentFeatures,
    LatentFeatureLasso,
    MarkovLatentFeatures,
    Model,
    TensorEigenpairs,
)
from latentfeatures import _matrices
from latentfeatures._base import NotFittedError

from .problems import distance, problem


class Lasso(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, cls.z, cls.w = problem()
        cls.lasso = LatentFeatureLasso(5).fit(cls.x)

    def test_features_are_found(self):
        self.assertEqual(0, distance(self.lasso.codes_, self.z))
        self.assertEqual((5, 20), self.lasso.components_.shape)
        self.assertLess(self.lasso.rmse_, 0.051)
        self.assertFalse(self.lasso.interrupted_)

    def test_new_rows_are_coded_and_restored(self):
        y, z, _ = problem(rows=40, seed=1)
        y = z @ self.w
        codes = self.lasso.transform(y)
        self.assertEqual((40, 5), codes.shape)
        self.assertTrue(np.isin(codes, (0, 1)).all())
        self.assertEqual(0, distance(codes, z))
        np.testing.assert_allclose(self.lasso.inverse_transform(codes), y, atol=0.05)
        self.assertGreater(self.lasso.score(y), 0.999)
        self.assertEqual(1, self.lasso.score(0 * y), "rows of zeros have no features")

    def test_probabilities_are_sure_where_bits_are(self):
        soft = self.lasso.soft_transform(self.x)
        np.testing.assert_allclose(soft, self.lasso.transform(self.x), atol=1e-3)

    def test_equal_seeds_give_equal_bits(self):
        again = LatentFeatureLasso(5).fit(self.x)
        np.testing.assert_array_equal(self.lasso.codes_, again.codes_)
        np.testing.assert_array_equal(self.lasso.components_, again.components_)

    def test_a_generator_draws_the_seed(self):
        for random_state in (None, np.random.RandomState(1), np.random.default_rng(1)):
            fitted = LatentFeatureLasso(5, random_state=random_state).fit(self.x)
            self.assertEqual(0, distance(fitted.codes_, self.z))

    def test_a_pickle_and_a_saved_model_code_rows(self):
        copy = pickle.loads(pickle.dumps(self.lasso))
        np.testing.assert_array_equal(copy.transform(self.x), self.lasso.transform(self.x))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "model.lfm")
            self.lasso.model_.save(path)
            np.testing.assert_array_equal(Model.load(path)["W"], self.lasso.components_)
            self.assertEqual("latent-feature-lasso", Model.load(path).manifest["kind"])

    def test_options_reach_the_command(self):
        shifted = LatentFeatureLasso(5, options={"intercept": True}).fit(self.x + 7)
        self.assertIsNotNone(shifted.intercept_)
        codes = shifted.transform(self.x + 7)
        np.testing.assert_allclose(shifted.inverse_transform(codes), self.x + 7, atol=0.4)

    def test_rows_in_order_share_their_bits(self):
        random = np.random.default_rng(3)
        z = np.cumsum(random.random((2000, 3)) < 0.02, axis=0) % 2
        x = z @ np.array([[5.0, 1.0], [1.0, 4.0], [3.0, -3.0]]) + 2.5 * random.normal(size=(2000, 2))
        alone = LatentFeatureLasso(3, method="path").fit(x)
        ordered = LatentFeatureLasso(3, method="path", order="rows").fit(x)
        self.assertLess(distance(ordered.codes_, z), 0.04)
        self.assertGreater(distance(alone.codes_, z), 0.08)
        self.assertLess(distance(ordered.transform(x), z), 0.04)
        with self.assertRaisesRegex(ValueError, "order"):
            LatentFeatureLasso(3, order="rows").fit(x[random.permutation(2000)])

    def test_the_data_choose_their_number(self):
        self.assertEqual(5, LatentFeatureLasso("auto").fit(self.x).n_components_)

    def test_a_mapped_file_and_a_path_are_read_in_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.npy")
            np.save(path, self.x.astype(np.float32))
            mapped = np.load(path, mmap_mode="r")
            for x in (mapped, path, str(path)):
                fitted = LatentFeatureLasso(5).fit(x)
                np.testing.assert_array_equal(self.lasso.codes_, fitted.codes_)
            self.assertEqual(path, _matrices.write(_matrices.checked(mapped), Path(folder)))
            changed = np.load(path, mmap_mode="c")
            changed[0, 0] = 7
            written = _matrices.write(_matrices.checked(changed), Path(folder), "changed")
            self.assertEqual(7, np.load(written)[0, 0])
            half = LatentFeatureLasso(5).fit(mapped[:150])
            self.assertEqual((150, 5), half.codes_.shape)

    def test_missing_entries_are_left_out(self):
        x = self.x.copy()
        x[np.random.default_rng(2).random(x.shape) < 0.2] = np.nan
        with self.assertRaisesRegex(ValueError, "NaN.*missing=True"):
            LatentFeatureLasso(5).fit(x)
        fitted = LatentFeatureLasso(5, missing=True).fit(x)
        self.assertLess(distance(fitted.codes_, self.z), 0.01)
        self.assertLess(distance(fitted.transform(x), self.z), 0.01)

    def test_what_is_masked_is_missing(self):
        masked = np.ma.masked_array(np.where(self.x > 3, 1e6, self.x), self.x > 3)
        fitted = LatentFeatureLasso(5, missing=True).fit(masked)
        self.assertLess(np.abs(fitted.components_).max(), 10)

    def test_parameters_are_those_of_the_constructor(self):
        lasso = LatentFeatureLasso(3, method="path")
        self.assertEqual("path", lasso.get_params()["method"])
        self.assertEqual(7, lasso.set_params(n_components=7).n_components)
        self.assertIn("n_components=7", repr(lasso))
        with self.assertRaisesRegex(ValueError, "nonsense"):
            lasso.set_params(nonsense=1)


class Sparse(unittest.TestCase):
    def test_a_sparse_matrix_goes_as_it_is(self):
        try:
            from scipy import sparse
        except ImportError:
            self.skipTest("scipy is not installed")
        random = np.random.default_rng(3)
        z = (random.random((400, 3)) < 0.3).astype(float)
        w = np.zeros((3, 200))
        for k in range(3):
            w[k, 4 * k : 4 * k + 4] = 1 + random.random(4)
        x = sparse.csr_matrix(z @ w)
        lasso = LatentFeatureLasso(3).fit(x)
        self.assertEqual(0, distance(lasso.codes_, z))
        codes = lasso.transform(x.tocoo())
        self.assertEqual(0, distance(codes, z))
        np.testing.assert_array_equal(
            lasso.inverse_transform(sparse.csr_matrix(codes)), lasso.inverse_transform(codes)
        )
        self.assertAlmostEqual(1, lasso.score(x), places=6)


class Others(unittest.TestCase):
    def test_independent_features_are_found(self):
        x, z, _ = problem(rows=1000, cols=30, features=6)
        self.assertEqual(0, distance(IndependentFeatures(6).fit(x).codes_, z))

    def test_eigenpairs_find_their_number(self):
        x, z, _ = problem(rows=5000, features=3)
        fitted = TensorEigenpairs().fit(x)
        self.assertEqual(3, fitted.n_components_)
        self.assertLess(distance(fitted.codes_, z), 0.01)

    def test_markov_features_have_weights(self):
        random = np.random.default_rng(4)
        w = random.normal(size=(3, 30))
        c = (random.random((500, 3)) < 0.5) * random.normal(2, 0.5, size=(500, 3))
        x = c @ w + 0.05 * random.normal(size=(500, 30))
        markov = MarkovLatentFeatures(3, options={"iterations": 40}).fit(x)
        weights = markov.transform(x)
        self.assertEqual((500, 3), weights.shape)
        self.assertGreater(markov.score(x), 0.99)


class BadInput(unittest.TestCase):
    def refused(self, words, x, **params):
        with self.assertRaises(ValueError) as refusal:
            LatentFeatureLasso(**{"n_components": 2, **params}).fit(x)
        for word in words:
            self.assertIn(word, str(refusal.exception))

    def test_each_has_a_sentence(self):
        x = problem(rows=10, cols=3)[0]
        self.refused(["2D array", "Reshape"], x[0])
        self.refused(["0 sample"], x[:0])
        self.refused(["infinity"], np.full((4, 2), np.inf))
        self.refused(["numbers"], np.array([["a", "b"], ["c", "d"]]))
        self.refused(["11", "n_samples = 10"], x, n_components=11)
        self.refused(["None"], x, n_components=None)
        self.refused(["entry of X is zero", "nothing to explain"], np.zeros((5, 2)))
        self.refused(["lazzo"], x, method="lazzo")
        self.refused(["abacus"], x, backend="abacus")
        self.refused(["options", "no_such_option"], x, options={"no_such_option": 1})
        self.refused(["no such file", "none.npy"], "none.npy")

    def test_a_file_that_is_no_model_is_named(self):
        with self.assertRaisesRegex(ValueError, "README.md is not a model file"):
            Model.load(Path(__file__).resolve().parents[1] / "README.md")

    def test_rows_of_another_width_are_refused(self):
        x = problem(rows=10, cols=3)[0]
        lasso = LatentFeatureLasso(2)
        with self.assertRaises(NotFittedError):
            lasso.transform(x)
        with self.assertRaises(NotFittedError):
            lasso.inverse_transform(np.ones((4, 2)))
        lasso.fit(x)
        with self.assertRaisesRegex(ValueError, "2 features.*expecting 3"):
            lasso.transform(x[:, :2])
        with self.assertRaisesRegex(ValueError, "2 columns"):
            lasso.inverse_transform(np.ones((4, 3)))


class Range(unittest.TestCase):
    """Values of which single precision does not hold the squares."""

    def setUp(self):
        self.x = problem(rows=50, cols=6, features=2)[0]
        self.lasso = LatentFeatureLasso(2).fit(self.x)
        catcher = warnings.catch_warnings()
        catcher.__enter__()
        self.addCleanup(catcher.__exit__, None, None, None)
        warnings.simplefilter("error")

    def with_one(self, value, dtype=np.float64):
        x = self.x.astype(dtype)
        x[17, 3] = value
        return x

    def test_what_is_too_large_is_named_by_fit_transform_and_score(self):
        for value, said in ((1e39, "1e+39"), (-1e300, "-1e+300"), (3.5e38, "3.5e+38")):
            x = self.with_one(value)
            for method in (LatentFeatureLasso(2).fit, self.lasso.transform, self.lasso.score):
                with self.assertRaises(ValueError) as refusal:
                    method(x)
                message = str(refusal.exception)
                self.assertIn("row 17, column 3 of X", message)
                self.assertIn(f"is {said}, beyond 3.4e+38", message)
                self.assertIn("scale the data down", message)

    def test_every_type_of_numbers_has_its_range_checked(self):
        for value in (1e39, 1e300):
            with self.assertRaisesRegex(ValueError, "row 17, column 3 .* scale"):
                LatentFeatureLasso(2).fit(self.with_one(value, np.longdouble))
        half = LatentFeatureLasso(2).fit(self.x.astype(np.float16))
        self.assertEqual(2, half.n_components_)

    def test_what_is_too_small_is_named_by_fit(self):
        largest = np.unravel_index(np.argmax(np.abs(self.x)), self.x.shape)
        for scale in (1e-20, 1e-44):
            with self.assertRaisesRegex(ValueError, "row %d, column %d .* scale the data up" % largest):
                LatentFeatureLasso(2).fit(self.x * scale)

    def test_within_the_range_the_score_is_that_of_scaled_data(self):
        score = self.lasso.score(self.x)
        self.assertGreater(score, 0.99)
        for scale in (1e-14, 1e14):
            for estimator in (LatentFeatureLasso(2), IndependentFeatures(2)):
                x = self.x * scale
                self.assertAlmostEqual(score, estimator.fit(x).score(x), places=4)

    def test_entries_of_a_sparse_matrix_are_checked(self):
        try:
            from scipy import sparse
        except ImportError:
            self.skipTest("scipy is not installed")
        for value, said in ((1e39, "row 17, column 3 .*1e.39"), (np.inf, "infinity"), (np.nan, "NaN")):
            for form in (sparse.csr_matrix, sparse.csc_matrix):
                with self.assertRaisesRegex(ValueError, said):
                    LatentFeatureLasso(2).fit(form(self.with_one(value)))


class Names(unittest.TestCase):
    """What a table calls its columns and rows stays with the fit."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.table = Path(folder.name) / "table.csv"
        self.x, _, _ = problem(rows=80, cols=4, features=2)
        lines = ["who,a,b,c,d,group"]
        for i, row in enumerate(self.x):
            lines.append(f"r{i}," + ",".join(f"{value:.6g}" for value in row) + f",g{i % 2}")
        self.table.write_text("\n".join(lines) + "\n")
        self.model = Path(folder.name) / "named.lfm"

    def test_ids_and_labels_of_a_file_are_no_part_of_X(self):
        options = {"ids": "who", "labels": "group"}
        fitted = LatentFeatureLasso(2, options=options).fit(self.table)
        self.assertEqual(list("abcd"), list(fitted.feature_names_in_))
        self.assertEqual(4, fitted.n_features_in_)
        np.testing.assert_array_equal(fitted.codes_, fitted.transform(self.table))
        with self.assertRaisesRegex(ValueError, "who"):
            LatentFeatureLasso(2).fit(self.table)
        fitted.set_params(options=None).fit(self.x)
        self.assertFalse(hasattr(fitted, "feature_names_in_"))

    def test_names_of_features_are_those_of_the_model(self):
        fitted = LatentFeatureLasso(2).fit(self.x)
        plain = ["latentfeaturelasso0", "latentfeaturelasso1"]
        self.assertEqual(plain, list(fitted.get_feature_names_out()))
        self.assertIsNone(fitted.model_.column_names)
        fitted.model_.save(self.model)
        Engine.shared().run("name", self.model, "2=heater")
        fitted.model_ = Model.load(self.model)
        self.assertEqual([plain[0], "heater"], list(fitted.get_feature_names_out()))


if __name__ == "__main__":
    unittest.main()
