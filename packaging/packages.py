#!/usr/bin/env python3
"""packages.py BUNDLE OUT: a Python wheel, an npm package and a .deb around a bundle (the folder).

Made by setuptools, npm and dpkg-deb, offline. $PACKAGES_XZ is the compression of the .deb (default: 9). What there is no tool for is left out, with a word about it.
Prints the paths of the files.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NPM_CPU = {"x86_64": "x64", "aarch64": "arm64"}
DEB_ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}
# What the system finds by its place, as links into the bundle.
DEB_LINKS = ["bin/cudasynclint", "share/man/man1/cudasynclint.1", "share/doc/cudasynclint",
             "share/bash-completion/completions/cudasynclint",
             "share/zsh/vendor-completions/_cudasynclint",
             "share/fish/vendor_completions.d/cudasynclint.fish", "share/cudasynclint"]
CONTROL = """Package: cudasynclint
Version: {version}
Architecture: {architecture}
Maintainer: The cudasynclint developers <maintainers@cudasynclint.invalid>
Installed-Size: {size}
Depends: libc6 (>= {glibc})
Suggests: git
Section: devel
Priority: optional
Description: Static checker for CUDA synchronisation
 Finds barriers that not every thread reaches and data races in CUDA sources,
 without a GPU and without a CUDA Toolkit. Holds the libraries that it needs.
"""


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"packages.py: {' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}")


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


def make_deb(bundle, out, work):
    if not shutil.which("dpkg-deb"):
        return "no .deb: dpkg-deb is not installed"
    description = json.loads((bundle / "share/cudasynclint/bundle.json").read_text())
    architecture = DEB_ARCHITECTURE[description["machine"]]
    home = work / "deb/usr/lib/cudasynclint"
    shutil.copytree(bundle, home)
    for name in DEB_LINKS:
        link = work / "deb/usr" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.relpath(home / name, link.parent))
    size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) // 1024
    (work / "deb/DEBIAN").mkdir()
    (work / "deb/DEBIAN/control").write_text(CONTROL.format(
        architecture=architecture, size=size, version=description["version"],
        glibc=description["glibc"]))
    run(work, "dpkg-deb", "--root-owner-group", "-Zxz", "-z" + os.environ.get("PACKAGES_XZ", "9"),
        "--build", "deb", out / f"cudasynclint_{description['version']}_{architecture}.deb")
    return None


def main():
    bundle, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    before = set(out.iterdir())
    for make in (make_wheel, make_npm, make_deb):
        with tempfile.TemporaryDirectory() as work:
            why = make(bundle, out, pathlib.Path(work))
        if why:
            print(f"packages.py: {why}", file=sys.stderr)
    for path in sorted(set(out.iterdir()) - before):
        print(path)


if __name__ == "__main__":
    main()
