#!/usr/bin/env python3
"""A Redfish service for tests: a tree of index.json files over HTTP/1.1 or TLS, with sessions, moving power, integrating energy and faults.

    fake_bmc.py TREE [--port N] [--tls CERT KEY] [--scenario FILE] [--log FILE]

TREE holds redfish/v1/...; {} stands for an empty one. The scenario (JSON):

    {"users": {"monitor": "secret"}, "sessions": {"limit": 2, "idle_seconds": 300}, "expand": true,
     "values": [{"path": "/redfish/v1/Chassis/1/Sensors/P", "pointer": "/Reading", "kind": "power", "watts": 500, "swing": 200, "period": 7.3, "step": 0.1,
                 "every": 1.0}, {..., "kind": "energy", "unit": 3600000, "step": 0.001, "of": "the pointer's load, as above"}],
     "faults": [{"match": "/Chassis$", "status": 503, "headers": {"Retry-After": "1"}, "times": 2}]}

Power is watts + swing * square wave of the period, or that of one of `levels` after the other, each {"seconds", "watts", "swing", "period"}, the last one for
ever; energy its exact integral since the start (`start` J), in units of `unit` joules; both are multiplied by `gain`, rounded down to `step`, move every `every`
seconds only and show what was `lag` seconds ago. A power is also off by the relative `noise`, another number every `noise_every` (17) seconds; both by
`wobble`, another number every minute. A fault answers `times` matching requests (for ever without it): status, headers, body, delay, truncate (bytes of
the body that are sent), chunked, gzip, stray (bytes after the answer), close. The log has one JSON object per request: time, method, path, status,
how many requests are in flight, how many sessions are open, how many connections were accepted."""
import argparse
import base64
import gzip
import http.server
import json
import pathlib
import random
import re
import secrets
import socket
import ssl
import threading
import time
import urllib.parse


class Service:
    def __init__(self, tree: pathlib.Path, scenario: dict):
        self.tree, self.scenario = tree, scenario
        self.lock = threading.Lock()
        self.sessions, self.log, self.in_flight, self.accepted, self.minutes = {}, [], 0, 0, {}
        self.faults = [dict(f) for f in scenario.get("faults", [])]
        self.began = time.time()

    # -- values that move -------------------------------------------------
    @staticmethod
    def level_at(value: dict, t: float):
        """The level in force and how long it has been."""
        *before, last = value.get("levels", [value])
        for level in before:
            if t < level["seconds"]:
                return level, t
            t -= level["seconds"]
        return last, t

    @classmethod
    def power(cls, value: dict, t: float) -> float:
        level, t = cls.level_at(value, t)
        return level["watts"] + (level.get("swing", 0.0) if (t / level.get("period", 1.0)) % 1.0 < 0.5 else 0.0)

    @classmethod
    def energy(cls, value: dict, t: float) -> float:
        """The exact integral from 0 to t, J."""
        joules, (last, left) = 0.0, cls.level_at(value, t)
        for level in value.get("levels", [value]):
            done = level is last
            part = left if done else level["seconds"]
            period, swing = level.get("period", 1.0), level.get("swing", 0.0)
            whole, rest = divmod(part, period)
            joules += level["watts"] * part + swing * (whole * period / 2 + min(rest, period / 2))
            if done:
                break
        return joules

    def wobble(self, value: dict, minute: int) -> float:
        return value.get("wobble", 0.0) * random.Random(f"{self.tree.name}{value['path']}{minute}").gauss(0, 1)

    def wobbled_energy(self, value: dict, t: float) -> float:
        """What a meter counts whose gain is another one every minute, J."""
        minute, joules = int(t // 60), self.energy(value, t)
        if not value.get("wobble"):
            return joules
        sums = self.minutes.setdefault((value["path"], value["pointer"]), [0.0])
        while len(sums) <= minute:
            i = len(sums) - 1
            sums.append(sums[-1] + self.wobble(value, i) * (self.energy(value, 60 * (i + 1)) - self.energy(value, 60 * i)))
        return joules + sums[minute] + self.wobble(value, minute) * (joules - self.energy(value, 60 * minute))

    def shown(self, value: dict, now: float) -> float:
        every = value.get("every", 0.0)
        t = max(now - self.began - value.get("lag", 0.0), 0.0)
        t = t // every * every if every else t
        raw = self.power(value, t) if value["kind"] == "power" else (value.get("start", 0.0) + self.wobbled_energy(value, t)) / value.get("unit", 1.0)
        raw *= value.get("gain", 1.0)
        if value["kind"] == "power":
            raw *= 1 + self.wobble(value, int(t // 60))
        if value["kind"] == "power" and "noise" in value:
            raw *= 1 + value["noise"] * random.Random(f"{self.tree}{value['path']}{t // value.get('noise_every', 17)}").gauss(0, 1)
        step = value.get("step", 0.0)
        return round(raw // step * step, 9) if step else raw

    def document(self, path: str):
        file = self.tree / path.strip("/") / "index.json"
        if not file.resolve().is_relative_to(self.tree.resolve()) or not file.is_file():
            return None
        try:
            body = json.loads(file.read_text())
        except ValueError:
            return file.read_bytes()  # a tree may hold an answer that is no JSON
        if isinstance(body, dict):
            body.setdefault("@odata.id", path.rstrip("/"))
        now = time.time()
        for value in self.scenario.get("values", []):
            if value["path"] == path.rstrip("/"):
                self.place(body, value["pointer"], self.shown(value, now))
        return body

    @staticmethod
    def place(body, pointer: str, number) -> None:
        *steps, last = pointer.strip("/").split("/")
        for step in steps:
            body = body[int(step)] if isinstance(body, list) else body[step]
        body[int(last) if isinstance(body, list) else last] = number

    # -- who may ask ------------------------------------------------------
    def allowed(self, handler) -> bool:
        users = self.scenario.get("users")
        if not users:
            return True
        token = handler.headers.get("X-Auth-Token")
        idle = self.scenario.get("sessions", {}).get("idle_seconds", 300)
        with self.lock:
            self.sessions = {k: v for k, v in self.sessions.items() if time.time() - v["used"] < idle}
            if token:
                if token in self.sessions:
                    self.sessions[token]["used"] = time.time()
                return token in self.sessions
        kind, _, given = handler.headers.get("Authorization", "").partition(" ")
        name, _, word = base64.b64decode(given).decode().partition(":") if kind == "Basic" else ("", "", "")
        return bool(name) and users.get(name) == word

    def login(self, body: bytes):
        users, limit = self.scenario.get("users", {}), self.scenario.get("sessions", {}).get("limit", 8)
        try:
            asked = json.loads(body)
        except ValueError:
            return 400, {}, {}
        if users.get(asked.get("UserName")) != asked.get("Password"):
            return 401, {}, {"error": {"code": "Base.1.8.NoValidSession", "message": "not accepted"}}
        with self.lock:
            if len(self.sessions) >= limit:
                return 503, {}, {"error": {"code": "RAC0218", "message": "The maximum number of user sessions is reached."}}
            token, number = secrets.token_hex(16), secrets.token_hex(4)
            self.sessions[token] = {"number": number, "used": time.time()}
        path = f"/redfish/v1/SessionService/Sessions/{number}"
        return 201, {"X-Auth-Token": token, "Location": path}, {"@odata.id": path, "Id": number, "Name": "Session", "UserName": asked["UserName"]}

    def logout(self, path: str) -> int:
        with self.lock:
            before = len(self.sessions)
            self.sessions = {k: v for k, v in self.sessions.items() if v["number"] != path.rsplit("/", 1)[-1]}
            return 204 if len(self.sessions) < before else 404

    def fault(self, path: str):
        with self.lock:
            for fault in self.faults:
                if re.search(fault["match"], path) and fault.get("times", 1) > 0:
                    if "times" in fault:
                        fault["times"] -= 1
                    return fault
        return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.server.service.lock:
            self.server.service.accepted += 1

    def answer(self):
        service = self.server.service
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with service.lock:
            service.in_flight += 1
            entry = {"time": time.time(), "method": self.command, "path": self.path, "in_flight": service.in_flight}
        try:
            entry["status"] = self.respond(service, body)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.close_connection = True
        finally:
            with service.lock:
                service.in_flight -= 1
                entry["sessions"], entry["accepted"] = len(service.sessions), service.accepted
                service.log.append(entry)
                if self.server.log_file:
                    print(json.dumps(entry), file=self.server.log_file, flush=True)

    do_GET = do_POST = do_DELETE = do_PATCH = do_PUT = answer

    def respond(self, service: Service, body: bytes) -> int:
        path, _, query = urllib.parse.unquote(self.path).partition("?")
        fault = service.fault(self.path)
        if fault:
            time.sleep(fault.get("delay", 0))
            if "status" in fault or "body" in fault:
                content = fault.get("body", "{}").encode() * fault.get("repeat", 1)
                return self.send(fault.get("status", 200), fault.get("headers", {}), content, fault)
        if self.command == "POST" and path.rstrip("/").endswith("/Sessions"):
            status, headers, out = service.login(body)
            return self.send(status, headers, json.dumps(out).encode(), fault)
        public = path.rstrip("/") in ("/redfish", "/redfish/v1")
        if not public and not service.allowed(self):
            return self.send(401, {}, b'{"error": {"message": "log in first"}}', fault)
        if self.command == "DELETE":
            return self.send(service.logout(path), {}, b"", fault)
        if self.command != "GET":
            return self.send(405, {}, b"{}", fault)
        out = service.document(path)
        if out is None:
            return self.send(404, {}, b'{"error": {"message": "not here"}}', fault)
        if query.startswith("$expand") and isinstance(out, dict):
            if not service.scenario.get("expand"):
                return self.send(400, {}, b'{"error": {"message": "$expand is not supported"}}', fault)
            out["Members"] = [service.document(m["@odata.id"]) or m for m in out.get("Members", [])]
        return self.send(200, {}, out if isinstance(out, bytes) else json.dumps(out).encode(), fault)

    def send(self, status: int, headers: dict, content: bytes, fault) -> int:
        fault = fault or {}
        if fault.get("gzip"):
            content, headers = gzip.compress(content), {**headers, "Content-Encoding": "gzip"}
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        if fault.get("chunked"):
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if fault.get("chunked"):
            for i in range(0, len(content), 7):
                piece = content[i:i + 7]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            content = b"0\r\n\r\n"
        if "truncate" in fault:
            content = content[:fault["truncate"]]
            self.close_connection = True
        self.wfile.write(content + fault.get("stray", "").encode())
        self.wfile.flush()
        self.close_connection = self.close_connection or bool(fault.get("close"))
        return status

    def log_message(self, *_):
        pass


class FakeBmc(http.server.ThreadingHTTPServer):
    """with FakeBmc(tree, scenario) as bmc: bmc.url, bmc.service.log"""
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, tree, scenario=None, port: int = 0, tls=None, log_file=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.service, self.log_file, self.tls = Service(pathlib.Path(tree), scenario or {}), log_file, None
        if tls:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(*tls)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.server_address[1]}"

    def settle(self, seconds: float = 5) -> None:
        """A client may have its answer a moment before the log has the entry."""
        end = time.monotonic() + seconds
        while self.service.in_flight and time.monotonic() < end:
            time.sleep(0.01)

    def finish_request(self, request, client_address):
        if self.tls:  # in the connection's thread: a client that hangs in the handshake holds up no other
            request.settimeout(30)
            with self.tls.wrap_socket(request, server_side=True) as secured:
                return super().finish_request(secured, client_address)
        return super().finish_request(request, client_address)

    def handle_error(self, request, client_address):
        pass

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--scenario", type=pathlib.Path)
    parser.add_argument("--log", type=argparse.FileType("a"))
    given = parser.parse_args()
    scenario = json.loads(given.scenario.read_text()) if given.scenario else {}
    bmc = FakeBmc(given.tree, scenario, given.port, given.tls, given.log)
    print(bmc.url, flush=True)
    bmc.serve_forever()


if __name__ == "__main__":
    main()
