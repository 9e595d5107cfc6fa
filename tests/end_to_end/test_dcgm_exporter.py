"""GPUs of a dcgm-exporter of known joules: through the source and through a plan's mapping, both with a real Prometheus."""
import pathlib
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import rig  # noqa: E402
from fake_dcgm_exporter import DcgmExporter, Gpu  # noqa: E402

COLLECT = 2.3  # s; divides neither the window nor the scrape
LENGTH = 61.7
PLAN = """schema: joulemark.plan/1
name: stored pages of a dcgm-exporter
members: [{nodes: "n[1-2]", supply: dc}]
mapping:
  - {match: 'DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION', node_label: Hostname, scope: "node/gpu:{pci_bus_id}", component: gpu, boundary: component, supply: dc,
     quantity: energy, unit: millijoule, update_interval: %(update)s, source_class: "NVML energy counter, A100, H100"}
  - {match: 'DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL', node_label: hostname, scope: "node/gpu:{pci_bus_id}", component: gpu, boundary: component, supply: dc,
     quantity: energy, unit: joule, update_interval: %(update)s, source_class: "NVML energy counter, A100, H100"}
"""


class Dcgm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temp = tempfile.TemporaryDirectory(prefix="joulemark-dcgm-")
        cls.addClassCleanup(temp.cleanup)
        cls.folder = pathlib.Path(temp.name)
        cls.gpus = {"n1": [Gpu(0, 90, 690, 1.37, 0.61), Gpu(1, 70, 350, 3.19, 0.35, instances=3)], "n2": [Gpu(0, 60, 300, 2.23, 0.7)]}
        cls.pages = {"n1": DcgmExporter(cls.gpus["n1"], COLLECT), "n2": DcgmExporter(cls.gpus["n2"], COLLECT, "J", "n2")}
        targets = ", ".join(f"{{url: '{p.url}', node: {node}, collect_interval: 2300ms}}" for node, p in cls.pages.items())
        cls.exporter = rig.Exporter(cls.folder, "exporter", f"node: elsewhere\nsources: {{dcgm_exporter: {{targets: [{targets}]}}, rapl: {{enabled: false}}, hwmon: {{enabled: false}}}}\n")
        cls.exporter.start()
        cls.addClassCleanup(cls.exporter.stop)
        for page in cls.pages.values():
            cls.addClassCleanup(page.stop)
        pages = rig.job("dcgm", cls.pages.values())
        cls.server = rig.Prometheus(cls.folder, "prometheus", rig.job("joulemark", [cls.exporter]) + pages)
        cls.stored = rig.Prometheus(cls.folder, "stored", pages)
        for server in (cls.server, cls.stored):
            server.start()
            cls.addClassCleanup(server.stop)
        for server in (cls.server, cls.stored):
            server.wait_until_scraping()
        time.sleep(4 * COLLECT)
        cls.start = time.time()
        time.sleep(LENGTH + 2 * COLLECT)
        cls.window = rig.window_file(cls.folder, cls.start, cls.start + LENGTH)

    def true(self, node: str, gpu: int) -> float:
        one = self.gpus[node][gpu]
        return one.joules(self.start + LENGTH) - one.joules(self.start)

    def check(self, answer: rig.Answer, source: str) -> None:
        self.assertIsNotNone(answer.report, answer.stderr)
        for node, gpus in self.gpus.items():
            counted = {s["scope"]: s for s in answer.node(node)["series"] if s["role"] == "counted"}
            self.assertEqual(len(counted), len(gpus), "each physical GPU once")
            for gpu in range(len(gpus)):
                told, true = counted[f"node/gpu:0000:{0x18 + gpu:02x}:00.0"], self.true(node, gpu)
                self.assertIn(source, told["source"])
                with self.subTest(node=node, gpu=gpu):
                    print(node, gpu, round(told["energy_joules"]), "+-", round(told["expanded_uncertainty_joules"]), "true", round(true), told["flags"], file=sys.stderr)
                    self.assertLess(abs(told["energy_joules"] - true), told["expanded_uncertainty_joules"])
                    self.assertGreater(told["expanded_uncertainty_joules"], 0.05 * true)
                    # Beyond the age of a value at the edges there is nothing lost.
                    self.assertLess(abs(told["energy_joules"] - true), 1.5 * COLLECT * self.gpus[node][gpu].load)
                    self.assertIn("CLASS_DEFAULT_ACCURACY", told["flags"])
                    self.assertIn("ALIAS_RISK", told["flags"])
            self.assertEqual(answer.node(node)["class"], "reference-only")

    def test_the_source(self):
        answer = rig.energy(self.server, self.window)
        self.check(answer, "dcgm_exporter")
        self.assertEqual({s["model"] for s in answer.node("n1")["series"]}, {"NVIDIA H100 80GB HBM3"})
        page = rig.get(self.exporter.url + "/metrics")
        self.assertEqual(rig.metric(page, "joulemark_source_target_up", node="n2"), [1.0])

    def test_the_mapping_of_a_plan(self):
        plan = self.folder / "plan.yaml"
        plan.write_text(PLAN % {"update": "2300ms"})
        self.check(rig.energy(self.stored, self.window, "--plan", plan), "mapping")

    def test_both_are_the_same_gpus_and_counted_once(self):
        plan = self.folder / "both.yaml"
        plan.write_text(PLAN % {"update": "2300ms"})
        answer = rig.energy(self.server, self.window, "--plan", plan)
        self.check(answer, "")
        self.assertAlmostEqual(answer.report["total"]["energy_joules"], sum(self.true(n, i) for n, gpus in self.gpus.items() for i in range(len(gpus))),
                               delta=3 * 1.5 * COLLECT * 690)

    def test_a_plan_that_states_a_shorter_interval_is_refused(self):
        plan = self.folder / "wrong.yaml"
        plan.write_text(PLAN % {"update": "100ms"})
        answer = rig.energy(self.stored, self.window, "--plan", plan)
        self.assertNotEqual(answer.status, 0)
        self.assertIn("longer than update_interval (100ms)", answer.stderr)


if __name__ == "__main__":
    unittest.main()
