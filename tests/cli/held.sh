#!/bin/sh
# What strangers once tried and what held: compilation databases, configurations, shards, texts that
# --fix changes, signals, and that nothing of the surroundings changes a report.
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
race_and_right
here=$PWD

# ends CODE... -- ARGUMENT...: the run ends with one of these codes, in 20 s and without a crash.
ends() {
    codes=
    while [ "$1" != -- ]; do
        codes="$codes $1 "
        shift
    done
    shift
    timeout 60 "$tool" --no-cache "$@" >out 2>err </dev/null
    code=$?
    case $codes in
    *" $code "*) ;;
    *) fail "exit code $code: $*: $(head -c 300 err)" ;;
    esac
    lacks err crashed
    [ "$(wc -c <err)" -lt 3000 ] || fail "a message of $(wc -c <err) bytes: $*"
}

# ---- compilation databases ---------------------------------------------------------------------

mkdir build
database() { # WORDS: the rest of the command of race.cu, as JSON strings
    printf '[{"directory": "%s", "file": "race.cu", "arguments": ["nvcc", %s, "-c", "race.cu"]}]' \
        "$here" "$1" >build/compile_commands.json
}
printf '%s\n' '@loop.rsp' '@loop.rsp' >loop.rsp
for words in '"@loop.rsp"' '"@/dev/zero"' '"@build"' '"@none"' '"-fplugin=evil.so"' \
    '"-Xclang", "-load", "-Xclang", "evil.so"' '"-ivfsoverlay", "x"' '"-o", "race.cu"' \
    '"-D", "`touch PWNED`", "$(touch PWNED)", "; touch PWNED"' '"-I/dev/zero", "-include"'; do
    database "$words"
    ends 1 2 3 -- -p build race.cu
done
[ ! -e PWNED ] || fail "a command of a database ran"
python3 - "$here" <<'END'
import json, sys
entry = {"directory": sys.argv[1], "file": "race.cu", "arguments": ["nvcc", "-c", "race.cu"]}
odd = {"many": json.dumps([entry] * 100000), "deep": "[" * 100000, "surrogate": '[{"file": "\\ud800"}]',
       "number": "[1e999]", "nul": '[{"file": "a\\u0000b"}]', "raw": '[{"file": "a\0b"}]', "bytes": "[{\"file\": \"\udcff\"}]"}
for name, text in odd.items():
    with open(f"build/{name}.json", "w", errors="surrogateescape") as out:
        out.write(text)
END
for name in many deep surrogate number nul raw bytes; do
    mv build/$name.json build/compile_commands.json
    ends 1 2 3 -- -p build race.cu
done
rm -r build

# ---- configurations and baselines --------------------------------------------------------------

for text in 'checks: "\0"' 'a: &a [*a]' '- 1' 'checks: [[[[]]]]' 'header-filter: (a+)+$' 'header-filter: (?R)' \
    'exclude: ["****************************************b"]' 'overrides: [{paths: ["**/**/**/**/**/x"]}]' \
    'extra-args: [-fplugin=x.so, -Xclang, -load, "@/dev/zero", -o, race.cu, -MD, -MF, race.cu]'; do
    printf '%b\n' "$text" >hostile.yaml
    ends 1 2 -- --config=hostile.yaml race.cu
done
ends 1 2 -- --header-filter="$(yes '(' | head -n 20000 | tr -d '\n')" race.cu
ends 0 1 2 -- --header-filter="^(($(yes 'a*' | head -n 500 | tr -d '\n'))*)*$" race.cu
has race.cu '255 - threadIdx.x' # and no option of them wrote it
for text in '{' '[1]' '{"version": 1e999}' '{"version": 1, "findings": [[]]}' '\0' '{"version": 1, "findings": null}' \
    '{"version": 99, "findings": []}'; do
    printf '%b' "$text" >hostile.json
    ends 2 -- --baseline=hostile.json race.cu
done
for text in '@@ -1 +1 @@' '--- a\n+++ b\n@@ -99999999999999999999 +1 @@\n' '--- a\n+++ b\n@@ -1,4294967295 +1,4294967295 @@\n' \
    '+++ /etc/passwd\n@@ -0,0 +1 @@\n+x\n' 'diff --git "a/\\400" "b/\\999"\nBinary files differ\n'; do
    printf '%b' "$text" >hostile.diff
    ends 0 1 2 -- --changed-lines=hostile.diff race.cu
done

# ---- shards ------------------------------------------------------------------------------------

lint 0 -q --shard=1/1:part.json race.cu
python3 - <<'END'
import copy, json
good = json.load(open("part.json"))
count = 0


def forge(change):
    global count
    one = copy.deepcopy(good)
    change(one)
    with open(f"forged{count}.json", "w") as out:
        json.dump(one, out)
    count += 1


def each_finding(key, value):
    def change(part):
        def walk(node):
            if isinstance(node, dict):
                if key in node:
                    node[key] = value
                for inner in node.values():
                    walk(inner)
            elif isinstance(node, list):
                for inner in node:
                    walk(inner)
        walk(part)
    return change


for key in ("line", "column", "endLine", "endColumn", "index", "shard", "shards", "files", "version"):
    for value in (-1, 0, 4294967295, 1 << 62, 0.5, "1", None, []):
        forge(each_finding(key, value))
for key in ("rule", "severity", "confidence", "verdict", "file", "message", "name"):
    for value in ("", "x" * 100000, "\u0000", "\x1b[31m", "../../../etc/passwd", "/dev/zero", 7, None, {}):
        forge(each_finding(key, value))
forge(lambda part: part.update(results=part["results"] * 100000))
deep = "1"
for _ in range(20000):
    deep = f"[{deep}]"
with open(f"forged{count}.json", "w") as out:
    out.write(json.dumps(good).replace('"results": [', '"results": [' + deep + ", "))
END
number=0
while [ -e forged$number.json ]; do
    timeout 60 "$tool" merge --format=text --format=html:o.html --format=json:o.json forged$number.json >out 2>err </dev/null
    code=$?
    case $code in
    0 | 1 | 2 | 3) ;;
    *) fail "forged$number.json: exit code $code: $(head -c 200 err)" ;;
    esac
    [ $code -eq 2 ] || json o.json version=2
    lacks out "$(printf '\033')"
    [ ! -e o.html ] || lacks o.html root:x:
    rm -f o.html o.json
    number=$((number + 1))
done
[ $number -gt 100 ] || fail "only $number forged shards"

# ---- texts that --fix changes ------------------------------------------------------------------

# encoded NAME: race.cu in other bytes. A text that was fixed has no race, and is the same but for one line.
encoded() {
    cp "$1" before
    timeout 60 "$tool" -q --no-cache --fix "$1" >out 2>err </dev/null
    code=$?
    python3 - before "$1" $code <<'END' || fail "--fix of $1: $(head -c 200 err)"
import re, sys
before, after, code = open(sys.argv[1], "rb").read(), open(sys.argv[2], "rb").read(), int(sys.argv[3])
if before == after:
    sys.exit(code == 0)
added = re.sub(rb"[ \t]*__syncthreads\(\);(\r\n|\r|\n)?", b"", after, count=1)
sys.exit(added != before or code != 0)
END
}
for how in crlf mixed cr bom latin1 utf16 macro raw oneline nolast; do
    python3 - $how <<'END' || fail "$how"
import sys
text = open("race.cu").read()
how = sys.argv[1]
data = {
    "crlf": lambda: text.replace("\n", "\r\n").encode(),
    "mixed": lambda: text.replace("\n", "\r\n", 2).encode(),
    "cr": lambda: text.replace("\n", "\r").encode(),
    "bom": lambda: b"\xef\xbb\xbf" + text.encode(),
    "latin1": lambda: b"// caf\xe9\n" + text.encode(),
    "utf16": lambda: text.encode("utf-16"),
    "macro": lambda: text.replace("    s[", "#define BODY s[", 1).replace("    o[", "    BODY o[").encode(),
    "raw": lambda: ('const char *r = R"(\n    s[threadIdx.x] = threadIdx.x;\n)";\n' + text).encode(),
    "oneline": lambda: text.replace("\n", " ").encode(),
    "nolast": lambda: text.rstrip("\n").encode(),
}[how]()
open(how + ".cu", "wb").write(data)
END
    encoded $how.cu
done

# ---- signals -----------------------------------------------------------------------------------

{
    echo '#define A(i) s[threadIdx.x + i] = i; o[i] += s[255 - threadIdx.x];'
    echo '#define B(i) A(i) A(i + 1) A(i + 2) A(i + 3) A(i + 4) A(i + 5) A(i + 6) A(i + 7)'
    echo '#define K(n) __global__ void slow##n(float *o) { __shared__ float s[512]; B(0) B(8) B(16) B(24) B(32) B(40) }'
    echo 'K(0) K(1) K(2) K(3) K(4) K(5) K(6) K(7) K(8) K(9) K(10) K(11) K(12) K(13) K(14) K(15)'
} >slow.cu
for signal in INT TERM HUP QUIT KILL; do
    rm -f half.json
    "$tool" -q --no-cache -j1 --format=json:half.json slow.cu race.cu >out 2>err </dev/null &
    pid=$!
    sleep 0.3
    workers=$(cat /proc/$pid/task/$pid/children 2>/dev/null)
    kill -$signal $pid 2>/dev/null
    wait $pid 2>/dev/null
    sleep 0.3
    for worker in $workers; do
        [ ! -e /proc/"$worker" ] || [ "$(cut -d' ' -f3 /proc/"$worker"/stat 2>/dev/null)" = Z ] || fail "$signal: a worker is left"
    done
    [ ! -e half.json ] || json half.json version=2
done
[ -z "$(find . -name '.cudasynclint-*')" ] || fail "signals left files behind"

# A worker that is killed is named, and the other file is not harmed.
"$tool" -q --no-cache -j1 slow.cu race.cu >out 2>err </dev/null &
pid=$!
sleep 0.2
for worker in $(cat /proc/$pid/task/$pid/children 2>/dev/null); do
    kill -KILL "$worker"
done
wait $pid
has out "race.cu:4:22: error"

# ---- the surroundings --------------------------------------------------------------------------

mkdir tree
i=0
for i in 1 2 3 4 5 6; do
    sed "s/void k/void k$i/; s/k</k$i</" race.cu >tree/$i.cu
done
for format in text json sarif github gitlab junit markdown rdjson html; do
    "$tool" -q -j1 --format=$format tree >wanted 2>&1 </dev/null # fills the cache
    "$tool" -q --no-cache -j5 --format=$format tree >out 2>&1 </dev/null
    sed -i '/<dt>command/d' wanted out
    cmp -s wanted out || fail "$format: another report with -j5"
    TZ=Asia/Tokyo LC_ALL=C LANG=tr_TR.UTF-8 CPATH=/none HOME=/none COLUMNS=3 \
        "$tool" -q --format=$format tree >out 2>&1 </dev/null
    sed -i '/<dt>command/d' out
    cmp -s wanted out || fail "$format: another report with the cache, in other surroundings"
done
finish
