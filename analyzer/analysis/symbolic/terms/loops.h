/* What loops make of the variables they carry along, pass by pass. */
#ifndef CSL_LOOPS_H
#define CSL_LOOPS_H

#include "terms.h"

/* closed_form.c */
/* The closed form of a PHI symbol whose loop has run, or NULL; found on first use. */
csl_expr *csl_closed_form(csl_analysis *a, csl_sym *phi);

/* remainders.c */
/* What the remainder is of, or the last bits of a number that is at least 0; 0: it is none. */
int64_t csl_modulus_of(const csl_expr *e);
/* The term with remainders of sums of remainders as such of sums, and with which remainder a sum
 * has as which its first part has: (x % m + 1) % m == 0 as x % m == m - 1. A choice by one
 * remainder has a comparison with it as its condition. */
csl_expr *csl_plain_turns(csl_analysis *a, csl_expr *e);

/* orbits.c */
/* The k-th of these start values in pass k, and again from the first. */
csl_expr *csl_in_turn(csl_analysis *a, const csl_loop *loop, csl_expr *const start[], uint32_t n);
/* Whenever another variable, which counts modulo m, wraps: `if (++stage == m) phase ^= 1`, or
 * `stage ^= 1; if (stage == 0) phase ^= 1`; NULL: it is no such variable (flips.c). */
csl_expr *csl_flip_form(csl_analysis *a, const csl_loop *loop, const csl_sym *phi, csl_expr *next,
                        csl_expr *self);
/* Whenever a condition on the number of the pass holds, of which it is known how often it did
 * (flips.c). */
csl_expr *csl_counted_flips(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            csl_expr *next, csl_expr *self);
/* The number that the variable, which counts modulo m, begins the loop with: of what it is the
 * remainder, where a loop before has left that, so that both count on. NULL: it may be none below
 * m (flips.c). */
csl_expr *csl_start_of_round(csl_analysis *a, const csl_sym *phi, int64_t m);
/* v ^= c with a condition c, or a bit: v = c ? v ^ 1 : v. Else the term itself. */
csl_expr *csl_as_choice(csl_analysis *a, csl_expr *next, csl_expr *self);
/* The form of a variable whose update, done a few times, gives the start value again, or the value
 * it has then: `p == x ? y : x`. NULL: it has none. */
csl_expr *csl_orbit_form(csl_analysis *a, const csl_loop *loop, const csl_expr *self,
                         csl_expr *next);
/* The term with comparisons of addresses decided, where they are those of arrays of the block. */
csl_expr *csl_without_comparisons(csl_analysis *a, csl_expr *e);

/* times_held.c */
/* How many passes before this one fulfil the condition: a number, or NULL where it says more than
 * from which pass on, up to which one, and which of every few. */
csl_expr *csl_times_held(csl_analysis *a, const csl_loop *loop, csl_expr *c);
/* The last pass before this one that fulfils the condition, a number of type I32, if there is *any;
 * NULL where it says more than which of every few passes. */
csl_expr *csl_last_held(csl_analysis *a, const csl_loop *loop, csl_expr *c, csl_expr **any);
/* The result as a number: of type I32 where it always fits, else of type I64. Operands are of these
 * types, and I64 only where they are sums and products of a few of type I32. */
csl_expr *csl_number_of(csl_analysis *a, csl_op op, csl_expr *x, csl_expr *y);

/* nested_rings.c */
/* `next` makes (v + 1) mod m of every v = 0 .. m - 1 of `self`: the m, or 0. */
int64_t csl_wraps_at(csl_analysis *a, csl_expr *next, const csl_expr *self);
/* `flipped`, which is made of `self`, is `self` again if it is done twice. */
bool csl_undoes_itself(const csl_expr *flipped, const csl_expr *self);

/* late_wraps.c: finds csl_sym.wraps_at and .flips of a loop that has been run. The term, with what
 * the pass uses of such variables in closed form. */
void csl_note_late_wraps(csl_analysis *a, const csl_loop *loop);
csl_expr *csl_without_late_wraps(csl_analysis *a, csl_expr *e);
/* csl_close_loop() again for the loops in this one, now that what it changes is known, and closed
 * forms of stages and parities that go on from one of its passes to the next; call when the
 * outermost loop has run. */
void csl_close_inner_loops(csl_analysis *a, const csl_loop *outermost);

/* fills.c */
/* The term never falls from one pass to the next. */
bool csl_never_falls(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* Takes for granted that a loop which counts up an unsigned number to a bound, from where the pass
 * before of the loop around has left it, makes no more passes than any loop does. */
void csl_bound_fill(csl_analysis *a, csl_loop *loop);
/* Finds csl_loop.filled of the loops in this one, and the closed forms that follow. */
void csl_note_fills(csl_analysis *a, csl_loop *loop);

/* check_form.c */
/* False if a run of the loop shows that the form of a PHI symbol is none. */
bool csl_form_holds(csl_analysis *a, const csl_loop *loop, uint32_t phi, csl_expr *form);

/* loops.c */
/* Defines the loop's HEAD symbol and the range of its ITER symbol; call when the body has run. */
void csl_close_loop(csl_analysis *a, csl_loop *loop);
/* Bounds the passes of inner loops once more, by what is known of the loops around them; call when
 * the kernel has been executed. */
void csl_bound_loops(csl_analysis *a);
/* The term is the same in every pass of the loop. */
bool csl_invariant(csl_analysis *a, const csl_loop *loop, csl_expr *e);
/* The exponent of a power of two; -1 for anything else. */
int64_t csl_log2(int64_t v);
/* That v > 0, or v >= 0, is one of the conditions of going on (`self` is v): a thread that gets to
 * a second pass started with no negative value. */
bool csl_has_lower_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self);

/* pass_shift.c */
/* csl_exit_pass() for many terms of one loop, while its closed forms stay as they are. */
csl_expr *csl_exit_pass_again(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *e);
/* The threads that come out of the loop by a jump with the condition `pc`: all that went in, where
 * the loop surely ends and there is no other way out. */
csl_expr *csl_reach_behind(csl_analysis *a, csl_loop *loop, csl_memo *memo, csl_expr *pc);
/* `stay` in pass k - 1; a HEAD symbol of its own stands for what cannot be said. */
csl_expr *csl_stayed_before(csl_analysis *a, csl_loop *loop);

/* counters.c */
/* What a pass does to a variable: adds `by`, or takes it away, in arithmetic of type `in`; the
 * result is converted to the type of the variable. */
typedef struct csl_counting {
    csl_expr *by;
    csl_type in;
    bool down;
} csl_counting;

/* `next` is the update of `self`, a PHI symbol of the loop. False if it does not count. */
bool csl_find_counting(csl_analysis *a, const csl_loop *loop, csl_expr *next, const csl_expr *self,
                       csl_counting *out);

/* What the variable holds in pass k. Exact in the types of the source: an update that C leaves
 * undefined does not occur, every other one wraps. */
csl_expr *csl_counting_form(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            const csl_counting *c);

/* The greatest number that a pass can have because this variable counts, or -1: none is known. Says
 * so in the assumptions if it takes for granted that the variable does not wrap. */
csl_wide csl_counting_bound(csl_analysis *a, const csl_loop *loop, const csl_sym *phi,
                            csl_expr *self, const csl_counting *c);
/* ... because a sum that counts is compared, `pass * gridDim + block < tiles`; when the kernel has
 * been executed. Takes nothing for granted. */
csl_wide csl_summed_bound(csl_analysis *a, const csl_loop *loop);

/* v < B or v <= B, or B < v or B <= v (`down`), is one of the conditions of going on, with `self`
 * for v: the outermost value of B. */
bool csl_has_test(csl_analysis *a, const csl_loop *loop, const csl_expr *self, bool down,
                  csl_wide *bound);

#endif
