/* Insertions on their way from a worker to the parent, and from a cache. */
#ifndef CSL_INSERTIONS_H
#define CSL_INSERTIONS_H

#include <glib.h>
#include <jansson.h>

#include "../../ir.h"
#include "../../report/source/edit.h"

/* [[AFTER, LINE], ...] of an array of csl_insertion; a new reference. */
json_t *csl_insertions_json(const GArray *insertions);

/* The same read back, *n of them, in the arena. */
csl_insertion *csl_insertions_read(csl_ctx *ctx, const json_t *array, uint32_t *n);

#endif
