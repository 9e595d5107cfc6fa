"""From sensor to joules with a real Prometheus: energies against the truth, and every fault of the main job with its code.

One timeline of about two minutes serves all tests; every fault happens inside the windows that the tests then ask for."""
import pathlib
import random
import statistics
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import powercap  # noqa: E402
import rig  # noqa: E402
import scenarios  # noqa: E402

JOB_START, JOB_STOP = 20.37, 71.81  # s after the epoch
FAULT_WINDOW = (25.3, 78.9)
AFTER_ALL_FAULTS = (62.9, 83.1)
END = 84.0


class MainJob(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder_holder = tempfile.TemporaryDirectory(prefix="joulemark-e2e-")
        cls.folder = pathlib.Path(cls.folder_holder.name)
        cls.servers = []
        cls.addClassCleanup(cls.end_everything)
        cls.t0 = round(time.time() + 3.0, 3)
        cls.epoch = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(cls.t0)) + f"{cls.t0 % 1:.3f}"[1:] + "Z"
        cls.start_servers()
        cls.play_faults()

    @classmethod
    def replay(cls, name, nodes):
        exporter = rig.ReplayExporter(cls.folder, name, scenarios.scenario(cls.epoch, JOB_START, JOB_STOP, nodes))
        cls.servers.append(exporter)
        return exporter

    @classmethod
    def start_servers(cls):
        one = scenarios.node
        cls.dense, cls.sparse = cls.replay("dense", scenarios.many("d")), cls.replay("sparse", scenarios.many("s"))
        cls.restarted = cls.replay("restarted", one("restarted", scenarios.COUNTER, "pulse"))
        cls.hidden = cls.replay("hidden", one("hidden", scenarios.COUNTER, "pulse"))
        cls.vanishing = cls.replay("vanishing", one("vanishing", scenarios.COUNTER, "pulse"))
        cls.reset = cls.replay("reset", one("reset", scenarios.COUNTER, "pulse", more=", faults: [{kind: reset, at: 43.21s}]"))
        cls.gap = cls.replay("gap", one("gap", scenarios.INSTANT, "pulse", more=", faults: [{kind: gap, at: 41.3s, for: 4.7s}]"))
        sysfs = cls.folder / "sys"
        cls.zone = powercap.Zone(sysfs, 411.0, powercap.RANGE_UJ - int(50 * 411e6))  # wraps 50 s after its start
        cls.zone.thread.start()
        cls.wrapping = rig.Exporter(cls.folder, "wrapping", "node: wrapping\nsources: {rapl: {}}\n", f"--path.sysfs={sysfs}")
        cls.servers.append(cls.wrapping)
        for exporter in list(cls.servers):
            exporter.start()
        fast = [cls.dense, cls.restarted, cls.vanishing, cls.reset, cls.gap, cls.wrapping]
        cls.copy = None
        if rig.VictoriaMetrics.installed():
            cls.copy = rig.VictoriaMetrics(cls.folder, "copy")
            cls.servers.append(cls.copy)
            cls.copy.start()
        cls.prometheus = rig.Prometheus(cls.folder, "main", rig.job("fast", fast) + rig.job("slow", [cls.sparse, cls.hidden], "5s"), cls.copy)
        cls.interrupted = rig.Prometheus(cls.folder, "interrupted", rig.job("fast", [cls.dense]))
        relabel = "    relabel_configs: [{target_label: node, replacement: k8s-worker-7}]\n"
        cls.mislabelled = rig.Prometheus(cls.folder, "mislabelled", rig.job("fast", [cls.dense], honor=False, extra=relabel))
        for server in (cls.prometheus, cls.interrupted, cls.mislabelled):
            cls.servers.append(server)
            server.start()

    @classmethod
    def at(cls, moment):
        time.sleep(max(0.0, cls.t0 + moment - time.time()))

    @classmethod
    def play_faults(cls):
        cls.at(38.6)
        cls.restarted.kill()
        cls.at(40.1)
        cls.restarted.start()
        cls.at(44.7)
        cls.interrupted.stop()
        cls.at(48.2)
        cls.interrupted.start()
        cls.restart_between_scrapes()
        cls.at(61.4)
        cls.vanishing.kill()
        cls.at(END)

    @classmethod
    def restart_between_scrapes(cls):
        """The slow job scrapes every 5 s: killed right after a scrape, back before the next one."""
        seen = None
        while True:
            last = cls.prometheus.query('timestamp(joulemark_energy_joules_total{node="hidden"})', time.time())[0]["value"][1]
            if seen not in (None, last):
                break
            seen = last
            time.sleep(0.1)
        cls.hidden.kill()
        cls.hidden.start()

    @classmethod
    def end_everything(cls):
        for server in reversed(cls.servers):
            server.kill()
        if hasattr(cls, "zone"):
            cls.zone.stop()
        cls.folder_holder.cleanup()

    def ask(self, server, window, *arguments):
        path = rig.window_file(self.folder, self.t0 + window[0], self.t0 + window[1])
        return rig.energy(server, path, *arguments)

    def inside(self, node, truth, factor=1.5):
        self.assertEqual(node["status"], "ok", node)
        self.assertLessEqual(abs(node["energy_joules"] - truth), factor * node["expanded_uncertainty_joules"], node["node"])

    def test_energies_agree_with_the_truth_within_their_uncertainty(self):
        rng = random.Random(7)
        windows = [(JOB_START, JOB_STOP)]
        for _ in range(9):
            length = rng.uniform(20.3, 46.7)
            begin = rng.uniform(8.0, END - 4.0 - length)
            windows.append((begin, begin + length))
        checked, outside, relative = 0, [], {"d": [], "s": []}
        print(f"\n{'node':5} {'scrape':6} {'window s':>8} {'E J':>10} {'U J':>8} {'truth J':>10} {'E-truth':>8} {'increase() J':>12} {'off by':>8}")
        for window in windows:
            answer = self.ask(self.prometheus, window, "--nodes", "d[1-12],s[1-12]")
            self.assertIsNotNone(answer.report, answer.stderr)
            for node in answer.report["nodes"]:
                name = node["node"]
                exporter = self.dense if name[0] == "d" else self.sparse
                truth = exporter.truth(self.t0 + window[0], self.t0 + window[1], name)
                E, U = node["energy_joules"], node["expanded_uncertainty_joules"]
                self.inside(node, truth)
                checked += 1
                relative[name[0]].append(U / truth)
                if abs(E - truth) > U:
                    outside.append(name)
                if window == windows[0]:
                    self.print_row(name, window, E, U, truth)
        print(f"{checked} energies, {len(outside)} outside U; median U/E {100 * statistics.median(relative['d']):.2f} % at 1 s, "
              f"{100 * statistics.median(relative['s']):.2f} % at 5 s scrapes")
        self.assertEqual(checked, 240)
        self.assertLessEqual(len(outside), checked / 20)
        self.assertLess(statistics.median(relative["d"]), 0.05)  # an honest budget is also a useful one
        self.assertLess(statistics.median(relative["s"]), 0.15)

    def test_victoria_metrics_gives_the_same_energies_from_the_same_scrapes(self):
        if self.copy is None:
            self.skipTest("victoria-metrics is not installed")
        for window in ((JOB_START, JOB_STOP), (33.7, 60.2)):
            one, other = (self.ask(server, window, "--nodes", "d[1-12],s[1-12],reset,gap") for server in (self.prometheus, self.copy))
            self.assertIsNotNone(other.report, other.stderr)
            self.assertEqual(other.report["server"]["product"], "victoriametrics")
            for a, b in zip(one.report["nodes"], other.report["nodes"], strict=True):
                self.assertEqual(a["node"], b["node"])
                # VictoriaMetrics keeps reading times to about 1 us: nothing in E, the last digits of the edges in U.
                for figure, delta in (("energy_joules", 1e-6), ("expanded_uncertainty_joules", 1e-4)):
                    self.assertAlmostEqual(b[figure] / a[figure], 1.0, delta=delta, msg=f"{a['node']} {figure} in {window}:\n{a}\n{b}")
                self.assertEqual(a["class"], b["class"])

    def test_preflight_foresees_what_the_window_then_holds(self):
        run = rig.subprocess.run([rig.QUERY, "preflight", "--for", "40s", "--nodes", "d[1-12]", "--prometheus.url", self.prometheus.url, "--output", "json"],
                                 capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, 0, run.stderr)
        seen = rig.json.loads(run.stdout)
        self.assertEqual(len(seen["nodes"]), 12)
        start, end = (rig.datetime.datetime.fromisoformat(seen["looked_at"][e][:26] + "+00:00").timestamp() for e in ("start", "end"))
        truth = sum(self.dense.truth(start, end, f"d{i}") for i in range(1, 13)) * 40.0 / (end - start)
        self.assertLessEqual(abs(seen["prediction"]["energy_joules"] - truth), 1.5 * seen["prediction"]["expanded_uncertainty_joules"])
        self.assertTrue(all(line["remedy"] for line in seen["red_lines"]))

    def print_row(self, name, window, E, U, truth):
        length = window[1] - window[0]
        promql = f'increase(joulemark_energy_joules_total{{node="{name}"}}[{round(length * 1000)}ms])'
        found = self.prometheus.query(promql, self.t0 + window[1])
        said = float(found[0]["value"][1]) if found else float("nan")
        print(f"{name:5} {'1 s' if name[0] == 'd' else '5 s':6} {length:8.2f} {E:10.1f} {U:8.1f} {truth:10.1f} {E - truth:+8.1f} {said:12.1f} "
              f"{100 * (said - truth) / truth:+7.2f}%")

    def test_a_wrap_of_rapl_costs_nothing(self):
        answer = self.ask(self.prometheus, FAULT_WINDOW, "--nodes", "wrapping")
        node = answer.node("wrapping")
        self.inside(node, 411.0 * (FAULT_WINDOW[1] - FAULT_WINDOW[0]), factor=1.0)
        self.assertLess(abs(node["energy_joules"] / (411.0 * (FAULT_WINDOW[1] - FAULT_WINDOW[0])) - 1), 0.01)
        self.assertFalse({"COUNTER_RESET", "GAP"} & answer.codes("wrapping"))

    def check_reset(self, exporter, name):
        answer = self.ask(self.prometheus, FAULT_WINDOW, "--nodes", name)
        self.assertIn("COUNTER_RESET", answer.codes(name))
        self.inside(answer.node(name), exporter.truth(self.t0 + FAULT_WINDOW[0], self.t0 + FAULT_WINDOW[1], name), factor=1.0)

    def test_a_killed_and_restarted_exporter_is_a_reset_with_an_honest_uncertainty(self):
        self.check_reset(self.restarted, "restarted")

    def test_a_scrape_hole_that_hides_a_restart_is_a_reset(self):
        self.check_reset(self.hidden, "hidden")

    def test_a_device_reset_that_the_exporter_saw_is_a_reset(self):
        self.check_reset(self.reset, "reset")

    def test_a_gap_of_the_device_is_a_gap(self):
        answer = self.ask(self.prometheus, FAULT_WINDOW, "--nodes", "gap")
        self.assertIn("GAP", answer.codes("gap"))
        self.inside(answer.node("gap"), self.gap.truth(self.t0 + FAULT_WINDOW[0], self.t0 + FAULT_WINDOW[1], "gap"), factor=1.0)

    def test_a_restarted_prometheus_costs_counters_nothing(self):
        answer = self.ask(self.interrupted, FAULT_WINDOW, "--nodes", "d1,d2,d3,d4")
        for name in ("d1", "d2", "d3", "d4"):
            truth = self.dense.truth(self.t0 + FAULT_WINDOW[0], self.t0 + FAULT_WINDOW[1], name)
            self.inside(answer.node(name), truth, factor=1.0)
            self.assertNotIn("COUNTER_RESET", answer.codes(name))

    def test_a_node_that_disappears_in_the_window_is_extrapolated_and_says_so(self):
        answer = self.ask(self.prometheus, FAULT_WINDOW, "--nodes", "vanishing")
        self.assertIn("EDGE_EXTRAPOLATED", answer.codes("vanishing"))
        self.assertEqual(answer.node("vanishing")["class"], "reference-only")
        self.inside(answer.node("vanishing"), self.vanishing.truth(self.t0 + FAULT_WINDOW[0], self.t0 + FAULT_WINDOW[1], "vanishing"), factor=1.0)

    def test_a_node_that_is_gone_makes_the_total_incomplete_and_is_named(self):
        answer = self.ask(self.prometheus, AFTER_ALL_FAULTS, "--nodes", "d1,vanishing,never")
        self.assertEqual(answer.status, 3, answer.stderr)
        self.assertIsNone(answer.report["total"]["energy_joules"])
        self.assertEqual(answer.report["total"]["status"], "incomplete")
        self.assertIn("INCOMPLETE_NODES", answer.report["total"]["reasons"])
        for name in ("vanishing", "never"):
            self.assertNotEqual(answer.node(name)["status"], "ok")
            self.assertIsNone(answer.node(name).get("energy_joules"))

    def test_a_node_label_set_by_the_scrape_job_is_an_error_with_its_remedy(self):
        answer = self.ask(self.mislabelled, FAULT_WINDOW)
        self.assertEqual(answer.status, 1)
        self.assertEqual(answer.stdout, "")
        self.assertIn("LABEL_CONFLICT", answer.stderr)
        self.assertIn("honor_labels: true", answer.stderr)

    def test_a_dead_server_is_an_error_and_never_a_number(self):
        dead = rig.Prometheus(self.folder, "dead", "")
        answer = self.ask(dead, FAULT_WINDOW)
        self.assertEqual((answer.status, answer.stdout), (1, ""))
        self.assertIn(f"127.0.0.1:{dead.port}", answer.stderr)

    def test_the_first_screen_says_what_the_json_says(self):
        window = rig.window_file(self.folder, self.t0 + FAULT_WINDOW[0], self.t0 + FAULT_WINDOW[1])
        text = rig.subprocess.run([rig.QUERY, "energy", "--window", window, "--prometheus.url", self.prometheus.url, "--nodes", "d1,d2"],
                                  capture_output=True, text=True)
        print("\n" + text.stdout)
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("ENERGY", text.stdout)
        self.assertIn("SIMULATED", text.stdout)
        self.assertTrue(all(len(line) <= 110 for line in text.stdout.splitlines()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
