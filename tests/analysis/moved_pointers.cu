// Host code that assigns pointers between launches: w_ launches pass the same memory twice at some time,
// r_ launches never, and of u_ launches it is not clear (tests/analysis/moved_pointers.sh).
// Callers of n_ launches lie further away than is looked at.
#include <utility>
#define K(name) __global__ void name(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
struct Pair { float *out; const float *in; };
#define P(name) __global__ void name(Pair p) { int t = threadIdx.x; p.out[t] = p.in[t ^ 1] + 1; }
K(w_for) K(r_for) K(w_while) K(w_do) K(r_std_swap) K(r_rotate) K(w_rotate) K(u_two) K(r_two) K(w_lambda) K(r_lambda)
K(w_called) K(r_called) K(w_reference) K(r_reference) K(w_address) K(r_address) K(w_step) K(r_step) K(w_pass) K(r_pass)
K(r_alternates) K(w_alternates) K(w_first) K(w_array) K(r_array) K(w_comma) K(w_before) K(r_fresh) K(w_inc) K(w_range) K(r_same_condition) K(w_switch) K(w_exchange) K(r_exchange) K(w_method) K(u_ladder) K(r_compared)
K(w_alias) K(r_alias) K(w_passed_on) K(w_nested) K(w_deep) K(w_fifth) K(r_fifth) K(r_optional) K(w_chosen_by_call) K(w_optional) K(r_either) K(w_handed) K(r_handed) K(w_temporary) K(r_temporary) K(w_initialised) K(r_initialised) K(w_referred) K(w_asked) K(r_asked) K(r_switched) K(r_picked) K(w_switched) K(w_picked) K(w_first_of_two) K(w_second_of_two) K(n_comma) K(n_number) K(n_made) K(n_both) K(n_told) K(n_device) K(n_far) K(n_taken) K(n_virtual) K(w_held) K(n_held) K(n_many) K(n_element) K(w_bound) K(n_bound) K(w_slot) K(r_handles) K(w_handles) K(n_handles) K(n_index) K(w_kept)
K(w_template) K(r_template) K(w_listed) K(r_listed) K(u_static) K(r_static) K(u_global) K(u_goto) K(w_copied) K(r_copied) K(w_returned) K(r_counted) K(w_function)
K(r_beside) K(w_chosen) K(w_chosen_before) K(r_chosen)
P(w_members) P(r_members) P(w_struct) P(r_struct)
void loops(float *d, float *e, float *f, int n)
{
    float *a = d, *b = e;
    for (int i = 0; i < n; i++) { w_for<<<1, 64>>>(a, b); b = a; }
    float *a1 = d, *b1 = e;
    for (int i = 0; i < n; i++) { r_for<<<1, 64>>>(a1, b1); float *t = a1; a1 = b1; b1 = t; }
    float *a2 = d, *b2 = e;
    while (n-- > 0) { w_while<<<1, 64>>>(a2, b2); a2 = b2; }
    float *a3 = d, *b3 = e;
    do { w_do<<<1, 64>>>(a3, b3); b3 = a3; } while (--n > 3);
    float *a4 = d, *b4 = e;
    for (;;) { r_std_swap<<<1, 64>>>(a4, b4); if (n-- < 0) break; std::swap(a4, b4); }
    float *x = d, *y = e, *z = f;
    for (int i = 0; i < n; i++) { r_rotate<<<1, 64>>>(x, y); float *t = x; x = y; y = z; z = t; }
    float *x1 = d, *y1 = e, *z1 = f;
    for (int i = 0; i < n; i++) { w_rotate<<<1, 64>>>(x1, y1); x1 = y1; y1 = z1; }
    float *p = d, *q = e;
    for (int i = 0; i < n; i++) { r_two<<<1, 64>>>(p, q); r_two<<<1, 64>>>(q, p); }
    float *p1 = d, *q1 = e;
    for (int i = 0; i < n; i++) { if (i) u_two<<<1, 64>>>(p1, q1); q1 = p1; }
}
void lambdas(float *d, float *e, int n)
{
    auto step = [&] { w_lambda<<<1, 64>>>(d, e); e = d; };
    for (int i = 0; i < n; i++) step();
    float *a = d, *b = e + 100;
    auto good = [&] { r_lambda<<<1, 64>>>(a, b); std::swap(a, b); };
    for (int i = 0; i < n; i++) good();
}
static void one(float *&o, float *&i) { w_called<<<1, 64>>>(o, i); i = o; }
static void two(float *&o, float *&i) { r_called<<<1, 64>>>(o, i); float *t = i; i = o; o = t; }
void calls(float *d, float *e, int n)
{
    float *a = d, *b = e;
    for (int i = 0; i < n; i++) one(a, b);
    float *a1 = d, *b1 = e;
    for (int i = 0; i < n; i++) two(a1, b1);
}
void references(float *d, float *e, float *f, int n)
{
    float *&r = e;
    for (int i = 0; i < n; i++) { w_reference<<<1, 64>>>(d, e); r = d; }
    float *s = f;
    for (int i = 0; i < n; i++) { r_reference<<<1, 64>>>(d, s); e = d; }
}
static void assign(float **to, float *from) { *to = from; }
static void exchange(float **a, float **b) { float *t = *a; *a = *b; *b = t; }
void addresses(float *d, float *e, int n)
{
    float *a = d, *b = e;
    for (int i = 0; i < n; i++) { w_address<<<1, 64>>>(a, b); assign(&b, a); }
    float *a1 = d, *b1 = e;
    for (int i = 0; i < n; i++) { r_address<<<1, 64>>>(a1, b1); exchange(&a1, &b1); }
}
struct Solver {
    float *d, *e;
    void step() { w_step<<<1, 64>>>(d, e); e = d; }
    void good() { r_step<<<1, 64>>>(d, e); std::swap(d, e); }
    void twice() { w_method<<<1, 64>>>(d, e); e = d; }
    void run(int n) { for (int i = 0; i < n; i++) twice(); }
};
void solver(Solver s, Solver q, int n)
{
    for (int i = 0; i < n; i++) s.step();
    for (int i = 0; i < n; i++) q.good();
}
void others(float *d, float *e, float *f, int n, bool c)
{
    for (int i = 0; i < n; i++) r_alternates<<<1, 64>>>(i & 1 ? d : e, i & 1 ? e : d);
    for (int i = 0; i < n; i++) w_alternates<<<1, 64>>>(i & 1 ? d : e, i & 2 ? e : d);
    for (int i = 0; i < n; i++) { const float *src = i ? d : e; w_first<<<1, 64>>>(d, src); }
    float *both[2] = {d, e};
    for (int i = 0; i < n; i++) { w_array<<<1, 64>>>(both[0], both[1]); both[1] = both[0]; }
    float *some[2] = {d, e};
    for (int i = 0; i < n; i++) { r_array<<<1, 64>>>(some[0], some[1]); std::swap(some[0], some[1]); }
    float *g = e;
    for (int i = 0; i < n; g = d, i++) w_comma<<<1, 64>>>(d, g);
    float *h = e;
    if (c) h = d;
    w_before<<<1, 64>>>(d, h);
    float *fresh = e;
    for (int i = 0; i < n; i++) { r_fresh<<<1, 64>>>(d, fresh); fresh = d; cudaMalloc(&fresh, 4096); }
    float *k = d + 8;
    for (int i = 0; i < n; i++) { w_inc<<<1, 64>>>(d, k); k--; }
    float *src = c ? d : e, *dst = c ? e : d;
    r_same_condition<<<1, 64>>>(dst, src);
    float *sw = e;
    for (int i = 0; i < n; i++) { w_switch<<<1, 64>>>(d, sw); switch (n) { case 3: sw = d; break; default: break; } }
    float *ex = d, *ey = e;
    for (int i = 0; i < n; i++) { w_exchange<<<1, 64>>>(ex, ey); ey = std::exchange(ex, f); ex = ey; }
    float *ex1 = d, *ey1 = e;
    for (int i = 0; i < n; i++) { r_exchange<<<1, 64>>>(ex1, ey1); ey1 = std::exchange(ex1, ey1); }
    float *in = e, *tmp = d;
    for (int i = 0; i < n; i++) { if (i == n - 1) tmp = f; u_ladder<<<1, 64>>>(tmp, in); in = tmp; tmp = tmp == d ? e + 1000 : d; }
    float *cmp = e;
    for (int i = 0; i < n; i++) { if (cmp != d) r_compared<<<1, 64>>>(d, cmp); cmp = d; }
}
template <class F> void for_all(int n, F f) { for (int i = 0; i < n; i++) f(i); }
extern void scheduled(void (*)(int));
void more(float *d, float *e, int n)
{
    Pair p = {d, e};
    for (int i = 0; i < n; i++) { w_members<<<1, 64>>>(p); p.in = p.out; }
    Pair q = {d, e};
    for (int i = 0; i < n; i++) { r_members<<<1, 64>>>(q); float *t = q.out; q.out = (float *)q.in; q.in = t; }
    Pair r = {d, e}, s = {d, d};
    for (int i = 0; i < n; i++) { w_struct<<<1, 64>>>(r); r = s; }
    Pair r1 = {d, e}, s1 = {e, d};
    for (int i = 0; i < n; i++) { r_struct<<<1, 64>>>(r1); r1 = s1; }
    Pair al = {d, e}, *to = &al;
    for (int i = 0; i < n; i++) { w_alias<<<1, 64>>>(al.out, al.in); to->in = to->out; }
    Pair al1 = {d, e}, al2 = {d, e}, *to1 = &al2;
    for (int i = 0; i < n; i++) { r_alias<<<1, 64>>>(al1.out, al1.in); to1->in = to1->out; }
    float *a = d, *b = e;
    for_all(n, [&](int) { w_passed_on<<<1, 64>>>(a, b); b = a; });
    float *c = d, *g = e;
    for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) w_nested<<<1, 64>>>(c, g); g = c; }
    int list[3] = {1, 2, 3};
    float *h = e;
    for (int v : list) { w_range<<<1, 64>>>(d, h); h = d; }
}
static void inner(float *o, float *i) { w_deep<<<1, 64>>>(o, i); }
static void middle(float *o, float *i) { inner(o, i); }
void outer(float *d, float *e, int n) { float *a = d; for (int i = 0; i < n; i++) { middle(d, a == d ? e : a); a = d; float *b = e; b = a; middle(b, a); } }
struct Pass { float *src, *dst; };
void passes(float *d, float *e, int n)
{
    Pass w = {d, e};
    for (int i = 0; i < n; i++) { w_pass<<<1, 64>>>(w.dst, w.src); w.src = w.dst; }
    Pass r = {d, e};
    for (int i = 0; i < n; i++) { r_pass<<<1, 64>>>(r.dst, r.src); std::swap(r.src, r.dst); }
}
template <class T> void rounds(T *a, T *b, int n, bool wrong)
{
    for (int i = 0; i < n; i++) { w_template<<<1, 64>>>(a, b); b = a; }
}
template <class T> void swaps(T *a, T *b, int n)
{
    for (int i = 0; i < n; i++) { r_template<<<1, 64>>>(a, b); T *t = a; a = b; b = t; }
}
float *current, *previous;
static float *chosen(float *a, float *b, bool first) { return first ? a : b; }
void last(float *d, float *e, int n)
{
    rounds(d, e, n, true);
    swaps(d, e, n);
    float *a = d, *b = e;
    void *args[] = {&a, &b};
    for (int i = 0; i < n; i++) { cudaLaunchKernel((void *)w_listed, dim3(1), dim3(64), args, 0, 0); b = a; }
    float *x = d, *y = e;
    void *good[] = {&x, &y};
    for (int i = 0; i < n; i++) { cudaLaunchKernel((void *)r_listed, dim3(1), dim3(64), good, 0, 0); std::swap(x, y); }
    Pair p = {d, e}, q;
    for (int i = 0; i < n; i++) { q = p; w_copied<<<1, 64>>>(q.out, q.in); p.in = p.out; }
    Pair p1 = {d, e}, q1;
    for (int i = 0; i < n; i++) { q1 = p1; r_copied<<<1, 64>>>(q1.out, q1.in); p1 = {(float *)q1.in, q1.out}; }
    w_returned<<<1, 64>>>(d, chosen(e, d, n > 3));
    for (int i = 0; i < n; i++) { float *row = d + 64 * i, *to = e + 64 * i; r_counted<<<1, 64>>>(row, to); }
}
void keeps(float *d, float *e)
{
    static float *s, *t;
    u_static<<<1, 64>>>(s, t);
    t = s;
}
void keeps_apart(float *d, float *e)
{
    static float *s, *t;
    r_static<<<1, 64>>>(s, t);
    std::swap(s, t);
}
void globals() { u_global<<<1, 64>>>(current, previous); previous = current; }
void jumps(float *d, float *e, int n)
{
again:
    u_goto<<<1, 64>>>(d, e);
    e = d;
    if (n-- > 0) goto again;
}
#include <functional>
void stored(float *d, float *e, int n)
{
    std::function<void()> f = [&] { w_function<<<1, 64>>>(d, e); e = d; };
    for (int i = 0; i < n; i++) f();
}
void fifths(float *d, float *e, float *f, float *g, float *h, int n)
{
    float *a = d, *b = e, *c = f, *x = g, *y = h;
    for (int i = 0; i < n; i++) { w_fifth<<<1, 64>>>(a, y); y = x; x = c; c = b; b = a; }
    float *a1 = d, *b1 = e, *c1 = f, *x1 = g, *y1 = h;
    for (int i = 0; i < n; i++) { r_fifth<<<1, 64>>>(a1, y1); float *t = y1; y1 = x1; x1 = c1; c1 = b1; b1 = a1; a1 = t; }
}
static void far6(float *d, float *e) { n_far<<<1, 64>>>(d, e); }
static void far5(float *d, float *e) { far6(d, e); }
static void far4(float *d, float *e) { far5(d, e); }
static void far3(float *d, float *e) { far4(d, e); }
static void far2(float *d, float *e) { far3(d, e); }
static void far1(float *d, float *e) { far2(d, e); }
void far(float *d) { far1(d, d); }
static void many(float *d, float *e, int n) { for (int i = 0; i < n; i++) { n_many<<<1, 64>>>(d, e); std::swap(d, e); } }
#define CALLS(i) static void many##i(float *d, float *e) { float *f = e + 100; many(d, f, i); }
CALLS(1) CALLS(2) CALLS(3) CALLS(4) CALLS(5) CALLS(6) CALLS(7) CALLS(8) CALLS(9)
// what another function chooses among its own is of no interest, however often
struct Half { unsigned short bits; };
void describe(const void *);
static void beside(Half *a, Half *b, bool c0, bool c1, bool c2, bool c3)
{
    int x = 0, y = 0;
    describe(c0 ? &x : &y);
    describe(c1 ? &x : &y);
    describe(c2 ? &x : &y);
    describe(c3 ? (void *)a : (void *)b);
}
void choices(float *d, float *e, float *f, Half *g, Half *h, bool c)
{
    for (int i = 0; i < 4; i++) {
        r_beside<<<1, 64>>>(d, e);
        beside(g, h, c, !c, i, d);
        beside(h, g, c, !c, i, d);
        beside((Half *)d, (Half *)e, c, !c, i, d);
        float *t = d;
        d = e;
        e = t;
    }
    w_chosen<<<1, 64>>>(c ? d : e, e);
    r_chosen<<<1, 64>>>(c ? d : f, e);
    float *p = c ? d : e;
    w_chosen_before<<<1, 64>>>(p, e);
}
#include <vector>
static float *&slot(float *&p) { return p; }
void elements(float *d)
{
    std::vector<float *> v;
    v.push_back(d);
    v.push_back(d);
    n_element<<<1, 64>>>(v[0], v[1]);
}
void bindings(float *d, float *e)
{
    auto [x, y] = std::pair<float *, float *>(d, d);
    w_bound<<<1, 64>>>(x, y);
    auto [p, q] = std::pair<float *, float *>(d, e);
    n_bound<<<1, 64>>>(p, q);
}
void slots(float *d, float *e) { slot(e) = d; w_slot<<<1, 64>>>(d, e); }
void indices(float *d, float *e)
{
    float *p[2];
    for (int i = 0; i < 2; i++) p[i] = d;
    n_index<<<1, 64>>>(p[0], p[1]);
}
void kept(float *d) { static float *s = d; float *e = d; w_kept<<<1, 64>>>(s, e); }
// a launcher whose address goes somewhere has other callers
static void taken(float *d, float *e) { n_taken<<<1, 64>>>(d, e); }
void call_taken(float *d, float *e) { taken(d, e); void (*h)(float *, float *); h = taken; h(d, d); }
struct Launcher { virtual void go(float *d, float *e) { n_virtual<<<1, 64>>>(d, e); } };
void call_virtual(Launcher &l, float *d, float *e) { l.go(d, e); }
static void held(float *d, float *e) { w_held<<<1, 64>>>(d, e); }
void call_held(float *d) { auto h = &held; h(d, d); }
static void held_apart(float *d, float *e) { n_held<<<1, 64>>>(d, e); }
void call_held_apart(float *d, float *e) { auto h = held_apart; h(d, e); }
// what is not known, or nothing, is no memory of another pointer, however often it is chosen; what is known is
struct Optional { bool has_value() const; float *value() const; };
#define ONE(o, i) o[i].has_value() ? o[i].value() :
#define FIVE(o, i) ONE(o, i) ONE(o, i + 1) ONE(o, i + 2) ONE(o, i + 3) ONE(o, i + 4)
void optional(const Optional *a, const Optional *b, int n)
{
    for (int i = 0; i < n; i++)
        r_optional<<<1, 64>>>(FIVE(a, 0) FIVE(a, 5) FIVE(a, 10) FIVE(a, 15) nullptr, FIVE(b, 0) FIVE(b, 5) FIVE(b, 10) b[15].value());
}
void optional_known(float *d, bool c) { float *e = d; w_optional<<<1, 64>>>(c ? e : nullptr, d); }
void either(float *d, bool c) { float *e = d; r_either<<<1, 64>>>(c ? d : nullptr, c ? nullptr : e); }
float *chosen_by_call(float **p);
void choose_by_call(float *d, float *z, bool c) { float *e = d; float *q = z; q = c ? chosen_by_call(&e) : nullptr; w_chosen_by_call<<<1, 64>>>(e, d); w_chosen_by_call<<<1, 64>>>(q, e); }
// what a function hands on is its argument, and a reference to something that no variable holds is of its call
template <class T> decltype(auto) handed(T &&argument) { return std::forward<T>(argument); }
template <class F, class... A> void hand_on(F *k, A &&...a) { k<<<1, 64>>>(handed(std::forward<A>(a))...); }
void hand_on_both(float *d, float *e, float *f)
{
    hand_on(r_handed, d, e);
    float *q = d;
    e = f ? d : q;
    hand_on(w_handed, e, d);
}
static float *itself(float *const &p) { return p; }
void temporaries(float *d, float *e)
{
    float *q = d;
    r_temporary<<<1, 64>>>(itself(d + 64), itself(e + 64));
    w_temporary<<<1, 64>>>(itself(d + 0), itself(q + 0));
}
// what a constructor initialises, a reference to a pointer, a method that leaves its object as it is
struct Held { float *x, *y; Held(float *d, float *e) : x(d), y(e) {} void right() { r_initialised<<<1, 64>>>(x, y); } };
struct Twice { float *x, *y; Twice(float *d) : x(d), y(d) {} void wrong() { w_initialised<<<1, 64>>>(x, y); } };
void initialised(float *d, float *e) { Held(d, e).right(); Twice t(d); t.wrong(); }
void reference(float *d) { float *&r = d; w_referred<<<1, 64>>>(r, d); }
struct Tensor { float *data_ptr() const; float *next(); };
void asked(Tensor a, Tensor b) { w_asked<<<1, 64>>>(a.data_ptr(), a.data_ptr()); r_asked<<<1, 64>>>(a.data_ptr(), b.data_ptr()); }
// which of several kernels is launched says nothing of the pointers
void switched(float *d, float *e)
{
    for (int i = 0; i < 4; i++) {
        void (*kernel)(float *, const float *);
        switch (i) {
        case 0: kernel = &r_switched; break;
        default: kernel = &r_picked; break;
        }
        kernel<<<1, 64>>>(d, e);
    }
}
void switched_and_moved(float *d, float *e)
{
    for (int i = 0; i < 4; i++) {
        void (*kernel)(float *, const float *);
        switch (i) {
        case 0: kernel = &w_switched; break;
        default: kernel = &w_picked; break;
        }
        kernel<<<1, 64>>>(d, e);
        e = d;
    }
}
static void launch_one(void (*k)(float *, const float *), float *a, float *b) { k<<<1, 64>>>(a, b); }
void set_and_moved(float *d, float *e, int n)
{
    void (*kernel)(float *, const float *) = &w_first_of_two;
    for (int i = 0; i < 4; i++) {
        if (n == i) kernel = &w_second_of_two;
        launch_one(kernel, d, e);
        e = d;
    }
}
// of these it is not known which memory they give
#include <memory>
float *told(int n);
struct Both { float *a, *b; };
static Both both(float *d) { return {d, d}; }
void unknown(float *d, unsigned long n)
{
    float *e;
    n_comma<<<1, 64>>>((e = d, e), d);
    n_number<<<1, 64>>>((float *)n, (float *)n);
    std::unique_ptr<float> owner(d);
    n_made<<<1, 64>>>(owner.get(), d);
    Both p = both(d);
    n_both<<<1, 64>>>(p.a, p.b);
    n_told<<<1, 64>>>(told(1), told(1));
}
// what a kernel launches gets what its own launch passes, and no run goes into that
__global__ void launches(float *out, float *in) { n_device<<<1, 64>>>(out, in); }
void repeats(float *d, float *e, int n)
{
    for (int i = 0; i < n; i++) { launches<<<1, 1>>>(d, e); e = d; }
}

/* Handles that functions give references to. */
struct memory { char *p; char *get() const { return p; } };
struct handle { memory m; memory &raw() { return m; } };
struct buffer { handle h; handle &own() { return h; } };
static handle &handle_of(buffer &b) { return b.own(); }
static float *pointer_of(buffer &b) { return reinterpret_cast<float *>(handle_of(b).raw().get()); }
void handles(buffer &a, buffer &b) {
    r_handles<<<1, 64>>>(pointer_of(a), pointer_of(b));
    w_handles<<<1, 64>>>(pointer_of(a), pointer_of(a));
}
static int times;
static handle &counted(buffer &b) { times++; return b.own(); }
static float *counted_of(buffer &b) { return reinterpret_cast<float *>(counted(b).raw().get()); }
void counted_handles(buffer &a, buffer &b) { n_handles<<<1, 64>>>(counted_of(a), counted_of(b)); }
