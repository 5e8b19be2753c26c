"""Texts as rows of 0/1 tags, a sparse matrix: which themes are there, and which texts have which.

    python3 examples/tags.py [TEXTS [OTHER_WORDS]]

Draws texts (5,000) with some of eight themes each: a text has most words of each of its themes, and some of 2,000 other words
at random. The lasso is given the matrix alone; it counts the themes, and lists each by its heaviest words. Needs
python/latentfeatures on PYTHONPATH, numpy and scipy.
"""

import sys

import numpy as np
import scipy.sparse as sp
from latentfeatures import LatentFeatureLasso

THEMES = [
    "flour butter oven sugar yeast dough salt bowl recipe bake",
    "harbour sail anchor tide wave deck rope gull island storm",
    "planet orbit telescope star comet moon galaxy eclipse probe rocket",
    "violin chord melody opera concert tempo choir piano rhythm score",
    "goal striker referee league stadium penalty keeper coach match pass",
    "court judge witness verdict appeal lawyer trial jury evidence clause",
    "soil seed harvest tractor wheat barn plough orchard irrigation cattle",
    "nurse clinic vaccine fever dose surgeon symptom ward pulse therapy",
]


def draw(texts, others, seed=0):
    """A sparse matrix of 0 and 1, the words of its columns, and the themes of each text."""
    random = np.random.default_rng(seed)
    words = [theme.split() for theme in THEMES]
    names = [word for theme in words for word in theme] + [f"word{j}" for j in range(others)]
    themes = random.random((texts, len(words))) < 0.2
    said = np.repeat(themes, [len(theme) for theme in words], axis=1) & (random.random((texts, len(names) - others)) < 0.7)
    rest = random.random((texts, others)) < 12 / others
    order = random.permutation(len(names))
    matrix = sp.csr_matrix(np.hstack([said, rest])[:, order].astype(np.float32))
    return matrix, np.array(names)[order], themes


def main():
    texts = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    others = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    x, names, themes = draw(texts, others)
    print(f"{x.shape[0]:,} texts, {x.shape[1]:,} words, {100 * x.nnz / np.prod(x.shape):.2f} % of the entries are 1")
    lasso = LatentFeatureLasso(n_components="auto").fit(x)
    found = lasso.transform(x).astype(bool)
    print(f"{lasso.n_components_} themes")
    for k, weights in enumerate(lasso.components_):
        heaviest = np.argsort(-weights)[:6]
        print(f"{100 * found[:, k].mean():3.0f} % of the texts: " + " ".join(names[heaviest]))
    wrong = sum(min((column != other).sum() for other in found.T) for column in themes.T)
    print(f"{wrong} of {themes.size:,} entries of Z differ from the themes that the texts were drawn with")


if __name__ == "__main__":
    main()
