"""Runs a compiled program under a schedule and reads its report."""

import os
import re
import resource
import subprocess
import tempfile

MODES = (("in order", "0"), ("reversed", "1"), ("random", "2"))
SECONDS = 60


class Launches:
    """What the launches of one kernel in one shape of block showed, over all schedules."""

    def __init__(self):
        self.done = 0        # to their ends, or to the event that ended them
        self.discarded = {}  # status: how many
        self.events = {}     # kind: the first of each pair of places, as the report says it
        self.unmodelled = None
        self.grids = set()

    def quiet(self):
        return self.done > 0 and not self.events


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Result:
    """What the runs of a program showed."""

    def __init__(self):
        self.launches = {}  # (number of the kernel, block): Launches
        self.said = []      # the last line of what it printed, a schedule
        self.exits = []
        self.unmodelled = None

    def of(self, kernel, block):
        return self.launches.setdefault((kernel, block), Launches())


def run(program, arguments=(), environment=None, modes=MODES, isolate=()):
    """Runs the program once a schedule, in an empty folder; returns a Result."""
    result = Result()
    program = os.path.abspath(program)
    with tempfile.TemporaryDirectory() as folder:
        for name, mode in modes:
            report = os.path.join(folder, "report")
            env = dict(os.environ, ORACLE_MODE=mode, ORACLE_REPORT=report, **(environment or {}))
            try:
                done = subprocess.run([*isolate, program, *arguments], cwd=folder, env=env, check=False,
                                      capture_output=True, preexec_fn=limits, stdin=subprocess.DEVNULL,
                                      timeout=4 * SECONDS)
                result.exits.append(done.returncode)
                said = done.stdout.decode(errors="replace").strip().splitlines()
                result.said.append(said[-1] if said else "")
            except subprocess.TimeoutExpired:
                result.exits.append("time")
            if os.path.exists(report):
                read_report(report, result, name)
                os.remove(report)
    return result


def read_report(path, result, mode):
    current = None
    with open(path, errors="replace") as f:
        for line in f:
            words = line.rstrip("\n").split(" ")
            if words[0] == "launch":
                current = result.of(int(words[1]), tuple(int(w) for w in words[2:5]))
                current.grids.add(tuple(int(w) for w in words[5:8]))
                status = words[8]
                if status in ("done", "stopped"):
                    current.done += 1
                else:
                    current.discarded[status] = current.discarded.get(status, 0) + 1
            elif words[0] == "event":
                place = words[2:4]
                event = current.events.setdefault(words[1], {})
                event.setdefault(tuple(place), "threads %s and %s, %s%s" % (
                    words[4], words[5], mode, " " + " ".join(words[6:]) if words[6:] else ""))
            elif words[0] == "unmodelled":
                what = " ".join(words[2:])
                if current and words[1] != "-1":
                    current.unmodelled = what
                else:
                    result.unmodelled = what


def places(program, addresses):
    """`file:line` of each address of the program, in the source and not in the header."""
    done = subprocess.run(["addr2line", "-e", program] + ["%#x" % max(0, int(a, 16) - 1) for a in addresses],
                          capture_output=True, text=True, check=False)
    return [re.sub(r"^.*/", "", p) for p in done.stdout.split()]
