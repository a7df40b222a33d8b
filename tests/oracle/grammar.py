"""Pieces of CUDA source: types, values, conditions, loops, and the many ways to store and to wait.

A Writer makes one kernel. It knows which expressions are the same in all threads (`uniform`) and
which are not, so that a family (families.py) can write what is right, or wrong in one detail;
whether it is, the oracle says. Indices are masked, divisors are constants and shifts are short: what
is undefined in C++ is discarded, and would be a waste.
"""

import random

# name, bits, signed
TYPES = [("signed char", 8, True), ("unsigned char", 8, False), ("short", 16, True),
         ("unsigned short", 16, False), ("int", 32, True), ("unsigned", 32, False), ("long", 64, True),
         ("unsigned long", 64, False), ("long long", 64, True), ("size_t", 64, False)]
SHAPES = [(64, 1, 1)] * 5 + [(32, 1, 1), (128, 1, 1), (48, 1, 1), (96, 1, 1), (33, 1, 1), (8, 8, 1),
                             (16, 4, 1), (4, 4, 4), (16, 16, 1), (48, 2, 1)]
WORDS = 1024  # of each shared array


def wrap(value, type_):
    """The value after conversion to the type."""
    bits, signed = type_[1], type_[2]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


class Writer:
    """The text of one kernel, and what its expressions may use."""

    def __init__(self, seed, number):
        self.r = random.Random(seed * 100003 + number)
        self.number = number
        self.helpers, self.lines, self.depth, self.scopes = [], [], 1, []
        self.shape = self.r.choice(SHAPES)
        self.threads = self.shape[0] * self.shape[1] * self.shape[2]
        self.parameter = self.r.choice(TYPES)
        self.uniforms, self.varying, self.names = ["n"], ["t"], 0

    # ---- text ---------------------------------------------------------------------------------------

    def put(self, text):
        for line in text.split("\n"):
            self.lines.append("    " * self.depth + line)

    def open(self, text):
        self.put(text + " {")
        self.depth += 1
        self.scopes.append((list(self.uniforms), list(self.varying)))

    def close(self, text=""):
        self.depth -= 1
        self.uniforms, self.varying = self.scopes.pop()
        self.put("}" + text)

    def name(self, stem="v"):
        self.names += 1
        return "%s%d" % (stem, self.names)

    def helper(self, stem, text):
        """A declaration before the kernel; @ stands for its name."""
        name = "%s%d_%d" % (stem, len(self.helpers), self.number)
        self.helpers.append(text.replace("@", name))
        return name

    def chance(self, p):
        return self.r.random() < p

    # ---- values -------------------------------------------------------------------------------------

    def constant(self, type_=None):
        r = self.r
        value = r.choice([r.randrange(9), r.randrange(9), r.choice([15, 16, 31, 32, 33, 63, 64, 100, 127, 128]),
                          (1 << r.randrange(3, 31)) + r.randrange(-1, 2)])
        if type_ and type_[1] < 32:
            value = wrap(value, type_)
        return str(value)

    def value(self, uniform, depth=2):
        """An integer expression; its type is what C++ makes of it."""
        r = self.r
        if depth <= 0 or self.chance(0.3):
            if self.chance(0.25):
                return self.constant()
            return r.choice(self.uniforms if uniform or self.chance(0.3) else self.varying)
        a, b = self.value(uniform, depth - 1), self.value(uniform, depth - 1)
        form = r.randrange(11)
        if form == 0:
            return "(%s)(%s)" % (r.choice(TYPES)[0], a)
        if form == 1:
            return "(%s)(%s * %d)" % (r.choice(TYPES[:4])[0], a, r.choice([2, 3, 4, 5, 16, 64, 255, 1024]))
        if form == 2:
            return "(%s %s %d)" % (a, r.choice(["/", "%"]), r.choice([2, 3, 4, 5, 7, 8, 16, 32, 64]))
        if form == 3:
            return "((unsigned)(%s) << %d)" % (a, r.randrange(1, 8))
        if form == 4:
            return "(%s >> %d)" % (a, r.randrange(1, 7))
        if form == 5:
            return "(%s & %d)" % (a, r.choice([1, 3, 7, 15, 31, 63, 127, 254]))
        if form == 6:
            return "(%s ^ %s)" % (a, r.choice([b, "1", "32", "3"]))
        if form == 7:
            return "(%s ? %s : %s)" % (self.condition(uniform, depth - 1), a, b)
        return "(%s %s %s)" % (a, r.choice(["+", "-", "+", "-", "|"]), b)

    def condition(self, uniform, depth=2):
        r = self.r
        if self.chance(0.12) and depth > 0:
            return "%s %s %s" % (self.condition(uniform, depth - 1), r.choice(["&&", "||"]),
                                 self.condition(uniform, depth - 1))
        if self.chance(0.1):
            return "(%s)(%s) < 0" % (r.choice(TYPES)[0], self.value(uniform, depth))
        if self.chance(0.08):
            return "%s == (size_t)-1" % self.value(uniform, depth)
        return "%s %s %s" % (self.value(uniform, depth), r.choice(["<", "<=", ">", ">=", "==", "!="]),
                             self.constant() if self.chance(0.6) else self.value(uniform, depth - 1))

    def one_to_one(self):
        """An index below WORDS that no two threads share; all forms that look like one."""
        r, n = self.r, self.threads
        two = 1 << (n - 1).bit_length()
        forms = ["t", "t", "t ^ %d" % r.choice([1, 3, 16, 31]), "%d - t" % (n - 1), "t + %d" % r.randrange(64),
                 "(t * %d) & %d" % (r.choice([3, 5, 7, 9]), two - 1), "(t + (%s & 63)) & %d" % (
                     r.choice(self.uniforms), two - 1), "t * 2", "t * 2 + %d" % r.randrange(2),
                 "(unsigned char)(t * %d) & %d" % (r.choice([3, 5, 129]), max(two - 1, 255)),
                 "(unsigned short)(t * 1024 + t) & 1023", "(%s & 1) * %d + t" % (r.choice(self.uniforms), two)]
        return r.choice(forms)

    def many_to_one(self):
        """An index that threads share."""
        r, n = self.r, self.threads
        return r.choice(["t / 2", "t & %d" % r.choice([15, 31, 62]), "t % %d" % max(2, n // 2) if False else
                         "t %% %d" % max(2, n - 1), "(t * %d) & 63" % r.choice([2, 4, 6]), "0",
                         "(unsigned char)(t * %d)" % r.choice([4, 64, 16]), "(t >> 1) + %d" % r.randrange(8),
                         "(short)(t * 1024) >> 8 & 255", "t ? t - 1 : 0", "(%s) & 63" % self.value(False)])

    # ---- variables and loops ------------------------------------------------------------------------

    def declare(self, uniform):
        """A variable of some type, changed by a few statements."""
        r = self.r
        type_, name = r.choice(TYPES), self.name()
        start = r.choice([self.constant(type_), "-1", "0", self.value(uniform, 1), r.choice(self.uniforms)])
        self.put("%s %s = %s;" % (type_[0], name, start))
        (self.uniforms if uniform else self.varying).append(name)
        return type_, name

    def update(self, name, type_, uniform):
        """A statement that changes it; signed 32 and 64-bit ones rarely overflow."""
        r = self.r
        c = self.constant(type_) if type_[1] < 32 or not type_[2] else str(r.randrange(1, 50))
        m = r.choice([2, 3, 5, 7, 10, 64])
        forms = ["+= %s" % c, "-= %s" % c, "^= %s" % c, ">>= 1", "/= 2", "= %s - {0}" % c,
                 "= ({0} + %s) %% %d" % (c, m), "+= 1", "= {0} & %d" % r.choice([1, 3, 15, 127])]
        if type_[1] < 32 or not type_[2]:
            forms += ["*= 2", "<<= 1", "= {0} * %d + %s" % (r.choice([3, 5]), c)] * 2
        if self.chance(0.2):
            forms = ["+= %s" % self.value(uniform, 1)]
        return "%s %s;" % (name, r.choice(forms).format(name))

    def trips(self, type_, start, compare, bound, step):
        """How often the loop runs in its real type, at most 400."""
        v, n = wrap(start, type_), 0
        test = {"<": lambda: v < bound, ">": lambda: v > bound, "!=": lambda: v != bound,
                "<=": lambda: v <= bound, ">=": lambda: v >= bound}[compare]
        while test() and n < 400:
            v, n = wrap(v + step, type_), n + 1
        return n

    def loop(self, uniform=True):
        """Opens a loop; its counter is one of the values then. Runs at most some dozen times."""
        r = self.r
        kind, i = r.randrange(6), self.name("i")
        type_ = r.choice(TYPES)
        if kind <= 2:
            for _ in range(20):
                start, step = r.randrange(-5, 130), r.choice([1, 1, 2, 3, 7, -1, -3, 16, 50])
                compare, bound = r.choice(["<", ">", "!=", "<=", ">="]), r.randrange(-3, 130)
                start = wrap(start, type_)
                if (type_[2] or (bound >= 0 and start >= 0)) and \
                        0 < self.trips(type_, start, compare, bound, step) <= 24:
                    break
            else:
                start, compare, bound, step = 0, "<", 5, 1
            self.open("for (%s %s = %d; %s %s %d; %s += %d)" % (type_[0], i, start, i, compare, bound, i, step))
        elif kind == 3:
            self.open("for (%s %s = 0; %s < (%s & 7); %s++)" % (
                type_[0], i, i, self.value(uniform, 1), i))
        elif kind == 4:
            self.put("%s %s = %s;" % (type_[0], i, r.randrange(1, 100)))
            self.open("while (%s > %d)" % (i, r.randrange(4)))
            self.put("%s /= %d;" % (i, r.choice([2, 3])))
        else:
            self.put("int %s = 0;" % i)
            self.open("do")
        (self.uniforms if uniform else self.varying).append(i)
        return kind, i

    def end_loop(self, opened):
        kind, i = opened
        if kind == 5:
            self.close(" while (++%s < (%s & 5));" % (i, self.value_outside()))
        else:
            self.close()

    def value_outside(self):
        """Of what is known before the loop, for its end."""
        return self.r.choice([x for x in self.scopes[-1][0]] + ["3"])
