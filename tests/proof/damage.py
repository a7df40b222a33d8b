#!/usr/bin/env python3
"""Damages a proof file: damage.py KIND <FILE >FILE.

  forms      every closed form is one too many
  questions  every question loses what is known of its threads: facts, guards, the kind of pair
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


def main():
    document = json.load(sys.stdin)
    for k in document["kernels"]:
        k["assumptions"] = []
        if sys.argv[1] == "forms":
            k["forms"] = [worse_form(f) for f in k["forms"]]
        else:
            for q in k["queries"]:
                q["text"] = worse_question(q["text"])
    json.dump(document, sys.stdout)


main()
