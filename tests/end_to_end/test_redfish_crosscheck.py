"""A PDU with two outlets per node against the BMCs of the nodes, known joules, gains and a lag: through the exporter and a real Prometheus into
`joulemark crosscheck`. Three levels last 39 minutes (label soak: ctest -C soak -L soak); without --soak the levels are seconds, which METHOD refuses."""
import datetime
import json
import pathlib
import random
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]
import redfish_trees as trees  # noqa: E402
import rig  # noqa: E402
from test_redfish_source import Rig  # noqa: E402

SOAK = "--soak" in sys.argv
LEVELS = {"idle": 765, "steady": 765, "workload": 765} if SOAK else {"idle": 12, "steady": 12, "workload": 14}
MARGIN = 20 if SOAK else 2  # s left out after a change of load
LOSS = 0.003  # of the cord


def load(scale: float) -> dict:
    """Idle, steady, then another power every 7 s: a load with a period would fit at any multiple of it."""
    rng = random.Random(scale)
    work = [{"seconds": 7, "watts": rng.uniform(450, 1250) * scale} for _ in range(120)]
    return {"every": 0.1, "noise": 0.004, "noise_every": 0.5, "wobble": 0.002, "levels": [
        {"seconds": 30 + LEVELS["idle"] if SOAK else 27, "watts": 240 * scale}, {"seconds": LEVELS["steady"], "watts": 900 * scale}, *work]}


# Node: gain of its BMC, lag of its BMC, share of its power behind each of the two outlets, expected verdict.
NODES = {
    "agrees": (1.004, 0.0, 0.47, "AGREE"),
    "two": (1.023, 0.0, 0.47, "AGREE"),
    "six": (1.063, 0.0, 0.47, "DISAGREE"),
    "late": (1.004, 3.3, 0.47, "AGREE"),
    "unmapped": (1.004, 0.0, 0.4, "DISAGREE"),
}


def iso(t: float) -> str:
    return datetime.datetime.fromtimestamp(t, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Crosscheck(Rig):
    def setUp(self):
        super().setUp()
        outlets, targets, self.begun = [], [], time.time()
        for i, (node, (gain, lag, share, _)) in enumerate(NODES.items()):
            power = load(1 + 0.1 * i)
            bmc = self.bmc(trees.stated_node_tree(accuracy=2.0, energy=True), node, values=trees.node_values({**power, "gain": gain, "lag": lag}))
            targets.append(self.target(bmc.url, node, interval="1s"))
            for k, part in enumerate((share, 1 - share)):
                outlets.append((f"{node}{k}", {**power, "gain": (1 + LOSS) * part}))
        pdu = self.bmc(trees.pdu_tree([o for o, _ in outlets], accuracy=1.0), "pdu", values=[v for o, values in outlets for v in trees.outlet_values(o, values)])
        self.exporter_ = self.exporter(*targets, self.target(pdu.url, "pdu-r5", interval="1s"))
        self.server = rig.Prometheus(self.folder, "prometheus", rig.job("joulemark", [self.exporter_]))
        self.server.start()
        self.addCleanup(self.server.stop)
        self.reads(self.exporter_, *NODES, "pdu-r5")
        self.levels, at = [], self.begun + (30 if SOAK else 15)
        for name, seconds in LEVELS.items():
            self.levels += ["--level", f"{name}={iso(at + MARGIN)}/{iso(at + seconds - MARGIN)}"]
            at += seconds
        time.sleep(max(0, at + 5 - time.time()))

    def ask(self, node: str, *more: str) -> subprocess.CompletedProcess:
        feeds = [f"source=redfish,sensor=PowerEquipment/RackPDUs/1/Outlets/{node}{k}#/EnergykWh" for k in range(1 if node == "unmapped" else 2)]
        against = [arg for feed in feeds for arg in ("--against", feed)]
        command = [rig.QUERY, "crosscheck", "--prometheus.url", self.server.url, "--validate", f"node={node},source=redfish,sensor=Chassis/1/E#/EnergykWh/LifetimeReading", *against, *self.levels, *more]
        return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120)

    def test_a_pdu_and_the_bmcs_behind_it(self):
        lags = {}
        for node, (gain, lag, share, expected) in NODES.items():
            with self.subTest(node):
                file = self.folder / f"{node}.json"
                run = self.ask(node, "--output", "json", "--output-file", str(file))
                print(self.ask(node).stdout or run.stderr, file=sys.stderr)
                if not SOAK:
                    self.assertEqual(run.returncode, 1)
                    self.assertIn("shorter than", run.stderr)
                    continue
                (unit,) = json.loads(file.read_text())["units"]
                lags[node] = unit["lag"]["seconds"]
                self.assertFalse(unit["reference"]["calibrated"])
                if node != "unmapped":
                    self.assertAlmostEqual(unit["whole"]["result"]["ratio"], (1 + LOSS) / gain, delta=0.004)
                self.check_verdict(unit, expected, run.returncode)
        if SOAK:
            # Both are held against the latencies of their classes, of which these devices have none.
            self.assertAlmostEqual(lags.get("late", 0.0) - lags.get("agrees", 0.0), NODES["late"][1], delta=0.5)
            self.check_corroboration()

    def check_verdict(self, unit: dict, expected: str, status: int):
        """Levels of five blocks can be too alike by chance to show agreement; disagreement shows in any case."""
        alike = unit["verdict"] == "INCONCLUSIVE" and all("too alike in time" in reason for reason in unit["reasons"])
        if not (expected == "AGREE" and alike):
            self.assertEqual((unit["verdict"], status), (expected, 0 if expected == "AGREE" else 2), unit["reasons"])

    def check_corroboration(self):
        """METHOD L-6: neither chain is calibrated, and the workload is the window that is reported."""
        scopes = ", ".join(f"'{scope}'" for scope in self.outlet_scopes("agrees"))
        plan = self.folder / "plan.yaml"
        plan.write_text("schema: joulemark.plan/1\nname: corroborated\nmembers: [{nodes: agrees, supply: ac}]\n"
                        f"covers: {{outlets: {{agrees: [{scopes}]}}}}\ncrosschecks: [agrees.json]\n")
        begin, end = (datetime.datetime.fromisoformat(t.replace("Z", "+00:00")).timestamp() for t in self.levels[5].split("=")[1].split("/"))
        answer = rig.energy(self.server, rig.window_file(self.folder, begin, end), "--plan", plan)
        self.assertIsNotNone(answer.report, answer.stderr)
        (self.folder / "report.json").write_text(answer.stdout)
        (unit,) = answer.report["scopes"]
        self.assertEqual(unit["class"], "corroborated", (unit["steps"], unit["reasons"], [s["flags"] for s in unit["series"]]))

    def outlet_scopes(self, node: str) -> list:
        return [self.server.query(f'joulemark_sensor_info{{sensor=~".*/{node}{k}#/EnergykWh"}}', time.time())[0]["metric"]["scope"] for k in range(2)]


if __name__ == "__main__":
    unittest.main(argv=[a for a in sys.argv if a != "--soak"], verbosity=2)
