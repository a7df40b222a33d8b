/* Shared by the files of this folder: indices that are made of rows. */
#ifndef CSL_ROWS_H
#define CSL_ROWS_H

#include "../../../limits/limits.h"
#include "../builder.h"

/* e = rest + parameter * rows */
typedef struct csl_parts {
    csl_expr *rest, *rows;
} csl_parts;

/* The length of a row counts places of one row, so that the rows may be counted in rows themselves:
 * `x + p * (y + q * z)`; or it is one of several strides that are added up. */
typedef enum { CSL_LENGTH_OF_ROW, CSL_STRIDE, CSL_DIMENSION_KINDS } csl_dimension;

/* Takes the indices of both threads apart by one parameter, if that is how they are made
 * (dimensions.c). */
bool csl_take_apart(csl_builder *b, const csl_query *q, csl_expr *const index[2], csl_parts p[2],
                    uint32_t *var, csl_dimension *kind);

/* Lengths of rows that conditions compare with something that the places in the row are made of, or
 * with the places themselves. */
typedef struct csl_row_bounds {
    uint32_t var[CSL_ROOM_row_levels], n;
    bool exact;
} csl_row_bounds;

/* row_bounds.c */
void csl_note_bound(csl_builder *b, const csl_query *q, uint32_t var, csl_expr *const rest[2],
                    csl_row_bounds *bounds);
/* Two accesses are not shown to be apart in rows of an ordinary length. */
bool csl_rows_may_meet(csl_builder *b, const csl_query *q, const csl_row_bounds *bounds);
/* They are shown to meet. */
bool csl_rows_do_meet(csl_builder *b, const csl_query *q, const csl_row_bounds *bounds);

#endif
