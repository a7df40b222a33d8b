#!/usr/bin/env python3
"""bundle.py BUILD OUT: the folder that runs anywhere, made from a build, and its archive.

OUT/cudasynclint-VERSION-linux-ARCH/ holds bin/ (the tool, stripped), lib/ (libclang and every other
library it loads, but for libc's own) and share/ (manual, completions, licences). The tool finds its
libraries from where it lies and reads nothing else that was not named to it. share/cudasynclint/
bundle.json tells the libc it needs and which packages the libraries are from.

Prints the path of the archive. Needs cmake, binutils and tar; licences and versions come from dpkg.
"""
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

# The parts of libc, which the system has and which have to match its kernel and loader.
LIBC = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util))\.so\.\d+$")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def version_of(build):
    """The version that the build was configured for."""
    cache = (build / "CMakeCache.txt").read_text()
    return re.search(r"^CMAKE_PROJECT_VERSION:\w+=(.*)$", cache, re.M)[1]


def libraries_of(program):
    """Name -> file of all that the loader would load, without libc."""
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", program), re.M))
    return {name: pathlib.Path(path).resolve() for name, path in found.items()
            if not LIBC.match(name)}


def origin_of(library):
    """The Debian package that a file is from, as (name, version); empty names where it is from none.
    Packages list some files under the name before /lib became a link."""
    for path in (str(library), str(library).removeprefix("/usr")):
        found = subprocess.run(["dpkg-query", "-S", path], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, check=False)
        if found.returncode == 0:
            package = found.stdout.split(": ")[0]
            fields = output("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package)
            return package.split(":")[0], *fields.split()
    return "", "", ""


def glibc_needed(files):
    """The newest version of libc's symbols that one of the files asks for."""
    versions = re.findall(r"GLIBC_(\d+\.\d+)", output("objdump", "-T", *files))
    return max(versions, key=lambda v: [int(n) for n in v.split(".")])


def set_runpath(program):
    """Of what the installed tool looks in only the folder beside it is left."""
    script = program.parent / "runpath.cmake"
    script.write_text(f'file(RPATH_SET FILE "{program}" NEW_RPATH "$ORIGIN/../lib")\n')
    output("cmake", "-P", script)
    script.unlink()


def fill(folder, build):
    """Installs the build in `folder` and puts its libraries beside it. Returns its description."""
    output("cmake", "--install", build, "--prefix", folder, "--strip")
    program = folder / "bin/cudasynclint"
    set_runpath(program)
    (folder / "lib").mkdir()
    licences = folder / "share/doc/cudasynclint/licences"
    licences.mkdir(parents=True)
    rows = []
    for name, path in sorted(libraries_of(build / "cudasynclint").items()):
        shutil.copyfile(path, folder / "lib" / name)
        package, source, version = origin_of(path)
        rows.append({"library": name, "package": package, "source": source, "version": version})
        licence = pathlib.Path("/usr/share/doc", package, "copyright")
        if package and licence.exists():
            shutil.copyfile(licence, licences / package)
    return {
        "version": version_of(build),
        "machine": platform.machine(),
        "glibc": glibc_needed([program, *sorted((folder / "lib").iterdir())]),
        "libraries": rows,
    }


def pack(folder, archive):
    """The same bytes for the same files: sorted, with the time of the commit, owned by no user."""
    when = os.environ.get("SOURCE_DATE_EPOCH", "0")
    with open(archive, "wb") as out:
        tar = subprocess.Popen(
            ["tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u+rw",
             f"--mtime=@{when}", "-C", folder.parent, "-c", folder.name], stdout=subprocess.PIPE)
        level = os.environ.get("BUNDLE_XZ", "-9")
        subprocess.run(["xz", level, "--threads=1"], stdin=tar.stdout, stdout=out, check=True)
        if tar.wait() != 0:
            sys.exit("bundle.py: tar failed")


def main():
    build, out = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    name = f"cudasynclint-{version_of(build)}-linux-{platform.machine()}"
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    description = fill(folder, build)
    text = json.dumps(description, indent=2) + "\n"
    (folder / "share/cudasynclint/bundle.json").write_text(text)
    if os.environ.get("BUNDLE_XZ") == "none":
        print(folder)
        return
    archive = out / (name + ".tar.xz")
    pack(folder, archive)
    print(archive)


if __name__ == "__main__":
    main()
