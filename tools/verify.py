#!/usr/bin/env python3
"""Second verifier of evidence bundles, independent of the programs of joulemark: reads the bundle, checks its seal and every hash,
computes each series, the cover of each node and the total again by docs/method.md (with reference/jmref.py), and compares with report.json.

usage: verify.py BUNDLE.jm.tar.zst
Exit status: 0 agrees (1e-9 relative), 3 does not, 1 cannot be read. Needs numpy, and either the module zstandard or the program zstd.

With a plan: the hashes, every series with what the plan adds to its metadata, the combination of all components (U-1 to U-3) and the sum of what was
counted. It says what it did not compute again."""
import json
import pathlib
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "reference")]


def verify(path: str) -> int:
    from bundle_verifier.archive import Unreadable, check_manifest, members
    from bundle_verifier.comparison import Comparison, compare_combination, compare_nodes, compare_total
    from bundle_verifier.measurement import measure
    from bundle_verifier.with_plan import compare_with_plan
    try:
        files = members(path)
        problems = []
        check_manifest(files, problems)
        if problems:
            print(f"{path}: DOES NOT VERIFY\n  " + "\n  ".join(problems))
            return 3
        inventory, window, report = (json.loads(files[name]) for name in ("inventory.json", "window.json", "report.json"))
    except (Unreadable, OSError, KeyError, ValueError, tarfile.TarError) as error:
        print(f"verify.py: {path}: {error}", file=sys.stderr)
        return 1
    out = Comparison()
    compare_combination(out, report)
    if "plan.yaml" in files:
        compare_with_plan(out, report, files, inventory, window)
    else:
        nodes, missing = measure(files, inventory, window)
        compare_total(out, report, compare_nodes(out, report, nodes, missing))
    state = "DOES NOT VERIFY" if out.problems else "VERIFIED"
    print(f"{path}: {state}\n  {out.numbers} numbers compared, largest relative difference {out.largest:.2g}")
    for problem in out.problems[:20]:
        print("  " + problem)
    for skipped in out.skipped:
        print("  not computed again: " + skipped)
    return 3 if out.problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        import numpy  # noqa: F401
    except ImportError:
        print("verify.py: needs numpy (Debian: python3-numpy)", file=sys.stderr)
        sys.exit(77)
    sys.exit(verify(sys.argv[1]))
