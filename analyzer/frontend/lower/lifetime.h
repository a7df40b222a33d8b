/* When objects end: destructors, which libclang does not show, at the end of a scope, on every jump
 * out of it, and for temporaries at the end of a full expression. Private to lower/. */
#ifndef CSL_LIFETIME_H
#define CSL_LIFETIME_H

#include "lower.h"

/* One object whose class, or a part of it, has a destructor with statements in it. */
typedef struct csl_lifetime {
    csl_lval object;
    CXCursor at;
    struct csl_lifetime *before; /* the one that began before it, of the same block */
} csl_lifetime;

/* A scope, or the temporaries of a full expression. Lives on the stack of the function that lowers
 * it. */
typedef struct csl_block {
    struct csl_block *outer;
    csl_lifetime *last;
} csl_block;

/* ---- lifetime.c ------------------------------------------------------------------------------ */

/* Runs the destructor: its body, then the members' and the bases'. */
void csl_destroy(csl_lower_state *L, csl_lval object, CXCursor at);

void csl_open_block(csl_lower_state *L, csl_block *block);
/* Ends what began in the block, if its end can be reached. */
void csl_close_block(csl_lower_state *L, csl_block *block);
/* A named object begins to live in the innermost block. */
void csl_begin_object(csl_lower_state *L, csl_lval object, CXCursor at);
/* The same for an object of which nothing is known, not even that there is one. */
void csl_begin_unknown(csl_lower_state *L, CXCursor at);
/* A jump out of all blocks inside `to` (NULL: out of the function), and of what began in `to`
 * itself after `kept`, if `back`. The blocks stay open. */
void csl_leave_blocks(csl_lower_state *L, csl_block *to, bool back, const csl_lifetime *kept,
                      CXCursor at);

void csl_open_full(csl_lower_state *L, csl_block *full);
/* Ends the temporaries. Returns the value as it was before (NULL: none). */
csl_expr *csl_close_full(csl_lower_state *L, csl_block *full, csl_expr *value, CXCursor at);
/* The same where a reference is bound: they live as long as the innermost block. */
void csl_extend_full(csl_lower_state *L, csl_block *full);
/* A temporary of the full expression that is being lowered. */
void csl_begin_temporary(csl_lower_state *L, csl_lval object, CXCursor at);
/* The temporaries so far; and what begins after them ends unseen, because it began in a part of the
 * expression that need not be evaluated. Emitted where it began. */
const csl_lifetime *csl_temporaries(const csl_lower_state *L);
void csl_end_branch(csl_lower_state *L, const csl_lifetime *before, CXCursor at);

/* ---- loop.c ---------------------------------------------------------------------------------- */

/* A loop that is being lowered: the statements of a pass go to L->seq. */
typedef struct csl_loop {
    csl_jump jump;
    csl_seq *outer, body;
    csl_stmt *block, *statement;
} csl_loop;

void csl_start_loop(csl_lower_state *L, csl_loop *l, CXCursor at);
/* if (!cond) leave the loop, `out` */
void csl_loop_test(csl_lower_state *L, CXCursor at, csl_expr *cond, uint32_t out);
/* A variable that every pass makes anew; its destructor would run in every pass as well. */
void csl_refuse_destructor(csl_lower_state *L, CXCursor variable);
/* The body, in a block of its own if it continues. */
void csl_loop_body(csl_lower_state *L, csl_loop *l, CXCursor body);
void csl_finish_loop(csl_lower_state *L, csl_loop *l);

/* ---- copy.c ---------------------------------------------------------------------------------- */

/* Copies a class object as its copy constructor or assignment does it: the one the source has, or
 * that of each part. `moves`: the moving one where there is one. */
void csl_copy_object(csl_lower_state *L, csl_lval dest, csl_lval src, bool assigns, bool moves,
                     CXCursor at);

/* ---- construct.c ----------------------------------------------------------------------------- */

/* Runs a constructor or a method on an object, with an object as its argument (NULL: none). Results
 * as csl_lower_call. */
csl_expr *csl_run_with(csl_lower_state *L, CXCursor function, csl_lval self,
                       const csl_lval *argument, CXCursor at, csl_lval *out);

#endif
