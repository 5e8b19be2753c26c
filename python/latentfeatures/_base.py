"""The conventions of scikit-learn: its own classes if it is installed, otherwise what we use of them."""

import numpy as np

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.exceptions import NotFittedError
except ImportError:
    import inspect

    class NotFittedError(ValueError, AttributeError):
        """An estimator is used before it is fitted."""

    class BaseEstimator:
        """Parameters are those of the constructor."""

        @classmethod
        def _names(cls):
            return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

        def get_params(self, deep=True):
            """The parameters by name."""
            return {name: getattr(self, name) for name in self._names()}

        def set_params(self, **params):
            """Changes parameters, and returns the estimator."""
            for name, value in params.items():
                if name not in self._names():
                    raise ValueError(
                        f"Invalid parameter {name!r} for estimator {self!r}; "
                        f"there are {', '.join(self._names())}"
                    )
                setattr(self, name, value)
            return self

        def __repr__(self):
            inner = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
            return f"{type(self).__name__}({inner})"

    class TransformerMixin:
        """``fit`` and ``transform`` in one call."""

        def fit_transform(self, X, y=None):
            """Fits, and codes the same rows."""
            return self.fit(X, y).transform(X)


def seed_of(random_state):
    """A seed as it is; one that numpy's generator draws; for None, another one each time."""
    if random_state is None:
        random_state = np.random.default_rng()
    if isinstance(random_state, np.random.RandomState):
        return random_state.randint(2**31 - 1)
    if isinstance(random_state, np.random.Generator):
        return random_state.integers(2**63 - 1)
    return random_state


__all__ = ["BaseEstimator", "NotFittedError", "TransformerMixin", "seed_of"]
