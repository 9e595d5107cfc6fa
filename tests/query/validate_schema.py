#!/usr/bin/env python3
"""Validates JSON and YAML files against a schema of docs/schemas; exit status 77 (skipped) without python3-jsonschema."""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed: skipped")
    sys.exit(77)


def read(file):
    if file.suffix != ".yaml":
        return json.loads(file.read_text())
    import yaml
    return yaml.safe_load(file.read_text())


schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
wrong = 0
files = [pathlib.Path(name) for name in sys.argv[2:]]
for file in files:
    for error in validator.iter_errors(read(file)):
        wrong += 1
        print(f"{file.name}: {'/'.join(str(p) for p in error.absolute_path)}: {error.message[:200]}")
print(f"{len(files)} files, {wrong} errors")
sys.exit(1 if wrong or not files else 0)
