"""Hours of telemetry in seconds: what a server would hold had it scraped these sensors, written as OpenMetrics and imported by promtool."""
import datetime
import pathlib
import random
import subprocess


class Load:
    """Power per second from begin on; joules to any time by exact summing."""

    def __init__(self, begin: int, watts: list):
        self.begin, self.watts, self.sums = begin, watts, [0.0]
        for power in watts:
            self.sums.append(self.sums[-1] + power)

    def joules(self, time: float) -> float:
        at = min(max(time - self.begin, 0.0), len(self.watts) - 1e-6)
        whole = int(at)
        return self.sums[whole] + (at - whole) * self.watts[whole]


class Counter:
    """An energy counter of a device, read once a second."""

    def __init__(self, load: Load, node: str, source: str, sensor: str, scope: str, component: str, model: str, serial: str = "", gain: float = 1.0,
                 lag: float = 0.0, accuracy: float = 0.05, boundary: str = "ac_input", supply: str = "ac", seed: int = 1,
                 scatter: float = 0.002):
        rng = random.Random(seed)
        minutes = [rng.gauss(1.0, scatter) for _ in range(len(load.watts) // 60 + 1)]
        self.load = Load(load.begin, [watts * minutes[s // 60] for s, watts in enumerate(load.watts)])
        self.gain, self.lag, self.accuracy = gain, lag, accuracy
        self.instance = f"{node}:11818"
        self.id = f'node="{node}",source="{source}",sensor="{sensor}"'
        self.place = f'scope="{scope}",component="{component}",boundary="{boundary}"'
        self.info = (f'supply="{supply}",quantity="energy",power_kind="real",sampling="periodic",time="read",rounding="round",accuracy_source="device",'
                     f'accuracy_distribution="rect",accuracy_group="{source}/Acme/{model}",vendor="Acme",model="{model}",serial="{serial}",firmware="1.2",'
                     f'filtered="false",simulated="false"')
        self.offset = rng.random() * 0.4

    def lines(self, begin: int, end: int):
        tail = f'instance="{self.instance}",job="joulemark"'
        for t in range(begin, end):
            read = t + self.offset
            scrape = t + 0.7
            yield f'joulemark_energy_joules_total{{{self.id},{self.place},method="counter",{tail}}} {self.gain * self.load.joules(read - self.lag)!r} {scrape}'
            yield f'joulemark_reading_timestamp_seconds{{{self.id},{tail}}} {read!r} {scrape}'
            yield f'joulemark_energy_start_timestamp_seconds{{{self.id},{tail}}} {begin} {scrape}'
            yield f'joulemark_energy_uncovered_seconds_total{{{self.id},{tail}}} 0 {scrape}'
            yield f'joulemark_energy_resets_total{{{self.id},{tail}}} 0 {scrape}'
            if t % 30 == 0:
                yield f'joulemark_sensor_info{{{self.id},{self.place},{self.info},{tail}}} 1 {scrape}'
                yield f'joulemark_sensor_accuracy_ratio{{{self.id},{tail}}} {self.accuracy} {scrape}'
                yield f'joulemark_sensor_resolution_joules{{{self.id},{tail}}} 0.001 {scrape}'
                yield f'joulemark_sensor_update_interval_seconds{{{self.id},{tail}}} 0.001 {scrape}'


class Gauge:
    """A power of another exporter: the mean of the last second, with no word about itself."""

    def __init__(self, load: Load, series: str, gain: float = 1.0):
        self.load, self.series, self.gain = load, series, gain

    def lines(self, begin: int, end: int):
        for t in range(begin + 2, end):
            scrape = t + 0.7
            yield f"{self.series} {self.gain * (self.load.joules(scrape) - self.load.joules(scrape - 1)):.1f} {scrape}"


def clock_lines(instance: str, begin: int, end: int):
    tail = f'instance="{instance}",job="joulemark"'
    for t in range(begin, end, 5):
        scrape = t + 0.7
        yield f'joulemark_clock_synchronized{{{tail}}} 1 {scrape}'
        yield f'joulemark_clock_error_bound_seconds{{{tail}}} 0.002 {scrape}'
        yield f'joulemark_exporter_time_seconds{{{tail}}} {scrape!r} {scrape}'
        yield f'scrape_duration_seconds{{{tail}}} 0.005 {scrape}'


def write_blocks(folder: pathlib.Path, counters: list, begin: int, end: int) -> None:
    """Into the data folder of a server that has not started yet."""
    text = folder.parent / "backfill.om"
    with open(text, "w", encoding="ascii") as out:
        for counter in counters:
            out.writelines(line + "\n" for line in counter.lines(begin, end))
        for instance in sorted({c.instance for c in counters if isinstance(c, Counter)}):
            out.writelines(line + "\n" for line in clock_lines(instance, begin, end))
        out.write("# EOF\n")
    subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", text, folder], check=True, capture_output=True)


def analyzer_log(path: pathlib.Path, load: Load, begin: int, end: int, offset_hours: int) -> None:
    """As PTDaemon writes it: the mean of the last second, in the local time of its host."""
    zone = datetime.timezone(datetime.timedelta(hours=offset_hours))
    with open(path, "w", encoding="ascii") as out:
        for t in range(begin, end):
            watts = load.joules(t + 0.25) - load.joules(t - 0.75)
            stamp = datetime.datetime.fromtimestamp(t + 0.25, zone).strftime("%m-%d-%Y %H:%M:%S.%f")[:-3]
            out.write(f"Time,{stamp},Watts,{watts:.6f},Volts,230.0,Amps,{watts / 230:.6f},PF,1.0,Mark,m_testing\n")
