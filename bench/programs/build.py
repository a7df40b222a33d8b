"""Builds the programs of the table with nvcc, each into a folder of its own with what it reads."""
import json
import os
import re
import shutil
import subprocess

import inputs
from table import HERE

COMPILE_SECONDS = 900


def folder_of(build, program):
    return os.path.join(build, program.tree, program.name)


def note_of(build, program):
    """What build() noted beside the program, or None."""
    try:
        with open(os.path.join(folder_of(build, program), "built.json")) as f:
            return json.load(f)
    except OSError:
        return None


def commit_of(tree):
    answer = subprocess.run(["git", "-C", tree, "rev-parse", "HEAD"], capture_output=True,
                            text=True, check=False)
    return answer.stdout.strip() or "unknown"


def toolkit(nvcc):
    text = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r", V([0-9.]+)", text).group(1)


def shown(flags, program):
    """The flags without the folders of this machine."""
    trees = os.path.dirname(program.root)
    return " ".join(flags).replace(trees + "/", "").replace(HERE + "/", "")


def bring_data(program, folder):
    for item in program.data:
        if item.startswith("gen:"):
            inputs.make(item[len("gen:"):], folder)
            continue
        source, target = os.path.join(program.folder, item), os.path.join(folder, item)
        if os.path.isdir(source):
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy(source, target)


def build(program, build_folder, nvcc, arch, commit):
    """Builds one program unless it is there. Returns None, or the compiler's complaint."""
    folder = folder_of(build_folder, program)
    flags = [f"-arch={arch}", "-O2", "-lineinfo", "-cudart", "shared", "-w"]
    flags += ["-include", os.path.join(HERE, "compat.h")] + program.flags
    note = {"source": program.source_hash(), "flags": shown(flags, program), "commit": commit,
            "toolkit": toolkit(nvcc)}
    old = note_of(build_folder, program)
    os.makedirs(folder, exist_ok=True)
    if old != note:
        lib = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(nvcc))), "lib64")
        line = [nvcc] + flags + ["-Xlinker", "-rpath," + lib]
        line += ["-o", os.path.join(folder, "program")] + program.sources()
        try:
            done = subprocess.run(line, cwd=program.folder, capture_output=True, text=True,
                                  timeout=COMPILE_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "the compiler took too long"
        if done.returncode:
            return done.stdout + done.stderr
    try:
        bring_data(program, folder)
    except (OSError, KeyError) as problem:
        return f"no input: {problem!r}"
    with open(os.path.join(folder, "built.json"), "w") as f:
        json.dump(note, f)
    return None
