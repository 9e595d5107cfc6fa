"""A headless Chromium over its debugging pipe: no port, no driver, no other package."""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time


def installed() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-headless-shell")


class Browser:
    """One page at a time. What it fetched, logged or threw since open() is in requests and complaints."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="joulemark-browser-", ignore_cleanup_errors=True)
        to_browser, self.to = self._pipe()
        self.back, from_browser = self._pipe()

        def wire():
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)
        self.child = subprocess.Popen(
            [installed(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.next_id, self.session = b"", 0, None
        self.requests, self.complaints, self.loaded = [], [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @staticmethod
    def _pipe():
        """Both ends above 10, so that 3 and 4 are free in the child."""
        out = []
        for end in os.pipe():
            out.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10))
            os.close(end)
        return out

    def close(self):
        self.child.terminate()
        try:
            self.child.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        os.close(self.to)
        os.close(self.back)
        self.profile.cleanup()

    def _receive(self, seconds: float) -> dict:
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("no answer of the browser")
            piece = os.read(self.back, 1 << 20)
            if not piece:
                raise ConnectionError("the browser ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        self._note(message)
        return message

    def _note(self, message: dict):
        method, told = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Log.entryAdded":
            self.complaints.append(told["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(told["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(told["args"]))
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("dialog: " + told["message"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method: str, **arguments) -> dict:
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": arguments}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive(60)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, file: pathlib.Path) -> float:
        """Seconds until the page was loaded and had been drawn once."""
        self.requests, self.complaints, self.loaded = [], [], False
        began = time.monotonic()
        self.call("Page.navigate", url=file.resolve().as_uri())
        while not self.loaded:
            self._receive(60)
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return time.monotonic() - began

    def look(self, width: int, dark: bool = False, still: bool = False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def run(self, script: str):
        """The value of an expression in the page; promises are awaited."""
        out = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in out:
            raise RuntimeError(out["exceptionDetails"])
        return out["result"].get("value")

    def key(self, name: str):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode={"Tab": 9}.get(name, 0))

    def screenshot(self, file: pathlib.Path, most: int = 6000):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], most), "scale": 1}
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        file.write_bytes(base64.b64decode(image["data"]))

    def pdf(self, file: pathlib.Path):
        file.write_bytes(base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"]))
