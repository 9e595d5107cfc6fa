#!/usr/bin/env python3
"""Cost of `joulemark verify` for a bundle of 100 nodes x 3600 s at 1 s, as a ratio to `zstd -dc | sha256sum` of the same file in the same run.

usage: verify_cost.py BIN_DIR [NODES] [SECONDS] [RUNS]
Exit status 1 if the median run takes 5 s or any run 200 MB (10^6 bytes) of resident memory. BIN_DIR was built with -DJOULEMARK_BENCHMARKS=ON."""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

MOST_SECONDS, MOST_BYTES = 5.0, 200e6


def measured(words: list) -> tuple:
    """Wall time, processor time and peak resident memory of one process."""
    begin = time.monotonic()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"verify_cost: {words[0]} ended with {child.returncode}")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main() -> int:
    binary = pathlib.Path(sys.argv[1])
    nodes, seconds, runs = (int(x) for x in (sys.argv[2:] + ["100", "3600", "5"][len(sys.argv) - 2:]))
    with tempfile.TemporaryDirectory() as folder:
        bundle = pathlib.Path(folder) / "large.jm.tar.zst"
        write_wall, _, write_rss = measured([binary / "benchmarks/large_bundle", bundle, str(nodes), str(seconds)])
        unpacked = int(subprocess.run(["sh", "-c", f"zstd -dcq {bundle} | wc -c"], stdout=subprocess.PIPE, check=True).stdout)
        verify, plain = [], []
        for _ in range(runs):
            plain.append(measured(["sh", "-c", f"zstd -dcq {bundle} | sha256sum"])[0])
            verify.append(measured([binary / "query/joulemark", "verify", bundle]))
        wall = statistics.median(v[0] for v in verify)
        rss = max(v[2] for v in verify)
        print(f"{nodes} nodes x {seconds} s: {bundle.stat().st_size / 1e6:.1f} MB, unpacked {unpacked / 1e6:.1f} MB")
        print(f"written in {write_wall:.2f} s, {write_rss / 1e6:.0f} MB resident")
        print(f"verified in {wall:.2f} s (processor {statistics.median(v[1] for v in verify):.2f} s), {rss / 1e6:.0f} MB resident")
        print(f"zstd -dc | sha256sum: {statistics.median(plain):.2f} s; ratio {wall / statistics.median(plain):.1f}")
    return 0 if wall < MOST_SECONDS and rss < MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
