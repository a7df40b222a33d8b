/* Inline PTX: its operands, its registers, and which instructions only compute. */
#include "asm.h"
#include "asm_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---------------------------------------------------------------------------------- */

static csl_expr *builtin(csl_asm *a, csl_op op, char axis) {
    return csl_leaf(a->L->ctx, op, CSL_U32, (uint32_t)(axis - 'x'));
}

/* %cluster_ctarank and the like: a cluster of known size stands in the grid without gaps. */
static csl_expr *cluster_register(csl_asm *a, const char *name) {
    csl_ctx *ctx = a->L->ctx;
    const uint32_t *dim = a->L->kernel->cluster;
    if (!dim[0])
        return NULL;
    if (strcmp(name, "%cluster_nctarank") == 0)
        return csl_const(ctx, CSL_U32, (int64_t)dim[0] * dim[1] * dim[2]);
    if (strcmp(name, "%cluster_ctarank") == 0)
        return csl_linear_block(ctx, dim);
    for (unsigned d = 0; d < 3; d++) {
        csl_expr *n = csl_const(ctx, CSL_U32, dim[d]);
        if (strncmp(name, "%cluster_ctaid.", 15) == 0 && name[15] == (char)('x' + d))
            return csl_binary(ctx, CSL_OP_REM, builtin(a, CSL_OP_BID, name[15]), n);
        if (strncmp(name, "%cluster_nctaid.", 16) == 0 && name[16] == (char)('x' + d))
            return n;
    }
    return NULL;
}

/* %tid.x and the like; NULL for what is not known. */
static csl_expr *special_register(csl_asm *a, const char *name) {
    static const struct {
        const char *name;
        csl_op op;
    } builtins[] = {{"%tid.", CSL_OP_TID},
                    {"%ctaid.", CSL_OP_BID},
                    {"%ntid.", CSL_OP_BDIM},
                    {"%nctaid.", CSL_OP_GDIM}};
    csl_ctx *ctx = a->L->ctx;
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        size_t n = strlen(builtins[i].name);
        if (strncmp(name, builtins[i].name, n) == 0 && name[n] >= 'x' && name[n] <= 'z')
            return builtin(a, builtins[i].op, name[n]);
    }
    if (strncmp(name, "%cluster_", 9) == 0)
        return cluster_register(a, name);
    csl_expr *lane =
        csl_binary(ctx, CSL_OP_BAND, csl_linear_thread(ctx), csl_const(ctx, CSL_U32, 31));
    csl_expr *one = csl_const(ctx, CSL_U32, 1), *bit = csl_binary(ctx, CSL_OP_SHL, one, lane);
    if (strcmp(name, "%laneid") == 0)
        return lane;
    if (strcmp(name, "%lanemask_eq") == 0)
        return bit;
    if (strcmp(name, "%lanemask_lt") == 0)
        return csl_binary(ctx, CSL_OP_SUB, bit, one);
    if (strcmp(name, "%WARP_SZ") == 0 || strcmp(name, "WARP_SZ") == 0)
        return csl_const(ctx, CSL_U32, 32);
    return NULL;
}

/* What threads of which scope agree on a special register that is not known. */
static csl_scope special_scope(const char *name) {
    if (strncmp(name, "%warpid", 7) == 0)
        return CSL_SCOPE_WARP;
    if (strncmp(name, "%nwarpid", 8) == 0 || strstr(name, "dynamic_smem_size") ||
        strstr(name, "total_smem_size") || strncmp(name, "%gridid", 7) == 0)
        return CSL_SCOPE_GRID;
    return strncmp(name, "%cluster", 8) == 0 ? CSL_SCOPE_BLOCK : CSL_SCOPE_THREAD;
}

/* The number of "$3" or "${3:x}"; -1 for anything else. */
static int operand_index(const csl_asm *a, const char *text) {
    if (text[0] != '$')
        return -1;
    const char *digits = text + 1 + (text[1] == '{');
    if (!isdigit((unsigned char)*digits))
        return -1;
    long n = strtol(digits, NULL, 10);
    return n < (long)a->noperands ? (int)n : -1;
}

csl_expr *csl_asm_register(csl_asm *a, const char *name) {
    for (unsigned i = 0; i < a->nregisters; i++)
        if (strcmp(a->registers[i].name, name) == 0)
            return a->registers[i].value;
    return NULL;
}

csl_expr *csl_asm_value(csl_asm *a, const char *text, csl_type type) {
    csl_ctx *ctx = a->L->ctx;
    int index = operand_index(a, text);
    if (index >= 0 && a->value[index])
        return a->value[index];
    char *end;
    long long number = strtoll(text, &end, 0);
    if (index < 0 && end != text && (*end == '\0' || strcmp(end, "U") == 0))
        return csl_const(ctx, csl_type_integer(type) ? type : CSL_I64, number);
    csl_expr *known = text[0] == '%' || text[0] == 'W' ? special_register(a, text) : NULL;
    if (!known)
        known = csl_asm_register(a, text);
    if (known)
        return known;
    return csl_emit_havoc(a->L, type == CSL_VOID ? CSL_U32 : type, special_scope(text), a->at,
                          "value computed in inline assembly");
}

static void write_one(csl_asm *a, const char *text, csl_expr *value) {
    int index = operand_index(a, text);
    if (index >= 0 && (unsigned)index < a->noutputs) {
        csl_type type = a->type[index];
        if (!value)
            value = csl_emit_havoc(a->L, type, CSL_SCOPE_THREAD, a->at,
                                   "value computed in inline assembly");
        a->value[index] = value;
        a->written[index] = true;
        return;
    }
    for (unsigned i = 0; i < a->nregisters; i++)
        if (strcmp(a->registers[i].name, text) == 0) {
            a->registers[i].value = value;
            return;
        }
    if (index >= 0 || a->nregisters == CSL_ASM_REGISTERS)
        return; /* a register not in the list is unknown anyway */
    a->registers[a->nregisters].name = text;
    a->registers[a->nregisters++].value = value;
}

void csl_asm_write(csl_asm *a, const char *text, csl_expr *value) {
    csl_ctx *ctx = a->L->ctx;
    const char *separator = text[0] == '{' ? "{}, " : "| ";
    if (text[0] != '{' && !strchr(text, '|')) {
        write_one(a, text, value);
        return;
    }
    /* "{a, b}" and "d|p": the parts differ, so nothing is known of any but the first of d|p. */
    bool first = text[0] != '{';
    for (const char *s = text + strspn(text, separator); *s; s += strspn(s, separator)) {
        size_t n = strcspn(s, separator);
        write_one(a, csl_strndup(ctx, s, n), first ? value : NULL);
        first = false;
        s += n;
    }
}

csl_type csl_asm_type(const csl_ptx *i, unsigned *count) {
    static const struct {
        const char *suffix;
        csl_type type;
    } types[] = {{"b8", CSL_U8},    {"u8", CSL_U8},      {"s8", CSL_I8},    {"b16", CSL_U16},
                 {"u16", CSL_U16},  {"s16", CSL_I16},    {"f16", CSL_U16},  {"b32", CSL_U32},
                 {"u32", CSL_U32},  {"s32", CSL_I32},    {"f32", CSL_F32},  {"b64", CSL_U64},
                 {"u64", CSL_U64},  {"s64", CSL_I64},    {"f64", CSL_F64},  {"f16x2", CSL_U32},
                 {"bf16", CSL_U16}, {"bf16x2", CSL_U32}, {"pred", CSL_BOOL}};
    *count = csl_ptx_has(i, "v8") ? 8 : csl_ptx_has(i, "v4") ? 4 : csl_ptx_has(i, "v2") ? 2 : 1;
    if (csl_ptx_has(i, "b128")) {
        *count *= 2;
        return CSL_U64;
    }
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (csl_ptx_has(i, types[k].suffix))
            return types[k].type;
    return CSL_I32;
}

/* ---- instructions that only compute ---------------------------------------------------------- */

/* Compute their first operand from the others and do nothing else. */
static const char *const computations[] = {
    "abs",      "add",        "addc",      "and",    "bfe",        "bfi",   "bfind",
    "bmsk",     "brev",       "clz",       "cnot",   "copysign",   "cos",   "createpolicy",
    "cvt",      "cvta",       "div",       "dp2a",   "dp4a",       "ex2",   "fma",
    "fns",      "getctarank", "isspacep",  "lg2",    "lop3",       "mad",   "mad24",
    "madc",     "mapa",       "max",       "min",    "mma",        "mov",   "movmatrix",
    "mul",      "mul24",      "neg",       "not",    "or",         "popc",  "prmt",
    "rcp",      "rem",        "rsqrt",     "sad",    "selp",       "set",   "setp",
    "shf",      "shl",        "shr",       "sin",    "slct",       "sqrt",  "sub",
    "subc",     "szext",      "tanh",      "testp",  "tex",        "tld4",  "txq",
    "vabsdiff", "vabsdiff2",  "vabsdiff4", "vadd",   "vadd2",      "vadd4", "vmad",
    "vmax",     "vmax2",      "vmax4",     "vmin",   "vmin2",      "vmin4", "vset",
    "vset2",    "vset4",      "vshl",      "vshr",   "vsub",       "vsub2", "vsub4",
    "xor",      "wmma.mma",   "vavrg2",    "vavrg4", "activemask",
};

/* Have no effect this tool knows of. */
static const char *const nothings[] = {
    "applypriority", "discard",  "nanosleep", "nop",
    "pmevent",       "prefetch", "prefetchu", "setmaxnreg",
};

static bool listed(const csl_ptx *i, const char *const *names, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (csl_ptx_is(i, names[k]))
            return true;
    return false;
}

#define LISTED(i, names) listed(i, names, sizeof(names) / sizeof *(names))

static void instruction(csl_asm *a, const csl_ptx *i) {
    a->now = i;
    if (csl_asm_sync(a, i))
        return;
    csl_asm_together(a, i);
    if (LISTED(i, nothings) || csl_asm_arithmetic(a, i) || csl_asm_memory(a, i))
        return;
    if (LISTED(i, computations)) {
        if (i->noperands)
            csl_asm_write(a, i->operand[0], NULL);
        return;
    }
    csl_emit_opaque(a->L, a->at, csl_format(a->L->ctx, "inline assembly: %s", i->name));
    if (i->noperands)
        csl_asm_write(a, i->operand[0], NULL);
}

/* The value that an operand has at this point; NULL if it is not known. */
static csl_expr *present_value(csl_asm *a, const char *text) {
    int index = operand_index(a, text);
    return index >= 0 ? a->value[index] : csl_asm_register(a, text);
}

/* @p mov.b32 d, a: one of two values, if both are known. */
static bool conditional_move(csl_asm *a, const csl_ptx *plain, csl_expr *cond) {
    csl_ctx *ctx = a->L->ctx;
    csl_expr *old = plain->noperands ? present_value(a, plain->operand[0]) : NULL;
    if (!old || !csl_ptx_is(plain, "mov") || !csl_asm_arithmetic(a, plain))
        return false;
    csl_expr *moved = csl_cast(ctx, old->type, present_value(a, plain->operand[0]));
    csl_asm_write(a, plain->operand[0], csl_ite(ctx, cond, moved, old));
    return true;
}

/* @p instruction: under a condition. An unknown predicate is a value threads need not agree on. */
static void predicated(csl_asm *a, const csl_ptx *i) {
    csl_lower_state *L = a->L;
    csl_ctx *ctx = L->ctx;
    csl_expr *p = csl_asm_register(a, i->predicate);
    if (!p)
        p = csl_emit_havoc(L, CSL_BOOL, CSL_SCOPE_THREAD, a->at, "predicate of inline assembly");
    csl_expr *cond = i->negated ? csl_not(ctx, csl_truth(ctx, p)) : csl_truth(ctx, p);
    csl_ptx plain = *i;
    plain.predicate = NULL;
    if (conditional_move(a, &plain, cond))
        return;
    csl_stmt *s = csl_emit(L, CSL_STMT_IF, a->at);
    s->origin = CSL_FROM_IF;
    s->branch.cond = cond;
    csl_seq *outer = L->seq, body = {.around = outer};
    L->seq = &body;
    instruction(a, &plain);
    L->seq = outer;
    s->branch.body = body.first;
    /* What it wrote may or may not have been written. */
    if (i->noperands && i->operand[0][0] != '[')
        csl_asm_write(a, i->operand[0], NULL);
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool has_branch(const csl_ptx *list, unsigned n) {
    for (unsigned k = 0; k < n; k++)
        if (csl_ptx_is(&list[k], "bra") || csl_ptx_is(&list[k], "brx") ||
            csl_ptx_is(&list[k], "call") || csl_ptx_is(&list[k], "ret"))
            return true;
    return false;
}

static bool is_label(const csl_ptx *i) {
    size_t n = strlen(i->name);
    return n > 0 && i->name[n - 1] == ':';
}

/* With branches only one thing is understood: waiting in a loop for a barrier object. */
static void with_branches(csl_asm *a, const csl_ptx *list, unsigned n) {
    const csl_ptx *wait = NULL;
    bool understood = true;
    for (unsigned k = 0; k < n; k++) {
        const csl_ptx *i = &list[k];
        if (csl_ptx_is(i, "mbarrier.try_wait") || csl_ptx_is(i, "mbarrier.test_wait")) {
            understood &= !wait;
            wait = i;
        } else {
            understood &= is_label(i) || csl_ptx_is(i, "bra") || LISTED(i, computations);
        }
    }
    a->now = wait;
    a->repeats = true;
    if (!understood || !wait || !csl_asm_sync(a, wait))
        csl_emit_opaque(a->L, a->at, "inline assembly with branches");
    for (unsigned k = 0; k < a->noutputs; k++)
        csl_asm_write(a, csl_format(a->L->ctx, "$%u", k), NULL);
}

static void read_operands(csl_asm *a, const csl_asm_text *source, csl_lval *output) {
    csl_lower_state *L = a->L;
    for (unsigned k = 0; k < a->noperands; k++) {
        CXCursor e = source->operand[k];
        a->type[k] = csl_scalar_type(clang_getCursorType(e));
        if (k < a->noutputs) {
            output[k] = csl_lower_lvalue(L, e);
            if (source->constraint[k][0] == '+' && a->type[k] != CSL_VOID)
                a->value[k] = csl_load(L, output[k], e);
        } else if (a->type[k] != CSL_VOID) {
            a->value[k] = csl_rvalue(L, e);
        } else {
            csl_discard(L, e);
        }
    }
}

static void store_outputs(csl_asm *a, const csl_asm_text *source, const csl_lval *output) {
    csl_lower_state *L = a->L;
    for (unsigned k = 0; k < a->noutputs; k++) {
        if (!a->written[k])
            csl_asm_write(a, csl_format(L->ctx, "$%u", k), NULL);
        a->value[k] = csl_freeze(L, a->value[k], a->at);
    }
    for (unsigned k = 0; k < a->noutputs; k++) {
        if (a->type[k] == CSL_VOID)
            csl_forget(L, output[k], CSL_SCOPE_THREAD, a->at, "value of inline assembly");
        else
            csl_store(L, output[k], csl_convert(L, a->type[k], a->value[k]), a->at,
                      source->operand[k]);
    }
}

void csl_lower_asm(csl_lower_state *L, CXCursor s) {
    csl_ctx *ctx = L->ctx;
    csl_asm *a = CSL_NEW(ctx, csl_asm);
    a->L = L;
    a->at = s;
    const csl_asm_text source = csl_asm_read(ctx, s);
    a->noutputs = source.noutputs;
    a->noperands = source.noperands;
    a->operand = source.operand;
    a->value = csl_alloc(ctx, (a->noperands + 1) * sizeof *a->value);
    a->written = csl_alloc(ctx, (a->noperands + 1) * sizeof *a->written);
    a->type = csl_alloc(ctx, (a->noperands + 1) * sizeof *a->type);
    csl_lval *output = csl_alloc(ctx, (a->noutputs + 1) * sizeof *output);
    read_operands(a, &source, output);

    unsigned n = 0;
    csl_ptx *list = source.text ? csl_ptx_read(ctx, source.text, &n) : NULL;
    if (!list)
        csl_emit_opaque(L, s, "inline assembly that could not be read");
    else if (has_branch(list, n))
        with_branches(a, list, n);
    else
        for (unsigned k = 0; k < n; k++) {
            if (is_label(&list[k]))
                continue; /* no jump goes to it */
            if (list[k].predicate)
                predicated(a, &list[k]);
            else
                instruction(a, &list[k]);
        }
    store_outputs(a, &source, output);
}
