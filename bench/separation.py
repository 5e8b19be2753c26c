"""Where more features than columns are found: rows against the least distance of two sums of features, in units of the noise.

    python3 bench/separation.py [--sizes 1x5,2x7,3x8] [--rows 300,1000,3000,10000] [--ratios 2,3,4,6,10,20] [--seeds 3] [CHART.svg]

Each problem has independent bits, half of them on, and W of normal numbers; sigma is the least distance of two of its 2^K sums divided by the ratio.
A fit (`lfm fit -k K`, 30 s at most) counts as right if its share of wrong bits is at most that of the nearest sums of the true W, and .001 more.
The table has a row for each size, number of rows and ratio: problems, how many are right, median seconds, median share of wrong bits, and the least that can be.
"""

import argparse
import itertools
import json
import os
import subprocess
import tempfile

import numpy as np

LFM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lfm")
COLOURS = ("#c0392b", "#e59866", "#7fb3d5", "#1a5276")


def sums(w):
    k = len(w)
    return ((np.arange(1 << k)[:, None] >> np.arange(k)) & 1).astype(np.uint8)


def least_distance(w):
    """Of two different sums; differences of sums are combinations with -1, 0 and 1."""
    t = np.array(list(itertools.product((-1, 0, 1), repeat=len(w))))
    t = t[np.any(t != 0, axis=1)]
    return np.sqrt(((t @ w) ** 2).sum(1).min())


def problem(n, d, k, ratio, seed):
    random = np.random.default_rng([seed, n, d, k])
    # Of ten W that of the largest least distance: with one as it comes, ratios would be those of its worst pair alone.
    w = max((random.normal(size=(k, d)) for _ in range(10)), key=least_distance)
    z = (random.random((n, k)) < 0.5).astype(np.uint8)
    sigma = least_distance(w) / ratio
    return (z @ w + sigma * random.normal(size=(n, d))).astype(np.float32), z, w


def nearest(x, w):
    codes = sums(w)
    s = codes @ w
    best = [((row - s) ** 2).sum(1).argmin() for row in x]
    return codes[best]


def wrong(found, truth):
    """The share of wrong bits, columns matched one to one, greedily."""
    costs = np.array([[np.mean(f != t) for t in truth.T] for f in found.T])
    total = 0.0
    for _ in range(truth.shape[1]):
        i, j = np.unravel_index(np.argmin(costs), costs.shape)
        total += costs[i, j]
        costs[i, :] = np.inf
        costs[:, j] = np.inf
    return total / truth.shape[1]


def fit(x, z, w):
    """Share of wrong bits of the fit and of the true W, and seconds."""
    with tempfile.TemporaryDirectory(prefix="lfm-separation.") as made:
        data, model, codes = (os.path.join(made, name) for name in ("X.npy", "m.lfm", "Z.npy"))
        np.save(data, x)
        command = [LFM, "fit", data, "-k", str(z.shape[1]), "-o", model, "--time-limit", "30", "-q", "--json"]
        seconds = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["seconds"]
        subprocess.run([LFM, "export", model, "--z", codes, "-q"], capture_output=True, check=True)
        return wrong(np.load(codes), z), wrong(nearest(x, w), z), seconds


def svg(results, rows, ratios, seeds, path):
    """A panel a size; the share of problems that are right in colour."""
    width, height, left, top = 300, 220, 60, 34
    sizes = list(dict.fromkeys(size for size, _, _ in results))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * len(sizes)} {height + 40}" font-family="sans-serif" font-size="11">',
        "<title>Where more features than columns are found</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for i, (d, k) in enumerate(sizes):
        x0, w, h = i * width + left, width - left - 16, height - top - 50
        out.append(f'<text x="{x0}" y="{top - 14}" font-weight="bold">K = {k} features, D = {d} column{"s" if d > 1 else ""}</text>')
        for c, ratio in enumerate(ratios):
            out.append(f'<text x="{x0 + (c + 0.5) * w / len(ratios):.1f}" y="{top + h + 15}" text-anchor="middle">{ratio:g}</text>')
        for r, n in enumerate(rows):
            y = top + h - (r + 1) * h / len(rows)
            out.append(f'<text x="{x0 - 6}" y="{y + h / len(rows) / 2 + 4:.1f}" text-anchor="end">{n:,}</text>')
            for c, ratio in enumerate(ratios):
                right = results[(d, k), n, ratio]
                colour = COLOURS[3 if right == seeds else 2 if 2 * right >= seeds else 1 if right else 0]
                place = f'x="{x0 + c * w / len(ratios) + 1:.1f}" y="{y + 1:.1f}" width="{w / len(ratios) - 2:.1f}" height="{h / len(rows) - 2:.1f}"'
                out.append(f'<rect {place} fill="{colour}"><title>{right} of {seeds}</title></rect>')
        out.append(f'<text x="{x0 + w / 2}" y="{top + h + 32}" text-anchor="middle">least distance of two sums / σ</text>')
        if i == 0:
            out.append(f'<text x="14" y="{top + h / 2}" transform="rotate(-90 14 {top + h / 2})" text-anchor="middle">rows</text>')
    for j, name in enumerate(("none right", "some", "half or more", "all")):
        out.append(f'<rect x="{left + 110 * j}" y="{height + 18}" width="12" height="12" fill="{COLOURS[j]}"/>')
        out.append(f'<text x="{left + 110 * j + 17}" y="{height + 28}">{name}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*out, "</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1x5,2x7,3x8")
    parser.add_argument("--rows", default="300,1000,3000,10000")
    parser.add_argument("--ratios", default="2,3,4,6,10,20")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("chart", nargs="?")
    given = parser.parse_intermixed_args()
    rows = [int(n) for n in given.rows.split(",")]
    ratios = [float(r) for r in given.ratios.split(",")]
    results = {}
    print("| D | K | N | ratio | right | seconds | wrong bits | true W |\n|---|---|---|---|---|---|---|---|")
    for size in given.sizes.split(","):
        d, k = (int(n) for n in size.split("x"))
        for n, ratio in itertools.product(rows, ratios):
            found = [fit(*problem(n, d, k, ratio, seed)) for seed in range(given.seeds)]
            right = sum(own <= least + 0.001 for own, least, _ in found)
            results[(d, k), n, ratio] = right
            own, least, seconds = (np.median(values) for values in zip(*found))
            print(f"| {d} | {k} | {n} | {ratio:g} | {right} of {given.seeds} | {seconds:.1f} | {own:.4f} | {least:.4f} |", flush=True)
    if given.chart:
        svg(results, rows, ratios, given.seeds, given.chart)


if __name__ == "__main__":
    main()
