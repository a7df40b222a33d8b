# The part of docs/coverage.md about constructs: tests/analysis/constructs/inexact.txt, then the tables.
FNR == 1 { group = FILENAME; sub(/.*\//, "", group); sub(/\.txt$/, "", group) }
group == "inexact" {
    what = sub(/: false alarm$/, "") ? "false alarm" : "undecided"
    inexact[$0] = what
    next
}
/^== / {
    name = substr($0, 4)
    all++
    left = ((group ": " name) in inexact)
    exact += !left
    shown = name
    gsub(/</, "\\&lt;", shown)
    gsub(/\|/, "\\|", shown)
    line[all] = "| " group " | " shown " | " (left ? inexact[group ": " name] : "exact") " |"
}
END {
    print "\n## Constructs, in right and wrong programs\n"
    print "Each is tried in at least two right and two wrong kernels, which differ in one detail"
    print "(`tests/analysis/constructs/`, with the documents that say what is right). Exact: the right ones"
    print "are proved and the wrong ones reported. Undecided: at least one form is. False alarm: a right one is"
    print "reported. No wrong one is proved.\n"
    print exact " of " all " exact.\n"
    print "| | construct | |\n|---|---|---|"
    for (i = 1; i <= all; i++)
        print line[i]
}
