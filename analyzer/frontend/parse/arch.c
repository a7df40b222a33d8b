/* Does the project ask for the architecture? Then one parse does not show all of it; and which
 * architecture would show more? */
#include "parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MACRO "__CUDA_ARCH__"

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The logical line [s, end) is a conditional directive: what stands behind its `#`, else NULL. */
static const char *condition(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    if (s == end || *s != '#')
        return NULL;
    for (s++; s < end && (*s == ' ' || *s == '\t'); s++)
        ;
    return end - s >= 2 &&
                   (strncmp(s, "if", 2) == 0 || (end - s >= 4 && strncmp(s, "elif", 4) == 0))
               ? s
               : NULL;
}

/* True if the logical line [s, end) is a conditional directive and names the macro. */
static bool line_tests(const char *s, const char *end) {
    s = condition(s, end);
    if (!s)
        return false;
    size_t n = strlen(MACRO);
    for (; s + n <= end; s++)
        if (memcmp(s, MACRO, n) == 0 && !is_word(s[-1]) && (s + n == end || !is_word(s[n])))
            return true;
    return false;
}

static const char *end_of_line(const char *line, const char *end) {
    const char *stop = line;
    while (stop < end && !(*stop == '\n' && (stop == line || stop[-1] != '\\')))
        stop++;
    return stop;
}

static bool text_tests(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *stop = end_of_line(line, end);
        if (line_tests(line, stop))
            return true;
        line = stop + 1;
    }
    return false;
}

/* ---- the architecture that a condition asks for ---------------------------------------------- */

/* Values of __CUDA_ARCH__. */
static const uint32_t known[] = {700, 720,  750,  800,  860,  870,  890,
                                 900, 1000, 1010, 1030, 1100, 1200, 1210};

/* The first known one from `least` on; 0: none. */
static uint32_t known_from(uint32_t least) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] >= least)
            return known[i];
    return 0;
}

/* The smallest architecture above `now` that the conditional directive [s, end) may ask for: by a
 * number, `__CUDA_ARCH__ >= 900`, or by the name of a macro, `CUTLASS_ARCH_MMA_SM90_ENABLED`. 0:
 * none. */
static uint32_t arch_of_line(const char *s, const char *end, uint32_t now) {
    uint32_t best = 0;
    const bool tests = line_tests(s, end);
    for (s = condition(s, end); s && s < end; s++) {
        uint32_t arch = 0;
        if (tests && isdigit((unsigned char)*s) && !is_word(s[-1])) {
            char *stop;
            const unsigned long n = strtoul(s, &stop, 10);
            const char *before = s - 1;
            while (*before == ' ')
                before--;
            arch = n >= 300 && n < 10000 ? known_from((uint32_t)n + (*before == '>')) : 0;
            s = stop - 1;
        } else if (end - s > 3 && (s[0] == 'S' || s[0] == 's') && (s[1] == 'M' || s[1] == 'm')) {
            const char *digits = s + 2 + (s[2] == '_');
            const unsigned long n = isdigit((unsigned char)*digits) ? strtoul(digits, NULL, 10) : 0;
            arch =
                n >= 50 && n < 200 && known_from((uint32_t)n * 10) == n * 10 ? (uint32_t)n * 10 : 0;
        }
        if (arch > now && (!best || arch < best))
            best = arch;
    }
    return best;
}

static uint32_t arch_of_text(const char *text, size_t length, uint32_t now) {
    const char *end = text + length;
    uint32_t best = 0;
    for (const char *line = text; line < end;) {
        const char *stop = end_of_line(line, end);
        const uint32_t arch = arch_of_line(line, stop, now);
        if (arch && (!best || arch < best))
            best = arch;
        line = stop + 1;
    }
    return best;
}

uint32_t csl_arch_of_guards(const csl_unit *unit, CXCursor function) {
    CXSourceRange range = clang_getCursorExtent(function);
    CXFile file;
    unsigned from, to;
    size_t length;
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    const char *text = file ? clang_getFileContents(unit->tu, file, &length) : NULL;
    if (!text || to > length || from >= to)
        return 0;
    return arch_of_text(text + from, to - from, unit->options->arch);
}

/* ---- files ----------------------------------------------------------------------------------- */

struct search {
    CXTranslationUnit tu;
    bool found;
    uint32_t now, arch; /* 0: only whether a file tests it */
};

static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    struct search *search = data;
    if (search->found && !search->now)
        return;
    CXSourceLocation start = clang_getLocationForOffset(search->tu, file, 0);
    if (clang_Location_isInSystemHeader(start))
        return;
    CXString name = clang_getFileName(file);
    bool ours = csl_is_shim_path(clang_getCString(name));
    clang_disposeString(name);
    if (ours)
        return;
    size_t length;
    const char *text = clang_getFileContents(search->tu, file, &length);
    search->found |= text && text_tests(text, length);
    const uint32_t arch = text && search->now ? arch_of_text(text, length, search->now) : 0;
    if (arch && (!search->arch || arch < search->arch))
        search->arch = arch;
}

uint32_t csl_arch_of_file_guards(const csl_unit *unit) {
    struct search search = {.tu = unit->tu, .now = unit->options->arch};
    clang_getInclusions(unit->tu, visit_file, &search);
    return search.arch;
}

bool csl_tests_arch(const csl_unit *unit) {
    struct search search = {.tu = unit->tu};
    clang_getInclusions(unit->tu, visit_file, &search);
    return search.found;
}
