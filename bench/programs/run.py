#!/usr/bin/env python3
"""Programs that we did not write, under the GPU's own tools (./dev gpu --programs=DIR).

    bench/programs/run.py --trees=DIR [--build=DIR] [--records=DIR] [OPTION...]

builds the programs of programs.csv that lie in the trees in DIR, runs each alone and under
compute-sanitizer's racecheck and synccheck, and writes a record of each (records.py). A program
with a record of its present source and arguments is not run again. --build-only needs no GPU;
--built needs the folder that it wrote, and no trees and no compiler. Exit: 0 done; 1 a program
could not be built, or some were left for another call; 2 it cannot work at all.
"""
import argparse
import concurrent.futures
import datetime
import fnmatch
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import build as building
import records
import sanitizer
import table

TOOLS = ("racecheck", "synccheck")
KEPT = 1 << 22  # bytes of a sanitizer's log
TAIL = 300      # characters of what a program said before it failed


class Stop(Exception):
    """The time of the whole call is over."""


class Runner:
    def __init__(self, options, device):
        self.options, self.device = options, device
        self.end = time.monotonic() + options.seconds if options.seconds else None

    def left(self):
        return self.end - time.monotonic() if self.end else float("inf")

    def start(self, line, folder, deadline, log):
        """Runs a program to its end or its deadline: (state, exit code, milliseconds, output)."""
        if self.left() < 1:
            raise Stop
        began = time.monotonic()
        with open(os.path.join(folder, log), "wb") as out:
            process = subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            state = "ran"
            try:
                process.wait(min(deadline, self.left()))
            except subprocess.TimeoutExpired:
                state = "deadline"
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if state == "deadline" and self.left() < 1:
            raise Stop
        with open(os.path.join(folder, log), errors="replace") as f:
            f.seek(max(0, os.path.getsize(f.name) - KEPT))
            output = f.read()
        os.unlink(os.path.join(folder, log))
        return state, process.returncode, int((time.monotonic() - began) * 1000), output

    def alone(self, command, folder):
        state, code, spent, output = self.start(command, folder, self.options.deadline, "alone.out")
        said = None if state == "ran" and code == 0 else " ".join(output.split())[-TAIL:]
        return {"state": state, "exit": code, "milliseconds": spent, "message": said}

    def under(self, tool, command, folder, launches=None, prefix=()):
        log = os.path.join(folder, tool + ".log")
        line = [*prefix, self.options.sanitizer, "--tool", tool, "--show-backtrace", "no", "--log-file", log]
        line += ["--launch-count", str(launches)] if launches else []
        state, code, spent, output = self.start(line + command, folder,
                                                self.options.sanitizer_deadline, tool + ".out")
        text = ""
        if os.path.exists(log):
            with open(log, errors="replace") as f:
                text = f.read(KEPT)
            os.unlink(log)
        hazards, summary = sanitizer.parse(text)
        if state == "ran" and summary is None:
            state = "failed"
        said = sanitizer.complaint(text) or (" ".join(output.split())[-TAIL:] or None)
        return {"state": state, "exit": code, "milliseconds": spent, "launches": launches,
                "summary": summary, "hazards": hazards,
                "message": None if state == "ran" else said}

    def observe(self, job):
        folder = job["folder"]
        command = [os.path.join(folder, "program")] + job["arguments"]
        fields = {"version": records.VERSION, "tree": job["tree"], "program": job["program"],
                  "commit": job["commit"], "source": job["source"], "flags": job["flags"],
                  "arguments": " ".join(job["arguments"]),
                  "date": datetime.date.today().isoformat(), **self.device,
                  "toolkit": job["toolkit"],
                  "deadlineSeconds": self.options.sanitizer_deadline,
                  "atOnce": self.options.jobs}
        old = job["old"]
        fields["alone"] = old["alone"] if old else self.alone(command, folder)
        for tool in TOOLS:
            again = old and old[tool]["state"] == "deadline"
            if old and not again:
                fields[tool] = old[tool]
            else:
                fields[tool] = self.under(tool, command, folder,
                                          self.options.launches if again else None)
        records.write(self.options.records, fields)
        return fields


def device_facts(sanitizer_program):
    """What the records say of the machine; None if there is no GPU that answers."""
    query = ["nvidia-smi", "--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=60, check=True)
        version = subprocess.run([sanitizer_program, "--version"], capture_output=True, text=True,
                                 timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    name, capability, driver = answer.stdout.splitlines()[0].split(", ")
    return {"device": name, "capability": capability, "driver": driver,
            "sanitizer": re.search(r"\d+(\.\d+)+", version).group(0)}


def build_all(options):
    """Builds what is selected; what every job needs to run is noted in jobs.json. False: a build
    failed."""
    selected = [p for p in table.programs(options.trees)
                if any(fnmatch.fnmatch(p.id, glob) for glob in options.only)]
    commits = {p.tree: building.commit_of(p.root) for p in selected}
    failed = []

    def one(program):
        why = building.build(program, options.build, options.nvcc, options.arch,
                             commits[program.tree])
        if why:
            failed.append(program.id)
            print(f"{program.id} is left out: {' '.join(why.split())[:TAIL]}", file=sys.stderr)
        return program, why

    with concurrent.futures.ThreadPoolExecutor(options.build_jobs) as pool:
        built = [p for p, why in pool.map(one, selected) if not why]
    jobs = [dict(building.note_of(options.build, p), tree=p.tree, program=p.name,
                 arguments=p.arguments) for p in built]
    with open(os.path.join(options.build, "jobs.json"), "w") as f:
        json.dump(jobs, f, indent=1)
    print(f"built {len(built)} programs; {len(failed)} left out")
    return not failed


def is_late(record, launches):
    """A tool ran past its deadline that looked at more launches than so many."""
    return any(record[t]["state"] == "deadline" and (record[t].get("launches") or launches + 1) > launches
               for t in TOOLS)


def is_new(job, options):
    """Whether the job is to run. job["old"] is its record then, if all that is missing there is what
    ran past its deadline."""
    old = records.read(records.path_of(options.records, job["tree"], job["program"]))
    fresh = old is not None and all(old[k] == v for k, v in (
        ("source", job["source"]), ("flags", job["flags"]),
        ("arguments", " ".join(job["arguments"]))))
    job["old"] = old if fresh and options.launches and is_late(old, options.launches) else None
    return options.again or not fresh or job["old"] is not None


def observe_all(options):
    device = device_facts(options.sanitizer)
    if not device:
        print("run.py: no GPU that can be used, or no compute-sanitizer", file=sys.stderr)
        sys.exit(2)
    with open(os.path.join(options.build, "jobs.json")) as f:
        jobs = [j for j in json.load(f)
                if any(fnmatch.fnmatch(j["tree"] + "/" + j["program"], g) for g in options.only)]
    jobs = [j for j in jobs if is_new(j, options)]
    for job in jobs:
        job["folder"] = os.path.join(os.path.abspath(options.build), job["tree"], job["program"])
    runner, left, lock = Runner(options, device), [], threading.Lock()

    def one(job):
        try:
            seen = runner.observe(job)
        except Stop:
            with lock:
                left.append(job["program"])
            return
        with lock:
            print(f"{job['tree']}/{job['program']}: " + ", ".join(
                f"{what} {seen[what]['state']} {seen[what]['milliseconds']} ms" +
                (f" {len(seen[what]['hazards'])} hazards" if what in TOOLS else "")
                for what in ("alone",) + TOOLS), flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, jobs))
    print(f"{len(jobs) - len(left)} programs observed, {len(left)} left for another call")
    return not left


def add_run_options(p, jobs, launches_help):
    """The options of whatever runs built programs; witness.py has them, too."""
    p.add_argument("--build", default="build/gpu-programs", help="folder for the programs")
    p.add_argument("--only", action="append", default=[], help="programs TREE/NAME that match")
    p.add_argument("--sanitizer", default=shutil.which("compute-sanitizer") or
                   "/usr/local/cuda/bin/compute-sanitizer")
    p.add_argument("--jobs", type=int, default=jobs, help="programs at once")
    p.add_argument("--launches", type=int, default=0, metavar="N", help=launches_help)
    p.add_argument("--deadline", type=float, default=20, help="of a program alone, seconds")
    p.add_argument("--sanitizer-deadline", type=float, default=60, help="under a sanitizer")
    p.add_argument("--seconds", type=float, default=0, help="end all after so long")


def arguments():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--trees", help="the folder that holds the trees")
    p.add_argument("--records", default=os.path.join(table.HERE, "../../runtime_tests/programs"))
    p.add_argument("--again", action="store_true", help="also those with a fresh record")
    p.add_argument("--build-only", action="store_true")
    p.add_argument("--built", action="store_true", help="build nothing")
    p.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    p.add_argument("--arch", default="sm_90")
    p.add_argument("--build-jobs", type=int, default=os.cpu_count())
    add_run_options(p, max((os.cpu_count() or 2) // 2, 1),
                    "tools that ran past their deadline look at the first N launches only")
    options = p.parse_args()
    options.only = options.only or ["*"]
    if not options.built and not (options.trees and os.path.isdir(options.trees)):
        p.error("--trees=DIR: the folder in which the trees lie")
    return options


def main():
    options = arguments()
    os.makedirs(options.build, exist_ok=True)
    good = options.built or build_all(options)
    if not options.build_only:
        good = observe_all(options) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
