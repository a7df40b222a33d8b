#include "limits.h"

#include <stdlib.h>
#include <string.h>

typedef struct row {
    const char *name, *unit, *effect;
    bool fixed;
} row;

static const row rows[CSL_NLIMITS] = {
#define LIMIT(name, value, unit, effect) {#name, unit, effect, false},
#define ROOM(name, value, unit, effect) {#name, unit, effect, true},
#include "limits.def"
#undef LIMIT
#undef ROOM
};

uint32_t csl_limit_values[CSL_NLIMITS] = {
#define LIMIT(name, value, unit, effect) (value),
#define ROOM(name, value, unit, effect) (value),
#include "limits.def"
#undef LIMIT
#undef ROOM
};

static uint32_t hits[CSL_NLIMITS];
static uint64_t moment, hit_at[CSL_NLIMITS];

void csl_limit_hit(csl_limit limit) {
    hits[limit]++;
    hit_at[limit] = ++moment;
}

void csl_limits_begin(void) {
    memset(hits, 0, sizeof hits);
}

uint32_t csl_limit_hits(csl_limit limit) {
    return hits[limit];
}

const char *csl_limit_name(csl_limit limit) {
    return rows[limit].name;
}

uint64_t csl_limits_now(void) {
    return moment;
}

bool csl_limit_hit_since(csl_limit limit, uint64_t since) {
    return hit_at[limit] > since;
}

void csl_print_limits(FILE *out) {
    for (unsigned i = 0; i < CSL_NLIMITS; i++)
        if (hits[i])
            fprintf(out, "%s %u (%u %s: %s)\n", rows[i].name, hits[i], csl_limit_values[i],
                    rows[i].unit, rows[i].effect);
}

bool csl_limits_read(const char *text, const char **wrong) {
    while (*text) {
        size_t length = strcspn(text, "=");
        unsigned i = 0;
        while (i < CSL_NLIMITS && (strlen(rows[i].name) != length || rows[i].fixed ||
                                   strncmp(rows[i].name, text, length) != 0))
            i++;
        char *end;
        unsigned long value = text[length] ? strtoul(text + length + 1, &end, 10) : 0;
        if (i == CSL_NLIMITS || !text[length] || end == text + length + 1 || value > UINT32_MAX ||
            (*end && *end != ',')) {
            *wrong = text;
            return false;
        }
        csl_limit_values[i] = (uint32_t)value;
        text = *end ? end + 1 : end;
    }
    return true;
}
