"""Records of programs: one JSON file each, runtime_tests/programs/TREE/PROGRAM.json.

run.py writes them, and nothing else does. The last field is a digest of all others: a record that
was changed by hand is noticed. That guards against accidents, not against malice.
"""
import hashlib
import json
import os

VERSION = 1


def digest(fields):
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(("cudasynclint program record\n" + text).encode()).hexdigest()


def path_of(folder, tree, name):
    return os.path.join(folder, tree, name + ".json")


def write(folder, record):
    path = path_of(folder, record["tree"], record["program"])
    os.makedirs(os.path.dirname(path), exist_ok=True)
    whole = dict(record, digest=digest(record))
    with open(path + ".part", "w") as f:
        json.dump(whole, f, indent=1)
        f.write("\n")
    os.replace(path + ".part", path)


def read(path):
    """The fields of a record. ValueError if run.py did not write it like that; None: no file."""
    if not os.path.exists(path):
        return None
    with open(path) as f:
        fields = json.load(f)
    if fields.get("version") != VERSION or fields.pop("digest", None) != digest(fields):
        raise ValueError(f"{path}: it was not written by run.py, or changed afterwards")
    return fields


def read_all(folder):
    found = []
    for where, _, names in sorted(os.walk(folder)):
        found += [read(os.path.join(where, n)) for n in sorted(names) if n.endswith(".json")]
    return found
