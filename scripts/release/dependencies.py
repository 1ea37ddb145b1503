#!/usr/bin/env python3
"""Lists the crates that are linked into the program, for scripts/release.sh: a CycloneDX
file (SBOM), and a text with the licences and notices that have to go with the program.

Crates that only run while it is built are none of its parts: build scripts' dependencies,
procedural macros, and what only tests need. The output depends on the commit alone.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
import uuid
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import quote

NOTICES = ("COPYING", "COPYRIGHT", "LICENCE", "LICENSE", "NOTICE")


def output(command, folder):
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"dependencies.py: {' '.join(command)} has failed")
    return done.stdout


def linked_crates(source, target):
    """The packages as cargo describes them, by name and version."""
    # Only `tree` knows which features are on in the program, and not merely in its tests.
    tree = ["cargo", "tree", "--locked", "--target", target, "--prefix", "none"]
    tree += ["--edges", "normal,no-proc-macro", "--format", "{p}"]
    linked = {tuple(line.split()[:2]) for line in output(tree, source).splitlines()}
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    metadata = json.loads(output(command + ["--filter-platform", target], source))
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    crates = {}
    for identity, package in packages.items():
        key = (package["name"], "v" + package["version"])
        if key in linked:
            edges = [
                edge["pkg"]
                for edge in nodes[identity]["deps"]
                if any(kind["kind"] is None for kind in edge["dep_kinds"])
            ]
            names = [(packages[edge]["name"], "v" + packages[edge]["version"]) for edge in edges]
            crates[key] = package | {"links": sorted(set(names) & linked)}
    return dict(sorted(crates.items()))


def licence(package):
    """The licences as an SPDX expression; a slash is an old notation."""
    if not package["license"]:
        sys.exit(f"dependencies.py: {package['name']} does not name its licence")
    return package["license"].replace("/", " OR ")


def rust():
    lines = output(["rustc", "-vV"], ".").splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)["release"]


def bill(crates, checksums, commit, moment):
    """The CycloneDX document. Its serial number is made from the commit, not at random."""

    def reference(key):
        return f"pkg:cargo/{key[0]}@{quote(key[1][1:])}"

    def component(key, package):
        described = {
            "type": "library",
            "bom-ref": reference(key),
            "name": key[0],
            "version": key[1][1:],
            "licenses": [{"expression": licence(package)}],
            "purl": reference(key),
        }
        if key in checksums:
            described["hashes"] = [{"alg": "SHA-256", "content": checksums[key]}]
        if package["repository"]:
            address = {"type": "vcs", "url": package["repository"]}
            described["externalReferences"] = [address]
        return described

    own = next(key for key in crates if key[0] == "obverse")
    library = {
        "type": "library",
        "bom-ref": "rust-std",
        "name": "Rust standard library",
        "version": rust(),
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
    }
    others = [component(key, crates[key]) for key in crates if key != own]
    edges = [
        {"ref": reference(key), "dependsOn": [reference(link) for link in crates[key]["links"]]}
        for key in crates
    ]
    next(edge for edge in edges if edge["ref"] == reference(own))["dependsOn"].append("rust-std")
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, commit)}",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": component(own, crates[own]) | {"type": "application"},
        },
        "components": [*others, library],
        "dependencies": edges,
    }


def notices(package):
    """The texts that go with a crate, without the licences that are not chosen: where there
    is a choice, it is MIT, whose text names the holders of the copyright."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.name.upper().startswith(NOTICES))
    if "MIT" in licence(package).replace("(", " ").split() and " AND " not in licence(package):
        mit = [file for file in files if "MIT" in file.name.upper()]
        extra = [file for file in files if file.name.upper().startswith(("COPYRIGHT", "NOTICE"))]
        files = mit + extra if mit else files
    if not files:
        sys.exit(f"dependencies.py: {package['name']} has no text of its licence")
    return [file.read_text(encoding="utf-8").strip() for file in files]


def licences(crates):
    """All notices, each text once."""
    ruler = "=" * 79
    users = {}
    for key, package in crates.items():
        if key[0] != "obverse":
            for text in notices(package):
                users.setdefault(text, []).append(f"{key[0]} {key[1][1:]} ({licence(package)})")
    parts = ["Obverse contains code of these crates, under the licences below.\n"]
    for text, names in users.items():
        parts.append("\n".join([ruler, *names, ruler, "", text, ""]))
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for flag in ("source", "target", "commit", "sbom", "licences"):
        parser.add_argument(f"--{flag}", required=True)
    arguments = parser.parse_args()
    crates = linked_crates(arguments.source, arguments.target)
    lock = tomllib.loads(Path(arguments.source, "Cargo.lock").read_text(encoding="utf-8"))
    checksums = {
        (package["name"], "v" + package["version"]): package["checksum"]
        for package in lock["package"]
        if "checksum" in package
    }
    moment = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    document = bill(crates, checksums, arguments.commit, moment)
    text = json.dumps(document, indent=2, sort_keys=True) + "\n"
    Path(arguments.sbom).write_text(text, encoding="utf-8")
    Path(arguments.licences).write_text(licences(crates), encoding="utf-8")


main()
