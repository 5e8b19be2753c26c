"""What binary codes cost and buy on scikit-learn's handwritten digits (1,797 images of 8×8, values 0 … 16).

Prints, for K = 16, the root mean square error and what each row's code takes: PCA, NMF and k-means by scikit-learn
(Debian's python3-sklearn), binary latent features by lfm fit. Usage: bench/digits.py [K]
"""

import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from sklearn.decomposition import NMF, PCA


def rmse(residual):
    return math.sqrt(np.mean(residual**2))


def main():
    k = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    x = load_digits().data
    pca = PCA(k).fit(x)
    nmf = NMF(k, init="nndsvda", max_iter=2000, random_state=0)
    weights = nmf.fit_transform(x)
    means = KMeans(k, n_init=10, random_state=0).fit(x)
    lfm = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lfm")
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "digits.npy")
        np.save(data, x)
        fit = [lfm, "fit", data, "-k", str(k), "-o", os.path.join(folder, "digits.lfm"), "-q", "--json"]
        found = json.loads(subprocess.run(fit, check=True, stdout=subprocess.PIPE).stdout)
    for name, error, code in (
        ("PCA", rmse(x - pca.inverse_transform(pca.transform(x))), f"{k} real numbers"),
        ("NMF", rmse(x - weights @ nmf.components_), f"{k} numbers from 0 up"),
        ("lfm fit", found["rmse"], f"{k} bits"),
        ("k-means", rmse(x - means.cluster_centers_[means.labels_]), f"{math.log2(k):.3g} bits"),
    ):
        print(f"{name:8} {error:5.2f}  {code} a row")


if __name__ == "__main__":
    main()
