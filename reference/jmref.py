"""joulemark reference calculation: window energy and its expanded uncertainty (GUM, JCGM 100:2008).

The same rules as docs/method.md (joulemark-method/1), rule numbers in the comments. Plain double precision, written for clarity.
A series is a dict; times in s, powers in W, energies in J. A key that is absent means "not known", except where a default is given.
"""
import math
import numpy as np

SQ3, SQ12, INF, EPS = math.sqrt(3.0), math.sqrt(12.0), math.inf, 1e-9     # EPS: tolerance of time comparisons, s (S-5)
DELTA_MAX = 1.0                                                           # s, S-5
OBS = 60.0                                                                # s, trailing window of the observed extremes (S-4b)

# t-quantiles, two-sided 95 %, nu = 1..60 (U-3); nu >= 60 -> 2.000
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
       2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
       2.040, 2.037, 2.035, 2.032, 2.030, 2.028, 2.026, 2.024, 2.023, 2.021, 2.020, 2.018, 2.017, 2.015, 2.014,
       2.013, 2.012, 2.011, 2.010, 2.009, 2.008, 2.007, 2.006, 2.005, 2.004, 2.003, 2.002, 2.002, 2.001, 2.000]
# t-quantiles, one-sided 95 % (X-6), nu = 1..30; above 30: 1.697
T90 = [6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746,
       1.740, 1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699, 1.697]
DIV = {"rect": SQ3, "normal_k1": 1.0, "normal_k2": 2.0, "triangular": math.sqrt(6.0)}
CLASSES = ["calibrated", "cross-validated", "corroborated", "vendor-stated", "reference-only"]
ULIM = {"calibrated": .02, "cross-validated": .05, "corroborated": .07, "vendor-stated": .10, "reference-only": INF}


def coverage_factor(nu):                                                  # U-3
    return 2.0 if nu >= 60 else max(2.0, T95[max(1, int(math.floor(nu + 1e-6))) - 1])


def t90(nu):
    return T90[min(30, int(max(1.0, math.floor(nu + 1e-6)))) - 1] if nu < 31 else 1.697


def comp(name, u, nu=INF, group=None, interval=None):
    """group: equal strings add linearly (U-1). interval: (lo, hi) of a gap, uncovered or reset interval -> group outage/k."""
    return dict(name=name, u=float(u), nu=float(nu), group=group, interval=interval)


def outages(components):
    """U-1a: connected components of the closed intervals, numbered in order of time"""
    iv = sorted((c for c in components if c["interval"] is not None), key=lambda c: (c["interval"][0], c["interval"][1]))
    k, end, out = 0, -INF, {}
    for c in iv:
        if c["interval"][0] > end + EPS:
            k += 1
        end = max(end, c["interval"][1])
        out[id(c)] = f"outage/{k}"
    return [dict(c, group=out.get(id(c), c["group"])) for c in components]


def combine(components):
    """U-1..U-3 -> (u_c, nu_eff, k, U)"""
    lin, rss = {}, []
    for c in outages(components):
        if c["group"]:
            a = lin.setdefault(c["group"], [0.0, INF])
            a[0] += c["u"]
            a[1] = min(a[1], c["nu"])
        else:
            rss.append((c["u"], c["nu"]))
    rss += [tuple(v) for v in lin.values()]
    u2 = sum(u * u for u, _ in rss)
    b2 = sum(u * u for u, nu in rss if nu == INF)                         # dof infinite
    f2 = sum(u * u for u, nu in rss if nu != INF)                         # dof finite
    den = sum((u ** 4) / nu for u, nu in rss if nu != INF and u > 0)
    nuF = INF if den == 0 else f2 * f2 / den
    nu = INF if den == 0 else u2 * u2 / den                               # U-2, for information
    U = math.sqrt(coverage_factor(nuF) ** 2 * f2 + 4.0 * b2)              # U-3
    return math.sqrt(u2), nu, (U / math.sqrt(u2) if u2 > 0 else 2.0), U


def refused(flag, D):
    nan = float("nan")
    return dict(E=nan, D=D, flags=["REFUSED", flag], components=[], n=0, gap_fraction=nan, alias_bound=0.0, max_interval=nan, p_mean=nan)


def accuracy_components(s, E, D):
    """A-1..A-3: gain and offset, systematic over the window; share rho of the variance common to the model"""
    dist = s.get("acc_dist", "rect")
    nu = s.get("acc_nu", 50.0 if dist == "normal_k2" else INF)
    grp, rho, out = s.get("acc_group"), s.get("acc_rho", 1.0), []
    for name, a in (("gain", E * s.get("acc_rel", 0.0)), ("offset", D * s.get("acc_abs", 0.0))):
        u = a / DIV[dist]
        if not grp or rho >= 1.0:
            out.append(comp(name, u, nu, grp and grp + "/" + name))
        else:
            out.append(comp(name, u * math.sqrt(rho), nu, grp + "/" + name))
            out.append(comp(name + "_unit", u * math.sqrt(1 - rho), nu))
    return out


def lat_group(s):
    return s["acc_group"] + "/latency" if s.get("acc_group") else None


def evidence(s, seen_lo, seen_hi, def_lo, def_hi, flags):
    """S-4b: (PL, PH, have_lo, have_hi). declared bounds never narrow; a violated bound is dropped."""
    lo, hi, have_lo, have_hi = def_lo, def_hi, False, False
    if "p_min" in s:
        if s["p_min"] > seen_lo:
            flags.append("BOUNDS_EXCEEDED")
        elif s.get("p_min_source", "declared") == "declared":
            lo = min(lo, s["p_min"])
        else:
            lo, have_lo = s["p_min"], True
    if "p_max" in s:
        if s["p_max"] < seen_hi:
            flags.append("BOUNDS_EXCEEDED")
        elif s.get("p_max_source", "declared") == "declared":
            hi = max(hi, s["p_max"])
        else:
            hi, have_hi = s["p_max"], True
    return lo, hi, have_lo, have_hi


def timing(s, h):
    """S-4a, G-2: (Tu, Tu known, part of Tu in the time, shift, half-width of the latency)"""
    known = "update_period" in s
    Tu = s["update_period"] if known else max(h, 1.0)
    device = s.get("time", "read") == "device"
    Tt = 0.0 if device else Tu
    L1, L2 = s.get("latency_min", 0.0), s.get("latency_max", 0.0)
    return Tu, known, Tt, 0.5 * Tt + 0.5 * (L1 + L2), 0.5 * (L2 - L1)


def kind_of_sampling(s, h, Tu, known):
    """G-7: contiguous, alias-safe"""
    W, phi = s.get("avg_window", 0.0), s.get("observed_fraction", 1.0)
    step = max(h, Tu)
    contiguous = known and phi >= 0.95 and W > 0 and W >= 0.95 * step
    safe = s.get("sampling", "periodic") == "stratified" and phi >= 0.95 and known and (Tu == 0 or W >= 0.95 * Tu)
    return step, contiguous, safe


def aliasing(s, step, D, E, PL, PH):
    W, phi = s.get("avg_window", 0.0), s.get("observed_fraction", 1.0)
    pm = E / D
    return (1 - min(1.0, phi * W / step)) * D * max(PH - pm, pm - PL, 0.0)


# --------------------------------------------------------------------------- G: gauges
def gauge_energy(s, t0, t1, delta=0.0):
    D = t1 - t0
    if s.get("power_kind", "real") != "real":
        return refused("APPARENT_POWER", D)
    if delta > DELTA_MAX:
        return refused("CLOCK_UNSYNCED", D)
    t, p, flags = np.asarray(s["t"], float), np.asarray(s["v"], float), []
    ok = np.isfinite(p) & (p >= 0)                                        # G-1
    if s.get("node_scope"):
        floor = 0.5 * s["p_min"] if s.get("p_min_source") == "measured_idle" else 0.0
        bad = ok & ((p <= 0) | (p < floor))
        if bad.any():
            flags.append("IMPLAUSIBLE")
        ok &= ~bad
    t, p = t[ok], p[ok]
    first = np.concatenate(([True], np.diff(t) > EPS)) if len(t) else ok[:0]
    t, p = t[first], p[first]
    if len(t) < 3:
        return refused("TOO_FEW_SAMPLES", D)
    W, q = s.get("avg_window", 0.0), s.get("resolution", 0.0)
    h = float(np.median(np.diff(t)))
    Tu, known, Tt, shift, Lh = timing(s, h)
    t = t - (0.5 * W + shift)                                             # G-2
    if s.get("rounding", "round") == "floor":
        p = p + q / 2                                                     # G-3
    step, contiguous, safe = kind_of_sampling(s, h, Tu, known)
    gmax = 3.0 * step                                                     # G-6
    guard = 0.5 * W + 0.5 * Tt + Lh                                       # G-4
    ins = np.nonzero((t - guard >= t0 - EPS) & (t + guard <= t1 + EPS))[0]
    if len(ins) < 3:
        return refused("TOO_FEW_SAMPLES", D)
    tt, pp = t[ins], p[ins]
    n = len(tt)
    f0, f1 = tt[0] - t0, t1 - tt[-1]
    E = float(np.sum(0.5 * (pp[1:] + pp[:-1]) * np.diff(tt)) + pp[0] * f0 + pp[-1] * f1)   # G-5
    pmin, pmax = float(pp.min()), float(pp.max())
    PL, PH, hl, hh = evidence(s, pmin, pmax, 0.5 * pmin, 1.5 * pmax, flags)                # G-6
    dt = np.diff(tt)
    gap = dt > gmax + EPS
    C, gap_dur = [], 0.0
    for j in np.nonzero(gap)[0]:
        pl = 0.5 * (pp[j] + pp[j + 1])
        gap_dur += dt[j]
        C.append(comp("gap", dt[j] * max(PH - pl, pl - PL) / SQ3, interval=(float(tt[j]), float(tt[j + 1]))))
    ae = 0.0
    for f, pe, iv in ((f0, pp[0], (t0, float(tt[0]))), (f1, pp[-1], (float(tt[-1]), t1))):  # G-8
        if f > gmax + guard + EPS:
            flags.append("EDGE_GAP")
            gap_dur += f
            C.append(comp("gap", f * max(PH - pe, pe - PL) / SQ3, interval=iv))
        else:
            ell = max(f - 0.5 * W, 0.0) + (W + h) / 8.0 if contiguous else f
            ae += ell * max(PH - pe, pe - PL)
    C.append(comp("edge", ae / SQ3, group="edge"))
    alias, m = 0.0, max(1, int(math.ceil(Tu / h - 1e-9)))                 # G-7
    if contiguous:
        u_int, nu_int = 0.0, INF
    else:
        w = tt[m:] - tt[:-m]
        if m == 1:
            w = np.where(gap, 0.0, w)
        x = (w * (pp[m:] - pp[:-m])) ** 2 / 2.0
        sx = float(x.sum())
        u2 = sx / m
        nu_int = INF if sx == 0 else max(1.0, sx * sx / float((x * x).sum()) / m)
        if not safe:
            N = max(2.0, D / step)
            u2s = (D * float(np.std(pp, ddof=1))) ** 2 / N
            if u2s > u2:
                u2, nu_int = u2s, N - 1
            flags.append("ALIAS_RISK")
            alias = aliasing(s, step, D, E, PL, PH)
        u_int = math.sqrt(u2)
    C.append(comp("integration", u_int, nu_int, group=read_group(s)))
    C.append(comp("clock", delta * (PH - PL) / SQ3, group="clock"))       # T-1
    C.append(comp("latency", (Lh + 0.5 * Tt) * (PH - PL) / SQ3, group=lat_group(s)))       # T-2
    C.append(comp("resolution", D * q / SQ12))                            # G-9
    C += accuracy_components(s, E, D)
    if gap_dur / D > 0.20:
        return refused("GAP_OVER_LIMIT", D)
    if gap_dur > 0:
        flags.append("GAP")
    return dict(E=E, D=D, n=n, gap_fraction=gap_dur / D, max_interval=float(max(dt.max(), f0, f1)), flags=flags, components=C,
                p_mean=E / D, alias_bound=alias)


def read_group(s):
    return f"read:{s['exporter']}/{s['source']}" if "exporter" in s else None


# --------------------------------------------------------------------------- C and I: counters and integrated energy
def counter_energy(s, t0, t1, delta=0.0):
    D, flags = t1 - t0, []
    integrated = s["kind"] == "integrated"
    if s.get("power_kind", "real") != "real":
        return refused("APPARENT_POWER", D)
    if delta > DELTA_MAX:
        return refused("CLOCK_UNSYNCED", D)
    t, c = np.asarray(s["t"], float), np.asarray(s["v"], float)
    ok = np.nonzero(np.isfinite(c))[0]                                    # C-1
    ok = ok[np.concatenate(([True], np.diff(t[ok]) > EPS))] if len(ok) else ok   # equal reading times once
    t = t[ok]
    col = {k: np.asarray(s[k], float)[ok] for k in ("start", "variance", "uncovered", "resets", "x_min", "x_max") if k in s}
    c = c[ok].astype(float).copy()
    if len(t) < 2:
        return refused("NO_BRACKET", D)
    V = col.get("variance", np.zeros(len(t))).copy()
    UC = col.get("uncovered", np.zeros(len(t))).copy()
    RS = col.get("resets", np.zeros(len(t))).copy()
    # ---- C-2 unwrap, all columns together
    pmax_ev = s.get("p_max") if s.get("p_max_source", "declared") != "declared" else None
    ceiling = pmax_ev if pmax_ev is not None else s.get("p_ceiling")
    raw, rawV, rawU, rawR = c.copy(), V.copy(), UC.copy(), RS.copy()
    off, offv, offu, offr, resets = 0.0, 0.0, 0.0, 0.0, []
    for i in range(1, len(c)):
        restart = "start" in col and abs(col["start"][i] - col["start"][i - 1]) > 1e-3
        if restart or raw[i] < raw[i - 1]:
            w = raw[i] + s["modulus"] - raw[i - 1] if "modulus" in s else None
            if not restart and w is not None and ceiling is not None and w <= ceiling * (t[i] - t[i - 1]):
                off += s["modulus"]
            else:
                off += raw[i - 1]
                offv += rawV[i - 1]
                offu += rawU[i - 1]
                offr += rawR[i - 1]
                resets.append(i)
        c[i], V[i], UC[i], RS[i] = raw[i] + off, rawV[i] + offv, rawU[i] + offu, rawR[i] + offr
    q = s.get("resolution", 0.0)
    hs = float(np.median(np.diff(t)))
    h = s.get("interval", hs)                                             # reading interval of the exporter
    W = s.get("avg_window", 0.0) if integrated else 0.0
    Tu, known, Tt, shift, Lh = timing(s, h if integrated else hs)
    step, contiguous, safe = kind_of_sampling(s, h, Tu, known)
    inc = np.diff(c)
    iw = (t[1:] >= t0) & (t[1:] <= t1)                                    # C-3: increments that end inside the window
    tick = not integrated and (float(np.mean(inc[iw] <= 0)) > 0.10 if iw.any() else True)
    Lm = shift - 0.5 * Tt
    ts = t - Lm if tick else t - (0.5 * W + shift)                        # times of the samples after the shift
    if tick:
        k = np.nonzero(inc > 0)[0]
        pt, pv, ph, ix = 0.5 * (t[k] + t[k + 1]) - Lm, c[k + 1], t[k + 1] - t[k], k + 1
    else:
        pt, pv, ph, ix = ts, c, np.zeros(len(c)), np.arange(len(c))
    C = []
    inwin = [i for i in resets if ts[i] > t0 and ts[i - 1] < t1]
    near = (ts > t0) & (ts < t1)
    lo_i, hi_i = (max(0, int(np.argmax(near)) - 1), min(len(t) - 1, len(t) - int(np.argmax(near[::-1])))) if near.any() else (0, len(t) - 1)
    nres = len(inwin) + int(round(RS[hi_i] - RS[lo_i]))
    if nres > 1:
        return refused("SEVERAL_RESETS", D)
    if nres == 1:
        flags.append("COUNTER_RESET")
    if len(pt) < 2:
        return refused("NO_BRACKET", D)
    kin = np.nonzero((pt - 0.5 * ph >= t0 - EPS) & (pt + 0.5 * ph <= t1 + EPS))[0]         # C-4
    if len(kin) < 2:
        return refused("INSUFFICIENT_RESOLUTION", D)
    # ---- C-4 rates, outer points
    edges = []
    for te, start in ((t0, True), (t1, False)):
        seq = kin if start else kin[::-1]
        ka, kb = seq[0], seq[1]
        if tick:
            for kb in seq[1:]:
                if abs(pt[kb] - pt[ka]) >= 10 * hs:
                    break
        L, d = abs(pt[kb] - pt[ka]), abs(pt[ka] - te)
        r = abs(pv[kb] - pv[ka]) / L
        if start:
            out = [j for j in range(ka - 1, -1, -1) if pt[j] + 0.5 * ph[j] <= te + EPS]
        else:
            out = [j for j in range(ka + 1, len(pt)) if pt[j] - 0.5 * ph[j] >= te - EPS]
        o = out[0] if out else None
        e = abs(pv[o] - pv[ka]) if out else None
        x = abs(pt[o] - te) if out else None
        ro = e / abs(pt[o] - pt[ka]) if out else r
        ue = abs(UC[ix[o]] - UC[ix[ka]]) if out else 0.0
        edges.append(dict(te=te, start=start, ka=ka, kb=kb, L=L, d=d, r=r, o=o, e=e, x=x, ro=ro, ue=ue))
    rmax_all = max(max(E_["r"], E_["ro"]) for E_ in edges)
    # ---- S-4b bounds
    a, b = kin[0], kin[-1]
    rin = [(pv[j + 1] - pv[j]) / (pt[j + 1] - pt[j]) for j in kin[:-1]]
    if tick:
        span = pt[b] - pt[a]
        rm = (pv[b] - pv[a]) / span
        seen_lo, seen_hi = rm * (1 + hs / span), rm * (1 - hs / span)
    else:
        tol = [(2 * Tu * rmax_all + q if not integrated else 0.0) / (pt[j + 1] - pt[j]) for j in kin[:-1]]
        unc = [UC[ix[j + 1]] - UC[ix[j]] for j in kin[:-1]]
        seen_lo = min((v + z for v, z, w in zip(rin, tol, unc) if w <= 0), default=INF)
        seen_hi = max((v - z for v, z in zip(rin, tol)), default=0.0)
        for E_ in edges:                                                  # and the rates across the edges
            if E_["o"] is not None:
                z = 0.0 if integrated else (2 * Tu * rmax_all + q) / abs(pt[E_["o"]] - pt[E_["ka"]])
                seen_hi = max(seen_hi, E_["ro"] - z)
                if E_["ue"] <= 0:
                    seen_lo = min(seen_lo, E_["ro"] + z)
    rtop = max(rin + [rmax_all])
    if "x_min" in col:                                                    # extremes served in the window also test the evidence
        g = (ts >= t0) & (ts <= t1) & np.isfinite(col["x_min"])
        if g.any():
            seen_lo, seen_hi = min(seen_lo, float(col["x_min"][g].min())), max(seen_hi, float(col["x_max"][g].max()))
    PL, PH, have_lo, have_hi = evidence(s, seen_lo, seen_hi, 0.0, 1.5 * rtop, flags)
    obs = [None, None]
    if "x_min" in col:
        for n_, E_ in enumerate(edges):
            pts = [pt[E_["ka"]], E_["te"] - DELTA_MAX, E_["te"] + DELTA_MAX] + ([pt[E_["o"]]] if E_["o"] is not None else [])
            later = np.nonzero(ts >= max(pts) - EPS)[0]
            if len(later) and ts[later[0]] - OBS <= min(pts) + EPS and np.isfinite(col["x_min"][later[0]]) and not any(
                    ts[i] > min(pts) and ts[i - 1] < max(pts) for i in resets):
                xl, xh = float(col["x_min"][later[0]]), float(col["x_max"][later[0]])
                z = (q + (0 if integrated else 2 * Tu * xh)) / max(EPS, abs(pt[E_["o"]] - pt[E_["ka"]])) if E_["o"] is not None else 0
                if E_["o"] is not None and E_["ue"] <= 0 and (E_["ro"] > xh + z + 1e-6 * xh or E_["ro"] < xl - z - 1e-6 * xh):
                    flags.append("BOUNDS_EXCEEDED")
                else:
                    obs[n_] = (xl, xh)
    tau = 0.0 if integrated else max(0.1, 2 * Tu)                         # span of the exporter's rates
    # ---- C-5, C-6 edges
    est, ae, ut = [0.0, 0.0], 0.0, [0.0, 0.0]
    for n_, E_ in enumerate(edges):
        pl, ph_ = (PL if have_lo else 0.0), (PH if have_hi else INF)
        if obs[n_]:
            pl, ph_ = max(pl, obs[n_][0]), min(ph_, obs[n_][1])
        d, r, e, x = E_["d"], E_["r"], E_["e"], E_["x"]
        if e is not None:
            extra = E_["ue"] * (ph_ if ph_ < INF else 2 * rtop)
            hi = min(e + extra - pl * x, ph_ * d if ph_ < INF else INF)
            lo = max(0.0, pl * d, e - ph_ * x if ph_ < INF else 0.0)
        else:
            flags.append("EDGE_EXTRAPOLATED")
            cap = q if tick and q > 0 else INF
            hi = min(cap, ph_ * d if ph_ < INF else (cap if cap < INF else 2 * r * d))
            lo = min(hi, pl * d)
        hi = max(hi, lo)
        v = min(max(r * d, lo), hi)
        est[n_] = v
        slack = 0.0
        if obs[n_]:
            if integrated:
                slack = ((W + h) / 8.0 if contiguous else h / 2.0) * (ph_ - pl)
            else:
                slack = 0.5 * tau * ph_
        ae += max(hi - v, v - lo) + slack
        ut[n_] = r * math.hypot((1 + d / E_["L"]) * ph[E_["ka"]], d / E_["L"] * ph[E_["kb"]]) / SQ12
    # ---- C-2 resets
    add = 0.0
    for i in inwin:
        dti = t[i] - t[i - 1]
        rate = [(c[j] - c[j - 1]) / (t[j] - t[j - 1]) for j in (i - 1, i + 1) if 0 < j < len(c) and j not in resets]
        rm, rM = (float(np.mean(rate)), max(rate)) if rate else (0.0, 0.0)
        xw = float(col["x_max"][g].max()) if "x_min" in col and g.any() else None
        top = PH if have_hi else 2 * rtop if xw is None else max(2 * rM, xw)
        if "start" in col:
            w = min(max(col["start"][i] - t[i - 1], 0.0), dti)
            miss, hi, lo = rm * w, top * w, (PL if have_lo else 0.0) * w
        else:
            seen = c[i] - c[i - 1]
            miss, hi, lo = max(0.0, dti * rm - seen), top * dti - seen, 0.0
        add += miss
        C.append(comp("reset", max(hi - miss, miss - lo, 0.0) / SQ3, interval=(float(ts[i - 1]), float(ts[i]))))
    E = float((pv[b] + est[1]) - (pv[a] - est[0]) + add)                  # C-7
    # ---- uncovered time (I-4), counter and integrated
    us = float(UC[ix[b]] - UC[ix[a]])
    filled = 0.0
    if us > 0:
        if us > 0.20 * D:
            return refused("GAP_OVER_LIMIT", D)
        pm = E / (D - us)
        filled = pm * us
        E += filled
        if "x_min" in col:
            g = (ts >= t0) & (ts <= t1) & np.isfinite(col["x_min"])
            xl, xh = (float(col["x_min"][g].min()), float(col["x_max"][g].max())) if g.any() else (0.0, 2 * rtop)
        else:
            xl, xh = 0.0, 2 * rtop
        gl, gh = (PL if have_lo else xl), (PH if have_hi else xh)
        for j in kin[:-1]:
            du = UC[ix[j + 1]] - UC[ix[j]]
            if du > 0:
                C.append(comp("gap", du * max(gh - pm, pm - gl, 0.0) / SQ3, interval=(float(pt[j]), float(pt[j + 1]))))
    C.append(comp("edge", ae / SQ3, group="edge"))
    if all(obs):                                                          # T-1
        dp = max(o[1] for o in obs) - min(o[0] for o in obs)
        if have_lo or have_hi:
            dp = min(dp, PH - PL)
    else:
        dp = PH - PL
    C.append(comp("clock", delta * dp / SQ3, group="clock"))
    alias = 0.0
    R0, R1 = (max(E_["r"], E_["ro"]) for E_ in edges)
    if integrated:                                                        # I-3, I-5
        C.append(comp("latency", (Lh + 0.5 * Tt) * dp / SQ3, group=lat_group(s)))
        X = np.diff(V[kin])
        sx = float(X.sum())
        u2 = sx * D / (pt[b] - pt[a])
        nu = INF if sx <= 0 else max(1.0, sx * sx / float((X * X).sum()))
        if s.get("edges_only") and sx > 0:
            nu = 12.5
        if not contiguous and not safe:
            flags.append("ALIAS_RISK")
            al, ah = PL, PH
            if "x_min" in col:
                g = (ts >= t0) & (ts <= t1) & np.isfinite(col["x_min"])
                if g.any():
                    al = PL if have_lo else 0.5 * float(col["x_min"][g].min())
                    ah = PH if have_hi else 1.5 * float(col["x_max"][g].max())
            N = max(2.0, D / step)
            u2s = (D * (ah - al) / 4.0) ** 2 / N
            if u2s > u2:
                u2, nu = u2s, N - 1
            alias = aliasing(s, step, D, E, al, ah)
        C.append(comp("integration", math.sqrt(u2), nu, group=read_group(s)))
        C.append(comp("resolution", D * q / SQ12))
    else:
        if tick:
            C.append(comp("tick", math.hypot(*ut)))                       # C-4
            flags.append("TICK_LIMITED")
        else:
            C.append(comp("resolution", q / math.sqrt(6.0)))
            C.append(comp("update", Tt * math.hypot(R0, R1) / SQ12))
        C.append(comp("latency", Lh * math.hypot(R0, R1) / SQ3, group=lat_group(s)))
        if s.get("alias_risk"):                                           # counter fed by a part-time sensor (table of defaults)
            flags.append("ALIAS_RISK")
            alias = aliasing(s, max(Tu, s.get("avg_window", 0.0), EPS), D, E, PL, PH)
    C += accuracy_components(s, E, D)
    gf = us / D + (add / E if E > 0 else 0.0)
    if gf > 0.20:
        return refused("GAP_OVER_LIMIT", D)
    if gf > 0:
        flags.append("GAP")
    return dict(E=E, D=D, n=int(((ts >= t0) & (ts <= t1)).sum()), flags=list(dict.fromkeys(flags)), components=C, p_mean=E / D, gap_fraction=gf,
                max_interval=float(np.diff(t).max()), alias_bound=alias, filled=filled, missed=add)


# --------------------------------------------------------------------------- S: one series with its conversions
def scale(r, m):
    r["E"] *= m
    r["alias_bound"] *= m
    for c in r["components"]:
        c["u"] *= m


def plain(s):
    """the series without anything the submitter declared (S-4b)"""
    out = dict(s)
    for k in ("p_min", "p_max"):
        if out.get(k + "_source", "declared") not in ("device", "observed"):
            out.pop(k, None)
    return out


def series_energy(s, t0, t1, delta=0.0):
    r = (gauge_energy if s["kind"] == "gauge" else counter_energy)(s, t0, t1, delta)
    if "REFUSED" not in r["flags"]:
        if "update_period" not in s:
            r["flags"].append("UPDATE_UNKNOWN")                           # S-4a
        ev = [k for k in ("p_min", "p_max") if k in s and s.get(k + "_source", "declared") != "declared"]
        if "ALIAS_RISK" in r["flags"] and (len(ev) < 2 or "BOUNDS_EXCEEDED" in r["flags"]):
            r["flags"].append("ALIAS_UNBOUNDED")                          # G-7
        if any(k in s and s.get(k + "_source", "declared") == "declared" for k in ("p_min", "p_max")):
            r["flags"].append("BOUNDS_DECLARED")
        if "loss_hi" in s:                                                # S-2D distribution loss, downstream -> upstream
            lo, hi = s.get("loss_lo", 0.0), s["loss_hi"]
            base = r["E"]
            scale(r, 1 + 0.5 * (lo + hi))
            r["components"].append(comp("distribution", base * 0.5 * (hi - lo) / SQ3, group="distribution/" + s.get("loss_group", "")))
        if "eta_lo" in s:
            lo, hi, base = s["eta_lo"], s["eta_hi"], r["E"]
            if s.get("convert", "dc_to_ac") == "dc_to_ac":                # S-2
                scale(r, 0.5 * (1 / lo + 1 / hi))
                a = base * 0.5 * (1 / lo - 1 / hi)
            else:                                                         # S-2R
                scale(r, 0.5 * (lo + hi))
                a = base * 0.5 * (hi - lo)
            if s.get("convert") == "ac_to_dc" and not 0.85 <= 0.5 * (lo + hi) <= 0.97:
                r["flags"].append("EFFICIENCY_UNUSUAL")
            r["components"].append(comp("efficiency", a / SQ3, s.get("eta_nu", INF), "efficiency/" + s.get("eta_group", "")))
        if "unmeasured_hi" in s:                                          # S-3
            lo, hi = s.get("unmeasured_lo", 0.0), s["unmeasured_hi"]
            r["E"] += 0.5 * (lo + hi) * r["D"]
            r["components"].append(comp("unmeasured", (hi - lo) * r["D"] / SQ12, INF, "unmeasured/" + s.get("unmeasured_group", "")))
        if "storage_capacity" in s:                                       # S-6
            if "storage_delta" in s:
                r["E"] -= s["storage_delta"]
                u = s.get("storage_u", 0.0)
            else:
                u = s["storage_capacity"] / SQ3
            r["flags"].append("STORAGE_IN_PATH")
            r["components"].append(comp("storage", u, INF, "storage/" + s.get("storage_group", "")))
    finish(r)
    return r


def finish(r):
    r["flags"] = (["REFUSED"] if "REFUSED" in r["flags"] else []) + sorted(set(r["flags"]) - {"REFUSED"})
    r["u"], r["nu"], r["k"], r["U"] = combine(r["components"])
    r["U_safe"] = math.hypot(r["U"], 2 * r["alias_bound"] / SQ3)
    r["U_headline"] = r["U_safe"] if "ALIAS_RISK" in r["flags"] else r["U"]


# --------------------------------------------------------------------------- N: total
def estimate(D, lo, hi, group, name="estimate"):
    """N-2, N-3, S-3: middle of [lo, hi] W, rect, one group per model"""
    return dict(E=0.5 * (lo + hi) * D, D=D, flags=[], alias_bound=0.0, components=[comp(name, (hi - lo) * D / SQ12, INF, group)])


def aggregate(results):
    """N-1: sum over the cover; groups add linearly"""
    r = dict(E=sum(x["E"] for x in results), alias_bound=sum(x["alias_bound"] for x in results),
             flags=sorted({f for x in results for f in x["flags"]}), components=[c for x in results for c in x["components"]])
    finish(r)
    return r


def missing_members(measured, missing, D, limit=0.01):
    """N-3. measured: results of the members with data; missing: [(lo, hi, model)]"""
    est = [estimate(D, lo, hi, "missing/" + m, "missing") for lo, hi, m in missing]
    tot = aggregate(measured + est)
    n = len(measured) + len(missing)
    if len(missing) <= limit * n and sum(x["E"] for x in est) <= limit * tot["E"]:
        tot["flags"] = sorted(set(tot["flags"]) | ({"ESTIMATED_MEMBERS"} if missing else set()))
        tot["status"] = "complete"
        return tot
    p = aggregate(measured)
    return dict(status="partial", E=None, partial_E=p["E"], partial_U=p["U"], flags=sorted(set(p["flags"]) | {"INCOMPLETE_NODES"}))


def class_of_total(items, E, U, cap="calibrated"):
    """L-1. items: [(energy, class, estimated)]; cap: worst cap of the codes of the total"""
    est = sum(abs(e) for e, _, x in items if x)
    for n, C in enumerate(CLASSES):
        worse = sum(abs(e) for e, k, x in items if not x and CLASSES.index(k) > n)
        allow = 0.01 if C == "calibrated" else INF if C == "reference-only" else 0.05
        lim = INF if C == "reference-only" else 0.01
        if worse <= lim * E and est <= allow * E and U <= ULIM[C] * E and n >= CLASSES.index(cap):
            return C
    return CLASSES[-1]


# --------------------------------------------------------------------------- R: runs, ratios, comparison
def runs_mean(E, u_sys, u_rand):
    """R-1"""
    n = len(E)
    m = sum(E) / n
    s2 = sum((x - m) ** 2 for x in E) / (n - 1)
    ur2 = sum(x * x for x in u_rand) / n
    uA2, nuA = (s2 / n, n - 1.0) if s2 >= ur2 else (ur2 / n, INF)
    u, nu, k, U = combine([comp("typeA", math.sqrt(uA2), nuA), comp("sys", u_sys)])
    return dict(E=m, s=math.sqrt(s2), u=u, nu=nu, k=k, U=U)


def ratio(E, uE, UE, T, uT):
    """R-2: energy per unit of work"""
    y = E / T
    u, U = y * math.hypot(uE / E, uT / T), y * math.hypot(UE / E, 2 * uT / T)
    return dict(y=y, u=u, k=U / u, U=U)


def compare(yA, compsA, EA, yB, compsB, EB, same_sensor=()):
    """R-3: ratio yA/yB; relative components; groups of one same physical sensor cancel, equal groups are not subtracted"""
    c = [comp(x["name"], x["u"] / EA, x["nu"], ("A/" + x["group"]) if x["group"] else None) for x in compsA if x["group"] not in same_sensor]
    c += [comp(x["name"], x["u"] / EB, x["nu"], ("B/" + x["group"]) if x["group"] else None) for x in compsB if x["group"] not in same_sensor]
    u, nu, k, U = combine(c)
    R = yA / yB
    lo, hi = R * math.exp(-U), R * math.exp(U)
    return dict(ratio=R, u=R * u, k=k, U=R * U, verdict="LOWER" if hi < 1 else "HIGHER" if lo > 1 else "TIE", lo=lo, hi=hi)


# --------------------------------------------------------------------------- W: attribution
def apportion(total_mJ, weights):
    """W-4: largest remainder in integer millijoules; exact conservation (total_mJ < 2**53)"""
    sw = sum(weights)
    if sw <= 0 or total_mJ == 0:
        return [0] * len(weights)
    raw = [total_mJ * w / sw for w in weights]
    out = [int(math.floor(x)) for x in raw]
    rest = total_mJ - sum(out)
    order = sorted(range(len(weights)), key=lambda i: (-(raw[i] - out[i]), i))
    while rest != 0:
        for i in (order if rest > 0 else order[::-1]):
            if rest > 0 and weights[i] > 0:
                out[i] += 1
                rest -= 1
            elif rest < 0 and out[i] > 0:
                out[i] -= 1
                rest += 1
            if rest == 0:
                break
    return out


def attribute(nodes, D):
    """W-1..W-5. nodes: [{E, p_idle, weights:{job:w}, alloc:{job:fraction}}] -> per job idle/dynamic millijoules"""
    jobs, un, rows = {}, 0, []
    for nd in nodes:
        tot = int(math.floor(nd["E"] * 1e3 + 0.5))
        idle = min(tot, int(math.floor(nd["p_idle"] * D * 1e3 + 0.5)))
        dyn = tot - idle
        names = sorted(set(nd.get("weights", {})) | set(nd.get("alloc", {})))
        al = [nd.get("alloc", {}).get(j, 0.0) for j in names]
        we = [nd.get("weights", {}).get(j, 0.0) for j in names]
        si = apportion(idle, al)
        sd = apportion(dyn, we) if sum(we) > 0 else apportion(dyn, al)
        for j, a, b in zip(names, si, sd):
            x = jobs.setdefault(j, dict(idle_mJ=0, dynamic_mJ=0))
            x["idle_mJ"] += a
            x["dynamic_mJ"] += b
        un += tot - sum(si) - sum(sd)
        rows.append(dict(total_mJ=tot, idle_mJ=idle, dynamic_mJ=dyn))
    return dict(jobs=jobs, unattributed_mJ=un, nodes=rows)


# --------------------------------------------------------------------------- X: cross-validation
def en_score(E1, U1, E2, U2, rho=1.0, u_rho=0.0):
    """X-4; u_rho = relative standard uncertainty of rho"""
    return abs(E1 - rho * E2) / math.sqrt(U1 ** 2 + (rho * U2) ** 2 + (2 * u_rho * rho * E2) ** 2)


def deming(x, y, lam=1.0):
    """X-5: y = a + b x, lam = var(err_y)/var(err_x)"""
    x, y = np.asarray(x, float), np.asarray(y, float)
    mx, my = x.mean(), y.mean()
    sxx, syy, sxy = ((x - mx) ** 2).mean(), ((y - my) ** 2).mean(), ((x - mx) * (y - my)).mean()
    b = (syy - lam * sxx + math.sqrt((syy - lam * sxx) ** 2 + 4 * lam * sxy ** 2)) / (2 * sxy)
    return my - b * mx, b


def bland_altman(x, y):
    d = np.asarray(x, float) - np.asarray(y, float)
    m, s = float(d.mean()), float(d.std(ddof=1))
    return dict(bias=m, sd=s, loa_lo=m - 1.96 * s, loa_hi=m + 1.96 * s)


def n_eff(r):
    """X-6: effective number of blocks; lag-1 autocorrelation with its small-sample bias removed"""
    r = np.asarray(r, float)
    n = len(r)
    d = r - r.mean()
    ss = float((d * d).sum())
    r1 = ((float((d[1:] * d[:-1]).sum()) / ss if ss > 0 else 0.0) + 1.0 / n) / max(0.4, 1 - 3.0 / n)
    r1 = min(0.9, max(0.0, r1))
    return n * (1 - r1) / (1 + r1)


def s_eff(r, ne):
    """X-6: sd corrected for the variance that the correlation hides"""
    n = len(r)
    return float(np.std(np.asarray(r, float), ddof=1)) * math.sqrt(max(1.0, ne * (n - 1) / (n * (ne - 1))))


def tost_ratio(e1, e2, rho=1.0, bound=0.03, u_rho=0.0):
    """X-6 for one level"""
    r = np.log(np.asarray(e1, float) / (rho * np.asarray(e2, float)))
    ne, m = n_eff(r), float(r.mean())
    if ne < 2.5:
        return dict(ratio=math.exp(m), n_eff=ne, lo=0.0, hi=INF, equivalent=False)
    h = math.hypot(t90(ne - 1) * s_eff(r, ne) / math.sqrt(ne), 1.645 * u_rho)
    lim = math.log1p(bound)
    return dict(ratio=math.exp(m), n_eff=ne, lo=math.exp(m - h), hi=math.exp(m + h), equivalent=bool(m - h > -lim and m + h < lim))


def transfer(mean_r, u_ref):
    """X-7b: correction and components (relative) for a further unit of the model; mean_r: one value per validated unit"""
    m = len(mean_r)
    mu = sum(mean_r) / m
    su = math.sqrt(sum((x - mu) ** 2 for x in mean_r) / (m - 1))
    u, nu, k, U = combine([comp("reference", u_ref), comp("unit", su * math.sqrt(1 + 1 / m), m - 1.0)])
    return dict(correction=math.exp(mu), s_u=su, u_rel=u, nu=nu, k=k, U_rel=U)


def corroborate(levels, E1, U1, E2, U2, rho=1.0, u_rho=0.0):
    """L-6: two independent chains, levels: [(blocks of chain 1, blocks of chain 2)]; chain 1 is upstream"""
    ok = en_score(E1, U1, E2, U2, rho, u_rho) <= 1
    rs = []
    for a, b in levels:
        ok = ok and tost_ratio(a, b, rho, 0.05, u_rho)["equivalent"]
        A, B = sum(a), sum(b)
        ok = ok and en_score(A, U1 / E1 * A, B, U2 / E2 * B, rho, u_rho) <= 1
        rs += [math.log(x / (rho * y)) for x, y in zip(a, b)]
    mr = sum(rs) / len(rs)
    U = max(U1, rho * U2, abs(mr) * E1, 0.03 * E1)
    return dict(agrees=bool(ok), E=E1, U=U, mean_r=mr, corroborated=bool(ok and U <= 0.07 * E1))


def vertex(r, i, K):
    """parabola through r[i] and its neighbours: shift in steps, height"""
    if not 0 < i < len(r) - 1: return i - K, r[i]
    den = r[i - 1] - 2 * r[i] + r[i + 1]
    if den == 0: return i - K, r[i]
    return i - K + 0.5 * (r[i - 1] - r[i + 1]) / den, r[i] - (r[i - 1] - r[i + 1]) ** 2 / (8 * den)


def lag(x, y, h, max_lag):
    """X-3: x,y on a common grid of step h; delay of y after x in s, height there, and the interval of all delays within +-10 s that are alike"""
    x, y = np.diff(np.asarray(x, float)), np.diff(np.asarray(y, float))
    x, y = x - x.mean(), y - y.mean()
    K = int(round(max_lag / h))
    r = []
    for k in range(-K, K + 1):
        a, b = (x[:len(x) - k], y[k:]) if k >= 0 else (x[-k:], y[:len(y) + k])
        d = math.sqrt(float((a * a).sum() * (b * b).sum()))
        r.append(float((a * b).sum()) / d if d > 0 else 0.0)
    peaks = [vertex(r, i, K) for i in range(len(r)) if (i == 0 or r[i] >= r[i - 1]) and (i == len(r) - 1 or r[i] >= r[i + 1])]
    least = 0.8 * max(height for _, height in peaks)
    alike = [(shift * h, height) for shift, height in peaks if height >= least]
    seconds, height = min(alike, key=lambda one: abs(one[0]))
    near = [seconds] + [s for s, _ in alike if abs(s) <= 10]
    return seconds, height, min(near), max(near)
