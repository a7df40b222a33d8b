#!/usr/bin/env python3
"""packages.py BUNDLE OUT: a Python wheel and an npm package around a bundle (the folder).

Made by setuptools and npm, offline. What there is no tool for is left out, with a word about it.
Prints the paths of the files.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NPM_CPU = {"x86_64": "x64", "aarch64": "arm64"}


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"packages.py: {' '.join(command)} failed:\n{done.stdout[-2000:]}")


def python_with_wheel():
    """A Python that has setuptools and wheel, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import setuptools, wheel.bdist_wheel"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def make_wheel(bundle, out, work):
    python = python_with_wheel()
    if not python:
        return "no wheel: python3-setuptools and python3-wheel are not installed"
    project = work / "python"
    shutil.copytree(HERE / "python", project)
    shutil.copytree(bundle, project / "cudasynclint/bundle")
    for name in ("README.md", "LICENSE"):
        shutil.copy(HERE.parent / name, project)
    run(project, python, "setup.py", "-q", "bdist_wheel", "--dist-dir", out)
    return None


def make_npm(bundle, out, work):
    if not shutil.which("npm"):
        return "no npm package: npm is not installed"
    project = work / "npm"
    shutil.copytree(HERE / "npm", project)
    shutil.copytree(bundle, project / "bundle")
    for name in ("README.md", "LICENSE"):
        shutil.copy(HERE.parent / name, project)
    description = json.loads((bundle / "share/cudasynclint/bundle.json").read_text())
    package = json.loads((project / "package.json").read_text())
    package["version"] = description["version"]
    package["cpu"] = [NPM_CPU[description["machine"]]]
    (project / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    run(project, "npm", "pack", "--offline", "--pack-destination", out)
    return None


def main():
    bundle, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    before = set(out.iterdir())
    for make in (make_wheel, make_npm):
        with tempfile.TemporaryDirectory() as work:
            why = make(bundle, out, pathlib.Path(work))
        if why:
            print(f"packages.py: {why}", file=sys.stderr)
    for path in sorted(set(out.iterdir()) - before):
        print(path)


if __name__ == "__main__":
    main()
