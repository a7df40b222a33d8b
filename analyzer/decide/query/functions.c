/* What functions that are not computed give to numbers.
 *
 * Nothing is proved by it: any function of that name and those operands would do. A search for a
 * counterexample takes the one that a user has in mind, if it is of mathematics and exact for whole
 * numbers, `__powf(2, i)` say; else a hash.
 */
#include <math.h>
#include <string.h>

#include "query.h"

typedef union number {
    double value;
    int64_t bits;
} number;

static double of_one(const char *name, double x) {
    static const struct {
        const char *name;
        double (*is)(double);
    } known[] = {{"floor", floor}, {"ceil", ceil}, {"trunc", trunc}, {"rint", rint},
                 {"fabs", fabs},   {"sqrt", sqrt}, {"log2", log2},   {"exp2", exp2}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].is(x);
    return NAN;
}

/* NaN: it is none that is known here. */
static double of_mathematics(const csl_expr *e, const int64_t *kids) {
    enum { ROOM = 8 };
    char name[ROOM] = {0};
    if (!csl_type_float((csl_type)e->type) || e->nkids < 1 || e->nkids > 2)
        return NAN;
    const char *from = strncmp(e->name, "__", 2) == 0 ? e->name + 2 : e->name;
    size_t n = strlen(from);
    if (n >= ROOM)
        return NAN;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!csl_type_float((csl_type)e->kids[i]->type))
            return NAN;
    n -= n > 1 && from[n - 1] == 'f'; /* of a float */
    memcpy(name, from, n);
    const number x = {.bits = kids[0]};
    if (e->nkids == 1)
        return of_one(name, x.value);
    const number y = {.bits = kids[1]};
    return strcmp(name, "pow") == 0 ? pow(x.value, y.value) : NAN;
}

/* FNV-1a over the name and the operands. The hash is finished by a mix, so that its low bits,
 * which small types keep, depend on everything. */
static int64_t hashed(const csl_expr *e, const int64_t *kids) {
    uint64_t h = 14695981039346656037u;
    for (const char *c = e->name; *c; c++)
        h = (h ^ (unsigned char)*c) * 1099511628211u;
    for (unsigned i = 0; i < e->nkids; i++)
        for (unsigned byte = 0; byte < 8; byte++)
            h = (h ^ ((uint64_t)kids[i] >> (8 * byte) & 0xff)) * 1099511628211u;
    h = (h ^ h >> 31) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    if (csl_type_float((csl_type)e->type)) { /* a number of modest size, never a NaN */
        const number f = {.value = (double)(int64_t)(h % 2001) - 1000.0};
        return f.bits;
    }
    if (e->type == CSL_BOOL)
        return (int64_t)(h & 1);
    return csl_normalise((csl_type)e->type, (int64_t)h);
}

int64_t csl_unknown_function(const csl_expr *e, const int64_t *kids) {
    const number known = {.value = of_mathematics(e, kids)};
    return isfinite(known.value) ? csl_normalise((csl_type)e->type, known.bits) : hashed(e, kids);
}
