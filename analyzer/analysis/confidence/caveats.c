/* The rows of confidence.def, and what they make of a rating. */
#include "confidence.h"

#include <string.h>

typedef struct row {
    const char *name;
    csl_confidence cap;
    const char *words;
} row;

static const row rows[CSL_NCAVEATS] = {
#define CAVEAT(id, cap, words) {#id, CSL_##cap, words},
#include "confidence.def"
#undef CAVEAT
};

static csl_caveat_set left_out;

csl_rating csl_no_caveat(void) {
    return (csl_rating){.level = CSL_HIGH};
}

/* The words about a value; one that has no name is a member of something passed. */
static const char *words_about(csl_ctx *ctx, const char *words, const char *name) {
    const char *at = strstr(words, "`%s`");
    if (at && name && !*name)
        return csl_format(ctx, "%.*sa parameter%s", (int)(at - words), words, at + 4);
    return strstr(words, "%s") ? csl_format(ctx, words, name) : words;
}

void csl_hold(csl_analysis *a, csl_rating *r, csl_caveat caveat, const char *name) {
    const row *c = &rows[caveat];
    if (left_out >> caveat & 1)
        return;
    if (!r->caveats || c->cap < r->level)
        r->why = words_about(a->ctx, c->words, name);
    r->level = c->cap < r->level ? c->cap : r->level;
    r->caveats |= (csl_caveat_set)1 << caveat;
}

bool csl_holds(const csl_rating *r, csl_caveat caveat) {
    return r->caveats >> caveat & 1;
}

bool csl_worth_asking(const csl_analysis *a, const csl_rating *r) {
    return r->level != CSL_LOW || a->options->dump_confidence;
}

csl_rating csl_lesser_rating(csl_rating x, csl_rating y) {
    csl_rating lesser = y.level < x.level || !x.caveats ? y : x;
    lesser.caveats = x.caveats | y.caveats;
    return lesser;
}

const char *csl_caveat_name(csl_caveat caveat) {
    return rows[caveat].name;
}

void csl_drop_caveat(csl_caveat caveat) {
    left_out |= (csl_caveat_set)1 << caveat;
}

static void print_rating(FILE *out, const char *what, const csl_place *at, const csl_rating *r) {
    static const char *const words[] = {"low", "medium", "high"};
    fprintf(out, "  line %u: %s, %s:", at ? at->line : 0, what, words[r->level]);
    for (unsigned i = 0; i < CSL_NCAVEATS; i++)
        if (r->caveats >> i & 1)
            fprintf(out, " %s", rows[i].name);
    fprintf(out, "\n");
}

static void print_unpublished(FILE *out, const csl_unpublished *u) {
    print_rating(out, "unpublished", (u->signal ? u->signal : u->reader)->place, &u->rating);
}

void csl_print_ratings(FILE *out, const csl_analysis *a) {
    fprintf(out, "%s:\n", a->kernel->name);
    for (uint32_t i = 0; i < a->divergences.n; i++)
        print_rating(out, "divergence", a->divergences.v[i].barrier->place,
                     &a->divergences.v[i].rating);
    for (uint32_t i = 0; i < a->absent_lanes.n; i++)
        print_rating(out, "absent lanes", a->absent_lanes.v[i].barrier->place,
                     &a->absent_lanes.v[i].rating);
    for (uint32_t i = 0; i < a->misuses.n; i++)
        print_rating(out, "misuse", a->misuses.v[i].sync->place, &a->misuses.v[i].rating);
    for (uint32_t i = 0; i < a->races.n; i++)
        print_rating(out, a->races.v[i].same_value ? "race of equal values" : "race",
                     a->races.v[i].second->place, &a->races.v[i].rating);
    for (uint32_t i = 0; i < a->unpublished.n; i++)
        print_unpublished(out, &a->unpublished.v[i]);
}
