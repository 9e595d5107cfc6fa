#!/usr/bin/env python3
"""One exporter reads many Redfish services at 1 s, each of which takes 200 ms to answer: is every target read within its interval, what does it cost?

    redfish_scale.py [--bin build/release] [--targets 1000] [--seconds 60] [--tls] [--hanging 0.5] [--scrape SECONDS]

The services are one asyncio process on loopback addresses of their own. Prints the intervals between requests as each service saw them, their
connections, and the processor time and memory of the exporter and of its peer: the same requests on the same connections by curl's own loop, without
an exporter around it (a Python program that does nothing else, so that the ratio is of two clients in one run)."""
import argparse
import asyncio
import base64
import hashlib
import json
import os
import pathlib
import signal
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

DELAY = 0.2
ROOT = {"RedfishVersion": "1.20.0", "Chassis": {"@odata.id": "/redfish/v1/Chassis"}}
PAGES = {"/redfish/v1": ROOT, "/redfish/v1/Chassis": {"Members": [{"@odata.id": "/redfish/v1/Chassis/1"}]},
         "/redfish/v1/Chassis/1": {"Id": "1", "ChassisType": "RackMount", "EnvironmentMetrics": {"@odata.id": "/redfish/v1/Chassis/1/E"}}}


def address(i: int) -> str:
    return f"127.0.{1 + i // 250}.{1 + i % 250}"


class Service(asyncio.Protocol):
    """One connection; `seen` are the times of its target's requests for the value, `accepted` the number of its connections."""

    def __init__(self, target: dict, hanging: bool):
        self.target, self.hanging, self.text = target, hanging, b""

    def connection_made(self, transport):
        self.transport = transport
        self.target["accepted"] += 1

    def data_received(self, data):
        self.text += data
        while b"\r\n\r\n" in self.text:
            head, _, self.text = self.text.partition(b"\r\n\r\n")
            if not self.hanging:
                self.answer(head.split(b" ", 2)[1].decode())

    def answer(self, path: str):
        now = time.monotonic()
        body = PAGES.get(path)
        if path.endswith("/E"):
            self.target["seen"].append(now)
            body = {"PowerWatts": {"Reading": round(400 + 37.7 * (now * 10 % 7), 1)}, "EnergykWh": {"Reading": round(100 + now / 9000, 5)}}
        status, text = ("200 OK", json.dumps(body).encode()) if body else ("404 Not Found", b"{}")
        out = b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (status.encode(), len(text), text)
        asyncio.get_running_loop().call_later(DELAY, self.transport.write, out)


async def serve(given, port: int, context, result: pathlib.Path) -> None:
    loop = asyncio.get_running_loop()
    targets = [{"accepted": 0, "seen": [], "hanging": i < given.targets * given.hanging} for i in range(given.targets)]
    for i, target in enumerate(targets):
        await loop.create_server(lambda t=target: Service(t, t["hanging"]), address(i), port, ssl=context, backlog=16)
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    print("ready", flush=True)
    await stop.wait()
    result.write_text(json.dumps(targets))


def certificate(folder: pathlib.Path) -> tuple:
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                    "-subj", "/CN=bmc"], check=True, capture_output=True)
    public = subprocess.run(["openssl", "x509", "-in", cert, "-pubkey", "-noout"], check=True, capture_output=True).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=public, check=True, capture_output=True).stdout
    return cert, key, base64.b64encode(hashlib.sha256(der).digest()).decode()


def usage(pid: int) -> tuple:
    """Processor seconds and resident MB so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    rss = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), rss / 1024


def configuration(given, port: int, pin: str, folder: pathlib.Path) -> pathlib.Path:
    scheme, more = ("https", f", pin_sha256: '{pin}'") if given.tls else ("http", "")
    lines = [f"      - {{url: '{scheme}://{address(i)}:{port}', node: n{i:04}{more}}}" for i in range(given.targets)]
    path = folder / "exporter.yaml"
    path.write_text("schema: joulemark.config/1\nsources:\n  redfish:\n    targets:\n" + "\n".join(lines) + "\n")
    return path


def port_of(log: pathlib.Path) -> str:
    for _ in range(200):
        text = log.read_text()
        if "listening on http://" in text:
            return text.split("listening on ")[1].split('"')[0].strip()
        time.sleep(0.05)
    raise SystemExit("the exporter did not start:\n" + log.read_text())


def measure(given, folder: pathlib.Path, config: pathlib.Path) -> dict:
    log = folder / "exporter.log"
    with open(log, "wb") as out:
        exporter = subprocess.Popen([given.bin / "exporter/joulemark-exporter", f"--config.file={config}", "--source.disable-defaults",
                                     "--web.listen-address=127.0.0.1:0"], stdout=out, stderr=out)
    try:
        url = port_of(log)
        time.sleep(given.warm_up)
        before, began = usage(exporter.pid)[0], time.monotonic()
        scrapes = []
        while (now := time.monotonic()) < began + given.seconds:
            if given.scrape:
                page = urllib.request.urlopen(url + "/metrics", timeout=10).read()
                scrapes.append((time.monotonic() - now, len(page)))
            time.sleep(max(0.0, min(given.scrape or 5, began + given.seconds - time.monotonic())))
        spent, rss = usage(exporter.pid)
        ended = time.monotonic()
    finally:
        exporter.terminate()
        exporter.wait(timeout=20)
    return {"began": began, "ended": ended, "core": (spent - before) / (ended - began), "rss": rss, "scrapes": scrapes}


def peer(given, port: int, pin: str) -> float:
    """Share of a core of an asyncio client with the same requests at the same pace."""
    child = subprocess.Popen([sys.executable, __file__, "--client", str(port), "--targets", str(given.targets), *(["--tls"] if given.tls else [])])
    time.sleep(8)
    before, began = usage(child.pid)[0], time.monotonic()
    time.sleep(12)
    core = (usage(child.pid)[0] - before) / (time.monotonic() - began)
    child.kill()
    child.wait()
    return core


async def ask(i: int, port: int, context) -> None:
    await asyncio.sleep(i / 1000)
    reader, writer = await asyncio.open_connection(address(i), port, ssl=context)
    while True:
        writer.write(b"GET /redfish/v1/Chassis/1/E HTTP/1.1\r\nHost: bmc\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0]))
        await asyncio.sleep(1 - DELAY)


async def ask_all(given, context) -> None:
    await asyncio.gather(*(ask(i, given.client, context) for i in range(given.targets)))


def report(given, got: dict, targets: list, core_of_peer) -> bool:
    gaps = [b - a for t in targets if not t["hanging"] for a, b in zip(t["seen"], t["seen"][1:]) if a >= got["began"] and b <= got["ended"]]
    gaps.sort()
    read = [t for t in targets if not t["hanging"]]
    late = sum(1 for t in read if not [s for s in t["seen"] if got["began"] <= s <= got["ended"]])
    accepted = sum(t["accepted"] for t in read)
    p99 = gaps[len(gaps) * 99 // 100]
    print(f"{given.targets} targets, {'TLS' if given.tls else 'plain'}, {len(targets) - len(read)} of them hang; {given.seconds:g} s after {given.warm_up:g} s")
    print(f"  intervals   median {statistics.median(gaps):.3f} s, p99 {p99:.3f} s, longest {gaps[-1]:.3f} s; {len(gaps) / given.seconds:.0f} a second; {late} targets unread")
    print(f"  connections {accepted} by {len(read)} services")
    print(f"  exporter    {100 * got['core']:.1f} % of a core, {got['rss']:.0f} MB"
          + (f"; ratio to an asyncio client {got['core'] / core_of_peer:.2f}" if core_of_peer else ""))
    if got["scrapes"]:
        print(f"  /metrics    {len(got['scrapes'])} scrapes, {1e3 * statistics.median(s for s, _ in got['scrapes']):.0f} ms, {got['scrapes'][-1][1] / 1e6:.2f} MB")
    return p99 < 1.05 and late == 0 and accepted == len(read) and got["core"] <= 0.4 and got["rss"] < 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--targets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm-up", type=float, default=40)
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--hanging", type=float, default=0.0)
    parser.add_argument("--scrape", type=float, default=0.0)
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--serve", nargs=3, metavar=("PORT", "FOLDER", "RESULT"), help=argparse.SUPPRESS)
    parser.add_argument("--client", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.client:
        context = ssl._create_unverified_context() if given.tls else None
        return asyncio.run(ask_all(given, context))
    if given.serve:
        port, folder, result = given.serve
        context = None
        if given.tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(pathlib.Path(folder) / "cert.pem", pathlib.Path(folder) / "key.pem")
        return asyncio.run(serve(given, int(port), context, pathlib.Path(result)))
    with tempfile.TemporaryDirectory(prefix="joulemark-") as name:
        folder, port = pathlib.Path(name), 20000 + os.getpid() % 10000
        pin = certificate(folder)[2] if given.tls else ""
        again = ["--targets", str(given.targets), "--hanging", str(given.hanging), *(["--tls"] if given.tls else [])]
        server = subprocess.Popen([sys.executable, __file__, *again, "--serve", str(port), name, str(folder / "result.json")], stdout=subprocess.PIPE)
        server.stdout.readline()
        try:
            got = measure(given, folder, configuration(given, port, pin, folder))
            core_of_peer = None if given.no_peer or given.hanging else peer(given, port, pin)
        finally:
            server.terminate()
            server.wait(timeout=20)
        targets = json.loads((folder / "result.json").read_text())
        # The peer came later and has connections of its own.
        for target in targets if core_of_peer else []:
            target["accepted"] -= 1
        sys.exit(0 if report(given, got, targets, core_of_peer) else 1)


if __name__ == "__main__":
    main()
