"""A powercap tree whose package counter counts real time at a known power and wraps, as the kernel's does."""
import os
import pathlib
import threading
import time

RANGE_UJ = 65532610987  # 0xffffffff units of 2^-16 J: AMD and server DRAM


class Zone:
    def __init__(self, sysfs: pathlib.Path, watts: float, start_uj: int):
        real = sysfs / "devices/virtual/powercap/intel-rapl/intel-rapl:0"
        real.mkdir(parents=True)
        (sysfs / "class/powercap").mkdir(parents=True)
        os.symlink("../../devices/virtual/powercap/intel-rapl", sysfs / "class/powercap/intel-rapl")
        os.symlink("../../devices/virtual/powercap/intel-rapl/intel-rapl:0", sysfs / "class/powercap/intel-rapl:0")
        (real / "name").write_text("package-0\n")
        (real / "max_energy_range_uj").write_text(f"{RANGE_UJ}\n")
        self.file = os.open(real / "energy_uj", os.O_RDWR | os.O_CREAT, 0o644)
        self.watts, self.start_uj, self.begin = watts, start_uj, time.time()
        self.write()
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def write(self) -> None:
        counted = self.start_uj + int((time.time() - self.begin) * self.watts * 1e6)
        os.pwrite(self.file, b"%020d\n" % (counted % (RANGE_UJ + 15)), 0)

    def run(self) -> None:
        while not self.stopped.wait(0.002):
            self.write()

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join()
        os.close(self.file)
