import unittest

import numpy as np

from latentfeatures import LatentFeatureLasso, MarkovLatentFeatures, TensorEigenpairs, denoise
from latentfeatures._options import in_python, words

from .problems import problem


class Words(unittest.TestCase):
    def test_a_parameter_is_an_option(self):
        self.assertEqual(["--features=auto"], words(n_components="auto"))
        self.assertEqual(["--seed=3", "--l1=0.5"], words(random_state=3, time_limit=None, l1=0.5))
        self.assertEqual(["--missing=nan"], words(missing=True, infinite=False))
        self.assertEqual(["--missing=-9", "--dry-run"], words(missing=-9, dry_run=np.bool_(True)))


class Messages(unittest.TestCase):
    def test_an_option_is_a_parameter(self):
        for said, told in (
            ("--time-limit is -1.0; it must be above 0", "time_limit is -1.0; it must be above 0"),
            ("pass a smaller -k, or -k auto", 'pass a smaller n_components, or n_components="auto"'),
            ("pass --missing nan, to fit", "pass missing=True, to fit"),
            ("drop --missing", "drop missing"),
            ("Invalid value for option '--features': 'a'", "Invalid value for 'n_components': 'a'"),
            ("pass --scale-by 1e-38", 'pass options={"scale_by": 1e-38}'),
            ("--hold-out is 2", 'options["hold_out"] is 2'),
            ("'--l1=none' is", "'options={\"l1\": \"none\"}' is"),
            ("a state-of-the-art row--column x-k", "a state-of-the-art row--column x-k"),
        ):
            self.assertEqual(told, in_python(said, others=True))

    def test_without_options_only_parameters_are_named(self):
        self.assertEqual("sigma, --paper", in_python("--sigma, --paper", others=False))

    def test_each_estimator_is_told_of_its_parameters(self):
        x = problem(rows=60, cols=8)[0]
        for estimator, said in (
            (LatentFeatureLasso(0), "n_components"),
            (LatentFeatureLasso(2, random_state="a"), "random_state"),
            (LatentFeatureLasso(2, time_limit=-1), "time_limit is -1"),
            (LatentFeatureLasso(2, method="lazzo"), "method is 'lazzo'"),
            (LatentFeatureLasso(2, options={"l1": -1}), "options"),
            (MarkovLatentFeatures(-1), "n_components"),
            (TensorEigenpairs(5), "smaller n_components"),
        ):
            with self.assertRaisesRegex(ValueError, said) as refusal:
                estimator.fit(x)
            self.assertNotRegex(str(refusal.exception), "--|-k|X.npy")
        with self.assertRaisesRegex(ValueError, "^sigma is -1"):
            denoise(x, sigma=-1)


if __name__ == "__main__":
    unittest.main()
