#!/usr/bin/env python3
"""Second verifier of evidence bundles, independent of the programs of joulemark: reads the bundle, checks its seal and every hash,
computes each series, the cover of each node and the total again by docs/method.md (with reference/jmref.py), and compares with report.json.

usage: verify.py BUNDLE.jm.tar.zst
Exit status: 0 agrees (1e-9 relative), 3 does not, 1 cannot be read. Needs numpy, and either the module zstandard or the program zstd.

With a plan: the hashes, every series with what the plan adds to its metadata, the combination of all components (U-1 to U-3) and the sum of what was
counted. It says what it did not compute again."""
import hashlib
import io
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "reference"))

TOLERANCE = 1e-9
SEAL = bytes([0x50, 0x2A, 0x4D, 0x18, 40, 0, 0, 0]) + b"jmseal/1"
MOST_BYTES = 1 << 30
# Codes of METHOD L-5 that the calculation of a series raises; the rest need more than the series.
CODES = {"TOO_FEW_SAMPLES", "NO_BRACKET", "INSUFFICIENT_RESOLUTION", "GAP_OVER_LIMIT", "CLOCK_UNSYNCED", "SEVERAL_RESETS", "APPARENT_POWER",
         "IMPLAUSIBLE", "EDGE_GAP", "ALIAS_RISK", "GAP", "COUNTER_RESET", "EDGE_EXTRAPOLATED", "TICK_LIMITED", "BOUNDS_EXCEEDED", "UPDATE_UNKNOWN",
         "ALIAS_UNBOUNDED", "BOUNDS_DECLARED", "CLASS_DEFAULT_ACCURACY", "SENSOR_FILTERED", "SIMULATED", "METADATA_CHANGED", "CLOCK_BOUND_HIGH",
         "WINDOW_TOO_SHORT"}


class Unreadable(Exception):
    pass


# --------------------------------------------------------------------------- the file
def unpacked(data: bytes) -> bytes:
    if len(data) < 64 or data[-48:-32] != SEAL:
        raise Unreadable("does not end with the seal of a bundle")
    if hashlib.sha256(data[:-48]).digest() != data[-32:]:
        raise Unreadable("the seal does not fit: at least one byte was changed")
    try:
        import zstandard
        with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data[:-48])) as stream:
            out = stream.read(MOST_BYTES + 1)
    except ImportError:
        if not shutil.which("zstd"):
            raise Unreadable("needs the Python module zstandard or the program zstd") from None
        done = subprocess.run(["zstd", "-dcq"], input=data[:-48], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise Unreadable("zstd: " + done.stderr.decode(errors="replace").strip()) from None
        out = done.stdout
    if len(out) > MOST_BYTES:
        raise Unreadable("unpacks to more than 1 GiB")
    return out


def members(path: str) -> dict:
    out = {}
    with tarfile.open(fileobj=io.BytesIO(unpacked(pathlib.Path(path).read_bytes()))) as tar:
        for entry in tar:
            if not entry.isreg() or entry.name in out or entry.name.startswith("/") or ".." in entry.name.split("/"):
                raise Unreadable(f"member {entry.name!r} is not a plain file, or stands twice")
            out[entry.name] = tar.extractfile(entry).read()
    return out


def check_manifest(files: dict, problems: list) -> None:
    listed = {m["name"]: m for m in json.loads(files["manifest.json"])["members"]}
    for name in sorted(set(listed) | set(files) - {"manifest.json"}):
        if name not in files:
            problems.append(f"{name}: is missing")
        elif name not in listed:
            problems.append(f"{name}: is additional")
        elif hashlib.sha256(files[name]).hexdigest() != listed[name]["sha256"] or len(files[name]) != listed[name]["bytes"]:
            problems.append(f"{name}: is not what the manifest says")


# --------------------------------------------------------------------------- inputs, in the words of jmref
def number(value):
    return float(value) if value is not None else None


def series_of(sensor: dict, files: dict, t0_ns: int) -> dict:
    meta = sensor.get("series_metrology", sensor["identity"]["metrology"])
    out = dict(kind=sensor["series"]["kind"], avg_window=meta["averaging_ns"] / 1e9, observed_fraction=number(meta["observed_ratio"]),
               latency_min=meta["latency_min_ns"] / 1e9, latency_max=meta["latency_max_ns"] / 1e9, resolution=number(meta["resolution"]),
               rounding=meta["rounding"], sampling=meta["sampling"], time=meta["time"], power_kind=meta["power_kind"],
               node_scope=sensor["series"]["node_scope"], edges_only=sensor["series"]["edges_only"])
    if "update_interval_ns" in meta:
        out["update_period"] = meta["update_interval_ns"] / 1e9
    if out["kind"] == "integrated" and "sampling_interval_ns" in meta:
        out["interval"] = meta["sampling_interval_ns"] / 1e9
    if sensor["series"]["exporter"]:
        out["exporter"], out["source"] = sensor["series"]["exporter"], sensor["series"]["source"]
    for key, ours in (("power_min", "p_min"), ("power_max", "p_max")):
        if key in meta:
            out[ours], out[ours + "_source"] = number(meta[key]["watts"]), meta[key]["source"]
    for key, ours in (("modulus_joules", "modulus"), ("ceiling_watts", "p_ceiling")):
        if key in meta:
            out[ours] = number(meta[key])
    accuracy = meta["accuracy"]
    out.update(acc_rel=number(accuracy["relative"]), acc_abs=number(accuracy["absolute_watts"]), acc_dist=accuracy["distribution"],
               acc_rho=number(accuracy["common_ratio"]))
    if accuracy["group"]:
        out["acc_group"] = accuracy["group"]
    if "dof" in accuracy:
        out["acc_nu"] = number(accuracy["dof"])
    if out["kind"] == "counter" and not out["observed_fraction"] >= 0.95:
        out["alias_risk"] = True
    rows = files[sensor["samples"]].decode().splitlines()
    names = {"time_ns": "t", "value": "v", "start_ns": "start", "power_min": "x_min", "power_max": "x_max"}
    columns = [names.get(name, name) for name in rows[0].split(",")]
    cells = [row.split(",") for row in rows[1:]]
    for i, name in enumerate(columns):
        if name in ("t", "start"):
            out[name] = [(int(row[i]) - t0_ns) / 1e9 for row in cells]
        else:
            out[name] = [float(row[i]) for row in cells]
    return out


def metadata_codes(sensor: dict, D: float, samples: int, delta: float) -> set:
    meta, out = sensor.get("series_metrology", sensor["identity"]["metrology"]), set()
    if meta["accuracy"]["source"] in ("class_default", "none"):
        out.add("CLASS_DEFAULT_ACCURACY")
    if meta["filtered"]:
        out.add("SENSOR_FILTERED")
    if D < 600 or samples < 60:
        out.add("WINDOW_TOO_SHORT")                                       # F-2
    if delta > (0.1 if D < 600 else 0.5):
        out.add("CLOCK_BOUND_HIGH")                                       # F-4
    return out


# --------------------------------------------------------------------------- S-5 clocks
def clock_bounds(files: dict, window: dict) -> tuple:
    own = {}
    for row in files["clock.csv"].decode().splitlines()[1:]:
        host, error, scrape = row.rsplit(",", 2)
        found = [float(x) for x in (error, scrape) if x]
        own[host[1:-1].replace('""', '"')] = max(found) if found else None
    host = window["clock"]["bound_seconds"]
    if host is not None and all("monotonic_ns" in window[edge] for edge in ("begin", "end")):
        moved = (window["end"]["realtime_ns"] - window["begin"]["realtime_ns"]) - (window["end"]["monotonic_ns"] - window["begin"]["monotonic_ns"])
        host += abs(moved) / 1e9
    return own, host


def delta_of(own: dict, host, exporters: set) -> dict:
    """delta of each exporter's series; one whose own clock is more than 1 s off is alone (L-5 CLOCK_UNSYNCED)"""
    lone = {x: own[x] + (host or 0.0) for x in exporters if own.get(x) is not None and own[x] + (host or 0.0) > 1.0}
    rest = [own.get(x) for x in exporters if x not in lone]
    delta = max([b for b in rest if b is not None], default=0.0) + (host or 0.0)
    if host is None or not rest or any(b is None for b in rest):
        delta = max(delta, 0.5)
    return {x: lone.get(x, delta) for x in exporters}


# --------------------------------------------------------------------------- S-1a, S-1b cover of a node
BASES = ["outlets", "ac_input", "cray", "platform", "chassis", "module", "battery", "psys", "board_input", "components"]


def inside(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(outer + "/")


def basis_of(c: dict):
    component, boundary = c["component"], c["boundary"]
    if boundary == "ac_input":
        if component == "outlet":
            return "outlets"
        whole = component in ("node", "psu", "inlet", "shelf", "chassis", "switch", "cdu")
        return "ac_input" if whole and inside("node", c["scope"]) else None
    if not inside("node", c["scope"]):
        return None
    if component in ("node", "chassis"):
        if boundary not in ("dc_input", "unknown") or not (c["scope"] == "node" or c["source"] in ("battery", "rapl")):
            return None
        return {"cray": "cray", "battery": "battery", "rapl": "psys"}.get(c["source"], "platform" if c["driver"] == "ibmpowernv" else "chassis") \
            if c["source"] == "cray" or c["driver"] != "ibmpowernv" else "platform"
    if component == "module" and boundary == "dc_input":
        return "board_input"
    if boundary == "component":
        return {"module": "module", "cpu": "components", "memory": "components", "gpu": "components"}.get(component)
    return None


def supply_of(c: dict) -> str:
    if c["supply"] != "unknown" or c["boundary"] == "unknown":
        return c["supply"]
    return "ac" if c["boundary"] == "ac_input" else "dc"


def overlaps(a: dict, b: dict) -> bool:
    return inside(a["scope"], b["scope"]) or inside(b["scope"], a["scope"])


def disjoint(pool: list) -> list:
    taken = []
    for c in sorted(pool, key=lambda c: (BASES.index(basis_of(c)), len(c["scope"].encode()), c["scope"].encode(), not c["fast"], c["quantity"] != "energy",
                                         c["id"].encode(), c["source"].encode(), c["driver"].encode())):
        if not any(overlaps(c, other) for other in taken):
            taken.append(c)
    return taken


def choose_cover(all_: list):
    """(basis, complete, members) or None"""
    battery = any(c["source"] == "battery" for c in all_)
    good = [c for c in all_ if c["alive"] and not c["refused"]]
    covers = []
    for basis in BASES:
        pool = [c for c in good if basis_of(c) == basis]
        if basis == "module" and pool:
            pool += [c for c in good if basis_of(c) == "components"]
        taken = disjoint(pool)
        if not taken or len({supply_of(c) for c in taken}) > 1:
            continue
        lacking = any(basis_of(c) == basis and not any(overlaps(c, m) for m in taken) for c in all_ if c not in good)
        if basis == "battery" and lacking:
            continue
        if basis == "psys":
            parts = [c for c in disjoint([c for c in good if basis_of(c) == "components"]) if c["component"] != "gpu"]
            if len(pool) != 1 or pool[0]["power"] is None or any(c["power"] is None for c in parts) or pool[0]["power"] < sum(c["power"] for c in parts):
                continue
        by_nature = basis not in ("module", "components") and (basis != "psys" or battery)
        complete = by_nature and not lacking
        standing = (2 if by_nature and not complete else 0 if complete else 1, not all(c["fast"] for c in taken), BASES.index(basis))
        covers.append((standing, basis, complete, taken))
    return min(covers, key=lambda c: c[0])[1:] if covers else None


def is_alive(s: dict, D: float) -> bool:
    values = [(t, v) for t, v in zip(s["t"], s["v"]) if not math.isnan(v)]
    n = sum(0 <= t <= D for t, _ in values)
    moved = False
    for (_, before), (t, after) in zip(values, values[1:]):
        moved = moved or (t >= 0 and after != before)
        if t > D:
            break
    if n == 0 and not moved:
        return True                                                       # not dead but unknown
    return s["kind"] != "counter" or moved


def longest_interval(s: dict, r: dict, D: float) -> float:
    """F-3: of the samples' intervals that meet the window; what lies outside it is no gap of it"""
    import jmref as J
    import numpy as np
    t = np.asarray(s["t"], float)[np.isfinite(np.asarray(s["v"], float))]
    t = t[np.concatenate(([True], np.diff(t) > J.EPS))]
    between = float(np.median(np.diff(t)))
    integrated = s["kind"] == "integrated"
    _, _, unstamped, shift, _ = J.timing(s, s.get("interval", between) if integrated else between)
    shift = shift - 0.5 * unstamped if "TICK_LIMITED" in r["flags"] else shift + (0.5 * s["avg_window"] if integrated else 0.0)
    ts = t - shift
    meets = (ts[1:] > 0) & (ts[:-1] < D)
    return float(max([ts[0], D - ts[-1], *np.diff(t)[meets]]))


def meets_f1(s: dict, r: dict, scrape: float) -> bool:
    import jmref as J
    interval = s.get("interval", scrape) if s["kind"] == "integrated" else scrape
    late = 1.02
    Tu, known, *_ = J.timing(s, interval)
    _, contiguous, safe = J.kind_of_sampling(s, interval, Tu, known)
    if s["kind"] == "counter":
        return s["resolution"] <= r["E"] / 1000 and known and Tu <= 1.0 and scrape <= 5.0 * late
    return (contiguous and interval <= 1.0 * late) or (s["kind"] == "integrated" and safe and interval <= 0.1 * late)


# --------------------------------------------------------------------------- the calculation
class Node:
    def __init__(self, name: str, sensors: list, files: dict, t0: int, D: float, deltas: dict):
        import jmref as J
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


# --------------------------------------------------------------------------- the comparison
class Comparison:
    def __init__(self):
        self.problems, self.numbers, self.largest, self.skipped = [], 0, 0.0, []

    def number(self, where: str, stored, computed) -> None:
        self.numbers += 1
        if computed is not None and not math.isfinite(computed):
            computed = None
        if stored is None or computed is None:
            if stored is not computed:
                self.problems.append(f"{where}: stored {stored}, computed {computed}")
            return
        difference = abs(stored - computed) / max(abs(stored), abs(computed), 1e-3)
        self.largest = max(self.largest, difference)
        if not difference <= TOLERANCE:
            self.problems.append(f"{where}: stored {stored!r}, computed {float(computed)!r}")

    def same(self, where: str, stored, computed) -> None:
        if stored != computed:
            self.problems.append(f"{where}: stored {stored}, computed {computed}")

    def components(self, where: str, stored: list, computed: list) -> None:
        # outages are numbered over the whole total, a series has none yet
        key = lambda c: (c["name"], "" if c["name"] in ("gap", "reset") else c["group"] or "", c["standard_uncertainty_joules"])
        ours = sorted((dict(name=c["name"], standard_uncertainty_joules=c["u"], dof=c["nu"], group=c["group"] or None) for c in computed), key=key)
        theirs = sorted(stored, key=key)
        self.same(where + " names", [c["name"] for c in theirs], [c["name"] for c in ours])
        for a, b in zip(theirs, ours):
            self.number(f"{where} {a['name']}", a["standard_uncertainty_joules"], b["standard_uncertainty_joules"])
            self.number(f"{where} {a['name']} dof", a["dof"], b["dof"])
            if not (b["group"] or "").startswith("outage/") and a["name"] not in ("gap", "reset"):
                self.same(f"{where} {a['name']} group", a["group"], b["group"])

    def series(self, where: str, stored: dict, r: dict) -> None:
        refused = "REFUSED" in r["flags"]
        self.same(where + " status", stored["status"], "refused" if refused else "ok")
        known = set(stored["flags"]) & CODES
        if refused:                                                       # METHOD L-2: only why is meaningful
            self.same(where + " codes", sorted(known & set(r["flags"])), sorted(set(r["flags"]) - {"REFUSED"}))
            return
        self.same(where + " codes", sorted(known), sorted(r["codes"]))
        for key, value in (("energy_joules", r["E"]), ("expanded_uncertainty_joules", r["U_headline"]), ("alias_bound_joules", r["alias_bound"]),
                           ("expanded_uncertainty_without_aliasing_joules", r["U"]), ("filled_joules", r.get("filled", 0.0)),
                           ("missed_joules", r.get("missed", 0.0)), ("samples", r["n"]), ("gap_fraction", r["gap_fraction"]),
                           ("max_interval_s", r["max_interval"])):
            self.number(f"{where} {key}", stored[key], value)
        self.components(where, stored["components"], r["components"])


def compare_nodes(out: Comparison, report: dict, nodes: list, missing: list) -> list:
    import jmref as J
    stored = {n["node"]: n for n in report["nodes"]}
    for name in missing:
        out.same(f"node {name} status", stored.get(name, {}).get("status"), "missing")
    supplies = {supply_of(n.cover[2][0]) for n in nodes if not n.refused}
    parts = []
    for node in nodes:
        theirs = stored.get(node.name)
        if theirs is None:
            out.problems.append(f"node {node.name}: is not in the report")
            continue
        place = {(s["source"], s["sensor"], s["scope"]): s for s in theirs["series"]}
        frozen = False
        for sensor, r in zip(node.sensors, node.results):
            i = sensor["identity"]
            one = place.get((i["source"], i["sensor"], i["scope"]))
            where = f"node {node.name}, {i['source']} {i['sensor']}"
            if one is None:
                out.problems.append(where + ": is not in the report")
            elif "FROZEN" in one["flags"]:
                frozen = True
                out.skipped.append(where + ": frozen readings were dropped first (L-5 FROZEN)")
            else:
                out.series(where, one, r)
        mixed = not node.refused and {"ac", "dc"} <= supplies and supply_of(node.cover[2][0]) == "dc"
        refused = node.refused or mixed
        if frozen:
            continue
        out.same(f"node {node.name} status", theirs["status"], "refused" if refused else "ok")
        if refused:
            continue
        basis, complete, taken = node.cover
        out.same(f"node {node.name} basis", (theirs["basis"], theirs["complete"]), (basis, complete))
        out.same(f"node {node.name} counted", sorted((s["source"], s["sensor"]) for s in theirs["series"] if s["role"] == "counted"),
                 sorted((c["source"], c["id"]) for c in taken))
        figure = J.aggregate(node.counted())
        out.number(f"node {node.name} energy_joules", theirs["energy_joules"], figure["E"])
        out.number(f"node {node.name} expanded_uncertainty_joules", theirs["expanded_uncertainty_joules"], figure["U_headline"])
        out.number(f"node {node.name} coverage_factor", theirs["coverage_factor"], figure["k"])
        parts += node.counted()
    return parts


def compare_total(out: Comparison, report: dict, parts: list) -> None:
    import jmref as J
    total = report["total"]
    status = "refused" if not parts else "incomplete" if any(n["status"] != "ok" for n in report["nodes"]) else "complete"
    out.same("total status", total["status"], status)
    if status == "refused":
        return
    figure = J.aggregate(parts)
    if status == "incomplete":
        out.same("total energy_joules", total["energy_joules"], None)
        out.number("total partial_energy_joules", total["partial_energy_joules"], figure["E"])
        return
    for key, value in (("energy_joules", figure["E"]), ("standard_uncertainty_joules", figure["u"]), ("coverage_factor", figure["k"]),
                       ("expanded_uncertainty_joules", figure["U_headline"]), ("expanded_uncertainty_without_aliasing_joules", figure["U"]),
                       ("alias_bound_joules", figure["alias_bound"]), ("relative", figure["U_headline"] / figure["E"])):
        out.number("total " + key, total[key], value)
    out.components("total", total["components"], collapsed(figure["components"]))


def collapsed(components: list) -> list:
    """of one name and group the linear sum, as a total prints them"""
    import jmref as J
    sums, out = {}, []
    for c in J.outages(components):
        if not c["group"]:
            out.append(c)
        elif (c["name"], c["group"]) in sums:
            sums[c["name"], c["group"]]["u"] += c["u"]
            sums[c["name"], c["group"]]["nu"] = min(sums[c["name"], c["group"]]["nu"], c["nu"])
        else:
            sums[c["name"], c["group"]] = dict(c)
    return out + list(sums.values())


def compare_combination(out: Comparison, report: dict) -> None:
    """U-1 to U-3 over the stored components, whatever made them"""
    import jmref as J
    total = report["total"]
    if total["status"] != "complete":
        return
    parts = [J.comp(c["name"], c["standard_uncertainty_joules"], math.inf if c["dof"] is None else c["dof"], c["group"]) for c in total["components"]]
    u, _, k, U = J.combine(parts)
    out.number("total components combined: u", total["standard_uncertainty_joules"], u)
    out.number("total components combined: k", total["coverage_factor"], k)
    out.number("total components combined: U", total["expanded_uncertainty_without_aliasing_joules"], U)


def wider(stored, stated, smaller: bool):
    """S-4b: of two bounds with evidence the wider holds; a declared one never replaces evidence"""
    if stated is None or (stored and stored["source"] != "declared" and stated["source"] == "declared"):
        return stored
    had_evidence = stored is not None and stored["source"] != "declared"
    better = stored is None or (stated["watts"] < stored["watts"] if smaller else stated["watts"] > stored["watts"])
    return stated if better or (stored is not None and not had_evidence and stated["source"] != "declared") else stored


def names_in(text) -> set:
    """gpu[0001-0003],x9"""
    import itertools
    import re
    words, out = (text if isinstance(text, list) else [text]), set()
    for word in words:
        for one in re.findall(r"(?:[^\s,\[]|\[[^\]]*\])+", str(word)):
            parts = []
            for plain, inner in re.findall(r"([^\[]*)(?:\[([^\]]*)\])?", one):
                if plain:
                    parts.append([plain])
                if inner:
                    values = []
                    for item in inner.split(","):
                        low, _, high = item.strip().partition("-")
                        values += [str(i).zfill(len(low)) for i in range(int(low), int(high) + 1)] if high else [low]
                    parts.append(values)
            out |= {"".join(p) for p in itertools.product(*parts)}
    return out


def add_plan_metadata(plan: dict, sensor: dict) -> None:
    """what a plan adds to the metadata of a series: data sheet, certificate (L), bounds of a whole node (S-4b)"""
    identity = sensor["identity"]
    meta = json.loads(json.dumps(sensor.get("series_metrology", identity["metrology"])))
    accuracy = meta["accuracy"]
    group = "/".join(x for x in (identity["source"], identity["vendor"], identity["model"], identity["firmware"]) if x)
    for sheet in plan.get("accuracy") or []:
        if accuracy["source"] in ("none", "class_default") and (sheet["vendor"], sheet["model"]) == (identity["vendor"], identity["model"]):
            accuracy = dict(relative=sheet.get("ratio", 0), absolute_watts=sheet.get("watts", 0), distribution=sheet.get("distribution", "rect"),
                            group=group, common_ratio=1, source="datasheet", **({"dof": sheet["dof"]} if sheet.get("dof") is not None else {}))
            break
    for one in plan.get("calibration") or []:
        if identity["serial"] and str(one.get("serial")) == identity["serial"]:
            accuracy = dict(relative=one["expanded_uncertainty"], absolute_watts=0, distribution="normal_k2", dof=50.0, common_ratio=1, source="certificate",
                            group="certificate/" + str(one["laboratory"]))
            break
    meta["accuracy"] = accuracy
    for one in plan.get("bounds") or []:
        if identity["scope"] == "node" and identity["node"] in names_in(one["nodes"]):
            for key, ours, smaller in (("p_min", "power_min", True), ("p_max", "power_max", False)):
                chosen = wider(meta.get(ours), one.get(key), smaller)
                if chosen:
                    meta[ours] = chosen
            break
    sensor["series_metrology"] = meta


def compare_with_plan(out: Comparison, report: dict, files: dict, inventory: dict, window: dict) -> None:
    """Each series with what the plan adds to its metadata, and delta as the report states it; then that the parts add up. The choice of
    scopes and the steps from meters to the figure (S-2, S-2D, S-3, S-6) are the first verifier's."""
    import jmref as J
    out.skipped.append("with a plan: the choice of scopes (S-1b) and the steps S-2, S-2D, S-3, S-6 of single units")
    total, counted = report["total"], [part["energy_joules"] for part in report["counted"]]
    if total["status"] == "complete":
        out.number("sum of what was counted", total["energy_joules"], sum(counted))
    try:
        import yaml
    except ImportError:
        out.skipped.append("every series: python3-yaml is not installed")
        return
    plan = yaml.safe_load(files["plan.yaml"])
    t0, D = window["begin"]["realtime_ns"], (window["end"]["realtime_ns"] - window["begin"]["realtime_ns"]) / 1e9
    stored = {}
    # One exporter may serve many machines whose sensors have the same names; a scope of the site is one place, whoever serves it.
    for unit, owner in [(u, u["node"]) for u in report["nodes"]] + [(u, None) for u in report.get("scopes") or []]:
        for s in unit["series"]:
            stored[(owner, s["exporter"], s["source"], s["sensor"], s["scope"])] = s
    for sensor in inventory["sensors"]:
        i = sensor["identity"]
        names = (sensor["exporter"], i["source"], i["sensor"], i["scope"])
        one = stored.get((i["node"], *names)) or stored.get((None, *names))
        if one is None:
            continue
        where = f"{i['node']}, {i['source']} {i['sensor']}"
        if "FROZEN" in one["flags"] or "CLOCK_UNSYNCED" in one["flags"]:
            out.skipped.append(where)
            continue
        add_plan_metadata(plan, sensor)
        delta = report["evidence"]["clock_bound_s"]
        s = series_of(sensor, files, t0)
        r = J.series_energy(s, 0.0, D, delta)
        if "REFUSED" not in r["flags"] and s["kind"] != "gauge":
            r["max_interval"] = longest_interval(s, r, D)
        r["codes"] = (set(r["flags"]) - {"REFUSED"}) & CODES
        if "REFUSED" not in r["flags"]:
            r["codes"] |= metadata_codes(sensor, D, r["n"], delta)
        r["codes"] |= ({"METADATA_CHANGED"} if sensor["metadata_changed"] else set()) | ({"SIMULATED"} if i["simulated"] else set())
        out.series(where, one, r)


def verify(path: str) -> int:
    try:
        files = members(path)
        problems = []
        check_manifest(files, problems)
        if problems:
            print(f"{path}: DOES NOT VERIFY\n  " + "\n  ".join(problems))
            return 3
        inventory, window, report = (json.loads(files[name]) for name in ("inventory.json", "window.json", "report.json"))
    except (Unreadable, OSError, KeyError, ValueError, tarfile.TarError) as error:
        print(f"verify.py: {path}: {error}", file=sys.stderr)
        return 1
    out = Comparison()
    compare_combination(out, report)
    if "plan.yaml" in files:
        compare_with_plan(out, report, files, inventory, window)
    else:
        nodes, missing = measure(files, inventory, window)
        compare_total(out, report, compare_nodes(out, report, nodes, missing))
    state = "DOES NOT VERIFY" if out.problems else "VERIFIED"
    print(f"{path}: {state}\n  {out.numbers} numbers compared, largest relative difference {out.largest:.2g}")
    for problem in out.problems[:20]:
        print("  " + problem)
    for skipped in out.skipped:
        print("  not computed again: " + skipped)
    return 3 if out.problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        import numpy  # noqa: F401
    except ImportError:
        print("verify.py: needs numpy (Debian: python3-numpy)", file=sys.stderr)
        sys.exit(77)
    sys.exit(verify(sys.argv[1]))
