"""Energy of every series and the cover of every node, with the delta of S-5."""
import jmref as J

from .comparison import CODES
from .cover import choose_cover, is_alive, longest_interval, meets_f1
from .inputs import clock_bounds, delta_of, metadata_codes, series_of


class Node:
    def __init__(self, name: str, sensors: list, files: dict, t0: int, D: float, deltas: dict):
        self.name, self.sensors, self.D, self.results, self.candidates = name, sensors, D, [], []
        self.refused = None
        for sensor in sensors:
            s = series_of(sensor, files, t0)
            r = J.series_energy(s, 0.0, D, deltas[sensor["exporter"]])
            identity = sensor["identity"]
            bad = "REFUSED" in r["flags"]
            codes = (set(r["flags"]) - {"REFUSED"}) & CODES
            if not bad:
                codes |= metadata_codes(sensor, D, r["n"], deltas[sensor["exporter"]])
            codes |= {"METADATA_CHANGED"} if sensor["metadata_changed"] else set()
            codes |= {"SIMULATED"} if identity["simulated"] else set()
            r["codes"] = codes
            if not bad and s["kind"] != "gauge":
                r["max_interval"] = longest_interval(s, r, D)
            self.results.append(r)
            alive = is_alive(s, D)
            self.candidates.append(dict(identity, id=identity["sensor"], alive=alive, refused=alive and bad, power=None if bad or D <= 0 else r["E"] / D,
                                        fast=bad or meets_f1(s, r, sensor["scrape_interval_s"]), place=len(self.candidates)))
        self.choose()

    def choose(self) -> None:
        self.cover = choose_cover(self.candidates)
        lost = [c["place"] for c in self.candidates if c["refused"]]
        whole = choose_cover([dict(c, refused=False) for c in self.candidates]) if lost else None
        if whole and (not self.cover or self.cover[0] == whole[0]) and any(c["place"] in lost for c in whole[2]):
            self.refused = True
        if not self.cover:
            self.refused = True

    def counted(self) -> list:
        return [] if self.refused else [self.results[c["place"]] for c in self.cover[2]]

    def exporters(self) -> set:
        return set() if self.refused else {self.sensors[c["place"]]["exporter"] for c in self.cover[2]}


def measure(files: dict, inventory: dict, window: dict) -> tuple:
    t0, t1 = window["begin"]["realtime_ns"], window["end"]["realtime_ns"]
    by_node = {}
    for sensor in inventory["sensors"]:
        by_node.setdefault(sensor["identity"]["node"], []).append(sensor)
    names = inventory["request"]["nodes"]
    names = sorted(by_node) if names is None else names
    own, host = clock_bounds(files, window)
    exporters = {s["exporter"] for n in names for s in by_node.get(n, [])}
    nodes, before = [], None
    for _ in range(2):                                                    # delta is that of the cover, which the first pass finds
        deltas = delta_of(own, host, exporters)
        every = {s["exporter"] for s in inventory["sensors"]}
        deltas.update({x: d for x, d in delta_of(own, host, every).items() if x not in deltas and d > 1.0})
        common = max((d for d in deltas.values() if d <= 1.0), default=0.5)
        deltas.update({x: common for x in every - set(deltas)})
        if common != before:
            nodes = [Node(n, by_node[n], files, t0, (t1 - t0) / 1e9, deltas) for n in names if n in by_node]
        before = common
        exporters = set().union(*(n.exporters() for n in nodes)) or exporters
    return nodes, [n for n in names if n not in by_node]
