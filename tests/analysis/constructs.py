#!/usr/bin/env python3
"""Which constructs of CUDA are judged exactly: right kernels proved, wrong ones found.

Reads the tables in constructs/*.txt (the format is in constructs/README), writes a program for each
form of each kernel, runs the tool on them and says of each construct

  exact        the right forms are proved and the wrong ones have a finding that is shown
  undecided    no claim about some of them
  one side     in main loops (loops.txt): no finding of a wrong form has a witness of two threads
               that end at different places, the one that waits or reads and the one it depends on
  silent       a wrong form is proved: never
  false alarm  a right form has a finding that is shown: never
  missing      a form was not analysed, the tool broke off: never

A construct has two different right forms and two wrong ones at least, or it counts as wrong itself.

Arguments: TOOL [--list] [--why] [--groups=A,B] [--headers=DIR] [NAME]. Prints one line per construct that is not
exact (all with --list) and "N of M exact"; with NAME only the constructs whose name holds it. --why,
or a NAME: what the tool says of each form. --unproved: that a wrong form is not proved is enough. --headers: the headers of a library itself, not what stands in for them. Compares with constructs/inexact.txt, which lists what is undecided today, and what gives a false
alarm: exits with 1 if a construct is anything else, so always if one is silent.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "constructs")
GROUPS = ["blocks", "warps", "groups", "objects", "copies", "fences", "tensors", "launches", "libraries"]
SLOT = re.compile(r"@(\d?)\{(.*?)@\|(.*?)@\}", re.S)


class Kernel:
    def __init__(self, inherited):
        self.head, self.lines, self.map, self.template = [], [], False, False
        self.launch = inherited.launch if inherited else "1, 128"
        self.needs = inherited.needs if inherited else "sm_80"

    def read(self, line):
        word, _, rest = line.partition(" ")
        if self.lines or word not in ("head", "launch", "needs", "map", "template"):
            self.lines.append(line)
        elif word == "head":
            self.head.append(rest)
        elif word == "launch":
            self.launch = rest
        elif word == "needs":
            self.needs = rest
        else:
            setattr(self, word, True)

    def forms(self):
        """The right form first, then each wrong one: pairs (is right, body)."""
        body = "\n    ".join(self.lines)
        slots = list(SLOT.finditer(body))
        names = [m.group(1) or f"slot {i}" for i, m in enumerate(slots)]
        for wrong in [None] + sorted(set(names), key=names.index):
            out, end = "", 0
            for m, name in zip(slots, names):
                out += body[end:m.start()] + m.group(3 if name == wrong else 2)
                end = m.end()
            yield wrong is None, out + body[end:]

    def program(self, body):
        cluster = self.launch.startswith("cluster")
        words = self.launch.split(" ", 1)[1] if cluster else self.launch
        attribute = ""
        if cluster:
            blocks, words = words.split(" ", 1)
            attribute = f"__cluster_dims__({blocks}, 1, 1) "
        kind, shape = (words.split(" ", 1) + [""])[:2] if words[0].isalpha() else ("", words)
        more = ", const __grid_constant__ CUtensorMap map" if self.map else ""
        given = ", CUtensorMap map" if self.map else ""
        text = '#include "prelude.cuh"\n' + "".join(h + "\n" for h in self.head)
        text += "template <class T>\n" if self.template else ""
        text += f"__global__ void {attribute}k(int *o, const int *in, int n{more})\n{{\n"
        text += f"    int t = threadIdx.x;\n    {body}\n}}\n"
        if self.template:
            return text
        use = f"k<<<{shape}>>>(o, in, n{', map' if self.map else ''});"
        if kind == "cooperative":
            use = f"void *a[] = {{&o, &in, &n}}; cudaLaunchCooperativeKernel((void *)k, {shape.replace(', ', ', ')}, a, 0, 0);"
            grid, block = shape.split(", ")
            use = f"void *a[] = {{&o, &in, &n}}; cudaLaunchCooperativeKernel((void *)k, dim3({grid}), dim3({block}), a, 0, 0);"
        if kind == "dependent":
            grid, block = shape.split(", ")
            use = ("first<<<1, 128>>>((int *)in); cudaLaunchAttribute a; a.id = cudaLaunchAttributeProgrammaticStreamSerialization; "
                   f"a.val.programmaticStreamSerializationAllowed = 1; cudaLaunchConfig_t c = {{}}; c.gridDim = {grid}; "
                   f"c.blockDim = {block}; c.attrs = &a; c.numAttrs = 1; cudaLaunchKernelEx(&c, k, o, in, n);")
        return text + f"void run(int *o, const int *in, int n{given}) {{ {use} }}\n"


def constructs(groups):
    for group in groups:
        name, kernels = None, []
        for line in open(os.path.join(HERE, group + ".txt")):
            line = line.rstrip("\n")
            if line.startswith("== "):
                if name:
                    yield group, name, kernels
                name, kernels = line[3:], [Kernel(None)]
            elif line == "++":
                kernels.append(Kernel(kernels[0]))
            elif line and not line.startswith("#") or (line and kernels and line.startswith("#") and kernels[-1].lines):
                kernels[-1].read(line)
        yield group, name, kernels


def run_tool(tool, directory, arch, headers):
    out = os.path.join(directory, "out.json")
    files = sorted(f for f in os.listdir(directory) if f.endswith(".cu"))
    if not files:
        return {}
    subprocess.run([tool, "--no-cache", "--isolated", "--concerns=all", "--arch=" + arch, "--format=json:" + out, directory] + headers,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    report = json.load(open(out))
    said = {}
    for k in report["kernels"]:
        if k["name"].split("::")[-1] == "k":
            said[os.path.basename(k["file"])] = k
    for f in report["findings"]:
        name = os.path.basename(f["file"])
        if f["severity"] in ("error", "warning"):
            said.setdefault(name, {"verdict": "?"}).setdefault("shown", []).append(f)
    return said


def shows_both(finding):
    ends = {(t["steps"][-1]["line"], t["steps"][-1]["column"]) for t in (finding.get("witness") or {}).get("threads", [])}
    return len(ends) > 1


def state_of(forms, of_roles, unproved):
    worst = "exact"
    for right, verdict, shown in forms:
        if verdict == "missing" and not shown:
            return "missing"
        if right and shown:
            return "false alarm"
        if not right and verdict == "proved" and not shown:
            return "silent"
        if (right and verdict != "proved") or (not right and not shown and not unproved):
            worst = "undecided"
        elif worst == "exact" and of_roles and not right and not any(map(shows_both, shown)):
            worst = "one side"
    return worst


def counts_of(kernels):
    """How many different right forms there are, and how many wrong ones."""
    forms = {(right, k.program(body)) for k in kernels for right, body in k.forms()}
    rights = sum(right for right, _ in forms)
    return rights, len(forms) - rights


def main():
    tool, only = sys.argv[1], [a for a in sys.argv[2:] if not a.startswith("--")]
    groups = [a[9:].split(",") for a in sys.argv if a.startswith("--groups=")]
    chosen = [c for c in constructs(groups[0] if groups else GROUPS) if not only or only[0] in c[1]]
    headers = [f"-I{os.path.abspath(a[10:])}" for a in sys.argv if a.startswith("--headers=")]
    said = {}
    with tempfile.TemporaryDirectory() as scratch:
        for arch in ("sm_80", "sm_90", "sm_100"):
            os.makedirs(os.path.join(scratch, arch))
            text = open(os.path.join(HERE, "prelude.cuh")).read()
            open(os.path.join(scratch, arch, "prelude.cuh"), "w").write(text)
        for i, (_, _, kernels) in enumerate(chosen):
            for j, k in enumerate(kernels):
                arch = k.needs if k.needs in ("sm_90", "sm_100") else "sm_90" if "cluster" in k.launch else "sm_80"
                for m, (_, body) in enumerate(k.forms()):
                    open(os.path.join(scratch, arch, f"c{i}_{j}_{m}.cu"), "w").write(k.program(body))
        for arch in ("sm_80", "sm_90", "sm_100"):
            said.update(run_tool(tool, os.path.join(scratch, arch), arch, ["--"] + headers if headers else []))
        keep = os.environ.get("KEEP")
        if keep:
            subprocess.run(["cp", "-r", scratch, keep], check=True)
    counts, wrong = {}, 0
    path = os.path.join(HERE, "inexact.txt")
    listed = {l.rstrip("\n") for l in open(path)} if os.path.exists(path) else set()
    for i, (group, name, kernels) in enumerate(chosen):
        forms, words = [], []
        for j, k in enumerate(kernels):
            for m, (right, _) in enumerate(k.forms()):
                s = said.get(f"c{i}_{j}_{m}.cu", {"verdict": "missing"})
                shown = s.get("shown", [])
                if s["verdict"] == "findings" and not shown:
                    shown = [{"rule": "elsewhere"}]  # in prelude.cuh
                forms.append((right, s["verdict"], shown))
                words.append(f"    {j}.{m} {'right' if right else 'wrong'}: {s['verdict']}"
                             + (f" ({s.get('why')})" if s.get("reason") else "")
                             + "".join(f" [{f['rule']}]" for f in shown))
        state = state_of(forms, group == "loops", "--unproved" in sys.argv)
        rights, wrongs = counts_of(kernels)
        counts[state] = counts.get(state, 0) + 1
        known = "undecided" if f"{group}: {name}" in listed else \
            "false alarm" if f"{group}: {name}: false alarm" in listed else "exact"
        bad = state != known or rights < 2 or wrongs < 2
        wrong += bad
        if "--list" in sys.argv or only or bad or state != "exact":
            print(f"{group}: {name}: {state}, {rights} right, {wrongs} wrong" + (" <-" if bad else ""))
            if only or "--why" in sys.argv:
                print("\n".join(words))
    print(f"{counts.get('exact', 0)} of {len(chosen)} exact, {sum(len(k) for _, _, k in chosen)} kernels; " +
          ", ".join(f"{n} {s}" for s, n in sorted(counts.items()) if s != "exact"))
    return wrong > 0 and not only


sys.exit(main())
