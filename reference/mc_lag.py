"""X-3 under periodic loads: how often the highest peak is that of another period, and what the rule (jmref.lag) makes of it. mc_lag.py [trials]"""
import sys

import numpy as np

import jmref as J

FINE = 20  # samples of the load per s


def steps(rng, period, varies, seconds=700):
    """A training job: high for 0.6 of each step, then 400 W; length and power vary from step to step"""
    out = []
    while len(out) < seconds * FINE:
        n = int(max(1, period * (1 + varies * rng.standard_normal())) * FINE); m = int(.6 * n)
        out += [1000 * (1 + varies * rng.standard_normal())] * m + [400.] * (n - m)
    return np.array(out[:seconds * FINE])


def readings(load, rng, delay, noise=.01):
    """620 averages of 1 s"""
    c = np.concatenate([[0], np.cumsum(load)]) / FINE
    i = ((np.arange(40, 660) - delay) * FINE).astype(int)
    return (c[i] - c[i - FINE]) * (1 + noise * rng.standard_normal(len(i)))


def highest(x, y, K):
    """delay by the highest grid value alone, as METHOD had it before"""
    x, y = np.diff(x), np.diff(y); x, y = x - x.mean(), y - y.mean()
    r = [float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum())) for a, b in ((x[:len(x) - k], y[k:]) if k >= 0 else (x[-k:], y[:len(y) + k]) for k in range(-K, K + 1))]
    return J.vertex(r, int(np.argmax(r)), K)[0]


if __name__ == "__main__":
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    print("| period s | varies | highest peak beyond 10 s | rule: beyond 10 s | delay outside its limits | width of the limits s |\n|---|---|---|---|---|---|")
    for period in (2.3, 3.3, 5.7, 7.1, 9.3, 12.3, 19.7, 26.3):
        for varies in (0, .01, .03, .1):
            old = new = out = 0; width = []
            for seed in range(trials):
                rng = np.random.default_rng(seed)
                load = steps(rng, period, varies); true = rng.choice([-.5, 0., 1.5, 3., 6.])
                x, y = readings(load, rng, 0), readings(load, rng, true)
                old += abs(highest(x, y, 30)) > 10
                lag, _, first, last = J.lag(x, y, 1., 30)
                new += abs(lag) > 10; out += not first - 1 <= true <= last + 1; width.append(last - first + 2)
            print(f"| {period} | {100 * varies:.0f} % | {100 * old / trials:.0f} % | {100 * new / trials:.0f} % | {100 * out / trials:.0f} % | {np.median(width):.1f} |")
