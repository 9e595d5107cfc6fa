"""An exporter under measurement: its processor time, its memory, and scrapes without the cost of an HTTP library."""
import gzip
import pathlib
import re
import socket
import subprocess
import time


class ExporterProcess:
    def __init__(self, command: list, port: int, path: str = "/metrics"):
        self.port, self.path = port, path
        self.child = subprocess.Popen([str(a) for a in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.connection, self.rest = None, b""

    def wait_until_it_answers(self, seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                self.get()
                return
            except OSError:
                if time.monotonic() > end or self.child.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self) -> None:
        if self.connection:
            self.connection.close()
        self.child.terminate()
        self.child.wait(timeout=20)

    def cpu_seconds(self) -> float:
        """Of all living threads, in ns of the scheduler."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.child.pid}/task").iterdir():
            try:
                total += int((task / "schedstat").read_text().split()[0])
            except FileNotFoundError:
                pass
        return total / 1e9

    def status_kib(self, key: str) -> int:
        """A line of /proc/PID/status: VmRSS and the like in KiB, Threads as a number."""
        return int(re.search(rf"^{key}:\s+(\d+)", pathlib.Path(f"/proc/{self.child.pid}/status").read_text(), re.M)[1])

    def get(self, compressed: bool = False) -> bytes:
        """One scrape on the kept connection; the body as it was sent."""
        if self.connection is None:
            self.connection, self.rest = socket.create_connection(("127.0.0.1", self.port), timeout=20), b""
        asked = "Accept-Encoding: gzip\r\n" if compressed else ""
        self.connection.sendall(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n{asked}\r\n".encode())
        try:
            return self._answer()
        except (OSError, ValueError):
            self.connection.close()
            self.connection = None
            raise OSError("no answer") from None

    def _more(self) -> None:
        part = self.connection.recv(1 << 20)
        if not part:
            raise OSError("closed")
        self.rest += part

    def _answer(self) -> bytes:
        while b"\r\n\r\n" not in self.rest:
            self._more()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        closes = b"connection: close" in head.lower()
        if length := re.search(rb"content-length: *(\d+)", head, re.I):
            body = self._exactly(int(length[1]))
        elif b"chunked" in head.lower():
            body = self._chunks()
        else:
            raise ValueError("an answer without a length")
        if closes:
            self.connection.close()
            self.connection = None
        return body

    def _exactly(self, size: int) -> bytes:
        while len(self.rest) < size:
            self._more()
        body, self.rest = self.rest[:size], self.rest[size:]
        return body

    def _chunks(self) -> bytes:
        body = b""
        while True:
            while b"\r\n" not in self.rest:
                self._more()
            size, self.rest = self.rest.split(b"\r\n", 1)
            part = self._exactly(int(size, 16))
            self._exactly(2)
            if not part:
                return body
            body += part


def text_of(body: bytes) -> str:
    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]
