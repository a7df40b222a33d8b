#!/bin/sh
# 500 broken sources: cases of the corpus with pieces cut out, doubled, swapped or overwritten. None ends
# the tool, hangs it or takes 1 GB, and every run says what it did: exit code 0, 1 or 3.
# HOSTILE_INPUTS changes how many.
corpus=$PWD/corpus
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
python3 - "$tool" "$corpus" "${HOSTILE_INPUTS:-500}" <<'END' || failures=1
import pathlib, random, resource, subprocess, sys
tool, corpus, wanted = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
cases = sorted(corpus.rglob("*.cu"))
pieces = [b"{", b"}", b"(", b")", b"\"", b"/*", b"#if 1\n", b"#", b"__syncthreads();", b"\\\n", b"\xff",
          b"template <int N>", b"<<<", b"::", b"99999999999999999999", b"asm(\"", b"goto k;", b"\x1b[31m"]
bad = 0
for number in range(wanted):
    chance = random.Random(number)
    text = bytearray(chance.choice(cases).read_bytes())
    for _ in range(chance.randint(1, 8)):
        at, n = chance.randrange(len(text) + 1), chance.randint(1, 200)
        kind = chance.randrange(4)
        if kind == 0:
            del text[at:at + n]
        elif kind == 1:
            text[at:at] = text[at:at + n] * chance.choice([1, 2, 50])
        elif kind == 2:
            text[at:at + 1] = chance.choice(pieces)
        else:
            other = chance.choice(cases).read_bytes()
            text[at:at] = other[:chance.randrange(len(other) + 1)]
    pathlib.Path("input.cu").write_bytes(text)
    done = subprocess.run([tool, "-q", "--no-cache", "--timeout=10", "--format=json:out.json", "input.cu"],
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    crashed = b"crashed" in done.stderr or b"sandbox" in done.stderr
    if done.returncode not in (0, 1, 3) or used > 1024 or crashed:
        pathlib.Path(f"{sys.argv[2]}/../hostile-{number}.cu").write_bytes(text)
        print(f"{number}: exit code {done.returncode}, {used} MB: {done.stderr[:200]!r}")
        bad += 1
        if used > 1024:
            break  # the largest of all runs so far
sys.exit(bad > 0)
END
finish
