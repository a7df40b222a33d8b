/* Reads statements; the syntax is described in print.c. */
#include "read.h"

#include <string.h>

static csl_expr *read_operand(csl_reader *r) {
    r->nlabels = 0;
    return csl_read_one_expr(r);
}

static const csl_operand *read_tensor_operand(csl_reader *r) {
    csl_operand *o = CSL_NEW(r->ctx, csl_operand);
    o->descriptor = read_operand(r);
    o->rows = csl_read_u32(r);
    o->across = csl_read_u32(r) != 0;
    o->piece = csl_read_u32(r);
    return o;
}

static bool read_access_field(csl_reader *r, csl_access *a, const char *key) {
    if (strcmp(key, "bounds") == 0) {
        a->bounds = read_operand(r);
    } else if (strcmp(key, "value") == 0) {
        a->value = read_operand(r);
    } else if (strcmp(key, "compare") == 0) {
        a->compare = read_operand(r);
    } else if (strcmp(key, "size") == 0) {
        a->size = read_operand(r);
    } else if (strcmp(key, "within") == 0) {
        a->within = csl_read_u32(r);
    } else if (strcmp(key, "shape") == 0) {
        a->shape = csl_read_u32(r);
    } else if (strcmp(key, "joint") == 0) {
        a->joint = csl_read_u32(r);
    } else if (strcmp(key, "operand") == 0) {
        a->operand = read_tensor_operand(r);
    } else if (strcmp(key, "result") == 0) {
        a->result = csl_read_u32(r);
    } else if (strcmp(key, "atomic") == 0) {
        a->atomic = (csl_atomic)csl_read_name(r, &csl_atomic_names);
        a->atomic_scope = (csl_scope)csl_read_name(r, &csl_scope_names);
        a->order = (csl_order)csl_read_name(r, &csl_order_names);
    } else if (strcmp(key, "launched") == 0) {
        a->launched = (csl_launched)csl_read_name(r, &csl_launched_names);
    } else if (strcmp(key, "signals") == 0) {
        a->signals = read_operand(r);
    } else if (strcmp(key, "through") == 0) {
        a->through = csl_read_interned(r);
    } else {
        return false;
    }
    return true;
}

static bool read_sync_field(csl_reader *r, csl_sync *s, const char *key) {
    if (strcmp(key, "mask") == 0)
        s->mask = read_operand(r);
    else if (strcmp(key, "tile") == 0)
        s->tile = csl_read_u32(r);
    else if (strcmp(key, "makes") == 0)
        s->makes = (csl_mask)csl_read_name(r, &csl_mask_names);
    else if (strcmp(key, "id") == 0)
        s->id = read_operand(r);
    else if (strcmp(key, "count") == 0)
        s->count = read_operand(r);
    else if (strcmp(key, "object") == 0)
        s->object = read_operand(r);
    else if (strcmp(key, "parity") == 0)
        s->parity = read_operand(r);
    else if (strcmp(key, "bytes") == 0)
        s->bytes = read_operand(r);
    else if (strcmp(key, "value") == 0)
        s->value = read_operand(r);
    else if (strcmp(key, "lane") == 0)
        s->lane = read_operand(r);
    else if (strcmp(key, "apart") == 0)
        s->apart = read_operand(r);
    else if (strcmp(key, "width") == 0)
        s->width = csl_read_u32(r);
    else if (strcmp(key, "result") == 0)
        s->result = csl_read_u32(r);
    else if (strcmp(key, "result-scope") == 0)
        s->result_scope = (csl_scope)csl_read_name(r, &csl_scope_names);
    else if (strcmp(key, "name") == 0)
        s->name = csl_read_interned(r);
    else
        return false;
    return true;
}

static bool read_call_field(csl_reader *r, csl_stmt *s, const char *key) {
    if (strcmp(key, "result") == 0) {
        s->call.result = csl_read_u32(r);
        return true;
    }
    if (strcmp(key, "syncs") == 0) {
        s->call.syncs = (csl_scope)csl_read_name(r, &csl_scope_names);
        return true;
    }
    if (strcmp(key, "args") != 0)
        return false;
    while (csl_read_more(r)) {
        csl_expr *arg = read_operand(r);
        s->call.args = csl_grow_array(r->ctx, s->call.args, s->call.nargs, sizeof *s->call.args);
        s->call.args[s->call.nargs++] = arg;
    }
    return true;
}

/* Fields that only this kind of statement has. */
static bool read_own_field(csl_reader *r, csl_stmt *s, const char *key) {
    switch (s->kind) {
    case CSL_STMT_ACCESS: return read_access_field(r, s->access, key);
    case CSL_STMT_SYNC: return read_sync_field(r, s->sync, key);
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE: return read_call_field(r, s, key);
    case CSL_STMT_ASYNC:
        if (strcmp(key, "pending") != 0)
            return false;
        s->async.pending = read_operand(r);
        return true;
    case CSL_STMT_FENCE:
        if (strcmp(key, "proxy") != 0)
            return false;
        s->fence.proxy = (csl_proxy)csl_read_name(r, &csl_proxy_names);
        return true;
    case CSL_STMT_HAVOC:
        if (strcmp(key, "of") == 0) {
            s->havoc.of = read_operand(r);
            return true;
        }
        if (strcmp(key, "why") != 0)
            return false;
        s->havoc.why = csl_read_string(r);
        return true;
    default: return false;
    }
}

/* then, else, do: which sequence of the statement, or NULL. */
static csl_stmt **part_of(csl_stmt *s, const char *key) {
    if (s->kind == CSL_STMT_IF && strcmp(key, "then") == 0)
        return &s->branch.body;
    if (s->kind == CSL_STMT_IF && strcmp(key, "else") == 0)
        return &s->branch.other;
    if ((s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) && strcmp(key, "do") == 0)
        return &s->block.body;
    return NULL;
}

static void read_list_field(csl_module_reader *mr, csl_stmt *s, const char *key) {
    csl_reader *r = &mr->r;
    csl_stmt **part = part_of(s, key);
    if (part && *part)
        csl_read_fail(r, "a second '%s'", key);
    else if (part)
        *part = csl_read_sequence(mr);
    else if (strcmp(key, "at") == 0)
        s->place = csl_read_place_fields(mr);
    else if (strcmp(key, "text") == 0)
        s->text = csl_read_string(r);
    else if (strcmp(key, "from") == 0)
        s->origin = (csl_origin)csl_read_name(r, &csl_origin_names);
    else if (!read_own_field(r, s, key))
        csl_read_unknown(r, key);
}

static void read_flag(csl_reader *r, csl_stmt *s, const char *flag) {
    if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "volatile") == 0)
        s->access->is_volatile = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "read-only") == 0)
        s->access->is_read_only = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "async") == 0)
        s->access->is_async = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "bulk") == 0)
        s->access->is_bulk = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "tensor") == 0)
        s->access->is_tensor = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "lanes") == 0)
        s->access->is_lanes = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "tracked") == 0)
        s->access->is_tracked = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "map") == 0)
        s->access->is_map = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "allocates") == 0)
        s->access->allocates = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "box") == 0)
        s->access->is_box = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "vague") == 0)
        s->access->is_vague = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "spare") == 0)
        s->access->is_spare = true;
    else if (s->kind == CSL_STMT_HAVOC && strcmp(flag, "each") == 0)
        s->havoc.each = true;
    else if (s->kind == CSL_STMT_HAVOC && strcmp(flag, "sums") == 0)
        s->havoc.sums = true;
    else if (s->kind == CSL_STMT_ASYNC && strcmp(flag, "bulk") == 0)
        s->async.bulk = true;
    else if (s->kind == CSL_STMT_ASYNC && strcmp(flag, "tensor") == 0)
        s->async.tensor = true;
    else if (s->kind == CSL_STMT_ASYNC && strcmp(flag, "lanes") == 0)
        s->async.lanes = true;
    else if (s->kind == CSL_STMT_ASYNC && strcmp(flag, "reads") == 0)
        s->async.reads = true;
    else if (s->kind == CSL_STMT_ACCESS && strcmp(flag, "state") == 0)
        s->access->is_state = true;
    else if ((s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE) && strcmp(flag, "quiet") == 0)
        s->call.quiet = true;
    else if ((s->kind == CSL_STMT_CALL || s->kind == CSL_STMT_OPAQUE) && strcmp(flag, "mild") == 0)
        s->call.mild = true;
    else if (s->kind == CSL_STMT_CALL && strcmp(flag, "of-warp") == 0)
        s->call.of_warp = true;
    else if (s->kind == CSL_STMT_CALL && strcmp(flag, "plain") == 0)
        s->call.plain = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "orders") == 0)
        s->sync->orders = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "aligned") == 0)
        s->sync->aligned = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "drops") == 0)
        s->sync->drops = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "tracks") == 0)
        s->sync->tracks = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "commits") == 0)
        s->sync->commits = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "of-cluster") == 0)
        s->sync->of_cluster = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "swaps") == 0)
        s->sync->swaps = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "counts") == 0)
        s->sync->counts = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "selects") == 0)
        s->sync->selects = true;
    else if (s->kind == CSL_STMT_SYNC && strcmp(flag, "ranked") == 0)
        s->sync->ranked = true;
    else
        csl_read_unknown(r, flag);
}

/* What stands right behind the statement's word. */
static void read_positional(csl_reader *r, csl_stmt *s) {
    switch (s->kind) {
    case CSL_STMT_IF: s->branch.cond = read_operand(r); break;
    case CSL_STMT_BLOCK: s->block.label = csl_read_u32(r); break;
    case CSL_STMT_BR: s->label = csl_read_u32(r); break;
    case CSL_STMT_LET:
        s->let.var = csl_read_u32(r);
        s->let.value = read_operand(r);
        break;
    case CSL_STMT_ACCESS:
        s->access = CSL_NEW(r->ctx, csl_access);
        s->access->result = CSL_NO_VAR;
        s->access->mode = (csl_mode)csl_read_name(r, &csl_mode_names);
        s->access->type = (csl_type)csl_read_name(r, &csl_type_names);
        s->access->bytes = csl_read_u32(r);
        s->access->address = read_operand(r);
        break;
    case CSL_STMT_SYNC:
        s->sync = CSL_NEW(r->ctx, csl_sync);
        s->sync->result = CSL_NO_VAR;
        s->sync->kind = (csl_sync_kind)csl_read_name(r, &csl_sync_names);
        s->sync->scope = (csl_scope)csl_read_name(r, &csl_scope_names);
        break;
    case CSL_STMT_FENCE: s->fence.scope = (csl_scope)csl_read_name(r, &csl_scope_names); break;
    case CSL_STMT_ASYNC: {
        const char *word = csl_read_word(r);
        s->async.wait = strcmp(word, "wait") == 0;
        if (!s->async.wait && strcmp(word, "commit") != 0)
            csl_read_fail(r, "expected commit or wait");
        break;
    }
    case CSL_STMT_ASSUME: s->cond = read_operand(r); break;
    case CSL_STMT_HAVOC:
        s->havoc.var = csl_read_u32(r);
        s->havoc.scope = (csl_scope)csl_read_name(r, &csl_scope_names);
        break;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE: s->call.what = csl_read_string(r); break;
    case CSL_STMT_LOOP:
    case CSL_STMT_EXIT:
    case CSL_STMT_COUNT: break;
    }
}

static csl_stmt *read_stmt(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_read_open(r);
    csl_stmt *s = csl_stmt_new(r->ctx, (csl_stmt_kind)csl_read_name(r, &csl_stmt_names), NULL);
    read_positional(r, s);
    while (csl_read_more(r)) {
        bool is_list;
        const char *key = csl_read_field(r, &is_list);
        if (is_list) {
            read_list_field(mr, s, key);
            csl_read_close(r);
        } else {
            read_flag(r, s, key);
        }
    }
    csl_read_close(r);
    return s;
}

csl_stmt *csl_read_sequence(csl_module_reader *mr) {
    csl_seq seq = {0};
    while (csl_read_more(&mr->r))
        csl_seq_add(&seq, read_stmt(mr));
    return seq.first;
}
