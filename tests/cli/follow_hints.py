"""follow_hints.py TOOL PATH... [--in-place]: follows every hint that the tool prints for the sources
(files, or those in folders), and says which of them does not end its finding or brings anything new.

Each hint goes into a copy of its source, which stays beside it, so that includes are found; all
copies are then analysed in one run. --in-place puts one after the other into the source itself, and
analyses all of them each time: for trees whose files launch each other's kernels. What must be
writable is as before in the end."""
import json
import os
import re
import subprocess
import sys


def each(report):
    """All findings of a report, those that stand under others included."""
    for finding in report["findings"]:
        yield finding
        yield from finding.get("also", [])


def analyse(tool, arguments):
    command = [tool, "-q", "--format=json", "--min-confidence=low", *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)


def of_file(report, name):
    findings = [f for f in each(report) if f["file"] == name]
    kernels = {(k["name"], k["instances"]): k for k in report["kernels"] if k["file"] == name}
    return findings, kernels


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "wb") as file:
        file.write(text)


def with_hint(text, finding):
    lines = text.splitlines(keepends=True)
    for edit in sorted(finding["edits"], key=lambda e: -e["afterLine"]):
        lines.insert(edit["afterLine"], edit["text"].encode())
    return b"".join(lines)


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
                return f"{name[0]}: {concern} was proved and is not"
            if then["queries"]["undecided"] > verdict["queries"]["undecided"]:
                return f"{name[0]}: {concern} is less decided"
    return None


def follow_copies(tool, report, findings):
    """What is wrong with each hint, in a copy of its own."""
    copies = {}
    for number, finding in enumerate(findings):
        stem, ending = os.path.splitext(finding["file"])
        copies[f"{stem}.hint{number}{ending}"] = finding
    for copy, finding in copies.items():
        write(copy, with_hint(read(finding["file"]), finding))
    followed = analyse(tool, sorted(copies)) if copies else {"findings": [], "kernels": []}
    for copy, finding in copies.items():
        os.remove(copy)
        yield finding, worse(of_file(report, finding["file"]), of_file(followed, copy))


def follow_in_place(tool, paths, report, findings):
    """The same in the source itself."""
    for finding in findings:
        name = finding["file"]
        text = read(name)
        write(name, with_hint(text, finding))
        try:
            followed = analyse(tool, paths)
        finally:
            write(name, text)
        yield finding, worse(of_file(report, name), of_file(followed, name))


def main():
    in_place = "--in-place" in sys.argv
    tool, *paths = [argument for argument in sys.argv[1:] if argument != "--in-place"]
    report = analyse(tool, paths)
    bad = 0
    for finding in each(report):
        named = re.search(r"add `.*after line", finding["fix"] or "")
        if bool(named) != ("edits" in finding):
            print(f"{finding['file']}:{finding['line']}: a line is named that was not tried")
            bad += 1
    hints = [f for f in each(report) if "edits" in f]
    if in_place:
        problems = follow_in_place(tool, paths, report, hints)
    else:
        problems = follow_copies(tool, report, hints)
    for finding, problem in problems:
        if problem:
            print(f"{finding['file']}:{finding['line']}: {finding['fix']}: {problem}", flush=True)
            bad += 1
    races = sum(f["kind"] in ("RAW", "WAR") for f in each(report))
    print(f"{len(hints)} hints followed, {bad} bad; {races} races of a read and a write")
    return bad != 0


sys.exit(main())
