"""follow_hints.py TOOL FOLDER: follows every hint that the tool prints for the sources in FOLDER, a
copy of a source for each, and says which of them does not end its finding or brings anything new.
FOLDER must be writable; the copies stay beside their sources, so that includes are found."""
import json
import os
import re
import subprocess
import sys

STATES = ["off", "nothing-asked", "proved", "undecided", "findings"]


def analyse(tool, arguments):
    command = [tool, "-q", "--format=json", "--min-confidence=low", *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)


def of_file(report, name):
    findings = [f for f in report["findings"] if f["file"] == name]
    return findings, {k["name"]: k for k in report["kernels"] if k["file"] == name}


def follow(path, finding, number):
    """A copy of the source with the hint in it."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().splitlines(keepends=True)
    for edit in sorted(finding["edits"], key=lambda e: -e["afterLine"]):
        lines.insert(edit["afterLine"], edit["text"])
    copy = f"{path[:-3]}.hint{number}.cu"
    with open(copy, "w", encoding="utf-8", newline="") as file:
        file.write("".join(lines))
    return copy


def worse(before, after):
    """What is wrong after the hint, in words, or None."""
    old, kernels = before
    new, now = after
    fingerprints = {f["fingerprint"] for f in old}
    more = [f for f in new if f["fingerprint"] not in fingerprints]
    if more:
        return f"new: {more[0]['rule']} at line {more[0]['line']}"
    if len(new) >= len(old):
        return "the finding is still there"
    for name, kernel in kernels.items():
        for concern, verdict in kernel["concerns"].items():
            then = now[name]["concerns"][concern]
            if then["verdict"] == "undecided" and verdict["verdict"] == "proved":
                return f"{name}: {concern} was proved and is not"
            if then["queries"]["undecided"] > verdict["queries"]["undecided"]:
                return f"{name}: {concern} is less decided"
    return None


def main():
    tool, folder = sys.argv[1], sys.argv[2]
    report = analyse(tool, [folder])
    hints, bad = {}, 0
    for finding in report["findings"]:
        named = re.search(r"add `.*after line", finding["fix"] or "")
        if bool(named) != ("edits" in finding):
            print(f"{finding['file']}:{finding['line']}: a line is named that was not tried")
            bad += 1
        if "edits" in finding:
            hints[follow(finding["file"], finding, len(hints))] = finding
    followed = analyse(tool, sorted(hints)) if hints else {"findings": [], "kernels": []}
    for copy, finding in hints.items():
        problem = worse(of_file(report, finding["file"]), of_file(followed, copy))
        if problem:
            print(f"{finding['file']}:{finding['line']}: {finding['fix']}: {problem}")
            bad += 1
        os.remove(copy)
    races = sum(f["kind"] in ("RAW", "WAR") for f in report["findings"])
    print(f"{len(hints)} hints followed, {bad} bad; {races} races of a read and a write")
    return bad != 0


sys.exit(main())
