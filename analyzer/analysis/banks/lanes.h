/* The value of a term in each lane of one warp. Numbers that all lanes share and that nothing tells
 * (parameters, blockIdx, what a block agrees on) stay unknown: of `n + threadIdx.x` it is known by
 * how much lanes differ, which is all that banks ask. */
#ifndef CSL_LANES_H
#define CSL_LANES_H

#include "../symbolic/symbolic.h"

enum { CSL_WARP = 32, CSL_MOST_WARPS = 32, CSL_MOST_VIEWED = 8 /* loops of a view */ };

typedef enum {
    CSL_LANES_KNOWN,   /* a number each */
    CSL_LANES_SHIFTED, /* ... plus one unknown number that is the same in all lanes */
    CSL_LANES_OPEN,    /* it depends in another way on what is unknown and the same */
    CSL_LANES_DATA     /* it depends on what lanes do not agree on: data */
} csl_lanes_kind;

typedef struct csl_lanes {
    csl_lanes_kind kind;
    bool same; /* KNOWN, SHIFTED: in all lanes */
    int64_t v[CSL_WARP];
} csl_lanes;

/* The warp, and the passes of loops it is in. */
typedef struct csl_lane_view {
    csl_analysis *a;
    uint32_t block[3]; /* 0: not known, the kernel does not ask for this dimension of threadIdx */
    uint32_t warp;
    const uint32_t *iter; /* symbols of passes, and the pass of each */
    const uint32_t *pass;
    uint32_t npasses;
    uint32_t threads;            /* lanes that are there, as bits; csl_view_warp() sets it */
    struct csl_lane_memo *known; /* what was asked of this view */
} csl_lane_view;

/* `memory`: the view's own, freed by the caller. */
void csl_view_init(csl_lane_view *view, csl_analysis *a, csl_ctx *memory);
/* Another warp, or other passes: what was known is forgotten. */
void csl_view_warp(csl_lane_view *view, uint32_t warp);
/* The term must be expanded (csl_expand). Valid until the next call of csl_view_warp(). */
const csl_lanes *csl_lanes_of(csl_lane_view *view, const csl_expr *e);

#endif
