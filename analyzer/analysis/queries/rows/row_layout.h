/* Arrays of rows whose length parameters say. */
#ifndef CSL_ROW_LAYOUT_H
#define CSL_ROW_LAYOUT_H

#include "../queries.h"

/* The two accesses of a race query do not overlap if rows of an array do not, as far as parameters
 * say how long they are. Then the assumption is noted. */
bool csl_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q);
/* ... without a note. */
bool csl_are_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q);
/* ... and its indices are made that way at all: worth asking, for a limited number of pairs of the
 * kernel, which this counts. */
bool csl_may_have_rows(csl_analysis *a, csl_builder *b, const csl_query *q);
/* The program bounds the places in a row by its length, and rows of an ordinary length overlap all
 * the same: then they are no rows. */
bool csl_bounded_rows_meet(csl_builder *b, const csl_query *q);

/* That two indices are one number, BOOL; a factor that both have is left out. */
csl_expr *csl_equal_indices(csl_ctx *ctx, csl_expr *x, csl_expr *y);

#endif
