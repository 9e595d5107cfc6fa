#!/usr/bin/env python3
"""Reads the #include lines and enforces who may include whom (docs/design.md). Prints each arrow that points the wrong way."""
import pathlib
import re
import sys

ALLOWED = {
    "core": {"core"},
    "platform": {"core", "platform"},
    "measurement": {"core", "measurement"},
    "sources": {"core", "sources"},
    "promapi": {"core", "promapi"},
    "mlperf": {"core", "measurement", "mlperf"},
    "exporter": {"core", "platform", "measurement", "sources", "exporter"},
    "query": {"core", "platform", "measurement", "promapi", "sources", "mlperf", "query"},
}


def main(root: pathlib.Path) -> int:
    wrong, files = [], 0
    for folder, allowed in ALLOWED.items():
        for path in sorted(p for p in (root / folder).rglob("*") if p.suffix in (".h", ".cc")):
            files += 1
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = re.match(r'#include "([a-z_]+)/', line)
                if match and match[1] in ALLOWED | {"tests": set()} and match[1] not in allowed:
                    wrong.append(f"{path.relative_to(root)}:{number}: {folder} must not include {match[1]}/")
    print("\n".join(wrong) or f"layering: {files} files, every arrow points the right way")
    return 1 if wrong or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
