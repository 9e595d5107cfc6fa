"""Series, clocks and metadata, in the words of jmref."""


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
