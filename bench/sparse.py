"""Sparse rows: `lfm fit` beside scikit-learn's TruncatedSVD, NMF and MiniBatchNMF on the same matrix, in one run.

    python3 bench/sparse.py [--problems 20000x3000x20,100000x50000x20] [--limit 300]

X = Z W and noise in a thousandth of the entries; each feature has 40 entries that are not zero, and is in so many rows that a row has two.
Prints seconds (of lfm with its start and the reading of the file), the root mean square error and, for lfm, the share of wrong bits of Z.
A peer that is not done after --limit seconds is ended.
"""

import argparse
import json
import multiprocessing
import os
import queue
import subprocess
import tempfile
import time

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linear_sum_assignment
from sklearn.decomposition import NMF, MiniBatchNMF, TruncatedSVD

LFM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lfm")
PER_FEATURE = 40


def draw(n, d, k, seed=1):
    random = np.random.default_rng(seed)
    z = random.random((n, k)) < 2 / k
    w = np.zeros((k, d), np.float32)
    for row in w:
        row[random.choice(d, PER_FEATURE, replace=False)] = 0.5 + random.exponential(size=PER_FEATURE)
    count = n * d // 1000
    places = random.integers(0, n, count), random.integers(0, d, count)
    noise = sp.coo_matrix((0.3 * np.abs(random.normal(size=count)).astype(np.float32), places), shape=(n, d))
    return (sp.csr_matrix(z.astype(np.float32)) @ sp.csr_matrix(w) + noise.tocsr()).tocsr(), z


def rmse(x, codes, w):
    """Without the dense product: |X|² − 2⟨X, ZW⟩ + |ZW|²."""
    squares = x.multiply(x).sum() - 2 * np.sum((x.T @ codes).T * w) + np.sum((codes.T @ codes) * (w @ w.T))
    return np.sqrt(squares / np.prod(x.shape))


def peer(name, x, k, results):
    model = {
        "TruncatedSVD": lambda: TruncatedSVD(k, random_state=0),
        "NMF": lambda: NMF(k, init="nndsvda", random_state=0),
        "MiniBatchNMF": lambda: MiniBatchNMF(k, init="nndsvda", random_state=0),
    }[name]()
    start = time.time()
    codes = model.fit_transform(x)
    results.put((time.time() - start, rmse(x, codes, model.components_)))


def measured(name, x, k, limit):
    results = multiprocessing.Queue()
    process = multiprocessing.Process(target=peer, args=(name, x, k, results))
    process.start()
    try:
        return results.get(timeout=limit)
    except queue.Empty:
        return None
    finally:
        process.terminate()


def wrong(found, z):
    differ = np.array([[(column != other).mean() for other in found.T] for column in z.T])
    return differ[linear_sum_assignment(differ)].mean()


def lfm(x, z, k):
    with tempfile.TemporaryDirectory(prefix="lfm-sparse.") as folder:
        data, model, codes = (os.path.join(folder, name) for name in ("x.npz", "m.lfm", "z.npy"))
        sp.save_npz(data, x, compressed=False)
        start = time.time()
        run = subprocess.run([LFM, "fit", data, "-k", str(k), "-o", model, "-q", "--json"], check=True, stdout=subprocess.PIPE)
        seconds = time.time() - start
        subprocess.run([LFM, "export", model, "--z", codes, "-q"], check=True, stdout=subprocess.DEVNULL)
        found = np.load(codes).astype(bool)
    return seconds, json.loads(run.stdout)["rmse"], wrong(found, z) if found.shape == z.shape else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", default="20000x3000x20,100000x20000x20", metavar="NxDxK,…")
    parser.add_argument("--limit", type=float, default=300, metavar="SECONDS")
    asked = parser.parse_args()
    print("| problem | not zero | | seconds | rmse | wrong bits |\n|---|---|---|---|---|---|")
    for problem in asked.problems.split(","):
        n, d, k = map(int, problem.split("x"))
        x, z = draw(n, d, k)
        head = f"| {n:,} × {d:,}, K = {k} | {100 * x.nnz / n / d:.2g} % |"
        seconds, error, bits = lfm(x, z, k)
        print(f"{head} `lfm fit` | {seconds:.1f} | {error:.5g} | {'' if bits is None else f'{100 * bits:.2g} %'} |")
        for name in ("TruncatedSVD", "NMF", "MiniBatchNMF"):
            found = measured(name, x, k, asked.limit)
            print(f"{head} {name} | " + (f"more than {asked.limit:g} | | |" if found is None else f"{found[0]:.1f} | {found[1]:.5g} | |"))


if __name__ == "__main__":
    main()
