"""What the tool says about a file, and whether a run contradicts it."""

import json
import os
import re
import subprocess

# What an event speaks against. Stores of a value that is there, accesses that atomics and fences may
# order, and (legal) barriers without the threads that have ended speak against nothing.
CONCERN = {"race-shared": "shared", "race-global": "global", "barrier": "barriers", "grid": "grid",
           "deadlock": "barriers", "mask": "warps"}
# What a verdict claims that does not list its concerns.
BLOCK_CONCERNS = {"barriers", "warps", "shared", "global"}

# Assumptions that a run cannot break, that it breaks only by memory it may not touch, or that the
# program's own launches fulfil. Any other kind means: not run.
HARMLESS = [r"gridDim\.[xyz] is ", r"blockDim\.[xyz] is ", r"distinct (pointer parameters|loaded pointers)",
            r".* point to the same memory in the launch", r"subscripts of .* stay inside its bounds",
            r"the block (is|and|has)", r"\w+ is -?\d+ in every launch", r".* is not negative", r"rows of .* do not overlap"]


class Verdict:
    """The tool's word on one kernel."""

    def __init__(self, record):
        self.name = record["name"]
        self.file, self.line = record["file"], record["line"]
        self.word = record["verdict"]
        self.blocks = record.get("blocks")
        self.assumptions = [assumption(a) for a in record.get("assumptions", [])]
        self.concerns = claims(record)

    def covers(self, block):
        """Whether the proof is about blocks of this shape."""
        if not self.blocks:
            return False
        shapes = re.findall(r"(\d+)x(\d+)x(\d+)", self.blocks)
        return not shapes or block in [tuple(int(n) for n in s) for s in shapes]

    def unknown_assumption(self):
        for a in self.assumptions:
            if not any(re.match(known, a) for known in HARMLESS):
                return a
        return None


def assumption(record):
    if isinstance(record, str):
        return record
    return record.get("text") or record.get("message") or json.dumps(record, sort_keys=True)


def claims(record):
    """The concerns that are proved. Where nothing was asked, nothing is said to be there to ask about."""
    concerns = record.get("concerns")
    if isinstance(concerns, dict):
        pairs = concerns.items()
    elif isinstance(concerns, list):
        pairs = [(c.get("concern") or c.get("name"), c) for c in concerns]
    else:
        return BLOCK_CONCERNS if record["verdict"] == "proved" else set()
    word = lambda c: c if isinstance(c, str) else c.get("verdict")
    return {name for name, c in pairs if word(c) in ("proved", "nothing-asked")}


def ask(tool, files, arguments=()):
    """Verdicts and findings of the files: [Verdict], [(file, line, rule, confidence)]. bench_limits leaves
    out the trials of hints, which take most of the time and change neither."""
    done = subprocess.run([tool, "--format=json", "--no-cache", "--isolated", "-q", *arguments, *files],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
                          env={"CSL_LIMITS": "hint_trials=0", **os.environ})
    report = json.loads(done.stdout)
    findings = [(f.get("file") or f.get("location", {}).get("file"),
                 f.get("line") or f.get("location", {}).get("line"), f.get("rule"), f.get("confidence"))
                for entry in report["findings"] for f in [entry, *entry.get("also", [])]]
    return [Verdict(k) for k in report["kernels"]], findings


def proved(v):
    """Whether the tool calls the kernel proved, or one in which there is nothing to check."""
    return v.word not in ("undecided", "findings", "not-analysed") and bool(v.concerns)


def contradictions(verdicts, block, events):
    """The kinds of events, of a launch of this shape, that speak against what all verdicts of the kernel
    claim (a template has several)."""
    about = [v for v in verdicts if v.concerns and v.covers(block)]
    if not about or len(about) < len(verdicts):
        return []
    claimed = set.intersection(*[v.concerns for v in about])
    return sorted(k for k in events if CONCERN.get(k) in claimed)
