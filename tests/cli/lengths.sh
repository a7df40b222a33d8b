#!/bin/sh
# How long findings are, over the corpus: a finding is read in seconds or not at all.
corpus=$PWD/corpus
. tests/cli/check.inc

# The corpus is copied, so that paths have the length that a user sees; twins that are right have
# hardly a finding.
cp -r "$corpus" corpus
find corpus -name 'good_*' -delete
"$tool" -q --min-confidence=low --checks='*' corpus >out 2>err
[ -s out ] || fail "no finding in the corpus"
awk '
function ends() { if (lines) { count[lines]++; findings++; if (lines > longest) { longest = lines; which = head } } }
/^[^ ]*:[0-9]+:[0-9]+: (error|warning|note): / {
    ends()
    head = $0
    lines = 0
    text = $0
    sub(/^[^ ]*:[0-9]+:[0-9]+: [a-z]+: /, "", text)
    sub(/ \[[a-z-]*\]( \(low confidence\))?$/, "", text)
    if (length(text) > 60)
        print "a message of " length(text) " characters: " text
}
{ lines++ }
END {
    ends()
    for (n = 1; n <= longest; n++) {
        seen += count[n]
        if (!median && seen >= findings / 2)
            median = n
    }
    print findings " findings, median " median " lines, longest " longest ": " which >"lengths"
    if (median > 6)
        print "the median is " median " lines"
    if (longest > 12)
        print longest " lines: " which
}' out >long
[ -s long ] && fail "findings are long" && cat long
cat lengths

# The same text in a pipe, on a terminal without colour, and with colour but for the colours.
"$tool" -q --color=always corpus/shared-race >coloured 2>err
"$tool" -q corpus/shared-race >plain 2>err
sed 's/\x1b\[[0-9;]*m//g' coloured | cmp - plain || fail "colour changes the text"
lacks plain "$(printf '\033')"
finish
