#!/bin/sh
# runtime_tests --carry: a record goes over to a case of the same program under another name, in
# another folder, with other comments or with a function of its own in a header. It does not go over
# to another program, nor if it is not of the bytes that it lies with.
set -eu
build=$(dirname "$CUDASYNCLINT")
runner=$build/runtime_tests/runtime_tests
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/bin" "$dir/old" "$dir/new"
cd "$dir"

fail() {
    echo "carry.sh: $1" >&2
    cat out >&2
    exit 1
}

cat >bin/nvcc <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'release 13.0, V13.0.88'; exit; }
for arg; do
    [ "$before" != -o ] || out=$arg
    before=$arg
done
printf '#!/bin/sh\nprintf "name=Stand-in\\ncapability=9.0\\ngpus=1\\n"\necho OK\n' >"$out"
chmod +x "$out"
END
cat >bin/compute-sanitizer <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo 'Version 2025.3.1.0'; exit; }
file=$(basename "$5" .opt).cu
if [ "$2" = racecheck ]; then
    echo "========= Error: Race reported between Write access at k(int *)+0x10 in $file:5"
    echo "=========     and Read access at k(int *)+0x10 in $file:7 [5 hazards]"
    echo '========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)'
else
    echo '========= ERROR SUMMARY: 0 errors'
fi
END
chmod +x bin/*
echo >health.cu

mkdir -p old/corpus/rule new/corpus/rule/group
for name in same renamed header changed edited flags; do
    printf '// gpu: unobserved\n\nstatic void need() {}\n// of %s\nint %s;\n\nint last;\n' \
        $name $name >old/corpus/rule/bad_$name.cu
done
PATH=$dir/bin:$PATH "$runner" --build=b --health=health.cu old/corpus >out 2>&1 ||
    fail "the cases are not observed"
"$runner" --write-claims old/corpus >out || fail "no claims"

cp old/corpus/rule/bad_same.cu new/corpus/rule
sed '1s/.*/\/\/ gpu: unobserved\n\/\/ Another comment./' old/corpus/rule/bad_renamed.cu \
    >new/corpus/rule/group/bad_other.cu
printf '#pragma once\n/* Cases share it. */\nstatic void need() {}\n' >new/corpus/case.h
printf '// gpu: unobserved\n#include "../case.h"\nint header;\nint last;\n' \
    >new/corpus/rule/bad_header.cu
sed 's/int changed/long changed/' old/corpus/rule/bad_changed.cu >new/corpus/rule/bad_changed.cu
cp old/corpus/rule/bad_edited.cu new/corpus/rule
echo 'int more;' >>old/corpus/rule/bad_edited.cu # the record is not of these bytes any more
{
    cat old/corpus/rule/bad_flags.cu
    echo '// nvcc: -std=c++20'
} >new/corpus/rule/bad_flags.cu

"$runner" --carry=old new/corpus >out || fail "nothing is carried over"
grep -q '^0 records kept, 3 carried over, 3 cases without' out || fail "cases are not counted"
for name in changed edited flags; do
    grep -q "^unobserved: rule/bad_$name$" out || fail "$name is not named"
    [ ! -e new/runtime_tests/records/rule/bad_$name.json ] || fail "$name has a record"
done
"$runner" --write-claims new/corpus >out 2>&1 || fail "the records are not of the cases"
for name in same group/other header; do
    file=new/corpus/rule/$(echo $name | sed 's|\([a-z]*\)$|bad_\1|').cu
    head -n 1 "$file" | grep -qx '// gpu: racecheck' || fail "$name has no claim"
done
[ "$(head -n 1 new/corpus/rule/bad_changed.cu)" = "// gpu: unobserved" ] || fail "a claim without record"
cmp old/runtime_tests/records/rule/bad_same.json new/runtime_tests/records/rule/bad_same.json ||
    fail "a record of the same case changes"

# Lines are those of the files, whatever the comments: 5 and 7 before.
cat >bin/checker <<'END'
#!/bin/sh
echo '{"findings":[],"kernels":[]}'
END
chmod +x bin/checker
"$runner" --tool="$dir/bin/checker" --table=out new/corpus || fail "no table"
grep -q '| bad_same | none | ok; ok | 5 (lines 5, 7)' out || fail "other lines of the same file"
grep -q '| group/bad_other | none | ok; ok | 5 (lines 6, 8)' out || fail "lines after a comment"
grep -q '| bad_header | none | ok; ok | 5 (lines 3, 4)' out || fail "lines after a header"

# What is there stays, and a case that moves with its record takes it along.
mkdir new/corpus/rule/moved new/runtime_tests/records/rule/moved
mv new/corpus/rule/bad_same.cu new/corpus/rule/moved
mv new/runtime_tests/records/rule/bad_same.json new/runtime_tests/records/rule/moved
"$runner" --carry=old new/corpus >out || fail "the second time fails"
grep -q '^2 records kept, 1 carried over, 3 cases without' out || fail "cases are not counted again"

# A record of version 1 lies beside the case, and is of its bytes and of lines of the file.
mkdir -p first/corpus/rule again/corpus/rule
cp old/corpus/rule/bad_same.cu first/corpus/rule
cp old/corpus/rule/bad_same.cu again/corpus/rule
hash=$(sed 's|^// gpu:.*|// gpu:|' first/corpus/rule/bad_same.cu | sha256sum | cut -d ' ' -f 1)
python3 - "$hash" <<'END'
import hashlib, json, sys
record = json.load(open("old/runtime_tests/records/rule/bad_same.json"))
record.update(version=1, source=sys.argv[1])
record["racecheck"]["lines"] = [5, 7]
del record["digest"]
text = json.dumps(record, separators=(",", ":"))
record["digest"] = hashlib.sha256(b"cudasynclint record\n" + text.encode()).hexdigest()
json.dump(record, open("first/corpus/rule/bad_same.gpu.json", "w"))
END
"$runner" --carry=first again/corpus >out || fail "version 1 is not carried over"
cmp old/runtime_tests/records/rule/bad_same.json again/runtime_tests/records/rule/bad_same.json >out ||
    fail "a record of version 1 becomes another"
rm -r again/runtime_tests
sed 's/last/first/' old/corpus/rule/bad_same.cu >first/corpus/rule/bad_same.cu
"$runner" --carry=first again/corpus >out || fail "a stale record of version 1 fails"
grep -q ' 0 carried over' out || fail "a stale record of version 1 is carried over"
exit 0
