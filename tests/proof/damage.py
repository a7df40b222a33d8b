#!/usr/bin/env python3
"""Damages a proof file: damage.py KIND <FILE >FILE.

  forms      every closed form is one too many
  questions  every question loses what is known of its threads: facts, guards, the kind of pair
  facts      every question says that no thread comes to its first access
  answers    no pair has a question any more
  pairs      there are no pairs
  ranges     every variable has its least value only
  agreed     all threads of a block agree on every variable
"""

import json
import re
import sys


def worse_form(line):
    *before, form = line.split("\t")
    type_ = before[0]
    return "\t".join([*before, "(add.%s %s (const.%s 1))" % (type_, form, type_)])


def worse_question(text):
    text = re.sub(r"^(fact|guard1|guard2) .*$", r"\1 (const.bool 1)", text, flags=re.M)
    return re.sub(r"^pair .*$", "pair any", text, flags=re.M)


def stronger_question(text):
    return re.sub(r"^guard1 .*$", "guard1 (const.bool 0)", text, flags=re.M)


def changed_questions(lines, change):
    for line in lines:
        word, tab, rest = line.partition("\t")
        yield word + tab + change(rest.replace("\t", "\n")).replace("\n", "\t") if word == "question" else line


def claim(line, scope, narrow):
    loop, var, agreed, low, high = line.split("\t")
    return "\t".join([loop, var, scope or agreed, low, low if narrow else high])


def damage(kind, k):
    k["assumptions"] = []
    if kind == "forms":
        k["forms"] = [worse_form(f) for f in k["forms"]]
    elif kind in ("questions", "facts"):
        change = worse_question if kind == "questions" else stronger_question
        k["settled"] = list(changed_questions(k["settled"], change))
        for q in k["queries"]:
            q["text"] = change(q["text"])
    elif kind in ("answers", "pairs"):
        k["settled"] = [line for line in k["settled"] if not line.startswith("pair\t")]
        if kind == "pairs":
            k["pairs"] = []
    else:
        k["claims"] = [claim(c, "block" if kind == "agreed" else None, kind == "ranges") for c in k["claims"]]


def main():
    document = json.load(sys.stdin)
    for k in document["kernels"]:
        damage(sys.argv[1], k)
    json.dump(document, sys.stdout)


main()
