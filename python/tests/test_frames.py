import unittest

import numpy as np

from latentfeatures import LatentFeatureLasso

from .problems import problem

try:
    import pandas as pd
except ImportError:
    pd = None


@unittest.skipIf(pd is None, "pandas is not installed")
class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, _, cls.w = problem(cols=4, features=2)
        cls.frame = pd.DataFrame(cls.x, columns=list("abcd"))
        cls.lasso = LatentFeatureLasso(2).fit(cls.frame)

    def test_names_are_kept_until_a_fit_without(self):
        self.assertEqual(list("abcd"), list(self.lasso.feature_names_in_))
        other = LatentFeatureLasso(2).fit(self.frame).fit(self.x)
        self.assertFalse(hasattr(other, "feature_names_in_"))

    def test_codes_are_those_of_the_array(self):
        plain = LatentFeatureLasso(2).fit(self.x)
        np.testing.assert_array_equal(plain.codes_, self.lasso.codes_)
        np.testing.assert_array_equal(plain.transform(self.x), self.lasso.transform(self.frame))
        self.assertEqual(plain.score(self.x), self.lasso.score(self.frame))
        self.assertEqual(np.float32, self.lasso.transform(self.frame.astype("float32")).dtype)

    def test_other_names_are_refused_and_named(self):
        for columns, said in (
            (list("bacd"), "same order"),
            (list("abcx"), "unseen at fit time:\n- x\n.*now missing:\n- d\n"),
        ):
            other = self.frame.set_axis(columns, axis=1)
            for method in (self.lasso.transform, self.lasso.score, self.lasso.soft_transform):
                with self.assertRaisesRegex(ValueError, f"should match(?s:.*){said}"):
                    method(other)
        with self.assertRaisesRegex(ValueError, "now missing:\n- c\n"):
            self.lasso.transform(self.frame.drop(columns="c"))

    def test_names_of_one_side_alone_are_warned_of_once(self):
        with self.assertWarnsRegex(UserWarning, "does not have valid feature names") as caught:
            self.lasso.score(self.x)
        self.assertEqual(1, len(caught.warnings))
        with self.assertWarnsRegex(UserWarning, "fitted without feature names"):
            LatentFeatureLasso(2).fit(self.x).transform(self.frame)

    def test_names_that_are_no_strings(self):
        numbered = LatentFeatureLasso(2).fit(pd.DataFrame(self.x))
        self.assertFalse(hasattr(numbered, "feature_names_in_"))
        with self.assertRaisesRegex(TypeError, "string names"):
            LatentFeatureLasso(2).fit(self.frame.set_axis(["a", "b", 3, 4], axis=1))

    def test_columns_of_several_types_are_numbers(self):
        frame = self.frame.assign(
            a=(self.frame["a"] * 10).round().astype("Int64"),
            b=self.frame["b"] > 0,
            c=self.frame["c"].astype("float32"),
            d=self.frame["d"].astype("Float64"),
        )
        plain = np.column_stack([np.asarray(frame[name], dtype=np.float64) for name in frame])
        fitted = LatentFeatureLasso(2).fit(frame)
        np.testing.assert_array_equal(LatentFeatureLasso(2).fit(plain).codes_, fitted.codes_)
        np.testing.assert_array_equal(fitted.codes_, fitted.transform(frame))

    def test_na_of_any_type_is_missing(self):
        for dtype in ("float64", "Float64", "Int64", "object"):
            column = (self.frame["a"] * 10).round().astype(dtype)
            column[::9] = np.nan if dtype == "float64" else None if dtype == "object" else pd.NA
            frame = self.frame.assign(a=column)
            with self.assertRaisesRegex(ValueError, "NaN.*pass missing=True"):
                LatentFeatureLasso(2).fit(frame)
            plain = frame.assign(a=[np.nan if pd.isna(v) else float(v) for v in column]).to_numpy()
            fitted = LatentFeatureLasso(2, missing=True).fit(frame)
            same = LatentFeatureLasso(2, missing=True).fit(plain)
            np.testing.assert_array_equal(same.codes_, fitted.codes_)

    def test_a_column_that_holds_no_numbers_is_named(self):
        rows = len(self.frame)
        for column in (
            ["x"] * rows,
            pd.Categorical(["u", "v"] * (rows // 2)),
            [pd.Timestamp("2020-01-01")] * rows,
            [pd.Timedelta("1d")] * rows,
        ):
            with self.assertRaisesRegex(ValueError, "column 'b' of X .* numbers are needed"):
                LatentFeatureLasso(2).fit(self.frame.assign(b=column))
        with self.assertRaisesRegex(ValueError, "Complex"):
            LatentFeatureLasso(2).fit(self.frame.assign(b=1j))


if __name__ == "__main__":
    unittest.main()
