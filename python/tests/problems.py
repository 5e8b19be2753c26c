"""Data with known features."""

import numpy as np


def problem(rows=300, cols=20, features=5, sigma=0.05, seed=0):
    """X ≈ Z W, and Z and W."""
    random = np.random.default_rng(seed)
    z = (random.random((rows, features)) < 0.5).astype(np.uint8)
    w = random.normal(size=(features, cols))
    return z @ w + sigma * random.normal(size=(rows, cols)), z, w


def distance(found, truth):
    """The share of wrong bits, with columns matched one to one."""
    wrong = np.array([[np.mean(f != t) for t in truth.T] for f in found.T])
    total = 0.0
    for _ in range(truth.shape[1]):
        i, j = np.unravel_index(np.argmin(wrong), wrong.shape)
        total += wrong[i, j]
        wrong[i, :] = np.inf
        wrong[:, j] = np.inf
    return total / truth.shape[1]
