/* The words of the text form. */
#include "text.h"

#include <string.h>

#define X(id, text, bytes) text,
static const char *const types[] = {CSL_TYPES(X)};
#undef X

#define X(id, text) text,
static const char *const ops[] = {CSL_OPS(X)};
static const char *const scopes[] = {CSL_SCOPES(X)};
static const char *const stmts[] = {CSL_STMTS(X)};
static const char *const origins[] = {CSL_ORIGINS(X)};
static const char *const modes[] = {CSL_MODES(X)};
static const char *const atomics[] = {CSL_ATOMICS(X)};
static const char *const orders[] = {CSL_ORDERS(X)};
static const char *const masks[] = {CSL_MASKS(X)};
static const char *const proxies[] = {CSL_PROXIES(X)};
static const char *const launched[] = {CSL_LAUNCHED(X)};
static const char *const syncs[] = {CSL_SYNCS(X)};
static const char *const objects[] = {CSL_OBJECTS(X)};
#undef X

#define NAMES(array, what)                                                                         \
    { array, sizeof array / sizeof *array, what }
const csl_names csl_type_names = NAMES(types, "type");
const csl_names csl_op_names = NAMES(ops, "operator");
const csl_names csl_scope_names = NAMES(scopes, "scope");
const csl_names csl_stmt_names = NAMES(stmts, "statement");
const csl_names csl_origin_names = NAMES(origins, "origin");
const csl_names csl_mode_names = NAMES(modes, "access mode");
const csl_names csl_atomic_names = NAMES(atomics, "atomic operation");
const csl_names csl_order_names = NAMES(orders, "memory order");
const csl_names csl_mask_names = NAMES(masks, "mask");
const csl_names csl_proxy_names = NAMES(proxies, "proxy");
const csl_names csl_launched_names = NAMES(launched, "kind of launch");
const csl_names csl_sync_names = NAMES(syncs, "synchronisation");
const csl_names csl_object_names = NAMES(objects, "kind of object");

const char *csl_type_name(csl_type t) {
    return types[t];
}

const char *csl_op_name(csl_op op) {
    return ops[op];
}

const char *csl_scope_name(csl_scope s) {
    return scopes[s];
}

unsigned csl_find_name(const csl_names *names, const char *text, size_t length) {
    for (unsigned i = 0; i < names->count; i++)
        if (strlen(names->names[i]) == length && memcmp(names->names[i], text, length) == 0)
            return i;
    return names->count;
}
