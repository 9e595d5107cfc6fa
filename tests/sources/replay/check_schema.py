#!/usr/bin/env python3
"""The published JSON Schema accepts what the documents show and refuses what the parser refuses."""
import json
import pathlib
import re
import sys

import jsonschema
import yaml

GOOD_SENSOR = {"id": "p", "scope": "node", "quantity": "power", "load": "a"}
COUNTER = {"id": "e", "scope": "node", "quantity": "energy", "load": "a", "resolution_joules": 0.001}
SQUARE = {"kind": "square", "low_watts": 1, "high_watts": 2, "period": "1s"}
WRONG_LOADS = [{"kind": "sine"}, {"watts": 5}, {"kind": "constant", "watts": -1}, SQUARE | {"duty": 2}, SQUARE | {"period": "5"}, SQUARE | {"perod": "1s"},
               {"kind": "steps", "levels": []}, {"kind": "sum", "of": "a"}, {"kind": "window", "of": "a", "idle_watts": 0}]
WRONG_SENSORS = [GOOD_SENSOR | {"scope": "Node//x"}, GOOD_SENSOR | {"quantity": "watts"}, GOOD_SENSOR | {"modulus_joules": 5}, GOOD_SENSOR | {"gain_eror": 0},
                 GOOD_SENSOR | {"id": "a b"}, GOOD_SENSOR | {"observed_ratio": 0}, {k: v for k, v in COUNTER.items() if k != "resolution_joules"},
                 COUNTER | {"averaging": "1s"}, GOOD_SENSOR | {"bounds": {"p_min": {"watts": 1, "source": "observed"}}}]
WRONG_FAULTS = [(GOOD_SENSOR, {"kind": "gap", "at": "1s"}), (GOOD_SENSOR, {"kind": "hang", "at": "1s"}), (GOOD_SENSOR, {"kind": "reset", "at": "1s"}),
                (GOOD_SENSOR, {"kind": "spike", "at": "1s", "for": "1s", "joules": 1}), (COUNTER, {"kind": "spike", "at": "1s", "for": "1s", "watts": 1}),
                (COUNTER, {"kind": "wrap", "at": "1s", "for": "1s"}), (COUNTER, {"kind": "late", "at": "1s", "for": "1s"})]
GOOD_FAULTS = [(GOOD_SENSOR, {"kind": "gap", "at": "1s", "for": "1.5s", "every": "1h30m"}), (COUNTER, {"kind": "reset", "at": "1s"}),
               (COUNTER, {"kind": "wrap", "at": "1s"}), (COUNTER, {"kind": "spike", "at": "1s", "for": "1s", "joules": 1})]


class Loader(yaml.SafeLoader):
    """Times stay text, as in the programs."""


Loader.yaml_implicit_resolvers = {first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
                                  for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def documents(root):
    yield "demo.yaml", (root / "sources/replay/examples/demo.yaml").read_text()
    text = (root / "docs/conformance-kit.md").read_text()
    for block in re.findall(r"```yaml\n(.*?)```", text, re.S):
        yield "conformance-kit.md", block


def scenario(load=None, sensor=None):
    return {"schema": "joulemark.scenario/1", "epoch": "2026-01-01T00:00:00Z", "loads": {"a": load or SQUARE}, "nodes": [{"name": "r1", "sensors": [sensor or GOOD_SENSOR]}]}


def main(root):
    schema = json.loads((root / "docs/schemas/scenario.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = [(name, yaml.load(text, Loader)) for name, text in documents(root)]
    good += [("counter", scenario(sensor=COUNTER))] + [(str(f), scenario(sensor=s | {"faults": [f]})) for s, f in GOOD_FAULTS]
    wrong = [(str(x), scenario(load=x)) for x in WRONG_LOADS] + [(str(x), scenario(sensor=x)) for x in WRONG_SENSORS]
    wrong += [(str(f), scenario(sensor=s | {"faults": [f]})) for s, f in WRONG_FAULTS]
    failed = [f"refused: {name}: {next(validator.iter_errors(x)).message}" for name, x in good if not validator.is_valid(x)]
    failed += [f"accepted: {name}" for name, x in wrong if validator.is_valid(x)]
    print("\n".join(failed) or f"{len(good)} accepted, {len(wrong)} refused, as they should be")
    return 1 if failed or len(good) < 2 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
