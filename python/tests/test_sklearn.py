import copy
import pickle
import unittest
import warnings

import numpy as np

from latentfeatures import LatentFeatureLasso, MarkovLatentFeatures

from .problems import problem

try:
    import sklearn
except ImportError:
    sklearn = None


@unittest.skipIf(sklearn is None, "scikit-learn is not installed")
class Sklearn(unittest.TestCase):
    """What its users do with estimators."""

    @classmethod
    def setUpClass(cls):
        cls.x, cls.z, _ = problem(rows=120, cols=8, features=3)

    def test_its_checks_find_no_fault(self):
        from sklearn.utils.estimator_checks import check_estimator

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_estimator(LatentFeatureLasso())
            check_estimator(MarkovLatentFeatures())

    def test_a_clone_has_the_parameters_and_no_fit(self):
        lasso = LatentFeatureLasso(3, options={"l1": "auto"}).fit(self.x)
        clone = sklearn.base.clone(lasso)
        self.assertEqual(lasso.get_params(), clone.get_params())
        self.assertFalse(hasattr(clone, "model_"))

    def test_copies_of_a_fit_code_rows(self):
        lasso = LatentFeatureLasso(3).fit(self.x)
        for same in (copy.deepcopy(lasso), pickle.loads(pickle.dumps(lasso))):
            np.testing.assert_array_equal(lasso.transform(self.x), same.transform(self.x))

    def test_a_pipeline_predicts_from_features(self):
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        y = self.z[:, 0]
        steps = StandardScaler(), LatentFeatureLasso(3), LogisticRegression()
        pipeline = make_pipeline(*steps).fit(self.x, y)
        self.assertEqual(1, pipeline.score(self.x, y))
        self.assertEqual("latentfeaturelasso0", pipeline[:-1].get_feature_names_out()[0])

    def test_codes_are_frames_where_these_are_set(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pandas.DataFrame(self.x, index=[f"r{i}" for i in range(len(self.x))])
        frame.columns = [f"c{j}" for j in range(8)]
        lasso = LatentFeatureLasso(3).set_output(transform="pandas").fit(frame)
        codes = lasso.transform(frame)
        self.assertEqual(list(lasso.get_feature_names_out()), list(codes.columns))
        self.assertEqual("r7", codes.index[7])
        np.testing.assert_array_equal(lasso.codes_, codes)

    def test_a_search_with_two_processes_finds_the_number_of_features(self):
        from sklearn.model_selection import GridSearchCV

        search = GridSearchCV(LatentFeatureLasso(), {"n_components": [1, 3]}, n_jobs=2, cv=3)
        search.fit(self.x)
        self.assertEqual({"n_components": 3}, search.best_params_)
        self.assertGreater(search.best_score_, 0.98)

    def test_codes_as_a_data_frame(self):
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        lasso = LatentFeatureLasso(3).set_output(transform="pandas")
        frame = pd.DataFrame(self.x, index=range(7, 127)).add_prefix("x")
        codes = lasso.fit_transform(frame)
        self.assertEqual(list(lasso.get_feature_names_out()), list(codes.columns))
        self.assertEqual(list(frame.index), list(codes.index))
        np.testing.assert_array_equal(lasso.codes_, codes)
        self.assertGreater(lasso.score(frame), 0.98)
        np.testing.assert_allclose(lasso.inverse_transform(codes), self.x, atol=0.5)


if __name__ == "__main__":
    unittest.main()
