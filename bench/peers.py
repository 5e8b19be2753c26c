"""What scikit-learn makes of data that are sums of on/off parts, for bench/run peers.

Reads X.npy and Z.npy of each folder named, prints one line a method: its name without blanks, median seconds of
up to five fits after one that is not counted (a fit of more than SLOW seconds is the only one), how many true columns (or complements) it finds in
every row, and the rmse of the least-squares fit of X by its columns and a constant. Codes become columns by the split in the middle of their two means.
"""

import sys
import time
import warnings

import numpy as np
from sklearn.decomposition import NMF, FastICA, MiniBatchDictionaryLearning

RUNS = 6
SLOW = 3


def ica(contrast):
    def codes(x, k, seed):
        model = FastICA(k, fun=contrast, whiten="unit-variance", max_iter=1000, random_state=seed)
        return model.fit_transform(x)

    return codes


def nmf(x, k, seed):
    return NMF(k, init="nndsvda", max_iter=500, random_state=seed).fit_transform(x - x.min())


def dictionary(x, k, seed):
    model = MiniBatchDictionaryLearning(
        k,
        alpha=0.1,
        fit_algorithm="cd",
        transform_algorithm="lasso_cd",
        transform_alpha=0.1,
        positive_code=True,
        random_state=seed,
    )
    return model.fit_transform(x - x.mean(0))


METHODS = {
    "FastICA/cube": ica("cube"),
    "FastICA/logcosh": ica("logcosh"),
    "NMF": nmf,
    "MiniBatchDictionaryLearning": dictionary,
}


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


def rmse(found, x):
    codes = np.column_stack([found, np.ones(len(x))]).astype(float)
    rest = x - codes @ np.linalg.lstsq(codes, x, rcond=None)[0]
    return np.sqrt((rest**2).mean())


def main():
    warnings.filterwarnings("ignore")
    for folder in sys.argv[1:]:
        x = np.load(folder + "/X.npy").astype(float)
        truth = np.load(folder + "/Z.npy").astype(bool)
        for name, codes in METHODS.items():
            seconds = []
            for run in range(RUNS):
                start = time.perf_counter()
                found = columns(codes(x, truth.shape[1], run))
                seconds.append(time.perf_counter() - start)
                if seconds[-1] > SLOW:
                    break
            counted = seconds[1:] or seconds
            print(name, "%.4f" % np.median(counted), exact(found, truth), "%.4g" % rmse(found, x), flush=True)


main()
