"""Terms in the analyzer's text form: reading, evaluating, and as SMT-LIB in wrapping arithmetic.

Nothing here is shared with the analyzer. What an operator means is said again, from analyzer/ir.h.
"""

import re

WIDTH = {"bool": 1, "i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64, "ptr": 64}
RELATIONS = {"eq", "ne", "lt", "le"}
LOGIC = {"and", "or", "not"}
BUILTINS = {"tid", "bid", "bdim", "gdim", "t1", "t2"}


class Unknown(Exception):
    """A term that cannot be judged: floats and the like."""


class Term:
    __slots__ = ("op", "type", "kids", "value", "text")

    def __init__(self, op, type_, kids=(), value=None, text=""):
        self.op, self.type, self.kids, self.value, self.text = op, type_, kids, value, text

    def operand(self):
        """The type that a relation compares in."""
        return self.kids[0].type


def signed(type_):
    return type_[0] == "i"


def read(text, leaf_types, lets=None):
    """The term that the text is. leaf_types: name -> type of leaves such as n#9; lets: $N -> Term."""
    tokens = re.findall(r"[()]|[^\s()]+", text)
    stack, done = [[]], None
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            stack[-2].append(compound(stack[-1]))
            stack.pop()
        else:
            stack[-1].append(leaf(token, leaf_types, lets, stack[-1]))
    done = stack[0]
    if len(stack) != 1 or len(done) != 1 or not isinstance(done[0], Term):
        raise Unknown("not a term: " + text[:60])
    return done[0]


def leaf(token, leaf_types, lets, before):
    if not before:  # the operator, or a term that is no more than a leaf
        if re.match(r"[a-z]+\.(%s|f32|f64|void)$" % "|".join(WIDTH), token):
            return token
    elif isinstance(before[0], str) and before[0].split(".")[0] in ("const", "sym", "param", "base", "var", "pure") \
            and len(before) == 1:
        return token
    if token.startswith("$"):
        return lets[token]
    if token in leaf_types:
        return Term("leaf", leaf_types[token], text=token)
    if token.split(".")[0] in BUILTINS:
        return Term("leaf", "u32", text=token)
    if token == "pass":
        return Term("leaf", "i32", text=token)
    raise Unknown("unknown leaf " + token)


def compound(parts):
    op, type_ = parts[0].split(".")
    if op == "const":
        value = None if type_.startswith("f") else wrap(type_, int(parts[1]))
        return Term("const", type_, value=value, text=parts[1])
    if op in ("sym", "param", "base", "var"):
        return Term("leaf", type_, text="%s%s" % (op, parts[1]))
    if op == "pure":
        kids = tuple(parts[2:])
        return Term("pure", type_, kids, text="%s(%s)" % (parts[1], ",".join(k.text or show(k) for k in kids)))
    return Term(op, "bool" if op in RELATIONS else type_, tuple(parts[1:]))


def show(t):
    return t.text if not t.kids else "(%s.%s %s)" % (t.op, t.type, " ".join(show(k) for k in t.kids))


def is_float(type_):
    return type_.startswith("f")


# ---- evaluation ----------------------------------------------------------------------------------


def wrap(type_, v):
    if type_ == "bool":
        return int(v != 0)
    bits = WIDTH[type_]
    v &= (1 << bits) - 1
    return v - (1 << bits) if signed(type_) and v >> bits - 1 else v


def fits(type_, v):
    return wrap(type_, v) == v


class Undefined(Exception):
    """Signed overflow, or a conversion that is said to be exact and is not."""


def value(t, leaves, strict):
    """The value of the term; with `strict` what C leaves undefined ends it."""
    if t.op == "const":
        if t.value is None:
            raise Unknown("a float")
        return t.value
    if t.op == "leaf":
        return leaves[t.text]
    if is_float(t.type) or t.op == "pure" or any(is_float(k.type) for k in t.kids):
        raise Unknown("a float or a function")
    if t.op == "ite":
        return value(t.kids[1 if value(t.kids[0], leaves, strict) else 2], leaves, strict)
    v = [value(k, leaves, strict) for k in t.kids]
    exact = operation(t, v)
    if strict and not fits(t.type, exact) and (t.op == "exact" or (t.op in ("add", "sub", "mul", "neg") and
                                                                   t.type in ("i32", "i64"))):
        raise Undefined
    return wrap(t.type, exact)


def operation(t, v):
    op = t.op
    if op in ("add", "sub", "mul"):
        return v[0] + v[1] if op == "add" else v[0] - v[1] if op == "sub" else v[0] * v[1]
    if op in ("div", "rem"):
        if v[1] == 0:
            return 0
        q = abs(v[0]) // abs(v[1]) * (1 if (v[0] < 0) == (v[1] < 0) else -1)
        return q if op == "div" else v[0] - q * v[1]
    if op in ("shl", "shr"):
        count = v[1] & (1 << 64) - 1
        if op == "shl":
            return 0 if count >= WIDTH[t.type] else v[0] << count
        return v[0] >> min(count, WIDTH[t.type])
    if op in RELATIONS:
        return {"eq": v[0] == v[1], "ne": v[0] != v[1], "lt": v[0] < v[1], "le": v[0] <= v[1]}[op]
    if op in LOGIC:
        return all(v) if op == "and" else any(v) if op == "or" else not v[0]
    if op in ("band", "bor", "bxor"):
        return v[0] & v[1] if op == "band" else v[0] | v[1] if op == "bor" else v[0] ^ v[1]
    if op in ("min", "max"):
        return min(v) if op == "min" else max(v)
    if op in ("cast", "exact"):
        return v[0]
    if op == "neg":
        return -v[0]
    if op == "bnot":
        return ~v[0]
    bits = 64 if WIDTH[t.operand()] == 64 else 32
    x = v[0] & (1 << bits) - 1
    if op == "popc":
        return bin(x).count("1")
    if op == "clz":
        return bits - x.bit_length()
    if op == "ffs":
        return (x & -x).bit_length()
    if op == "brev":
        return int(format(x, "0%db" % bits)[::-1], 2)
    raise Unknown("operator " + op)


# ---- SMT-LIB -------------------------------------------------------------------------------------


class Smt:
    """Terms as SMT-LIB, each once; `defined` is what C promises of them."""

    def __init__(self):
        self.lines, self.names, self.leaves, self.defined = [], {}, {}, []

    def number(self, type_, v):
        return ("true" if v else "false") if type_ == "bool" else "(_ bv%d %d)" % (v % (1 << WIDTH[type_]), WIDTH[type_])

    def declare(self, text, type_):
        key = (text, type_)
        if key not in self.leaves:
            name = "x%d" % len(self.leaves)
            sort = "Bool" if type_ == "bool" else "(_ BitVec %d)" % WIDTH.get(type_, 64)
            self.lines.append("(declare-const %s %s)" % (name, sort))
            self.leaves[key] = name
        return self.leaves[key]

    def of(self, t):
        if id(t) in self.names:
            return self.names[id(t)][0]
        if t.op == "const" and t.value is not None:
            return self.number(t.type, t.value)
        if t.op in ("leaf", "pure") or is_float(t.type) or any(is_float(k.type) for k in t.kids):
            return self.declare(show(t), t.type)
        kids = [self.of(k) for k in t.kids]
        name = "e%d" % len(self.names)
        sort = "Bool" if t.type == "bool" else "(_ BitVec %d)" % WIDTH[t.type]
        self.lines.append("(define-fun %s () %s %s)" % (name, sort, self.operation(t, kids)))
        self.names[id(t)] = (name, t)
        return name

    def resize(self, a, from_, to):
        """The number in another width, as a conversion gives it."""
        if to == "bool":
            return a if from_ == "bool" else "(not (= %s %s))" % (a, self.number(from_, 0))
        if from_ == "bool":
            return "(ite %s %s %s)" % (a, self.number(to, 1), self.number(to, 0))
        w, v = WIDTH[from_], WIDTH[to]
        if v <= w:
            return "((_ extract %d 0) %s)" % (v - 1, a)
        return "((_ %s %d) %s)" % ("sign_extend" if signed(from_) else "zero_extend", v - w, a)

    def shift(self, t, a, count):
        wide = self.resize(count, t.kids[1].type, "u64")
        w = WIDTH[t.type]
        out = "((_ extract %d 0) %s)" % (w - 1, wide)
        op = "bvshl" if t.op == "shl" else "bvashr" if signed(t.type) else "bvlshr"
        gone = "(bvashr %s (_ bv%d %d))" % (a, w - 1, w) if op == "bvashr" else "(_ bv0 %d)" % w
        return "(ite (bvuge %s (_ bv%d 64)) %s (%s %s %s))" % (wide, w, gone, op, a, out)

    def promise(self, t, a):
        """No signed overflow, and conversions that are exact."""
        if t.op == "exact":
            back = self.resize(self.resize(a[0], t.operand(), t.type), t.type, t.operand())
            self.defined.append("(= %s %s)" % (a[0], back))
        elif t.op in ("add", "sub", "mul") and t.type in ("i32", "i64"):
            w = WIDTH[t.type]
            more = w if t.op == "mul" else 1
            op = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul"}[t.op]
            wide = "(%s ((_ sign_extend %d) %s) ((_ sign_extend %d) %s))" % (op, more, a[0], more, a[1])
            self.defined.append("(= %s ((_ sign_extend %d) (%s %s %s)))" % (wide, more, op, a[0], a[1]))

    def operation(self, t, a):
        op, s = t.op, signed(t.operand()) if t.kids else False
        self.promise(t, a)
        if op in LOGIC:
            return "(%s %s)" % (op, " ".join(a))
        if op in ("eq", "ne"):
            same = "(= %s %s)" % (a[0], a[1])
            return same if op == "eq" else "(not %s)" % same
        if op in ("lt", "le"):
            if t.operand() == "bool":
                return "(and (not %s) %s)" % (a[0], a[1]) if op == "lt" else "(or (not %s) %s)" % (a[0], a[1])
            return "(bv%s%s %s %s)" % ("s" if s else "u", op, a[0], a[1])
        if op in ("add", "sub", "mul"):
            return "(bv%s %s %s)" % (op, a[0], a[1])
        if op in ("div", "rem"):
            zero = self.number(t.type, 0)
            return "(ite (= %s %s) %s (bv%s%s %s %s))" % (a[1], zero, zero, "s" if s else "u", op, a[0], a[1])
        if op in ("shl", "shr"):
            return self.shift(t, a[0], a[1])
        if op in ("band", "bor", "bxor"):
            if t.type == "bool":
                return "(%s %s %s)" % ({"band": "and", "bor": "or", "bxor": "xor"}[op], a[0], a[1])
            return "(bv%s %s %s)" % (op[1:], a[0], a[1])
        if op in ("min", "max"):
            less = "(bv%slt %s %s)" % ("s" if s else "u", a[0], a[1])
            return "(ite %s %s %s)" % ((less,) + ((a[0], a[1]) if op == "min" else (a[1], a[0])))
        if op == "ite":
            return "(ite %s %s %s)" % tuple(a)
        if op in ("cast", "exact"):
            return self.resize(a[0], t.operand(), t.type)
        if op == "neg":
            return "(bvneg %s)" % a[0]
        if op == "bnot":
            return "(not %s)" % a[0] if t.type == "bool" else "(bvnot %s)" % a[0]
        return self.bits(t, a[0])

    def bits(self, t, a):
        w, to = WIDTH[t.operand()], WIDTH[t.type]
        bit = lambda i: "(= ((_ extract %d %d) %s) (_ bv1 1))" % (i, i, a)
        n = lambda v: "(_ bv%d %d)" % (v, to)
        if t.op == "popc":
            out = n(0)
            for i in range(w):
                out = "(bvadd %s (ite %s %s %s))" % (out, bit(i), n(1), n(0))
            return out
        if t.op == "clz":
            out = n(w)
            for i in range(w):
                out = "(ite %s %s %s)" % (bit(i), n(w - 1 - i), out)
            return out
        if t.op == "ffs":
            out = n(0)
            for i in reversed(range(w)):
                out = "(ite %s %s %s)" % (bit(i), n(i + 1), out)
            return out
        if t.op == "brev":
            return "(concat %s)" % " ".join("((_ extract %d %d) %s)" % (i, i, a) for i in range(w))
        raise Unknown("operator " + t.op)
