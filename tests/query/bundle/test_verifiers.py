#!/usr/bin/env python3
"""joulemark verify and tools/verify.py over the same bundles: both agree with the report to 1e-9, both find what was changed, and every JSON is valid
against its schema. usage: test_verifiers.py WRITE_BUNDLES JOULEMARK; exit status 77 (skipped, says so) without numpy or zstd."""
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
VERIFY = ROOT / "tools/verify.py"
try:
    import numpy  # noqa: F401
except ImportError:
    system = "/usr/bin/python3"  # Debian's packages belong to this one
    if sys.executable != system and pathlib.Path(system).exists():
        os.execv(system, [system, *sys.argv])
    print("SKIPPED: numpy is not installed (Debian: python3-numpy)")
    sys.exit(77)
if not shutil.which("zstd"):
    print("SKIPPED: zstd is not installed")
    sys.exit(77)
try:
    import jsonschema
except ImportError:
    jsonschema = None
    print("python3-jsonschema is not installed: no JSON is validated")
sys.path.insert(0, str(ROOT / "tools"))
from bundle_verifier import archive as second  # noqa: E402


def run(*words) -> subprocess.CompletedProcess:
    return subprocess.run([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def validate(text: str, schema: str) -> None:
    if jsonschema:
        jsonschema.validate(json.loads(text), json.loads((ROOT / f"docs/schemas/{schema}.schema.json").read_text()))


def resealed(data: bytes, change) -> bytes:
    """The bundle with its tar changed, packed and sealed again."""
    tar = bytearray(second.unpacked(data))
    change(tar)
    body = subprocess.run(["zstd", "-qc"], input=bytes(tar), stdout=subprocess.PIPE, check=True).stdout
    return body + second.SEAL + hashlib.sha256(body).digest()


def check_bundle(path: pathlib.Path, joulemark: str) -> None:
    first = run(joulemark, "verify", path, "--output", "json", "--checklist")
    assert first.returncode == 0, f"{path.name}: {first.stdout}{first.stderr}"
    validate(first.stdout, "verification")
    said = json.loads(first.stdout)
    assert said["verified"] and said["largest_relative_difference"] == 0, said
    files = second.members(str(path))
    for name, content in files.items():
        ours = "/" not in name or name.endswith("/inventory.json")  # the rest is what a plan names, as it was
        if name.endswith(".json") and ours:
            validate(content.decode(), pathlib.Path(name).stem)
    other = run(sys.executable, VERIFY, path)
    assert other.returncode == 0, f"{path.name}: {other.stdout}{other.stderr}"
    print(f"{path.name}: both agree;{other.stdout.splitlines()[1]}")
    # A figure changed in the archive, packed and sealed again: the hash of the member does not fit.
    forged = path.with_name("forged.jm.tar.zst")
    forged.write_bytes(resealed(path.read_bytes(), lambda tar: flip(tar, b'"energy_joules": ')))
    for verifier in ((joulemark, "verify", forged), (sys.executable, VERIFY, forged)):
        done = run(*verifier)
        assert done.returncode == 3, f"{path.name}: a figure was changed and {verifier[0]} did not see it: {done.stdout}"
    forged.unlink()
    # The same by somebody who makes the manifest fit: only the calculation sees it.
    refitted(path, forged)
    for verifier in ((joulemark, "verify", forged), (sys.executable, VERIFY, forged)):
        done = run(*verifier)
        assert done.returncode == 3, f"{path.name}: a figure was forged and {verifier[0]} believed it: {done.stdout}"
    forged.unlink()


def refitted(path: pathlib.Path, forged: pathlib.Path) -> None:
    """A larger energy in report.json, with manifest and seal that fit it."""
    files = second.members(str(path))
    report = json.loads(files["report.json"])
    for s in [s for node in report["nodes"] for s in node["series"] if s["energy_joules"] is not None][:1]:
        s["energy_joules"] *= 1.0001
    files["report.json"] = json.dumps(report).encode()
    manifest = json.loads(files["manifest.json"])
    for member in manifest["members"]:
        member.update(bytes=len(files[member["name"]]), sha256=hashlib.sha256(files[member["name"]]).hexdigest())
    files["manifest.json"] = json.dumps(manifest).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            tar.addfile(entry, io.BytesIO(files[name]))
    body = subprocess.run(["zstd", "-qc"], input=packed.getvalue(), stdout=subprocess.PIPE, check=True).stdout
    forged.write_bytes(body + second.SEAL + hashlib.sha256(body).digest())


def flip(tar: bytearray, needle: bytes) -> None:
    at = tar.find(needle) + len(needle)
    tar[at] = ord("9") if tar[at] != ord("9") else ord("8")


def main() -> int:
    write_bundles, joulemark = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        written = run(write_bundles, folder)
        assert written.returncode == 0, written.stderr
        bundles = sorted(pathlib.Path(folder).glob("*.jm.tar.zst"))
        assert len(bundles) >= 12, bundles
        for path in bundles:
            check_bundle(path, joulemark)
        # A redacted bundle is one like any other.
        public = pathlib.Path(folder) / "public.jm.tar.zst"
        done = run(joulemark, "bundle", "redact", bundles[0], "--output-file", public)
        assert done.returncode == 0, done.stderr
        check_bundle(public, joulemark)
        # One byte anywhere in the file.
        data = bundles[0].read_bytes()
        for at in range(0, len(data), max(1, len(data) // 40)):
            damaged = pathlib.Path(folder) / "damaged.jm.tar.zst"
            damaged.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
            assert run(joulemark, "verify", damaged).returncode in (1, 3), at
        assert run(sys.executable, VERIFY, damaged).returncode == 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
