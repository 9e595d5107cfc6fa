#!/usr/bin/env python3
"""Cost of eight GPUs read ten times a second by source nvml, without the driver's own time.

usage: nvml_cost.py BIN_DIR [SECONDS]     (BIN_DIR: the build folder of preset release, with -DJOULEMARK_BENCHMARKS=ON)
The driver's library is one of our own that answers at once. The same exporter without GPUs runs in the same time, and both are scraped once a second;
what is between them is what the GPUs cost. Processor time is that of all threads."""
import pathlib
import sys
import tempfile
import time

from exporter_process import ExporterProcess, free_port


def start(binary: pathlib.Path, folder: pathlib.Path, name: str, sources: str) -> ExporterProcess:
    config, port = folder / f"{name}.yaml", free_port()
    config.write_text(f"schema: joulemark.config/1\nnode: n1\nsources: {{rapl: {{enabled: false}}, hwmon: {{enabled: false}}, {sources}}}\n")
    (folder / "sys").mkdir(exist_ok=True)
    process = ExporterProcess([binary, f"--config.file={config}", f"--path.sysfs={folder}/sys", f"--web.listen-address=127.0.0.1:{port}"], port)
    process.wait_until_it_answers()
    return process


def main() -> int:
    build, length = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    library = next(build.rglob("libquick_nvml.so"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        processes = {"8 GPUs": start(build / "exporter/joulemark-exporter", folder, "gpus", f"nvml: {{library: {library}}}"),
                     "none": start(build / "exporter/joulemark-exporter", folder, "none", "nvml: {enabled: false}")}
        try:
            time.sleep(3)
            begun, before = time.monotonic(), {k: p.cpu_seconds() for k, p in processes.items()}
            while time.monotonic() - begun < length:
                for process in processes.values():
                    process.get()
                time.sleep(1.0)
            share = {k: 100 * (p.cpu_seconds() - before[k]) / (time.monotonic() - begun) for k, p in processes.items()}
            sensors = processes["8 GPUs"].get().decode().count("\njoulemark_sensor_info{")
            print(f"{sensors} sensors of 8 GPUs, 10 Hz, scraped once a second: {share['8 GPUs']:.3f} % of a core; the same exporter without GPUs {share['none']:.3f} %; "
                  f"the GPUs {share['8 GPUs'] - share['none']:.3f} %")
        finally:
            for process in processes.values():
                process.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
