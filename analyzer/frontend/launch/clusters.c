/* How many blocks a cluster has, as a launch says (cudaLaunchAttributeClusterDimension).
 *
 * That is known only where the function that launches has one variable for attributes and one for
 * the configuration, and in statements of its own before the launch, none of them in a branch or a
 * loop, sets all three sizes in numbers, the kind and the place of the attribute, and how many
 * there are. They may be cleared before. What else mentions one of the two variables may change it.
 */
#include "clusters.h"

typedef struct reading {
    csl_host_point point;
    const csl_launch_site *site;
    CXCursor attributes, configuration; /* their variables */
    unsigned nattributes, nconfigurations;
    int64_t place, count; /* of the attribute, and of all; -1: not said */
    int64_t of[3], in[3]; /* sizes, and in which attribute */
    unsigned ndim[3];
    bool attached; /* the configuration points to the attributes */
    bool lost;
} reading;

/* ---- variables ------------------------------------------------------------------------------- */

static bool is_of_type(CXCursor variable, const char *name) {
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    const CXType element = clang_getArrayElementType(type);
    type = element.kind == CXType_Invalid ? type : element;
    return csl_host_is_structure(type, name);
}

static enum CXChildVisitResult find_variables(CXCursor c, CXCursor parent, CXClientData data) {
    reading *r = data;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_VarDecl && is_of_type(c, "cudaLaunchAttribute")) {
        r->attributes = c;
        r->nattributes++;
    }
    if (clang_getCursorKind(c) == CXCursor_VarDecl && is_of_type(c, "cudaLaunchConfig_t")) {
        r->configuration = c;
        r->nconfigurations++;
    }
    return CXChildVisit_Recurse;
}

static bool is_variable(CXCursor e, CXCursor variable) {
    const CXCursor bare = csl_host_bare(e);
    return clang_getCursorKind(bare) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(bare), variable);
}

typedef struct mention {
    const reading *r;
    unsigned n;
} mention;

static enum CXChildVisitResult find_mention(CXCursor c, CXCursor parent, CXClientData data) {
    mention *m = data;
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
        m->n += is_variable(c, m->r->attributes) || is_variable(c, m->r->configuration);
    return CXChildVisit_Recurse;
}

static unsigned mentions(const reading *r, CXCursor c) {
    mention m = {r, 0};
    find_mention(c, c, &m);
    clang_visitChildren(c, find_mention, &m);
    return m.n;
}

/* ---- one statement --------------------------------------------------------------------------- */

/* The value of an expression where it stands. */
static bool number(const reading *r, CXCursor e, int64_t *n) {
    csl_host_point point = csl_host_point_of(r->site->function, e);
    point.call = r->point.call;
    return csl_host_integer(point, e, n);
}

/* `attributes[2]`, `*attributes` as 0; false: it is something else. */
static bool is_attribute(const reading *r, CXCursor e, int64_t *place) {
    const CXCursor bare = csl_host_bare(e);
    const struct csl_host_kids kids = csl_host_kids_of(bare);
    *place = 0;
    if (is_variable(bare, r->attributes))
        return true;
    return clang_getCursorKind(bare) == CXCursor_ArraySubscriptExpr && kids.n == 2 &&
           is_variable(kids.v[0], r->attributes) && number(r, kids.v[1], place) && *place >= 0;
}

/* The object of `object.name`; null: it is something else. */
static CXCursor object_of(CXCursor e, const char *name) {
    const CXCursor bare = csl_host_bare(e);
    const struct csl_host_kids kids = csl_host_kids_of(bare);
    return clang_getCursorKind(bare) == CXCursor_MemberRefExpr && kids.n == 1 &&
                   csl_host_spelled(bare, name)
               ? kids.v[0]
               : clang_getNullCursor();
}

/* `attributes[i].val.clusterDim.x` */
static bool is_size(const reading *r, CXCursor e, int *component, int64_t *place) {
    const CXCursor bare = csl_host_bare(e);
    const struct csl_host_kids kids = csl_host_kids_of(bare);
    *component = csl_host_component(bare);
    if (clang_getCursorKind(bare) != CXCursor_MemberRefExpr || kids.n != 1 || *component < 0)
        return false;
    const CXCursor value = object_of(object_of(kids.v[0], "clusterDim"), "val");
    return !clang_Cursor_isNull(value) && is_attribute(r, value, place);
}

static void read_kind(reading *r, CXCursor kind, int64_t place) {
    const CXCursor named = clang_getCursorReferenced(csl_host_bare(kind));
    r->lost |= clang_getCursorKind(named) != CXCursor_EnumConstantDecl;
    if (!csl_host_spelled(named, "cudaLaunchAttributeClusterDimension"))
        return;
    r->lost |= r->place >= 0;
    r->place = place;
}

static void read_assignment(reading *r, CXCursor to, CXCursor value) {
    int component;
    int64_t place;
    const CXCursor of_kind = object_of(to, "id"), of_count = object_of(to, "numAttrs");
    const CXCursor of_list = object_of(to, "attrs");
    if (is_size(r, to, &component, &place)) {
        r->ndim[component]++;
        r->in[component] = place;
        r->lost |= !number(r, value, &r->of[component]);
    } else if (!clang_Cursor_isNull(of_kind) && is_attribute(r, of_kind, &place)) {
        read_kind(r, value, place);
    } else if (!clang_Cursor_isNull(of_count) && is_variable(of_count, r->configuration)) {
        r->lost |= r->count >= 0 || !number(r, value, &r->count);
    } else if (!clang_Cursor_isNull(of_list) && is_variable(of_list, r->configuration)) {
        const CXCursor bare = csl_host_bare(value);
        const struct csl_host_kids kids = csl_host_kids_of(bare);
        const bool address = clang_getCursorKind(bare) == CXCursor_UnaryOperator && kids.n == 1;
        r->lost |= r->attached || !is_attribute(r, address ? kids.v[0] : bare, &place) || place;
        r->attached = true;
    } else { /* another member of one of the two */
        r->lost |= mentions(r, to) > 1 || mentions(r, value) ||
                   clang_getCursorKind(csl_host_bare(to)) != CXCursor_MemberRefExpr;
    }
}

/* A call that clears one of the two before anything is set. */
static bool clears(const reading *r, CXCursor call) {
    return clang_getCursorKind(call) == CXCursor_CallExpr && csl_host_spelled(call, "memset") &&
           r->place < 0 && r->count < 0 && !r->attached && !r->ndim[0] && !r->ndim[1] &&
           !r->ndim[2];
}

static enum CXChildVisitResult read_statement(CXCursor c, CXCursor parent, CXClientData data) {
    reading *r = data;
    (void)parent;
    if (csl_host_inside(r->site->call, c)) { /* nothing but the launch itself mentions them there */
        r->lost |= mentions(r, c) != mentions(r, r->site->call);
        return CXChildVisit_Break;
    }
    const CXCursor bare = csl_host_bare(c);
    const struct csl_host_kids kids = csl_host_kids_of(bare);
    if (!mentions(r, c) || clears(r, bare))
        return CXChildVisit_Continue;
    const enum CXCursorKind kind = clang_getCursorKind(bare);
    csl_launch_form form;
    if (kind == CXCursor_BinaryOperator && kids.n == 2 &&
        clang_getCursorBinaryOperatorKind(bare) == CXBinaryOperator_Assign)
        read_assignment(r, kids.v[0], kids.v[1]);
    else if (kind == CXCursor_CallExpr && kids.n == 3 && csl_host_spelled(bare, "operator="))
        read_assignment(r, kids.v[0], kids.v[2]); /* between them stands the operator */
    else                                          /* another launch changes neither */
        r->lost |= kind != CXCursor_CallExpr || csl_launching(bare, &form) < 0;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult read_body(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    clang_visitChildren(c, read_statement, data);
    return CXChildVisit_Break;
}

void csl_read_launch_cluster(const csl_launch_site *site, csl_host_point point,
                             uint32_t cluster[3]) {
    reading r = {.point = point, .site = site, .place = -1, .count = -1};
    clang_visitChildren(site->function->cursor, find_variables, &r);
    if (r.nattributes != 1 || r.nconfigurations != 1)
        return;
    clang_visitChildren(site->function->cursor, read_body, &r);
    bool known = !r.lost && r.attached && r.place >= 0 && r.place < r.count;
    for (int d = 0; d < 3; d++)
        known = known && r.ndim[d] == 1 && r.in[d] == r.place && r.of[d] > 0 &&
                r.of[d] <= CSL_MOST_CLUSTER_BLOCKS;
    for (int d = 0; known && d < 3; d++)
        cluster[d] = (uint32_t)r.of[d];
}
