#!/bin/sh
# A line that a hint names was tried: over the corpus, each hint ends its finding and brings nothing
# new. (The same for other trees: python3 tests/cli/follow_hints.py TOOL FOLDER.)
corpus=$PWD/corpus
follow=$PWD/tests/cli/follow_hints.py
. tests/cli/check.inc
command -v python3 >/dev/null || finish

cp -r "$corpus" corpus
find corpus -name 'good_*' -delete # hardly a finding
python3 "$follow" "$tool" corpus >followed || fail "a hint does not do what it says"
cat followed
[ "$(sed -n 's/^\([0-9]*\) hints.*/\1/p' followed)" -ge 60 ] || fail "hardly any hint"
finish
