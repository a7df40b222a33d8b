"""Kernels: each a right one of some pattern, or one that is wrong in a detail."""

import grammar
from effects import load, store, wait


def write(seed, number):
    """Kernel `number` of the seed: (text of helpers and kernel, Writer)."""
    w = grammar.Writer(seed, number)
    family = w.r.choice(FAMILIES)
    w.family = family.__name__
    two = w.shape[1] > 1 or w.shape[2] > 1
    linear = "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x" if two else "threadIdx.x"
    if two and w.chance(0.3):
        linear = "(threadIdx.z * %d + threadIdx.y) * %d + threadIdx.x" % (w.shape[1], w.shape[0])
    w.put("__shared__ int s[%d];" % grammar.WORDS)
    w.put("%s t = %s;" % (w.r.choice(["int", "int", "unsigned", "long", "unsigned short"]), linear))
    w.put("int v = in[t];")
    w.varying.append("v")
    family(w)
    w.put("out[t] = v;")
    head = "__global__ void k%d(const int *in, int *out, %s n)" % (number, w.parameter[0])
    return "\n".join(w.helpers + [head + " {"] + w.lines + ["}"]), w


def data(w, uniform):
    """A variable or two of all widths, changed in a loop."""
    for _ in range(w.r.randrange(1, 3)):
        type_, name = w.declare(uniform)
        if w.chance(0.6):
            opened = w.loop(uniform)
            w.put(w.update(name, type_, uniform))
            if w.chance(0.3):
                w.put("if (%s)\n    %s" % (w.condition(uniform, 1), w.r.choice(["break;", "continue;"]) if
                                           opened[0] <= 3 else w.update(name, type_, uniform)))
            w.end_loop(opened)
        elif w.chance(0.5):
            w.put(w.update(name, type_, uniform))


def guarded(w, condition, statement):
    if condition:
        w.open("if (%s)" % condition)
    statement()
    if condition:
        w.close()


def exchange(w):
    """Store, wait, load what another thread stored: perhaps without the barrier, under conditions that
    seem never to hold together."""
    data(w, True)
    if w.chance(0.4):
        data(w, False)
    wrong = w.chance(0.75)
    index = w.one_to_one() if not w.chance(0.15) else w.many_to_one()
    other = w.r.choice(["t ^ 32", "t ^ 1", "t + 1", "%d - t" % (w.threads - 1), w.one_to_one(), w.many_to_one()])
    first = w.condition(w.chance(0.7)) if w.chance(0.5) else None
    second = w.condition(w.chance(0.7)) if w.chance(0.5) else None
    guarded(w, first, lambda: store(w, "s", index, w.value(False)))
    if not wrong:
        wait(w)
    elif w.chance(0.5):
        guarded(w, w.condition(w.chance(0.8)), lambda: wait(w))
    guarded(w, second, lambda: w.put("v += %s;" % load(w, "s", other)))


def found_first(w):
    """A value that a loop sets where it finds something, then a test for `not found`."""
    type_, name = w.r.choice(grammar.TYPES), w.name("found")
    w.put("%s %s = %s;" % (type_[0], name, w.r.choice(["-1", "~0", "0", "255", "n"])))
    w.uniforms.append(name)
    opened = w.loop()
    guarded(w, "%s %s %s" % (name, w.r.choice(["==", "!=", "<", ">="]), w.r.choice(
        ["(%s)-1" % type_[0], "-1", "(size_t)-1", "0", "255", "n"])), lambda: step(w, w.chance(0.5)))
    if w.chance(0.7):
        wait(w)
    w.put("if (in[%s & 63] %s %d)\n    %s = %s;" % (
        w.r.choice(w.uniforms), w.r.choice(["==", ">", "<"]), w.r.randrange(4), name, w.value(True, 1)))
    w.end_loop(opened)


def step(w, right):
    store(w, "s", w.one_to_one(), w.value(False, 1))
    if right:
        wait(w)
    w.put("v += %s;" % load(w, "s", w.r.choice(["t ^ 32", "t", "t ^ 1", w.one_to_one()])))


def divergence(w):
    """Barriers under conditions and in loops that may differ between threads."""
    data(w, w.chance(0.6))
    uniform = w.chance(0.6)
    opened = w.loop(uniform and not w.chance(0.15)) if w.chance(0.6) else None
    condition = w.condition(uniform) if w.chance(0.7) or not opened else None
    guarded(w, condition, lambda: wait(w))
    if opened:
        if w.chance(0.25):
            w.put("if (%s)\n    break;" % w.condition(w.chance(0.8)))
        w.end_loop(opened)
    if w.chance(0.3):
        w.open("switch (%s & 3)" % w.value(w.chance(0.8), 1))
        w.open("case 0:")
        wait(w)
        w.close()
        if w.chance(0.5):
            w.put("break;")
        w.put("case 1:\n    v += 1;\n    break;")
        w.put("default:\n    v -= 1;")
        w.close()


def double_buffer(w):
    """Two halves, one barrier a pass; the half is chosen by a counter of some type."""
    n = 1 << (w.threads - 1).bit_length()
    type_, name = w.r.choice(grammar.TYPES), w.name("b")
    w.put("%s %s = %d;" % (type_[0], name, w.r.randrange(2)))
    opened = w.loop()
    half = w.r.choice(["(%s & 1) * %d" % (name, n), "(%s %% 2 ? %d : 0)" % (name, n), "(%s & 1 ? 0 : %d)" % (name, n)])
    store(w, "s", "%s + %s" % (half, w.r.choice(["t", "(t ^ 1)", "%d - t" % (w.threads - 1)])), w.value(False, 1))
    if not w.chance(0.1):
        wait(w)
    w.put("v += %s;" % load(w, "s", "%s + ((t + %d) & %d)" % (half, w.r.randrange(1, 40), n - 1)))
    w.put("%s %s;" % (name, w.r.choice(["^= 1", "++", "+= 1", "= 1 - {0}", "+= 3", "+= 2", "= !{0}", "-= 1", "= {0} * 3 + 1",
                                       "= ({0} + 1) % 3", "<<= 1", "= ({0} + 1) % 2"]).format(name)))
    w.end_loop(opened)


def reduction(w):
    """A tree of sums, perhaps with one wrong bound or barrier."""
    r, n = w.r, w.threads
    top = 1 << (n - 1).bit_length() >> 1
    type_ = r.choice(grammar.TYPES[2:])
    store(w, "s", "t", "v")
    if not w.chance(0.15):
        wait(w)
    w.open("for (%s d = %d; d > %d; d %s)" % (type_[0], r.choice([top, top, top, top * 2, top + 1, 3]),
                                             r.choice([0, 0, 0, 1, 16, 32]), r.choice([">>= 1", "/= 2", "= d / 2", "/= 3"])))
    guarded(w, r.choice(["t < d", "t < d && t + d < %d" % n, "t <= d", "t < d || t == 0", "(unsigned char)t < d"]),
            lambda: w.put("s[t] += %s;" % load(w, "s", r.choice(["t + d", "t + d", "t ^ d"]))))
    if not w.chance(0.15):
        guarded(w, r.choice([None, None, None, "d > 32", "d > 1", "d & 63"]), lambda: wait(w))
    w.close()
    if w.chance(0.5):
        wait(w)
        w.put("v = s[0];")


def indices(w):
    """Stores by one index expression, loads by another, in the same interval."""
    data(w, True)
    index = w.r.choice([w.one_to_one, w.many_to_one])()
    if w.chance(0.4):
        opened = w.loop()
        index = w.r.choice(["t + %d * %s", "t * %d + %s", "(t + %d * %s) & 1023", "t ^ (%d * %s)"]) % (
            w.r.choice([w.threads, 64, 16, 3]), w.r.choice(w.uniforms))
    else:
        opened = None
    store(w, "s", index, w.value(False, 1))
    if w.chance(0.5):
        w.put("v += %s;" % load(w, "s", index if w.chance(0.6) else w.one_to_one()))
    if opened:
        w.end_loop(opened)


def nested(w):
    """Loops in loops with barriers at some depth."""
    outer = w.loop()
    if w.chance(0.5):
        store(w, "s", w.one_to_one(), w.value(False, 1))
    uniform = w.chance(0.8)
    inner = w.name("j")
    type_ = w.r.choice(grammar.TYPES)
    w.open("for (%s %s = 0; %s < (%s); %s++)" % (type_[0], inner, inner, w.r.choice(
        ["(%s & 3)" % outer[1], "3", "(%s & 3)" % w.value(uniform, 1), "%s %% 3" % outer[1]]), inner))
    (w.uniforms if uniform else w.varying).append(inner)
    if w.chance(0.7):
        wait(w)
    w.put("v += %s;" % load(w, "s", w.r.choice(["t ^ 1", "t", "t + %s" % inner])))
    if w.chance(0.2):
        w.put("if (%s)\n    %s;" % (w.condition(w.chance(0.7), 1), w.r.choice(["break", "continue"])))
    if w.chance(0.4):
        wait(w)
    w.close()
    if w.chance(0.4):
        wait(w)
    w.end_loop(outer)


def collectives(w):
    """Shuffles, votes and masks in branches of all kinds."""
    r = w.r
    condition = r.choice(["t < 32", "t / 32 == 0", "t & 1", "t < %d" % r.choice([16, 40, 64]), "n > 3", "v > 3",
                          "__any_sync(~0u, v > 2)", "__all_sync(~0u, n < 9)", w.condition(True, 1), w.condition(False, 1),
                          "threadIdx.y == 0", "in[t / 32] > 1"])
    mask = r.choice(["~0u", "~0u", "__activemask()", "__ballot_sync(~0u, %s)" % condition, "0xffff", "0x7fffffff"])
    m = w.name("m")
    w.put("unsigned %s = %s;" % (m, mask))
    what = r.choice(["v += __shfl_down_sync(%s, v, %d);" % (m, r.choice([1, 8, 16])), "v += __shfl_xor_sync(%s, v, %d);" % (m, r.choice([1, 16])),
                     "v += __shfl_sync(%s, v, %d, %d);" % (m, r.randrange(32), r.choice([8, 16, 32])), "__syncwarp(%s);" % m,
                     "v += __ballot_sync(%s, v & 1) & 15;" % m, "v += __any_sync(%s, v > 5);" % m])
    if w.chance(0.4):
        store(w, "s", "t", "v")
    guarded(w, condition if w.chance(0.8) else None, lambda: w.put(what))
    if w.chance(0.5):
        w.put("v += %s;" % load(w, "s", r.choice(["t ^ 1", "t", "t ^ 16"])))


def tickets(w):
    """Atomics whose results choose indices and branches."""
    r = w.r
    w.put("__shared__ int count;\nif (t == 0)\n    count = 0;")
    if not w.chance(0.15):
        wait(w)
    x = w.name("x")
    w.put("int %s = atomicAdd(&count, %s);" % (x, r.choice(["1", "1", "2", "v & 1", "t & 1"])))
    w.varying.append(x)
    if w.chance(0.5):
        wait(w)
    form = r.randrange(4)
    if form == 0:
        store(w, "s", x, w.value(False, 1))
    elif form == 1:
        guarded(w, "%s == %d" % (x, r.choice([0, w.threads - 1])), lambda: store(w, "s", "0", "v"))
        w.put("v += %s;" % load(w, "s", r.choice(["t + 1", "t"])))
    elif form == 2:
        guarded(w, "count %s %d" % (r.choice([">", "==", "<"]), r.choice([w.threads, 3, 0])), lambda: wait(w))
    else:
        guarded(w, "%s %s %d" % (x, r.choice(["<", ">="]), r.choice([0, w.threads, 3])), lambda: wait(w))


def through_memory(w):
    """Conditions on what shared memory or the kernel's own output holds."""
    r = w.r
    w.put("__shared__ int flag;")
    guarded(w, r.choice(["t == 0", "t == 0", "v == 3", w.condition(False, 1)]), lambda: w.put(
        "flag = %s;" % r.choice(["n & 1", "v > 3", "0", "in[0]", w.value(True, 1)])))
    if not w.chance(0.15):
        wait(w)
    if w.chance(0.4):
        w.put("int f = flag;")
        if w.chance(0.7):
            wait(w)
        if w.chance(0.4):
            w.put("if (t == 0)\n    flag = 0;")
        guarded(w, "f", lambda: wait(w))
    else:
        opened = w.loop()
        guarded(w, "flag %s %d" % (r.choice([">", "==", "<"]), r.randrange(3)), lambda: wait(w))
        if w.chance(0.5):
            w.put("if (t == %d)\n    flag = %s;" % (r.randrange(2), w.value(True, 1)))
        if w.chance(0.6):
            wait(w)
        w.end_loop(opened)


FAMILIES = [exchange, exchange, exchange, found_first, divergence, divergence, double_buffer, reduction, indices,
            indices, nested, collectives, tickets, through_memory]
