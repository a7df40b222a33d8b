/* What functions that are not computed give to numbers.
 *
 * Nothing is proved by it: any function of that name and those operands would do. A search for a
 * counterexample takes the one that a user has in mind, if it is of mathematics and exact for whole
 * numbers, `__powf(2, i)` say; else a hash.
 */
#include <math.h>
#include <string.h>

#include "query.h"
#include "wide.h"

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

enum { ROOM = 8 };

/* Its name without what says of which type it is; false: it is none of mathematics that is known
 * here. */
static bool find_name(const csl_expr *e, char name[ROOM]) {
    if (!csl_type_float((csl_type)e->type) || e->nkids < 1 || e->nkids > 2)
        return false;
    const char *from = strncmp(e->name, "__", 2) == 0 ? e->name + 2 : e->name;
    size_t n = strlen(from);
    if (n >= ROOM)
        return false;
    for (unsigned i = 0; i < e->nkids; i++)
        if (!csl_type_float((csl_type)e->kids[i]->type))
            return false;
    n -= n > 1 && from[n - 1] == 'f'; /* of a float */
    memset(name, 0, ROOM);
    memcpy(name, from, n);
    return true;
}

/* Of the numbers of one lane. NaN: it is not known here. */
static double of_mathematics(const csl_expr *e, const char *name, const int64_t *kids,
                             unsigned lanes) {
    const number x = {.bits = kids[0]};
    if (e->nkids == 1)
        return of_one(name, x.value);
    const number y = {.bits = kids[lanes]};
    return strcmp(name, "pow") == 0 ? pow(x.value, y.value) : NAN;
}

/* FNV-1a over the name and the operands, all lanes a byte at a time. */
CSL_WIDE static void hash(const csl_expr *e, const int64_t *kids, unsigned lanes,
                          int64_t *restrict h) {
    const uint64_t prime = 1099511628211u;
    uint64_t of_name = 14695981039346656037u;
    for (const char *c = e->name; *c; c++)
        of_name = (of_name ^ (unsigned char)*c) * prime;
    for (unsigned l = 0; l < lanes; l++)
        h[l] = (int64_t)of_name;
    for (unsigned i = 0; i < e->nkids; i++)
        for (unsigned bit = 0; bit < 64; bit += 8)
            for (unsigned l = 0; l < lanes; l++)
                h[l] = (int64_t)(((uint64_t)h[l] ^ ((uint64_t)kids[i * lanes + l] >> bit & 0xff)) *
                                 prime);
}

/* The hash is finished by a mix, so that its low bits, which small types keep, depend on all. */
static int64_t finished(csl_type type, uint64_t h) {
    h = (h ^ h >> 31) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    if (csl_type_float(type)) { /* a number of modest size, never a NaN */
        const number f = {.value = (double)(int64_t)(h % 2001) - 1000.0};
        return f.bits;
    }
    if (type == CSL_BOOL)
        return (int64_t)(h & 1);
    return csl_normalise(type, (int64_t)h);
}

void csl_unknown_functions(const csl_expr *e, const int64_t *kids, unsigned lanes, int64_t *out) {
    char name[ROOM];
    const bool named = find_name(e, name);
    hash(e, kids, lanes, out);
    for (unsigned l = 0; l < lanes; l++) {
        const number known = {.value = named ? of_mathematics(e, name, kids + l, lanes) : NAN};
        out[l] = isfinite(known.value) ? csl_normalise((csl_type)e->type, known.bits)
                                       : finished((csl_type)e->type, (uint64_t)out[l]);
    }
}

int64_t csl_unknown_function(const csl_expr *e, const int64_t *kids) {
    int64_t value;
    csl_unknown_functions(e, kids, 1, &value);
    return value;
}
