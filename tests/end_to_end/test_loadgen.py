"""joulemark run --loadgen around a real LoadGen run on replayed power: the joules of its performance phase are known."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import python_peers  # noqa: E402
import rig  # noqa: E402

CLIENT = pathlib.Path(__file__).parent / "loadgen_client.py"
SECONDS = 21.7
SCENARIO = """epoch: 2026-01-01T00:00:00Z
loads:
  job: {kind: square, low_watts: 300, high_watts: 700, period: 7.3s, duty: 0.61}
nodes:
  - name: sut
    sensors:
      - {id: psu, scope: node, component: psu, boundary: ac_input, supply: ac, load: job, quantity: energy, resolution_joules: 0.001,
         update_interval: 100ms, accuracy_ratio: 0.005, vendor: Example, model: PSU-2000}
"""
PYTHON = python_peers.with_packages("mlcommons-loadgen")


@unittest.skipUnless(PYTHON, "mlcommons-loadgen cannot be installed here")
class Loadgen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        cls.addClassCleanup(cls.temp.cleanup)
        cls.folder = pathlib.Path(cls.temp.name)
        cls.exporter = rig.ReplayExporter(cls.folder, "sut", SCENARIO)
        cls.server = rig.Prometheus(cls.folder, "prometheus", rig.job("sut", [cls.exporter]))
        cls.exporter.start()
        cls.addClassCleanup(cls.exporter.stop)
        cls.server.start()
        cls.addClassCleanup(cls.server.stop)
        cls.server.wait_until_scraping()
        time.sleep(3)

    def ask(self, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run([str(a) for a in (rig.QUERY, *arguments)], capture_output=True, text=True, timeout=120,
                              env={"PROMETHEUS_URL": self.server.url, "PATH": "/usr/bin:/bin"})

    def test_the_window_is_the_performance_phase_and_its_joules_are_right(self):
        out, report = self.folder / "run_1", self.folder / "report.json"
        out.mkdir()
        ran = self.ask("run", "--nodes", "sut", "--loadgen", out, "--window-file", self.folder / "window.json", "--output", "json",
                       "--output-file", report, "--", PYTHON, CLIENT, out, SECONDS)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        said = json.loads(report.read_text())
        self.assertEqual(said["window"]["origin"], "loadgen")
        begin, end = (said["window"][edge]["realtime_ns"] / 1e9 for edge in ("begin", "end"))
        self.assertGreaterEqual(end - begin, SECONDS)
        truth = self.exporter.truth(begin, end, "sut")
        total = said["total"]
        self.assertEqual(total["status"], "complete", total["why"])
        self.assertAlmostEqual(total["energy_joules"], truth, delta=total["expanded_uncertainty_joules"])
        queries = next(r for r in said["ratios"] if r["unit"] == "J per query")
        self.assertGreater(queries["work"], 100)
        self.assertAlmostEqual(queries["value"] * queries["work"], total["energy_joules"], delta=1e-6 * truth)
        self.assertEqual(queries["counted_by"], "result_query_count")
        # The same log later, without the command: the same joules, and a clock that nobody measured.
        later = json.loads(self.ask("energy", "--nodes", "sut", "--loadgen", out, "--output", "json").stdout)
        self.assertAlmostEqual(later["total"]["energy_joules"], total["energy_joules"], delta=1e-6 * truth)
        self.assertIn("CLOCK_UNMEASURED", later["total"]["reasons"])
        # A command that writes no log must not be given the one that lies there.
        old = self.ask("run", "--nodes", "sut", "--loadgen", out, "--", "/bin/true")
        self.assertEqual(old.returncode, 1)
        self.assertIn("the log is of another run", old.stderr)


if __name__ == "__main__":
    unittest.main()
