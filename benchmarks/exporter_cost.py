#!/usr/bin/env python3
"""Cost of the exporter with 64 sysfs sensors at 10 Hz: share of a core, resident memory, latency of /metrics.

usage: exporter_cost.py BIN_DIR [SECONDS]      (BIN_DIR: the build folder of preset release)
The sensors are a powercap tree of regular files: 16 packages, each with core, uncore and dram. CPU is that of all threads over the whole
time, with a scrape every second, so that sampling and serving are both in it; the latency is closed loop on one connection after another."""
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time


def make_tree(root: pathlib.Path) -> None:
    klass, real = root / "class/powercap", root / "devices/virtual/powercap/intel-rapl"
    klass.mkdir(parents=True)
    for package in range(16):
        zones = [(f"intel-rapl:{package}", f"package-{package}")]
        zones += [(f"intel-rapl:{package}:{i}", name) for i, name in enumerate(("core", "uncore", "dram"))]
        for zone, name in zones:
            folder = real / (zone if zone.count(":") == 1 else f"intel-rapl:{package}/{zone}")
            folder.mkdir(parents=True)
            (folder / "name").write_text(name + "\n")
            (folder / "max_energy_range_uj").write_text("262143328850\n")
            (folder / "energy_uj").write_text(f"{123456789 + package}\n")
            os.symlink(os.path.relpath(folder, klass), klass / zone)


def cpu_seconds(pid: int) -> float:
    total = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def get(port: int) -> bytes:
    """One request on a connection of its own, without a HTTP library: its cost would be more than the server's."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        parts = []
        while part := connection.recv(1 << 20):
            parts.append(part)
    return b"".join(parts)


def status(pid: int, key: str) -> int:
    return int(re.search(rf"^{key}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text(), re.M)[1])


def main() -> int:
    binary, length = pathlib.Path(sys.argv[1]) / "exporter/joulemark-exporter", float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        make_tree(pathlib.Path(folder))
        child = subprocess.Popen([binary, f"--path.sysfs={folder}", "--web.listen-address=127.0.0.1:0"], stderr=subprocess.STDOUT,
                                 stdout=subprocess.PIPE, text=True)
        try:
            port = int(next(m[1] for line in child.stdout if (m := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line))))
            time.sleep(3)
            page = get(port).decode()
            sensors = page.count("\njoulemark_sensor_info{")
            latencies = []
            for _ in range(1000):
                begin = time.perf_counter()
                get(port)
                latencies.append(time.perf_counter() - begin)
            before, begin = cpu_seconds(child.pid), time.monotonic()
            scrapes = 0
            while time.monotonic() - begin < length:
                get(port)
                scrapes += 1
                time.sleep(1.0)
            spent = (cpu_seconds(child.pid) - before) / (time.monotonic() - begin)
            latencies.sort()
            print(f"sensors {sensors}   page {len(page)} bytes   scrapes {scrapes} in {length:.0f} s")
            print(f"cpu {100 * spent:.3f} % of a core   VmRSS {status(child.pid, 'VmRSS') / 1024:.1f} MiB   "
                  f"RssAnon {status(child.pid, 'RssAnon') / 1024:.1f} MiB   threads {status(child.pid, 'Threads')}")
            print(f"/metrics p50 {1e3 * statistics.median(latencies):.3f} ms   p99 {1e3 * latencies[-10]:.3f} ms (client's own cost included)")
        finally:
            child.terminate()
            child.wait(timeout=10)
    return 0


if __name__ == "__main__":
    sys.exit(main())
