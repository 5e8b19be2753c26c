"""Matrices on their way to the engine: files that it reads."""

import contextlib
import os
import re
from pathlib import Path

import numpy as np

from . import _frames, _options
from ._engine import Engine, EngineError


# The engine reads single precision, scales large values by a power of two as it fits them, and loses
# the squares of tiny ones. As np.float64, because Python's own would take the type of X.
_LARGEST = np.float64(np.finfo(np.float32).max)
_SMALLEST = np.float64(1e-15)


@contextlib.contextmanager
def folder(x, others, cols=0):
    """A folder for the files of one call on ``x``; what fails within is told in our own words.

    Parameters
    ----------
    cols : int
        Columns of a further matrix, with a row for each of ``x``.
    others : bool
        Whether the caller has a parameter ``options``.
    """
    shape = getattr(x, "shape", (0, 0))
    size = 4 * shape[0] * (3.0 * shape[1] + cols)  # X, its codes, the model
    with Engine.shared().folder(size) as path:
        try:
            yield path
        except EngineError as e:
            # Nobody else knows the folder, or gave its files their names.
            message = re.sub(re.escape(f"{path}{os.sep}") + r"(\w+)\.\w+", r"\1", str(e))
            raise EngineError(_options.in_python(message, others)) from None


def is_sparse(x):
    """Whether ``x`` is a sparse matrix of scipy, which need not be installed."""
    return hasattr(x, "tocsr") and hasattr(x, "nnz")


def checked(x, name="X"):
    """``x`` as an array of two dimensions of numbers; a path or a sparse matrix as it is.

    Raises
    ------
    ValueError
        If it is no such matrix, or holds an infinite value.
    """
    if isinstance(x, (str, os.PathLike)):
        return x
    if is_sparse(x):
        x = _summed(x.tocsr())
        _require_numbers(x, name)
        return x
    if hasattr(x, "__dataframe__") or hasattr(x, "to_numpy"):
        x = _frames.entries(x, name)
    if isinstance(x, np.ma.MaskedArray):
        x = x.astype(np.float64).filled(np.nan)
    array = x if isinstance(x, np.memmap) else np.asarray(x)
    if array.dtype.kind in "OUS":
        array = _parsed(array, name)
    if array.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {array.ndim}D array instead: {name} must have a row for each "
            "observation. Reshape your data, by array.reshape(-1, 1) if it has one column, or by "
            "array.reshape(1, -1) if it has one row"
        )
    _require_numbers(array, name)
    return array


def _summed(x):
    """Compressed rows with each column once and in order, as the engine reads them; ``x`` stays."""
    if x.has_canonical_format:
        return x
    x = x.copy()
    x.sum_duplicates()
    return x


def _parsed(array, name):
    """Objects and texts as numbers; NaN where pandas has NA."""
    if array.dtype == object:
        array = np.where(_frames.missing(array), np.nan, array)
    try:
        return array.astype(np.float64)
    except ValueError as e:
        place = next(at for at, value in np.ndenumerate(array) if not _is_number(value))
        raise ValueError(
            f"{_place(place, name)} is {array[place]!r}, of type {type(array[place]).__name__}; "
            "numbers are needed"
        ) from e


def _is_number(value):
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _place(at, name):
    if len(at) == 2:
        return f"row {at[0]}, column {at[1]} of {name} (counting from 0)"
    return f"entry {at} of {name}"


def _require_numbers(x, name):
    """Asks for entries, all of them numbers that the engine can compute with."""
    if x.dtype.kind == "c":
        raise ValueError(f"Complex data not supported\n{name} has complex numbers")
    if x.dtype.kind not in "buif":
        raise ValueError(f"{name} has entries of type {x.dtype}; numbers are needed")
    for axis, what in ((0, "sample(s)"), (1, "feature(s)")):
        if x.shape[axis] == 0:
            raise ValueError(
                f"0 {what} (shape={x.shape}) while a minimum of 1 is required: {name} is empty"
            )
    low, high = _range(x)
    if high == np.inf or low == -np.inf:
        raise ValueError(f"{name} contains infinity; NaN and infinity are no numbers to fit")
    if high > _LARGEST or low < -_LARGEST:
        raise ValueError(
            f"{_largest(x, name)}, beyond {_LARGEST:.1e}, the largest value in single precision; "
            "scale the data down"
        )


def require_visible(x, name="X"):
    """Asks ``checked`` data for a value whose square is not lost in single precision.

    Raises
    ------
    ValueError
        If all values are tiny, and not all of them zero.
    """
    if isinstance(x, (str, os.PathLike)):
        return
    low, high = _range(x)
    if -_SMALLEST < low and high < _SMALLEST and (low or high):
        raise ValueError(
            f"{_largest(x, name)}, the largest value, but below {_SMALLEST:.0e}: squares of such "
            "values are too small for single precision; scale the data up"
        )


def require_known(x, name="X"):
    """Asks ``checked`` data for entries that are not NaN; of a file, only the engine can tell.

    Raises
    ------
    ValueError
        Naming the first that is.
    """
    if isinstance(x, (str, os.PathLike)) or x.dtype.kind != "f":
        return
    missing = np.isnan(_values(x))
    if missing.any():
        raise ValueError(
            f"Input {name} contains NaN, first in {_place(_at(x, np.argmax(missing)), name)}; "
            "pass missing=True if these are missing"
        )


def _values(x):
    return x.data if is_sparse(x) else x


def _range(x):
    """The smallest and the largest value, without a copy of ``x``; NaN is none."""
    values = _values(x)
    if values.dtype.kind == "b" or values.size == 0:
        return 0, 0
    low, high = np.fmin.reduce(values, axis=None), np.fmax.reduce(values, axis=None)
    # The least of numpy's integers has no negative.
    return (low, high) if values.dtype.kind == "f" else (int(low), int(high))


def _largest(x, name):
    """Where the value farthest from zero is, and what it is."""
    values = _values(x)
    low, high = _range(x)
    extreme = high if high >= -low else low
    at = np.flatnonzero(values == extreme)[0]
    return f"{_place(_at(x, at), name)} is {extreme:.6g}"


def _at(x, number):
    """Row and column of an entry, by its number among the values."""
    if is_sparse(x):
        return np.searchsorted(x.indptr, number, side="right") - 1, x.indices[number]
    return np.unravel_index(number, x.shape)


def write(x, to, name="X"):
    """The path of a file that holds ``x``: its own, if it is mapped from one that can be read as it is."""
    if isinstance(x, (str, os.PathLike)):
        return Path(x)
    if is_sparse(x):
        from scipy import sparse

        path = to / f"{name}.npz"
        sparse.save_npz(path, sparse.csr_matrix(x), compressed=False)
        return path
    mapped = _mapped(x)
    if mapped is not None:
        return mapped
    path = to / f"{name}.npy"
    np.save(path, np.ascontiguousarray(x, dtype=np.float32))
    return path


def _mapped(x):
    """The file of ``numpy.load(…, mmap_mode=…)``, if ``x`` is all of it."""
    if not isinstance(x, np.memmap) or x.filename is None or not x.flags.c_contiguous:
        return None
    path = Path(x.filename)
    if path.suffix != ".npy" or x.mode == "c":  # whose changes are not in the file
        return None
    whole = np.load(path, mmap_mode="r")
    same = whole.shape == x.shape and whole.dtype == x.dtype and whole.offset == x.offset
    return path if same and whole.flags.c_contiguous else None
