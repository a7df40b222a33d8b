# The part of docs/coverage.md about the corpus: the pairs CONSTRUCT TAB RULE TAB CASE, then the rows of
# docs/corpus.md. A wrong program is found if its rule reports it; a right one is quiet if nothing does.
BEGIN { FS = "\t" }
FNR == 1 { file++ }
file == 1 {
    if (!($1 in seen)) { seen[$1] = 1; name[++n] = $1 }
    of[$2 "/" $3] = of[$2 "/" $3] "\t" $1
    next
}
/^\| [a-z-]+ \| / {
    split($0, cell, / *\| */)
    k = split(of[cell[2] "/" cell[3]], at, "\t")
    wrong = cell[3] ~ /(^|\/)bad_/
    for (i = 2; i <= k; i++) {
        c = at[i]
        if (!wrong) {
            right[c]++
            proved[c] += cell[4] == "proved"
            continue
        }
        bad[c]++
        found[c] += index(cell[4], cell[2]) > 0
        hang[c] += cell[5] ~ /hang/
        number[c] += cell[5] ~ /wrong/ && cell[5] !~ /hang/
        error[c] += cell[5] ~ /error/ && cell[5] !~ /hang|wrong/
        race[c] += cell[6] !~ /^(none|not run|)$/
        sync[c] += cell[7] !~ /^(none|not run|)$/
    }
}
END {
    print "\n## Constructs in the corpus\n"
    print "The programs of the corpus that use a construct (`docs/coverage/cases.txt`): how many right ones there are"
    print "and how many of them are proved; how many wrong ones and how many of them are reported. Of the wrong ones,"
    print "what the GPU showed (wrong numbers, hangs, errors), and how many racecheck and synccheck said something of."
    print "Each by itself: [corpus.md](corpus.md).\n"
    print "| construct | right | proved | wrong | reported | wrong numbers | hangs | errors | racecheck | synccheck |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        c = name[i]
        printf "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", c, right[c], proved[c], bad[c], found[c],
               number[c], hang[c], error[c], race[c], sync[c]
    }
}
