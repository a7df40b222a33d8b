/* What the files about races share: races.c asks, race_groups.c makes one finding of many races,
 * race_finding.c words it. */
#ifndef CSL_RACES_H
#define CSL_RACES_H

#include "../internal.h"

/* Two accesses that may collide, the question that was asked and the values that answer it. */
typedef struct csl_clash {
    const csl_pair_query *pair;
    csl_relation relation;
    csl_builder *builder;
    csl_query query;
    const csl_target *target; /* of side 0; that of side 1 has the same root */
    const int64_t *value;     /* of the query's variables; NULL before there is an answer */
    bool only_rows;           /* it needs a block of several rows, which nobody indexes */
} csl_clash;

/* race_cache.c: the same question before it is built. POSSIBLE: it has to be. */
csl_verdict csl_race_known(csl_analysis *a, const csl_pair_query *q, const csl_relation *r,
                           uint32_t i, uint32_t j);
/* ... and its answer when it has been. */
void csl_race_learn(csl_analysis *a, const csl_pair_query *q, const csl_relation *r, uint32_t i,
                    uint32_t j, csl_verdict verdict);

/* address_shift.c: the offset of a target taken apart, once per target. */
const csl_shift *csl_shift_of(csl_analysis *a, csl_target *t);
/* What is left of it, so many other steps and bytes further. */
csl_expr *csl_shifted(csl_analysis *a, const csl_shift *s, csl_expr *step, int64_t scale,
                      int64_t count, int64_t bytes);

/* row_layout.c */
/* The two accesses of a race query do not overlap if rows of an array do not, as far as parameters
 * say how long they are. Then the assumption is noted. */
bool csl_rows_apart(csl_analysis *a, csl_builder *b, const csl_query *q);
/* ... and its indices are made that way at all. */
bool csl_has_rows(csl_builder *b, const csl_query *q);

/* race_confidence.c */
csl_sure csl_sure_of_race(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                          const csl_query *built, csl_race_kind kind, csl_expr *root);
/* A race of these accesses would be of low confidence, whatever its values: known without asking.
 */
bool csl_surely_low(csl_analysis *a, const csl_clash *c);
/* Both are reached only by the result of an atomicCAS or atomicExch: a lock may exclude them. */
bool csl_behind_lock(csl_analysis *a, const csl_pair_query *q);

/* race_finding.c */
csl_race_kind csl_race_kind_of(const csl_access *first, const csl_access *second);
/* "sd[3]", "tile[1][2]", "p[4]": the element of the object (or NULL) a byte offset belongs to. */
const char *csl_element_at(csl_analysis *a, const csl_object *o, const char *name, int64_t offset);
/* The later access is made in a later pass of the pivot. */
bool csl_goes_round(const csl_pair_query *q);
/* Every thread that reads has itself written the value before that the other one writes: then the
 * two writes are the race, and that they write the same is all there is to say. */
bool csl_reads_own_value(csl_analysis *a, const csl_clash *c);
/* The finding; without a witness if it could not be replayed. */
csl_race csl_race_finding(csl_analysis *a, const csl_clash *c);

/* race_parameters.c: nothing happens with the parameters that somebody would pass. */
/* Parameters of an index say where a part of the array begins (`p[offset + i]`) or how far its rows
 * lie apart (`p[y * pitch + x]`), others how long the parts are: usually no parts overlap. */
bool csl_needs_overlapping_parts(csl_analysis *a, csl_builder *b, const csl_query *q);
/* `bounded`: the array has a size. */
bool csl_needs_unusual_parameter(csl_analysis *a, csl_builder *b, const csl_query *q, bool bounded);
/* Rows of a global array laid out for sizes up to some constant: they overlap only if a parameter
 * exceeds it. */
bool csl_needs_large_parameter(csl_analysis *a, const csl_query *q);

/* race_loops.c */
/* It happens only if a loop with a barrier, which runs as often as data says, makes no pass. */
bool csl_needs_no_pass(csl_analysis *a, csl_builder *b, const csl_pair_query *p,
                       const csl_query *q);
/* `for (i = threadIdx.x; i < n; i += 64)`: not in blocks of 64 threads. */
bool csl_needs_other_stride(csl_analysis *a, const csl_pair_query *p, const csl_query *q);

/* race_groups.c */
/* What makes one finding of many pairs: the object and a place where one barrier separates all. */
typedef struct csl_race_group {
    csl_expr *root;
    const csl_loop *pivot;
    bool back;
    uint32_t after, before; /* orders of the nodes the missing barrier belongs between */
    uint32_t last;          /* order of the latest access of the group */
    csl_scope scope;
    bool in_flight;
    const csl_node *access; /* an access that races with itself, or NULL */
    bool only_rows;         /* every race of it does */
    uint32_t race;          /* index into a->races */
} csl_race_group;

typedef struct csl_race_groups {
    csl_analysis *a;
    CSL_VEC(csl_race_group) list;
} csl_race_groups;

/* The group a race of the pair would belong to, or NULL. Valid until the next csl_add_race(). */
const csl_race_group *csl_race_group_of(csl_race_groups *g, const csl_pair_query *q,
                                        csl_expr *root);
/* It lists as many pairs as anybody reads: one more is only counted, and true returned. */
bool csl_group_is_full(csl_race_groups *g, const csl_race_group *group);
/* Its finding would be told by a weightier race. */
bool csl_group_is_weak(const csl_race_groups *g, const csl_race_group *group);
/* Adds a race, as a finding of its own or to one that is there. False if it has no witness that can
 * be replayed. */
bool csl_add_race(csl_race_groups *g, const csl_clash *c);

/* race_indices.c */
/* Both indices come from data. Two writes are then usually meant to be disjoint (a permutation, a
 * prefix sum); so is anything in global memory but counting (a histogram): what adds up floating
 * point by a list of indices has one entry for each in the list, or uses atomics. */
bool csl_scattered(csl_analysis *a, csl_builder *b, const csl_pair_query *q,
                   csl_expr *const offset[2], const csl_object *o);
/* No loaded index below the width of the block, and inside a row of the array, leads to the race.
 */
bool csl_needs_far_index(csl_analysis *a, csl_builder *b, const csl_query *q, const csl_object *o);

#endif
