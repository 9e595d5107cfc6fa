"""A sysfs tree of regular files with N power sensors: an eighth RAPL packages, the rest ACPI power meters with eight channels each."""
import os
import pathlib


def write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")


def rapl_zone(root: pathlib.Path, package: int, inside=()) -> None:
    real = root / f"devices/virtual/powercap/intel-rapl/intel-rapl:{package}"
    zones = [(real, f"package-{package}")] + [(real / f"{real.name}:{i}", name) for i, name in enumerate(inside)]
    for zone, label in zones:
        for name, text in (("name", label), ("energy_uj", str(123456789 + package)), ("max_energy_range_uj", "262143328850"), ("enabled", "1")):
            write(zone / name, text)
        link(root / "class/powercap" / zone.name, zone)


def acpi_meter(root: pathlib.Path, number: int, channels: int) -> None:
    device = root / f"devices/LNXSYSTM:00/ACPI000D:{number:02x}"
    chip = device / f"hwmon/hwmon{number}"
    write(chip / "name", "power_meter")
    link(chip / "device", device)
    for k in range(1, channels + 1):
        for name, text in ((f"power{k}_average", str((50 + k) * 1_000_000)), (f"power{k}_label", f"sensor{k}"), (f"power{k}_accuracy", "1.5%"),
                           (f"power{k}_average_interval", "1000")):
            write(chip / name, text)
    link(root / "class/hwmon" / chip.name, chip)


def link(at: pathlib.Path, to: pathlib.Path) -> None:
    at.parent.mkdir(parents=True, exist_ok=True)
    at.symlink_to(os.path.relpath(to, at.parent))


def make(root: pathlib.Path, sensors: int) -> None:
    packages = max(1, sensors // 8)
    for package in range(packages):
        rapl_zone(root, package)
    rest, number = sensors - packages, 0
    while rest > 0:
        acpi_meter(root, number, min(8, rest))
        rest, number = rest - 8, number + 1
