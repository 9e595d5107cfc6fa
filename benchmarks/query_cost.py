#!/usr/bin/env python3
"""Cost of `joulemark energy` for 10 nodes x 600 s x 1 s, as a ratio to the server's own answer time for the same queries in the same run.

usage: query_cost.py BIN_DIR [NODES] [RUNS]
A real Prometheus is filled by promtool with the exporter's series; `joulemark energy` runs once with the server's query log on; then that log's queries
are sent again by plain HTTP, in turn with `joulemark energy`. Both include the transfer of the answers over loopback."""
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests/end_to_end"))


def families(nodes: int, begin: int, seconds: int):
    """(family, type, lines) as OpenMetrics wants them: one block per family, time ascending per series."""
    rng, rows = random.Random(1), {}
    info = ('component="node",boundary="ac_input",supply="ac",quantity="energy",power_kind="real",sampling="periodic",time="read",rounding="round",'
            'accuracy_source="device",accuracy_distribution="rect",accuracy_group="bench",filtered="false",simulated="false"')
    for n in range(nodes):
        node, energy, uncovered = f'node="n{n}",source="bench",sensor="psu"', 0.0, 0
        instance = f'instance="n{n}:11818",job="bench"'
        for i in range(seconds):
            t, power = begin + i + 0.013 * n, rng.uniform(300, 1000)
            energy += power
            stamp = f"{t:.3f}"
            scoped = f'{node},scope="node",component="node",boundary="ac_input"'
            for name, labels, value in (
                    ("energy_joules_total", f'{scoped},method="counter"', f"{energy:.3f}"), ("power_watts", scoped, f"{power:.3f}"),
                    ("energy_start_timestamp_seconds", node, f"{begin - 100}.0"), ("reading_timestamp_seconds", node, f"{t - 0.041:.6f}"),
                    ("energy_sampling_variance_joules2_total", node, "0"), ("energy_uncovered_seconds_total", node, str(uncovered)),
                    ("energy_resets_total", node, "0"), ("power_extreme_watts", f'{node},limit="min",window="60s"', "300"),
                    ("power_extreme_watts", f'{node},limit="max",window="60s"', "1000"), ("sensor_info", f'{node},scope="node",{info}', "1"),
                    ("sensor_accuracy_ratio", node, "0.01"), ("sensor_resolution_joules", node, "0.001"), ("sensor_update_interval_seconds", node, "0.1"),
                    ("sensor_sampling_interval_seconds", node, "0.1"), ("clock_synchronized", "", "1"), ("clock_error_bound_seconds", "", "0.004"),
                    ("exporter_time_seconds", "", f"{t - 0.002:.6f}")):
                full = "joulemark_" + name
                where = ",".join(filter(None, (labels, instance)))
                rows.setdefault(full, {}).setdefault(where, []).append(f"{full}{{{where}}} {value} {stamp}")
    for full, series in rows.items():
        kind = "counter" if full.endswith("_total") else "gauge"
        yield full.removesuffix("_total") if kind == "counter" else full, kind, [line for lines in series.values() for line in lines]


def fill(folder: pathlib.Path, nodes: int, begin: int, seconds: int) -> None:
    text = folder / "series.om"
    with open(text, "w") as out:
        for name, kind, lines in families(nodes, begin, seconds):
            out.write(f"# TYPE {name} {kind}\n" + "\n".join(lines) + "\n")
        out.write("# EOF\n")
    subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", text, folder / "tsdb"], check=True, stdout=subprocess.DEVNULL)


def logged_queries(path: pathlib.Path) -> list:
    entries = [json.loads(line)["params"] for line in path.read_text().splitlines()]
    return [{"query": e["query"], "time": e["end"]} for e in entries]


def ask(url: str, parameters: dict) -> int:
    return len(urllib.request.urlopen(url + "/api/v1/query", urllib.parse.urlencode(parameters).encode()).read())


def main() -> int:
    binary = pathlib.Path(sys.argv[1]).resolve()
    os.environ["JOULEMARK_BIN"] = str(binary)
    import rig
    nodes, runs = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 10), (3, 9)))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        begin = int(time.time()) - 7200
        fill(folder, nodes, begin, 780)
        server = rig.Prometheus(folder, "bench", "")
        log = folder / "queries.log"
        server.file.write_text(f"global: {{query_log_file: {log}}}\nscrape_configs: []\n")
        server.command = lambda: ["prometheus", f"--config.file={server.file}", f"--storage.tsdb.path={folder / 'tsdb'}", "--log.level=warn",
                                  "--storage.tsdb.retention.time=10y", f"--web.listen-address=127.0.0.1:{server.port}"]
        server.start()
        try:
            window = rig.window_file(folder, begin + 90.3, begin + 690.3)
            first = rig.energy(server, window)
            if first.status != 0:
                print(first.stderr, first.stdout[:2000], file=sys.stderr)
                return 1
            queries = logged_queries(log)
            ours, servers, size = [], [], 0
            for _ in range(runs):
                start = time.perf_counter()
                rig.energy(server, window)
                ours.append(time.perf_counter() - start)
                start = time.perf_counter()
                size = sum(ask(server.url, q) for q in queries)
                servers.append(time.perf_counter() - start)
            ratio = statistics.median(a / b for a, b in zip(ours, servers))
            print(f"{nodes} nodes x 600 s x 1 s: joulemark energy {1e3 * statistics.median(ours):.0f} ms, server's answers to its {len(queries)} queries "
                  f"{1e3 * statistics.median(servers):.0f} ms ({size / 1e6:.1f} MB), ratio {ratio:.2f} (median of {runs} pairs)")
            print(f"E {first.report['total']['energy_joules']:.1f} J, U {first.report['total']['expanded_uncertainty_joules']:.1f} J")
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
