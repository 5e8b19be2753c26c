"""Images."""

import numpy as np

from . import _matrices, _options
from ._base import seed_of
from ._engine import Engine


def denoise(image, *, sigma=None, n_components=None, random_state=0, time_limit=None, backend="auto"):
    """Denoises an image by a Markov latent feature model of its own patches.

    Parameters
    ----------
    image : array, rows × columns or rows × columns × 3, or path of an image file
        Grey levels or colours in any range, with white Gaussian noise. The channels of an image in
        colour are denoised together, by what they share.
    sigma : float, optional
        Standard deviation of the noise; estimated from the image if it is None.
    n_components : int, optional
        Maximum number of features of patches.
    random_state, time_limit, backend
        As of :class:`LatentFeatureLasso`.

    Returns
    -------
    array, of the shape of the image
    """
    words = _options.words(
        random_state=seed_of(random_state),
        backend=backend,
        n_components=n_components,
        sigma=sigma,
        time_limit=time_limit,
    )
    image = _checked(image)
    with _matrices.folder(image, others=False) as folder:
        clean = folder / "clean.npy"
        noisy = _matrices.write(image, folder, "image")
        Engine.shared().run("denoise", noisy, f"--output={clean}", *words)
        return np.load(clean)


def _checked(image):
    """The image as an array of numbers that the engine reads; a path as it is."""
    if np.ndim(image) != 3:
        return _matrices.checked(image, "image")
    image = image if isinstance(image, np.memmap) else np.asarray(image)
    if image.shape[2] != 3:
        raise ValueError(
            f"image has the shape {image.shape}; in colour it must be rows × columns × 3, red, green "
            "and blue: image[:, :, :3] leaves out what else there is"
        )
    pixels = _matrices.checked(image.reshape(len(image), -1), "image")
    return image if image.dtype == pixels.dtype else pixels.reshape(image.shape)
