/* Reads modules; the syntax is described in print.c. */
#include "read.h"
#include "../limits/limits.h"

#include <string.h>

/* ---- fields -------------------------------------------------------------------------------- */

uint32_t csl_read_u32(csl_reader *r) {
    return (uint32_t)csl_read_unsigned(r, UINT32_MAX);
}

const char *csl_read_interned(csl_reader *r) {
    return csl_intern(r->ctx, csl_read_string(r));
}

/* The index that begins a row of a table; rows are in order. */
static void read_index(csl_reader *r, uint32_t expected) {
    if (csl_read_u32(r) != expected)
        csl_read_fail(r, "expected index %u", expected);
}

const char *csl_read_field(csl_reader *r, bool *is_list) {
    *is_list = csl_read_peek(r, '(');
    if (*is_list)
        csl_read_open(r);
    return csl_read_word(r);
}

void csl_read_unknown(csl_reader *r, const char *key) {
    csl_read_fail(r, "'%s' is not known here", key);
}

static const csl_frame *read_frame_index(csl_module_reader *mr) {
    uint32_t i = csl_read_u32(&mr->r);
    if (i >= mr->nframes)
        csl_read_fail(&mr->r, "no frame %u", i);
    return mr->r.error ? NULL : mr->frames[i];
}

static const csl_place *read_place(csl_module_reader *mr);

const csl_place *csl_read_place_fields(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_place *place = CSL_NEW(r->ctx, csl_place);
    place->file = csl_read_u32(r);
    place->line = csl_read_u32(r);
    csl_read_char(r, ':');
    place->col = csl_read_u32(r);
    csl_read_char(r, '-');
    place->end_line = csl_read_u32(r);
    csl_read_char(r, ':');
    place->end_col = csl_read_u32(r);
    while (csl_read_more(r)) {
        csl_read_open(r);
        const char *key = csl_read_word(r);
        if (strcmp(key, "in") == 0)
            place->chain = read_frame_index(mr);
        else if (strcmp(key, "macro") == 0)
            place->macro = read_place(mr);
        else
            csl_read_unknown(r, key);
        csl_read_close(r);
    }
    return place;
}

static const csl_place *read_place(csl_module_reader *mr) {
    csl_read_open(&mr->r);
    csl_read_keyword(&mr->r, "at");
    const csl_place *place = csl_read_place_fields(mr);
    csl_read_close(&mr->r);
    return place;
}

static void read_frame(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_frame *frame = CSL_NEW(r->ctx, csl_frame);
    read_index(r, mr->nframes);
    frame->function = csl_read_interned(r);
    if (csl_read_peek(r, '('))
        frame->site = read_place(mr);
    if (csl_read_more(r))
        frame->parent = read_frame_index(mr);
    mr->frames = csl_grow_array(r->ctx, mr->frames, mr->nframes, sizeof *mr->frames);
    mr->frames[mr->nframes++] = frame;
}

/* ---- tables of a kernel -------------------------------------------------------------------- */

static void read_param(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_kernel *k = mr->k;
    csl_param param = {.object = UINT32_MAX};
    read_index(r, k->nparams);
    param.name = csl_read_interned(r);
    param.type = (csl_type)csl_read_name(r, &csl_type_names);
    if (csl_read_more(r)) {
        csl_read_open(r);
        csl_read_keyword(r, "object");
        param.object = csl_read_u32(r);
        csl_read_close(r);
    }
    k->params = csl_grow_array(r->ctx, k->params, k->nparams, sizeof *k->params);
    k->params[k->nparams++] = param;
}

static void read_dims(csl_reader *r, csl_object *o) {
    o->ndims = 0;
    while (csl_read_more(r)) {
        uint64_t extent = csl_read_unsigned(r, UINT64_MAX);
        if (o->ndims == CSL_MAX_DIMS)
            csl_read_fail(r, "more than %d dimensions", CSL_MAX_DIMS);
        else
            o->dims[o->ndims++] = extent;
    }
}

static void read_object_field(csl_module_reader *mr, csl_object *o) {
    csl_reader *r = &mr->r;
    bool is_list;
    const char *key = csl_read_field(r, &is_list);
    if (is_list && strcmp(key, "dims") == 0)
        read_dims(r, o);
    else if (is_list && strcmp(key, "bytes") == 0)
        o->bytes = csl_read_unsigned(r, UINT64_MAX);
    else if (is_list && strcmp(key, "param") == 0)
        o->param = csl_read_u32(r);
    else if (is_list && strcmp(key, "at") == 0)
        o->place = csl_read_place_fields(mr);
    else if (!is_list && strcmp(key, "const") == 0)
        o->is_const = true;
    else if (!is_list && strcmp(key, "restrict") == 0)
        o->is_restrict = true;
    else
        csl_read_unknown(r, key);
    if (is_list)
        csl_read_close(r);
}

static void read_object(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_kernel *k = mr->k;
    csl_object o = {.param = UINT32_MAX};
    read_index(r, k->nobjects);
    o.kind = (csl_object_kind)csl_read_name(r, &csl_object_names);
    o.name = csl_read_interned(r);
    o.elem = (csl_type)csl_read_name(r, &csl_type_names);
    o.elem_bytes = csl_read_u32(r);
    while (csl_read_more(r))
        read_object_field(mr, &o);
    k->objects = csl_grow_array(r->ctx, k->objects, k->nobjects, sizeof *k->objects);
    k->objects[k->nobjects++] = o;
}

static void read_var(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_kernel *k = mr->k;
    csl_var var = {.name = NULL};
    read_index(r, k->nvars);
    var.name = csl_read_interned(r);
    var.type = (csl_type)csl_read_name(r, &csl_type_names);
    if (csl_read_more(r))
        var.place = read_place(mr);
    k->vars = csl_grow_array(r->ctx, k->vars, k->nvars, sizeof *k->vars);
    k->vars[k->nvars++] = var;
}

static void read_launch_field(csl_module_reader *mr, csl_launch *l) {
    csl_reader *r = &mr->r;
    bool is_list;
    const char *key = csl_read_field(r, &is_list);
    bool grid = strcmp(key, "grid") == 0;
    if (is_list && (grid || strcmp(key, "block") == 0))
        for (int i = 0; i < 3; i++)
            (grid ? l->grid : l->block)[i] = csl_read_u32(r);
    else if (is_list && strcmp(key, "dynamic") == 0)
        l->dynamic_bytes = (int64_t)csl_read_unsigned(r, INT64_MAX);
    else if (is_list && strcmp(key, "at") == 0)
        l->place = csl_read_place_fields(mr);
    else if (!is_list && strcmp(key, "cooperative") == 0)
        l->cooperative = true;
    else
        csl_read_unknown(r, key);
    if (is_list)
        csl_read_close(r);
}

static void read_launch(csl_module_reader *mr) {
    csl_kernel *k = mr->k;
    csl_launch l = {.dynamic_bytes = -1};
    while (csl_read_more(&mr->r))
        read_launch_field(mr, &l);
    k->launches = csl_grow_array(mr->r.ctx, k->launches, k->nlaunches, sizeof *k->launches);
    k->launches[k->nlaunches++] = l;
}

/* ---- kernels and the module ---------------------------------------------------------------- */

static void read_kernel_list(csl_module_reader *mr, const char *key) {
    csl_reader *r = &mr->r;
    csl_kernel *k = mr->k;
    if (strcmp(key, "instance") == 0)
        k->instance = csl_read_string(r);
    else if (strcmp(key, "pattern") == 0)
        k->pattern = csl_read_interned(r);
    else if (strcmp(key, "at") == 0)
        k->place = csl_read_place_fields(mr);
    else if (strcmp(key, "region") == 0)
        k->region = read_place(mr);
    else if (strcmp(key, "max-threads") == 0)
        k->max_threads = csl_read_u32(r);
    else if (strcmp(key, "cluster") == 0)
        for (int d = 0; d < 3; d++)
            k->cluster[d] = csl_read_u32(r);
    else if (strcmp(key, "labels") == 0)
        k->nlabels = (uint32_t)csl_read_unsigned(r, CSL_LIMIT(text_labels));
    else if (strcmp(key, "skipped") == 0)
        k->skipped = csl_read_string(r);
    else if (strcmp(key, "frame") == 0)
        read_frame(mr);
    else if (strcmp(key, "param") == 0)
        read_param(mr);
    else if (strcmp(key, "object") == 0)
        read_object(mr);
    else if (strcmp(key, "var") == 0)
        read_var(mr);
    else if (strcmp(key, "launch") == 0)
        read_launch(mr);
    else if (strcmp(key, "body") != 0)
        csl_read_unknown(r, key);
    else if (k->body)
        csl_read_fail(r, "a second 'body'");
    else
        k->body = csl_read_sequence(mr);
}

static void read_kernel(csl_module_reader *mr) {
    csl_reader *r = &mr->r;
    csl_kernel k = {.name = csl_read_string(r)};
    mr->k = &k;
    mr->frames = NULL;
    mr->nframes = 0;
    while (csl_read_more(r)) {
        bool is_list;
        const char *key = csl_read_field(r, &is_list);
        if (is_list) {
            read_kernel_list(mr, key);
            csl_read_close(r);
        } else if (strcmp(key, "maps-blocks") == 0) {
            k.maps_blocks = true;
        } else if (strcmp(key, "launch-unknown") == 0) {
            k.launch_unknown = true;
        } else {
            csl_read_unknown(r, key);
        }
    }
    csl_module *m = mr->m;
    m->kernels = csl_grow_array(r->ctx, m->kernels, m->nkernels, sizeof *m->kernels);
    m->kernels[m->nkernels++] = k;
}

static void read_file(csl_module_reader *mr) {
    csl_module *m = mr->m;
    read_index(&mr->r, m->nfiles);
    csl_file file = {.path = csl_read_string(&mr->r)};
    m->files = csl_grow_array(mr->r.ctx, m->files, m->nfiles, sizeof *m->files);
    m->files[m->nfiles++] = file;
}

csl_module *csl_read_module(csl_ctx *ctx, const char *text, const char **error) {
    csl_module_reader mr = {.r = {.ctx = ctx, .start = text, .at = text, .token = text}};
    csl_reader *r = &mr.r;
    mr.m = CSL_NEW(ctx, csl_module);
    mr.m->ctx = ctx;
    csl_read_open(r);
    csl_read_keyword(r, "module");
    while (csl_read_more(r)) {
        csl_read_open(r);
        const char *key = csl_read_word(r);
        if (strcmp(key, "file") == 0)
            read_file(&mr);
        else if (strcmp(key, "kernel") == 0)
            read_kernel(&mr);
        else
            csl_read_unknown(r, key);
        csl_read_close(r);
    }
    csl_read_close(r);
    if (!r->error && (csl_read_more(r) || csl_read_peek(r, ')')))
        csl_read_fail(r, "text behind the module");
    *error = r->error;
    return r->error ? NULL : mr.m;
}
