#!/usr/bin/env python3
"""The other direction: can what the checker tells of the programs be seen on a device?

    bench/programs/witness.py plan --tool=TOOL --trees=DIR [--build=DIR]
    bench/programs/witness.py try --reshape=LIBRARY [--build=DIR] [--only=TREE/NAME]... [OPTION...]

`plan` writes BUILD/witnesses.json: the shown findings of the programs of checked.csv, each with its
kernel and the block of its witness. A program whose usual arguments do not lead to its kernel has
others in witnesses.csv. `try` needs that file, the programs that run.py built there and
a GPU. It runs each program alone, and under the tool of the GPU that looks for such a defect; where
the program itself launches no block of the witness's shape, its kernel gets that shape
(runtime_tests/reshape.c). What was seen is written to runtime_tests/witnesses.

No tool of the GPU watches races in global memory: there the program's own check counts, if it has
one.
"""
import argparse
import csv
import json
import os
import re
import subprocess
import sys

import check
import records
import run
import table

WITNESSES = os.path.join(table.HERE, "../../runtime_tests/witnesses")
# Which tool looks for what a rule reports; None: none does.
TOOL_OF = {"shared-race": "racecheck", "warp-sync-missing": "racecheck",
           "async-copy-unsynced": "racecheck", "barrier-init-race": "racecheck",
           "warp-mask": "synccheck", "barrier-divergence": "synccheck",
           "barrier-early-exit": "synccheck", "barrier-divergent-loop": "synccheck",
           "global-race": None}
# How programs say that a result is wrong.
WRONG = re.compile(r"Non-Matching[^\n]*: *[1-9]|\b(?:test|result|verification)s? +(?:failed|wrong)|"
                   r"\bFAILED\b|\bmismatch(?:es)?\b(?!: *0)", re.I)


def shown_findings(tool, program):
    """The findings of one run over the sources that are built, each place once."""
    sources = [s for s in program.sources() if s.endswith(check.CUDA)]
    line = [tool, "--format=json", "-j", "1", "--no-cache"] + sources
    done = subprocess.run(line + ["--"] + check.host_flags(program), capture_output=True,
                          text=True, cwd=program.folder, check=False)
    found = {}
    for f in json.loads(done.stdout)["findings"]:
        if f["witness"] and f["function"]:
            place = f"{os.path.basename(f['file'])}:{f['line']}"
            found[f["rule"], place] = {
                "rule": f["rule"], "confidence": f["confidence"], "place": place,
                "kernel": f["function"], "block": f["witness"]["block"],
                "needs": f["needs"]}
    return list(found.values())


def plan(options):
    with open(os.path.join(table.HERE, "checked.csv"), newline="") as f:
        wanted = {(r["tree"], r["program"]) for r in csv.DictReader(f) if r["shown"]}
    with open(os.path.join(table.HERE, "witnesses.csv"), newline="") as f:
        arguments = {(r["tree"], r["program"]): r["arguments"].split() for r in csv.DictReader(f)}
    jobs = [{"tree": p.tree, "program": p.name,
             "arguments": arguments.get((p.tree, p.name), p.arguments),
             "findings": shown_findings(options.tool, p)}
            for p in table.programs(options.trees) if (p.tree, p.name) in wanted]
    os.makedirs(options.build, exist_ok=True)
    with open(os.path.join(options.build, "witnesses.json"), "w") as f:
        json.dump([j for j in jobs if j["findings"]], f, indent=1)
    print(f"{sum(len(j['findings']) for j in jobs)} findings in {len(jobs)} programs")


def launched_blocks(log, kernel):
    """The shapes in which a kernel was launched, by the log of reshape.c (its names are mangled)."""
    found = []
    for line in log.splitlines():
        name, *block = line.rsplit(" ", 3)
        mark = f"{len(kernel)}{kernel}"
        if name == kernel or re.search(rf"(?<!\d){re.escape(mark)}", name):
            found.append([int(n) for n in block])
    return found


class Trial:
    """One program: what it does alone, and what a tool sees of each of its findings."""

    def __init__(self, runner, options, job, facts):
        self.runner, self.options, self.job, self.facts = runner, options, job, facts
        self.folder = os.path.join(os.path.abspath(options.build), job["tree"], job["program"])
        self.command = [os.path.join(self.folder, "program")] + job["arguments"]

    def environment(self, **variables):
        variables["LD_PRELOAD"] = os.path.abspath(self.options.reshape)
        return ["env"] + [f"{k}={v}" for k, v in variables.items()]

    def alone(self, **variables):
        state, code, spent, output = self.runner.start(
            self.environment(**variables) + self.command, self.folder, self.options.deadline,
            "alone.out")
        wrong = WRONG.search(output)
        return {"state": state, "exit": code, "milliseconds": spent,
                "wrong": wrong.group(0) if wrong else None}

    def one(self, finding, log, alone, seen):
        """`seen`: what the tools saw so far, by tool and shape."""
        blocks = launched_blocks(log, finding["kernel"])
        block = ",".join(map(str, finding["block"]))
        out = dict(finding, launched="never" if not blocks else "as it is"
                   if finding["block"] in blocks else "reshaped", saw=None)
        if not blocks:
            return out
        wish = {"CSL_LAUNCH_BLOCK": f"{finding['kernel']}={block}"} \
            if out["launched"] == "reshaped" else {}
        tool = TOOL_OF.get(finding["rule"])
        key = (tool, str(wish))
        if key not in seen:
            seen[key] = (self.alone(**wish) if wish else alone) if tool is None else \
                self.runner.under(tool, self.command, self.folder, self.options.launches or None,
                                  self.environment(**wish))
        if tool is None:
            out["saw"] = "a wrong result" if seen[key]["wrong"] else "nothing"
            return dict(out, tool="its own check", state=seen[key]["state"],
                        said=seen[key]["wrong"])
        hazards = [h for h in seen[key]["hazards"] if h["kernel"] == finding["kernel"]]
        out["saw"] = "a hazard" if hazards else "nothing"
        return dict(out, tool=tool, state=seen[key]["state"], said=seen[key]["message"],
                    hazards=hazards)

    def record(self, device):
        log = os.path.join(self.folder, "launches.log")
        alone = self.alone(CSL_LAUNCH_LOG=log)
        text = ""
        if os.path.exists(log):
            with open(log) as f:
                text = f.read()
            os.unlink(log)
        seen = {}
        return {"version": records.VERSION, "tree": self.job["tree"],
                "program": self.job["program"], "commit": self.facts["commit"],
                "source": self.facts["source"], "flags": self.facts["flags"],
                "arguments": " ".join(self.job["arguments"]), **device,
                "toolkit": self.facts["toolkit"], "alone": alone,
                "findings": [self.one(f, text, alone, seen) for f in self.job["findings"]]}


def attempt(options):
    device = run.device_facts(options.sanitizer)
    if not device:
        print("witness.py: no GPU that can be used, or no compute-sanitizer", file=sys.stderr)
        return 2
    with open(os.path.join(options.build, "jobs.json")) as f:
        facts = {(j["tree"], j["program"]): j for j in json.load(f)}
    with open(os.path.join(options.build, "witnesses.json")) as f:
        jobs = [j for j in json.load(f) if (j["tree"], j["program"]) in facts and
                any(run.fnmatch.fnmatch(f"{j['tree']}/{j['program']}", g) for g in options.only)]
    runner, left = run.Runner(options, device), []

    def one(job):
        try:
            record = Trial(runner, options, job, facts[job["tree"], job["program"]]).record(device)
        except run.Stop:
            left.append(job["program"])
            return
        records.write(options.records, record)
        print(f"{job['tree']}/{job['program']}: " + ", ".join(
            f"{f['rule']} {f['launched']}: {f['saw']}" for f in record["findings"]), flush=True)

    with run.concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, jobs))
    print(f"{len(jobs) - len(left)} programs tried, {len(left)} left for another call")
    return 1 if left else 0


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("what", choices=("plan", "try"))
    p.add_argument("--tool")
    p.add_argument("--trees")
    p.add_argument("--records", default=WITNESSES)
    p.add_argument("--reshape", help="libreshape.so of runtime_tests")
    run.add_run_options(p, 4, "the tools look at the first N launches only")
    options = p.parse_args()
    options.only = options.only or ["*"]
    if options.what == "try":
        if not options.reshape:
            p.error("--reshape=LIBRARY: libreshape.so, as runtime_tests builds it")
        return attempt(options)
    if not (options.tool and options.trees):
        p.error("plan needs --tool=TOOL and --trees=DIR")
    plan(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
