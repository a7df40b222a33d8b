#include "values.h"

#include <stdlib.h>
#include <string.h>

#include "../../report/source/glob.h"
#include "../../report/report.h"
#include "../../limits/limits.h"

/* How many letters have to be put in, left out, changed or swapped with the next. */
static size_t distance(const char *a, const char *b) {
    const size_t n = strlen(a), m = strlen(b), width = m + 1;
    size_t *d = g_new(size_t, (n + 1) * width);
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            size_t *here = &d[i * width + j];
            if (i == 0 || j == 0) {
                *here = i + j;
                continue;
            }
            *here = MIN(MIN(here[-1], *(here - width)) + 1,
                        *(here - width - 1) + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                *here = MIN(*here, d[(i - 2) * width + j - 2] + 1);
        }
    }
    size_t all = d[n * width + m];
    g_free(d);
    return all;
}

char *csl_did_you_mean(const char *word, const char *const *names) {
    const char *best = NULL;
    size_t least =
        MIN(strlen(word), CSL_ROOM_guessed_word) / 3 + 1; /* a third of the letters may be wrong */
    for (int i = 0; names[i] && strlen(word) <= CSL_ROOM_guessed_word; i++) {
        size_t d = distance(word, names[i]);
        if (d < least || (!best && d == least)) {
            best = names[i];
            least = d;
        }
    }
    return best ? g_strdup_printf("; did you mean `%s`?", best) : g_strdup("");
}

static int index_of(const char *const *words, const char *word) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

char *csl_value_word(int *to, const char *const *words, const char *value) {
    int i = index_of(words, value);
    if (i < 0) {
        char *choices = g_strjoinv(", ", (char **)words);
        char *suggestion = csl_did_you_mean(value, words);
        char *error = g_strdup_printf("`%s` is none of %s%s", value, choices, suggestion);
        g_free(suggestion);
        g_free(choices);
        return error;
    }
    *to = i;
    return NULL;
}

bool csl_read_number(const char *text, const char **end, uint32_t least, uint32_t most,
                     uint32_t *to) {
    char *stop;
    if (!g_ascii_isdigit(text[0]))
        return false;
    unsigned long long value = strtoull(text, &stop, 10);
    *end = stop;
    if (value < least || value > most)
        return false;
    *to = (uint32_t)value;
    return true;
}

char *csl_value_number(uint32_t *to, const char *value, uint32_t least, uint32_t most) {
    const char *end;
    if (!csl_read_number(value, &end, least, most, to) || *end)
        return g_strdup_printf("`%s` is not a number from %u to %u", value, least, most);
    return NULL;
}

char *csl_value_dim(uint32_t to[3], const char *value, const uint32_t most[3]) {
    uint32_t dim[3] = {1, 1, 1};
    const char *at = value;
    for (int i = 0; i < 3; i++) {
        if (!csl_read_number(at, &at, 1, most[i], &dim[i]))
            break;
        if (!*at) {
            memcpy(to, dim, sizeof dim);
            return NULL;
        }
        if (*at++ != ',')
            break;
    }
    return g_strdup_printf("`%s` is not X[,Y[,Z]] with X from 1 to %u, Y to %u, Z to %u", value,
                           most[0], most[1], most[2]);
}

char *csl_no_rule(const char *name, const char *what) {
    const char **names = g_new0(const char *, csl_nrules + 1);
    for (uint32_t k = 0; k < csl_nrules; k++)
        names[k] = csl_rules[k].name;
    char *suggestion = csl_did_you_mean(name, names);
    char *error = g_strdup_printf("`%s` %s%s", name, what,
                                  *suggestion ? suggestion : "; --list-checks names them");
    g_free(suggestion);
    g_free(names);
    return error;
}

char *csl_value_globs(const char *checks) {
    char *error = NULL;
    char **globs = g_strsplit(checks, ",", -1);
    for (int i = 0; globs[i] && !error; i++) {
        const char *glob = g_strstrip(globs[i]);
        bool found = false;
        for (uint32_t k = 0; k < csl_nrules && !found; k++)
            found = csl_glob_matches(glob[0] == '-' ? glob + 1 : glob, csl_rules[k].name);
        if (!found)
            error = csl_no_rule(glob[0] == '-' ? glob + 1 : glob, "matches no rule");
    }
    g_strfreev(globs);
    return error;
}
