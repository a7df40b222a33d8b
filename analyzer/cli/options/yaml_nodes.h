/* YAML as JSON values that know their lines. A node is a list: its line (from 1), then
 *
 *   a text, or null if it holds a NUL
 *   a list of nodes
 *   an object with the one member "pairs": the nodes of keys and values in turn
 */
#ifndef CSL_CLI_YAML_NODES_H
#define CSL_CLI_YAML_NODES_H

#include "../../child/foreign.h"

#include <stdint.h>

/* A csl_foreign_reader; `user` is the path, for messages. Gives {"root": NODE, "problem": TEXT}: no
 * root if there is nothing in the document, and a problem in what follows it. Refuses what is not
 * YAML, is deep, or has long lists (an alias stands for a list many times). */
json_t *csl_yaml_read(const csl_text *text, const void *user, char **error);

/* Each returns NULL (the line: 0) for a node of another kind. */
uint32_t csl_yaml_line(const json_t *node);
const char *csl_yaml_text(const json_t *node);
const json_t *csl_yaml_items(const json_t *node);
const json_t *csl_yaml_pairs(const json_t *node);

#endif
