/* --dump-config: YAML that can be read back. */
#include "config.h"

#include <stdlib.h>
#include <yaml.h>

static int text(yaml_document_t *d, const char *value) {
    return yaml_document_add_scalar(d, NULL, (const unsigned char *)value, -1,
                                    YAML_ANY_SCALAR_STYLE);
}

static void entry(yaml_document_t *d, int map, const char *key, int value) {
    yaml_document_append_mapping_pair(d, map, text(d, key), value);
}

static void texts(yaml_document_t *d, int map, const char *key, const GPtrArray *values) {
    int list = yaml_document_add_sequence(d, NULL, YAML_FLOW_SEQUENCE_STYLE);
    for (guint i = 0; i < values->len; i++)
        yaml_document_append_sequence_item(d, list, text(d, values->pdata[i]));
    entry(d, map, key, list);
}

static int dim(yaml_document_t *d, const uint32_t block_dim[3]) {
    int list = yaml_document_add_sequence(d, NULL, YAML_FLOW_SEQUENCE_STYLE);
    for (int i = 0; i < 3; i++) {
        char *number = g_strdup_printf("%u", block_dim[i]);
        yaml_document_append_sequence_item(d, list, text(d, number));
        g_free(number);
    }
    return list;
}

static void assumed_blocks(yaml_document_t *d, int map, const csl_options *o) {
    int list = yaml_document_add_sequence(d, NULL, YAML_ANY_SEQUENCE_STYLE);
    for (guint i = 0; i < o->assumed->len; i++) {
        const csl_assumed_block *a = &g_array_index(o->assumed, csl_assumed_block, i);
        int item = yaml_document_add_mapping(d, NULL, YAML_BLOCK_MAPPING_STYLE);
        entry(d, item, "kernel", text(d, a->kernel));
        entry(d, item, "block-dim", dim(d, a->block_dim));
        yaml_document_append_sequence_item(d, list, item);
    }
    if (o->block_dim[0]) {
        int item = yaml_document_add_mapping(d, NULL, YAML_BLOCK_MAPPING_STYLE);
        entry(d, item, "kernel", text(d, "*"));
        entry(d, item, "block-dim", dim(d, o->block_dim));
        yaml_document_append_sequence_item(d, list, item);
    }
    entry(d, map, "assume", list);
}

static void fill(yaml_document_t *d, const csl_options *o) {
    int map = yaml_document_add_mapping(d, NULL, YAML_BLOCK_MAPPING_STYLE);
    if (o->checks)
        entry(d, map, "checks", text(d, o->checks));
    entry(d, map, "fail-on",
          text(d, o->fail_on == CSL_FAIL_NEVER ? "never"
                                               : csl_severity_name((csl_severity)o->fail_on)));
    entry(d, map, "min-confidence", text(d, csl_confidence_name(o->min_confidence)));
    if (o->header_filter)
        entry(d, map, "header-filter", text(d, o->header_filter));
    if (o->baseline)
        entry(d, map, "baseline", text(d, o->baseline));
    texts(d, map, "extra-args", o->config_args->len ? o->config_args : o->extra_args);
    texts(d, map, "barriers", o->barriers);
    assumed_blocks(d, map, o);
}

static void print(yaml_emitter_t *emitter, const csl_options *o) {
    yaml_document_t document;
    yaml_document_initialize(&document, NULL, NULL, NULL, 0, 1);
    fill(&document, o);
    yaml_emitter_dump(emitter, &document); /* deletes the document */
}

char *csl_dump_config(const csl_options *o) {
    csl_configs *configs = csl_configs_new(o);
    yaml_emitter_t emitter;
    yaml_emitter_initialize(&emitter);
    yaml_emitter_set_output_file(&emitter, stdout);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_open(&emitter);
    char *error = NULL;
    const guint n = MAX(o->paths->len, 1);
    for (guint i = 0; i < n && !error; i++) {
        /* The configuration of a directory is that of the files in it. */
        const char *path = o->paths->len ? o->paths->pdata[i] : ".";
        char *inside = g_file_test(path, G_FILE_TEST_IS_DIR) ? g_build_filename(path, "*", NULL)
                                                             : g_strdup(path);
        const csl_options *effective = csl_configs_for(configs, inside, &error);
        if (effective)
            print(&emitter, effective);
        g_free(inside);
    }
    yaml_emitter_close(&emitter);
    yaml_emitter_delete(&emitter);
    csl_configs_free(configs);
    return error;
}
