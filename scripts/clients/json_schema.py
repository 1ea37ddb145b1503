#!/usr/bin/env python3
"""Validates lines of JSON from standard input against docs/json.schema.json: those that the
engine has written, or with --queries, those that it has accepted.

Needs jsonschema (PyPI), for this Python or in target/clients/venv.
Usage: json_schema.py [--queries]
"""

import json
import sys
from pathlib import Path

import gtp

jsonschema = gtp.package("jsonschema")

SCHEMA = Path(__file__).parents[2] / "docs/json.schema.json"


def main():
    if jsonschema is None:
        raise gtp.Missing("jsonschema is not installed")
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    if "--queries" in sys.argv:
        kinds = [{"$ref": "#/$defs/query"}, {"$ref": "#/$defs/action"}]
        schema = {**schema, "oneOf": kinds}
    validator = jsonschema.Draft202012Validator(schema)
    for line in sys.stdin:
        problem = jsonschema.exceptions.best_match(validator.iter_errors(json.loads(line)))
        gtp.check(problem is None, f"{line}{problem and problem.message}")


gtp.run(main, 60)
