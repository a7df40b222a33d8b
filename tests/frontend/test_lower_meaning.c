/* The IR of a piece of C computes what the compiler's code computes: each piece is compiled into
 * this program and lowered from its text, and both run over the same small arrays. */
#include "lower_test.h"

#include <stdint.h>

/* ---- one thread of the IR -------------------------------------------------------------------- */

#define MAX_STEPS 100000
#define CELLS 32 /* of the array parameter */

typedef struct machine {
    const csl_kernel *k;
    int64_t *var;
    unsigned char **memory; /* per object; object o starts at address (o + 1) << 32 */
    uint64_t *size;
    int64_t n;
    uint32_t jump; /* label being jumped to, or CSL_NO_VAR */
    bool ended;
    unsigned steps;
} machine;

static int64_t eval(machine *m, const csl_expr *e) {
    int64_t kids[64];
    switch (e->op) {
    case CSL_OP_CONST: return e->value;
    case CSL_OP_VAR: return m->var[e->index];
    case CSL_OP_PARAM: return m->n;
    case CSL_OP_BASE: return (int64_t)(e->index + 1) << 32;
    case CSL_OP_TID:
    case CSL_OP_BID: return 0;
    case CSL_OP_BDIM:
    case CSL_OP_GDIM: return 1;
    case CSL_OP_ITE: return eval(m, eval(m, e->kids[0]) ? e->kids[1] : e->kids[2]);
    default: break;
    }
    ck_assert_msg(e->op != CSL_OP_PURE && e->nkids <= 64, "%s has no value", csl_op_name(e->op));
    for (unsigned i = 0; i < e->nkids; i++)
        kids[i] = eval(m, e->kids[i]);
    return csl_eval_op(e, kids);
}

static void run_access(machine *m, const csl_access *a) {
    int64_t address = eval(m, a->address);
    uint64_t object = (uint64_t)(address >> 32) - 1, offset = (uint32_t)address;
    ck_assert_uint_lt(object, m->k->nobjects);
    ck_assert_msg(offset + a->bytes <= m->size[object], "access outside object %u + %u",
                  (unsigned)object, (unsigned)offset);
    ck_assert(!a->bounds || eval(m, a->bounds));
    ck_assert(a->bytes == csl_type_bytes(a->type));
    unsigned char *cell = m->memory[object] + offset;
    int64_t value = 0;
    if (a->mode == CSL_MODE_READ) {
        memcpy(&value, cell, a->bytes);
        if (a->result != CSL_NO_VAR)
            m->var[a->result] = csl_normalise(a->type, value);
    } else {
        ck_assert(a->value != NULL);
        value = eval(m, a->value);
        memcpy(cell, &value, a->bytes);
    }
}

static void run(machine *m, const csl_stmt *s) {
    for (; s && !m->ended && m->jump == CSL_NO_VAR; s = s->next) {
        ck_assert_msg(++m->steps < MAX_STEPS, "does not end");
        switch (s->kind) {
        case CSL_STMT_IF: run(m, eval(m, s->branch.cond) ? s->branch.body : s->branch.other); break;
        case CSL_STMT_LOOP:
            while (!m->ended && m->jump == CSL_NO_VAR)
                run(m, s->block.body);
            break;
        case CSL_STMT_BLOCK:
            run(m, s->block.body);
            if (m->jump == s->block.label)
                m->jump = CSL_NO_VAR;
            break;
        case CSL_STMT_BR: m->jump = s->label; break;
        case CSL_STMT_LET:
            m->var[s->let.var] = csl_normalise(m->k->vars[s->let.var].type, eval(m, s->let.value));
            break;
        case CSL_STMT_HAVOC: m->var[s->havoc.var] = 0x5a; break; /* uninitialised */
        case CSL_STMT_ACCESS: run_access(m, s->access); break;
        case CSL_STMT_EXIT: m->ended = true; break;
        default: ck_abort_msg("statement %d in a piece of plain C", s->kind);
        }
    }
}

/* Runs the kernel k(int *p, int n) once. */
static void run_kernel(const csl_kernel *k, int *cells, int n) {
    machine m = {.k = k, .n = n, .jump = CSL_NO_VAR};
    m.var = calloc(k->nvars + 1, sizeof *m.var);
    m.memory = calloc(k->nobjects + 1, sizeof *m.memory);
    m.size = calloc(k->nobjects + 1, sizeof *m.size);
    for (uint32_t i = 0; i < k->nobjects; i++) {
        bool parameter = k->objects[i].param != UINT32_MAX;
        m.size[i] = parameter ? CELLS * sizeof *cells : k->objects[i].bytes;
        m.memory[i] = parameter ? (unsigned char *)cells : calloc(m.size[i] + 1, 1);
    }
    run(&m, k->body);
    ck_assert_uint_eq(m.jump, CSL_NO_VAR);
    for (uint32_t i = 0; i < k->nobjects; i++)
        if (k->objects[i].param == UINT32_MAX)
            free(m.memory[i]);
    free(m.var);
    free(m.memory);
    free(m.size);
}

/* ---- the pieces ------------------------------------------------------------------------------ */

typedef struct piece {
    const char *name, *text;
    void (*compiled)(int *p, int n);
} piece;

#define __device__ static
#define HELPERS(...)                                                                               \
    __VA_ARGS__                                                                                    \
    static const char helpers[] = #__VA_ARGS__;
#define PIECE(name, ...)                                                                           \
    static void compiled_##name(int *p, int n) {                                                   \
        (void)p;                                                                                   \
        (void)n;                                                                                   \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    static const char text_##name[] = #__VA_ARGS__;

/* clang-format off */
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough" /* that is what is tested */
HELPERS(
    struct pair { int a; short b[2]; };
    __device__ int twice(int x) { return 2 * x; }
    __device__ int early(int x) { if (x < 3) return 7; for (int i = 0; i < 9; i++) if (i == x) return i * 10; return -1; }
    __device__ void bump(int *x, int by) { *x += by; }
    __device__ struct pair make(int a) { struct pair q = {a, {(short)(a + 1), 3}}; if (a > 4) q.b[1] = 9; return q; }
    __device__ int sum(const int *v, int count) { int s = 0; while (count-- > 0) s += *v++; return s; }
    __device__ int take(struct pair q) { q.a++; return q.a + q.b[0] * q.b[1]; }
)
PIECE(arithmetic, unsigned u = n; long l = n; unsigned char c = n * 77; short s = c << 3;
      p[0] = u / 3; p[1] = l * 3 >> 1; p[2] = c + s; p[3] = -n % 5; p[4] = n / 4; p[5] = ~n & 0xff;
      p[6] = (u >> 28) + (n >> 2); p[7] = (unsigned)n < u + 1; p[8] = (n < 3) + !n; p[9] = (char)(n * 50);
      p[10] = u * u > 100u ? n ^ 5 : n | 8; p[11] = sizeof(long) * n; p[12] = (unsigned short)-n;)
PIECE(increments, int i = n & 7; int v = i; p[i++] = v; v = i--; p[++i] = v; int j = i--; j -= --i; p[10] = j; p[11] = i;
      int *q = p + 12; *q++ = 5; *q = n; q[1] = q - p; --q; *q += 3; q[5] -= n; p[20] = *(q + 1);)
PIECE(compound, int x = n; x += x; x -= 3; x *= n; x ^= 9; x |= 1; x &= 0x7f; x <<= 2; x %= 37;
      unsigned char c = 250; c += n & 15; short s = 1; s *= n; s -= c; p[0] = x; p[1] = c; p[2] = s;
      p[4] += (p[3] = n, p[5] += 2); int y; int z; y = z = n + 1; p[6] = y * z;)
PIECE(logic, int c = 0; if (n > 3 && p[1] == 1) c |= 1; if (n < 3 || p[2] == 0) c |= 2;
      p[0] = n > 1 && p[3] > 2 && (c += 4); p[4] = (n && c) || p[5]; p[6] = c; p[7] = n ? p[8] : n;
      p[9] = n > 2 ? n > 5 ? 1 : 2 : (c++, 3); p[10] = c; p[11] = !(n > 2 && c) + !c;)
PIECE(loops, int s = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; if (i > 7) break; s += i; }
      p[0] = s; int k = n; while (k-- > 0) { if (k & 1) continue; s ^= k; } p[1] = s; p[2] = k;
      do { s++; if (s > 40) break; } while (s % 5); p[3] = s; int a = 0; int b = 9;
      for (; a < b; a += 2, b--) p[4]++; p[5] = a; for (;;) { if (++a > 12) break; } p[6] = a;
      for (int i = 0; i < 3; i++) for (int j = i; j < 4; j++) { if (j == 2) break; p[7] += i * j + 1; })
PIECE(switches, int r = 0; switch (n) { case 0: r = 5; break; case 1: r = 6; case 2: r += 7; break;
      case 3: case 4: r = 8; if (p[1]) break; r = 9; break; default: r = 1; case 9: r += 2; }
      p[0] = r; for (int i = 0; i < 6; i++) { switch (i & 3) { case 0: continue; case 1: r++; break;
      default: r += 10; } r *= 2; } p[1] = r; switch (n & 1) { case 1: p[2] = 4; }
      switch (n) { default: p[3] = 1; break; case 2: { p[3] = 2; break; } case 5: p[3] = 3; p[4] = 1; })
PIECE(jumps, int i = 0; int s = 0; if (n > 15) goto out; again: s += i; if (++i < n) goto again;
      for (int j = 0; j < 5; j++) { for (int k = 0; k < 5; k++) { s++; if (s > 30) goto out; } }
      if (n == 4) goto skip; p[2] = 3; skip: p[3] = s; out: p[0] = s; p[1] = i;)
PIECE(crossing, int i = 0; first: i++; p[0] += i; second: i += 2; p[1] += i;
      if (i < n) goto first; p[2]++; if (i < 9 && p[2] < 6) goto second; p[3] = i;)
PIECE(memory, int a[3][4] = {{1, 2}, {n}}; a[1][2] = 5; a[n & 1][3] += 6; int t = 0;
      for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) t = t * 3 + a[i][j]; p[0] = t;
      int x = n; int *q = &x; *q += 4; p[1] = x; int **r = &q; **r *= 2; p[2] = x; q = &a[2][0]; q[1] = 8;
      p[3] = a[2][1]; int (*row)[4] = a + 1; p[4] = row[0][0] + row[1][1]; p[5] = &a[2][1] - &a[0][0];)
PIECE(structs, struct pair u = {n, {1, 2}}; struct pair v = u; v.b[1] += n; u.a = v.b[1]; p[0] = u.a + v.a;
      struct pair w[2]; w[0] = u; w[1] = v; struct pair *q = w; q++; q->b[0] = 6; (*q).a--; p[1] = w[1].a + w[1].b[0];
      p[2] = sizeof(struct pair); v = n > 2 ? u : w[1]; p[3] = v.a + v.b[0] + v.b[1];
      struct { struct pair in; int z; } big = {{1, {2, 3}}, n}; big.in.b[n & 1] = 7; p[4] = big.in.b[0] * big.in.b[1] + big.z;)
PIECE(calls, p[0] = twice(twice(n) + 1); p[1] = early(n); int x = n; bump(&x, 3); bump(&x, twice(x)); p[2] = x;
      struct pair q = make(n); p[3] = q.a + q.b[0] * 3 + q.b[1]; p[4] = make(n + 1).b[1]; p[5] = sum(p, 4); p[6] = take(q);
      p[7] = q.a; bump(p + 8, n); bump(&q.a, 1); p[9] = q.a; p[10] = n > 3 ? early(2) : twice(3);
      int y = 1; p[11] = (y = 5, y * twice(y));)
PIECE(parameters, while (n > 3) n -= 2; *p = n; p++; *p = 4; p += 2; p[n & 1] = 9; if (n == 2) return; p[5] = 1;)
/* clang-format on */

#define ENTRY(name)                                                                                \
    { #name, text_##name, compiled_##name }
static const piece pieces[] = {ENTRY(arithmetic), ENTRY(increments), ENTRY(compound),
                               ENTRY(logic),      ENTRY(loops),      ENTRY(switches),
                               ENTRY(jumps),      ENTRY(crossing),   ENTRY(memory),
                               ENTRY(structs),    ENTRY(calls),      ENTRY(parameters)};

START_TEST(computes_the_same) {
    const piece *code = &pieces[_i];
    char source[8000];
    snprintf(source, sizeof source, "%s\n__global__ void k(int *p, int n) { %s }\n", helpers,
             code->text);
    csl_ctx *ctx = csl_ctx_new();
    csl_parse_options options = {.arch = 800, .contents = source};
    csl_parse_log log;
    csl_module *m = csl_parse_file(ctx, "test.cu", &options, &log);
    ck_assert(m && m->nkernels == 1 && !m->kernels[0].skipped);
    for (int n = -3; n < 20; n++) {
        int want[CELLS], got[CELLS];
        for (int i = 0; i < CELLS; i++)
            want[i] = got[i] = i % 3;
        code->compiled(want, n);
        run_kernel(&m->kernels[0], got, n);
        for (int i = 0; i < CELLS; i++)
            ck_assert_msg(want[i] == got[i], "%s: n = %d: p[%d] is %d, should be %d", code->name, n,
                          i, got[i], want[i]);
    }
    csl_ctx_free(ctx);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("lower_meaning");
    tcase_add_loop_test(tc, computes_the_same, 0, sizeof pieces / sizeof pieces[0]);
    return run_case(tc);
}
