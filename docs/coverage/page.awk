# The table, from instructions.txt and --dump=ir of the kernels made of it: what the lowering makes
# of each instruction.
function note(what) { if (index("; " made[k] ";", "; " what ";") == 0) made[k] = made[k] (made[k] == "" ? "" : "; ") what }
FNR == NR {
    if (/^#/) next
    n++
    group[n] = substr($0, 1, index($0, "|") - 2)
    text[n] = substr($0, index($0, "|") + 2)
    next
}
/^  \(kernel / { k++ }
/^ +\(opaque / { note("not modelled") }
/^ +\(access / && / async bulk tensor/ { note("the tensor core reads" (/ box/ ? " a tile" : "")); next }
/^ +\(access / && / async bulk box/ { note("the copy engine " ($2 == "read" ? "reads" : "writes") " a tile"); next }
/^ +\(access / && / async bulk/ { note($2 == "read" ? "the copy engine reads" : "the copy engine writes"); next }
/^ +\(access / && / async/ { note("a copy writes"); next }
/^ +\(access / && / bulk/ { note("the copy engine reads"); next }
/^ +\(access / && !/ state / && !/ u64 8 / { note($2 == "read" ? "reads" : $2 == "write" ? "writes" : "updates") }
/^ +\(access write / && / state / { note(/\(value / ? "initialises an object" : "gives an object up") }
/^ +\(sync vote / && /\(tile / { match($0, /\(tile [0-9]+/); note("together: " substr($0, RSTART + 6, RLENGTH - 6) " threads"); next }
/^ +\(sync / {
    what = $2 " (" $3 ")"
    if (/\(object /) what = $2 " (object)"
    if (/\(id /) what = $2 " (named)"
    if ($2 == "wait" && /\(object / && /\(result /) what = "look (object)"
    if (/ tracks/) what = "arrive (object) when copies have ended"
    if (/\(count \(const.i32 0\)\)/ && /\(bytes /) what = "expect bytes (object)"
    else if (/\(bytes /) what = "arrive, expect bytes (object)"
    if (/ drops/) what = what ", for good"
    if (($2 == "arrive" || $2 == "wait") && !/ orders/) what = what ", orders nothing"
    note(what)
}
/^ +\(fence / { match($0, /\(proxy [a-z-]+/); note(RSTART ? "fence of the proxy (" substr($0, RSTART + 7, RLENGTH - 7) ")" : "fence (" $2 ")") }
/^ +\(async / { note((/ wait/ ? "waits for groups" : "commits a group") (/ tensor/ ? " of the tensor core" : / bulk/ ? " of copies in bulk" : " of copies") (/ reads/ ? ": sources read" : "")) }
END {
    print "# Which instructions are modelled\n"
    print "What the lowering makes of PTX instructions that synchronise, copy or use the tensor cores; this page is"
    print "made by `docs/generate` from `docs/coverage/instructions.txt` and `--dump=ir`. The wrappers of"
    print "`cuda::ptx` and of CUTLASS are these instructions. \"Not modelled\" leaves the kernel `undecided` and"
    print "names the instruction; \"nothing\" has no effect on what is checked. Which barriers of a kernel order"
    print "something is found out later: [the page of phase-mismatch](../rules/phase-mismatch.md) says when."
    for (i = 1; i <= n; i++) {
        if (group[i] != group[i - 1]) printf "\n## %s\n\n| instruction | becomes |\n|---|---|\n", group[i]
        t = text[i]
        gsub(/[|]/, "\\|", t)
        printf "| `%s` | %s |\n", t, made[i] == "" ? "nothing" : made[i]
    }
}
