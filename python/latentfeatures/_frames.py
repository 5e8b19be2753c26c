"""Data frames, whose columns may each have a type."""

import ctypes

import numpy as np

# Kinds of types, and how entries are marked as missing, in the dataframe interchange protocol.
_SIGNED, _UNSIGNED, _FLOAT, _BOOL = 0, 1, 2, 20
_NUMPY_KINDS = {_SIGNED: "i", _UNSIGNED: "u", _FLOAT: "f", _BOOL: "u"}
_OTHER_KINDS = {21: "text", 22: "dates", 23: "categories"}
_NO_NULLS, _NAN, _SENTINEL, _BITS, _BYTES = range(5)


def entries(frame, name):
    """The entries of a data frame as an array; NaN where pandas has NA and others have nulls.

    Raises
    ------
    ValueError
        If a column does not hold numbers.
    """
    if not hasattr(frame, "iloc") or frame.ndim != 2:
        # Of another library, or a column. Polars gives bits of slices from the wrong one on, so that its own
        # conversion comes first.
        return frame.to_numpy() if hasattr(frame, "to_numpy") else _exchanged(frame, name)
    if all(isinstance(dtype, np.dtype) and dtype != object for dtype in frame.dtypes):
        plain = frame.to_numpy()
        if plain.dtype != object:
            return plain
    columns = [frame.iloc[:, k] for k in range(frame.shape[1])]
    return np.column_stack(
        [_numbers(column, f"column {column.name!r} of {name}") for column in columns]
    )


def is_foreign(frame):
    """Whether ``frame`` is of another library than pandas, but follows the dataframe interchange protocol."""
    return hasattr(frame, "__dataframe__") and not hasattr(frame, "iloc")


def names(frame):
    """Names of the columns of a data frame; None if it is none."""
    if is_foreign(frame):
        return list(frame.__dataframe__(allow_copy=True).column_names())
    return getattr(frame, "columns", None)


def _exchanged(frame, name):
    exchange = frame.__dataframe__(allow_copy=True)
    chunks = [
        np.column_stack(
            [
                _numbers_of(chunk.get_column_by_name(column), f"column {column!r} of {name}")
                for column in chunk.column_names()
            ]
        )
        for chunk in exchange.get_chunks()
        if chunk.num_rows() > 0 and chunk.num_columns() > 0
    ]
    if not chunks:
        return np.empty((exchange.num_rows() or 0, exchange.num_columns()))
    return np.concatenate(chunks)


def _numbers_of(column, name):
    """A column of one chunk in double precision; NaN where it is null."""
    kind = column.dtype[0]
    if kind not in _NUMPY_KINDS:
        what = _OTHER_KINDS.get(int(kind), f"kind {int(kind)}")
        raise ValueError(f"{name} has entries of type {what}; numbers are needed")
    buffers = column.get_buffers()
    rows, first = column.size(), column.offset
    stored = _entries(*buffers["data"], rows, first)
    values = stored.astype(np.float64)
    nulls, mark = column.describe_null
    if nulls == _SENTINEL:
        values[stored == mark] = np.nan
    elif nulls in (_BITS, _BYTES) and buffers["validity"] is not None:
        values[_entries(*buffers["validity"], rows, first) == mark] = np.nan
    return values


def _entries(buffer, dtype, rows, first):
    """A copy of entries ``first`` … ``first + rows`` of a buffer, of bits or of numbers."""
    kind, width, _, order = dtype
    raw = np.frombuffer(
        (ctypes.c_ubyte * buffer.bufsize).from_address(buffer.ptr) if buffer.bufsize else b"",
        dtype=np.uint8,
    )
    if width == 1:
        return np.unpackbits(raw, bitorder="little")[first : first + rows]
    order = "<>"[order == ">"] if order in "<>" else "="
    numbers = raw.view(np.dtype(f"{_NUMPY_KINDS[kind]}{width // 8}").newbyteorder(order))
    return numbers[first : first + rows].copy()


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
