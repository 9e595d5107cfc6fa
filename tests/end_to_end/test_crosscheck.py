"""joulemark crosscheck against a real Prometheus that holds 50 minutes of two meters and four nodes whose joules are known."""
import datetime
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import backfill  # noqa: E402
import rig  # noqa: E402

MINUTES, SPACING, MARGIN = 12, 960, 180  # of a level; s between begins; s around all of it
NAMES = ("idle", "steady", "workload")
CERTIFICATE = """laboratory: Lab of Record
number: C-1
serial: P-77
date: {date}
valid_until: {until}
expanded_uncertainty: 0.004
range_watts: [50, 5000]
certificate: c1.pdf
"""
PLAN = """schema: joulemark.plan/1
name: other exporters
members: [{nodes: gpu0003, supply: ac}]
mapping:
  - {match: rPDUOutletWatts, node_label: instance, scope: "pdu:x/outlet:{outlet}", component: outlet, boundary: ac_input, supply: ac, quantity: power,
     unit: watt, source_class: "PDU, IEC 62053-21 class 1, >= 5 % of rated current", vendor: Acme, model: PDU 4, averaging: 1s, update_interval: 1s}
  - {match: ipmi_dcmi_power_consumption_watts, node_label: instance, scope: node, component: node, boundary: ac_input, supply: ac, quantity: power,
     unit: watt, source_class: "PSU or BMC input power, PSU above 20 % load", vendor: Acme, model: BMC 1, averaging: 1s, update_interval: 1s}
"""


def made_load(begin: int, seconds: int) -> backfill.Load:
    rng = random.Random(5)
    watts, job = [], 900.0
    for s in range(seconds):
        if s % 7 == 0:
            job = rng.uniform(800, 1000)
        level = min(max(s - MARGIN, 0) // SPACING, 2)
        watts.append((300.0, 700.0, job)[level] + rng.uniform(-3, 3))
    return backfill.Load(begin, watts)


def noisy(load: backfill.Load) -> backfill.Load:
    """Two in a thousand from minute to minute: meters that agree to the last digit are one meter."""
    rng = random.Random(9)
    minutes = [rng.gauss(1.0, 0.002) for _ in range(len(load.watts) // 60 + 1)]
    return backfill.Load(load.begin, [w * minutes[s // 60] for s, w in enumerate(load.watts)])


def iso(t: float) -> str:
    return datetime.datetime.fromtimestamp(t, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Crosscheck(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        cls.folder = pathlib.Path(cls.temp.name)
        length = 2 * SPACING + MINUTES * 60 + 2 * MARGIN
        cls.begin = int(time.time()) - length - 600
        cls.load = made_load(cls.begin, length)
        outlet = backfill.Load(cls.begin, [1.003 * w for w in cls.load.watts])
        half = backfill.Load(cls.begin, [0.5 * w for w in outlet.watts])
        node = dict(source="hwmon", sensor="power1", scope="node", component="node", model="Meter 5")
        pdu = dict(source="redfish", component="outlet", accuracy=0.01)
        counters = [
            backfill.Counter(cls.load, node="gpu0001", gain=1.011, lag=3.0, seed=1, **node),
            backfill.Counter(cls.load, node="gpu0002", gain=1.014, seed=2, **node),
            backfill.Counter(cls.load, node="gpu0009", gain=1.09, accuracy=0.02, seed=3, **{**node, "sensor": "power1"}),
            backfill.Counter(outlet, node="pdu-a", sensor="o1", scope="pdu:a/outlet:1", model="PDU 9", serial="P-77", seed=4, **pdu),
            backfill.Counter(half, node="pdu-b", sensor="o2", scope="pdu:b/outlet:2", model="PDU 8", seed=5, **pdu),
            backfill.Counter(half, node="pdu-c", sensor="o3", scope="pdu:c/outlet:2", model="PDU 7", seed=6, **pdu),
            backfill.Gauge(outlet, 'rPDUOutletWatts{instance="pdu-x:161",job="snmp",outlet="12"}'),
            backfill.Gauge(noisy(cls.load), 'ipmi_dcmi_power_consumption_watts{instance="gpu0003:9290",job="ipmi"}', gain=0.99)]
        cls.server = rig.Prometheus(cls.folder, "prometheus", "  []\n")
        cls.server.file.write_text("global: {scrape_interval: 1s}\n")
        backfill.write_blocks(cls.folder / "prometheus.tsdb", counters, cls.begin, cls.begin + length)
        cls.server.start()
        begins = [cls.begin + MARGIN + i * SPACING for i in range(3)]
        cls.levels = [arg for name, t in zip(NAMES, begins) for arg in ("--level", f"{name}={iso(t + 60)}/{iso(t + 60 + 60 * MINUTES)}")]
        (cls.folder / "c1.pdf").write_text("a certificate")
        today = datetime.date.today()
        (cls.folder / "c.yaml").write_text(CERTIFICATE.format(date=today - datetime.timedelta(30), until=today + datetime.timedelta(300)))
        cls.log = cls.folder / "spl.txt"
        backfill.analyzer_log(cls.log, outlet, cls.begin + 5, cls.begin + length - 5, offset_hours=2)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.temp.cleanup()

    def ask(self, *arguments, levels=None):
        command = [rig.QUERY, "crosscheck", "--prometheus.url", self.server.url, *arguments, *(self.levels if levels is None else levels)]
        return subprocess.run([str(a) for a in command], capture_output=True, text=True, timeout=60)

    def unit(self, node: str, *arguments, status: int = 0) -> dict:
        file = self.folder / f"{node}.json"
        run = self.ask("--validate", f"node={node},source=hwmon,scope=node", "--output", "json", "--output-file", file, *arguments)
        self.assertEqual(run.returncode, status, run.stderr)
        return json.loads(file.read_text())["units"][0]

    def test_agrees_with_an_outlet_and_corrects_to_it(self):
        unit = self.unit("gpu0001", "--against", "scope=pdu:a/outlet:1", "--certificate", self.folder / "c.yaml")
        self.assertEqual(unit["verdict"], "AGREE", unit["reasons"])
        self.assertTrue(unit["reference"]["calibrated"])
        self.assertAlmostEqual(unit["lag"]["seconds"], 3.0, delta=0.3)
        for point in unit["correction"]["points"]:
            self.assertAlmostEqual(point["factor"], 1 / 1.011, delta=0.003)
        for level in unit["levels"]:
            block = level["blocks"][0]
            t = datetime.datetime.fromisoformat(block["begin"][:19] + "+00:00").timestamp()
            true = self.load.joules(t + 60) - self.load.joules(t)
            self.assertAlmostEqual(block["reference_joules"] / (1.003 * true), 1.0, delta=0.008)
            self.assertAlmostEqual(block["validated_joules"] / (1.011 * true), 1.0, delta=0.008)

    def test_adds_two_outlets(self):
        unit = self.unit("gpu0002", "--against", "scope=pdu:b/outlet:2", "--against", "scope=pdu:c/outlet:2")
        self.assertEqual(unit["verdict"], "AGREE", unit["reasons"])
        self.assertEqual(len(unit["reference"]["sensors"]), 2)
        self.assertFalse(unit["reference"]["calibrated"])

    def workload_energy(self, plan: str, moved: float = 0.0) -> rig.Answer:
        """Of the window that is the workload level."""
        (self.folder / "two.yaml").write_text(f"schema: joulemark.plan/1\nname: two chains\nmembers: [{{nodes: gpu0002, supply: ac}}]\n{plan}")
        begin = self.begin + MARGIN + 2 * SPACING + 60 + moved
        return rig.energy(self.server, rig.window_file(self.folder, begin, begin + 60 * MINUTES), "--plan", self.folder / "two.yaml")

    def test_two_uncalibrated_chains_of_the_run_corroborate_each_other(self):
        """METHOD L-6; the joules are known: E is that of the outlets, U what the worse chain asks for."""
        self.unit("gpu0002", "--against", "scope=pdu:b/outlet:2", "--against", "scope=pdu:c/outlet:2")
        outlets, checked = "covers: {outlets: {gpu0002: ['pdu:b/outlet:2', 'pdu:c/outlet:2']}}\n", "crosschecks: [gpu0002.json]\n"
        (self.folder / "sacct.json").write_text(json.dumps({"jobs": [{"job_id": 7, "nodes": "gpu0002", "time": {"start": self.begin, "end": int(time.time())}}]}))
        answer = self.workload_energy(outlets + checked + "allocation: {evidence: slurm, job: 7, file: sacct.json}\n")
        self.assertIsNotNone(answer.report, answer.stderr)
        total = answer.report["total"]
        self.assertEqual((total["class"], total["reasons"]), ("corroborated", ["SINGLE_RUN"]))
        begin = self.begin + MARGIN + 2 * SPACING + 60
        true = 1.003 * (self.load.joules(begin + 60 * MINUTES) - self.load.joules(begin))
        self.assertAlmostEqual(total["energy_joules"] / true, 1.0, delta=0.003)
        self.assertGreater(total["expanded_uncertainty_joules"], 0.05 * true, "rho U of the other chain, which states 5 %")
        self.assertLess(total["expanded_uncertainty_joules"], 0.07 * true)
        for plan, moved, why in ((checked, 0.0, "'covers' of the plan counts it"), (outlets + checked, 90.0, "it was not made in this run")):
            other = self.workload_energy(plan, moved).report
            unit = (other["scopes"] or other["nodes"])[0]
            self.assertNotEqual(unit["class"], "corroborated")
            self.assertIn(why, " ".join(unit["steps"]))

    def test_one_of_two_outlets_disagrees(self):
        unit = self.unit("gpu0002", "--against", "scope=pdu:b/outlet:2", status=2)
        self.assertEqual(unit["verdict"], "DISAGREE")
        self.assertIn("every feed", " ".join(unit["advice"]))

    def test_a_sensor_nine_percent_off_disagrees(self):
        self.assertEqual(self.unit("gpu0009", "--against", "scope=pdu:a/outlet:1", status=2)["verdict"], "DISAGREE")

    def test_refuses_a_reference_downstream(self):
        run = self.ask("--validate", "scope=pdu:a/outlet:1", "--against", "node=gpu0001,source=hwmon")
        self.assertEqual(run.returncode, 1)
        self.assertIn("lies downstream of", run.stderr)
        self.assertEqual(run.stdout, "")

    def test_says_what_a_selector_matches(self):
        none = self.ask("--validate", "node=gpu7777", "--against", "scope=pdu:a/outlet:1")
        self.assertIn("no sensor matches", none.stderr)
        many = self.ask("--validate", "source=hwmon", "--against", "scope=pdu:a/outlet:1")
        self.assertEqual((none.returncode, many.returncode), (1, 1))
        self.assertIn("matches 3 sensors", many.stderr)
        self.assertIn("gpu0009", many.stderr)

    def test_takes_the_log_of_an_analyzer_with_its_offset_only(self):
        sides = ("--reference", self.log)
        unit = self.unit("gpu0002", *sides, "--reference-utc-offset", "+02:00", "--certificate", self.folder / "c.yaml", "--protocol", "mlperf-training")
        self.assertEqual(unit["verdict"], "AGREE", unit["reasons"])
        self.assertEqual(unit["reference"]["kind"], "analyzer_log")
        self.assertLess(abs(unit["lag"]["seconds"]), 0.6, "a mean of the last second and a counter")
        self.assertTrue(unit["training_acceptance"]["accepted"])
        validate = ("--validate", "node=gpu0002,scope=node")
        missing, wrong = self.ask(*validate, *sides), self.ask(*validate, *sides, "--reference-utc-offset", "Z")
        self.assertEqual((missing.returncode, wrong.returncode), (1, 1))
        self.assertIn("--reference-utc-offset", missing.stderr)
        self.assertIn("differs by +02:00", wrong.stderr)

    def test_takes_series_of_other_exporters_by_the_mapping_of_a_plan(self):
        plan = self.folder / "plan.yaml"
        plan.write_text(PLAN)
        run = self.ask("--plan", plan, "--validate", "node=gpu0003,source=mapping", "--against", "scope=pdu:x/outlet:12", "--output", "json")
        self.assertEqual(run.returncode, 0, run.stderr + run.stdout[:2000])
        unit = json.loads(run.stdout)["units"][0]
        self.assertEqual(unit["verdict"], "AGREE", unit["reasons"])
        self.assertEqual(unit["reference"]["sensors"][0]["node"], "pdu-x")
        self.assertAlmostEqual(unit["whole"]["result"]["ratio"], 1 / 0.99, delta=0.003)

    def test_short_levels_are_refused_with_the_rule(self):
        t = self.begin + MARGIN
        run = self.ask("--validate", "node=gpu0002,scope=node", "--against", "scope=pdu:a/outlet:1", levels=[
            *self.levels[:4], "--level", f"workload={iso(t + 2 * SPACING + 60)}/{iso(t + 2 * SPACING + 400)}"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("the workload is shorter than 600 s", run.stderr)

    def test_a_fleet_takes_what_was_written_and_nothing_that_was_changed(self):
        files = []
        for node in ("gpu0001", "gpu0002"):
            path = self.folder / f"{node}.json"
            run = self.ask("--validate", f"node={node},scope=node", "--against", "scope=pdu:a/outlet:1", "--output", "json", "--output-file", path)
            self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)
            files.append(path)
        fleet = self.ask("--fleet", *files, levels=[])
        self.assertEqual(fleet.returncode, 0, fleet.stderr)
        self.assertIn("2 units tested, 2 passed", fleet.stdout)
        forged = json.loads(files[0].read_text())
        for block in forged["units"][0]["levels"][0]["blocks"]:
            block["validated_joules"] *= 1.2
        files[0].write_text(json.dumps(forged))
        refused = self.ask("--fleet", *files, levels=[])
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the blocks say DISAGREE", refused.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
