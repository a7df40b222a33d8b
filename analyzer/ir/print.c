/* The text form of modules.
 *
 * S-expressions. Blanks separate, `;` starts a comment that ends with the line. Strings stand in
 * double quotes with the escapes \" \\ \n \t \xHH. What is in square brackets may be missing, and
 * such fields may come in any order; `...` repeats. Indices count from 0 and are written where
 * they help a reader; they must be in order.
 *
 *   (module (file INDEX "path")... KERNEL...)
 *   KERNEL = (kernel "name" [(instance "text")] [(pattern "text")]
 *              (frame INDEX "function" [PLACE] [PARENT])...
 *              [PLACE] [(region PLACE)] [(max-threads N)] [(cluster X Y Z)] [(labels N)]
 *              [maps-blocks] [launch-unknown] [(skipped "why")]
 *              (param INDEX "name" TYPE [(object INDEX)])...
 *              (object INDEX KIND "name" TYPE ELEM-BYTES [(dims N...)] [(bytes N)] [(param INDEX)]
 *                [const] [restrict] [PLACE])...
 *              (var INDEX "name" TYPE [PLACE])...
 *              (launch (grid X Y Z) (block X Y Z) [(dynamic BYTES)] [cooperative] [PLACE])...
 *              (body STMT...))
 *   PLACE  = (at FILE LINE:COL-LINE:COL [(in FRAME)] [(macro PLACE)])
 *   FRAME  = index of a frame: one inlined call; PARENT is the frame of the call around it
 *   STMT   = (if EXPR ATTR... (then STMT...) [(else STMT...)])
 *          | (loop ATTR... (do STMT...)) | (block LABEL ATTR... (do STMT...))
 *          | (br LABEL ATTR...) | (let VAR EXPR ATTR...) | (exit ATTR...)
 *          | (access MODE TYPE BYTES ADDRESS [(bounds EXPR)] [(value EXPR)] [(compare EXPR)]
 *              [(result VAR)] [(atomic OPERATION SCOPE ORDER)] [volatile]
 *              [read-only] [async] [(launched WHEN)] [bulk] [tensor] [lanes] [tracked]
 *              [(shape N)] [allocates] [box] [(size EXPR)] [(within N)] [vague] [(operand EXPR ROWS
 * ACROSS PIECE)]
 *              [(joint N)] [spare] [(signals EXPR)] [state]
 *              [(through "name")] ATTR...)
 *          | (sync KIND SCOPE [orders] [aligned] [swaps] [counts] [selects] [ranked] [(makes MASK)]
 *              [(mask EXPR)] [(tile N)] [(id EXPR)] [(count EXPR)] [(object EXPR)] [drops] [tracks]
 *              [commits] [of-cluster]
 *              [(parity EXPR)] [(bytes EXPR)] [(value EXPR)] [(lane EXPR)] [(apart EXPR)]
 *              [(width N)] [(result VAR)] [(result-scope SCOPE)] [(name "text")] ATTR...)
 *          | (fence SCOPE [(proxy PROXY)] ATTR...)
 *          | (async commit|wait [bulk] [tensor] [lanes] [reads] [(pending EXPR)] ATTR...)
 *          | (assume EXPR ATTR...)
 *          | (havoc VAR SCOPE [(why "text")] [each] [sums] [(of EXPR)] ATTR...)
 *          | (call "what" [(args EXPR...)] [(result VAR)] [plain] [(syncs SCOPE)] [quiet | mild |
 *              of-warp] ATTR...)
 *          | (opaque ...as call...)
 *   ATTR   = (from ORIGIN) | (text "source") | PLACE
 *
 * Expressions: print_expr.c.
 */
#include "text.h"

#include <inttypes.h>

/* The frames of a kernel in the order of their first use, callers first. */
typedef struct printer {
    FILE *out;
    csl_ptr_map frames; /* frame -> its index + 1 */
    uint32_t nframes;
} printer;

/* ---- small fields -------------------------------------------------------------------------- */

static void print_text(printer *p, const char *key, const char *text) {
    if (!text)
        return;
    fprintf(p->out, " (%s ", key);
    csl_print_string(p->out, text);
    fputc(')', p->out);
}

static void print_number(printer *p, const char *key, uint64_t number) {
    fprintf(p->out, " (%s %" PRIu64 ")", key, number);
}

static void print_flag(printer *p, const char *flag, bool set) {
    if (set)
        fprintf(p->out, " %s", flag);
}

static void print_operand(printer *p, const char *key, const csl_expr *e) {
    if (!e)
        return;
    fprintf(p->out, " (%s ", key);
    csl_print_expr(p->out, e);
    fputc(')', p->out);
}

static void print_tensor_operand(printer *p, const csl_operand *o) {
    if (!o)
        return;
    fputs(" (operand ", p->out);
    csl_print_expr(p->out, o->descriptor);
    fprintf(p->out, " %u %u %u)", o->rows, o->across, o->piece);
}

static void print_name(printer *p, const char *name) {
    fputc(' ', p->out);
    csl_print_string(p->out, name ? name : "");
}

/* ---- places and frames --------------------------------------------------------------------- */

static void print_place(printer *p, const csl_place *place) {
    if (!place)
        return;
    fprintf(p->out, " (at %" PRIu32 " %" PRIu32 ":%" PRIu32 "-%" PRIu32 ":%" PRIu32, place->file,
            place->line, place->col, place->end_line, place->end_col);
    if (place->chain)
        print_number(p, "in", (uintptr_t)csl_ptr_map_get(&p->frames, place->chain) - 1);
    if (place->macro) {
        fputs(" (macro", p->out);
        print_place(p, place->macro);
        fputc(')', p->out);
    }
    fputc(')', p->out);
}

static void print_frames_of(printer *p, const csl_place *place);

static void print_frame(printer *p, const csl_frame *frame) {
    if (!frame || csl_ptr_map_get(&p->frames, frame))
        return;
    print_frame(p, frame->parent);
    print_frames_of(p, frame->site);
    fprintf(p->out, "\n    (frame %" PRIu32, p->nframes);
    print_name(p, frame->function);
    print_place(p, frame->site);
    if (frame->parent)
        fprintf(p->out, " %" PRIuPTR, (uintptr_t)csl_ptr_map_get(&p->frames, frame->parent) - 1);
    fputc(')', p->out);
    csl_ptr_map_set(&p->frames, frame, (void *)(uintptr_t)++p->nframes);
}

static void print_frames_of(printer *p, const csl_place *place) {
    for (; place; place = place->macro)
        print_frame(p, place->chain);
}

static void print_frames_of_body(printer *p, const csl_stmt *s) {
    for (; s; s = s->next) {
        print_frames_of(p, s->place);
        if (s->kind == CSL_STMT_IF) {
            print_frames_of_body(p, s->branch.body);
            print_frames_of_body(p, s->branch.other);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            print_frames_of_body(p, s->block.body);
        }
    }
}

static void print_frames(printer *p, const csl_kernel *k) {
    print_frames_of(p, k->place);
    print_frames_of(p, k->region);
    for (uint32_t i = 0; i < k->nobjects; i++)
        print_frames_of(p, k->objects[i].place);
    for (uint32_t i = 0; i < k->nvars; i++)
        print_frames_of(p, k->vars[i].place);
    for (uint32_t i = 0; i < k->nlaunches; i++)
        print_frames_of(p, k->launches[i].place);
    print_frames_of_body(p, k->body);
}

/* ---- statements ---------------------------------------------------------------------------- */

static void new_line(printer *p, unsigned depth) {
    fputc('\n', p->out);
    for (unsigned i = 0; i < depth; i++)
        fputs("  ", p->out);
}

static void print_stmt(printer *p, const csl_stmt *s, unsigned depth);

static void print_part(printer *p, const char *name, const csl_stmt *s, unsigned depth) {
    new_line(p, depth);
    fprintf(p->out, "(%s", name);
    for (; s; s = s->next)
        print_stmt(p, s, depth + 1);
    fputc(')', p->out);
}

static void print_access(printer *p, const csl_access *a) {
    fprintf(p->out, " %s %s %" PRIu32 " ", csl_mode_names.names[a->mode], csl_type_name(a->type),
            a->bytes);
    csl_print_expr(p->out, a->address);
    print_operand(p, "bounds", a->bounds);
    print_operand(p, "value", a->value);
    print_operand(p, "compare", a->compare);
    if (a->result != CSL_NO_VAR)
        print_number(p, "result", a->result);
    if (a->atomic != CSL_ATOMIC_NONE || a->atomic_scope || a->order)
        fprintf(p->out, " (atomic %s %s %s)", csl_atomic_names.names[a->atomic],
                csl_scope_name(a->atomic_scope), csl_order_names.names[a->order]);
    print_flag(p, "volatile", a->is_volatile);
    print_flag(p, "read-only", a->is_read_only);
    print_flag(p, "async", a->is_async);
    if (a->launched)
        fprintf(p->out, " (launched %s)", csl_launched_names.names[a->launched]);
    print_flag(p, "bulk", a->is_bulk);
    print_flag(p, "tensor", a->is_tensor);
    print_flag(p, "lanes", a->is_lanes);
    print_flag(p, "tracked", a->is_tracked);
    if (a->shape)
        print_number(p, "shape", a->shape);
    print_flag(p, "map", a->is_map);
    print_flag(p, "allocates", a->allocates);
    print_flag(p, "box", a->is_box);
    print_operand(p, "size", a->size);
    if (a->within)
        print_number(p, "within", a->within);
    print_flag(p, "vague", a->is_vague);
    if (a->joint)
        print_number(p, "joint", a->joint);
    print_flag(p, "spare", a->is_spare);
    print_tensor_operand(p, a->operand);
    print_operand(p, "signals", a->signals);
    print_flag(p, "state", a->is_state);
    print_text(p, "through", a->through);
}

static void print_sync(printer *p, const csl_sync *s) {
    fprintf(p->out, " %s %s", csl_sync_names.names[s->kind], csl_scope_name(s->scope));
    print_flag(p, "orders", s->orders);
    print_flag(p, "aligned", s->aligned);
    print_flag(p, "swaps", s->swaps);
    print_flag(p, "counts", s->counts);
    print_flag(p, "selects", s->selects);
    print_flag(p, "ranked", s->ranked);
    if (s->makes)
        fprintf(p->out, " (makes %s)", csl_mask_names.names[s->makes]);
    print_operand(p, "mask", s->mask);
    if (s->tile)
        print_number(p, "tile", s->tile);
    print_operand(p, "id", s->id);
    print_operand(p, "count", s->count);
    print_operand(p, "object", s->object);
    print_flag(p, "drops", s->drops);
    print_flag(p, "tracks", s->tracks);
    print_flag(p, "commits", s->commits);
    print_flag(p, "of-cluster", s->of_cluster);
    print_operand(p, "parity", s->parity);
    print_operand(p, "bytes", s->bytes);
    print_operand(p, "value", s->value);
    print_operand(p, "lane", s->lane);
    print_operand(p, "apart", s->apart);
    if (s->width)
        print_number(p, "width", s->width);
    if (s->result != CSL_NO_VAR)
        print_number(p, "result", s->result);
    if (s->result_scope)
        fprintf(p->out, " (result-scope %s)", csl_scope_name(s->result_scope));
    print_text(p, "name", s->name);
}

static void print_call(printer *p, const csl_stmt *s) {
    print_name(p, s->call.what);
    if (s->call.nargs) {
        fputs(" (args", p->out);
        for (uint32_t i = 0; i < s->call.nargs; i++) {
            fputc(' ', p->out);
            csl_print_expr(p->out, s->call.args[i]);
        }
        fputc(')', p->out);
    }
    if (s->call.result != CSL_NO_VAR)
        print_number(p, "result", s->call.result);
    if (s->call.plain)
        fputs(" plain", p->out);
    if (s->call.syncs != CSL_SCOPE_GRID)
        fprintf(p->out, " (syncs %s)", csl_scope_name(s->call.syncs));
    if (s->call.quiet)
        fputs(" quiet", p->out);
    else if (s->call.mild)
        fputs(" mild", p->out);
    else if (s->call.of_warp)
        fputs(" of-warp", p->out);
}

/* What a statement has besides attributes and bodies. */
static void print_fields(printer *p, const csl_stmt *s) {
    switch (s->kind) {
    case CSL_STMT_IF:
        fputc(' ', p->out);
        csl_print_expr(p->out, s->branch.cond);
        break;
    case CSL_STMT_BLOCK: fprintf(p->out, " %" PRIu32, s->block.label); break;
    case CSL_STMT_BR: fprintf(p->out, " %" PRIu32, s->label); break;
    case CSL_STMT_LET:
        fprintf(p->out, " %" PRIu32 " ", s->let.var);
        csl_print_expr(p->out, s->let.value);
        break;
    case CSL_STMT_ACCESS: print_access(p, s->access); break;
    case CSL_STMT_SYNC: print_sync(p, s->sync); break;
    case CSL_STMT_FENCE:
        fprintf(p->out, " %s", csl_scope_name(s->fence.scope));
        if (s->fence.proxy)
            fprintf(p->out, " (proxy %s)", csl_proxy_names.names[s->fence.proxy]);
        break;
    case CSL_STMT_ASYNC:
        fputs(s->async.wait ? " wait" : " commit", p->out);
        print_flag(p, "bulk", s->async.bulk);
        print_flag(p, "tensor", s->async.tensor);
        print_flag(p, "lanes", s->async.lanes);
        print_flag(p, "reads", s->async.reads);
        print_operand(p, "pending", s->async.pending);
        break;
    case CSL_STMT_ASSUME:
        fputc(' ', p->out);
        csl_print_expr(p->out, s->cond);
        break;
    case CSL_STMT_HAVOC:
        fprintf(p->out, " %" PRIu32 " %s", s->havoc.var, csl_scope_name(s->havoc.scope));
        print_text(p, "why", s->havoc.why);
        print_flag(p, "each", s->havoc.each);
        print_flag(p, "sums", s->havoc.sums);
        print_operand(p, "of", s->havoc.of);
        break;
    case CSL_STMT_CALL:
    case CSL_STMT_OPAQUE: print_call(p, s); break;
    case CSL_STMT_LOOP:
    case CSL_STMT_EXIT:
    case CSL_STMT_COUNT: break;
    }
}

static void print_stmt(printer *p, const csl_stmt *s, unsigned depth) {
    new_line(p, depth);
    fprintf(p->out, "(%s", csl_stmt_names.names[s->kind]);
    print_fields(p, s);
    if (s->origin != CSL_FROM_NONE)
        fprintf(p->out, " (from %s)", csl_origin_names.names[s->origin]);
    print_text(p, "text", s->text);
    print_place(p, s->place);
    if (s->kind == CSL_STMT_IF) {
        print_part(p, "then", s->branch.body, depth + 1);
        if (s->branch.other)
            print_part(p, "else", s->branch.other, depth + 1);
    } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
        print_part(p, "do", s->block.body, depth + 1);
    }
    fputc(')', p->out);
}

/* ---- kernels ------------------------------------------------------------------------------- */

static void print_object(printer *p, uint32_t index, const csl_object *o) {
    fprintf(p->out, "\n    (object %" PRIu32 " %s", index, csl_object_names.names[o->kind]);
    print_name(p, o->name);
    fprintf(p->out, " %s %" PRIu32, csl_type_name(o->elem), o->elem_bytes);
    if (o->ndims) {
        fputs(" (dims", p->out);
        for (uint32_t i = 0; i < o->ndims; i++)
            fprintf(p->out, " %" PRIu64, o->dims[i]);
        fputc(')', p->out);
    }
    if (o->bytes)
        print_number(p, "bytes", o->bytes);
    if (o->param != UINT32_MAX)
        print_number(p, "param", o->param);
    print_flag(p, "const", o->is_const);
    print_flag(p, "restrict", o->is_restrict);
    print_place(p, o->place);
    fputc(')', p->out);
}

static void print_launch(printer *p, const csl_launch *l) {
    fprintf(p->out, "\n    (launch (grid %" PRIu32 " %" PRIu32 " %" PRIu32 ")", l->grid[0],
            l->grid[1], l->grid[2]);
    fprintf(p->out, " (block %" PRIu32 " %" PRIu32 " %" PRIu32 ")", l->block[0], l->block[1],
            l->block[2]);
    if (l->dynamic_bytes >= 0)
        print_number(p, "dynamic", (uint64_t)l->dynamic_bytes);
    print_flag(p, "cooperative", l->cooperative);
    print_place(p, l->place);
    fputc(')', p->out);
}

static void print_tables(printer *p, const csl_kernel *k) {
    for (uint32_t i = 0; i < k->nparams; i++) {
        fprintf(p->out, "\n    (param %" PRIu32, i);
        print_name(p, k->params[i].name);
        fprintf(p->out, " %s", csl_type_name(k->params[i].type));
        if (k->params[i].object != UINT32_MAX)
            print_number(p, "object", k->params[i].object);
        fputc(')', p->out);
    }
    for (uint32_t i = 0; i < k->nobjects; i++)
        print_object(p, i, &k->objects[i]);
    for (uint32_t i = 0; i < k->nvars; i++) {
        fprintf(p->out, "\n    (var %" PRIu32, i);
        print_name(p, k->vars[i].name);
        fprintf(p->out, " %s", csl_type_name(k->vars[i].type));
        print_place(p, k->vars[i].place);
        fputc(')', p->out);
    }
    for (uint32_t i = 0; i < k->nlaunches; i++)
        print_launch(p, &k->launches[i]);
}

void csl_print_kernel(FILE *out, const csl_module *m, const csl_kernel *k) {
    (void)m;
    printer p = {.out = out};
    fputs("  (kernel", out);
    print_name(&p, k->name);
    print_text(&p, "instance", k->instance);
    print_text(&p, "pattern", k->pattern);
    /* Before anything that may refer to one. */
    print_frames(&p, k);
    if (k->place || k->region || k->max_threads || k->cluster[0] || k->maps_blocks || k->nlabels ||
        k->launch_unknown || k->skipped)
        fputs("\n   ", out);
    print_place(&p, k->place);
    if (k->region) {
        fputs(" (region", out);
        print_place(&p, k->region);
        fputc(')', out);
    }
    if (k->max_threads)
        print_number(&p, "max-threads", k->max_threads);
    if (k->cluster[0])
        fprintf(out, " (cluster %" PRIu32 " %" PRIu32 " %" PRIu32 ")", k->cluster[0], k->cluster[1],
                k->cluster[2]);
    if (k->nlabels)
        print_number(&p, "labels", k->nlabels);
    print_flag(&p, "maps-blocks", k->maps_blocks);
    print_flag(&p, "launch-unknown", k->launch_unknown);
    print_text(&p, "skipped", k->skipped);
    print_tables(&p, k);
    print_part(&p, "body", k->body, 2);
    fputs(")\n", out);
    csl_ptr_map_free(&p.frames);
}

void csl_print_module(FILE *out, const csl_module *m) {
    printer p = {.out = out};
    fputs("(module", out);
    for (uint32_t i = 0; i < m->nfiles; i++) {
        fprintf(out, "\n  (file %" PRIu32, i);
        print_name(&p, m->files[i].path);
        fputc(')', out);
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < m->nkernels; i++)
        csl_print_kernel(out, m, &m->kernels[i]);
    fputs(")\n", out);
}
