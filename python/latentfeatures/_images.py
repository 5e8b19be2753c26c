"""Images."""

import numpy as np

from . import _matrices, _options
from ._base import seed_of
from ._engine import Engine


def denoise(image, *, sigma=None, n_components=None, random_state=0, time_limit=None, backend="auto"):
    """Denoises an image by a Markov latent feature model of its own patches.

    Parameters
    ----------
    image : array, rows × columns
        Grey levels of 0 … 255, with white Gaussian noise. Of an image in colour, the channels one
        by one; ``lfm denoise`` of a file makes use of what they share.
    sigma : float, optional
        Standard deviation of the noise; estimated from the image if it is None.
    n_components : int, optional
        Maximum number of features of patches.
    random_state, time_limit, backend
        As of :class:`LatentFeatureLasso`.

    Returns
    -------
    array, rows × columns
    """
    words = _options.words(
        random_state=seed_of(random_state),
        backend=backend,
        n_components=n_components,
        sigma=sigma,
        time_limit=time_limit,
    )
    if np.ndim(image) == 3:
        raise ValueError(
            f"image has the shape {np.shape(image)}, and denoise takes one channel of rows × columns; "
            "pass them one by one: np.dstack([denoise(c) for c in np.moveaxis(image, -1, 0)])"
        )
    image = _matrices.checked(image, "image")
    with _matrices.folder(image, others=False) as folder:
        clean = folder / "clean.npy"
        noisy = _matrices.write(image, folder, "image")
        Engine.shared().run("denoise", noisy, f"--output={clean}", *words)
        return np.load(clean)
