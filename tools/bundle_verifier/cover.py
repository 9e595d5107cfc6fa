"""S-1a and S-1b: the cover of a node, and F-1."""
import math

import jmref as J

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
    interval = s.get("interval", scrape) if s["kind"] == "integrated" else scrape
    late = 1.02
    Tu, known, *_ = J.timing(s, interval)
    _, contiguous, safe = J.kind_of_sampling(s, interval, Tu, known)
    if s["kind"] == "counter":
        return s["resolution"] <= r["E"] / 1000 and known and Tu <= 1.0 and scrape <= 5.0 * late
    return (contiguous and interval <= 1.0 * late) or (s["kind"] == "integrated" and safe and interval <= 0.1 * late)
