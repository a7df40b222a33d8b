"""Ways to store to an element of an array, to load one, and to wait for the block.

Each is a function of a Writer. A store is hidden where a front end may lose it: behind references,
members, destructors, operators, casts; a barrier likewise.
"""

AT_END = """struct @ {
    int &to;
    int value;
    __device__ @(int &r, int v) : to(r), value(v) {
    }
    __device__ ~@() {
        to = value;
    }
};"""

WAIT_AT_END = """struct @ {
    __device__ ~@() {
        __syncthreads();
    }
};"""


def derived(w, base, arguments=""):
    """A type with that base, or that member, or an array of it."""
    constructor = "    __device__ @(int &r, int v) : %s(r, v) {\n    }\n" if arguments else ""
    if w.chance(0.5):
        return w.helper("child", "struct @ : %s {\n%s};" % (base, constructor % base if constructor else "    int x;\n"))
    return w.helper("owner", "struct @ {\n    int first;\n    %s inner;\n%s};" % (
        base, constructor.replace(": %s", ": first(0), %s") % "inner" if constructor else ""))


def store(w, array, index, value):
    """Statements that store `value` to `array[index]`, an int."""
    r = w.r
    a, i, v = array, "(%s) & 1023" % index, value
    form = r.randrange(27)
    x = w.name("x")
    if form <= 3:
        w.put("%s[%s] = %s;" % (a, i, v))
    elif form == 4:
        w.put("(unsigned &)%s[%s] = %s;" % (a, i, v))
    elif form == 5:
        w.put("auto &%s = %s[%s];\n%s = %s;" % (x, a, i, x, v))
    elif form == 6:
        w.put("*(%s + (%s)) = %s;" % (a, i, v))
    elif form == 7:
        w.put("[&](int i) { %s[i] = %s; }(%s);" % (a, v, i))
    elif form == 8:
        f = w.helper("put", "__device__ void @(int *p, int i, int v) {\n    p[i] = v;\n}")
        w.put("%s(%s, %s, %s);" % (f, a, i, v))
    elif form == 9:
        f = w.helper("set", "template <class T> __device__ T &@(T &to, int v) {\n    return to = v;\n}")
        w.put("%s(%s[%s], %s);" % (f, a, i, v))
    elif form in (10, 11, 12):
        at_end = w.helper("at_end", AT_END)
        if form == 12:
            at_end = derived(w, at_end, "arguments")
        if form == 10 or w.chance(0.3):
            w.put("%s(%s[%s], %s);" % (at_end, a, i, v))
        else:
            w.put("{\n    %s %s(%s[%s], %s);\n}" % (at_end, x, a, i, v))
    elif form == 13:
        f = w.helper("sink", "struct @ {\n    int *p;\n    __device__ @ &operator<<(int v) {\n        *p = v;\n"
                             "        return *this;\n    }\n};")
        w.put("%s{%s + (%s)} << (%s);" % (f, a, i, v))
    elif form == 14:
        w.put("(%s[%s] = %s, 0);" % (a, i, v))
    elif form == 15:
        w.put("if (%s && (%s[%s] = %s))\n    ;" % (w.condition(False, 1), a, i, v))
    elif form == 16:
        w.put("int *%s = %s;\n%s += %s;\n*%s-- = %s;" % (x, a, x, i, x, v))
    elif form == 17:
        w.put("((%s *)%s)[%s] = %s;" % (r.choice(["unsigned", "int", "volatile int"]), a, i, v))
    elif form == 18:
        w.put("%s[%s] += %s;" % (a, i, v))
    elif form == 19:
        w.put("%s[%s]++;" % (a, i))
    elif form == 20:
        f = w.helper("row", "struct @ {\n    int *p;\n    __device__ int &operator[](int i) {\n        return p[i];\n"
                            "    }\n    __device__ void set(int i, int v) {\n        (*this)[i] = v;\n    }\n};")
        w.put(r.choice(["%s{%s}[%s] = %s;", "%s{%s}.set(%s, %s);"]) % (f, a, i, v))
    elif form == 21:
        f = w.helper("pair", "struct @ {\n    int a, b;\n};")
        member = w.name("m")
        w.put("int %s::*%s = &%s::%s;\n((%s *)%s)[(%s) >> 1].*%s = %s;" % (
            f, member, f, r.choice("ab"), f, a, i, member, v))
    elif form == 22:
        f = w.helper("pair", "struct @ {\n    int a, b;\n};")
        first, second = w.name("a"), w.name("b")
        w.put("auto &[%s, %s] = ((%s *)%s)[(%s) >> 1];\n%s = %s;" % (
            first, second, f, a, i, r.choice([first, second]), v))
    elif form == 23:
        f = w.helper("left", "struct @ {\n    int x;\n};")
        g = w.helper("right", "struct @ {\n    int *p;\n    __device__ void set(int i, int v) {\n        p[i] = v;\n    }\n};")
        h = w.helper("both", "struct @ : %s, %s {};" % (f, g))
        w.put("%s %s;\n%s.p = %s;\nstatic_cast<%s &>(%s).set(%s, %s);" % (h, x, x, a, g, x, i, v))
    elif form == 24:
        w.put("((short *)%s)[((%s) << 1) + %d] = %s;" % (a, i, r.randrange(2), v))
    elif form == 25:
        w.put("int %s = %s;\nmemcpy(&%s[%s], &%s, sizeof %s);" % (x, v, a, i, x, x))
    else:
        w.put("auto %s = [p = %s](int i, int v) { p[i] = v; };\n%s(%s, %s);" % (x, a, x, i, v))


def load(w, array, index):
    """An expression."""
    a, i = array, "(%s) & 1023" % index
    form = w.r.randrange(8)
    if form == 0:
        return "*(%s + (%s))" % (a, i)
    if form == 1:
        f = w.helper("get", "__device__ int @(const int &x) {\n    return x;\n}")
        return "%s(%s[%s])" % (f, a, i)
    if form == 2:
        return "((const unsigned short *)%s)[((%s) << 1) + 1]" % (a, i)
    if form == 3:
        return "[&] { return %s[%s]; }()" % (a, i)
    return "%s[%s]" % (a, i)


def wait(w):
    """A statement in which the thread waits for the block."""
    form = w.r.randrange(18)
    x = w.name("x")
    if form <= 4:
        w.put("__syncthreads();")
    elif form == 5:
        f = w.helper("wait", "__device__ void @() {\n    __syncthreads();\n}")
        w.put("%s();" % f)
    elif form == 6:
        w.put("[] { __syncthreads(); }();")
    elif form in (7, 8, 9):
        f = w.helper("guard", WAIT_AT_END)
        if form == 9:
            f = derived(w, f)
        w.put("%s();" % f if form == 7 else "{\n    %s %s;\n}" % (f, x))
    elif form == 10:
        f = w.helper("wait", "__device__ int @() {\n    __syncthreads();\n    return 1;\n}")
        g = w.helper("call", "__device__ int @(int a, int b = %s()) {\n    return a + b;\n}" % f)
        w.put("%s(%s);" % (g, w.constant()))
    elif form == 11:
        f = w.helper("starts", "struct @ {\n    int x;\n    __device__ @() : x(0) {\n        __syncthreads();\n    }\n};")
        w.put("%s %s;" % (f, x))
    elif form == 12:
        f = w.helper("wait", "__device__ bool @(int x) {\n    __syncthreads();\n    return x > 3;\n}")
        w.put("if (%s(%s) || %s)\n    v += 1;" % (f, w.value(False, 1), w.condition(False, 1)))
    elif form == 13:
        w.put("v += __syncthreads_or(%s);" % w.condition(False, 1))
    elif form == 14:
        w.put("v += __syncthreads_count(%s);" % w.condition(False, 1))
    elif form == 15:
        w.put("for (int %s = 0; %s < 1; %s++, __syncthreads())\n    v ^= %s;" % (x, x, x, x))
    elif form == 16:
        f = w.helper("wait", "template <bool B> __device__ void @() {\n    if constexpr (B)\n        __syncthreads();\n}")
        w.put("%s<true>();" % f)
    else:
        f = w.helper("comma", "struct @ {\n    __device__ @ &operator+=(int) {\n        __syncthreads();\n"
                              "        return *this;\n    }\n};")
        w.put("%s %s;\n%s += 1;" % (f, x, x))
