"""Power logs of joulemark energy --mlperf-files, read back by MLCommons' own result summarizer (PyPI mlperf-logging): the same joules, no lost tail."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import backfill  # noqa: E402
import python_peers  # noqa: E402
import rig  # noqa: E402

LENGTH, MARGIN, RUN = 400, 60, 251.383  # s
SUMMARIZE = """
import pathlib, sys
from mlperf_logging.result_summarizer import result_summarizer as summarizer
folder, ttt = sys.argv[1], float(sys.argv[2])
print(summarizer._compute_total_power(folder, folder + "/result_0.txt", ttt, sys.argv[3]))
"""
PYTHON = python_peers.with_packages("mlperf-logging")


def mllog(key: str, t: float, metadata: str = '""') -> str:
    return f'0: :::MLLOG {{"namespace": "", "time_ms": {round(1000 * t)}, "event_type": "X", "key": "{key}", "value": null, "metadata": {metadata}}}\n'


@unittest.skipUnless(PYTHON, "mlperf-logging cannot be installed here")
class MlperfFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        cls.addClassCleanup(cls.temp.cleanup)
        cls.folder = pathlib.Path(cls.temp.name)
        cls.begin = int(time.time()) - LENGTH - 600
        cls.loads = [backfill.Load(cls.begin, [base + (300 if (s // 17) % 2 else 0) for s in range(LENGTH)]) for base in (5000.0, 3000.0)]
        meter = dict(source="redfish", sensor="psu", scope="node", component="node", accuracy=0.01, model="PSU 3000", scatter=0.0)
        counters = [backfill.Counter(load, node=f"n{i + 1}", seed=i, **meter) for i, load in enumerate(cls.loads)]
        cls.server = rig.Prometheus(cls.folder, "prometheus", "  []\n")
        cls.server.file.write_text("global: {scrape_interval: 1s}\n")
        backfill.write_blocks(cls.folder / "prometheus.tsdb", counters, cls.begin, cls.begin + LENGTH)
        cls.server.start()
        cls.addClassCleanup(cls.server.stop)
        cls.start = cls.begin + MARGIN + 0.339
        cls.result = cls.folder / "result_0.txt"
        cls.result.write_text(mllog("run_start", cls.start) + mllog("run_stop", cls.start + RUN, '{"status": "success"}'))

    def summarized(self, files: pathlib.Path) -> float:
        for ruleset in ("6.0.0", "5.1.0", "5.0.0", "4.1.0"):
            run = subprocess.run([PYTHON, "-c", SUMMARIZE, files, str(1000 * RUN), ruleset], capture_output=True, text=True, timeout=60)
            if run.returncode == 0:
                return float(run.stdout.split()[-1])
        raise AssertionError(run.stderr)

    def test_the_summarizer_finds_the_joules_of_the_report(self):
        files = self.folder / "submission"
        run = subprocess.run([rig.QUERY, "energy", "--nodes", "n1,n2", "--mllog", self.result, "--prometheus.url", self.server.url, "--output", "json",
                              "--mlperf-files", files], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual(report["window"]["origin"], "mllog")
        total = report["total"]
        truth = sum(load.joules(self.start + RUN) - load.joules(self.start) for load in self.loads)
        self.assertAlmostEqual(total["energy_joules"], truth, delta=total["expanded_uncertainty_joules"])
        self.assertEqual(sorted(p.name for p in (files / "power/result_0").iterdir()), ["node_0.txt", "node_1.txt"])
        self.assertAlmostEqual(self.summarized(files) / total["energy_joules"], 1.0, delta=2e-6)
        again = subprocess.run([rig.QUERY, "energy", "--nodes", "n1,n2", "--mllog", self.result, "--prometheus.url", self.server.url,
                                "--mlperf-files", files], capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, 1, "what lies there already is not written over")
        self.assertIn("--mlperf-files", again.stderr)


if __name__ == "__main__":
    unittest.main()
