"""A /sys of one power meter (hwmon) and one RAPL package, as exporters read it, whose power is known and changes while they read."""
import pathlib
import threading
import time

MODULUS_UJ = 262_143_328_850


class FakeSysfs:
    """Alternates between two powers every few seconds; rewrites the files every 50 ms by renaming over them."""

    def __init__(self, root: pathlib.Path, low: float, high: float, half_period: float):
        self.root, self.levels, self.half, self.begin = root, (low, high), half_period, time.time()
        self.meter = root / "class/hwmon/hwmon0"
        self.package = root / "class/powercap/intel-rapl:0"
        for folder, files in ((self.meter, {"name": "power_meter", "power1_label": "board"}),
                              (self.package, {"name": "package-0", "max_energy_range_uj": str(MODULUS_UJ)})):
            folder.mkdir(parents=True)
            for name, text in files.items():
                (folder / name).write_text(text + "\n")
        self.update()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def power(self, t: float) -> float:
        return self.levels[int((t - self.begin) / self.half) % 2]

    def joules(self, t: float) -> float:
        """since the begin"""
        low, high = self.levels
        whole, rest = divmod(t - self.begin, 2 * self.half)
        return whole * self.half * (low + high) + low * min(rest, self.half) + high * max(0.0, rest - self.half)

    def update(self) -> None:
        t = time.time()
        for path, value in ((self.meter / "power1_average", 1e6 * self.power(t)), (self.package / "energy_uj", 1e6 * self.joules(t))):
            new = path.with_suffix(".new")
            new.write_text(f"{int(value)}\n")
            new.rename(path)

    def run(self) -> None:
        while not self.ended.wait(0.05):
            self.update()

    def stop(self) -> None:
        self.ended.set()
        self.thread.join(timeout=5)
