"""Data frames, whose columns may each have a type."""

import numpy as np


def entries(frame, name):
    """The entries of a data frame as an array; NaN where pandas has NA.

    Raises
    ------
    ValueError
        If a column does not hold numbers.
    """
    if not hasattr(frame, "iloc") or frame.ndim != 2:
        return frame.to_numpy()  # of another library, or a column
    if all(isinstance(dtype, np.dtype) and dtype != object for dtype in frame.dtypes):
        plain = frame.to_numpy()
        if plain.dtype != object:
            return plain
    columns = [frame.iloc[:, k] for k in range(frame.shape[1])]
    return np.column_stack(
        [_numbers(column, f"column {column.name!r} of {name}") for column in columns]
    )


def missing(array):
    """Which objects of an array are the NA of pandas, whose type knows no comparison."""
    return np.array([type(value).__name__ == "NAType" for value in array.flat], dtype=bool).reshape(
        array.shape
    )


def _numbers(column, name):
    refusal = f"{name} has entries of type {column.dtype}; numbers are needed"
    if column.dtype.kind not in "buifO":
        raise ValueError(refusal)
    try:
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as e:
        raise ValueError(refusal) from e
