"""Writes ../tests/fixtures/vectors/*.json: small inputs and expected outputs. `expected` 6 digits for reading, `expected_full` the doubles (tolerance 1e-9).
vectors.py --check recomputes every file from its own input."""
import json, math, os, sys, glob
import numpy as np
import jmref as J
import mc_integrated as MI
import sim

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "fixtures", "vectors")
COLS = ("variance", "uncovered", "resets", "start", "x_min", "x_max")


def num(x, full):
    if isinstance(x, dict): return {k: num(v, full) for k, v in x.items()}
    if isinstance(x, (list, tuple)): return [num(v, full) for v in x]
    if isinstance(x, (bool, np.bool_)): return bool(x)
    if isinstance(x, (int, np.integer)): return int(x)
    if isinstance(x, (float, np.floating)):
        return "inf" if math.isinf(x) else "nan" if math.isnan(x) else float(x) if full else float(f"{x:.6g}")
    return x


def to_csv(s):
    cols = [c for c in COLS if c in s]
    return ",".join(["timestamp_s", "value"] + cols) + "\n" + "".join(",".join([repr(float(t)), repr(float(v))] + [repr(float(s[c][i])) for c in cols]) + "\n" for i, (t, v) in enumerate(zip(s["t"], s["v"])))


def from_csv(d):
    d = dict(d)
    rows = d.pop("csv").strip().split("\n")
    for i, c in enumerate(rows[0].split(",")):
        d[{"timestamp_s": "t", "value": "v"}.get(c, c)] = [float(r.split(",")[i]) for r in rows[1:]]
    return d


def meta(s):
    return dict({k: v for k, v in s.items() if k not in ("t", "v") + COLS}, csv=to_csv(s))


def clean(s):
    return dict(s, t=[round(float(x), 6) for x in s["t"]], v=[float(f"{x:.12g}") for x in s["v"]], **{c: [float(f"{x:.12g}") for x in s[c]] for c in COLS if c in s})


def flat(r):
    if "REFUSED" in r["flags"]: return dict(refused=True, flags=r["flags"])
    comps = {}
    for c in r["components"]: comps.setdefault(c["name"], []).append(c["u"])
    return dict(E=r["E"], u=r["u"], nu_eff=r["nu"], k=r["k"], U=r["U"], U_headline=r["U_headline"], n=r["n"], gap_fraction=r["gap_fraction"], alias_bound=r["alias_bound"],
                flags=r["flags"], components={k: v[0] if len(v) == 1 else v for k, v in comps.items()}, groups={c["name"]: c["group"] for c in r["components"] if c["group"]})


def total(r):
    return {k: r[k] for k in ("E", "u", "nu", "k", "U", "U_headline", "flags")} if r.get("E") is not None and "u" in r else dict(r)


def calc(i):
    """expected from input: the whole content of this file in one function"""
    what, o = i["kind"], {}
    ss = [from_csv(s) for s in i.get("series", [])]
    if what == "series": return flat(J.series_energy(ss[0], i["t0"], i["t1"], i["clock_half"]))
    if what == "cases":
        return dict(cases=[flat(J.series_energy(from_csv(c["series"]), c["t0"], c["t1"], c["clock_half"])) for c in i["cases"]])
    if what == "total":
        rs = [J.series_energy(s, i["t0"], i["t1"], i["clock_half"]) for s in ss]
        a = J.aggregate(rs)
        o = dict(total(a), per_series=[dict(E=r["E"], u=r["u"], U=r["U"]) for r in rs], groups=sorted({c["group"] for c in J.outages(a["components"]) if c["group"] and (c["group"].startswith("outage") or c["group"].startswith("read"))}))
        if "tokens" in i:
            y = J.ratio(a["E"], a["u"], a["U"], i["tokens"], i["u_tokens"])
            o.update(J_per_token=y["y"], u_J_per_token=y["u"], U_J_per_token=y["U"])
        return o
    if what == "missing":
        rs = [J.series_energy(s, i["t0"], i["t1"], i["clock_half"]) for s in ss] * i["repeat"]
        out = []
        for m in i["missing"]:
            r = J.missing_members(rs, [tuple(x) for x in m], i["t1"] - i["t0"])
            out.append(dict(status=r["status"], E=r["E"], flags=r["flags"], **({"U": r["U"], "u": r["u"]} if r["E"] is not None else {"partial_E": r["partial_E"], "partial_U": r["partial_U"]})))
        return dict(cases=out)
    if what == "class":
        return dict(cases=[J.class_of_total([(e, c, x) for n, e, c, x in k["items"] for _ in range(n)], sum(n * e for n, e, _, _ in k["items"]), k["U_rel"] * sum(n * e for n, e, _, _ in k["items"]), k.get("cap", "calibrated")) for k in i["cases"]])
    if what == "mixed":
        at = J.attribute(i["nodes"], i["D"])
        d = J.deming(i["pdu"], i["bmc"], 1.0)
        return dict(attribution=at, total_mJ=sum(n["total_mJ"] for n in at["nodes"]), runs=J.runs_mean(i["runs"], i["u_sys"], i["u_rand"]), deming=dict(a=d[0], b=d[1]), bland_altman=J.bland_altman(i["pdu"], i["bmc"]),
                    tost=J.tost_ratio(i["pdu"], i["bmc"], i["rho"], i["tost_bound"], i["u_rho"]), en=J.en_score(i["E1"], i["U1"], i["E2"], i["U2"], i["rho"], i["u_rho"]))
    if what == "corroborate":
        o = J.corroborate([tuple(x) for x in i["levels"]], i["E1"], i["U1"], i["E2"], i["U2"], i["rho"], i["u_rho"])
        o["transfer"] = J.transfer(i["mean_r"], i["u_ref"])
        o["levels"] = [J.tost_ratio(a, b, i["rho"], .05, i["u_rho"]) for a, b in i["levels"]]
        return o
    if what == "lag":
        return dict(cases=[dict(zip(("lag", "height", "earliest", "latest"), J.lag(c["x"], c["y"], i["h"], i["max_lag"]))) for c in i["cases"]])
    if what == "compare":
        rs = [J.series_energy(s, i["t0"], i["t1"], i["clock_half"]) for s in ss]
        return dict(different=J.compare(rs[0]["E"] / i["T"][0], rs[0]["components"], rs[0]["E"], rs[1]["E"] / i["T"][1], rs[1]["components"], rs[1]["E"]),
                    same_sensor=J.compare(rs[0]["E"] / i["T"][0], rs[0]["components"], rs[0]["E"], rs[1]["E"] / i["T"][1], rs[1]["components"], rs[1]["E"], ("m/gain", "m/offset")))


def write(name, what, inp):
    exp = calc(inp)
    json.dump(dict(name=name, description=what, rule="METHOD.md, joulemark-method/1", tolerance_rel=1e-9, input=inp, expected=num(exp, False), expected_full=num(exp, True)), open(f"{OUT}/{name}.json", "w"), indent=1)
    print(name, json.dumps(num({k: v for k, v in exp.items() if k not in ("components", "groups", "attribution", "per_series")}, False))[:330])


def one(name, what, s, t0, t1, clk):
    write(name, what, dict(kind="series", t0=t0, t1=t1, clock_half=clk, series=[meta(clean(s))]))


def close(a, b):
    if isinstance(a, dict): return set(a) == set(b) and all(close(a[k], b[k]) for k in a)
    if isinstance(a, list): return len(a) == len(b) and all(close(x, y) for x, y in zip(a, b))
    if isinstance(a, float) and isinstance(b, (int, float)): return abs(a - b) <= 1e-9 * max(abs(b), 1e-300) or abs(a - b) < 1e-9
    return a == b


def page(kind, period, D, seed, **k):
    rng = np.random.default_rng(seed)
    d = MI.page(sim.make(kind, rng, D, period=period), D, rng, **k)
    i = [n for n, t in enumerate(d["t"]) if -66 <= t <= D + 20]
    for c in ("t", "v") + COLS:
        if c in d: d[c] = np.asarray(d[c])[i]
    d["t"] = d["t"] + 100.; d["start"] = np.where(d["start"] < -50, 5., d["start"] + 100.)
    d["resets"] = np.zeros(len(i))
    return d


if __name__ == "__main__":
    if "--check" in sys.argv:
        bad = 0
        for f in sorted(glob.glob(f"{OUT}/*.json")):
            v = json.load(open(f)); ok = close(num(calc(v["input"]), True), v["expected_full"]); bad += not ok
            print("ok  " if ok else "FAIL", v["name"])
        sys.exit(bad)
    os.makedirs(OUT, exist_ok=True)
    t = np.arange(0, 21, 1.0); EV = dict(p_min_source="measured_idle", p_max_source="nameplate")
    one("01_gauge_avg_const", "contiguous 1 s average gauge, constant 500 W", dict(kind="gauge", t=t, v=np.full(21, 500.), avg_window=1.0, update_period=0.0, resolution=1.0, acc_rel=.01), 2.0, 18.0, 0.0)
    v = np.where((t > 5) & (t <= 15), 1000., 300.)
    one("02_gauge_avg_step", "1 s average gauge, load 1000 W exactly in the window [5,15], idle 300 W outside; delta 0.05 s", dict(kind="gauge", t=t, v=v, avg_window=1.0, update_period=0.0, resolution=1.0, acc_rel=.01, acc_abs=2.0), 5.0, 15.0, 0.05)
    rng = np.random.default_rng(3); tj = np.arange(0, 30) + np.round(rng.uniform(0, 1, 30), 3); vj = np.where((tj % 1.3) < .6, 900., 350.)
    one("03_gauge_inst_stratified", "instantaneous gauge, Tu = 0, stratified 1 s, 1.3 s pulses: finite dof, U-3", dict(kind="gauge", t=tj, v=vj, sampling="stratified", update_period=0.0, resolution=1.0, acc_rel=.01, acc_abs=2.0), 2.0, 28.0, 0.1)
    td = np.arange(0, 30.); vd = np.where((td % 3) < 1.5, 900., 350.)
    one("04_gauge_inst_alias", "instantaneous gauge, periodic 1 s: ALIAS_RISK, alias bound with evidence, headline U_safe", dict(kind="gauge", t=td, v=vd, update_period=0.0, resolution=1.0, acc_rel=.05, p_min=250., p_max=1100., **EV), 2.0, 28.0, 0.1)
    tg = np.array([x for x in range(0, 62) if not 21 <= x <= 27], float); vg = np.round(600 + 100 * np.sin(tg / 5), 1)
    one("05_gauge_gap", "1 s average gauge with an 8 s gap in 58 s", dict(kind="gauge", t=tg, v=vg, avg_window=1.0, update_period=0.0, resolution=.1, acc_rel=.01), 1.0, 59.0, 0.0)
    tb = np.arange(0, 40.); vb = np.floor((700 + 50 * np.sin(np.floor(tb / 2) * 2 / 6)) / 4) * 4
    one("06_gauge_bmc_hold_floor", "BMC gauge: updates every 2 s, latency 0..1 s, truncated to 4 W, +-5 % +-10 W", dict(kind="gauge", t=tb, v=vb, update_period=2.0, latency_min=0.0, latency_max=1.0, rounding="floor", resolution=4.0, acc_rel=.05, acc_abs=10.0, p_min=300., p_max=1200., **EV), 5.0, 35.0, 0.1)
    tc = np.arange(0, 41, 5.0) + .37; vc = np.where(tc <= 10, 300 * tc, 3000 + 1000 * (tc - 10))
    one("07_counter_fine", "mJ counter scraped every 5 s, load step 300 -> 1000 W at the window start, no bounds", dict(kind="counter", t=tc, v=vc, resolution=.001, update_period=.1, acc_rel=.05), 10.0, 35.0, 0.05)
    M = 262143.328850; vw = np.round((250000. + 900 * tc) % M, 6)
    one("08_counter_wrap", "RAPL-like counter, wraps once inside the window, class ceiling 2 kW", dict(kind="counter", t=tc, v=vw, modulus=M, p_ceiling=2000., resolution=.000061, update_period=.001, acc_rel=.05, p_min=100., p_max=2000., **EV), 4.0, 36.0, 0.0)
    tk = np.arange(0, 700, 5.0); vk = np.floor((10e3 * tk + 123456.) / 36e4) * 36e4
    one("09_counter_tick_0.1kWh", "0.1 kWh counter (360 kJ ticks), 10 kW, window 600 s, evidence for 2..11 kW", dict(kind="counter", t=tk, v=vk, resolution=36e4, update_period=1.0, acc_rel=.01, p_min=2000., p_max=11000., **EV), 50.0, 650.0, 0.1)
    tr = np.arange(0, 81, 2.5) + .37; vr = np.where(tr < 20, 5000 + 800 * tr, 800 * (tr - 19.))
    one("10_counter_reset", "counter falls to zero inside the window, no start time", dict(kind="counter", t=tr, v=vr, resolution=.001, update_period=.1, acc_rel=.01, p_min=300., p_max=1000., **EV), 5.0, 75.0, 0.0)
    ts = np.arange(0, 31, 1.0); S = []
    for i, (p, extra) in enumerate(((900., dict(acc_group="psuX")), (850., dict(acc_group="psuX")), (200., dict(eta_lo=.90, eta_hi=.95, eta_group="psuY", unmeasured_lo=5., unmeasured_hi=15., unmeasured_group="nodeZ")))):
        S.append(meta(clean(dict(kind="gauge", node=f"n{i}", t=ts, v=[p] * 31, avg_window=1.0, update_period=0.0, resolution=1.0, acc_rel=.03, **extra))))
    write("11_aggregate_ratio", "three nodes (third idle, DC with efficiency 0.90..0.95 and 5..15 W unmeasured); energy per token for 12345 +- 2 tokens", dict(kind="total", t0=5., t1=25., clock_half=0., tokens=12345, u_tokens=2.0, series=S))
    nodes = [dict(E=30000.123457, p_idle=250., weights={"jobA": 700, "jobB": 299}, alloc={"jobA": .5, "jobB": .5}), dict(E=21000.7, p_idle=250., weights={"jobA": 10, "jobB": 0}, alloc={"jobA": 1.0}), dict(E=5003.000001, p_idle=260., weights={}, alloc={"jobA": 1 / 3, "jobB": 2 / 3})]
    write("12_attribution_runs_crossval", "attribution with exact conservation; mean of three runs; PDU (x) against BMC (y) block powers, rho 1.02 with u_rho", dict(kind="mixed", D=20.0, nodes=nodes, runs=[51234.5, 51010.2, 51420.8], u_sys=295.6, u_rand=[60., 61., 59.], pdu=[612.1, 640.3, 701.9, 688.4, 655.0, 623.7, 660.2, 618.8], bmc=[601.0, 628.8, 690.1, 675.5, 644.2, 611.9, 648.0, 607.1], rho=1.02, u_rho=.0017, tost_bound=.03, E1=51234.5, U1=600., E2=50010., U2=1500.))
    one("13_integrated_stratified", "rule I: alias-safe instantaneous sensor, 10 Hz strata, 5 s scrapes, trailing extremes, unshifted times, latency 0..0.2 s", dict(page("pulse", 1.3, 60., 5, scrape=5., lat=(0., .2), q=1.), acc_rel=.01, acc_group="m", acc_rho=.64, acc_dist="normal_k1", acc_nu=14., exporter="n0", source="x"), 100., 160., .1)
    one("14_integrated_average_gap", "rule I: contiguous 1 s averages read periodically, uncovered 6 s (I-4)", dict(page("llm", None, 120., 6, scrape=5., h=1., W=1., mode="period", gap=(52., 58.)), acc_rel=.01), 100., 220., .05)
    one("15_restart_start_timestamp", "restart hidden in a scrape hole: values never fall, the start time changes", dict(kind="counter", t=(x := np.concatenate((np.arange(0, 31.), np.arange(38., 91.)))), v=np.where(x < 35, 20000. + 500 * x, 41000. + 500 * (x - 35)), start=np.where(x < 35, 0., 35.), resolution=1., update_period=.1, acc_rel=.01), 5., 85., .1)
    tf = np.arange(0, 61.); vf = np.where(tf < 30, 200000 + 300 * tf, 300 * (tf - 30))
    one("16_fall_without_ceiling", "counter falls, modulus known but no ceiling: a reset, not a wrap", dict(kind="counter", t=tf, v=vf, modulus=262143.33, resolution=.001, update_period=.001, acc_rel=.05), 5., 55., 0.)
    one("17_fall_with_ceiling", "the same with the class ceiling 2 kW: the would-be wrap exceeds it, a reset", dict(kind="counter", t=tf, v=vf, modulus=262143.33, p_ceiling=2000., resolution=.001, update_period=.001, acc_rel=.05), 5., 55., 0.)
    te = np.concatenate((np.arange(0, 10.), np.arange(15., 62.)))
    one("18_edge_gap", "1 s averages, nothing between 9 s and 15 s, window starts at 10.5 s: EDGE_GAP", dict(kind="gauge", t=te, v=600. + te, avg_window=1., update_period=0., resolution=1., acc_rel=.01), 10.5, 60., 0.)
    one("19_edge_extrapolated", "counter ends 3 s before the window does: EDGE_EXTRAPOLATED, no bounds", dict(kind="counter", t=(x := np.arange(0, 57.) + .2), v=700. * x, resolution=.001, update_period=.1, acc_rel=.01), 5., 59.2, .1)
    g = lambda **k: dict(dict(kind="gauge", avg_window=1., update_period=0., acc_rel=.01), **k)
    c = lambda **k: dict(dict(kind="counter", update_period=0., acc_rel=.01), **k)
    x60 = np.arange(0, 61.)
    R = [("TOO_FEW_SAMPLES", g(t=[0., 10., 11., 30.], v=[1., 1., 1., 1.]), 9., 13., 0.), ("GAP_OVER_LIMIT", g(t=(y := np.array([*range(0, 20), *range(40, 61)], float)), v=500 + y), 1., 59., 0.), ("CLOCK_UNSYNCED", g(t=x60, v=500 + x60), 1., 59., 1.5),
         ("APPARENT_POWER", g(t=x60, v=500 + x60, power_kind="current_times_nominal"), 1., 59., 0.), ("NO_BRACKET", c(t=x60, v=np.where(x60 < 30, 0., 36e4), resolution=36e4), 1., 59., 0.),
         ("INSUFFICIENT_RESOLUTION", c(t=x60, v=np.floor(x60 / 30) * 36e4, resolution=36e4), 1., 59., 0.), ("SEVERAL_RESETS", c(t=x60, v=(x60 % 20) * 500., resolution=1.), 5., 55., 0.),
         ("SEVERAL_RESETS by resets_total", c(t=x60, v=x60 * 500., resolution=1., resets=np.where(x60 > 30, 2., 0.)), 5., 55., 0.), ("GAP_OVER_LIMIT by uncovered", c(t=x60, v=x60 * 500., resolution=1., uncovered=np.where(x60 > 30, 15., 0.)), 5., 55., 0.),
         ("GAP_OVER_LIMIT by restart", c(t=(y := np.concatenate((np.arange(0, 20.), np.arange(60., 90.)))), v=np.concatenate((500 * np.arange(0, 20.), 500 * np.arange(35., 65.))), start=np.where(y < 40, 0., 55.), resolution=1.), 5., 85., 0.)]
    write("20_refusals", "every refusal of a series", dict(kind="cases", cases=[dict(name=n, series=meta(clean(s)), t0=a, t1=b, clock_half=d) for n, s, a, b, d in R]))
    one("21_certificate_k2_dof", "certificate: normal_k2 with 9 degrees of freedom", dict(kind="gauge", t=t, v=np.full(21, 500.), avg_window=1.0, update_period=0.0, resolution=.1, acc_rel=.02, acc_dist="normal_k2", acc_nu=9., acc_group="serial-4711"), 2.0, 18.0, 0.0)
    S = []
    for i, (a, b) in enumerate(((20, 27), (21, 28), (40, 46))):
        x = np.array([y for y in range(0, 122) if not a <= y <= b], float); S.append(meta(clean(dict(kind="gauge", node=f"n{i}", t=x + .1 * i, v=600. + 50 * np.sin(x / 7), avg_window=1., update_period=0., resolution=1., acc_rel=.01, acc_group="m"))))
    write("22_common_outage", "three nodes, two gaps overlap (outage/1), the third is apart (outage/2)", dict(kind="total", t0=1., t1=120., clock_half=.1, series=S))
    cv, df, ve = "cross-validated", "reference-only", "vendor-stated"
    write("23_class_of_total", "L-1: [number, energy each, class, estimated]: 2,000 nodes, 30 class-default; 15 class-default; estimates 4 %, 6 %; calibrated with 0.5 % estimate; a cap; U over the limit",
          dict(kind="class", cases=[dict(items=[[1970, 1e6, cv, False], [30, 1e6, df, False]], U_rel=.02), dict(items=[[1985, 1e6, cv, False], [15, 1e6, df, False]], U_rel=.02), dict(items=[[96, 1e6, cv, False], [1, 4e6, df, True]], U_rel=.03), dict(items=[[94, 1e6, cv, False], [1, 6e6, df, True]], U_rel=.03),
                                    dict(items=[[199, 1e6, "calibrated", False], [1, 1e6, df, True]], U_rel=.015), dict(items=[[10, 1e6, "calibrated", False]], U_rel=.015, cap=ve), dict(items=[[10, 1e6, "calibrated", False]], U_rel=.06)]))
    one("24_ac_to_dc", "S-2R: AC input to DC, efficiency 0.93..0.95", dict(kind="gauge", t=t, v=np.full(21, 800.), avg_window=1.0, update_period=0.0, resolution=1.0, acc_rel=.01, convert="ac_to_dc", eta_lo=.93, eta_hi=.95, eta_group="psuX"), 2., 18., 0.)
    one("25_busbar_storage", "S-2D loss 0..2 %, then S-2 0.95..0.97, S-6 storage without state of charge", dict(kind="gauge", t=t, v=np.full(21, 8000.), avg_window=1.0, update_period=0.0, resolution=1.0, acc_rel=.03, loss_hi=.02, loss_group="rackA", eta_lo=.95, eta_hi=.97, eta_group="shelfB", storage_capacity=1000., storage_group="bbu"), 2., 18., 0.)
    write("26_missing_members", "N-3: 199 equal members measured, 1 missing (complete); 3 missing (INCOMPLETE_NODES)", dict(kind="missing", t0=2., t1=18., clock_half=0., repeat=199, series=[meta(clean(dict(kind="gauge", t=t, v=np.full(21, 500.), avg_window=1., update_period=0., acc_rel=.03, acc_group="m")))], missing=[[[200., 700., "m"]], [[200., 700., "m"]] * 3]))
    one("27_observed_bounds", "counter, 5 s scrapes, load step at the edges, trailing 60 s extremes of 0.1 s rates (S-4c)", dict(page("const", None, 60., 9, scrape=5., counter=True, q=.001), update_period=0.0, acc_rel=.01), 100., 160., .1)
    one("28_observed_over_evidence", "the same with a nameplate below the observed extreme: BOUNDS_EXCEEDED, dropped", dict(page("const", None, 60., 9, scrape=5., counter=True, q=.001), update_period=0.0, acc_rel=.01, p_max=900., p_max_source="nameplate"), 100., 160., .1)
    one("29_unknown_update_period", "rule I, 10 Hz stratified, Tu not known: ALIAS_RISK, headline U_safe", {k: v_ for k, v_ in page("pulse", 1.3, 60., 5, scrape=1., hold=1., know=False).items() if k != "update_period"}, 100., 160., .1)
    tq = np.arange(-30, 95, 15.) + 3.3; cq = 4000 * tq + 6000 * np.clip(tq, 0, 60) + 1e6
    one("30_declared_bounds", "declared 7.4..7.8 kW: no effect on U", dict(kind="counter", t=tq + 30, v=cq, resolution=1., update_period=0., acc_rel=.01, p_min=7400., p_max=7800.), 30., 90., .1)
    S = [meta(clean(dict(page("pulse", 1.3, 60., 5, scrape=1.), exporter="n0", source="nvml", acc_rel=.01))) for _ in range(2)]
    write("31_shared_read", "two sensors read in one pass: integration linear in group read:n0/nvml", dict(kind="total", t0=100., t1=160., clock_half=0., series=S))
    lv = []; rng = np.random.default_rng(2)
    for p, n in ((300., 6), (700., 6), (900., 10)): b = p * 60 * np.exp(rng.normal(0, .003, n)); lv.append([[round(float(z), 3) for z in b * 1.008], [round(float(z), 3) for z in b * .985 / 1.02 * np.exp(rng.normal(0, .003, n))]])
    write("32_corroborated_transfer", "L-6 with three levels; X-7b transfer from five units", dict(kind="corroborate", levels=lv, E1=1000000., U1=35000., E2=958000., U2=50000., rho=1.02, u_rho=.0017, mean_r=[-.021, -.008, -.017, -.012, -.03], u_ref=.0058))
    S = [meta(clean(dict(kind="gauge", t=t, v=np.full(21, p), avg_window=1., update_period=0., acc_rel=.02, acc_group="m"))) for p in (500., 485.)]
    write("33_compare", "R-3: 3 % apart, sensors of one model: TIE; the same physical sensor: decided", dict(kind="compare", t0=2., t1=18., clock_half=0., T=[1000., 1000.], series=S))
    d = dict(kind="counter", t=np.arange(-20, 51.) + 20.3, v=600. * np.arange(-20, 51.) + 1e5, update_period=0., resolution=.001)
    write("34_delta", "the same series at delta 0, 0.29, 0.31, 0.5, 1: U never falls", dict(kind="cases", cases=[dict(series=meta(clean(d)), t0=20., t1=50., clock_half=z) for z in (0., .29, .31, .5, 1.)]))
    one("35_device_time", "time = device: no Tu, no latency in the shift; device clock within 0.05 s; readings repeated by the scraper", dict(kind="integrated", t=np.repeat(np.arange(0, 71.), 2), v=np.repeat(500. * np.arange(0, 71.), 2), variance=np.zeros(142), time="device", avg_window=1., update_period=1., interval=1., latency_min=-.05, latency_max=.05, resolution=1., acc_rel=.05), 5., 65., .1)
    rng = np.random.default_rng(8); z = np.repeat(rng.uniform(400, 1000, 40), 5)[:160]; c = np.cumsum(rng.uniform(0, 2, 160)); p = 600 + 300 * np.sin(2 * np.pi * np.arange(160) / 7.3)
    pair = lambda a, b: dict(x=[round(float(w), 3) for w in a], y=[round(float(w), 3) for w in b])
    write("36_lag", "X-3, 1 s grid, +-30 s: a random load 3 s late; a load with a period of 7.3 s, 1 s late; two loads that have nothing to do with each other",
          dict(kind="lag", h=1., max_lag=30., cases=[pair(z[5:155], z[2:152] * 1.01), pair(p[5:155], p[4:154] + rng.normal(0, 3, 150)), pair(rng.normal(500, 50, 150), rng.normal(500, 50, 150))]))
