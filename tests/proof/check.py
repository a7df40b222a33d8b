#!/usr/bin/env python3
"""Checks what `cudasynclint --proof=FILE` wrote.

  check.py [--rlimit=N] [--seen=SEEN] [-v] FILE

Closed forms of loops: the start and each step, by evaluation for 70 passes and some values of
everything else, then by Z3 for all. Questions that were answered `safe`: Z3 is asked whether two
threads can meet, in wrapping arithmetic; then, if they can, with what C leaves undefined left out
(signed overflow, conversions said to be exact); what still can happen has to be excused by an
assumption that the proof lists. Pairs of accesses that share a barrier interval: each has to be kept
apart by a question among these, for every choice of objects that its sides may touch. With SEEN, which
sample.c wrote: two threads that were at both accesses fulfil what the question says of them. Prints what was found of each kind; the exit status is 1 if
something is refuted. Z3 is bounded by a count of its own steps, so that answers do not depend on time.
"""

import argparse
import collections
import ctypes
import ctypes.util
import json
import random
import re
import sys

import terms
from terms import Smt, Undefined, Unknown

PASSES = 70
DRAWS = 12
FIXED = {"%s.%s" % (t, d): "u32" for t in ("t1", "t2", "bdim") for d in "xyz"}
LIMITS = {"x": 1024, "y": 1024, "z": 64}
COUNTERS, INDICES = "counters stay within their types", "indices do not wrap"


class Solver:
    """Z3, by its library; each question starts anew."""

    def __init__(self, rlimit):
        self.z3 = ctypes.CDLL(ctypes.util.find_library("z3") or "libz3.so.4")
        self.z3.Z3_mk_config.restype = self.z3.Z3_mk_context.restype = ctypes.c_void_p
        self.z3.Z3_mk_context.argtypes = self.z3.Z3_del_config.argtypes = [ctypes.c_void_p]
        self.z3.Z3_del_context.argtypes = [ctypes.c_void_p]
        self.z3.Z3_eval_smtlib2_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.z3.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
        self.rlimit = rlimit

    def ask(self, smt, assertions):
        """sat, unsat or unknown."""
        config = self.z3.Z3_mk_config()
        context = self.z3.Z3_mk_context(config)
        self.z3.Z3_del_config(config)
        text = ["(set-logic QF_BV)", "(set-option :rlimit %d)" % self.rlimit, *smt.lines,
                *("(assert %s)" % a for a in assertions), "(check-sat)"]
        answer = self.z3.Z3_eval_smtlib2_string(context, "\n".join(text).encode()).decode().strip()
        self.z3.Z3_del_context(context)
        if answer not in ("sat", "unsat", "unknown"):
            raise Unknown(answer[:120])
        return answer


# ---- closed forms --------------------------------------------------------------------------------


def leaf_terms(t, found):
    if t.op == "leaf":
        found[t.text] = t.type
    for k in t.kids:
        leaf_terms(k, found)
    return found


def draw(r, name, type_):
    if name.startswith("bdim"):
        return r.choice([1, 2, 32, 33, 64, 100, 128, 256])
    if name.startswith(("tid", "bid")):
        return r.randrange(64)
    if name.startswith("gdim"):
        return r.randrange(1, 64)
    v = r.choice([0, 1, 2, 3, 7, 8, 16, 31, 64, 100, 255, 1000, -1, -7, r.randrange(-256, 256)])
    return terms.wrap(type_, v)


def sample(form, pass_, start, step):
    """The first pass in which the form is wrong, with the values; None: none was found."""
    leaves = leaf_terms(step, leaf_terms(start, leaf_terms(form, {})))
    r = random.Random(terms.show(form))
    for _ in range(DRAWS):
        values = {n: draw(r, n, t) for n, t in sorted(leaves.items())}
        values[pass_] = 0
        try:
            if terms.value(form, values, True) != terms.wrap(form.type, terms.value(start, values, True)):
                return 0, values
            for k in range(PASSES):
                values[pass_] = k
                after = terms.wrap(form.type, terms.value(step, values, True))
                values[pass_] = k + 1
                if terms.value(form, values, True) != after:
                    return k + 1, values
        except Undefined:
            continue
    return None


def substituted(t, pass_, by):
    if t.op == "leaf" and t.text == pass_:
        return by
    if not t.kids:
        return t
    return terms.Term(t.op, t.type, tuple(substituted(k, pass_, by) for k in t.kids), t.value, t.text)


def for_all_passes(solver, form, pass_, start, step):
    """By induction: the form is right in pass 0, and after a step if it was before."""
    number = lambda v: terms.Term("const", "i32", value=v)
    k = terms.Term("leaf", "i32", text=pass_)
    later = terms.Term("add", "i32", (k, number(1)))
    for at, value in ((number(0), start), (later, step)):
        smt = Smt()
        a = smt.of(substituted(form, pass_, at))
        b = smt.of(terms.Term("cast", form.type, (value,)))
        limits = ["(bvsge %s (_ bv0 32))" % smt.of(k), "(bvslt %s (_ bv2147483646 32))" % smt.of(k)]
        if solver.ask(smt, limits + smt.defined + ["(not (= %s %s))" % (a, b)]) != "unsat":
            return False
    return True


def check_form(solver, line, assumed):
    type_, pass_, *rest = line.split("\t")
    start, step, form = (terms.read(t, {}) for t in rest)
    pass_ = terms.read(pass_, {}).text
    wrong = sample(form, pass_, start, step)
    if wrong:
        return "assumed" if COUNTERS in assumed else "refuted"
    return "by induction" if for_all_passes(solver, form, pass_, start, step) else "sampled"


# ---- questions -----------------------------------------------------------------------------------


class Question:
    def __init__(self, text):
        self.types, self.ranges, self.lets, self.touch, self.given = dict(FIXED), {}, {}, {}, {}
        self.roles = {}
        rows = 9
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            if word == "pair":
                self.pair = rest
            elif word == "shapes":
                self.shapes = rest
            elif word == "var":
                *name, role, type_, _, lo, hi = rest.split(" ")
                name = "%s#%d" % (" ".join(name), rows)
                rows += 1
                self.types[name], self.ranges[name] = type_, (int(lo), int(hi))
                self.roles[name] = role
            elif word == "range":
                name, lo, hi = rest.split(" ")
                self.ranges[name] = (int(lo), int(hi))
            elif word == "let":
                n, _, term = rest.partition(" ")
                self.lets["$" + n] = self.term(term)
            elif word in ("touch1", "touch2"):
                n, _, term = rest.partition(" ")
                self.touch[word] = (int(n), self.term(term))
            elif word in ("fact", "guard1", "guard2"):
                self.given[word] = self.term(rest)
            elif word:
                raise Unknown("line " + word)

    def term(self, text):
        return terms.read(text, self.types, self.lets)

    def leaf(self, smt, name):
        return smt.of(terms.Term("leaf", self.types[name], text=name))

    def shape(self, smt):
        dims = [self.leaf(smt, "bdim." + d) for d in "xyz"]
        exact = re.findall(r"(\d+)x(\d+)x(\d+)", self.shapes)
        if exact:
            yield "(or false %s)" % " ".join(
                "(and %s)" % " ".join("(= %s (_ bv%s 32))" % (d, n) for d, n in zip(dims, s)) for s in exact)
        else:
            most = re.match(r"max (\d+)(?: unused)?((?: [xyz])*)", self.shapes)
            for d, name in zip(dims, "xyz"):
                limit = 1 if name in most.group(2) else LIMITS[name]
                yield "(and (bvuge %s (_ bv1 32)) (bvule %s (_ bv%d 32)))" % (d, d, limit)
            yield "(bvule (bvmul %s %s %s) (_ bv%s 32))" % (*dims, most.group(1))
        for t in ("t1", "t2"):
            for d, name in zip(dims, "xyz"):
                yield "(bvult %s %s)" % (self.leaf(smt, "%s.%s" % (t, name)), d)

    def threads(self, smt):
        x = [[self.leaf(smt, "%s.%s" % (t, d)) for d in "xyz"] for t in ("t1", "t2")]
        dim = [self.leaf(smt, "bdim." + d) for d in "xyz"]
        number = ["(bvadd %s (bvmul %s (bvadd %s (bvmul %s %s))))" % (a, dim[0], b, dim[1], c) for a, b, c in x]
        warp = ["(bvlshr %s (_ bv5 32))" % n for n in number]
        if self.pair == "different-warps":
            yield "(not (= %s %s))" % tuple(warp)
        elif self.pair != "any":
            yield "(not (= %s %s))" % tuple(number)
        if self.pair == "same-warp":
            yield "(= %s %s)" % tuple(warp)

    def limits(self, smt):
        for name, (lo, hi) in self.ranges.items():
            type_ = self.types[name]
            if type_ not in terms.WIDTH or type_ == "bool":
                continue
            op = "bvs" if terms.signed(type_) else "bvu"
            if terms.fits(type_, lo) and terms.fits(type_, hi):
                x = self.leaf(smt, name)
                yield "(and (%sle %s %s) (%sle %s %s))" % (op, smt.number(type_, lo), x, op, x, smt.number(type_, hi))

    def meeting(self, smt):
        for t in self.given.values():
            yield smt.of(t)
        if self.touch:
            (m, a), (n, b) = self.touch["touch1"], self.touch["touch2"]
            apart = "(bvsub %s %s)" % (smt.of(a), smt.of(b))
            yield "(and (bvslt %s (_ bv%d 64)) (bvsgt %s (bvneg (_ bv%d 64))))" % (apart, n, apart, m)

    def check(self, solver, assumed):
        smt = Smt()
        all_ = [*self.shape(smt), *self.threads(smt), *self.limits(smt), *self.meeting(smt)]
        answer = solver.ask(smt, all_)
        if answer == "unsat":
            return "wrapping"
        answer = solver.ask(smt, all_ + smt.defined)
        if answer == "unsat":
            return "unless C leaves it undefined"
        if answer == "unknown":
            return "not checked"
        if any(t.startswith("(declare-const x") for t in smt.lines) and opaque(self):
            return "not checked"
        return "assumed" if INDICES in assumed else "refuted"


def opaque(question):
    """Something in it is taken for any value here: a float, a function."""
    pool = [*question.given.values(), *(t for _, t in question.touch.values())]
    while pool:
        t = pool.pop()
        if t.op == "pure" or terms.is_float(t.type) or any(terms.is_float(k.type) for k in t.kids):
            return True
        pool.extend(t.kids)
    return False


# ---- pairs ---------------------------------------------------------------------------------------


def check_pairs(k, count):
    """Each pair has a question of the list for every choice of objects, or its sides touch different ones."""
    if not {"shared", "global"} & set(k["concerns"]):
        return []
    questions = [line.partition("\t")[2].replace("\t", "\n") for line in k["settled"] if line.startswith("question\t")]
    settled = collections.Counter()
    choices = {}
    for line in k["settled"]:
        word, *rest = line.split("\t")
        if word == "pair":
            text, choice, of, answer = rest
            known = answer == "another object" or (answer.isdigit() and 0 < int(answer) <= len(questions))
            settled[text, int(choice)] += known
            choices[text] = int(of)
    for text, times in collections.Counter(k["pairs"]).items():
        whole = text in choices and all(settled[text, c] >= times for c in range(choices[text]))
        count["pair", "settled" if whole else "refuted"] += times
        if not whole:
            print("%s:%d: %s: refuted pair, nothing keeps it apart: %s" % (k["file"], k["line"], k["kernel"], text))
    for text in choices.keys() - set(k["pairs"]):
        count["pair", "settled, of copies or fences"] += 1
    return questions


# ---- threads that were seen ------------------------------------------------------------------------


def evaluated(question, row):
    """Whether the two threads fulfil the conditions; None: they hang on more than the row says."""
    (_, _, _, _, _, *threads, bdim, bid, gdim, params) = row
    leaves = {}
    for name, text in zip(("t1", "t2", "bdim", "bid", "gdim"), (*threads, bdim, bid, gdim)):
        leaves.update({"%s.%s" % (name, d): int(n) for d, n in zip("xyz", text.split(","))})
    given = dict(p.split("=") for p in params.split())
    for name, type_ in question.types.items():
        plain = name.partition("#")[0]
        if name in leaves:
            continue
        if plain in leaves and plain not in given:
            leaves[name] = leaves[plain]
        elif plain in given and question.roles.get(name) == "param":
            leaves[name] = terms.wrap(type_, int(given[plain]))
        else:
            return None
    try:
        return all(terms.value(t, leaves, False) for t in question.given.values())
    except (Unknown, Undefined, KeyError):
        return None


def check_seen(k, rows, count):
    """Each row is compared with the questions of the pairs that it may be about: one of them allows it."""
    numbered, pairs = [], collections.defaultdict(set)
    for line in k["settled"]:
        word, *rest = line.split("\t")
        if word == "question":
            numbered.append("\n".join(rest))
        elif rest[-1].isdigit():
            pairs[rest[0]].add(numbered[int(rest[-1]) - 1])
    read = {}
    for row in rows:
        first, second = row[3], row[4]
        ways = []
        for text, questions in pairs.items():
            _, _, sides = text.partition(": different warps:")
            at, then = sides.find(first), sides.rfind(second)
            if sides and -1 < at < then:
                ways += [(q, row) for q in questions]
            at, then = sides.find(second), sides.rfind(first)
            if sides and -1 < at < then:
                ways += [(q, (*row[:5], row[6], row[5], *row[7:])) for q in questions]
        results = []
        for q, turned in ways:
            try:
                read[q] = read.get(q) or Question(q)
                results.append(evaluated(read[q], turned))
            except Unknown:
                results.append(None)
        word = "allowed" if True in results else "not compared" if None in results or not ways else "refuted"
        count["threads seen", word] += 1
        if word == "refuted":
            print("%s:%d: %s: refuted, threads were there: %s" % (k["file"], k["line"], k["kernel"], " ".join(row)))


# ---- the file ------------------------------------------------------------------------------------


def check_kernel(solver, k, count, verbose):
    assumed = {a["text"] for a in k["assumptions"]}
    questions = dict.fromkeys(check_pairs(k, count))
    questions.update(dict.fromkeys(q["text"] for q in k["queries"] if q["answer"] == "safe"))
    tasks = [("form", line, lambda line=line: check_form(solver, line, assumed)) for line in k["forms"]]
    tasks += [("question", q, lambda q=q: Question(q).check(solver, assumed)) for q in questions]
    for kind, text, check in tasks:
        try:
            result = check()
        except Unknown as why:
            result = "not checked"
            if verbose:
                print("%s: not checked: %s" % (k["kernel"], why))
        count[kind, result] += 1
        if result == "refuted":
            print("%s:%d: %s: refuted %s:\n%s" % (k["file"], k["line"], k["kernel"], kind, text))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rlimit", type=int, default=400000)
    parser.add_argument("--seen")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("file")
    o = parser.parse_args()
    try:
        solver = Solver(o.rlimit)
    except OSError:
        print("no libz3")
        return 77
    with open(o.file) as f:
        document = json.load(f)
    if document["schema"] != 1:
        print("unknown schema")
        return 2
    count = collections.Counter()
    seen = collections.defaultdict(set)
    if o.seen:
        with open(o.seen) as f:
            for line in f:
                row = tuple(line.rstrip("\n").split("\t"))
                seen[row[:3]].add(row)
    for k in document["kernels"]:
        check_kernel(solver, k, count, o.v)
        check_seen(k, sorted(seen[k["kernel"], k["file"], str(k["line"])]), count)
    print("%d kernels" % len(document["kernels"]))
    for (kind, result), n in sorted(count.items()):
        print("%s, %s: %d" % (kind, result, n))
    return 1 if any(result == "refuted" for _, result in count) else 0


if __name__ == "__main__":
    sys.exit(main())
