"""Pictures of a fit, by matplotlib, which is only needed here."""

import numpy as np

from . import _matrices, _options
from ._base import seed_of
from ._engine import Engine

_MOST_COLUMNS = 8


def _pyplot():
    try:
        from matplotlib import pyplot
    except ImportError as e:
        raise ImportError("pictures need matplotlib: pip install matplotlib") from e
    return pyplot


def _names(fitted):
    return [str(name) for name in fitted.get_feature_names_out()]


def plot_features(fitted, shape=None, *, most=_MOST_COLUMNS):
    """Draws the components of a fit: as pictures, or by their largest entries.

    Parameters
    ----------
    fitted : estimator
        After its fit.
    shape : (int, int) or (int, int, 3), optional
        Shape of the images that the rows of X are; in one colour scale, white at 0. Components of colour
        images are drawn as colours, grey at 0.
    most : int
        Without ``shape``, the number of columns that are drawn of each component, those of its
        largest entries.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        If the components have another number of entries than ``shape``.
    """
    plt = _pyplot()
    w = fitted.components_
    names = _names(fitted)
    if shape is not None and np.prod(shape) != w.shape[1]:
        raise ValueError(f"shape {tuple(shape)} has {np.prod(shape)} pixels, but X {w.shape[1]} columns")
    across = min(len(w), _MOST_COLUMNS if shape is not None else 3)
    down = -(-len(w) // across)
    size = (1.5 * across, 1.7 * down) if shape is not None else (4 * across, (0.6 + most / 4) * down)
    figure, axes = plt.subplots(
        down, across, figsize=size, squeeze=False, layout="constrained"
    )
    limit = np.abs(w).max() or 1
    columns = getattr(fitted, "feature_names_in_", None)
    for k, ax in enumerate(axes.flat):
        if k >= len(w):
            ax.axis("off")
            continue
        ax.set_title(names[k], fontsize="small")
        if shape is None:
            at = np.argsort(-np.abs(w[k]))[:most][::-1]
            labels = [str(j) if columns is None else str(columns[j]) for j in at]
            ax.barh(labels, w[k, at], color=np.where(w[k, at] < 0, "#2166ac", "#b2182b"))
            ax.set_xlim(min(0, 1.05 * w.min()), max(0, 1.05 * w.max()))
            continue
        ax.set_xticks([])
        ax.set_yticks([])
        if len(shape) == 3:
            ax.imshow(0.5 + w[k].reshape(shape) / (2 * limit))
        else:
            image = ax.imshow(w[k].reshape(shape), cmap="RdBu_r", vmin=-limit, vmax=limit)
    if shape is not None and len(shape) == 2:
        figure.colorbar(image, ax=axes, shrink=0.6)
    return figure


def plot_codes(fitted, codes=None, *, in_order=None):
    """Draws which rows have which features: a line for each feature, dark where it is on.

    Parameters
    ----------
    fitted : estimator
        After its fit.
    codes : array, M × K, optional
        What ``transform`` gives for other rows; the codes of the fit, ``codes_``, if it is None.
    in_order : bool, optional
        Whether rows stay in their order, as of time; otherwise they are sorted by the most frequent
        features. By default they stay if the fit had ``order="rows"``.

    Returns
    -------
    matplotlib.figure.Figure
    """
    plt = _pyplot()
    names = _names(fitted)
    if codes is None:
        codes = fitted.codes_
    codes = np.asarray(codes)
    if codes.ndim != 2 or codes.shape[1] != len(names):
        raise ValueError(f"codes have the shape {codes.shape}; there must be {len(names)} columns")
    if in_order is None:
        in_order = getattr(fitted, "order", None) == "rows"
    if not in_order:
        frequent = np.argsort(-np.count_nonzero(codes, axis=0), kind="stable")
        codes = codes[np.lexsort((codes[:, frequent[::-1]] == 0).T)]
    figure, ax = plt.subplots(figsize=(8, 0.8 + 0.25 * len(names)), layout="constrained")
    limit = np.abs(codes).max() or 1
    colours = {"cmap": "RdBu_r", "vmin": -limit} if codes.min() < 0 else {"cmap": "Greys", "vmin": 0}
    ax.imshow(codes.T, aspect="auto", interpolation="nearest", vmax=limit, **colours)
    ax.set_yticks(range(len(names)), names)
    ax.set_xlabel("row" if in_order else "rows, sorted by their features")
    return figure


def plot_path(X, most, *, random_state=0, time_limit=None, backend="auto", missing=False):
    """Fits a model for every number of features, as ``lfm path`` does, and draws their errors.

    Parameters
    ----------
    X : array, sparse matrix, data frame or path of a file, N × D
    most : int
        The largest number of features.
    random_state, time_limit, backend, missing
        As of :class:`LatentFeatureLasso`.

    Returns
    -------
    matplotlib.figure.Figure
        The root mean square error by K, above that of the singular value decomposition, which no Z and
        W are below.
    """
    plt = _pyplot()
    x = _matrices.checked(X)
    if not missing:
        _matrices.require_known(x)
    with _matrices.folder(x, others=False) as folder:
        table = folder / "path.tsv"
        Engine.shared().run(
            "path",
            _matrices.write(x, folder),
            f"--max-k={most}",
            f"--table={table}",
            *_options.words(
                random_state=seed_of(random_state),
                time_limit=time_limit,
                backend=backend,
                missing=missing,
            ),
        )
        read = np.genfromtxt(table, delimiter="\t", names=True, ndmin=1)
    figure, ax = plt.subplots(layout="constrained")
    ax.plot(read["k"], read["rmse"], "o-", label="path")
    if np.isfinite(read["svd_bound"]).any():
        ax.plot(read["k"], read["svd_bound"], ":", color="#555555", label="SVD bound")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("number of features, K")
    ax.set_ylabel("rmse")
    ax.legend()
    return figure
