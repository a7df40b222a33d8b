#!/usr/bin/env python3
"""Writes docs/performance.md: every figure from one run on one machine.

    bench/performance.py BENCH TOOL [-p BUILD] PATH...

BENCH times each file of each PATH (bench.c), BENCH_passes tells where the slowest spend it, TOOL is run as users run it over the first PATH. With
-p, every tenth CUDA source of that compilation database is also compiled with nvcc and with clang
and a toolkit, as far as these are installed (NVCC, CLANG and CUDA_PATH in the environment name
others than the usual ones). Output is Markdown.
"""
import json
import os
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time

SLOWEST = 10
EVERY = 10  # of the sources that are compiled


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(command, **options):
    """Processor time, wall time and exit code of a command."""
    cpu, wall = processor_time(), time.monotonic()
    code = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          **options).returncode
    return processor_time() - cpu, time.monotonic() - wall, code


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def name_of(path):
    return os.path.basename(os.path.normpath(path))


# ---- each file --------------------------------------------------------------------------------


def bench(program, path):
    """What bench.c prints about one tree."""
    text = subprocess.run([program, path], stdout=subprocess.PIPE, text=True, check=False).stdout
    total = re.search(r"(\d+) files, bare parse ([\d.]+) s, tool ([\d.]+) s \(([\d.]+)x\)", text)
    ratios = re.search(r"median ([\d.]+), 95th percentile ([\d.]+), worst ([\d.]+)", text)
    memory = re.search(r"peak memory of a worker: (\d+) MB", text)
    failed = re.search(r"(\d+) files failed", text)
    slow = re.findall(r"^ +([\d.]+) ms +([\d.]+) ms bare +([\d.]+)x  (.*?):", text, re.M)
    return total, ratios, memory, failed, slow


def passes_of(program, file):
    """ "search 61 %, rules 20 %": the passes that took most of one file, but for the parse."""
    text = subprocess.run([program + "_passes", file], stdout=subprocess.PIPE, text=True,
                          check=False).stdout
    return re.search(r"^ +[\d.]+ ms .*: ?(.*)$", text, re.M)[1]


def each_file(program, paths):
    rows, slowest = [], []
    for path in paths:
        total, ratios, memory, failed, slow = bench(program, path)
        rows.append([name_of(path), total[1], total[2], total[3], total[4], *ratios.groups(),
                     memory[1], failed[1] if failed else 0])
        slowest += [(float(tool), float(bare), float(ratio), path, file)
                    for tool, bare, ratio, file in slow]
    print("## Each file, against libclang's bare parse of it\n")
    print(textwrap.fill(
        "The bare parse is for the architecture that the tool parses the file for first, and reads the"
        " embedded CUDA declarations as text, like any header. The tool reads"
        " them precompiled: it was built with them, so no run makes them, and each run copies them to"
        " memory once (the whole runs below count that). That is why many files cost it less than"
        " their bare parse.", 100) + "\n")
    table(["tree", "files", "bare parse, s", "tool, s", "ratio", "median of one file",
           "95th percentile", "worst", "largest worker, MB", "failed"], rows)
    print(f"## The {SLOWEST} slowest files, and the passes that cost\n")
    table(["file", "tool, ms", "bare parse, ms", "ratio", "passes besides the parse"],
          [[os.path.join(name_of(path), os.path.relpath(file, path)), f"{tool:.0f}", f"{bare:.0f}",
            f"{ratio:.1f}", passes_of(program, file)]
           for tool, bare, ratio, path, file in sorted(slowest, reverse=True)[:SLOWEST]])


# ---- whole runs -------------------------------------------------------------------------------


def cuda_files(path):
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        found += [os.path.join(folder, n) for n in sorted(names) if n.endswith((".cu", ".cuh"))]
    return found


def whole_runs(tool, path):
    files = cuda_files(path)
    lint = [tool, "-q", "--isolated", "--format=json"]
    print(f"## Whole runs over {name_of(path)}\n")
    rows = []
    for part in (8, 4, 2, 1):
        some = files[::part]
        cpu, _, _ = timed([*lint, "--no-cache", *some])
        rows.append([len(some), f"{cpu:.1f}", f"{1000 * cpu / max(len(some), 1):.0f}"])
    table(["files", "processor time, s", "of one file, ms"], rows)

    rows, jobs = [], 1
    while jobs <= (os.cpu_count() or 1):
        cpu, wall, _ = timed([*lint, "--no-cache", f"-j{jobs}", path])
        rows.append([jobs, f"{wall:.1f}", f"{cpu:.1f}"])
        jobs *= 2
    table(["-j", "wall time, s", "processor time, s"], rows)

    with tempfile.TemporaryDirectory() as cache:
        first, first_wall, _ = timed([*lint, f"--cache-dir={cache}", path])
        again, again_wall, _ = timed([*lint, f"--cache-dir={cache}", path])
    table(["cache", "wall time, s", "processor time, s", "times faster (processor time)"],
          [["empty", f"{first_wall:.1f}", f"{first:.1f}", ""],
           ["filled", f"{again_wall:.2f}", f"{again:.2f}", f"{first / again:.0f}"]])


# ---- compilers --------------------------------------------------------------------------------


def source_flags(entry):
    """The words of a database's command that clang and nvcc both understand, -I in full."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    flags, i = [], 1
    while i < len(words):
        word = words[i]
        if word == "--options-file":
            with open(os.path.join(entry["directory"], words[i + 1]), encoding="utf-8") as file:
                words[i + 2:i + 2] = shlex.split(file.read())
            i += 1
        elif re.match(r"-[ID].", word):
            flags.append(word)
        elif word in ("-I", "-isystem"):
            flags += ["-I" + words[i + 1]]
            i += 1
        elif word.startswith("-isystem="):
            flags.append("-I" + word[len("-isystem="):])
        i += 1
    return flags


def compilers():
    cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    nvcc = os.environ.get("NVCC", os.path.join(cuda, "bin", "nvcc"))
    clang = os.environ.get("CLANG", "clang++")
    out = ["-std=c++17", "-c", "-o", os.devnull]
    if shutil.which(nvcc):
        yield "nvcc", [nvcc, "-arch=sm_80", *out]
    if shutil.which(clang) and os.path.isdir(cuda):
        yield "clang", [clang, "-x", "cuda", f"--cuda-path={cuda}", "--cuda-gpu-arch=sm_80",
                        "-Wno-unknown-cuda-version", *out]


def against_compilers(tool, build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = [e for e in json.load(file) if e["file"].endswith(".cu")][::EVERY]
    rows = []
    for name, command in compilers():
        ratios, compiled, refused, files = [], 0, 0, []
        for entry in entries:
            flags = source_flags(entry)
            cpu, _, code = timed([*command, *flags, entry["file"]], cwd=entry["directory"])
            if code != 0:
                refused += 1
                continue
            own, _, _ = timed([tool, "-q", "--no-cache", "--isolated", "-p", build, entry["file"]])
            ratios.append(cpu / own)
            compiled += cpu
            files.append(entry["file"])
        if ratios:
            linted, _, _ = timed([tool, "-q", "--no-cache", "--isolated", "-p", build, *files])
            rows.append([name, len(ratios), refused, f"{compiled:.1f}", f"{linted:.2f}",
                         f"{compiled / linted:.0f}", f"{statistics.median(ratios):.0f}",
                         f"{min(ratios):.0f}"])
    if rows:
        print("## Against compiling the same files\n")
        print(textwrap.fill(
            f"Every {EVERY}th CUDA source of the compilation database, for one architecture, sm_80,"
            " to an object file. A file that the compiler refuses does not count. A compiler is run"
            " for each file; the tool is run once for all of them, and once for each: the median and"
            " the least of these are of single files.", 100) + "\n")
        table(["compiler", "files", "refused", "compiling, s", "tool, s", "ratio",
               "median of one file", "least"], rows)


def version(command):
    try:
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, check=False).stdout
    except OSError:
        return ""
    match = re.search(r"(?:release|version) ([\d.]+)", text)
    return match[1] if match else ""


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*:\s*(.*)", file.read())
    return f"{os.cpu_count()} processors ({model[1].strip() if model else 'unknown'})"


def main():
    arguments = sys.argv[1:]
    build = None
    if "-p" in arguments:
        at = arguments.index("-p")
        build = arguments[at + 1]
        del arguments[at:at + 2]
    if len(arguments) < 3:
        sys.exit(__doc__)
    program, tool, paths = arguments[0], arguments[1], arguments[2:]
    tools = [(n, version([c[0], "--version"])) for n, c in compilers()]
    versions = subprocess.run([tool, "--version"], stdout=subprocess.PIPE, text=True, check=True)
    repeats = os.environ.get("CSL_BENCH_REPEATS", "3")
    print("# Performance\n")
    print(textwrap.fill(
        "Written by `./dev bench`, all figures in one run on " + machine() + ": "
        + ", ".join(versions.stdout.split("\n")[:-1] + [f"{n} {v}" for n, v in tools if v])
        + ". Times are processor time of all processes, unless they are called wall time, so that"
        " other work on the machine counts little; compare the ratios. Runs of each file, of which"
        f" the fastest counts: {repeats}.", 100) + "\n")
    sys.stdout.flush()
    each_file(program, paths)
    sys.stdout.flush()
    whole_runs(tool, paths[0])
    sys.stdout.flush()
    if build:
        against_compilers(tool, build)


if __name__ == "__main__":
    main()
