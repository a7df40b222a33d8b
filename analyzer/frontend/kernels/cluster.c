/* How many blocks a cluster has: __cluster_dims__, which the embedded headers make an annotation of
 * its words, or what all launches say. */
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

static bool agree(const csl_kernel *k) {
    bool same = k->nlaunches > 0 && !k->launch_unknown && !k->elsewhere && !k->cluster[0] &&
                !k->skipped && k->body;
    for (uint32_t i = 0; same && i < k->nlaunches; i++)
        same = k->launches[i].cluster[0] &&
               !memcmp(k->launches[i].cluster, k->launches[0].cluster, sizeof k->cluster);
    return same;
}

/* What a launch says of the objects and parameters of the kernel still holds. */
static bool is_as_before(const csl_kernel *before, const csl_kernel *k) {
    bool same = !k->skipped && k->nparams == before->nparams && k->nobjects >= before->nobjects;
    for (uint32_t i = 0; same && i < before->nobjects; i++)
        same = k->objects[i].kind == before->objects[i].kind &&
               k->objects[i].place == before->objects[i].place;
    return same;
}

void csl_lower_in_clusters(const csl_unit *unit, csl_lowered *lowered) {
    csl_module *m = lowered->module;
    for (uint32_t i = 0; i < m->nkernels; i++) {
        csl_kernel *k = &m->kernels[i], again = {0};
        if (!agree(k) || clang_Cursor_isNull(lowered->of[i]))
            continue;
        const csl_lower_target target = {.function = lowered->of[i],
                                         .pattern = lowered->of[i],
                                         .instance = k->instance,
                                         .cluster = k->launches[0].cluster};
        csl_lower_kernel(csl_lower_state_new(unit, lowered->places, m), &target, &again);
        if (!is_as_before(k, &again))
            continue;
        k->body = again.body;
        k->vars = again.vars;
        k->nvars = again.nvars;
        k->objects = again.objects;
        k->nobjects = again.nobjects;
        k->nlabels = again.nlabels;
        k->maps_blocks = again.maps_blocks;
        memcpy(k->made_for, again.made_for, sizeof k->made_for);
        k->made_for_several = again.made_for_several;
        memcpy(k->cluster, again.cluster, sizeof k->cluster);
        k->launched_in_clusters = true;
    }
}
