#!/usr/bin/env python3
"""Cost of the exporter with 64 sysfs sensors at 10 Hz: share of a core, resident memory, latency of /metrics.

usage: exporter_cost.py BIN_DIR [SECONDS]      (BIN_DIR: the build folder of preset release)
The sensors are a powercap tree of regular files: 16 packages, each with core, uncore and dram. CPU is that of all threads over the whole
time, with a scrape every second, so that sampling and serving are both in it; the latency is closed loop on one kept connection."""
import pathlib
import statistics
import sys
import tempfile
import time

import sensor_tree
from exporter_process import ExporterProcess, free_port


def main() -> int:
    binary, length = pathlib.Path(sys.argv[1]) / "exporter/joulemark-exporter", float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        for package in range(16):
            sensor_tree.rapl_zone(pathlib.Path(folder), package, ("core", "uncore", "dram"))
        port = free_port()
        process = ExporterProcess([binary, f"--path.sysfs={folder}", f"--web.listen-address=127.0.0.1:{port}"], port)
        try:
            process.wait_until_it_answers()
            time.sleep(3)
            page = process.get().decode()
            latencies = []
            for _ in range(1000):
                begin = time.perf_counter()
                process.get()
                latencies.append(time.perf_counter() - begin)
            before, begin, scrapes = process.cpu_seconds(), time.monotonic(), 0
            while time.monotonic() - begin < length:
                process.get()
                scrapes += 1
                time.sleep(1.0)
            spent = (process.cpu_seconds() - before) / (time.monotonic() - begin)
            latencies.sort()
            sensors = page.count("\njoulemark_sensor_info{")
            print(f"sensors {sensors}   page {len(page)} bytes   scrapes {scrapes} in {length:.0f} s")
            print(f"cpu {100 * spent:.3f} % of a core   VmRSS {process.status_kib('VmRSS') / 1024:.1f} MiB   "
                  f"RssAnon {process.status_kib('RssAnon') / 1024:.1f} MiB   threads {process.status_kib('Threads')}")
            print(f"/metrics p50 {1e3 * statistics.median(latencies):.3f} ms   p99 {1e3 * latencies[-10]:.3f} ms (client's own cost included)")
        finally:
            process.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
