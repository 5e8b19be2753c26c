"""Binary latent features: X ≈ ZW with Z of zeros and ones, by the engine ``lfm``.

Estimators follow the conventions of scikit-learn, which need not be installed::

    from latentfeatures import LatentFeatureLasso

    lasso = LatentFeatureLasso(n_components=20).fit(X)
    lasso.components_       # W, 20 × D
    lasso.transform(Y)      # codes of new rows, 0 and 1
"""

from ._engine import Engine, EngineError
from ._estimators import (
    IndependentFeatures,
    LatentFeatureLasso,
    MarkovLatentFeatures,
    TensorEigenpairs,
)
from ._images import denoise
from ._model import Model
from ._plots import plot_codes, plot_features, plot_path

__all__ = [
    "Engine",
    "EngineError",
    "IndependentFeatures",
    "LatentFeatureLasso",
    "MarkovLatentFeatures",
    "Model",
    "TensorEigenpairs",
    "denoise",
    "plot_codes",
    "plot_features",
    "plot_path",
]
__version__ = "0.2.0"
