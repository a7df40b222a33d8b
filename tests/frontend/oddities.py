#!/usr/bin/env python3
"""Writes programs of odd C++ into a folder: templates, references of all widths, aggregates, lambdas,
unions, bit fields, jumps. Each is a kernel in a namespace of its own, forty a file.

    oddities.py DIR     prints how many kernels there are
"""
import itertools
import os
import sys

EACH = 40
programs = []


def emit(name, text):
    programs.append(text)

ints = ["bool","char","signed char","unsigned char","short","unsigned short","int","unsigned","long long","unsigned long long"]
flts = ["float","double"]
vecs = ["float4","int2","uchar4","short2","double2","float3"]
B = "__syncthreads();"
# where a reference is written: contexts
ctx = {
 "local": "T x = (T)o[t]; f(x); o[t] = (int)x;",
 "shared": "__shared__ T s[64]; s[t] = (T)o[t]; __syncthreads(); f(s[t]); o[t] = (int)s[t];",
 "member": "struct M { T a, b; } m; m.a = (T)1; m.b = (T)o[t]; f(m.b); o[t] = (int)(m.a + m.b);",
 "array": "T a[4] = {}; f(a[1]); o[t] = (int)a[1];",
 "arrayvar": "T a[4] = {}; f(a[t & 3]); o[t] = (int)a[1];",
 "global": "T *p = (T *)o; f(p[t]);",
 "sharedmember": "struct M { T a[3]; T b; }; __shared__ M m[64]; m[t].a[1] = (T)1; f(m[t].a[1]); __syncthreads(); o[t] = (int)m[t ^ 1].a[1];",
 "deref": "__shared__ T s[64]; T *p = &s[t]; f(*p); o[t] = (int)*p;",
 "cond": "T a = (T)1, b = (T)2; f(o[t] ? a : b); o[t] = (int)a;",
 "uncalled": None,
}
ops = ["p += (T)1;","p *= (T)3;","p = (T)(p - 1);","p /= (T)2;","++p;","p--;","p ^= (T)1;","p <<= 1;","p >>= (T)1;","p %= (T)3;","p |= (T)4;","T q = p++; p = q;",
       "p = p ? (T)0 : (T)1;","p = -p;","p = !p;","(p += (T)1) *= (T)2;","T &r = p; r += p;","T *r = &p; *r *= *r;","p = (T)(long long)p;","auto &&r = p; r = (T)(r + r);"]
intonly = {"p ^= (T)1;","p <<= 1;","p >>= (T)1;","p %= (T)3;","p |= (T)4;"}
for i, T in enumerate(ints+flts):
    for j, op in enumerate(ops):
        if T in flts and op in intonly: continue
        if T == "bool" and ("++" in op or "--" in op): continue
        names = list(ctx)
        c = names[(i*7+j*3) % len(names)]
        body = ctx[c]
        text = f"typedef {T} T;\n__device__ void f(T &p) {{ __syncthreads(); {op} }}\n"
        if body: text += f"__global__ void k(int *o) {{ int t = threadIdx.x; {body} }}\nvoid h(int *d) {{ k<<<1, 64>>>(d); }}\n"
        else: text += "__global__ void k(int *o) { o[threadIdx.x] = 1; }\n"
        emit("ref_"+c, text)
kern = lambda body, pre="", params="int *o": f"{pre}\n__global__ void k({params}) {{ int t = threadIdx.x; {body} }}\n"
L = "void h(int *d) { k<<<1, 64>>>(d); }\n"
S = "__shared__ int s[64]; s[t] = o[t]; __syncthreads(); "
odd = []
def add(name, body, pre="", tail=L, params="int *o"): odd.append((name, kern(body, pre, params) + tail))
for T in ["int", "unsigned char", "double"]:
    add("tmplctor", f"S<{T}> x(({T})t); o[t] = (int)x.get();", f"template <class P> struct S {{ P v; __device__ S(P p) {{ __shared__ P q[64]; q[threadIdx.x] = p; __syncthreads(); v = q[threadIdx.x ^ 1]; a = {{P(0), P(1)}}; }} __device__ P get() {{ return v + a.v[1]; }} struct A {{ P v[2]; }} a; }};")
    add("tmplctor2", f"S<{T}, 3> x; x(({T})t); o[t] = (int)x.a.v[0];", f"template <class P, int N> struct S {{ struct A {{ P v[N]; }} a; __device__ S() : a{{}} {{ static __shared__ A q; if (threadIdx.x == 0) q = a; __syncthreads(); a = q; }} __device__ void operator()(P p) {{ a.v[0] += p; }} }};")
    add("lambda_ref", S + f"{T} acc = 0; auto f = [&](int i) {{ acc += s[i]; __syncthreads(); }}; f(t); f(t ^ 1); o[t] = (int)acc;")
    add("lambda_copy", S + f"{T} acc = 1; auto f = [acc, p = s](int i) mutable {{ acc *= 2; return acc + p[i]; }}; o[t] = (int)f(t) + (int)f(t ^ 1);")
    add("lambda_init", S + f"auto f = [v = ({T})t, p = &s[0]](auto i) {{ return v + p[i]; }}; o[t] = (int)f(t ^ 1);")
    add("lambda_this", "X x{1}; x.run(o, t);", f"struct X {{ {T} a; __device__ void run(int *o, int t) {{ __shared__ int s[64]; auto f = [this](int i) {{ a += i; s[i] = (int)a; }}; f(t); __syncthreads(); auto g = [*this](int i) {{ return a + s[i]; }}; o[t] = (int)g(t ^ 1); }} }};")
    add("nested_agg", f"struct I {{ {T} a[2]; struct {{ {T} x, y; }} n; }}; struct O {{ I i[2]; {T} e; }}; O w = {{ {{ {{ {{1, 2}}, {{3, 4}} }}, {{ {{5}}, {{6}} }} }}, 7 }}; O v = w; v.i[1].n.y = ({T})t; w = v; o[t] = (int)(w.i[1].n.y + w.e);")
    add("shared_agg", f"struct I {{ {T} a[2]; }}; struct O {{ I i[2]; {T} e; }}; __shared__ O w[64]; O v{{}}; v.i[1].a[0] = ({T})t; w[t] = v; __syncthreads(); o[t] = (int)w[t ^ 1].i[1].a[0];")
    add("bindings", f"struct P {{ {T} a; int b; }} p{{({T})t, 2}}; auto [x, y] = p; auto &[u, v] = p; u += x; v = y + 1; o[t] = (int)p.a + p.b;")
    add("bindings_arr", f"{T} a[3] = {{1, 2, 3}}; auto &[x, y, z] = a; x = z; y += x; auto [c, d, e] = a; o[t] = (int)(c + d + e);")
    add("bindings_shared", f"struct P {{ {T} a; int b; }}; __shared__ P p[64]; auto &[u, v] = p[t]; u = ({T})t; v = 1; __syncthreads(); auto [x, y] = p[t ^ 1]; o[t] = (int)x + y;")
    add("union", f"union U {{ {T} a; unsigned char b[sizeof({T})]; }} u; u.a = ({T})o[t]; u.b[0] ^= 1; o[t] = (int)u.a;")
    add("union_shared", f"union U {{ {T} a[64]; int b[64]; }}; __shared__ U u; u.a[t] = ({T})t; __syncthreads(); {T} x = u.a[t ^ 1]; __syncthreads(); u.b[t] = (int)x; __syncthreads(); o[t] = u.b[t ^ 1];")
    add("constexpr_if", f"f<{T}>(o, t);", "template <class T> __device__ void f(int *o, int t) { __shared__ T s[64]; s[t] = (T)t; if constexpr (sizeof(T) > 4) { __syncthreads(); o[t] = (int)s[t ^ 1]; } else if constexpr (sizeof(T) == 1) o[t] = s[t]; else { __syncwarp(); o[t] = (int)s[t]; } }")
    add("fold", f"o[t] = (int)sum(({T})t, ({T})1, 3, 4.0f);", "template <class... A> __device__ auto sum(A... a) { return (a + ... + 0); }")
    add("fold_comma", f"__shared__ {T} s[64]; put(s, t, ({T})1, ({T})2); __syncthreads(); o[t] = (int)s[t ^ 1];", "template <class T, class... A> __device__ void put(T *s, int t, A... a) { s[t] = 0; ((s[t] += a), ...); }")
    add("convop", f"W w{{({T})t}}; int x = w; w = 3; w += x; o[t] = w;", f"struct W {{ {T} v; __device__ operator int() const {{ return (int)v; }} __device__ W &operator=(int x) {{ v = ({T})x; return *this; }} __device__ W &operator+=(int x) {{ v += ({T})x; return *this; }} }};")
    add("placement", f"__shared__ char raw[64 * sizeof(C)]; C *c = new (raw + t * sizeof(C)) C(({T})t); __syncthreads(); o[t] = (int)((C *)raw)[t ^ 1].v; __syncthreads(); c->~C();", f"#include <new>\nstruct C {{ {T} v; __device__ C({T} x) : v(x) {{}} __device__ ~C() {{ v = 0; }} }};")
    add("inherit", f"D d(({T})t); d.put(o, t); B &b = d; b.w += 1; o[t] += (int)d.w + (int)static_cast<E &>(d).z;", f"struct B {{ {T} w = 1; __device__ void put(int *o, int t) {{ __shared__ int s[64]; s[t] = (int)w; __syncthreads(); o[t] = s[t ^ 1]; }} }}; struct E {{ {T} z = 2; }}; struct D : E, B {{ __device__ D({T} x) : B{{x}} {{ z = x; }} using B::put; }};")
    add("virtual", f"D d; B *b = &d; o[t] = (int)b->f(({T})t);", f"struct B {{ __device__ virtual {T} f({T} x) {{ return x; }} }}; struct D : B {{ __device__ {T} f({T} x) override {{ return x + 1; }} }};")
    add("memptr", f"P p{{1, 2}}; {T} P::*m = t & 1 ? &P::a : &P::b; p.*m = ({T})t; {T} P::*n = &P::b; (&p)->*n += 1; o[t] = (int)(p.a + p.b);", f"struct P {{ {T} a, b; }};")
    add("memfnptr", f"P p{{({T})t}}; auto m = &P::f; o[t] = (int)(p.*m)(2);", f"struct P {{ {T} a; __device__ {T} f(int x) {{ return a * x; }} }};")
    add("fnptr", f"{T} (*g)({T}) = t & 1 ? f1 : f2; o[t] = (int)g(({T})t);", f"__device__ {T} f1({T} x) {{ return x; }} __device__ {T} f2({T} x) {{ return x + 1; }}")
    add("stmtexpr", S + f"o[t] = ({{ {T} x = ({T})s[t ^ 1]; x += 2; (int)x; }});")
    add("crtp", f"D d; d.run(o, t);", f"template <class X> struct B {{ __device__ void run(int *o, int t) {{ static_cast<X *>(this)->step(o, t); }} }}; struct D : B<D> {{ {T} v[2] = {{1, 2}}; __device__ void step(int *o, int t) {{ v[t & 1] += 1; o[t] = (int)v[0]; }} }};")
    add("initlist", f"typedef {T} T0; T0 a[] = {{ ({T})1, T0{{}}, ({T})t }}; {T} x{{}}; struct Q {{ {T} a; {T} b = 4; }} q{{.a = ({T})t}}; for ({T} v : a) x += v; o[t] = (int)(x + q.b);")
    add("comma", f"{T} a = 0, b = 1; (a = b, b) += ({T})t; (t & 1 ? a : b) *= 2; o[t] = (int)(a + b);")
    add("refret", f"__shared__ {T} s[64]; at(s, t) = ({T})t; __syncthreads(); at(s, t ^ 1, 0) ; {T} x = at(s, t ^ 1); __syncthreads(); at(s, t) += x; o[t] = (int)at(s, t);", f"__device__ {T} &at({T} *p, int i, int = 0) {{ return p[i]; }}")
    add("refarr", f"__shared__ {T} s[2][64]; fill(s); __syncthreads(); o[t] = (int)s[1][t ^ 1];", f"template <int N, int M> __device__ void fill({T} (&a)[N][M]) {{ for (auto &r : a) r[threadIdx.x] = ({T})M; }}")
    add("ptrptr", f"__shared__ {T} s[64]; {T} *p = s; {T} **q = &p; *q += t; **q = ({T})t; __syncthreads(); o[t] = (int)s[t ^ 1]; {T} *&r = p; r--; o[t] += (int)(r - s);")
    add("swap", f"{T} a = ({T})t, b = 2; sw(a, b); {T} c[2] = {{a, b}}; sw(c[0], c[1]); o[t] = (int)c[0];", "template <class T> __device__ void sw(T &a, T &b) { T c = a; a = b; b = c; }")
    add("bitcast", f"{T} x = ({T})t; auto p = reinterpret_cast<unsigned char *>(&x); p[0] ^= 1; const {T} &r = x; const_cast<{T} &>(r) += 1; o[t] = (int)x;")
    add("volatile", f"__shared__ volatile {T} s[64]; s[t] = ({T})t; __syncthreads(); {T} x = s[t ^ 1]; __syncthreads(); s[t] = x + s[t]; o[t] = (int)s[t];")
    add("tmplvar", f"o[t] = (int)(two<{T}> + ({T})t);", "template <class T> __device__ constexpr T two = T(2);")
    add("static_member", f"Q<{T}>::put(t, o); o[t] += Q<{T}>::N;", "template <class T> struct Q { static constexpr int N = sizeof(T); static __device__ void put(int t, int *o) { __shared__ T s[N * 64]; s[t] = (T)t; __syncthreads(); o[t] = (int)s[t ^ 1]; } };")
    add("dtor", f"__shared__ {T} s[64]; {{ G g(s, t); }} __syncthreads(); o[t] = (int)s[t ^ 1];", f"struct G {{ {T} *s; int t; __device__ G({T} *a, int b) : s(a), t(b) {{}} __device__ ~G() {{ s[t] = ({T})t; }} }};")
    add("dtorarr", f"__shared__ {T} s[64]; {{ G g[2]{{G{{s, t}}, G{{s, t}}}}; }} __syncthreads(); o[t] = (int)s[t ^ 1];", f"struct G {{ {T} *s; int t; __device__ ~G() {{ s[t] = ({T})t; }} }};")
    add("temps", f"o[t] = (int)make(({T})t).add(2).v;", f"struct V {{ {T} v; __device__ V add(int x) const {{ return V{{({T})(v + x)}}; }} }}; __device__ V make({T} x) {{ return {{x}}; }}")
for W in range(1, 33, 3):
    add("bits", f"struct F {{ unsigned a : {W}; int b : {max(1, 32 - W)}; }} f{{}}; f.a = t; f.b = -1; f.a += 3; f.b ^= f.a; ++f.a; o[t] = f.a + f.b;")
    add("bits_shared", f"struct F {{ unsigned long long a : {W}; signed char b : 3; bool c : 1; }}; __shared__ F f[64]; f[t].a = t; f[t].c = t & 1; f[t].b--; __syncthreads(); o[t] = (int)f[t ^ 1].a + f[t ^ 1].c;")
for V in vecs:
    m = "xyzw"[1]
    add("vec", f"__shared__ {V} s[64]; {V} v = s[t]; v.{m} += 1; v.x = v.{m}; s[t] = v; __syncthreads(); {V} w = s[t ^ 1]; s[t].x = w.{m}; o[t] = (int)w.x;".replace("__syncthreads(); "+V+" w = s[t ^ 1]; s[t]", "__syncthreads(); "+V+" w = s[t ^ 1]; __syncthreads(); s[t]"))
    add("vecref", f"__shared__ {V} s[64]; f(s[t]); auto &r = s[t].{m}; r *= 2; reinterpret_cast<decltype(s[0].x) *>(&s[t])[0] += 1; __syncthreads(); o[t] = (int)s[t ^ 1].x;", f"__device__ void f({V} &v) {{ __syncthreads(); v.x = v.{m}; v.{m}++; }}")
    add("veccast", f"__shared__ alignas(16) {V} s[64]; char *p = (char *)s; *({V} *)(p + t * sizeof({V})) = {V}{{}}; __syncthreads(); o[t] = (int)s[t ^ 1].x;")
for n, W in itertools.product([2, 4, 8], ["int", "float", "unsigned short"]):
    add("extvec", f"typedef {W} V __attribute__((ext_vector_type({n}))); V v = ({W})t; v.x += 1; v[1] = v[0]; v = v + v; v *= ({W})2; v.xy = v.yx; __shared__ V s[64]; s[t] = v; __syncthreads(); o[t] = (int)s[t ^ 1].y;")
sw = [
 "switch (o[t]) { int y; case 0: y = 1; x += y; case 1: { int z = 2; x += z; } break; case 2 ... 5: x *= 2; [[fallthrough]]; default: x--; }",
 "switch (int q = o[t] & 3; q) { case 0: case 1: x += q; break; case 2: for (;;) { if (x++ > 3) break; } case 3: x++; }",
 "switch (t & 3) { case 0: do { x++; case 1: x++; case 2: x++; } while (--n > 0); }",
 "switch (blockIdx.x) { case 0: __syncthreads(); break; case 1: __syncthreads(); x = 2; return; default: break; }",
 "switch (E e = (E)(t & 1)) { case E::A: x = 1; break; case E::B: x = 2; }",
 "switch (t) { }", "switch (t) { default: ; }", "switch (t) case 3: x = 4;", "if (t) switch (t) { case 1: break; } else x = 1;",
 "for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; case 2: break; default: x += i; } x++; }",
]
for i, s in enumerate(sw):
    add("switch", f"int x = 0, n = o[t]; {s} o[t] = x + n;", "enum class E { A, B };")
    add("switch_sh", S + f"int x = 0, n = s[t ^ 1]; {{ {s} }} __syncthreads(); s[t] = x; __syncthreads(); o[t] = s[t ^ 2] + n;", "enum class E { A, B };")
gt = [
 "again: x++; if (x < n) goto again;", "if (n > 3) goto end; x = 2; end: x++;",
 "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (x++ > 9) goto out; out: ;",
 "goto in; while (n-- > 0) { x += 2; in: x++; }", "a: if (x++ > 3) goto b; goto a; b: if (x++ < 9) goto a;",
 "{ C c(&x); if (n) goto done; x = 4; } done: x++;",
 "L: switch (x++) { case 0: goto L; case 1: goto M; } M: ;", "void *l[] = {&&A, &&Z}; goto *l[n & 1]; A: x = 1; Z: x++;",
]
for s in gt:
    add("goto", f"int x = 0, n = o[t]; {s} o[t] = x;", "struct C { int *p; __device__ C(int *q) : p(q) {} __device__ ~C() { (*p)++; } };")
    add("goto_sync", S + f"int x = 0, n = blockIdx.x & 3; {s} __syncthreads(); s[t] = x; __syncthreads(); o[t] = s[t ^ 1];", "struct C { int *p; __device__ C(int *q) : p(q) {} __device__ ~C() { (*p)++; } };")
misc = [
 ("range_for", "int a[4] = {1, 2, 3, 4}, x = 0; for (auto &v : a) { v++; x += v; } for (int i = 0; auto v : a) x += v * i++; o[t] = x;", ""),
 ("iter", "R r{0, 4}; int x = 0; for (auto v : r) x += v; o[t] = x;", "struct R { int a, b; struct I { int i; __device__ int operator*() const { return i; } __device__ I &operator++() { i++; return *this; } __device__ bool operator!=(const I &q) const { return i != q.i; } }; __device__ I begin() const { return {a}; } __device__ I end() const { return {b}; } };"),
 ("variadic_rec", "o[t] = sum(1, t, 2u, 'c');", "__device__ int sum() { return 0; } template <class A, class... R> __device__ int sum(A a, R... r) { return (int)a + sum(r...); }"),
 ("recursion", "o[t] = fact(4) + fib(t);", "__device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } __device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"),
 ("tmpl_rec", "A<5>::f(o, t);", "template <int N> struct A { static __device__ void f(int *o, int t) { o[t] += N; A<N - 1>::f(o, t); } }; template <> struct A<0> { static __device__ void f(int *, int) {} };"),
 ("gen_lambda", "auto f = [](auto self, int n) -> int { return n < 1 ? 0 : n + self(self, n - 1); }; o[t] = f(f, 3);", ""),
 ("lambda_in_default", "o[t] = f(t);", "__device__ int f(int x, int y = [] { return 3; }()) { return x + y; }"),
 ("iife", "const int x = [&] { if (t & 1) return 1; return 2; }(); o[t] = x;", ""),
 ("lambda_ret_ref", "int a[2] = {1, 2}; auto f = [&](int i) -> int & { return a[i]; }; f(0) = f(1); f(1) += 3; o[t] = a[0] + a[1];", ""),
 ("lambda_in_lambda", "int x = 0; auto f = [&](int i) { auto g = [&, i] { x += i; return x; }; return g() + g(); }; o[t] = f(t);", ""),
 ("lambda_sync", "__shared__ int s[64]; auto sync = [] { __syncthreads(); }; auto put = [&](auto &&g) { s[t] = g(t); sync(); }; put([](int i) { return i * 2; }); o[t] = s[t ^ 1];", ""),
 ("lambda_ptr", "int (*p)(int) = [](int x) { return x + 1; }; o[t] = p(t);", ""),
 ("lambda_arr", "auto f = [](int x) { return x; }; decltype(f) a[2] = {f, f}; o[t] = a[t & 1](t);", ""),
 ("functor_arr", "F a[2]; o[t] = a[0](t) + a[t & 1](1);", "struct F { int k = 2; __device__ int operator()(int x) { return k += x; } };"),
 ("opindex", "A a; a[0] = t; a[1] += a[0]; o[t] = a[1]; const A &c = a; o[t] += c[0];", "struct A { int v[2] = {}; __device__ int &operator[](int i) { return v[i]; } __device__ int operator[](int i) const { return v[i]; } };"),
 ("oparrow", "P p{&p.n}; p->x = t; (*p).x++; o[t] = p->x;", "struct N { int x; }; struct P { N *q; N n; __device__ N *operator->() { return q; } __device__ N &operator*() { return *q; } };"),
 ("opinc", "C c{1}; ++c; c++; C d = c--; o[t] = c.v + d.v;", "struct C { int v; __device__ C &operator++() { v++; return *this; } __device__ C operator++(int) { C x = *this; v++; return x; } __device__ C operator--(int) { C x = *this; --v; return x; } };"),
 ("opcomma", "C c{1}, d{2}; o[t] = (c, d).v; o[t] += (c && d);", "struct C { int v; }; __device__ C operator,(C a, C b) { return {a.v + b.v}; } __device__ bool operator&&(C a, C b) { return a.v & b.v; }"),
 ("opnew", "C *c = new C; c->v = t; o[t] = c->v; delete c; int *a = new int[4]; a[1] = t; o[t] += a[1]; delete[] a;", "struct C { int v; };"),
 ("spaceship", "struct C { int v; bool operator==(const C &) const = default; }; o[t] = C{1} == C{t};", ""),
 ("anon_union", "struct C { union { int a; float b; }; int c; } x; x.a = t; x.c = x.a; x.b += 1; o[t] = x.a + x.c;", ""),
 ("anon_struct", "union C { struct { int a, b; }; int v[2]; }; __shared__ C s[64]; s[t].a = t; s[t].v[1] = 2; __syncthreads(); o[t] = s[t ^ 1].b;", ""),
 ("flex", "struct H { int n; int d[0]; }; __shared__ int raw[128]; H *h = (H *)raw; h->d[t] = t; __syncthreads(); o[t] = h->d[t ^ 1];", ""),
 ("compound_lit", "struct P { int a, b; }; P p = (P){t, 2}; p = {3, t}; o[t] = p.a + ((P){1, 2}).b + ((int[]){1, 2, 3})[t % 3];", ""),
 ("desig", "struct P { int a[3]; struct { int x; } b; } p = {.a = {[1] = t}, .b.x = 4}; o[t] = p.a[1] + p.b.x;", ""),
 ("nullptr", "int *p = nullptr; if (!p) p = o; p[t] = 1; std_nullptr(nullptr); o[t] += p == nullptr;", "__device__ void std_nullptr(decltype(nullptr)) {}"),
 ("string", 'const char *s = "abc"; char b[] = "xyz"; b[0] = s[t % 3]; o[t] = b[0] + sizeof("q") + __func__[0];', ""),
 ("sizeof", "o[t] = sizeof(int[4]) + alignof(double) + sizeof o + noexcept(t) + sizeof...(0);".replace(" + sizeof...(0)", ""), ""),
 ("ternary_void", S + "t & 1 ? (void)(o[t] = 1) : (void)(o[t] = s[t ^ 1]); t ? __syncwarp() : (void)0;".replace(" t ? __syncwarp() : (void)0;", ""), ""),
 ("elvis", "o[t] = o[t] ?: 4;", ""),
 ("logic_assign", "int a = 0, b = 0; (a = t) && (b = 1) || (a = 2); o[t] = a + b; if (int c = a; c > b) o[t] = c; while (int d = b--) o[t] += d;", ""),
 ("throughthis", "C c; c.set(t).set(c.v + 1); o[t] = c.v;", "struct C { int v; __device__ C &set(int x) { this->v = x; return *this; } };"),
 ("delegating", "C c(t); o[t] = c.a + c.b;", "struct C { int a, b = 3; __device__ C(int x, int y) : a(x), b(y) {} __device__ C(int x) : C(x, x + 1) { a++; } };"),
 ("inhctor", "D d(t); o[t] = d.a;", "struct B { int a; __device__ B(int x) : a(x) {} }; struct D : B { using B::B; int z = 1; };"),
 ("virtbase", "D d; d.a = t; o[t] = d.a + d.B1::a;", "struct A { int a; }; struct B1 : virtual A {}; struct B2 : virtual A {}; struct D : B1, B2 {};"),
 ("tmplbase", "D<int> d; d.put(t); o[t] = d.get();", "template <class T> struct B { T v; __device__ void put(T x) { v = x; } }; template <class T> struct D : B<T> { __device__ T get() { return this->v; } };"),
 ("mixins", "M<A, C> m; m.a = t; m.c = 2; o[t] = m.a + m.c;", "struct A { int a; }; struct C { int c; }; template <class... X> struct M : X... {};"),
 ("tuple", "T<int, float> q{t, {2.f}}; o[t] = q.v + (int)q.r.v;", "template <class... X> struct T; template <> struct T<> {}; template <class A, class... X> struct T<A, X...> { A v; T<X...> r; };"),
 ("copyctor", "C c(t); C d = c; C e(d); d = e; o[t] = d.v + e.v;", "struct C { int v; __device__ C(int x) : v(x) {} __device__ C(const C &q) : v(q.v + 1) {} __device__ C &operator=(const C &q) { v = q.v; return *this; } };"),
 ("movector", "C c(t); C d = static_cast<C &&>(c); o[t] = d.v + c.v;", "struct C { int v; __device__ C(int x) : v(x) {} __device__ C(C &&q) : v(q.v) { q.v = 0; } };"),
 ("byval", "C c{{1, 2, 3}}; o[t] = f(c) + c.v[0];", "struct C { int v[3]; }; __device__ int f(C c) { c.v[0] = 9; return c.v[0] + c.v[2]; }"),
 ("retstruct", "auto c = f(t); o[t] = c.v[1] + f(2).v[0];", "struct C { int v[3]; }; __device__ C f(int x) { C c{}; c.v[1] = x; if (x > 4) return c; return {{1, 2, 3}}; }"),
 ("constref", "o[t] = f(t + 1) + f(3) + f(o[t]);", "__device__ int f(const int &x) { __syncthreads(); return x; }"),
 ("rvalref", "o[t] = f(t + 1) + f(3);", "__device__ int f(int &&x) { x += 2; return x; }"),
 ("fwd", "int x = t; g(x); g(3); o[t] = x;", "template <class T> __device__ void f(T &&x) { x += 1; } template <class T> __device__ void g(T &&x) { f(static_cast<T &&>(x)); }"),
 ("consteval", "constexpr int n = f(5); __shared__ int s[n * 8]; s[t % n] = 1; __syncthreads(); o[t] = s[0];", "__host__ __device__ constexpr int f(int x) { int r = 0; for (int i = 0; i < x; i++) r += i; return r; }"),
 ("extern_shared", "extern __shared__ char raw[]; auto *f = reinterpret_cast<float *>(raw); int *i = (int *)(f + 64); f[t] = 1; i[t] = 2; __syncthreads(); o[t] = (int)f[t ^ 1] + i[t ^ 1];", ""),
 ("const_glob", "o[t] = c[t & 3] + cs.a[1];", "__constant__ int c[4] = {1, 2, 3, 4}; struct Q { int a[2]; }; __constant__ Q cs;"),
 ("dev_glob", "g[t] = t; gs.v[t & 1]++; o[t] = g[t];", "__device__ int g[64]; struct Q { int v[2]; }; __device__ Q gs;"),
 ("staticlocal", "static __device__ int n; static const int tab[] = {1, 2, 3}; o[t] = tab[t % 3]; if (t == 0) n++;", ""),
 ("asm", 'unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; selp.u32 %0, 1, 0, p; }" : "+r"(r) : "r"(t)); o[t] = r; asm volatile("" ::: "memory");', ""),
 ("asm_goto_lbl", 'asm volatile("{\\n L%=: bar.sync 0;\\n }"); o[t] = 1;', ""),
 ("overflow", "bool b = __builtin_add_overflow(t, 3, &o[t]); o[t] += b; int x; __builtin_mul_overflow(t, 2, &x); o[t] += x;", ""),
 ("builtins", "o[t] = __builtin_popcount(t) + __builtin_clz(t | 1) + __builtin_expect(t > 3, 0) + __builtin_constant_p(3); if (t > 99) __builtin_unreachable(); __builtin_assume(t >= 0);", ""),
 ("memfns", "struct C { int v[4]; } a, b{}; memcpy(&a, &b, sizeof a); memset(&b, 0, sizeof b); memmove(a.v, b.v, 8); o[t] = a.v[1] + b.v[2];", ""),
 ("offsetof", "struct C { char a; int b; }; o[t] = __builtin_offsetof(C, b); char raw[8]; *(int *)(raw + __builtin_offsetof(C, b)) = t; o[t] += raw[4];", ""),
 ("typeid_like", "using F = int(int); F *f = g; o[t] = (*f)(t) + (****f)(2);", "__device__ int g(int x) { return x; }"),
 ("fnref", "int (&f)(int) = g; o[t] = f(t);", "__device__ int g(int x) { return x; }"),
 ("tmplfnparam", "o[t] = call<g>(t) + call<h2>(t);", "__device__ int g(int x) { return x; } __device__ int h2(int x) { __syncthreads(); return x; } template <int (*F)(int)> __device__ int call(int x) { return F(x); }"),
 ("tmplmemparam", "P p{1, 2}; o[t] = get<&P::a>(p) + get<&P::b>(p);", "struct P { int a, b; }; template <int P::*M> __device__ int get(P &p) { p.*M += 1; return p.*M; }"),
 ("tmpltmpl", "W<V> w; w.v.x[0] = t; o[t] = w.v.x[0];", "template <class T> struct V { T x[2]; }; template <template <class> class X> struct W { X<int> v; };"),
 ("alias", "V<3> v{}; v[1] = t; o[t] = v[1];", "template <int N> using V = int[N];"),
 ("friend", "C c; set(c, t); o[t] = get(c);", "class C { int v; friend __device__ void set(C &c, int x) { c.v = x; } friend __device__ int get(const C &c) { return c.v; } };"),
 ("nested_class", "A::B::C c; c.v[A::n] = t; o[t] = c.v[1];", "struct A { enum { n = 1 }; struct B { struct C { int v[n + 1]; }; }; };"),
 ("namespace", "using namespace a; namespace c = a::b; o[t] = f(t) + c::f(t) + f(2l);", "__device__ int f(long x) { return 1; } namespace a { inline namespace v1 { __device__ int f(int x) { return x; } } namespace b { __device__ int f(int x) { return x + 1; } } }"),
 ("concept", "o[t] = f(t) + f(2.f);", "template <class T> concept I = sizeof(T) == 4; template <I T> __device__ int f(T x) { return (int)x; }"),
 ("requires", "if constexpr (requires { o[0] + 1; }) o[t] = 1; else __syncthreads();", ""),
 ("nttp_class", "o[t] = f<P{1, 2}>(t);", "struct P { int a, b; }; template <P p> __device__ int f(int x) { return x * p.a + p.b; }"),
 ("deduction", "A a(t, 2); o[t] = a.x + a.y;", "template <class T> struct A { T x, y; __device__ A(T p, T q) : x(p), y(q) {} };"),
 ("try_unions", "U u; u.f = 1; auto &r = u.i; r ^= 0x80000000; o[t] = u.f < 0;", "union U { float f; unsigned i; __device__ U() : i(0) {} };"),
 ("long_double", "long double x = t; o[t] = (int)x;", ""),
 ("int128", "__int128 x = t; x *= x; o[t] = (int)x; unsigned __int128 y = x; y >>= 3; o[t] += (int)y;", ""),
 ("char_arith", "char c = t; c += c; signed char d = c << 1; wchar_t w = d; char16_t u = w; o[t] = c + d + w + u;", ""),
 ("enum", "enum { A = 1, B }; enum class E : unsigned char { X = 3 }; E e = E::X; e = (E)((int)e + B); o[t] = (int)e + A;", ""),
 ("shift_wide", "unsigned long long m = 1ull << t; m |= ~0ull >> (63 - (t & 63)); o[t] = (int)(m >> 3);", ""),
 ("complex_cond", "if ((t & 1 ? o : o + 1)[t] > 3 && !(t % 3)) o[t] = 1; else if (t == 4 || (t > 5 and not (t < 8))) o[t] = 2;", ""),
 ("do_comma", "int i = 0, j = 9; do i++, j--; while (i < j); for (i = 0, j = 3; i < j; ++i, --j); o[t] = i + j;", ""),
 ("empty", ";;; {} if (t) ; else ; for (; t < 0;) ; o[t] = 1;", ""),
 ("attr", "[[likely]] if (t) o[t] = 1; [[maybe_unused]] int x = 0; [[unlikely]] ; #pragma unroll 4\n for (int i = 0; i < 4; i++) o[t] += i;".replace("[[likely]] if", "if").replace("[[unlikely]] ; ", "").replace("#pragma", "\n#pragma"), ""),
 ("label_unused", "unused: o[t] = 1; __label: ;", ""),
 ("local_class", "struct L { int v; __device__ int f() { __syncthreads(); return v; } } l{t}; o[t] = l.f();", ""),
 ("local_extern", "extern __device__ int g(int); o[t] = 1;", ""),
 ("discard", "o[t]; (void)o[t]; t + 1; *o; &o[t]; !t; -t; (t, o)[t] = 2;", ""),
 ("self_init", "int x = x; int y(y); o[t] = 1; (void)x; (void)y;", ""),
 ("aggregate_ret_in_cond", "if (f(t).ok) o[t] = 1; while (f(o[t]).ok) o[t]--;", "struct R { bool ok; int v; }; __device__ R f(int x) { return {x > 3, x}; }"),
 ("array_of_struct_loop", "P p[4]; for (int i = 0; i < 4; i++) { p[i] = {i, t}; p[i].b += p[i].a; } int x = 0; for (auto &q : p) x += q.b; o[t] = x;", "struct P { int a, b; };"),
 ("multi_dim", "__shared__ int s[4][4][4]; (&s[0][0][0])[t] = t; __syncthreads(); int (*p)[4][4] = s; int *q = p[1][2]; o[t] = q[3] + (*(p + 1))[0][1] + s[t / 16][t / 4 % 4][t % 4];", ""),
 ("ptr_arith", "__shared__ int s[64]; int *a = s, *e = s + 64; *(a + t) = 1; __syncthreads(); int x = 0; for (int *p = a; p != e; ++p) x += *p; o[t] = x + (int)(e - a) + t[s];", ""),
 ("ptr_cast", "__shared__ float s[64]; unsigned long long u = (unsigned long long)(s + t); *(float *)u = 1; __syncthreads(); void *v = s; o[t] = (int)((float *)v)[t ^ 1] + (int)(unsigned long)v % 4;", ""),
 ("bool_ptr", "if (o) o[t] = !!o; bool b = o; o[t] += b;", ""),
 ("cvta", "__shared__ int s[64]; unsigned a = (unsigned)__cvta_generic_to_shared(s); asm volatile(\"st.shared.u32 [%0], %1;\" :: \"r\"(a + 4 * t), \"r\"(t) : \"memory\"); __syncthreads(); o[t] = s[t ^ 1];", ""),
 ("shfl_struct", "struct P { int a, b; } p{t, 2}; int *q = (int *)&p; for (int i = 0; i < 2; i++) q[i] = __shfl_xor_sync(~0u, q[i], 1); o[t] = p.a;", ""),
 ("atomics", "__shared__ unsigned long long n; __shared__ float f[2]; if (t == 0) n = 0; if (t < 2) f[t] = 0; __syncthreads(); atomicAdd(&n, 1ull); atomicAdd(&f[t & 1], 1.f); atomicCAS((int *)&f[0], 1, 2); __syncthreads(); o[t] = (int)n;", ""),
 ("thread_struct", "dim3 d(threadIdx.x, 2); uint3 u = threadIdx; auto [x, y, z] = u; o[x] = d.x + y + z + blockDim.x;", ""),
 ("param_struct", "q.o[t] = q.n[1] + q.p.x;", "", ),
]
for name, body, pre in misc:
    if name == "param_struct":
        odd.append((name, kern(body, "struct P { int x; }; struct Q { int *o; int n[2]; P p; };", "Q q") + "void h(int *d) { Q q{d, {1, 2}, {3}}; k<<<1, 64>>>(q); }\n")); continue
    add(name, body, pre)
for name, text in odd: emit(name, text)
# device functions that nothing calls, members, constructors, conversion operators
for T in ints + flts + ["float4", "int *", "void *"]:
    emit("uncalled", f"typedef {T} T;\nstruct X {{ T v; __device__ X(T a) : v(a) {{ __shared__ T s; s = a; __syncthreads(); v = s; }} __device__ operator T &() {{ __syncthreads(); return v; }} __device__ T *operator&() {{ return &v; }} __device__ ~X() {{ __syncthreads(); v = T(); }} __device__ X &operator=(const X &x) {{ __syncthreads(); v = x.v; return *this; }} __device__ static void f(T *p, T &q, const T &r, T (&a)[3]) {{ __syncthreads(); *p = q; q = r; a[1] = q; T t = a[2]; *p = t; }} }};\n__global__ void k(int *o) {{ o[threadIdx.x] = 1; }}\n")
    emit("uncalled_t", f"template <class T> struct X {{ T v; template <class U> __device__ void f(U &u) {{ __shared__ U s[32]; s[threadIdx.x] = u; __syncthreads(); u = s[threadIdx.x ^ 1]; v = T(); }} }};\ntemplate struct X<{T}>;\ntemplate __device__ void X<{T}>::f<{T}>({T} &);\ntemplate <class T> __global__ void k(T *o) {{ X<T> x; T y{{}}; x.f(y); o[threadIdx.x] = y; }}\ntemplate __global__ void k<{T}>({T} *);\n")


def main():
    folder = sys.argv[1]
    for first in range(0, len(programs), EACH):
        with open(os.path.join(folder, "%03d.cu" % (first // EACH)), "w") as f:
            f.write("#include <new>\n")
            for i, text in enumerate(programs[first:first + EACH]):
                kept = [line for line in text.split("\n")
                        if not line.startswith(("#include", "void h("))]
                f.write("namespace p%d {\n%s\n}\n" % (first + i, "\n".join(kept)))
    print(sum(text.count("__global__ void k(") for text in programs))


main()
