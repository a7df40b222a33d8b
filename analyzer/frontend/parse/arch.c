/* Does the project ask for the architecture? Then one parse does not show all of it. */
#include "parse.h"

#include <ctype.h>
#include <string.h>

#define MACRO "__CUDA_ARCH__"

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* True if the logical line [s, end) is a conditional directive and names the macro. */
static bool line_tests(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    if (s == end || *s != '#')
        return false;
    for (s++; s < end && (*s == ' ' || *s == '\t'); s++)
        ;
    if (!(end - s >= 2 &&
          (strncmp(s, "if", 2) == 0 || (end - s >= 4 && strncmp(s, "elif", 4) == 0))))
        return false;
    size_t n = strlen(MACRO);
    for (; s + n <= end; s++)
        if (memcmp(s, MACRO, n) == 0 && !is_word(s[-1]) && (s + n == end || !is_word(s[n])))
            return true;
    return false;
}

static bool text_tests(const char *text, size_t length) {
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *stop = line;
        while (stop < end && !(*stop == '\n' && (stop == line || stop[-1] != '\\')))
            stop++;
        if (line_tests(line, stop))
            return true;
        line = stop + 1;
    }
    return false;
}

struct search {
    CXTranslationUnit tu;
    bool found;
};

static void visit_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data) {
    (void)stack;
    (void)depth;
    struct search *search = data;
    if (search->found)
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
    search->found = text && text_tests(text, length);
}

bool csl_tests_arch(const csl_unit *unit) {
    struct search search = {unit->tu, false};
    clang_getInclusions(unit->tu, visit_file, &search);
    return search.found;
}
