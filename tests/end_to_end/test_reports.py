"""joulemark idle, energy, compare and explain in a row, against a real Prometheus that holds half an hour of nodes whose joules are known."""
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import backfill  # noqa: E402
import rig  # noqa: E402

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs/schemas"
IDLE, JOB, MARGIN = 600, 400, 60  # s
FIRST = MARGIN + IDLE + MARGIN  # begin of the first job; the second follows after a margin
SECOND = FIRST + JOB + MARGIN
LENGTH = SECOND + JOB + MARGIN


def watts(second: float, restless: bool) -> float:
    if FIRST <= second < FIRST + JOB:
        return 900.0
    if SECOND <= second < SECOND + JOB:
        return 1000.0
    return 480.0 if restless and 300 <= second < 400 else 300.0


def iso(t: float) -> str:
    return datetime.datetime.fromtimestamp(t, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        cls.folder = pathlib.Path(cls.temp.name)
        cls.begin = int(time.time()) - LENGTH - 600
        meter = dict(source="redfish", sensor="psu", scope="node", component="node", accuracy=0.01, model="PSU 3000")
        counters = []
        for i, (node, restless) in enumerate((("gpu1", False), ("gpu2", True))):
            load = backfill.Load(cls.begin, [watts(s, restless) for s in range(LENGTH)])
            counters.append(backfill.Counter(load, node=node, serial=f"S-{i}", seed=i, scatter=0.0, **meter))
        cls.server = rig.Prometheus(cls.folder, "prometheus", "  []\n")
        cls.server.file.write_text("global: {scrape_interval: 1s}\n")
        backfill.write_blocks(cls.folder / "prometheus.tsdb", counters, cls.begin, cls.begin + LENGTH)
        cls.server.start()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.temp.cleanup()

    def ask(self, *arguments, status: int = 0) -> str:
        run = subprocess.run([str(a) for a in (rig.QUERY, *arguments)], capture_output=True, text=True, timeout=60,
                             env={"PROMETHEUS_URL": self.server.url, "PATH": "/usr/bin:/bin"})
        self.assertEqual(run.returncode, status, run.stderr + run.stdout[-2000:])
        return run.stdout

    def window(self, begin: float, seconds: float) -> list:
        return ["--start", iso(self.begin + begin), "--end", iso(self.begin + begin + seconds)]

    def report(self, name: str, begin: float) -> pathlib.Path:
        path = self.folder / f"{name}.json"
        self.ask("energy", "--nodes", "gpu1", *self.window(begin + 20, JOB - 40), "--output", "json", "--output-file", path)
        return path

    def test_measures_the_idle_node_and_refuses_the_restless_one(self):
        path = self.folder / "idle.json"
        text = self.ask("idle", *self.window(MARGIN, IDLE), "--output-file", path, status=3)
        self.assertIn("NO BASELINE  gpu2: was not idle: its power stepped from 30", text)
        nodes = {n["node"]: n for n in json.loads(path.read_text())["nodes"]}
        self.assertAlmostEqual(nodes["gpu1"]["watts"], 300.0, delta=max(1.0, 2 * nodes["gpu1"]["standard_uncertainty_watts"]))
        self.assertGreater(nodes["gpu1"]["lowest_watts"], 150.0)
        self.assertIsNone(nodes["gpu2"]["watts"])

    def test_refuses_an_idle_window_below_five_minutes(self):
        self.assertEqual(self.ask("idle", *self.window(MARGIN, 200), status=1), "")

    def test_compares_what_one_meter_saw(self):
        a, b = self.report("a", FIRST), self.report("b", SECOND)
        comparison = json.loads(self.ask("compare", a, b, "--output", "json"))
        self.assertEqual(comparison["verdict"], "LOWER")
        self.assertLess(comparison["ratio"]["low"], 0.9)
        self.assertGreater(comparison["ratio"]["high"], 0.9)
        self.assertIn("1 sensor that measured both", comparison["cancelled"])
        self.assertLess(comparison["ratio"]["expanded_uncertainty"], 0.7 * comparison["expanded_uncertainty_uncancelled"])
        self.assertIn("TIE", self.ask("compare", a, a))

    def test_takes_several_runs_together(self):
        a, b = self.report("r1", FIRST), self.report("r2", SECOND)
        runs = json.loads(self.ask("runs", b, a, "--output", "json"))
        self.assertEqual([r["file"] for r in runs["runs"]], [str(a), str(b)])
        self.assertAlmostEqual(runs["mean_energy_joules"], 950.0 * (JOB - 40), delta=runs["expanded_uncertainty_joules"])
        self.assertGreater(runs["expanded_uncertainty_joules"], 2 * runs["standard_deviation_joules"], "two runs: one degree of freedom")
        self.assertIsNone(runs["olympic_mean_joules"])
        try:
            import jsonschema
        except ImportError:
            return
        jsonschema.validate(runs, json.loads((SCHEMAS / "runs.schema.json").read_text()))

    def test_explains_the_report(self):
        text = self.ask("explain", self.report("c", FIRST))
        self.assertIn("WHY NOT ", text)
        self.assertIn("CLOCK_UNMEASURED", text)
        self.assertIn("ALLOCATION_TYPED", text)


if __name__ == "__main__":
    unittest.main()
