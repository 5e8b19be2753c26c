"""Exact columns and seconds of scikit-learn's FastICA, for bench/run peers.

Reads X.npy and Z.npy of each folder named, prints one line a contrast: the contrast, median seconds of five
fits after one that is not counted, and how many true columns (or complements) it finds in every row. A source
becomes a column by the split in the middle of its two means.
"""

import sys
import time
import warnings

import numpy as np
from sklearn.decomposition import FastICA


def columns(sources):
    middle = sources.mean(0)
    for _ in range(50):
        above = sources > middle
        high = np.where(above, sources, 0).sum(0) / np.maximum(above.sum(0), 1)
        low = np.where(above, 0, sources).sum(0) / np.maximum((~above).sum(0), 1)
        middle = (high + low) / 2
    return sources > middle


def exact(found, truth):
    seen = {np.ascontiguousarray(column).tobytes() for part in (found, ~found) for column in part.T}
    return sum(np.ascontiguousarray(column).tobytes() in seen for column in truth.T)


def main():
    warnings.filterwarnings("ignore")
    for folder in sys.argv[1:]:
        x = np.load(folder + "/X.npy").astype(float)
        truth = np.load(folder + "/Z.npy").astype(bool)
        for contrast in ("cube", "logcosh"):
            seconds = []
            for run in range(6):
                start = time.perf_counter()
                ica = FastICA(
                    truth.shape[1], fun=contrast, whiten="unit-variance", max_iter=1000, random_state=run
                )
                found = columns(ica.fit_transform(x))
                seconds.append(time.perf_counter() - start)
            print(contrast, "%.4f" % np.median(seconds[1:]), exact(found, truth), flush=True)


main()
