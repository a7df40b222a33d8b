#!/usr/bin/env python3
"""sbom.py BUNDLE: prints what a bundle (the folder) consists of, as CycloneDX 1.5."""
import hashlib
import json
import pathlib
import sys
import urllib.parse

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def sha256(path):
    return [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}]


def component(row, folder, machine):
    """One library, with the package it is from."""
    result = {"type": "library", "bom-ref": row["library"], "name": row["library"],
              "hashes": sha256(folder / "lib" / row["library"])}
    if row["package"]:
        version = urllib.parse.quote(row["version"], safe="")
        result["version"] = row["version"]
        result["purl"] = (f"pkg:deb/debian/{row['source']}@{version}"
                          f"?arch={ARCHITECTURES.get(machine, machine)}")
    return result


def main():
    folder = pathlib.Path(sys.argv[1])
    bundle = json.loads((folder / "share/cudasynclint/bundle.json").read_text())
    libraries = [component(row, folder, bundle["machine"]) for row in bundle["libraries"]]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": "cudasynclint", "name": "cudasynclint",
            "version": bundle["version"], "licenses": [{"license": {"id": "MIT"}}],
            "hashes": sha256(folder / "bin/cudasynclint")}},
        "components": libraries,
        "dependencies": [{"ref": "cudasynclint",
                          "dependsOn": [library["bom-ref"] for library in libraries]}],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
