import unittest

import numpy as np

from latentfeatures import LatentFeatureLasso, _matrices

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


class Column:
    """A column of the dataframe interchange protocol, of numbers in memory."""

    def __init__(self, values, null=(0, None), valid=None, kind=None, offset=0):
        self.values, self.describe_null, self.valid, self.offset = values, null, valid, offset
        kinds = {"i": 0, "u": 1, "f": 2}
        width = 8 * values.itemsize
        self.dtype = (kinds[values.dtype.kind] if kind is None else kind, width, "", "=")

    def size(self):
        return len(self.values) - self.offset

    def get_buffers(self):
        valid = self.valid
        width = 1 if self.describe_null[0] == 3 else 8
        return {
            "data": (Buffer(self.values), self.dtype),
            "validity": None if valid is None else (Buffer(valid), (20, width, "b", "=")),
            "offsets": None,
        }


class Buffer:
    def __init__(self, values):
        self.values = values
        self.bufsize = values.nbytes
        self.ptr = values.ctypes.data


class Exchanged:
    """A data frame that has nothing but the dataframe interchange protocol."""

    def __init__(self, *chunks):
        self.chunks = chunks

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self

    def column_names(self):
        return self.chunks[0].keys()

    def num_columns(self):
        return len(self.chunks[0])

    def num_rows(self):
        return sum(next(iter(chunk.values())).size() for chunk in self.chunks)

    def get_column_by_name(self, name):
        return self.chunks[0][name]

    def get_chunks(self):
        return [Exchanged(chunk) for chunk in self.chunks]


class Exchange(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.x, _, cls.w = problem(cols=4, features=2)

    def frame(self, x, names="abcd"):
        return Exchanged({name: Column(x[:, j].copy()) for j, name in enumerate(names)})

    def test_a_fit_is_that_of_the_array_and_keeps_the_names(self):
        plain = LatentFeatureLasso(2).fit(self.x)
        fitted = LatentFeatureLasso(2).fit(self.frame(self.x))
        np.testing.assert_array_equal(plain.codes_, fitted.codes_)
        self.assertEqual(list("abcd"), list(fitted.feature_names_in_))
        np.testing.assert_array_equal(plain.codes_, fitted.transform(self.frame(self.x)))
        with self.assertRaisesRegex(ValueError, "same order"):
            fitted.transform(self.frame(self.x, "abdc"))

    def test_nulls_of_every_kind_are_missing(self):
        entries = np.arange(12.0)
        null = np.isin(np.arange(12), [2, 7, 11])
        bits = np.packbits(~null, bitorder="little")
        expected = np.where(null, np.nan, entries)
        for column in (
            Column(expected, (1, None)),
            Column(np.where(null, -9, entries).astype(np.int16), (2, -9)),
            Column(entries.astype(np.uint8), (3, 0), bits),
            Column(entries.astype(np.float32), (4, 1), null.astype(np.uint8)),
        ):
            read = _matrices.checked(Exchanged({"a": column}))
            np.testing.assert_array_equal(expected[:, None], read)
        part = Column(entries.astype(np.uint8), (3, 0), bits, offset=5)
        read = _matrices.checked(Exchanged({"a": part}))
        np.testing.assert_array_equal(expected[5:, None], read)

    def test_bits_and_chunks(self):
        packed = np.packbits([0, 1, 1, 0, 1], bitorder="little")

        class Bits(Column):
            def size(self):
                return 5

        column = Bits(packed)
        column.dtype = (20, 1, "b", "=")
        read = _matrices.checked(Exchanged({"a": column}, {"a": Column(np.array([4.0, 5]))}))
        np.testing.assert_array_equal([[0], [1], [1], [0], [1], [4], [5]], read)

    def test_texts_are_refused_by_the_name_of_their_column(self):
        frame = Exchanged({"a": Column(np.zeros(3)), "b": Column(np.zeros(3), kind=21)})
        with self.assertRaisesRegex(ValueError, "column 'b' of X .*text; numbers are needed"):
            LatentFeatureLasso(1).fit(frame)

    def test_tables_of_other_libraries(self):
        values = [None if v > 1 else float(v) for v in self.x[:, 0]]
        expected = np.where(self.x[:, 0] > 1, np.nan, self.x[:, 0])
        tried = 0
        try:
            import pyarrow

            table = pyarrow.table({"a": values, "b": self.x[:, 1]})
            np.testing.assert_array_equal(
                np.column_stack([expected, self.x[:, 1]]), _matrices.checked(table)
            )
            np.testing.assert_array_equal(expected[9:20], _matrices.checked(table[9:20])[:, 0])
            tried += 1
        except ImportError:
            pass
        try:
            import polars

            frame = polars.DataFrame({"a": values, "b": self.x[:, 1] > 0})
            np.testing.assert_array_equal(
                np.column_stack([expected, self.x[:, 1] > 0]), _matrices.checked(frame)
            )
            np.testing.assert_array_equal(expected[9:20], _matrices.checked(frame[9:20])[:, 0])
            tried += 1
        except ImportError:
            pass
        if not tried:
            self.skipTest("neither pyarrow nor polars is installed")


if __name__ == "__main__":
    unittest.main()
