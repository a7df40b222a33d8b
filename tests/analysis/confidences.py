"""What a report in JSON says of the confidence of findings, for shell tests."""

import json


def by_function(path):
    """Function -> set of (confidence, caveats or ""), with the findings told under others."""
    with open(path) as file:
        report = json.load(file)
    found = {}
    for head in report["findings"]:
        for f in [head, *head.get("also", [])]:
            found.setdefault(f["function"], set()).add((f["confidence"], f.get("caveats") or ""))
    return found
