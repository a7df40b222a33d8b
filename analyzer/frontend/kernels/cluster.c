/* Reads __cluster_dims__, which the embedded headers make an annotation of its words. */
#include "kernels.h"

#include "../parse/parse.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BLOCKS 16 /* of a cluster */

/* "cluster 2, 1, 1"; false if some word is no number. */
static bool read_words(const char *text, uint32_t dim[3]) {
    static const char start[] = "cluster ";
    if (strncmp(text, start, sizeof start - 1) != 0)
        return false;
    const char *at = text + sizeof start - 1;
    uint32_t read[3] = {1, 1, 1};
    for (unsigned d = 0; d < 3; d++) {
        char *end;
        const unsigned long n = strtoul(at, &end, 0);
        if (end == at || n == 0 || n > MOST_BLOCKS)
            return false;
        read[d] = (uint32_t)n;
        at = end + strspn(end, " uU");
        if (*at == '\0')
            break;
        if (*at++ != ',')
            return false;
    }
    memcpy(dim, read, sizeof read);
    return true;
}

static enum CXChildVisitResult find_words(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_AnnotateAttr) {
        CXString words = clang_getCursorSpelling(c);
        read_words(clang_getCString(words), data);
        clang_disposeString(words);
    }
    return CXChildVisit_Continue;
}

void csl_read_cluster(CXCursor function, uint32_t dim[3]) {
    memset(dim, 0, 3 * sizeof *dim);
    clang_visitChildren(function, find_words, dim);
}
