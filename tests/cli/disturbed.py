"""Runs under load, killed, with a full disk or low limits: disturbed.py TOOL CORPUS COUNT.

Each run says what an undisturbed one says, byte by byte, or that it is not complete: by its exit code,
and for each file that it leaves out, by name."""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

tool, corpus, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
files = []
os.mkdir("cases")  # which include ../case.h
shutil.copy(corpus / "case.h", ".")
for path in sorted(corpus.rglob("*.cu"))[::12]:
    files.append(f"cases/{len(files)}.cu")
    shutil.copy(path, files[-1])


def each(report):
    """All findings of a report, those that stand under others included."""
    for finding in report["findings"]:
        yield finding
        yield from finding.get("also", [])


def command(*options):
    return [tool, "-q", "--timeout=60", "--format=json:out.json", "--format=text", *options, *files]


def report():
    return pathlib.Path("out.json").read_bytes() if os.path.exists("out.json") else None


def start(options, before=None, stdout=subprocess.PIPE):
    if os.path.exists("out.json"):
        os.unlink("out.json")
    return subprocess.Popen(command(*options), stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
                            preexec_fn=before)


def limit(what, value):
    return lambda: resource.setrlimit(what, (value, value))


plain = start(["--no-cache"])
text = plain.communicate()[0]
wanted = (plain.returncode, text, report())
by_file = {}
for finding in each(json.loads(wanted[2])):
    by_file.setdefault(finding["file"], []).append((finding["line"], finding["rule"], finding["message"]))


def children(pid):
    try:
        return [int(c) for c in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def incomplete(done, out):
    """What is wrong with a run that is not like the first one, or None."""
    if done < 0 or done in (2, 153):
        return None  # killed, or it says that it could not be done
    if done != 3:
        return f"exit code {done} with another result"
    if out is None:
        return None
    found, said = {}, json.loads(out)
    left_out = {f["file"] for f in said["notAnalysed"]}
    for finding in each(said):
        found.setdefault(finding["file"], []).append((finding["line"], finding["rule"], finding["message"]))
    for name in files:
        if name not in left_out and found.get(name) != by_file.get(name):
            return f"{name} has other findings and is not said to be left out"
    return None


def disturb(number):
    chance = random.Random(number)
    kind = ["load", "kill", "worker", "memory", "files", "size", "full", "stop"][number % 8]
    options = chance.choice([["--no-cache"], ["--cache-dir=cache"]]) + [f"-j{chance.randint(1, 6)}"]
    busy, before, stdout = [], None, subprocess.PIPE
    if kind == "load":
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    elif kind == "memory":
        before = limit(resource.RLIMIT_AS, chance.choice([900, 1200, 2000]) << 20)
    elif kind == "files":
        before = limit(resource.RLIMIT_NOFILE, chance.choice([16, 24, 40]))
    elif kind == "size":
        before = limit(resource.RLIMIT_FSIZE, chance.choice([0, 4096, 100000]))
    elif kind == "full":
        stdout = open("/dev/full", "w")
    run = start(options, before, stdout)
    if kind in ("kill", "worker", "stop"):
        time.sleep(chance.random() * 1.5)
        for pid in [run.pid] if kind == "kill" else children(run.pid)[:1]:
            try:
                os.kill(pid, chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]) if kind == "kill"
                        else signal.SIGKILL if kind == "worker" else signal.SIGSTOP)
            except ProcessLookupError:
                pass
    text = run.communicate(timeout=600)[0]
    for process in busy:
        process.kill()
        process.wait()
    out = report()
    if (run.returncode, text, out) == wanted:
        return kind, "same", None
    wrong = incomplete(run.returncode, out)
    again = start(["--cache-dir=cache"])  # nothing wrong is left in the cache
    text = again.communicate()[0]
    if not wrong and (again.returncode, text, report()) != wanted:
        wrong = "the run after it says something else"
    return kind, "incomplete", wrong


bad, seen = 0, {}
for number in range(count):
    kind, how, wrong = disturb(number)
    seen[f"{kind}: {how}"] = seen.get(f"{kind}: {how}", 0) + 1
    if wrong:
        print(f"run {number}, {kind}: {wrong}")
        bad += 1
left = [name for name in os.listdir(".") if name.startswith(".cudasynclint-")]
if left:
    print(f"left behind: {left}")
print(f"{count} runs, {bad} bad: {seen}")
sys.exit(bad > 0 or bool(left))
