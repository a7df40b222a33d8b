/* Shared by the files of this folder: single reasons against a finding. */
#ifndef CSL_CAVEATS_H
#define CSL_CAVEATS_H

#include "confidence.h"

/* confidence.c */
/* How far a fact depends on a block shape that nothing in the file names. */
csl_rating csl_rate_shape(csl_analysis *a, const csl_query *q);
/* It happens in one of the ordinary blocks with several rows. */
bool csl_happens_in_rows(csl_analysis *a, const csl_query *q);

/* chosen_blocks.c: blocks that launches choose from, or that were made up for a template. */
void csl_hold_of_stated(csl_analysis *a, const csl_query *q, csl_rating *r);

/* own_rows.c: what one statement stores collides only in a block other than it is laid out for. */
/* `p[threadIdx.x + threadIdx.y]`: not in blocks of one row. */
bool csl_needs_rows(csl_analysis *a, csl_builder *b, const csl_pair_query *p, const csl_query *q);
/* How many threads a row of the block has at most where each thread's element is its own, 32 of
 * `p[32 * m + threadIdx.x]` for 32 values of m; 0: the places do not say. */
int64_t csl_threads_in_row(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q);
/* Not in blocks of so many threads in a row. */
bool csl_needs_longer_block(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                            const csl_query *q);

/* shaped_parameters.c: one block. */
/* Parameters that the query's facts make known in a block of that shape. */
void csl_fix_by_shape(csl_analysis *a, csl_query *q, const uint32_t shape[3]);
/* The query is then about this block alone. */
void csl_ask_of_block(csl_analysis *a, csl_query *q, const uint32_t shape[3]);
/* In this block alone. */
csl_verdict csl_verdict_in_block(csl_analysis *a, const csl_query *q, const uint32_t (*shape)[3]);
/* What the query takes for granted excludes the block: `dim3(n, n)` one of 32x4. */
bool csl_excludes_block(csl_analysis *a, const csl_query *q, const uint32_t (*shape)[3]);

/* offset_parts.c: calls `take` with each term that the offset is a sum of, and how many times it is
 * in there; conversions between integers are left out. */
typedef void csl_take_part_fn(void *user, csl_expr *e, int64_t times);
void csl_take_parts(csl_expr *e, int64_t times, csl_take_part_fn *take, void *user);
/* Each index of the two offsets has a stride of its own, a parameter of which nothing is known, as
 * those of a tensor. *differ: the two threads meet only where some of their indices differ. False
 * also if that is not known. */
bool csl_has_strides(csl_analysis *a, const csl_query *q, bool *differ);

/* row_lengths.c: blocks whose rows are as long as an index of the query says, or as the kernel
 * numbers its threads by; none if neither does. */
enum { CSL_BLOCKS_OF_ROWS = 3 };
uint32_t csl_blocks_of_rows(csl_analysis *a, const csl_query *q,
                            uint32_t list[CSL_BLOCKS_OF_ROWS][3]);
/* How many threads lie between two blocks, `blockIdx.x * 256 + threadIdx.x`; 0: no term says so. */
uint32_t csl_threads_between_blocks(const csl_query *q);

/* race_parameters.c: the variable is in lo..hi. */
csl_expr *csl_within(csl_analysis *a, const csl_query *q, uint32_t var, int64_t lo, int64_t hi);

/* values.c */
/* It happens only if a parameter that scales something is 0: the name of one, else NULL. */
const char *csl_needs_zero_factor(csl_analysis *a, csl_builder *b, const csl_query *q);
/* It happens only if a number that the template leaves open is negative, or larger than any block:
 * the name of one, else NULL. */
const char *csl_needs_large_number(csl_analysis *a, csl_builder *b, const csl_query *q);
/* It was not found to happen unless a parameter is negative or beyond 32 bits, to which the kernel
 * cuts it: the name of one, else NULL. */
const char *csl_needs_wide_number(csl_analysis *a, csl_builder *b, const csl_query *q);
/* It was not found to happen where numbers that are passed, as mask or shift of threadIdx, make the
 * lanes of a warp: the name of one, else NULL. */
const char *csl_needs_other_lanes(csl_analysis *a, csl_builder *b, const csl_query *q);
/* It was not found to happen where a loaded length is at most that of the rows, of a fixed length,
 * in which it limits a place: the name of one, else NULL. */
const char *csl_needs_longer_length(csl_analysis *a, csl_builder *b, const csl_query *q);
/* The variable is the number of bits of something: `1 << LOG`. */
bool csl_counts_bits(csl_builder *b, const csl_query *q, uint32_t var);
/* In a template that is read as it stands a value of a type that is left open is taken for a number
 * with a point, and a whole number made of it need not be what it would be: `roundDown(size(),
 * 32)`. The name of such a value in one of the terms, else NULL. */
const char *csl_rounds_open_type(csl_analysis *a, csl_builder *b, const csl_query *q,
                                 csl_expr *const terms[2]);

/* Notes that something depends on a function that is not computed: a witness has some value for it.
 */
void csl_hold_functions(csl_analysis *a, csl_builder *b, const csl_query *q, csl_rating *r,
                        csl_expr *const deciding[2], csl_expr *const reaching[2]);

/* particular.c */
/* Notes that the way to one of the places is open for few of the values that are passed as a rule
 * for a parameter, if no launch decides what it is. */
void csl_hold_particular(csl_analysis *a, const csl_query *q, csl_rating *r,
                         csl_expr *const reaching[2]);

/* race_parameters.c: nothing happens with the parameters that a user would pass. */
/* Parameters of an index say where a part of the array begins (`p[offset + i]`) or how far its rows
 * lie apart (`p[y * pitch + x]`), others how long the parts are: usually no parts overlap. */
bool csl_needs_overlapping_parts(csl_analysis *a, csl_builder *b, const csl_query *q);
/* `bounded`: the array has a size. */
bool csl_needs_unusual_parameter(csl_analysis *a, csl_builder *b, const csl_query *q, bool bounded);
/* Rows of a global array laid out for sizes up to some constant: they overlap only if a parameter
 * exceeds it. */
bool csl_needs_large_parameter(csl_analysis *a, csl_builder *b, const csl_query *q);

/* constant_rows.c: rows of shared memory overlap only if a parameter exceeds their length, which is
 * a constant. */
bool csl_needs_longer_rows(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q);

/* race_memory.c: what the pair is about may be memory of one thread, or of one warp. */
bool csl_may_be_of_thread(csl_analysis *a, const csl_pair_query *q, const csl_object *o);
bool csl_may_be_of_warp(const csl_analysis *a, const csl_query *q, const csl_object *o);
/* race_loops.c */
/* Not in the block that is meant; `for (i = threadIdx.x; i < n; i += 64)`: not in 64 threads. */
bool csl_needs_other_stride(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                            const csl_query *q);

/* kept_values.c */
/* Threads have two values of what is tested, but what is stored between passes the same test. */
bool csl_stores_keep_test(csl_analysis *a, csl_builder *b, const csl_query *q,
                          csl_expr *const deciding[2]);
/* One thread reads a number for nothing but tests that what the other one stores passes alike. */
bool csl_reads_for_kept_test(csl_analysis *a, csl_builder *b, const csl_pair_query *p);

/* unused_reads.c: the thread that reads does nothing with what it reads. */
bool csl_reads_for_nothing(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q);

/* searches.c */
/* The two variables were loaded from one object. */
bool csl_loads_one_object(csl_builder *b, uint32_t x, uint32_t y);
/* Both threads go there because what each has loaded is what they look for, or crosses it:
 * `keys[tid] == key`, `first[tid] <= x && x < first[tid + 1]`, where usually one does. */
bool csl_both_search(csl_analysis *a, csl_builder *b, const csl_query *q);
/* It happens only if two threads find different numbers in one place of shared memory, where no
 * thread stores meanwhile: `last[bin] == tid` for threads of one bin. */
bool csl_needs_two_numbers(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                           const csl_query *q);

/* loaded_ranges.c */
/* Threads go through ranges whose ends they have loaded side by side, `i < first[row + 1]` from
 * `first[row]` on: no two that ascend meet. */
bool csl_needs_overlapping_ranges(csl_analysis *a, csl_builder *b, const csl_query *q);

/* race_indices.c */
/* The term contains a value this thread alone has loaded. */
bool csl_own_data(csl_builder *b, const csl_query *q, csl_expr *e);
/* `flags[tid] == 1` for a value that this thread alone has loaded: the variable, and the constant
 * in *is; CSL_NO_VAR otherwise. */
uint32_t csl_own_flag(csl_builder *b, const csl_query *q, const csl_expr *e, int64_t *is);
/* Both threads have loaded one number (`v[i] == 0`) of those that are subscripts as well: each
 * place is there once, as a rule. */
bool csl_finds_place(csl_analysis *a, csl_builder *b, const csl_query *q);
/* Both indices come from data. Two writes are then usually meant to be disjoint (a permutation, a
 * prefix sum); so is anything in global memory but counting (a histogram): what adds up floating
 * point by a list of indices has one entry for each in the list, or uses atomics. Not so where each
 * thread sweeps its own part of the array whatever the data, and stores by a list as well. */
bool csl_scattered(csl_analysis *a, csl_builder *b, const csl_pair_query *p, const csl_query *q,
                   const csl_object *o);
/* one_number.c */
/* Both go to places behind one number that all threads load from one place: as a rule it is the
 * same for both. */
bool csl_places_behind_one(csl_analysis *a, csl_builder *b, const csl_query *q);
/* ... and there they meet, too, in one pass of a loop, at places that depend on the thread. */
bool csl_meet_behind_one(csl_analysis *a, csl_builder *b, const csl_query *q);
/* kept_values.c: all threads store at one place what they test, and nothing looks there. */
bool csl_only_keeps_value(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                          const csl_query *q);
/* No loaded index below the width of the block, and inside a row of the array, leads to the race.
 */
bool csl_needs_far_index(csl_analysis *a, csl_builder *b, const csl_query *q, const csl_object *o);
/* A loaded number that tells a place has to be negative. */
bool csl_needs_negative_index(csl_analysis *a, csl_builder *b, const csl_query *q);

#endif
