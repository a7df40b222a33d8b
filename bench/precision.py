#!/usr/bin/env python3
"""How many of the findings that were read are true.

    bench/precision.py [--labels=FILE] [--reports=DIR [--mutants=FILE]...]

`bench/labels.csv` lists facts about findings that were read in the source: tree, commit, file, line,
rule, the confidence at the time, the verdict and, in a few words, the cause.

    true          two threads do that in a run that the code allows
    other-values  with other arguments than anything in the tree passes
    benign        they do, and no result depends on it (equal values, a flag, an early exit)
    false         no run does that
    same          another finding of the list has the same cause

Prints a table by rule and by confidence, in findings and in causes (without `same`). With --reports,
a directory of JSON reports named TREE.json (made with --min-confidence=low in the root of the tree),
it takes the confidence from there and prints a table by caveat (confidence.def): of the findings at
which a caveat holds, how many are true. A label that no report has any more is counted as gone.
A last table says of each row that hides something what it saves, in labelled findings that are false
or benign, and what it costs, in those that are true and in mutants: --mutants names what
`bench/mutants.py --rows` has printed.
"""
import argparse
import collections
import csv
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = os.path.join(HERE, os.pardir, "analyzer", "analysis", "confidence", "confidence.def")
VERDICTS = ["true", "other-values", "benign", "false"]


def each(report):
    """All findings of a report, those that stand under others included."""
    for finding in report["findings"]:
        yield finding
        yield from finding.get("also", [])


def read_labels(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows, 2):
        if row["verdict"] not in VERDICTS + ["same"]:
            sys.exit(f"{path}:{number}: no such verdict: {row['verdict']}")
    return rows


def plain(path):
    return os.path.normpath(path)


def read_reports(directory):
    """By tree, file, line and rule: the findings that are left to be matched."""
    found = collections.defaultdict(list)
    trees = set()
    for name in sorted(os.listdir(directory)):
        if not name.endswith(".json") or not os.path.getsize(os.path.join(directory, name)):
            continue
        tree = name[:-len(".json")]
        trees.add(tree)
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            for f in each(json.load(file)):
                found[tree, plain(f["file"]), f["line"], f["rule"]].append(f)
    return trees, found


def take(found, shown):
    """One of the findings of a place: of several one that is shown or hidden, as it was."""
    for i, f in enumerate(found):
        if (f["confidence"] != "low") == shown:
            return found.pop(i)
    return found.pop(0) if found else None


def match(rows, directory):
    """The rows of the trees that have reports, with what those say now."""
    trees, found = read_reports(directory)
    kept = [row for row in rows if row["tree"] in trees]
    for row in kept:
        left = found[row["tree"], plain(row["file"]), int(row["line"]), row["rule"]]
        f = take(left, row["confidence"] != "low")
        row["confidence"] = f["confidence"] if f else "gone"
        row["caveats"] = (f.get("caveats") or "").split() if f else []
    return kept


def counts(rows):
    """true, other-values, benign, false; of causes alone."""
    return [sum(row["verdict"] == v for row in rows) for v in VERDICTS]


def print_table(title, groups):
    print(f"| {title} | findings | causes | true | other values | benign | false | false, % of causes |")
    print("|---|---|---|---|---|---|---|---|")
    for name, rows in groups:
        n = counts(rows)
        share = f"{100 * n[3] / sum(n):.0f}" if sum(n) else "-"
        print(f"| {name} | {len(rows)} | {sum(n)} | {n[0]} | {n[1]} | {n[2]} | {n[3]} | {share} |")
    print()


def hidden_mutants(paths):
    """By row of confidence.def: the mutants that would be shown without it alone."""
    hidden = collections.Counter()
    for path in paths:
        inside = False
        with open(path, encoding="utf-8") as file:
            for line in file:
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                inside = inside or cells[0] == "without the row"
                if inside and len(cells) > 1 and cells[1].isdigit():
                    hidden[cells[0]] += sum(int(cell) for cell in cells[1:])
    return hidden


def print_worth(rows, hidden):
    """What each row that holds for something hidden saves and costs."""
    low = [row for row in rows if row["confidence"] == "low" and row["verdict"] != "same"]
    with open(ROWS, encoding="utf-8") as file:
        hides = set(re.findall(r"^CAVEAT\((\w+), LOW,", file.read(), re.M))
    groups = dict(grouped(low, lambda row: [name for name in row["caveats"] if name in hides]))
    print("| row | hides causes | alone | false or benign | other values | true | mutants |")
    print("|---|---|---|---|---|---|---|")
    for name in sorted(set(groups) | set(hidden), key=lambda n: (-len(groups.get(n, [])), n)):
        of = groups.get(name, [])
        n = counts(of)
        alone = sum(set(row["caveats"]) & hides == {name} for row in of)
        print(f"| {name} | {sum(n)} | {alone} | {n[2] + n[3]} | {n[1]} | {n[0]} | {hidden[name]} |")
    print()


def grouped(rows, key):
    groups = collections.defaultdict(list)
    for row in rows:
        for name in key(row):
            groups[name].append(row)
    return sorted(groups.items(), key=lambda g: (-len(g[1]), g[0]))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labels", default=os.path.join(HERE, "labels.csv"))
    parser.add_argument("--reports")
    parser.add_argument("--mutants", action="append", default=[])
    options = parser.parse_args()
    rows = read_labels(options.labels)
    if options.reports:
        rows = match(rows, options.reports)
    shown = [row for row in rows if row["confidence"] in ("medium", "high")]
    print_table("rule (shown)", grouped(shown, lambda row: [row["rule"]]) + [("all", shown)])
    print_table("confidence", grouped(rows, lambda row: [row["confidence"]]))
    print_table("tree (shown)", grouped(shown, lambda row: [row["tree"]]))
    if options.reports:
        print_table("caveat", grouped(rows, lambda row: row["caveats"]))
        print_worth(rows, hidden_mutants(options.mutants))
    causes = collections.Counter(row["cause"] for row in shown if row["verdict"] == "false")
    print("| causes of false ones that are shown | n |\n|---|---|")
    for cause, n in causes.most_common():
        print(f"| {cause} | {n} |")


if __name__ == "__main__":
    main()
