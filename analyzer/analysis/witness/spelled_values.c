/* Names in the source text of a condition are replaced by values, see spelled_values.h. A name that
 * is no variable of the kernel (a constant, a function, a type) stays as it is. */
#include "spelled_values.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <string.h>

#define NAME "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

typedef struct writer {
    csl_machine *m;
    const csl_stmt *branch;
    char out[CSL_ROOM_spelled_text];
    size_t n;
    bool replaced, failed;
} writer;

static void put(writer *w, const char *text, size_t n) {
    if (w->n + n >= CSL_ROOM_spelled_text) {
        w->failed = true;
        return;
    }
    memcpy(w->out + w->n, text, n);
    w->n += n;
    w->out[w->n] = '\0';
}

static bool is_name(const char *c) {
    return *c && strchr(NAME, *c);
}

/* threadIdx.x and its like. */
static bool builtin(const csl_machine *m, const char *name, size_t n, int64_t *value) {
    const struct {
        const char *name;
        const int64_t *of;
    } all[] = {{"threadIdx.", m->tid},
               {"blockIdx.", m->bid},
               {"blockDim.", m->bdim},
               {"gridDim.", m->gdim}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (n == strlen(all[i].name) + 1 && !strncmp(name, all[i].name, n - 1) &&
            name[n - 1] >= 'x' && name[n - 1] <= 'z') {
            *value = all[i].of[name[n - 1] - 'x'];
            return true;
        }
    return false;
}

typedef struct name_search {
    const csl_kernel *k;
    const char *name;
    size_t n;
    uint32_t var;
} name_search;

static bool named(const char *name, const name_search *s) {
    return strlen(name) == s->n && !strncmp(name, s->name, s->n);
}

static csl_expr *find_var(void *user, csl_expr *leaf) {
    name_search *s = user;
    if (leaf->op == CSL_OP_VAR && named(s->k->vars[leaf->index].name, s))
        s->var = leaf->index;
    return leaf;
}

/* The variable the name means: one the condition uses, or the only one of that name. */
static uint32_t variable(writer *w, const char *name, size_t n, bool *ambiguous) {
    const csl_kernel *k = w->m->kernel;
    name_search s = {k, name, n, CSL_NO_VAR};
    csl_map(w->m->ctx, w->branch->branch.cond, find_var, &s);
    *ambiguous = false;
    if (s.var != CSL_NO_VAR)
        return s.var;
    for (uint32_t i = 0; i < k->nvars; i++)
        if (named(k->vars[i].name, &s)) {
            *ambiguous |= s.var != CSL_NO_VAR;
            s.var = i;
        }
    return s.var;
}

static void put_value(writer *w, csl_type type, csl_known value) {
    if (!value.known || !csl_type_integer(type) || type == CSL_PTR) {
        w->failed = true;
        return;
    }
    const char *text = csl_format(w->m->ctx, "%lld", (long long)value.value);
    put(w, text, strlen(text));
    w->replaced = true;
}

static void put_name(writer *w, const char *name, size_t n) {
    const csl_kernel *k = w->m->kernel;
    int64_t value;
    if (builtin(w->m, name, n, &value)) {
        put_value(w, CSL_U32, (csl_known){value, true});
        return;
    }
    bool ambiguous;
    uint32_t var = variable(w, name, n, &ambiguous);
    if (var != CSL_NO_VAR) {
        w->failed |= ambiguous;
        put_value(w, k->vars[var].type, w->m->var[var]);
        return;
    }
    name_search s = {k, name, n, CSL_NO_VAR};
    for (uint32_t i = 0; i < k->nparams; i++)
        if (k->params[i].object == UINT32_MAX && named(k->params[i].name, &s)) {
            put_value(w, k->params[i].type, (csl_known){w->m->param[i], true});
            return;
        }
    put(w, name, n);
}

/* The condition assigns something: its values before and after are not the same. */
static bool assigns(const char *text) {
    for (const char *c = text; *c; c++) {
        if ((c[0] == '+' && c[1] == '+') || (c[0] == '-' && c[1] == '-'))
            return true;
        bool compares = c[1] == '=' || (c > text && strchr("=<>!", c[-1]));
        if (*c == '=' && !compares)
            return true;
    }
    return false;
}

const char *csl_with_values(csl_machine *m, const csl_stmt *branch) {
    const char *text = branch->text;
    if (!text || assigns(text) || strspn(text, NAME) == strlen(text))
        return NULL;
    writer w = {.m = m, .branch = branch};
    for (const char *c = text; *c && !w.failed;) {
        const char *from = c;
        if (!is_name(c)) {
            put(&w, c++, 1);
            continue;
        }
        bool number = isdigit((unsigned char)*c);
        while (is_name(c) || (*c == '.' && (number || is_name(c + 1))))
            c++;
        if (number || *c == '(' || (c[0] == ':' && c[1] == ':') || (c[0] == '-' && c[1] == '>'))
            put(&w, from, (size_t)(c - from));
        else
            put_name(&w, from, (size_t)(c - from));
    }
    return w.failed || !w.replaced || strcmp(w.out, text) == 0 ? NULL : csl_strdup(m->ctx, w.out);
}
