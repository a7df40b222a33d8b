#!/usr/bin/env python3
"""Asks every proof "for every block shape" again, at shapes that divide evenly into nothing.

    bench/self_check.py TOOL [--shapes=33,80x2,...] FILE|DIR...

A kernel that is proved for every block shape and has a finding at one of them is a contradiction:
it is printed, and the exit status is 1. A shape that an assumption of the proof rules out is not
asked. Undecided at a shape is none.
"""
import json
import re
import subprocess
import sys

SHAPES = ["33", "80x2", "16x16", "48x2", "4x4x4", "1000"]


def kernels(tool, args, paths):
    out = subprocess.run([tool, "--no-cache", "--isolated", "--format=json", *args, *paths],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    found = {}
    for k in json.loads(out)["kernels"]:
        key = (k["file"], k["line"], k["column"], k["name"])
        worse = key in found and found[key]["verdict"] == "findings"
        found[key] = found[key] if worse else k
    return found


def texts(kernel):
    return [a["text"] for a in kernel["assumptions"]]


def ruled_out(kernel, shape):
    """The assumption about blockDim that the shape breaks, or None."""
    for assumption in kernel["assumptions"]:
        text = assumption["text"]
        said = re.match(r"blockDim\.([xyz]) is (\d+)\b", text)
        if said and shape["xyz".index(said[1])] != int(said[2]):
            return text
        if not said and (assumption["kind"] == "block-shape" or text.startswith("block and ")):
            return text
    return None


def main(argv):
    shapes = SHAPES
    paths = []
    for arg in argv[2:]:
        if arg.startswith("--shapes="):
            shapes = arg[len("--shapes="):].split(",")
        else:
            paths.append(arg)
    if len(argv) < 3 or not paths:
        sys.exit(__doc__)
    proved = {key: k for key, k in kernels(argv[1], [], paths).items()
              if k["verdict"] == "proved" and k["blocks"] == "every block shape"}
    files = sorted({key[0] for key in proved})
    asked = contradictions = 0
    for text in shapes:
        shape = [int(n) for n in text.split("x")]
        shape += [1] * (3 - len(shape))
        again = kernels(argv[1], ["--block-dim=" + ",".join(map(str, shape))], files) if files else {}
        for key, kernel in proved.items():
            if ruled_out(kernel, shape) or key not in again:
                continue
            asked += 1
            if again[key]["verdict"] == "findings":
                contradictions += 1
                print(f"{key[0]}:{key[1]}: {key[3]}: proved for every block shape, "
                      f"but not at {text}; assuming: {'; '.join(texts(kernel)) or 'nothing'}")
    print(f"{len(proved)} proofs for every block shape, asked again {asked} times: "
          f"{contradictions} contradictions")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
