"""Names of columns, by the convention of scikit-learn."""

import warnings

import numpy as np

from . import _frames


def of(X):
    """Names of the columns of a data frame; None if there are none.

    Raises
    ------
    TypeError
        If some are strings and others are not.
    """
    columns = _frames.names(X)
    if columns is None:
        return None
    strings = sum(isinstance(name, str) for name in columns)
    if strings == len(columns):
        return np.asarray(columns, dtype=object)
    if strings:
        raise TypeError(
            "Feature names are only supported if all input features have string names; convert "
            "them, for example by X.columns = X.columns.astype(str)"
        )
    return None


def require_same(fitted, new, estimator):
    """Warns if only one of fit and new rows has names.

    Raises
    ------
    ValueError
        If both have some, and others, or in another order.
    """
    if fitted is None and new is not None:
        warnings.warn(f"X has feature names, but {estimator} was fitted without feature names")
    elif fitted is not None and new is None:
        warnings.warn(
            f"X does not have valid feature names, but {estimator} was fitted with feature names"
        )
    elif fitted is not None and list(fitted) != list(new):
        raise ValueError(
            "The feature names should match those that were passed during fit.\n"
            + (
                _listed("Feature names unseen at fit time:", set(new) - set(fitted))
                + _listed("Feature names seen at fit time, yet now missing:", set(fitted) - set(new))
                or "Feature names must be in the same order as they were in fit.\n"
            )
        )


def _listed(title, names, most=5):
    if not names:
        return ""
    names = sorted(names)
    more = ["..."] if len(names) > most else []
    return "".join(f"{line}\n" for line in [title, *(f"- {name}" for name in names[:most] + more)])
