#include "yaml_nodes.h"
#include "../../limits/limits.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <yaml.h>

/* ---- in the child ---------------------------------------------------------------------------- */

typedef struct reader {
    const char *path;
    yaml_document_t document;
    unsigned items, depth;
    char *error; /* the first one */
} reader;

static void too_many(reader *r, const yaml_node_t *at, int most, const char *what) {
    if (!r->error)
        r->error = g_strdup_printf("%s:%zu: more than %d %s", r->path, at->start_mark.line + 1,
                                   most, what);
}

static json_t *node_of(reader *r, int index);

/* Appends a node unless there are too many: an alias stands for a long list many times. */
static bool append(reader *r, const yaml_node_t *in, json_t *to, int index) {
    if (r->items++ == CSL_LIMIT(config_items))
        too_many(r, in, CSL_LIMIT(config_items), "items of lists");
    if (r->error)
        return false;
    json_array_append_new(to, node_of(r, index));
    return true;
}

static json_t *items_of(reader *r, const yaml_node_t *node) {
    json_t *items = json_array();
    const yaml_node_item_t *item = node->data.sequence.items.start;
    while (item < node->data.sequence.items.top && append(r, node, items, *item))
        item++;
    return items;
}

static json_t *pairs_of(reader *r, const yaml_node_t *node) {
    json_t *pairs = json_array();
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    while (pair < node->data.mapping.pairs.top && append(r, node, pairs, pair->key) &&
           append(r, node, pairs, pair->value))
        pair++;
    return json_pack("{s:o}", "pairs", pairs);
}

static json_t *text_of(const yaml_node_t *node) {
    const char *value = (const char *)node->data.scalar.value;
    json_t *text = strlen(value) == node->data.scalar.length ? json_string(value) : NULL;
    return text ? text : json_null();
}

static json_t *node_of(reader *r, int index) {
    const yaml_node_t *node = yaml_document_get_node(&r->document, index);
    json_t *value;
    if (++r->depth > CSL_LIMIT(config_depth))
        too_many(r, node, CSL_LIMIT(config_depth), "lists in each other");
    if (r->error)
        value = json_null();
    else if (node->type == YAML_SEQUENCE_NODE)
        value = items_of(r, node);
    else if (node->type == YAML_MAPPING_NODE)
        value = pairs_of(r, node);
    else
        value = text_of(node);
    r->depth--;
    return json_pack("[I, o]", (json_int_t)node->start_mark.line + 1, value);
}

/* The first document of the text; *problem is what follows it. */
static json_t *read_document(reader *r, yaml_parser_t *parser, char **problem) {
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    bool nothing = !root || (root->type == YAML_SCALAR_NODE && root->data.scalar.length == 0);
    json_t *value = nothing ? NULL : node_of(r, 1);
    yaml_document_delete(&r->document);
    if (nothing || r->error || !yaml_parser_load(parser, &r->document))
        return value; /* what is no YAML is reported by the caller */
    root = yaml_document_get_root_node(&r->document);
    if (root)
        *problem =
            g_strdup_printf("%s:%zu: more than one document", r->path, root->start_mark.line + 1);
    yaml_document_delete(&r->document);
    return value;
}

static size_t brackets_in(const csl_text *text) {
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++)
        n += text->bytes[i] == '[' || text->bytes[i] == '{';
    return n;
}

json_t *csl_yaml_read(const csl_text *text, const void *user, char **error) {
    reader r = {.path = user};
    if (brackets_in(text) > CSL_LIMIT(config_brackets)) {
        *error = g_strdup_printf("%s: more than %d brackets", r.path, CSL_LIMIT(config_brackets));
        return NULL;
    }
    yaml_parser_t parser;
    char *problem = NULL;
    json_t *root = NULL;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text->bytes, text->n);
    if (yaml_parser_load(&parser, &r.document))
        root = read_document(&r, &parser, &problem);
    if (parser.error != YAML_NO_ERROR && !problem)
        problem = g_strdup_printf("%s:%zu: not YAML: %s", r.path, parser.problem_mark.line + 1,
                                  parser.problem ? parser.problem : "not text");
    yaml_parser_delete(&parser);
    char *said = problem ? g_utf8_make_valid(problem, -1) : NULL;
    json_t *value = r.error ? NULL : json_pack("{s:o*, s:s*}", "root", root, "problem", said);
    if (r.error)
        json_decref(root);
    g_free(problem);
    g_free(said);
    *error = r.error;
    return value;
}

/* ---- in the parent --------------------------------------------------------------------------- */

uint32_t csl_yaml_line(const json_t *node) {
    return (uint32_t)json_integer_value(json_array_get(node, 0));
}

const char *csl_yaml_text(const json_t *node) {
    return json_string_value(json_array_get(node, 1));
}

const json_t *csl_yaml_items(const json_t *node) {
    const json_t *value = json_array_get(node, 1);
    return json_is_array(value) ? value : NULL;
}

const json_t *csl_yaml_pairs(const json_t *node) {
    const json_t *value = json_object_get(json_array_get(node, 1), "pairs");
    return json_is_array(value) ? value : NULL;
}
