"""Processes of an end-to-end test: exporters, Prometheus servers and the query tool, on loopback with free ports, ended by pid."""
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse
import urllib.request

BIN = pathlib.Path(os.environ["JOULEMARK_BIN"])
EXPORTER = BIN / "exporter" / "joulemark-exporter"
QUERY = BIN / "query" / "joulemark"
SERIES = re.compile(r'^(joulemark_[a-z_]+)\{([^}]*)\} (\S+)$', re.M)


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def get(url: str, timeout: float = 10) -> str:
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        return answer.read().decode()


def metric(page: str, name: str, **labels) -> list:
    """Values of the series of that name whose labels have these."""
    wanted = [f'{k}="{v}"' for k, v in labels.items()]
    return [float(value) for series, text, value in SERIES.findall(page) if series == name and all(w in text for w in wanted)]


def wait_for(url: str, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            get(url, 2)
            return
        except OSError:
            if time.monotonic() > end:
                raise TimeoutError(f"no answer from {url}") from None
            time.sleep(0.05)


class Process:
    """One server of the rig; its output goes to a file in the rig's folder."""

    def __init__(self, folder: pathlib.Path, name: str):
        self.folder, self.name, self.port, self.child = folder, name, free_port(), None
        self.url = f"http://127.0.0.1:{self.port}"
        self.ready = self.url + "/-/ready"

    def command(self) -> list:
        raise NotImplementedError

    def start(self) -> None:
        with open(self.folder / f"{self.name}.log", "ab") as log:
            self.child = subprocess.Popen([str(a) for a in self.command()], stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        wait_for(self.ready)

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.child and self.child.poll() is None:
            self.child.send_signal(how)
            self.child.wait(timeout=20)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


class Exporter(Process):
    def __init__(self, folder, name, config: str, *flags: str):
        super().__init__(folder, name)
        self.config, self.flags = folder / f"{name}.yaml", flags
        self.config.write_text("schema: joulemark.config/1\n" + config)

    def command(self):
        return [EXPORTER, f"--web.listen-address=127.0.0.1:{self.port}", f"--config.file={self.config}", "--source.disable-defaults", *self.flags]


class ReplayExporter(Exporter):
    """An exporter that plays the nodes of a scenario, whose true energy is known."""

    def __init__(self, folder, name, scenario: str):
        self.scenario = folder / f"{name}.scenario.yaml"
        self.scenario.write_text("schema: joulemark.scenario/1\n" + scenario)
        super().__init__(folder, name, f"sources: {{replay: {{scenario: {self.scenario}}}}}\n")

    def truth(self, start: float, end: float, node: str) -> float:
        out = subprocess.run([EXPORTER, f"--replay.truth={self.scenario}", "--start", f"{start:.6f}", "--end", f"{end:.6f}", "--node", node],
                             capture_output=True, text=True, check=True).stdout
        return float(next(line.split()[1] for line in out.splitlines() if line.split()[:1] == [node]))


class VictoriaMetrics(Process):
    """A server that scrapes nothing: another one writes its samples to it."""

    def command(self):
        return ["victoria-metrics", f"-storageDataPath={self.folder / (self.name + '.data')}", f"-httpListenAddr=127.0.0.1:{self.port}",
                "-retentionPeriod=100y", "-loggerLevel=WARN"]

    @staticmethod
    def installed() -> bool:
        return shutil.which("victoria-metrics") is not None


class Prometheus(Process):
    def __init__(self, folder, name, jobs: str, also_to: VictoriaMetrics | None = None):
        super().__init__(folder, name)
        self.file = folder / f"{name}.yml"
        copy = f"remote_write: [{{url: {also_to.url}/api/v1/write}}]\n" if also_to else ""
        self.file.write_text("global: {scrape_interval: 1s}\n" + copy + "scrape_configs:\n" + jobs)

    def command(self):
        return ["prometheus", f"--config.file={self.file}", f"--storage.tsdb.path={self.folder / (self.name + '.tsdb')}", "--log.level=warn",
                f"--web.listen-address=127.0.0.1:{self.port}"]

    def query(self, expression: str, at: float) -> list:
        arguments = urllib.parse.urlencode({"query": expression, "time": f"{at:.3f}"})
        return json.loads(get(f"{self.url}/api/v1/query?{arguments}"))["data"]["result"]

    def wait_until_scraping(self, seconds: float = 20) -> None:
        """Its targets are known only some seconds after it answers; a window that begins before has nothing outside to lean on."""
        end = time.monotonic() + seconds
        while not self.query("up", time.time()):
            if time.monotonic() > end:
                raise AssertionError(f"nothing was scraped within {seconds} s")
            time.sleep(0.1)


def job(name: str, targets, interval: str = "1s", honor: bool = True, extra: str = "") -> str:
    listed = ", ".join(f'"127.0.0.1:{t.port}"' for t in targets)
    return (f"  - job_name: {name}\n    scrape_interval: {interval}\n    scrape_timeout: 1s\n    honor_labels: {str(honor).lower()}\n"
            f"    static_configs: [{{targets: [{listed}]}}]\n{extra}")


class Answer:
    """What `joulemark energy` said."""

    def __init__(self, run: subprocess.CompletedProcess):
        self.status, self.stderr, self.stdout = run.returncode, run.stderr, run.stdout
        self.report = json.loads(run.stdout) if run.stdout.startswith("{") else None

    def node(self, name: str) -> dict:
        return next(n for n in self.report["nodes"] if n["node"] == name)

    def codes(self, name: str) -> set:
        node = self.node(name)
        return set(node["reasons"]).union(*(s["flags"] for s in node.get("series", [])))


def window_file(folder: pathlib.Path, start: float, end: float) -> pathlib.Path:
    """A window whose host has a clock bound of 1 ms: all programs of the rig share one clock."""
    def mark(t):
        return {"realtime_ns": round(t * 1e9), "monotonic_ns": round(t * 1e9)}
    path = folder / f"window-{start:.3f}-{end:.3f}.json"
    path.write_text(json.dumps({"schema": "joulemark.window/1", "origin": "mark", "host": "rig", "boot_id": "00000000-0000-0000-0000-000000000000",
                                "begin": mark(start), "end": mark(end),
                                "clock": {"synchronized": True, "bound_seconds": 0.001, "source": "adjtimex"}}))
    return path


def energy(server: Prometheus, window: pathlib.Path, *arguments: str) -> Answer:
    return Answer(subprocess.run([QUERY, "energy", "--window", window, "--prometheus.url", server.url, "--output", "json", *arguments],
                                 capture_output=True, text=True, timeout=120))
