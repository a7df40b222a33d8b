/* The words for concerns, states, assumptions and verdicts, as reports and options spell them. */
#include "../verdict.h"

#include <stdio.h>
#include <string.h>

const char *csl_confidence_name(csl_confidence c) {
    static const char *const names[] = {"low", "medium", "high"};
    return names[c];
}

const char *csl_concern_name(csl_concern c) {
    static const char *const names[] = {
#define X(name, text, words) text,
        CSL_CONCERNS(X)
#undef X
    };
    return names[c];
}

const char *csl_concern_state_name(csl_concern_state s) {
    static const char *const names[] = {"off", "nothing-asked", "proved", "undecided", "findings"};
    return names[s];
}

const char *csl_assumption_kind_name(csl_assumption_kind k) {
    static const char *const names[] = {
#define X(name, text) text,
        CSL_ASSUMPTIONS(X)
#undef X
    };
    return names[k];
}

const char *csl_kernel_verdict_name(csl_kernel_verdict v) {
    static const char *const names[] = {"proved", "findings", "undecided", "not-analysed",
                                        "nothing-to-check"};
    return names[v];
}

bool csl_concerns_read(const char *list, csl_concerns *set, char *bad, size_t size) {
    *set = 0;
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ",");
        csl_concerns one = n == 3 && strncmp(at, "all", 3) == 0 ? CSL_ABOUT_ALL : 0;
        for (int c = 0; c < CSL_CONCERN_COUNT; c++) {
            const char *name = csl_concern_name((csl_concern)c);
            if (strlen(name) == n && strncmp(at, name, n) == 0)
                one = 1u << c;
        }
        if (!one) {
            snprintf(bad, size, "%.*s", (int)n, at);
            return false;
        }
        *set |= one;
        at += n;
        if (!*at)
            return true;
    }
}

/* ---- the verdict as text --------------------------------------------------------------------- */

static void add(char words[CSL_VERDICT_WORDS], const char *text) {
    size_t n = strlen(words);
    snprintf(words + n, CSL_VERDICT_WORDS - n, "%s", text);
}

/* "barriers, shared": the concerns in that state; false if there is none. */
static bool add_concerns(char words[CSL_VERDICT_WORDS], const csl_kernel_result *k,
                         csl_concern_state state, const char *before) {
    static const char *const texts[] = {
#define X(name, text, words) words,
        CSL_CONCERNS(X)
#undef X
    };
    bool any = false;
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (k->concern[c].state == state) {
            add(words, any ? ", " : before);
            add(words, texts[c]);
            any = true;
        }
    return any;
}

/* Then there is no need to name them. */
static bool all_undecided(const csl_kernel_result *k) {
    for (int c = 0; c < CSL_CONCERN_COUNT; c++)
        if (k->concern[c].state != CSL_CONCERN_UNDECIDED && k->concern[c].state != CSL_CONCERN_OFF)
            return false;
    return true;
}

const char *csl_verdict_words(const csl_kernel_result *k, char words[CSL_VERDICT_WORDS]) {
    static const char *const texts[] = {"proved", "findings", "undecided", "not analysed",
                                        "nothing to check"};
    words[0] = '\0';
    add(words, texts[k->verdict]);
    bool any = false;
    if (all_undecided(k))
        return words;
    if (k->verdict == CSL_PROVED) {
        any = add_concerns(words, k, CSL_CONCERN_PROVED, " (");
    } else if (k->verdict == CSL_NOT_DECIDED || k->verdict == CSL_FINDINGS) {
        any = k->verdict == CSL_FINDINGS && add_concerns(words, k, CSL_CONCERN_FINDINGS, " (");
        bool undecided = add_concerns(words, k, CSL_CONCERN_UNDECIDED, any ? "; " : " (");
        if (undecided && k->verdict == CSL_FINDINGS)
            add(words, " undecided");
        any |= undecided;
        if (add_concerns(words, k, CSL_CONCERN_PROVED, any ? "; " : " (")) {
            add(words, " proved");
            any = true;
        }
    }
    if (any)
        add(words, ")");
    return words;
}

const char *csl_thread_words(const int64_t dim[3], const int64_t thread[3],
                             char words[CSL_THREAD_WORDS]) {
    const long long x = thread[0], y = thread[1], z = thread[2];
    if (dim[2] > 1 || z)
        snprintf(words, CSL_THREAD_WORDS, "thread (%lld,%lld,%lld)", x, y, z);
    else if (dim[1] > 1 || y)
        snprintf(words, CSL_THREAD_WORDS, "thread (%lld,%lld)", x, y);
    else
        snprintf(words, CSL_THREAD_WORDS, "thread %lld", x);
    return words;
}
