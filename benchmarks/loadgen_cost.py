#!/usr/bin/env python3
"""Cost of reading LoadGen's detail log: a log of 100 MB under 1 s, one of 1 GB in constant memory, beside `grep -c` over the same file.

usage: loadgen_cost.py BUILD   (a build folder with query/joulemark)"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

HEAD = (':::MLLOG {"key": "power_begin", "value": "11-30-2026 12:01:00.000", "time_ms": 1.0, "namespace": "mlperf::logging", "event_type": "POINT_IN_TIME", '
        '"metadata": {"is_error": false, "is_warning": false, "file": "x.cc", "line_no": 1, "pid": 1, "tid": 1}}\n')
SAMPLE = (':::MLLOG {"key": "logged_latency", "value": 12.5, "time_ms": %d.125, "namespace": "mlperf::logging", "event_type": "POINT_IN_TIME", '
          '"metadata": {"is_error": false, "is_warning": false, "file": "logging.cc", "line_no": 482, "pid": 29817, "tid": 29817}}\n')


def write_log(folder: pathlib.Path, size: int) -> pathlib.Path:
    path = folder / "mlperf_log_detail.txt"
    with open(path, "w") as log:
        log.write(HEAD + ':::MLLOG {"key": "loaded_qsl_set", "value": [' + "1," * 2_000_000 + "1]}\n")
        n = 0
        while log.tell() < size - 1000:
            log.write("".join(SAMPLE % i for i in range(n, n + 1000)))
            n += 1000
        log.write(HEAD.replace("power_begin", "power_end").replace("12:01", "12:11"))
        for key, value in (("effective_scenario", "Offline"), ("effective_test_mode", "PerformanceOnly"), ("result_validity", "VALID")):
            log.write(f':::MLLOG {{"key": "{key}", "value": "{value}", "metadata": {{}}}}\n')
    (folder / "spl.txt").write_text("".join(
        f"Time,11-30-2026 12:{s // 60:02d}:{s % 60:02d}.500,Watts,{900 if 60 <= s < 660 else 300}.000000,Volts,-1.000000,Amps,-1.000000,PF,-1.000000,Mark,s_testing\n"
        for s in range(30, 700)))
    return path


def timed(*command) -> tuple:
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:  # no /dev/null: grep stops early for it
        child = subprocess.Popen([str(c) for c in command], stdout=out, stderr=err)
        child_ends = os.wait4(child.pid, 0)
        out.seek(0), err.seek(0)
        text, error = out.read(1 << 20), err.read(1 << 20)
    _, status, usage = child_ends
    if os.waitstatus_to_exitcode(status) not in (0, 2):
        sys.exit(error.decode())
    return time.perf_counter() - begin, usage.ru_maxrss / 1024, text.decode()


def main(build: pathlib.Path) -> int:
    joulemark, worst = build / "query/joulemark", 0.0
    for size in (100_000_000, 1_000_000_000):
        with tempfile.TemporaryDirectory(prefix="joulemark-") as folder:
            run = pathlib.Path(folder) / "run_1"
            run.mkdir()
            log = write_log(run, size)
            timed("wc", "-l", log)  # into the page cache
            grep, _, _ = min(timed("grep", "-c", "power_begin", log) for _ in range(3))
            ours, rss, text = min(timed(joulemark, "audit", folder, "--output", "json") for _ in range(3))
            if abs(json.loads(text)["runs"][0]["window"]["duration_s"] - 600.0) > 1e-6:
                sys.exit("the window was not found in the log")
            print(f"{log.stat().st_size / 1e6:6.0f} MB: joulemark audit {ours:.2f} s, {rss:.0f} MB resident; grep -c {grep:.2f} s; ratio {ours / grep:.2f}")
            worst = max(worst, ours * 1e8 / size)
    print(f"per 100 MB at most {worst:.2f} s (limit 1 s)")
    return 0 if worst < 1.0 else 1


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main(pathlib.Path(sys.argv[1])) if len(sys.argv) == 2 else __doc__)
