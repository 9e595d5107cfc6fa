"""What a plan adds to the metadata of series (S-4b, L), and the comparison where there is one."""
import itertools
import json
import re

import jmref as J

from .comparison import CODES, Comparison
from .cover import longest_interval
from .inputs import metadata_codes, series_of


def wider(stored, stated, smaller: bool):
    """S-4b: of two bounds with evidence the wider holds; a declared one never replaces evidence"""
    if stated is None or (stored and stored["source"] != "declared" and stated["source"] == "declared"):
        return stored
    had_evidence = stored is not None and stored["source"] != "declared"
    better = stored is None or (stated["watts"] < stored["watts"] if smaller else stated["watts"] > stored["watts"])
    return stated if better or (stored is not None and not had_evidence and stated["source"] != "declared") else stored


def names_in(text) -> set:
    """gpu[0001-0003],x9"""
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
