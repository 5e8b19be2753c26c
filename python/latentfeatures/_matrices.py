"""Matrices on their way to the engine: files that it reads."""

import contextlib
import os
from pathlib import Path

import numpy as np

from ._engine import Engine, EngineError


@contextlib.contextmanager
def folder(x):
    """A folder for the files of one call on ``x``."""
    size = 3 * 4 * np.prod(getattr(x, "shape", (0,)), dtype=float)  # X, its codes, the model
    with Engine.shared().folder(size) as path:
        try:
            yield path
        except EngineError as e:
            # Nobody else knows the folder.
            raise EngineError(str(e).replace(f"{path}{os.sep}", "")) from None


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
    if isinstance(x, (str, os.PathLike)) or is_sparse(x):
        return x
    if hasattr(x, "__dataframe__") or hasattr(x, "to_numpy"):
        x = x.to_numpy()
    if isinstance(x, np.ma.MaskedArray):
        x = x.astype(np.float64).filled(np.nan)
    array = x if isinstance(x, np.memmap) else np.asarray(x)
    if np.iscomplexobj(array):
        raise ValueError(f"Complex data not supported\n{name} has complex numbers")
    if array.dtype == object:
        array = array.astype(np.float64)
    if array.dtype.kind not in "buif":
        raise ValueError(f"{name} has entries of type {array.dtype}; numbers are needed")
    if array.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {array.ndim}D array instead: {name} must have a row for each "
            "observation. Reshape your data, by array.reshape(-1, 1) if it has one column, or by "
            "array.reshape(1, -1) if it has one row"
        )
    for axis, what in ((0, "sample(s)"), (1, "feature(s)")):
        if array.shape[axis] == 0:
            raise ValueError(
                f"0 {what} (shape={array.shape}) while a minimum of 1 is required: {name} is empty"
            )
    if array.dtype.kind == "f" and np.isinf(array).any():
        raise ValueError(f"{name} contains infinity; NaN and infinity are no numbers to fit")
    return array


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
