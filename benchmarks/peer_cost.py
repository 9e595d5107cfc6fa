#!/usr/bin/env python3
"""joulemark-exporter beside prometheus-node-exporter on the same trees in the same run: processor time per scrape, memory, latency, and the
sampling that only one of them does, counted beside it.

usage: peer_cost.py BIN_DIR [SECONDS]      (BIN_DIR: the build folder of preset release; SECONDS per row, default 5)
Scrapes are closed loop on one kept connection. Sampling is the processor time without any scrape; it is taken off the time of the scrapes and
printed beside them, and the last column has both: what one scrape a second costs in all."""
import pathlib
import shutil
import sys
import tempfile
import time

import sensor_tree
from exporter_process import ExporterProcess, free_port, text_of


def ours(binary: pathlib.Path, tree: pathlib.Path) -> ExporterProcess:
    port = free_port()
    return ExporterProcess([binary, f"--web.listen-address=127.0.0.1:{port}", f"--path.sysfs={tree}"], port)


def node_exporter(tree: pathlib.Path) -> ExporterProcess:
    port = free_port()
    return ExporterProcess(["prometheus-node-exporter", "--collector.disable-defaults", "--collector.hwmon", "--collector.rapl",
                            "--collector.powersupplyclass", f"--path.sysfs={tree}", f"--web.listen-address=127.0.0.1:{port}",
                            "--web.disable-exporter-metrics"], port)


def measure(name: str, process: ExporterProcess, sensors: int, seconds: float) -> dict:
    process.wait_until_it_answers()
    time.sleep(2.0)
    rss_idle = process.status_kib("VmRSS")
    begun, spent = time.monotonic(), process.cpu_seconds()
    time.sleep(seconds)
    sampling = (process.cpu_seconds() - spent) / (time.monotonic() - begun)
    costs = {}
    for encoding in ("plain", "gzip"):
        latencies, size, before, begun = [], 0, process.cpu_seconds(), time.monotonic()
        while time.monotonic() - begun < seconds:
            at = time.perf_counter()
            size = len(process.get(encoding == "gzip"))
            latencies.append(time.perf_counter() - at)
        cpu = process.cpu_seconds() - before - sampling * (time.monotonic() - begun)
        costs[encoding] = 1e6 * cpu / len(latencies)
        latencies.sort()
        series = sum(not line.startswith("#") for line in text_of(process.get()).splitlines())
        print(f"{name:22} {sensors:7} {encoding:6} {size:9} {series:7} {rss_idle / 1024:8.1f} {process.status_kib('VmRSS') / 1024:8.1f} "
              f"{costs[encoding]:10.1f} {1e3 * latencies[len(latencies) // 2]:8.3f} {1e3 * latencies[int(0.99 * len(latencies))]:8.3f} "
              f"{100 * sampling:9.3f} {100 * (sampling + costs[encoding] / 1e6):9.3f}")
    process.stop()
    return costs


def main() -> int:
    if not shutil.which("prometheus-node-exporter"):
        print("prometheus-node-exporter is not installed: nothing to compare with")
        return 77
    binary = pathlib.Path(sys.argv[1]) / "exporter/joulemark-exporter"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
    print(f"{'exporter':22} {'sensors':>7} {'coding':6} {'bytes':>9} {'series':>7} {'rss0 MiB':>8} {'rss MiB':>8} {'us/scrape':>10} {'p50 ms':>8} {'p99 ms':>8} "
          f"{'sampl. %':>9} {'1/s all %':>9}")
    for sensors in (2, 64, 512):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            sensor_tree.make(tree, sensors)
            peer = measure("node_exporter", node_exporter(tree), sensors, seconds)
            mine = measure("joulemark-exporter", ours(binary, tree), sensors, seconds)
            print(f"{'':22} {sensors:7} node_exporter / joulemark-exporter, processor time per scrape: plain {peer['plain'] / mine['plain']:.1f}, "
                  f"gzip {peer['gzip'] / mine['gzip']:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
