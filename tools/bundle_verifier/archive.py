"""The file: seal, members, hashes."""
import hashlib
import io
import json
import pathlib
import shutil
import subprocess
import tarfile

SEAL = bytes([0x50, 0x2A, 0x4D, 0x18, 40, 0, 0, 0]) + b"jmseal/1"
MOST_BYTES = 1 << 30


class Unreadable(Exception):
    pass



def unpacked(data: bytes) -> bytes:
    if len(data) < 64 or data[-48:-32] != SEAL:
        raise Unreadable("does not end with the seal of a bundle")
    if hashlib.sha256(data[:-48]).digest() != data[-32:]:
        raise Unreadable("the seal does not fit: at least one byte was changed")
    try:
        import zstandard
        with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data[:-48])) as stream:
            out = stream.read(MOST_BYTES + 1)
    except ImportError:
        if not shutil.which("zstd"):
            raise Unreadable("needs the Python module zstandard or the program zstd") from None
        done = subprocess.run(["zstd", "-dcq"], input=data[:-48], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise Unreadable("zstd: " + done.stderr.decode(errors="replace").strip()) from None
        out = done.stdout
    if len(out) > MOST_BYTES:
        raise Unreadable("unpacks to more than 1 GiB")
    return out


def members(path: str) -> dict:
    out = {}
    with tarfile.open(fileobj=io.BytesIO(unpacked(pathlib.Path(path).read_bytes()))) as tar:
        for entry in tar:
            if not entry.isreg() or entry.name in out or entry.name.startswith("/") or ".." in entry.name.split("/"):
                raise Unreadable(f"member {entry.name!r} is not a plain file, or stands twice")
            out[entry.name] = tar.extractfile(entry).read()
    return out


def check_manifest(files: dict, problems: list) -> None:
    listed = {m["name"]: m for m in json.loads(files["manifest.json"])["members"]}
    for name in sorted(set(listed) | set(files) - {"manifest.json"}):
        if name not in files:
            problems.append(f"{name}: is missing")
        elif name not in listed:
            problems.append(f"{name}: is additional")
        elif hashlib.sha256(files[name]).hexdigest() != listed[name]["sha256"] or len(files[name]) != listed[name]["bytes"]:
            problems.append(f"{name}: is not what the manifest says")
