"""joulemark survey against fake BMCs over HTTP and TLS: what it concludes, how politely it asks, and what it does when services misbehave."""
import base64
import csv
import hashlib
import io
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]
import redfish_trees  # noqa: E402
import rig  # noqa: E402
from fake_bmc import FakeBmc  # noqa: E402
from redfish_trees import SERIAL, node_tree  # noqa: E402

SHARED = HERE.parents[2] / "shared/fixtures/redfish"
SCHEMA = HERE.parents[1] / "docs/schemas/survey.schema.json"
PASSWORD = "canary-4711-secret"


LOAD = {"watts": 400, "swing": 230, "period": 3.7, "every": 0.5}
MOVING = redfish_trees.node_values(LOAD)


class Survey(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory(prefix="joulemark-")
        self.addCleanup(temp.cleanup)
        self.folder = pathlib.Path(temp.name)
        self.word = self.folder / "word"
        self.word.write_text(PASSWORD + "\n")
        self.bmcs = []

    def bmc(self, resources=None, tls=None, **scenario) -> FakeBmc:
        bmc = FakeBmc(redfish_trees.write(resources or node_tree(), self.folder / "tree"), {"users": {"monitor": PASSWORD}, **scenario}, tls=tls)
        bmc.__enter__()
        self.addCleanup(bmc.__exit__)
        self.bmcs.append(bmc)
        return bmc

    def survey(self, *urls, probe="0s", extra=(), timeout=120, user=True, output="json"):
        command = [rig.QUERY, "survey", "--probe", probe, "--output", output, *extra]
        for url in urls:
            command += ["--target", url]
        if user and urls:
            command += ["--username", "monitor", "--password-file", self.word]
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=timeout)
        for bmc in self.bmcs:
            bmc.settle()
        return done

    def targets(self, *urls, **kw) -> list:
        done = self.survey(*urls, **kw)
        self.assertNotIn(PASSWORD, done.stdout + done.stderr)
        self.assertTrue(done.stdout, done.stderr)
        return json.loads(done.stdout)["targets"]

    def test_one_connection_one_session_one_request_and_nothing_but_reads(self):
        bmc = self.bmc(values=MOVING)
        target = self.targets(bmc.url, probe="3s")[0]
        log = bmc.service.log
        self.assertEqual(target["verdict"], "validated-capable", target["reasons"])
        self.assertEqual(target["firmware"], ["7.10.30"])
        self.assertEqual(max(e["in_flight"] for e in log), 1)
        self.assertEqual(log[-1]["accepted"], 1)
        self.assertEqual([e["method"] for e in log if e["method"] != "GET"], ["POST", "DELETE"])
        self.assertEqual(log[-1]["sessions"], 0)
        self.assertEqual(max(e["sessions"] for e in log), 1)

    def test_known_joules_and_interval(self):
        bmc = self.bmc(values=MOVING)
        values = {v["pointer"]: v for v in self.targets(bmc.url, probe="20s")[0]["values"]}
        energy = values["/EnergykWh/LifetimeReading"]
        self.assertAlmostEqual(energy["ratio_to_integrated_power"], 1.0, delta=0.12)  # power read once a second, swing of 230 W
        self.assertTrue(energy["rises"])
        self.assertEqual(energy["decimals"], 6)
        self.assertAlmostEqual(energy["quantum"], 3.6)
        self.assertAlmostEqual(energy["update_interval_measured_s"], 1.0, delta=0.1)  # every 0.5 s, read every second
        self.assertEqual(values["/PowerWatts/Reading"]["accuracy"], {"property": "ReadingAccuracy", "value": 5.0, "of": "absolute"})

    def test_a_counter_that_falls_or_runs_wrong_is_no_counter(self):
        wrong = [dict(MOVING[0]), {**MOVING[1], "gain": 1.0, "unit": 7.2e6}]
        self.assertEqual(self.targets(self.bmc(values=wrong).url, probe="12s")[0]["verdict"], "reference-only")

    def test_services_that_misbehave(self):
        html = "<html><body>not here</body></html>"
        cases = (
            ("busy, then well", {"match": "/Chassis$", "status": 503, "headers": {"Retry-After": "1"}, "times": 2}, "validated-capable"),
            ("429", {"match": "/E$", "status": 429, "times": 1}, "validated-capable"),
            ("redirect within", {"match": "/Chassis/1$", "status": 301, "headers": {"Location": "/redfish/v1/Chassis/1/"}, "times": 1}, "validated-capable"),
            ("chunked", {"match": "/E$", "chunked": True}, "validated-capable"),
            ("gzip", {"match": "/E$", "gzip": True}, "validated-capable"),
            ("stray line end", {"match": "/E$", "stray": "\n", "close": True}, "validated-capable"),
            ("session lost", {"match": "/Chassis$", "status": 401, "times": 1}, "no-power"),  # within a minute of the login: rights, not a session
            ("no sessions to be had", {"match": "/Sessions", "status": 503}, "validated-capable"),
            ("session POST 405", {"match": "/Sessions", "status": 405}, "validated-capable"),
            ("html", {"match": "/E$", "status": 200, "body": html, "headers": {"Content-Type": "text/html"}}, "reference-only"),
            ("error in 200", {"match": "/E$", "body": '{"error": {"message": "oops"}}'}, "reference-only"),
            ("truncated", {"match": "/E$", "truncate": 20}, "reference-only"),
            ("forbidden", {"match": "/Chassis$", "status": 403}, "no-power"),
            ("huge", {"match": "/E$", "body": "x" * 1000, "repeat": 10000}, "reference-only"),
        )
        targets = self.targets(*(self.bmc(faults=[fault]).url for _, fault, _ in cases))
        for (name, _, expected), target in zip(cases, targets):
            with self.subTest(name):
                self.assertEqual(target["verdict"], expected, target)

    def test_no_request_leaves_for_another_host(self):
        stranger = FakeBmc(self.folder)
        stranger.__enter__()
        self.addCleanup(stranger.__exit__)
        tree = node_tree()
        tree["/Chassis"]["Members"] += [{"@odata.id": stranger.url + "/redfish/v1/Chassis/9"}, {"@odata.id": "/redfish/v1/../../etc/passwd"}]
        bmc = self.bmc(tree, faults=[{"match": "/E$", "status": 302, "headers": {"Location": stranger.url + "/redfish/v1/steal"}}])
        target = self.targets(bmc.url)[0]
        self.assertEqual(target["links_to_other_hosts"], 1)
        self.assertEqual(stranger.service.log, [])
        self.assertEqual(stranger.service.accepted, 0)

    def test_a_dead_service_holds_up_no_other(self):
        bmc = self.bmc()
        slow = self.bmc(faults=[{"match": ".", "delay": 1}])
        begin = time.monotonic()
        targets = self.targets("http://127.0.0.1:1", bmc.url, slow.url)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual([t["verdict"] for t in targets], ["no-answer", "validated-capable", "validated-capable"])
        spread = [e["time"] for e in bmc.service.log]
        self.assertLess(max(spread) - min(spread), 3)

    def test_certificates(self):
        key, cert = self.folder / "key.pem", self.folder / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=bmc",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        public = subprocess.run(["openssl", "x509", "-in", cert, "-pubkey", "-noout"], check=True, capture_output=True).stdout
        der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=public, check=True, capture_output=True).stdout
        pin = base64.b64encode(hashlib.sha256(der).digest()).decode()
        other = base64.b64encode(hashlib.sha256(b"other").digest()).decode()
        bmc = self.bmc(tls=(cert, key))
        for extra, answers in (((), False), (("--ca-file", cert), True), (("--pin-sha256", pin), True), (("--pin-sha256", other), False),
                               (("--insecure-skip-verify",), True)):
            with self.subTest(extra=extra):
                target = self.targets(bmc.url, extra=extra)[0]
                self.assertEqual(target["verdict"], "validated-capable" if answers else "no-answer")
        self.assertTrue(all(e["method"] in ("GET", "POST", "DELETE") for e in bmc.service.log))

    def test_nothing_that_names_the_owner_leaves_unasked(self):
        bmc, dump = self.bmc(), self.folder / "dump"
        outputs = []
        for output in ("table", "json", "csv", "md"):
            extra = ("--dump", dump) if output == "json" else ()
            outputs.append(self.survey(bmc.url, output=output, extra=extra).stdout)
        files = list((dump / "target-1/redfish/v1").rglob("index.json"))
        self.assertGreaterEqual(len(files), 6)
        outputs += [f.read_text() for f in files]
        for text in outputs:
            for secret in (SERIAL, "127.0.0.1", PASSWORD, "11111111-2222"):
                self.assertNotIn(secret, text)
        again = FakeBmc(dump / "target-1")
        with again:
            self.assertEqual(self.targets(again.url, user=False)[0]["verdict"], "validated-capable")
        self.assertIn("exists already", self.survey(bmc.url, extra=("--dump", dump)).stderr)
        self.assertIn(bmc.url, self.survey(bmc.url, extra=("--no-redaction",)).stdout)

    def test_an_interrupt_closes_the_session(self):
        bmc = self.bmc()
        child = subprocess.Popen([str(rig.QUERY), "survey", "--target", bmc.url, "--username", "monitor", "--password-file", str(self.word), "--probe", "60s"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 10
        while not any(e["path"].endswith("/E") for e in list(bmc.service.log)) and time.monotonic() < end:
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=10)
        bmc.settle()
        self.assertEqual(child.returncode, 1)
        self.assertIn("target-1", out)
        self.assertEqual(bmc.service.log[-1]["method"], "DELETE")
        self.assertEqual(bmc.service.sessions, {})

    def test_writers_merge_and_schema(self):
        bmc = self.bmc()
        first, second = self.folder / "a.json", self.folder / "b.json"
        for file in (first, second):
            self.survey(bmc.url, extra=("--output-file", file))
        merged = self.survey(extra=("--merge", first, second))
        self.assertEqual([t["target"] for t in json.loads(merged.stdout)["targets"]], ["target-1", "target-1 (2)"])
        rows = list(csv.DictReader(io.StringIO(self.survey(extra=("--merge", first, second), output="csv").stdout)))
        self.assertEqual({r["target"] for r in rows}, {"target-1", "target-1 (2)"})
        self.assertIn("| name | covers |", self.survey(extra=("--merge", first), output="md").stdout)
        self.assertIn("is no survey", self.survey(extra=("--merge", self.word)).stderr)
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        jsonschema.validate(json.loads(first.read_text()), json.loads(SCHEMA.read_text()))
        jsonschema.validate(json.loads(merged.stdout), json.loads(SCHEMA.read_text()))

    def test_wrong_use_says_what_to_do(self):
        for extra, message in (((), "give --target"), (("--target", "bmc"), "must be https://HOST"), (("--target", "https://u:pw@bmc"), "username"),
                               (("--target", "https://b/path"), "without a path"), (("--config.file", "/nonexistent"), "nonexistent")):
            done = subprocess.run([str(rig.QUERY), "survey", *extra], capture_output=True, text=True, timeout=20)
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr)
            self.assertNotIn("u:pw", done.stderr)

    def test_targets_of_the_configuration(self):
        bmc, config = self.bmc(), self.folder / "joulemark.yaml"
        config.write_text(f"schema: joulemark.config/1\nsources:\n  redfish:\n    targets:\n      - {{url: '{bmc.url}', username: monitor, password_file: {self.word}}}\n")
        done = subprocess.run([str(rig.QUERY), "survey", "--config.file", str(config), "--probe", "0s", "--output", "json"], capture_output=True, text=True, timeout=30)
        self.assertEqual(json.loads(done.stdout)["targets"][0]["verdict"], "validated-capable", done.stderr)
        listed = self.folder / "targets.yaml"
        listed.write_text(f"- {{url: '{bmc.url}', username: monitor, password_file: word}}\n")
        config.write_text("schema: joulemark.config/1\nsources:\n  redfish: {targets_file: targets.yaml}\n")
        for file in (config, listed):
            done = subprocess.run([str(rig.QUERY), "survey", "--config.file", str(file), "--probe", "0s", "--output", "json"], capture_output=True, text=True, timeout=30)
            self.assertEqual([t["verdict"] for t in json.loads(done.stdout)["targets"]], ["validated-capable"], done.stderr)

    @unittest.skipUnless(shutil.which("redfishtool"), "redfishtool is not installed")
    def test_an_independent_client_takes_it_for_a_redfish_service(self):
        bmc = self.bmc()
        out = subprocess.run(["redfishtool", "-r", bmc.url.removeprefix("http://"), "-u", "monitor", "-p", PASSWORD, "-S", "Never", "-A", "Session", "Chassis"],
                             capture_output=True, text=True, timeout=60)
        self.assertIn("/redfish/v1/Chassis/1", out.stdout, out.stderr)


@unittest.skipUnless(SHARED.exists(), "the shared fixtures are not here")
class Trees(unittest.TestCase):
    """What a correct client concludes from each tree, checked by hand: over HTTP, all of them at once."""
    POWER = {"dell-r750-idrac9": (614, "ac_input"), "lenovo-sr670-xcc": (416, "ac_input"), "hpe-dl325-ilo5": (97, "unknown"), "hpe-xl675d-a100-ilo5": (894, "unknown"),
             "hpe-xl675d-a40-ilo5": (779, "unknown"), "hpe-cray-ex235a": (747, "dc_input"), "gigabyte-megarac": (100, "unknown"), "intel-s2600-bmc": (148, "unknown"),
             "telegraf-dell-idrac9-psu-rating": (429, "unknown"), "synthetic-ideal-node": (611.5, "ac_input"), "synthetic-fujitsu-irmc-oem": (150, "unknown"),
             "synthetic-hp-ilo4-legacy": (93, "unknown"), "synthetic-string-numbers": (321, "unknown")}
    SILENT = ("nvidia-gh200", "nvidia-bluefield-dpu", "openbmc-stock", "telegraf-dell-invalid", "synthetic-host-off", "synthetic-200-with-error",
              "synthetic-hostile-links", "synthetic-hpe-g2-pdu-prestandard")

    def test_every_tree(self):
        folders = sorted(f for f in SHARED.iterdir() if (f / "redfish").is_dir())
        services = [FakeBmc(f).__enter__() for f in folders]
        try:
            command = [str(rig.QUERY), "survey", "--probe", "0s", "--output", "json"]
            for service in services:
                command += ["--target", service.url]
            begin = time.monotonic()
            targets = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=120).stdout)["targets"]
            print(f"{len(folders)} trees in {time.monotonic() - begin:.1f} s", file=sys.stderr)
        finally:
            for service in services:
                service.__exit__()
        found = dict(zip((f.name for f in folders), targets))
        for name, (watts, boundary) in self.POWER.items():
            with self.subTest(name):
                (power,) = found[name]["power"]
                self.assertEqual((power["watts"], power["boundary"]), (watts, boundary))
        for name in self.SILENT:
            with self.subTest(name):
                self.assertEqual(found[name]["power"], [])
        (report,) = found["nvidia-gh200"]["reports"]
        self.assertEqual((report["values"], report["in_thousandths"]), (14, 5))
        self.assertEqual(found["synthetic-ideal-node"]["verdict"], "validated-capable")
        lifetime = {n: [v for v in t.get("values", []) if v["lifetime"]] for n, t in found.items()}
        self.assertEqual({n for n, v in lifetime.items() if v}, {"synthetic-ideal-node", "synthetic-dell-lifetime-on-power-sensor", "synthetic-pdu-integer-kwh"})
        outlets = {v["name"]: v for v in found["synthetic-pdu-integer-kwh"]["values"] if v["quantity"] == "energy" and (v["name"] == "OUTLET1" or v["lifetime"])}
        self.assertEqual((outlets["OUTLET1"]["quantum"], outlets["OUTLET2"]["quantum"]), (3.6e6, 3600.0))


if __name__ == "__main__":
    unittest.main()
