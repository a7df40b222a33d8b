/* Addresses: which objects a pointer points to, and where. */
#include "terms.h"
#include "../../../limits/limits.h"

typedef struct resolver {
    csl_analysis *a;
    CSL_VEC(csl_target) out;
} resolver;

/* Inline assembly addresses shared memory by 32-bit integers (__cvta_generic_to_shared), which hold
 * all of a shared address. The pointer such an integer was made from, with what was added to it
 * since in *offset; NULL if it was made from nothing shared. */
static csl_expr *shared_pointer(csl_analysis *a, csl_expr *e, csl_expr **offset, unsigned depth);

/* The number has no bits where a descriptor holds an address. */
static bool is_beside(const csl_expr *e) {
    if (e->op == CSL_OP_CONST)
        return (e->value & CSL_DESCRIPTOR_BITS) == 0;
    return e->op == CSL_OP_SHL && e->kids[1]->op == CSL_OP_CONST && e->kids[1]->value < 64 &&
           e->kids[1]->value > 0 && ((int64_t)CSL_DESCRIPTOR_BITS >> e->kids[1]->value) == 0;
}

/* A number of which a shared address is a part, shifted right by four bits (descriptors of the
 * tensor core): where the part stands, what is beside it does not matter. */
static csl_expr *described_pointer(csl_analysis *a, csl_expr *e, csl_expr **offset,
                                   unsigned depth) {
    if (depth >= 64 || !csl_type_integer((csl_type)e->type))
        return NULL;
    csl_expr *const other = e->nkids == 2 ? e->kids[1] : NULL;
    const bool by_const = other && other->op == CSL_OP_CONST;
    if (e->op == CSL_OP_SHR && by_const && other->value == CSL_DESCRIPTOR_SHIFT)
        return shared_pointer(a, e->kids[0], offset, depth + 1);
    if (e->op == CSL_OP_CAST || (e->op == CSL_OP_BAND && by_const))
        return described_pointer(a, e->kids[0], offset, depth + 1);
    if (e->op == CSL_OP_BOR && (is_beside(other) || is_beside(e->kids[0])))
        return described_pointer(a, e->kids[is_beside(e->kids[0])], offset, depth + 1);
    if (e->op != CSL_OP_ADD)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        csl_expr *pointer = described_pointer(a, e->kids[i], offset, depth + 1);
        if (!pointer)
            continue;
        csl_expr *more = csl_cast(a->ctx, CSL_I64, e->kids[1 - i]);
        if (more->op == CSL_OP_CONST)
            more = csl_const(a->ctx, CSL_I64, more->value & CSL_DESCRIPTOR_BITS);
        *offset = csl_binary(a->ctx, CSL_OP_ADD, *offset,
                             csl_binary(a->ctx, CSL_OP_MUL, more,
                                        csl_const(a->ctx, CSL_I64, 1 << CSL_DESCRIPTOR_SHIFT)));
        return pointer;
    }
    return NULL;
}

static csl_expr *shared_pointer(csl_analysis *a, csl_expr *e, csl_expr **offset, unsigned depth) {
    if (depth >= 64 || csl_type_bytes((csl_type)e->type) < 4 ||
        !csl_type_integer((csl_type)e->type))
        return NULL;
    if (e->op == CSL_OP_SHL && csl_is_const(e->kids[1], CSL_DESCRIPTOR_SHIFT))
        return described_pointer(a, e->kids[0], offset, depth + 1);
    if (e->op == CSL_OP_BAND && csl_is_const(e->kids[1], CSL_SHARED_ADDRESS))
        return shared_pointer(a, e->kids[0], offset, depth + 1);
    if (e->type == CSL_PTR) {
        const csl_expr *root = e;
        while (root->op == CSL_OP_ADD || root->op == CSL_OP_SUB || root->op == CSL_OP_CAST)
            root = root->kids[0];
        const csl_object *o = csl_object_of_root(a, root);
        return o && (o->kind == CSL_OBJ_SHARED || o->kind == CSL_OBJ_DYNAMIC) ? e : NULL;
    }
    if (e->op == CSL_OP_CAST)
        return shared_pointer(a, e->kids[0], offset, depth + 1);
    if (e->op != CSL_OP_ADD && e->op != CSL_OP_SUB)
        return NULL;
    for (unsigned i = 0; i < (e->op == CSL_OP_ADD ? 2u : 1u); i++) {
        csl_expr *pointer = shared_pointer(a, e->kids[i], offset, depth + 1);
        if (!pointer)
            continue;
        *offset =
            csl_binary(a->ctx, (csl_op)e->op, *offset, csl_cast(a->ctx, CSL_I64, e->kids[1 - i]));
        return pointer;
    }
    return NULL;
}

/* The number that the address is with each of the two arms of a choice in it, and the condition of
 * the first. */
static bool part_by_choice(csl_analysis *a, csl_expr *e, csl_expr **when, csl_expr *of[2],
                           unsigned depth) {
    if (depth >= 64 || (!csl_type_integer((csl_type)e->type) && e->type != CSL_PTR))
        return false;
    if (e->op == CSL_OP_ITE) {
        *when = e->kids[0];
        of[0] = e->kids[1], of[1] = e->kids[2];
        return true;
    }
    const bool sums = e->op == CSL_OP_ADD || e->op == CSL_OP_SUB;
    for (uint32_t i = 0; i < (sums ? 2u : e->op == CSL_OP_CAST); i++) {
        if (!part_by_choice(a, e->kids[i], when, of, depth + 1))
            continue;
        for (int k = 0; k < 2; k++) {
            csl_expr *kids[2] = {e->kids[0], sums ? e->kids[1] : NULL};
            kids[i] = of[k];
            of[k] = csl_rebuild(a->ctx, e, kids);
        }
        return true;
    }
    return false;
}

/* ... if it was made from one of two pointers. */
static bool chosen_address(csl_analysis *a, csl_expr *e, csl_expr **when, csl_expr *of[2]) {
    if (!part_by_choice(a, e, when, of, 0))
        return false;
    bool made = false;
    for (int k = 0; k < 2; k++) {
        csl_expr *offset = csl_const(a->ctx, CSL_I64, 0);
        made |= of[k]->op != CSL_OP_CAST || shared_pointer(a, of[k]->kids[0], &offset, 0);
    }
    return made;
}

/* ---- pointers that walk ----------------------------------------------------------------------
 *
 *     for (int i = 0; i < 8; i++) { sum += *p; if (i % 4 == 3) p++; }
 *
 * has no closed form. If `p` begins in a private array, and each pass goes on from where the last
 * one was, it stays there: what is behind it is the thread's own (C11 6.5.6). */

typedef struct walk {
    csl_analysis *a;
    uint32_t seen[CSL_ROOM_walking_pointers]; /* where they are is what is asked */
    unsigned n;
    csl_expr *base; /* of the array, NULL: none so far */
} walk;

static bool stays(walk *w, csl_expr *e, unsigned depth);

static bool stays_in_passes(walk *w, uint32_t index, unsigned depth) {
    const csl_sym *sym = w->a->syms.v[index];
    if (sym->kind == CSL_SYM_EXIT || sym->kind == CSL_SYM_BEFORE)
        return stays_in_passes(w, sym->inner, depth);
    for (unsigned i = 0; i < w->n; i++)
        if (w->seen[i] == index)
            return true;
    if (sym->kind != CSL_SYM_PHI || !sym->init || !sym->next || w->n == CSL_ROOM_walking_pointers)
        return false;
    w->seen[w->n++] = index;
    return stays(w, csl_expand(w->a, sym->init), depth) &&
           stays(w, csl_expand(w->a, sym->next), depth);
}

static bool stays(walk *w, csl_expr *e, unsigned depth) {
    if (depth >= 64 || e->type != CSL_PTR)
        return false;
    switch (e->op) {
    case CSL_OP_ADD:
    case CSL_OP_SUB:
    case CSL_OP_CAST: return stays(w, e->kids[0], depth + 1);
    case CSL_OP_ITE: return stays(w, e->kids[1], depth + 1) && stays(w, e->kids[2], depth + 1);
    case CSL_OP_SYM: return stays_in_passes(w, e->index, depth + 1);
    default: {
        const csl_object *o = csl_object_of_root(w->a, e);
        const bool fits = o && o->kind == CSL_OBJ_LOCAL && (!w->base || w->base == e);
        w->base = fits ? e : w->base;
        return fits;
    }
    }
}

/* The private array that the pointer of a loop walks over, or NULL. */
static csl_expr *walked_array(csl_analysis *a, csl_expr *pointer) {
    walk w = {.a = a};
    return pointer->op == CSL_OP_SYM && stays(&w, pointer, 0) ? w.base : NULL;
}

static void resolve(resolver *r, csl_expr *e, csl_expr *offset, csl_expr *when, unsigned depth) {
    csl_ctx *ctx = r->a->ctx;
    if (csl_is_false(when))
        return;
    if (depth < 64 && !csl_limit_reached(CSL_LIMIT_targets, r->out.n)) {
        switch (e->op) {
        case CSL_OP_ADD:
            if (e->type == CSL_PTR) {
                resolve(r, e->kids[0], csl_binary(ctx, CSL_OP_ADD, offset, e->kids[1]), when,
                        depth + 1);
                return;
            }
            break;
        case CSL_OP_SUB:
            if (e->type == CSL_PTR) {
                resolve(r, e->kids[0], csl_binary(ctx, CSL_OP_SUB, offset, e->kids[1]), when,
                        depth + 1);
                return;
            }
            break;
        case CSL_OP_CAST:
            if (e->type == CSL_PTR &&
                (e->kids[0]->type == CSL_PTR || e->kids[0]->op == CSL_OP_CAST) &&
                csl_type_bytes((csl_type)e->kids[0]->type) == 8) {
                csl_expr *k = e->kids[0];
                resolve(r, k->type == CSL_PTR ? k : k->kids[0], offset, when, depth + 1);
                return;
            }
            if (e->type == CSL_PTR) {
                csl_expr *pointer = shared_pointer(r->a, e->kids[0], &offset, depth);
                if (pointer) {
                    resolve(r, pointer, offset, when, depth + 1);
                    return;
                }
                csl_expr *first, *of[2];
                if (chosen_address(r->a, e, &first, of)) {
                    resolve(r, of[0], offset, csl_and(ctx, when, first), depth + 1);
                    resolve(r, of[1], offset, csl_and(ctx, when, csl_not(ctx, first)), depth + 1);
                    return;
                }
            }
            break;
        case CSL_OP_ITE:
            resolve(r, e->kids[1], offset, csl_and(ctx, when, e->kids[0]), depth + 1);
            resolve(r, e->kids[2], offset, csl_and(ctx, when, csl_not(ctx, e->kids[0])), depth + 1);
            return;
        default: break;
        }
    }
    if (csl_is_const(e, 0) && !csl_is_true(when)) /* a null pointer: nothing is accessed */
        return;
    csl_expr *array = walked_array(r->a, e);
    if (array) {
        offset = csl_binary(ctx, CSL_OP_ADD, offset, csl_binary(ctx, CSL_OP_SUB, e, array));
        e = array;
    }
    csl_target t = {.root = e, .offset = offset, .when = when};
    CSL_PUSH(ctx, &r->out, t);
}

void csl_resolve_address(csl_analysis *a, csl_expr *address, csl_target **targets, uint32_t *n) {
    resolver r = {.a = a};
    resolve(&r, csl_expand(a, address), csl_const(a->ctx, CSL_I64, 0), csl_true(a->ctx), 0);
    *targets = r.out.v;
    *n = r.out.n;
}

const csl_object *csl_object_of_root(const csl_analysis *a, const csl_expr *root) {
    return root->op == CSL_OP_BASE ? &a->kernel->objects[root->index] : NULL;
}

bool csl_simple_address(const csl_expr *e, uint32_t *object, int64_t *offset) {
    *object = UINT32_MAX;
    *offset = 0;
    bool constant = true;
    while (e->op == CSL_OP_ADD || e->op == CSL_OP_SUB || e->op == CSL_OP_CAST) {
        if (e->op != CSL_OP_CAST) {
            if (e->kids[1]->op == CSL_OP_CONST)
                *offset += e->op == CSL_OP_ADD ? e->kids[1]->value : -e->kids[1]->value;
            else
                constant = false;
        }
        e = e->kids[0];
    }
    if (e->op != CSL_OP_BASE)
        return false;
    *object = e->index;
    return constant;
}

const char *csl_element_at(csl_analysis *a, const csl_object *o, const char *name, int64_t offset) {
    if (!o)
        return csl_format(a->ctx, "%s", name);
    if (o->ndims == 0 && (o->kind == CSL_OBJ_SHARED) && o->bytes && o->bytes <= o->elem_bytes)
        return o->name;
    uint32_t size = o->elem_bytes ? o->elem_bytes : 1;
    int64_t index = offset / size;
    if (o->ndims <= 1)
        return csl_format(a->ctx, "%s[%lld]", name, (long long)index);
    const char *text = "";
    for (uint32_t d = o->ndims; d-- > 0;) {
        int64_t extent = d && o->dims[d] ? (int64_t)o->dims[d] : INT64_MAX;
        text = csl_format(a->ctx, "[%lld]%s", (long long)(index % extent), text);
        index /= extent;
    }
    return csl_format(a->ctx, "%s%s", name, text);
}
