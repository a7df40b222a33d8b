/* The macro of a project that is built for one of several devices.
 *
 *     #if USE_CUDA
 *     #define STREAM cudaStream_t
 *     #elif USE_ROCM
 *     #define STREAM hipStream_t
 *     #endif
 *
 * A build for CUDA defines the first. Where nothing does, its branch is hidden, and with it what
 * the rest of the file is written with. Only where branches of one condition name both, CUDA and
 * something else, the macro is taken to be defined.
 */
#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "backend_macros.h"
#include "../../files/words.h"
#include "name_words.h"
#include "../../limits/limits.h"

/* One #if up to its #endif. */
typedef struct choice {
    const char *cuda; /* the macro of the branch for CUDA, or NULL */
    size_t length;    /* of it */
    bool elsewhere;   /* some branch is for something else */
} choice;

/* The one name in the line that has a word of the list, and nothing is negated or compared. */
static const char *one_name(const char *s, const char *end, csl_name_list list, size_t *length) {
    const char *found = NULL;
    *length = 0;
    while (s < end) {
        if (!csl_is_word_char(*s)) {
            if (strchr("!<>=", *s))
                return NULL;
            if (*s == '/') /* a comment */
                break;
            s++;
            continue;
        }
        const char *from = s;
        while (s < end && csl_is_word_char(*s))
            s++;
        char *name = g_strndup(from, (gsize)(s - from));
        const bool has = csl_has_word(name, list);
        g_free(name);
        if (has && found)
            return NULL;
        found = has ? from : found;
        *length = has ? (size_t)(s - from) : *length;
    }
    return found;
}

static void read_branch(choice *c, const char *s, const char *end) {
    size_t length;
    const char *name = one_name(s, end, CSL_NAMES_CUDA, &length);
    if (name && strncmp(name, "__", 2) != 0) { /* not one of the compiler */
        c->cuda = name;
        c->length = length;
    } else {
        c->elsewhere |= one_name(s, end, CSL_NAMES_ELSEWHERE, &length) != NULL;
    }
}

static bool begins(const char *s, const char *end, const char *word) {
    const size_t n = strlen(word);
    return (size_t)(end - s) >= n && strncmp(s, word, n) == 0;
}

/* Its operand, or `end`. */
static const char *behind_word(const char *s, const char *end) {
    while (s < end && csl_is_word_char(*s))
        s++;
    return s;
}

void csl_find_backend_macros(const char *text, size_t size, csl_backend_macro *found, void *user) {
    choice stack[CSL_ROOM_nested_conditions];
    unsigned depth = 0;
    const char *const end = text + size;
    for (const char *s = text, *stop; s < end; s = stop + 1) {
        stop = memchr(s, '\n', (size_t)(end - s));
        stop = stop ? stop : end;
        const char *at = csl_behind_hash(s, stop);
        if (!at)
            continue;
        if (begins(at, stop, "if")) {
            choice c = {0};
            if (!begins(at, stop, "ifndef"))
                read_branch(&c, behind_word(at, stop), stop);
            if (depth < CSL_ROOM_nested_conditions)
                stack[depth] = c;
            depth++;
        } else if (begins(at, stop, "elif") && depth && depth <= CSL_ROOM_nested_conditions) {
            read_branch(&stack[depth - 1], behind_word(at, stop), stop);
        } else if (begins(at, stop, "endif") && depth) {
            depth--;
            const choice *c = &stack[depth < CSL_ROOM_nested_conditions ? depth : 0];
            if (depth < CSL_ROOM_nested_conditions && c->cuda && c->elsewhere)
                found(user, c->cuda, c->length);
        }
    }
}
