#define _GNU_SOURCE /* memmem */
/* Does the project ask for the architecture? Then one parse does not show all of it; and which
 * architectures would show more? Read off the text: the preprocessor does not tell what it asked.
 */
#include "../../files/words.h"
#include "parse.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MACRO "__CUDA_ARCH"

/* Values of __CUDA_ARCH__, ascending. */
static const uint32_t known[] = {520, 600, 700,  720,  750,  800,  860,  870,
                                 890, 900, 1000, 1010, 1030, 1100, 1200, 1210};
enum { NKNOWN = sizeof known / sizeof *known };

/* How a file or function asks: cut[i] if what is below known[i] may get another text than what is
 * from there on. */
typedef struct asks {
    bool tests;
    bool cut[NKNOWN + 1];
} asks;

/* The logical line [s, end) is a conditional directive: what stands behind its `#`, else NULL. */
static const char *condition(const char *s, const char *end) {
    s = csl_behind_hash(s, end);
    return s && end - s >= 2 &&
                   (strncmp(s, "if", 2) == 0 || (end - s >= 4 && strncmp(s, "elif", 4) == 0))
               ? s
               : NULL;
}

/* A word of the line [s, end) begins so. */
static bool has_word(const char *s, const char *end, const char *what) {
    const size_t n = strlen(what);
    const char *p = s;
    while (s < end && (p = memmem(p, (size_t)(end - p), what, n)) && p > s &&
           csl_is_word_char(p[-1]))
        p++;
    return s < end && p;
}

/* Where a comment to the end of the line starts. */
static const char *without_comment(const char *s, const char *end) {
    for (; s + 1 < end; s++)
        if (s[0] == '/' && s[1] == '/')
            return s;
    return end;
}

static const char *end_of_line(const char *line, const char *end) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    while (stop && stop > line && stop[-1] == '\\')
        stop = memchr(stop + 1, '\n', (size_t)(end - stop - 1));
    return stop ? stop : end;
}

static unsigned first_from(unsigned long least) {
    unsigned i = 0;
    while (i < NKNOWN && known[i] < least)
        i++;
    return i;
}

/* Architectures below, at and above the number may get different texts; not all three behind `>=`,
 * `<`, `>` and `<=`. `at` is where it stands in the line [s, ...). */
static void cut_at(asks *to, unsigned long n, const char *at, const char *s) {
    while (at > s && (at[-1] == ' ' || at[-1] == '('))
        at--;
    const bool equal = at - s >= 2 && at[-1] == '=', less = at > s && at[-1 - equal] == '<',
               more = at > s && at[-1 - equal] == '>';
    if (!(equal ? less : more))
        to->cut[first_from(n)] = true;
    if (!(equal ? more : less))
        to->cut[first_from(n + 1)] = true;
}

/* The number of an architecture, such as the 90 of SM90, sm_90a and NV_PROVIDES_SM_90; 0: none. */
static unsigned long named_arch(const char *s, const char *end) {
    if (end - s < 4 || (s[0] != 'S' && s[0] != 's') || (s[1] != 'M' && s[1] != 'm'))
        return 0;
    s += 2 + (s[2] == '_');
    const unsigned long n = isdigit((unsigned char)*s) ? strtoul(s, NULL, 10) * 10 : 0;
    return n < 2000 && first_from(n) != first_from(n + 1) ? n : 0;
}

/* What a text can ask by. */
typedef struct words {
    bool macro, target; /* it stands somewhere in the text */
} words;

static bool has_target(const char *s, const char *end) {
    return has_word(s, end, "NV_PROVIDES_SM") || has_word(s, end, "NV_IS_EXACTLY") ||
           has_word(s, end, "NV_HAS_FEATURE");
}

/* The logical line [s, end): one that names the macro asks for each number in it, a directive for
 * those numbers and names that are an architecture. */
static void read_line(asks *to, const words *any, const char *s, const char *end) {
    end = without_comment(s, end);
    const bool names = any->macro && has_word(s, end, MACRO), directive = condition(s, end) != NULL;
    const bool target = any->target && has_target(s, end);
    to->tests |= names || target;
    for (const char *p = s; p < end && (names || target || directive); p++) {
        const unsigned long arch = named_arch(p, end);
        if (arch) {
            cut_at(to, arch, s, s);
            to->tests |= directive;
        } else if (isdigit((unsigned char)*p) && (p == s || !csl_is_word_char(p[-1]))) {
            char *stop;
            const unsigned long n = strtoul(p, &stop, 10);
            if (n >= 300 && n < 10000 && (names || first_from(n) != first_from(n + 1)))
                cut_at(to, n, p, s);
            else if (n >= 50 && n < 130 && names) /* __CUDA_ARCH__ / 10 >= 90 */
                cut_at(to, n * 10, p, s);
            p = stop - 1;
        }
    }
}

static void read_text(asks *to, const char *text, size_t length) {
    const char *end = text + length;
    const words any = {memmem(text, length, MACRO, strlen(MACRO)) != NULL,
                       memmem(text, length, "NV_", strlen("NV_")) != NULL};
    for (const char *line = text; line < end;) {
        const char *stop = end_of_line(line, end);
        if (any.macro || any.target || condition(line, stop))
            read_line(to, &any, line, stop);
        line = stop + 1;
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

static const char *text_of(const csl_unit *unit, CXCursor function, size_t *length) {
    CXSourceRange range = clang_getCursorExtent(function);
    CXFile file;
    unsigned from, to;
    size_t size;
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    const char *text = file ? clang_getFileContents(unit->tu, file, &size) : NULL;
    if (!text || to > size || from >= to)
        return NULL;
    *length = to - from;
    return text + from;
}

bool csl_is_written_empty(const csl_unit *unit, CXCursor function) {
    size_t n;
    const char *text = text_of(unit, function, &n);
    if (!text || text[n - 1] != '}')
        return false;
    for (n--; n > 0 && isspace((unsigned char)text[n - 1]); n--)
        ;
    return n > 0 && text[n - 1] == '{';
}

const char *csl_first_guard(const csl_unit *unit, CXCursor function) {
    size_t n;
    const char *text = text_of(unit, function, &n), *end = text + n;
    for (const char *line = text; text && line < end;) {
        const char *stop = end_of_line(line, end), *guard = condition(line, stop);
        if (guard) {
            while (stop > guard && isspace((unsigned char)stop[-1]))
                stop--;
            return csl_format(unit->ctx, "#%.*s", (int)(stop - guard < 80 ? stop - guard : 80),
                              guard);
        }
        line = stop + 1;
    }
    return NULL;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Of all texts of a unit together. */
struct csl_unit_texts {
    asks asks;
    size_t bytes;
};

struct search {
    CXTranslationUnit tu;
    struct csl_unit_texts *to;
    const char *macro; /* wanted: some text defines it */
    bool defined;
};

/* `#define NAME` stands in the text, which ends with a NUL. */
static bool defines(const char *text, const char *name) {
    const size_t n = strlen(name);
    for (const char *s = text; (s = strstr(s, "define")); s++) {
        const char *at = s + strlen("define");
        const size_t blanks = strspn(at, " \t");
        if (blanks && strncmp(at + blanks, name, n) == 0 && !csl_is_word_char(at[blanks + n]))
            return true;
    }
    return false;
}

static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    struct search *search = data;
    CXSourceLocation start = clang_getLocationForOffset(search->tu, file, 0);
    if (clang_Location_isInSystemHeader(start))
        return;
    CXString name = clang_getFileName(file);
    const bool ours = csl_is_shim_path(clang_getCString(name));
    clang_disposeString(name);
    size_t length;
    const char *text = ours ? NULL : clang_getFileContents(search->tu, file, &length);
    if (text && search->to) {
        search->to->bytes += length;
        read_text(&search->to->asks, text, length);
    }
    if (text && search->macro)
        search->defined |= defines(text, search->macro);
}

static const struct csl_unit_texts *texts_of(const csl_unit *unit) {
    if (!*unit->texts) {
        struct search search = {.tu = unit->tu, .to = CSL_NEW(unit->ctx, struct csl_unit_texts)};
        clang_getInclusions(unit->tu, visit_file, &search);
        *unit->texts = search.to;
    }
    return *unit->texts;
}

bool csl_tests_arch(const csl_unit *unit) {
    return texts_of(unit)->asks.tests;
}

static uint32_t megabytes_of(const csl_unit *unit) {
    CXTUResourceUsage usage = clang_getCXTUResourceUsage(unit->tu);
    unsigned long bytes = 0;
    for (unsigned i = 0; i < usage.numEntries; i++)
        if (usage.entries[i].kind == CXTUResourceUsage_AST)
            bytes += usage.entries[i].amount;
    clang_disposeCXTUResourceUsage(usage);
    return (uint32_t)(bytes >> 20);
}

bool csl_is_large(const csl_unit *unit) {
    return csl_limit_exceeded(CSL_LIMIT_trial_bytes, texts_of(unit)->bytes) ||
           csl_limit_exceeded(CSL_LIMIT_trial_megabytes, megabytes_of(unit));
}

bool csl_is_huge(const csl_unit *unit) {
    return csl_limit_exceeded(CSL_LIMIT_recovered_megabytes, megabytes_of(unit));
}

bool csl_may_ask_arch(const csl_unit *unit, const char *guard) {
    asks own = {0};
    read_text(&own, guard, strlen(guard));
    for (const char *s = guard; *s && !own.tests;) {
        size_t n = 0;
        while (csl_is_word_char(s[n]))
            n++;
        if (n && !isdigit((unsigned char)*s)) {
            struct search search = {.tu = unit->tu, .macro = csl_strndup(unit->ctx, s, n)};
            clang_getInclusions(unit->tu, visit_file, &search);
            own.tests |= search.defined;
        }
        s += n ? n : 1;
    }
    return own.tests;
}

static uint32_t add(uint32_t arch, uint32_t *archs, uint32_t n, uint32_t most) {
    for (uint32_t i = 0; i < n; i++)
        if (archs[i] == arch)
            return n;
    if (n < most)
        archs[n++] = arch;
    return n;
}

/* One of each set between two cuts but the one that holds `now`: the sets above it first. */
static uint32_t one_of_each(const asks *by, uint32_t now, uint32_t *archs, uint32_t n,
                            uint32_t most) {
    const unsigned here = first_from(now);
    for (unsigned i = here + 1; i < NKNOWN; i++)
        if (by->cut[i])
            n = add(known[i], archs, n, most);
    for (unsigned i = here; i > 0; i--)
        if (by->cut[i])
            n = add(known[i - 1], archs, n, most);
    return n;
}

uint32_t csl_newest_arch_of_guards(const csl_unit *unit, CXCursor function) {
    asks own = {0};
    size_t length;
    const char *text = text_of(unit, function, &length);
    if (text)
        read_text(&own, text, length);
    unsigned i = NKNOWN - 1;
    while (i > 0 && !own.cut[i])
        i--;
    return own.tests && known[i] > unit->options->arch ? known[i] : 0;
}

uint32_t csl_arch_for_guards(const csl_unit *unit, CXCursor function) {
    asks own = {0};
    size_t length;
    const char *text = text_of(unit, function, &length);
    if (text)
        read_text(&own, text, length);
    uint32_t arch = 0;
    one_of_each(&own, unit->options->arch, &arch, 0, 1);
    return own.tests ? arch : 0;
}

uint32_t csl_archs_to_try(const csl_unit *unit, CXCursor function, const char *guard,
                          uint32_t *archs, uint32_t most) {
    const uint32_t now = unit->options->arch;
    asks own = {0};
    size_t length;
    const char *text = text_of(unit, function, &length);
    if (text)
        read_text(&own, text, length);
    if (guard)
        read_text(&own, guard, strlen(guard));
    uint32_t n = one_of_each(&own, now, archs, 0, most);
    asks all = texts_of(unit)->asks;
    static const uint32_t usual[] = {700, 900, 1000};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        all.cut[first_from(usual[i])] = true;
    return one_of_each(&all, now, archs, n, most);
}
