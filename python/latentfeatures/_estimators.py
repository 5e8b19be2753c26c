"""Estimators: a fit is one command of the engine, its result the arrays of a model."""

import numbers

import numpy as np

from . import _frames, _matrices, _names, _options
from ._base import BaseEstimator, NotFittedError, TransformerMixin, seed_of
from ._engine import NOTHING, Engine, EngineError
from ._model import Model


def _single_or_double(x):
    """The type of what is computed from ``x``: its own if that is single precision."""
    return np.float32 if getattr(x, "dtype", None) == np.float32 else np.float64


def _require_model(archive, answer):
    """Tells a fit that ended well, but without a feature, from one that has a model."""
    if not archive.exists():
        raise EngineError(answer.get("text", "").strip() or NOTHING)


class _FeatureEstimator(TransformerMixin, BaseEstimator):
    """What all estimators share: X ≈ C W with W in ``components_``.

    After a fit

    ``components_``
        W, K × D: what a row gains by each feature.
    ``n_components_``
        K, which may be fewer than were asked for.
    ``rmse_``
        Root mean square error of the rows of the fit, in the units of the fit: those of X, unless an
        option scales it (``scale_by``, ``standardise``). So are ``components_``; rows go into a model
        and come out of it in the units of X.
    ``interrupted_``
        Whether Ctrl-C ended the fit early, with the best result so far.
    ``model_``
        The :class:`Model`; ``model_.save(path)`` writes what the command line takes.
    ``n_features_in_``, ``feature_names_in_``
        D, and names of columns if X, a data frame or a file, has some.
    """

    def __init__(self, n_components, random_state, time_limit, backend, missing, verbose):
        self.n_components = n_components
        self.random_state = random_state
        self.time_limit = time_limit
        self.backend = backend
        self.missing = missing
        self.verbose = verbose

    def _command(self):
        """The words of the command before its options."""
        raise NotImplementedError

    def _own(self):
        """Parameters of this estimator alone."""
        raise NotImplementedError

    def _words(self):
        """The options of a fit."""
        return [
            *_options.words(
                **self._own(),
                random_state=seed_of(self.random_state),
                time_limit=self.time_limit,
                backend=self.backend,
                missing=self.missing,
            ),
            *_options.words(**(getattr(self, "options", None) or {})),
        ]

    def _folder(self, x):
        return _matrices.folder(x, others=hasattr(self, "options"))

    def fit(self, X, y=None):
        """Fits the model to X.

        Parameters
        ----------
        X : array, sparse matrix, data frame or path of a file, N × D
            A row for each observation. A path is that of any file that the engine reads; an array
            that is mapped from an .npy file is read from there.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If X or a parameter is refused, with the engine's sentence.
        """
        self._require_count()
        names = _names.of(X)
        x = self._checked(X)
        _matrices.require_visible(x)
        if hasattr(x, "shape"):
            self._require_rows(x.shape[0])
        with self._folder(x) as folder:
            archive = folder / "model.lfm"
            answer = Engine.shared().run(
                *self._command(),
                _matrices.write(x, folder),
                f"--output={archive}",
                *self._words(),
                progress=print if self.verbose else None,
            )
            _require_model(archive, answer)
            self.model_ = Model.load(archive)
        self.components_ = self.model_["W"]
        self.n_components_, self.n_features_in_ = self.components_.shape
        self.rmse_ = answer["rmse"]
        self.interrupted_ = answer["interrupted"]
        if names is None and not hasattr(x, "shape"):
            names = self.model_.column_names
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self._keep(self.model_, _single_or_double(x))
        return self

    def _keep(self, model, dtype):
        """Sets what else an estimator tells of its model; codes are of ``dtype``."""

    def _require_count(self):
        k = self.n_components
        if isinstance(k, numbers.Real) and (
            isinstance(k, bool) or not isinstance(k, numbers.Integral) or k < 1
        ):
            raise ValueError(
                f"n_components={k!r} is no number of features; it must be a whole number of at least "
                "1, of type int"
            )

    def _require_rows(self, rows):
        k = self.n_components
        if isinstance(k, numbers.Integral) and k > rows:
            raise ValueError(
                f"n_components={k} is above the number of rows, n_samples = {rows}; "
                "choose at most that many"
            )

    def _checked(self, X):
        x = _matrices.checked(X)
        if not self.missing:
            _matrices.require_known(x)
        return x

    def _require_fitted(self):
        if not hasattr(self, "model_"):
            raise NotFittedError(
                f"This {type(self).__name__} instance is not fitted yet. Call 'fit' first."
            )

    def _new_rows(self, X):
        """X as that of the fit."""
        self._require_fitted()
        name = type(self).__name__
        if hasattr(X, "shape") or _frames.is_foreign(X):
            _names.require_same(getattr(self, "feature_names_in_", None), _names.of(X), name)
        x = self._checked(X)
        if hasattr(x, "shape") and x.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {x.shape[1]} features, but {name} is expecting {self.n_features_in_} "
                "features as input"
            )
        return x

    def _coded(self, x, output):
        """What ``lfm transform`` writes to the file of its option ``output``."""
        with self._folder(x) as folder:
            archive = folder / "model.lfm"
            self.model_.save(archive)
            written = folder / "written.npy"
            Engine.shared().run(
                "transform",
                archive,
                _matrices.write(x, folder),
                f"{output}={written}",
                *_options.words(backend=self.backend, missing=self.missing),
            )
            return np.load(written).astype(_single_or_double(x))

    def inverse_transform(self, codes):
        """The rows that codes stand for, C W in the units of X, whatever the fit did to them.

        Parameters
        ----------
        codes : array, M × K

        Returns
        -------
        array, M × D
        """
        self._require_fitted()
        codes = codes.toarray() if _matrices.is_sparse(codes) else codes
        if np.ndim(codes) != 2 or np.shape(codes)[1] != self.n_components_:
            raise ValueError(
                f"codes have the shape {np.shape(codes)}; there must be {self.n_components_} columns"
            )
        codes = _matrices.checked(codes, "codes")
        with _matrices.folder(codes, hasattr(self, "options"), self.n_features_in_) as folder:
            archive = folder / "model.lfm"
            self.model_.save(archive)
            made = folder / "made.npy"
            Engine.shared().run(
                "reconstruct",
                archive,
                _matrices.write(codes, folder, "codes"),
                f"--output={made}",
                *self._numbers,
            )
            return np.load(made).astype(_single_or_double(codes))

    def score(self, X, y=None):
        """The share of ‖X‖² that the model explains, 1 − ‖X − C W‖² / ‖X‖², 1 at best.

        Of rows of zeros it is 1 if they are explained, otherwise 0, as scikit-learn's R² has it.

        Parameters
        ----------
        X : as of :meth:`fit`, but not a path
        y : ignored
        """
        x = self._new_rows(X)
        codes = self._coded(x, self._codes_option)
        values = x.toarray() if _matrices.is_sparse(x) else np.asarray(x)
        values = values.astype(np.float64)
        rest = np.nansum(np.square(values - self.inverse_transform(codes)))
        total = np.nansum(np.square(values))
        if total == 0:
            return 1.0 if rest == 0 else 0.0
        return 1 - rest / total

    def get_feature_names_out(self, input_features=None):
        """Names of the columns of codes: those of ``lfm name``, where the model has some."""
        self._require_fitted()
        named = self.model_.feature_names
        prefix = type(self).__name__.lower()
        return np.array(
            [named[k] or f"{prefix}{k}" for k in range(self.n_components_)], dtype=object
        )

    def _more_tags(self):
        return {"allow_nan": self.missing}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing
        tags.input_tags.sparse = True
        return tags


class _BinaryEstimator(_FeatureEstimator):
    """Codes are zeros and ones, X ≈ Z W; after a fit ``codes_`` is Z, N × K, as ``transform`` gives it."""

    _codes_option = "--output"
    _numbers = ["--soft"]

    def _keep(self, model, dtype):
        # Not as the file has them: of bytes without a sign, 0 − 1 is 255.
        self.codes_ = model["Z"].astype(dtype)
        self.intercept_ = model["intercept"].reshape(-1) if "intercept" in model else None

    def transform(self, X):
        """Which features each row has.

        Parameters
        ----------
        X : as of :meth:`fit`, M × D

        Returns
        -------
        array of 0 and 1, M × K
            The codes of least error: exact for up to 20 features, beyond them the best of several
            starts.
        """
        return self._coded(self._new_rows(X), self._codes_option)

    def soft_transform(self, X):
        """The probability that each row has each feature, by mean field.

        Parameters
        ----------
        X : as of :meth:`fit`, M × D

        Returns
        -------
        array, M × K
        """
        return self._coded(self._new_rows(X), "--soft")


class LatentFeatureLasso(_BinaryEstimator):
    """The Latent Feature Lasso (Yen et al., ICML 2017): X ≈ Z W with Z of zeros and ones.

    Parameters
    ----------
    n_components : int or "auto"
        K; "auto" lets the data choose it.
    method : str
        How features are searched for: "best", "path", "lasso", "paper", or another
        estimator of ``lfm fit --method``, such as "anneal", "bp-means" and "variational".
    random_state : int, RandomState, Generator or None
        Seed of all random numbers, or what draws it; None is another one each time. The same seed,
        backend and thread count give the same bits.
    time_limit : float, optional
        Seconds after which the fit ends with the best result so far.
    backend : str
        "auto", "openblas", "cuda" or "java".
    missing : bool
        Whether NaN in X is a missing entry, which is left out and not filled in.
    options : dict, optional
        Further options of ``lfm fit``, by name: ``{"intercept": True, "l1": "auto"}``.
    verbose : bool
        Whether progress is printed.
    order : str, optional
        "rows" if each row follows the one before in time, so that features switch seldom; new
        rows are coded in their order, too.

    Attributes are those of a fit: ``components_`` (W), ``codes_`` (Z), ``rmse_``, ``model_``,
    ``intercept_``, ``n_components_``, ``interrupted_``.
    """

    def __init__(
        self,
        n_components=4,
        *,
        method="best",
        random_state=0,
        time_limit=None,
        backend="auto",
        missing=False,
        options=None,
        verbose=False,
        order=None,
    ):
        super().__init__(n_components, random_state, time_limit, backend, missing, verbose)
        self.method = method
        self.options = options
        self.order = order

    def _command(self):
        return ["fit"]

    def _own(self):
        # None, too, must be refused.
        return {
            "n_components": str(self.n_components),
            "method": self.method,
            "order": self.order,
        }


class IndependentFeatures(LatentFeatureLasso):
    """Independent binary features from third and fourth cumulants, all at once.

    Fast for many features of many rows, as long as features occur independently. Parameters and
    attributes are those of :class:`LatentFeatureLasso`.
    """

    def __init__(
        self,
        n_components=4,
        *,
        random_state=0,
        time_limit=None,
        backend="auto",
        missing=False,
        options=None,
        verbose=False,
    ):
        super().__init__(
            n_components,
            method="cumulants",
            random_state=random_state,
            time_limit=time_limit,
            backend=backend,
            missing=missing,
            options=options,
            verbose=verbose,
        )


class TensorEigenpairs(_BinaryEstimator):
    """Features as eigenpairs of the whitened third moment (Jaffe et al., ICML 2018).

    For at least 10 K² rows and up to 16 features.

    Parameters
    ----------
    n_components : int, optional
        K; estimated from the data if it is None.
    random_state, time_limit, backend, missing, verbose
        As of :class:`LatentFeatureLasso`.
    """

    def __init__(
        self,
        n_components=None,
        *,
        random_state=0,
        time_limit=None,
        backend="auto",
        missing=False,
        verbose=False,
    ):
        super().__init__(n_components, random_state, time_limit, backend, missing, verbose)

    def _command(self):
        return ["spectral", "fit"]

    def _own(self):
        return {"n_components": self.n_components}


class MarkovLatentFeatures(_FeatureEstimator):
    """Markov latent features (Zhang & Paisley, ICML 2016): correlated features with real weights.

    Parameters
    ----------
    n_components : int
        K, or the maximum if ``infinite``.
    infinite : bool
        Whether the number of features is learned.
    random_state, time_limit, backend, missing, options, verbose
        As of :class:`LatentFeatureLasso`; options are those of ``lfm markov fit``.
    """

    _codes_option = "--weights"
    _numbers = []

    def __init__(
        self,
        n_components=4,
        *,
        infinite=False,
        random_state=0,
        time_limit=None,
        backend="auto",
        missing=False,
        options=None,
        verbose=False,
    ):
        super().__init__(n_components, random_state, time_limit, backend, missing, verbose)
        self.infinite = infinite
        self.options = options

    def _command(self):
        return ["markov", "fit"]

    def _own(self):
        return {"n_components": str(self.n_components), "infinite": self.infinite}

    def transform(self, X):
        """The weights of the features that rows have, 0 for the others, M × K."""
        return self._coded(self._new_rows(X), self._codes_option)
