"""NVIDIA GPUs of a driver library that plays known joules and failures, through the exporter and a real Prometheus."""
import math
import os
import pathlib
import re
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import rig  # noqa: E402

LIBRARY = rig.BIN / "tests/peers/nvml/libnvidia-ml.so.1"
T0 = 1_700_000_000
GPUS = {  # pulses whose period divides neither the scrape, nor the window, nor the update of 0.1 s
    0: {"idle": 90, "load": 690, "period": 1.37, "duty": 0.61, "arch": 9, "name": "NVIDIA H100 80GB HBM3"},
    1: {"idle": 60, "load": 300, "period": 2.23, "duty": 0.35, "arch": 8, "name": "NVIDIA RTX 6000 Ada Generation", "device": 0x26b1},
}


def joules(gpu: dict, t: float) -> float:
    whole = math.floor(t / gpu["period"])
    high = whole * gpu["duty"] * gpu["period"] + min(t - whole * gpu["period"], gpu["duty"] * gpu["period"])
    return gpu["idle"] * t + (gpu["load"] - gpu["idle"]) * high


class Nvml(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="joulemark-nvml-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.script = self.folder / "gpus.txt"
        self.lines = {"count": len(GPUS), **{f"gpu{i}.{k}": v for i, gpu in GPUS.items() for k, v in {**gpu, "t0": T0, "energy0": 5}.items()}}
        self.play()
        os.environ["FAKE_NVML"] = str(self.script)
        self.exporter = rig.Exporter(self.folder, "exporter", f"node: n1\nsources: {{nvml: {{library: {LIBRARY}}}}}\n")

    def play(self, **more):
        self.lines.update(more)
        text = self.folder / "next"
        text.write_text("".join(f"{k} {v}\n" for k, v in self.lines.items()))
        text.rename(self.script)

    def start(self):
        self.exporter.start()
        self.addCleanup(self.exporter.stop)

    def page(self) -> str:
        return rig.get(self.exporter.url + "/metrics")

    def counted(self, gpu: int) -> tuple:
        page, sensor = self.page(), f"0000:0{3 + gpu}:00.0/energy"
        (read,), (energy,) = (rig.metric(page, f"joulemark_{name}", sensor=sensor) for name in ("reading_timestamp_seconds", "energy_joules_total"))
        return read, energy

    def sensors(self, metric: str = "joulemark_power_watts") -> set:
        return set(re.findall(rf'^{metric}{{[^}}]*sensor="([^"]*)"', self.page(), re.M))

    def until(self, condition, seconds: float = 10):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, self.page())
            time.sleep(0.1)

    def post(self, path: str) -> tuple:
        try:
            with urllib.request.urlopen(urllib.request.Request(self.exporter.url + path, method="POST"), timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def test_known_joules_of_two_gpus(self):
        self.start()
        server = rig.Prometheus(self.folder, "prometheus", rig.job("joulemark", [self.exporter]))
        server.start()
        self.addCleanup(server.stop)
        server.wait_until_scraping()
        time.sleep(3)
        before = [self.counted(i) for i in GPUS]
        start = time.time()
        time.sleep(41.3)
        after = [self.counted(i) for i in GPUS]
        window = rig.window_file(self.folder, start, start + 41.3)
        time.sleep(3)
        answer = rig.energy(server, window)
        self.assertIsNotNone(answer.report, answer.stderr)
        series = {s["sensor"]: s for s in answer.node("n1")["series"]}
        print({k: (round(s["energy_joules"]), round(s["expanded_uncertainty_joules"]), s["role"], s["flags"]) for k, s in series.items() if s["energy_joules"]}, file=sys.stderr)
        for i, gpu in GPUS.items():
            true = joules(gpu, start + 41.3) - joules(gpu, start)
            for what in ("energy", "power_average", "power_instant"):
                told = series[f"0000:0{3 + i}:00.0/{what}"]
                with self.subTest(told["sensor"]):
                    self.assertLess(abs(told["energy_joules"] - true), told["expanded_uncertainty_joules"])
            (begun, none), (ended, energy) = before[i], after[i]
            with self.subTest("the page", gpu=i):  # exact but for the update of 0.1 s at each end
                self.assertGreater(ended - begun, 40)
                self.assertAlmostEqual(energy - none, joules(gpu, ended) - joules(gpu, begun), delta=0.1 * gpu["load"])
            counted = series[f"0000:0{3 + i}:00.0/energy"]
            # In the window, the half of a scrape of 1 s at each edge may be taken for the other level of the pulse.
            self.assertAlmostEqual(counted["energy_joules"], true, delta=2 * 0.5 * (gpu["load"] - gpu["idle"]))
            self.assertEqual(counted["role"], "counted")
            self.assertNotIn("EDGE_EXTRAPOLATED", counted["flags"])
        # METHOD: the sensor of an H100 looks a quarter of the time, that of an Ada all of it.
        self.assertIn("ALIAS_RISK", series["0000:03:00.0/energy"]["flags"])
        self.assertNotIn("ALIAS_RISK", series["0000:04:00.0/energy"]["flags"])

    def test_a_lost_gpu_takes_only_itself_down_and_comes_back(self):
        self.start()
        self.until(lambda: len(self.sensors()) == 6)
        self.play(**{"gpu0.rc": 15})
        self.until(lambda: not any(s.startswith("0000:03") for s in self.sensors()))
        self.assertEqual(len(self.sensors()), 3)
        self.play(**{"gpu0.rc": 0})
        self.until(lambda: len(self.sensors()) == 6, 20)
        self.assertIn("the GPU is lost", (self.folder / "exporter.log").read_text())

    def test_a_hanging_driver_holds_up_neither_the_page_nor_the_end(self):
        self.start()
        self.until(lambda: len(self.sensors()) == 6)
        self.play(**{"gpu1.hang": 60})
        self.until(lambda: 'joulemark_source_up{source="nvml"} 0' in self.page())
        self.until(lambda: not self.sensors())
        slowest = 0.0
        for _ in range(50):
            begun = time.perf_counter()
            self.page()
            slowest = max(slowest, time.perf_counter() - begun)
        self.assertLess(slowest, 0.5)
        begun = time.monotonic()
        self.exporter.stop()
        self.assertLess(time.monotonic() - begun, 5)
        self.assertEqual(self.exporter.child.returncode, 0)

    def test_is_let_go_on_request(self):
        self.start()
        self.until(lambda: len(self.sensors()) == 6)
        maps = pathlib.Path(f"/proc/{self.exporter.child.pid}/maps")
        self.assertIn("libnvidia-ml", maps.read_text())
        self.assertEqual(self.post("/-/release?source=nvml&for=5s"), (200, "nvml has let go for 5s\n"))
        self.assertFalse("libnvidia-ml" in maps.read_text(), "the library must be gone for another version of it")
        self.until(lambda: not self.sensors(), 5)
        self.until(lambda: len(self.sensors()) == 6, 15)
        # Nobody knows what was drawn meanwhile.
        uncovered = [float(v) for v in re.findall(r"^joulemark_energy_uncovered_seconds_total{[^}]*/energy\"} (\S+)", self.page(), re.M)]
        self.assertTrue(uncovered and min(uncovered) >= 4, uncovered)
        status, text = self.post("/-/release?source=rapl")
        self.assertEqual((status, text), (404, "source rapl is not running\n"))
        self.assertEqual(self.post("/-/release")[0], 400)
        self.exporter.child.send_signal(__import__("signal").SIGUSR1)
        self.until(lambda: "libnvidia-ml" not in maps.read_text(), 5)

    def test_a_driver_of_another_version_says_what_to_do(self):
        self.play(**{"rc.init": 18})
        self.start()
        self.until(lambda: "restart the exporter" in (self.folder / "exporter.log").read_text())
        self.play(**{"rc.init": 0})
        self.until(lambda: len(self.sensors()) == 6, 15)


if __name__ == "__main__":
    unittest.main(verbosity=2)
