"""The redfish source from services over the exporter and a real Prometheus to `joulemark energy`: known joules, polite, and alive through what services do."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]
import redfish_trees as trees  # noqa: E402
import rig  # noqa: E402
from fake_bmc import FakeBmc  # noqa: E402
from rig import metric  # noqa: E402

PASSWORD = "canary-4711-secret"
LOAD = {"watts": 400, "swing": 230, "period": 3.7, "every": 0.1, "noise": 0.004, "noise_every": 0.1}
STEADY = {**LOAD, "watts": 500, "swing": 0}
LOW = {**STEADY, "watts": 190, "every": 0.5}  # 6 % of what its supplies can do


class Rig(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        self.addCleanup(temp.cleanup)
        self.folder = pathlib.Path(temp.name)
        (self.folder / "word").write_text(PASSWORD + "\n")

    def bmc(self, tree: dict, name: str, tls=None, **scenario) -> FakeBmc:
        bmc = FakeBmc(trees.write(tree, self.folder / name), {"users": {"monitor": PASSWORD}, "expand": True, **scenario}, tls=tls)
        bmc.__enter__()
        self.addCleanup(bmc.__exit__)
        return bmc

    def target(self, url: str, node: str, **more) -> str:
        more = {"node": node, "username": "monitor", "password_file": "word", "interval": "0.7s", **more}
        return "{" + ", ".join([f"url: '{url}'"] + [f"{k}: {v}" for k, v in more.items()]) + "}"

    def exporter(self, *targets: str, more: str = "") -> rig.Exporter:
        listed = "".join(f"      - {t}\n" for t in targets)
        config = "sources:\n  redfish:\n" + more + (f"    targets:\n{listed}" if targets else "")
        out = rig.Exporter(self.folder, "exporter", config)
        out.start()
        self.addCleanup(out.stop)
        return out

    def page(self, exporter) -> str:
        return rig.get(exporter.url + "/metrics")

    def wait(self, exporter, what, seconds: float = 30) -> str:
        """The page once `what(page)` is true."""
        end = time.monotonic() + seconds
        while not what(page := self.page(exporter)):
            self.assertLess(time.monotonic(), end, page)
            time.sleep(0.1)
        return page

    @staticmethod
    def energy(page: str, node: str) -> float:
        """Of the node's counter, J."""
        (joules,) = metric(page, "joulemark_energy_joules_total", node=node, method="counter")
        return joules

    def reads(self, exporter, *nodes: str) -> str:
        return self.wait(exporter, lambda page: all(any(metric(page, "joulemark_energy_joules_total", node=n)) for n in nodes))


class Energy(Rig):
    def test_known_joules_of_bmcs_and_a_pdu_politely(self):
        whole, old = self.bmc(trees.node_tree(), "whole", values=trees.node_values(LOAD)), self.bmc(trees.old_node_tree(), "old", values=trees.old_node_values(LOAD))
        low = self.bmc(trees.old_node_tree(), "low", values=trees.old_node_values(LOW))
        outlets = {f"A{i}": {"watts": 100 + 37 * i, "swing": 20.0 * i, "period": 5.3, "every": 0.1} for i in range(1, 9)}
        pdu = self.bmc(trees.pdu_tree(list(outlets)), "pdu", values=[v for name, load in outlets.items() for v in trees.outlet_values(name, load)])
        exporter = self.exporter(*(self.target(b.url, n) for b, n in ((whole, "whole"), (old, "old"), (low, "low"), (pdu, "pdu-a"))))
        server = rig.Prometheus(self.folder, "prometheus", rig.job("joulemark", [exporter]))
        server.start()
        self.addCleanup(server.stop)
        self.reads(exporter, "whole", "old", "low", "pdu-a")
        server.wait_until_scraping()
        time.sleep(3)
        start = time.time()
        time.sleep(31.3)
        window = rig.window_file(self.folder, start, start + 31.3)
        time.sleep(3)
        answer = rig.energy(server, window, "--nodes", "whole,old,low")
        self.assertIsNotNone(answer.report, answer.stderr)
        for bmc, node, load in ((whole, "whole", LOAD), (old, "old", LOAD), (low, "low", LOW)):
            with self.subTest(node):
                told, begun = answer.node(node), bmc.service.began
                truth = bmc.service.energy(load, start + 31.3 - begun) - bmc.service.energy(load, start - begun)
                self.assertLess(abs(told["energy_joules"] - truth), told["expanded_uncertainty_joules"], told)
        self.check_limits(answer)
        # What a cross-check speaks for (METHOD X-7).
        (info,) = server.query('joulemark_sensor_info{node="whole",quantity="energy"}', time.time())
        self.assertEqual(info["metric"]["firmware"], "7.10.30")
        self.check_manners(exporter, (whole, old, low, pdu))

    def check_limits(self, answer):
        """METHOD's table: 5 % above 20 % load, 25 % at 6 %."""
        def gain(node):
            told = answer.node(node)
            (counted,) = [s for s in told["series"] if s["role"] == "counted"]
            return sum(c["standard_uncertainty_joules"] for c in counted["components"] if c["name"] == "gain") / told["energy_joules"]
        self.assertAlmostEqual(gain("low"), 0.25, delta=0.001)
        self.assertLess(gain("old"), 0.16 / 3**0.5)

    def check_manners(self, exporter, bmcs):
        began = time.monotonic()
        exporter.stop()
        self.assertLess(time.monotonic() - began, 3)
        for bmc in bmcs:
            bmc.settle()
            log = bmc.service.log
            self.assertEqual(max(e["in_flight"] for e in log), 1)
            self.assertEqual(log[-1]["accepted"], 1)
            self.assertEqual(max(e["sessions"] for e in log), 1)
            self.assertEqual([e["method"] for e in log if e["method"] != "GET"], ["POST", "DELETE"])
            self.assertEqual(log[-1]["sessions"], 0)
            last = [e for e in log if e["method"] == "GET"][-20:]
            self.assertEqual(len({e["path"] for e in last}), 1, "one resource is enough")
            self.assertAlmostEqual((last[-1]["time"] - last[0]["time"]) / 19, 0.7, delta=0.1)
        self.assertNotIn(PASSWORD, (self.folder / "exporter.log").read_text())


PLAN = """schema: joulemark.plan/1
name: three trays on a shelf
members: [{nodes: "tray[1-3]", role: compute, supply: dc}]
covers: {shelves: {"rack:r07": {scopes: ["rack:r07/shelf:shelf-1/in"], feeds: ["tray[1-3]"]}}}
"""


class Shelf(Rig):
    LOSS = 1.05  # of its rectifiers

    def test_a_shelf_counts_for_its_trays_and_they_for_it(self):
        trays = [self.bmc(trees.stated_node_tree(accuracy=1.0), f"tray{i}", values=trees.node_values({**STEADY, "watts": 300 + 200 * i, "swing": 50})[:1]) for i in (1, 2, 3)]
        whole = {**STEADY, "watts": 2100 * self.LOSS, "swing": 150 * self.LOSS}
        shelf = self.bmc(trees.shelf_tree(), "shelf", values=trees.shelf_values(whole))
        exporter = self.exporter(*(self.target(b.url, f"tray{i}", boundary="dc_input", supply="dc") for i, b in enumerate(trays, 1)), self.target(shelf.url, "shelf-1", rack="r07"))
        server = rig.Prometheus(self.folder, "prometheus", rig.job("joulemark", [exporter]))
        server.start()
        self.addCleanup(server.stop)
        self.reads(exporter, "tray1", "tray2", "tray3", "shelf-1")
        (self.folder / "plan.yaml").write_text(PLAN)
        answer, start = self.window(server, 24.3)
        truth = shelf.service.energy(whole, start + 24.3 - shelf.service.began) - shelf.service.energy(whole, start - shelf.service.began)
        result = answer.report["total"]
        self.assertLess(abs(result["energy_joules"] - truth), result["expanded_uncertainty_joules"])
        (residual,) = result["residuals"]
        self.assertAlmostEqual(residual["fraction"], 1 - 1 / self.LOSS, delta=0.015)
        self.assertEqual((residual["expected"], residual["mismatch"]), ([0.03, 0.07], False))
        shelf.service.faults.append({"match": ".", "status": 503, "times": 1000000})
        time.sleep(5)
        answer, start = self.window(server, 12.3)
        result = answer.report["total"]
        self.assertLess(abs(result["energy_joules"] - truth / self.LOSS * 12.3 / 24.3), result["expanded_uncertainty_joules"])
        self.assertIn("shelf", " ".join(answer.report["notes"]) if "notes" in answer.report else answer.stdout)

    def window(self, server, seconds: float):
        server.wait_until_scraping()
        time.sleep(3)
        start = time.time()
        time.sleep(seconds + 3)
        file = rig.window_file(self.folder, start, start + seconds)
        answer = rig.energy(server, file, "--plan", self.folder / "plan.yaml")
        self.assertIsNotNone(answer.report, answer.stderr)
        return answer, start


class Failures(Rig):
    def test_a_service_that_dies_counts_nothing_and_comes_back(self):
        values = trees.node_values(STEADY)
        bmc, other = self.bmc(trees.node_tree(), "a", values=values), self.bmc(trees.node_tree(), "b", values=values)
        exporter = self.exporter(self.target(bmc.url, "a"), self.target(other.url, "b"))
        self.reads(exporter, "a", "b")
        before = self.energy(self.page(exporter), "b")
        bmc.service.faults.append({"match": ".", "status": 503, "times": 1000000})
        time.sleep(8)
        page = self.page(exporter)
        for name in ("joulemark_energy_joules_total", "joulemark_power_watts", "joulemark_node_power_watts"):
            self.assertEqual(metric(page, name, node="a"), [], "what is not read is absent, and not 0")
            self.assertTrue(metric(page, name, node="b"))
        self.assertAlmostEqual(self.energy(page, "b") - before, 4000, delta=1200)
        bmc.service.faults.clear()
        page = self.wait(exporter, lambda p: metric(p, "joulemark_power_watts", node="a"), 60)
        self.assertGreater(max(metric(page, "joulemark_energy_uncovered_seconds_total", node="a")), 6)
        self.assertLess(min(metric(page, "joulemark_energy_joules_total", node="a", method="integrated")), 4000, "nobody knows what it drew")
        log = (self.folder / "exporter.log").read_text()
        self.assertIn("503", log)
        self.assertNotIn(PASSWORD, log)

    def test_a_dead_one_a_wrong_password_and_a_foreign_name_hold_up_no_other(self):
        bmc = self.bmc(trees.node_tree(), "a", values=trees.node_values(LOAD))
        (self.folder / "wrong").write_text("no\n")
        locked = self.bmc(trees.node_tree(), "b")
        exporter = self.exporter(self.target("https://127.0.0.1:1", "dead"), self.target("https://bmc.invalid", "nameless"), self.target(bmc.url, "a"),
                                 self.target(locked.url, "b", password_file="wrong"))
        self.reads(exporter, "a")
        time.sleep(3)
        page = self.page(exporter)
        self.assertTrue(metric(page, "joulemark_power_watts", node="a"))
        for node in ("dead", "nameless", "b"):
            self.assertEqual(metric(page, "joulemark_energy_joules_total", node=node), [])
        log = (self.folder / "exporter.log").read_text()
        up = {name: metric(page, "joulemark_source_target_up", node=name) for name in ("dead", "nameless", "a", "b")}
        self.assertEqual(up, {"dead": [0], "nameless": [0], "a": [1], "b": [0]})
        for name in ("dead", "nameless", "b"):
            self.assertRegex(log, f"redfish: {name}: ")
        self.assertEqual([e["status"] for e in locked.service.log if e["status"] != 200], [401], "an account must not be locked by an exporter")

    def test_a_counter_that_is_reset_loses_what_it_lost_and_says_so(self):
        load = STEADY
        bmc = self.bmc(trees.node_tree(), "a", values=trees.node_values(load))
        exporter = self.exporter(self.target(bmc.url, "a"))
        self.reads(exporter, "a")
        time.sleep(2)
        before = self.energy(self.page(exporter), "a")
        bmc.service.scenario["values"][1]["start"] = 1e6
        time.sleep(3)
        page = self.page(exporter)
        after = self.energy(page, "a")
        self.assertGreaterEqual(after, before)
        self.assertLess(after, before + 500 * 8, "a count that began anew is no energy")
        self.assertEqual(sum(metric(page, "joulemark_energy_resets_total", node="a")), 1)


class Targets(Rig):
    def test_the_list_of_targets_is_read_again(self):
        a, b = (self.bmc(trees.node_tree(), n, values=trees.node_values(LOAD)) for n in "ab")
        listed = self.folder / "targets.yaml"
        listed.write_text(f"- {self.target(a.url, 'a')}\n")
        exporter = self.exporter(more="    targets_file: targets.yaml\n")
        self.reads(exporter, "a")
        first = self.energy(self.page(exporter), "a")
        listed.write_text(f"- {self.target(a.url, 'a')}\n- {self.target(b.url, 'b')}\n")
        page = self.reads(exporter, "a", "b")
        self.assertGreater(self.energy(page, "a"), first, "what has not changed goes on")
        self.assertEqual(set(metric(page, "joulemark_energy_resets_total", node="a")), {0.0})
        listed.write_text("- {url: nonsense}\n")
        self.wait(exporter, lambda _: "targets.yaml:1" in (self.folder / "exporter.log").read_text(), 10)
        listed.write_text(f"- {self.target(b.url, 'b')}\n")
        self.wait(exporter, lambda page: not metric(page, "joulemark_power_watts", node="a"), 20)
        self.assertTrue(metric(self.page(exporter), "joulemark_power_watts", node="b"))
        self.assertIn("redfish: 4 sensors", (self.folder / "exporter.log").read_text())
        a.settle()
        self.assertEqual(a.service.log[-1]["sessions"], 0)

    def test_tls_with_a_ca_beside_the_configuration(self):
        key, cert = self.folder / "key.pem", self.folder / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=bmc",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        bmc = self.bmc(trees.node_tree(), "a", tls=(cert, key), values=trees.node_values(LOAD))
        stranger = self.bmc(trees.node_tree(), "b", tls=(cert, key))
        exporter = self.exporter(self.target(bmc.url, "a", ca_file="cert.pem"), self.target(stranger.url, "b"))
        self.reads(exporter, "a")
        self.assertEqual(metric(self.page(exporter), "joulemark_energy_joules_total", node="b"), [], "nobody vouches for that certificate")
        exporter.stop()
        bmc.settle()
        self.assertEqual({e["sessions"] for e in bmc.service.log[-1:]}, {0})


if __name__ == "__main__":
    unittest.main(verbosity=2)
