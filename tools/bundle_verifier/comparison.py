"""What is stored against what was computed."""
import math

import jmref as J

from .cover import supply_of

TOLERANCE = 1e-9
# Codes of METHOD L-5 that the calculation of a series raises; the rest need more than the series.
CODES = {"TOO_FEW_SAMPLES", "NO_BRACKET", "INSUFFICIENT_RESOLUTION", "GAP_OVER_LIMIT", "CLOCK_UNSYNCED", "SEVERAL_RESETS", "APPARENT_POWER",
         "IMPLAUSIBLE", "EDGE_GAP", "ALIAS_RISK", "GAP", "COUNTER_RESET", "EDGE_EXTRAPOLATED", "TICK_LIMITED", "BOUNDS_EXCEEDED", "UPDATE_UNKNOWN",
         "ALIAS_UNBOUNDED", "BOUNDS_DECLARED", "CLASS_DEFAULT_ACCURACY", "SENSOR_FILTERED", "SIMULATED", "METADATA_CHANGED", "CLOCK_BOUND_HIGH",
         "WINDOW_TOO_SHORT"}


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
    total = report["total"]
    if total["status"] != "complete":
        return
    parts = [J.comp(c["name"], c["standard_uncertainty_joules"], math.inf if c["dof"] is None else c["dof"], c["group"]) for c in total["components"]]
    u, _, k, U = J.combine(parts)
    out.number("total components combined: u", total["standard_uncertainty_joules"], u)
    out.number("total components combined: k", total["coverage_factor"], k)
    out.number("total components combined: U", total["expanded_uncertainty_without_aliasing_joules"], U)
