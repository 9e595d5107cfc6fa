"""gpu_probe against a driver library that plays known updates, powers and joules."""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import rig  # noqa: E402

PROBE, LIBRARY = rig.BIN / "benchmarks/gpu_probe/gpu_probe", rig.BIN / "tests/peers/nvml/libnvidia-ml.so.1"


class GpuProbe(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="joulemark-probe-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def play(self, **gpu) -> None:
        lines = {"name": "NVIDIA H100 80GB HBM3", "arch": 9, "t0": 1_700_000_000, "energy0": 5000, **gpu}
        (self.folder / "gpus.txt").write_text("count 1\n" + "".join(f"gpu0.{k} {v}\n" for k, v in lines.items()))

    def run_probe(self, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run([PROBE, "--library", LIBRARY, "--output", self.folder / "out", "--scale", "0.1", *arguments], capture_output=True, text=True,
                              timeout=120, env={**os.environ, "FAKE_NVML": str(self.folder / "gpus.txt")})

    def test_finds_what_is_played(self):
        self.play(idle=300, load=300)
        run = self.run_probe()
        self.assertEqual(run.returncode, 0, run.stderr)
        told = json.loads((self.folder / "out.json").read_text())
        self.assertEqual(told, json.loads(run.stdout))
        energy = told["updates"]["energy_J"]
        self.assertAlmostEqual(energy["period_s"], 0.1, delta=0.01)
        self.assertAlmostEqual(energy["smallest_step"], 30, delta=0.1)
        for name in ("counter_W", "average_W", "instant_W"):
            self.assertAlmostEqual(told["idle"][name], 300, delta=3)
        self.assertGreater(told["cost"]["p50_us"], 0)
        self.assertFalse(told["fork"]["answers_after_fork"])
        self.assertIn("NVIDIA H100 80GB HBM3, 0000:03:00.0", told["gpu"][0])
        with open(self.folder / "out.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 500)
        self.assertEqual({r["experiment"] for r in rows} - {"loaded", "square_wave", "pulses"}, {"updates", "read_every_5_s", "read_every_0.1_s", "idle"})

    def test_what_needs_load_is_left_out_and_said(self):
        self.play(idle=300, load=300)
        run = self.run_probe()
        told = json.loads(run.stdout)
        if told["with_load"]:
            self.skipTest("built with a compiler for GPUs")
        self.assertIsNone(told["square_waves"])
        self.assertIn("what needs load is left out", run.stderr)

    def test_absent_is_not_zero(self):
        self.play(idle=300, load=300, no="185,186,191,power,energy")
        run = self.run_probe()
        self.assertEqual(run.returncode, 0, run.stderr)
        told = json.loads(run.stdout)
        self.assertEqual(told["idle"], {"counter_W": None, "average_W": None, "instant_W": None})
        self.assertEqual(told["updates"]["energy_J"]["changes"], 0)

    def test_without_a_gpu_it_says_so(self):
        self.play()
        run = self.run_probe("--gpu", "3")
        self.assertEqual(run.returncode, 1)
        self.assertIn("gpu_probe: GPU 3", run.stderr)
        self.assertFalse((self.folder / "out.json").exists())


if __name__ == "__main__":
    unittest.main()
