"""Seconds of `lfm generate` and `lfm fit` against the number of rows, as a table and as docs/sizes.svg.

    python3 bench/sizes.py [--rows 10000,100000,1000000,10000000] [--memory 1g] [docs/sizes.svg]

Dense features, D = 100, K = 20, noise 1: whole commands, JVM start, reading, checks and saving included.
"""

import argparse
import json
import math
import os
import subprocess
import tempfile
import time

LFM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lfm")


def run(*arguments):
    start = time.monotonic()
    done = subprocess.run([LFM, *arguments, "--quiet", "--json"], check=True, capture_output=True, text=True)
    return time.monotonic() - start, json.loads(done.stdout)


def measure(rows, memory):
    with tempfile.TemporaryDirectory(prefix="lfm-sizes.") as folder:
        problem = os.path.join(folder, "problem")
        x = os.path.join(problem, "X.npy")
        run("generate", "dense", "--rows", str(rows), "--columns", "100", "-k", "20", "--sigma", "1", "-o", problem)
        limit = ["--memory", memory] if memory else []
        seconds, fit = run("fit", x, "-k", "20", "-o", os.path.join(folder, "m.lfm"), *limit)
        truth = ["--truth-z", os.path.join(problem, "Z.npy")] if rows <= 1_000_000 else []
        _, score = run("score", os.path.join(folder, "m.lfm"), x, *truth, *limit)
    return seconds, fit, score


def svg(points, path):
    left, right, top, bottom = 70, 20, 20, 50
    width, height = 480, 320
    low = [math.floor(math.log10(min(p[i] for p in points))) for i in (0, 1)]
    high = [math.ceil(math.log10(max(p[i] for p in points))) for i in (0, 1)]
    span = [max(1, high[i] - low[i]) for i in (0, 1)]

    def place(rows, seconds):
        return (
            left + (math.log10(rows) - low[0]) / span[0] * (width - left - right),
            height - bottom - (math.log10(seconds) - low[1]) / span[1] * (height - top - bottom),
        )

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        "<title>Seconds of lfm fit against the number of rows</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for power in range(low[0], high[0] + 1):
        x, _ = place(10**power, 10 ** low[1])
        out.append(f'<path d="M{x:.1f} {top}V{height - bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{height - bottom + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(low[1], high[1] + 1):
        _, y = place(10 ** low[0], 10**power)
        out.append(f'<path d="M{left} {y:.1f}H{width - right}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:g} s</text>')
    line = " ".join("%.1f,%.1f" % place(*p) for p in points)
    out.append(f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    for p in points:
        x, y = place(*p)
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f5fa8"/>')
        out.append(f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="middle">{p[1]:.1f}</text>')
    out.append(f'<text x="{(left + width) / 2:.0f}" y="{height - 10}" text-anchor="middle">rows</text>')
    out.append("</svg>")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="10000,100000,1000000,10000000")
    parser.add_argument("--memory", default=None, help="of lfm fit and lfm score, such as 1g")
    parser.add_argument("svg", nargs="?", help="draw the seconds to this file")
    arguments = parser.parse_args()
    points = []
    print("rows\tseconds\tµs a row\tsample\tpasses\trmse\tHamming")
    for rows in [int(float(word)) for word in arguments.rows.split(",")]:
        seconds, fit, score = measure(rows, arguments.memory)
        points.append((rows, seconds))
        print(
            f"{rows:,}\t{seconds:.1f}\t{seconds / rows * 1e6:.1f}\t{fit.get('sample_rows', 'all')}\t"
            f"{fit.get('passes', '')}\t{fit['rmse']:.6f}\t{score.get('hamming', '')}",
            flush=True,
        )
    if arguments.svg:
        svg(points, arguments.svg)


if __name__ == "__main__":
    main()
