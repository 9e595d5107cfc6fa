"""A dcgm-exporter of known joules: pages of both dialects, collected once per interval and repeated in between."""
import http.server
import math
import threading
import time

NAMES = {  # before 4.9, and since: names and what one count is in J
    "mJ": ("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", 1e-3, "DCGM_FI_DEV_POWER_USAGE", "Hostname"),
    "J": ("DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL", 1.0, "DCGM_FI_DEV_BOARD_POWER_WATTS", "hostname"),
}


class Gpu:
    """Pulses between two levels; instances: as so many MIG instances the page repeats it."""

    def __init__(self, number: int, idle: float, load: float, period: float, duty: float, instances: int = 0):
        self.number, self.idle, self.load, self.period, self.duty, self.instances = number, idle, load, period, duty, instances
        self.begun = time.time()

    def joules(self, at: float) -> float:
        t = at - self.begun
        whole = math.floor(t / self.period)
        high = whole * self.duty * self.period + min(t - whole * self.period, self.duty * self.period)
        return 5000 + self.idle * t + (self.load - self.idle) * high

    def watts(self, at: float) -> float:
        return self.load if (at - self.begun) % self.period < self.duty * self.period else self.idle


class DcgmExporter:
    def __init__(self, gpus, collect: float, dialect: str = "mJ", host: str = "n1"):
        self.gpus, self.collect, self.dialect, self.host, self.standing = gpus, collect, dialect, host, False
        self.collected = time.time()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                body = outer.page().encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def page(self) -> str:
        now = time.time()
        if not self.standing:
            self.collected += math.floor((now - self.collected) / self.collect) * self.collect
        energy, unit, power, hostname = NAMES[self.dialect]
        lines = []
        for name, value in ((energy, lambda g: int(g.joules(self.collected) / unit)), (power, lambda g: round(g.watts(self.collected), 3))):
            lines += [f"# HELP {name} of a GPU", f"# TYPE {name} {'counter' if name == energy else 'gauge'}"]
            for gpu in self.gpus:
                for instance in range(max(1, gpu.instances)):
                    mig = f',GPU_I_PROFILE="1g.10gb",GPU_I_ID="{instance + 7}"' if gpu.instances else ""
                    lines.append(f'{name}{{gpu="{gpu.number}",UUID="GPU-{self.host}-{gpu.number}",pci_bus_id="00000000:{0x18 + gpu.number:02X}:00.0",device="nvidia{gpu.number}",'
                                 f'modelName="NVIDIA H100 80GB HBM3"{mig},{hostname}="{self.host}",DCGM_FI_DRIVER_VERSION="550.90.07"}} {value(gpu)}')
        return "\n".join(lines) + "\n"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
