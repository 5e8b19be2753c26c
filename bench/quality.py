"""Squared error against time on real data: every method of `lfm fit` under time limits, as a table and a chart.

    python3 bench/quality.py FOLDER [--seconds 1,3,10,30] [--methods best,anneal] [--problems yeast:10,digits:16] [CHART.svg]

FOLDER holds yeast.npy, YaleFace_u8_x255.npy and tabletop_u8_x255.npy (docs/reproduction.md says where they are found);
the digits come with scikit-learn. The last column compares `best` with the least error of any other method at each limit.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

LFM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lfm")
FILES = {"yeast": "yeast.npy", "YaleFace": "YaleFace_u8_x255.npy", "tabletop": "tabletop_u8_x255.npy"}
PROBLEMS = "yeast:10,yeast:20,yeast:30,YaleFace:10,YaleFace:20,tabletop:10,digits:16,digits:32"
METHODS = "best,lasso,path,anneal,bp-means,indian-buffet,variational,cumulants,mf-binary,spectral"


def file_of(name, folder, made):
    if name in FILES:
        return os.path.join(folder, FILES[name])
    from sklearn.datasets import load_digits

    path = os.path.join(made, "digits.npy")
    np.save(path, load_digits().data)
    return path


def fit(data, k, method, seconds):
    """The root mean square error, and whether the fit ended before the limit; NaN if the method does not apply."""
    with tempfile.TemporaryDirectory(prefix="lfm-quality.") as made:
        command = [LFM, "fit", data, "-k", str(k), "--method", method, "--time-limit", str(seconds), "--missing", "nan"]
        run = subprocess.run([*command, "-o", os.path.join(made, "m.lfm"), "-q", "--json"], capture_output=True, text=True)
    if run.returncode:
        print(f"{method}: {run.stderr.strip().splitlines()[0]}", file=sys.stderr)
        return math.nan, True
    found = json.loads(run.stdout)
    return found["rmse"], found["ended"] == "converged"


def curve(data, k, method, limits):
    errors, ended = [], False
    for seconds in limits:
        if not ended:
            error, ended = fit(data, k, method, seconds)
        errors.append(error)
    return errors


def svg(results, limits, path):
    """A panel a problem: per cent above the least error of all, by time limit."""
    colours = "#c0392b #2471a3 #1e8449 #b9770e #7d3c98 #566573 #148f77 #a04000 #2e4053 #909497".split()
    methods = [m for m in METHODS.split(",") if any(m in r for r in results.values())]
    across, width, height, left, top, most = 4, 230, 190, 42, 26, 8.0
    rows = math.ceil(len(results) / across)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across * width + 10} {rows * height + 40}" '
        'font-family="sans-serif" font-size="11">',
        "<title>Error above the least of all methods, against the time limit</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for i, (problem, found) in enumerate(results.items()):
        x0, y0 = i % across * width + left, i // across * height + top
        w, h = width - left - 14, height - top - 34
        least = min(e for errors in found.values() for e in errors if not math.isnan(e))

        def place(seconds, error):
            share = math.log(seconds / limits[0]) / math.log(limits[-1] / limits[0])
            return x0 + share * w, y0 + h - min(most, 100 * (error / least - 1)) / most * h

        out.append(f'<text x="{x0}" y="{y0 - 8}" font-weight="bold">{problem.replace(":", ", K = ")}</text>')
        for percent in (0, 2, 4, 6, 8):
            y = y0 + h - percent / most * h
            out.append(f'<path d="M{x0} {y:.1f}H{x0 + w}" stroke="#ddd"/>')
            mark = f"≥ {percent}" if percent == most else percent
            out.append(f'<text x="{x0 - 5}" y="{y + 4:.1f}" text-anchor="end">{mark} %</text>')
        for seconds in limits:
            x, _ = place(seconds, least)
            out.append(f'<text x="{x:.1f}" y="{y0 + h + 15}" text-anchor="middle">{seconds:g} s</text>')
        for method in reversed(methods):
            points = [place(s, e) for s, e in zip(limits, found.get(method, [])) if not math.isnan(e)]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            thick = 2.6 if method == "best" else 1.2
            colour = colours[methods.index(method)]
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{thick}"/>')
    for j, method in enumerate(methods):
        x, y = left + j * (across * width - left) / len(methods), rows * height + 22
        out.append(f'<path d="M{x:.0f} {y}h18" stroke="{colours[j]}" stroke-width="{2.6 if j == 0 else 1.2}"/>')
        out.append(f'<text x="{x + 22:.0f}" y="{y + 4}">{method}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*out, "</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--seconds", default="1,3,10,30")
    parser.add_argument("--methods", default=METHODS)
    parser.add_argument("--problems", default=PROBLEMS)
    parser.add_argument("chart", nargs="?")
    given = parser.parse_intermixed_args()
    limits = [float(s) for s in given.seconds.split(",")]
    print("| problem | method | " + " | ".join(f"{s:g} s" for s in limits) + " |")
    print("|---|---|" + "---|" * len(limits))
    results = {}
    with tempfile.TemporaryDirectory(prefix="lfm-quality.") as made:
        for problem in given.problems.split(","):
            name, k = problem.split(":")
            data = file_of(name, given.folder, made)
            found = results.setdefault(problem, {})
            for method in given.methods.split(","):
                found[method] = curve(data, int(k), method, limits)
                shown = " | ".join("–" if math.isnan(e) else f"{e:.5g}" for e in found[method])
                print(f"| {name}, K = {k} | {method} | {shown} |", flush=True)
            others = [min((e[i] for m, e in found.items() if m != "best"), default=math.nan) for i in range(len(limits))]
            if "best" in found and not all(math.isnan(o) for o in others):
                ratio = " | ".join(f"{100 * (b / o - 1):+.2f} %" for b, o in zip(found["best"], others))
                print(f"| {name}, K = {k} | best against the least of the others | {ratio} |", flush=True)
    if given.chart:
        svg(results, limits, given.chart)


if __name__ == "__main__":
    main()
