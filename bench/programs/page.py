#!/usr/bin/env python3
"""Compares the records of programs with what the checker says of them: docs/programs.md.

    bench/programs/page.py [--section]

Needs neither trees nor a GPU: it reads runtime_tests/programs, checked.csv (check.py) and
disagreements.csv beside it, which says why the two disagree. --section prints the paragraph for
docs/evidence.md. Exit code 1 if a disagreement has no explanation.
"""
import collections
import csv
import os
import statistics
import sys
import textwrap

import records
import table

ROOT = os.path.join(table.HERE, "..", "..")
TOOLS = ("racecheck", "synccheck")


def load(name):
    path = os.path.join(table.HERE, name)
    if not os.path.exists(path):
        return []
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def hazards_in(record, kernel):
    return [(t, h) for t in TOOLS for h in record[t]["hazards"] if h["kernel"] == kernel]


def finished(record):
    """Both tools came to the end of what they were to look at, and the program works by itself."""
    return record["alone"]["state"] == "ran" and record["alone"]["exit"] == 0 and \
        all(record[t]["state"] == "ran" for t in TOOLS)


def agreement(row, seen, record):
    if seen:
        return ("both" if row["shown"] else "low only" if row["low"] else
                "contradicted" if row["verdict"] == "proved" else "missed")
    if row["shown"]:
        return "only the checker" if finished(record) else "not run to its end"
    return "neither"


def seen_words(record, kernel):
    words = []
    for tool in TOOLS:
        state = record[tool]["state"]
        mine = [h for t, h in hazards_in(record, kernel) if t == tool]
        if mine:
            places = sorted({p for h in mine for p in h["places"]})
            words.append(f"{tool}: {', '.join(places) or 'no line'}")
        elif state != "ran":
            words.append(f"{tool}: {state}")
    return "; ".join(words) or "-"


def said_words(row):
    parts = []
    if row["shown"]:
        parts.append("shown " + " ".join(sorted(set(row["shown"].split()))))
    if row["low"]:
        parts.append("low " + " ".join(sorted(set(row["low"].split()))))
    return "; ".join([row["verdict"]] + parts)


class Comparison:
    def __init__(self):
        self.records = {(r["tree"], r["program"]): r for r in
                        records.read_all(os.path.join(ROOT, "runtime_tests", "programs"))}
        self.rows = [r for r in load("checked.csv") if (r["tree"], r["program"]) in self.records]
        self.why = {(r["tree"], r["program"], r["kernel"]): r["why"]
                    for r in load("disagreements.csv")}
        self.unexplained, self.agree = [], collections.Counter()
        self.table = []
        for row in self.rows:
            record = self.records[row["tree"], row["program"]]
            seen = hazards_in(record, row["kernel"])
            word = agreement(row, seen, record)
            self.agree[word] += 1
            if word in ("missed", "contradicted", "low only", "only the checker") and \
                    (row["tree"], row["program"], row["kernel"]) not in self.why:
                self.unexplained.append(f"{row['tree']}/{row['program']} {row['kernel']}: {word}")
            self.table.append((row, record, word))
        known = {(r["tree"], r["program"], r["kernel"]) for r in self.rows}
        self.foreign = sorted({(*key, h["kernel"]) for key, r in self.records.items()
                               for t in TOOLS for h in r[t]["hazards"]
                               if (*key, h["kernel"]) not in known})

    def times(self):
        """(program, checker ms, alone ms, racecheck ms, synccheck ms) where both came to an end."""
        spent = {(r["tree"], r["program"]): int(r["milliseconds"]) for r in self.rows}
        return [(key, spent[key], r["alone"]["milliseconds"], r["racecheck"]["milliseconds"],
                 r["synccheck"]["milliseconds"]) for key, r in sorted(self.records.items())
                if key in spent and finished(r)]


def section(c):
    ended = sum(finished(r) for r in c.records.values())
    trees = collections.Counter(t for t, _ in c.records)
    late = sum(any(r[t]["state"] == "deadline" for t in TOOLS) for r in c.records.values())
    limited = sum(any(r[t].get("launches") for t in TOOLS) for r in c.records.values())
    devices = sorted({f"{r['device']}, driver {r['driver']}, compute-sanitizer {r['sanitizer']}"
                      for r in c.records.values()})
    ratios = [race / max(mine, 1) for _, mine, _, race, _ in c.times()]
    out = [f"{len(c.records)} programs of " +
           ", ".join(f"{t} ({n})" for t, n in sorted(trees.items())) +
           f" were run under racecheck and synccheck, on {'; '.join(devices)}. {ended} of them came "
           f"to their end under both; in {late} one tool ran past its deadline"
           f"{f', and in {limited} it looked at the first launches only' if limited else ''}.", "",
           f"Of the {len(c.rows)} kernels in them:", "",
           "| " + " | ".join(c.agree) + " |", "|" + "---|" * len(c.agree),
           "| " + " | ".join(str(n) for n in c.agree.values()) + " |", ""]
    out[0] = textwrap.fill(out[0], 100)
    if ratios:
        out += [f"racecheck took {statistics.median(ratios):.0f} times as long as the checker in the "
                f"median of {len(ratios)} programs (time on the clock with several programs at once on "
                "the device, against processor time on a machine without one)."]
    return out


def tried():
    """What came of the witnesses (witness.py): lines of the page."""
    found = [(r, f) for r in records.read_all(os.path.join(ROOT, "runtime_tests", "witnesses"))
             for f in r["findings"]]
    if not found:
        return []
    seen = sum(f["saw"] not in ("nothing", None) for _, f in found)
    out = ["", "## Witnesses, tried", ""]
    out += textwrap.wrap(
        f"Each shown finding in these programs names a block in which two threads collide. Of "
        f"{len(found)} findings in {len({(r['tree'], r['program']) for r, _ in found})} programs, "
        f"{seen} were seen on the device with the program's own data (arguments of witnesses.csv where its usual ones do not lead to the kernel): under the tool that looks for "
        "such a defect, or, in global memory, which no tool watches, by the program's own check. "
        "*as it is*: the program launches blocks of the witness's shape; *reshaped*: the kernel was "
        "given that shape. The witness's other values were not forced.", 100)
    out += ["", "| program | finding | confidence | it needs | block | launched | watched by | seen |",
            "|---|---|---|---|---|---|---|---|"]
    for r, f in found:
        said = f["saw"] or "not launched"
        if f.get("state") not in ("ran", None):
            said += f" ({f['state']})"
        if f["saw"] == "a wrong result":
            said += f": {f['said']}"
        out.append(f"| {r['tree']}/{r['program']} | {f['rule']} {f['place']} | {f['confidence']} | "
                   f"{f['needs'] or '-'} | {'x'.join(map(str, f['block']))} | {f['launched']} | "
                   f"{f.get('tool') or '-'} | {said} |")
    return out


def page(c):
    out = ["# Programs", "", "<!-- Written by bench/programs/page.py; do not edit. -->", "",
           "What the GPU's own tools see in programs that we did not write, and what cudasynclint says",
           "of their source. How each program is built and with which arguments it is run:",
           "[programs.csv](../bench/programs/programs.csv); what was seen:",
           "[records](../runtime_tests/programs).", ""] + section(c)
    out += ["", "## Agreement", "",
            "*both*: a hazard and a shown finding in the kernel; *low only*: a finding, but one of low",
            "confidence; *missed*: none; *contradicted*: the kernel is proved; *only the checker*: the",
            "program came to its end under both tools, and neither saw a hazard in the kernel; *not run to",
            "its end*: it did not; *neither*: no hazard, no finding.", "",
            "| program | kernel | the sanitizers | the checker | agreement |", "|---|---|---|---|---|"]
    for row, record, word in c.table:
        if word != "neither":
            out.append(f"| {row['tree']}/{row['program']} | `{row['kernel']}` | "
                       f"{seen_words(record, row['kernel'])} | {said_words(row)} | {word} |")
    if c.foreign:
        out += ["", "In kernels that are not in the sources (of a library): " +
                ", ".join(f"{t}/{p} `{k}`" for t, p, k in c.foreign) + "."]
    out += ["", "## Disagreements, read", ""]
    used = {(r["tree"], r["program"], r["kernel"]) for r, _, w in c.table if w != "neither"}
    for key, why in sorted(c.why.items()):
        if key in used:
            out.append(f"- {key[0]}/{key[1]} `{key[2]}`: {why}")
    out += tried()
    out += ["", "## Verdicts", "", "| verdict | kernels |", "|---|---|"]
    for verdict, n in sorted(collections.Counter(r["verdict"] for r in c.rows).items()):
        out.append(f"| {verdict} | {n} |")
    out += ["", "## Time", "", "Milliseconds; the last column is racecheck divided by the checker.", "",
            "| program | checker | alone | racecheck | synccheck | ratio |", "|---|---|---|---|---|---|"]
    for (tree, name), mine, alone, race, sync in c.times():
        out.append(f"| {tree}/{name} | {mine} | {alone} | {race} | {sync} | {race / max(mine, 1):.0f} |")
    late = [f"{t}/{p}" for (t, p), r in sorted(c.records.items()) if not finished(r)]
    out += ["", "Not finished under both: " + ", ".join(late) + "."]
    return out


def main():
    c = Comparison()
    if "--section" in sys.argv:
        print("\n".join(section(c)))
        return 0
    with open(os.path.join(ROOT, "docs", "programs.md"), "w") as f:
        f.write("\n".join(page(c)) + "\n")
    for line in c.unexplained:
        print("no explanation: " + line, file=sys.stderr)
    return 1 if c.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
