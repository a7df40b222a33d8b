/* What the files about races share: races.c asks, race_groups.c makes one finding of many races,
 * race_finding.c words it. */
#ifndef CSL_RACES_H
#define CSL_RACES_H

#include "checks.h"

/* async_copies.c */
/* Pairs of an asynchronous copy and what may happen before it has ended; obstacles where that
 * cannot be said. After csl_find_uniform(). */
csl_met csl_meet_copies(csl_analysis *a);
/* Copies of groups for which their thread does not wait before it ends leave an obstacle. */
void csl_find_abandoned(csl_analysis *a);
/* One pair more, in that order of the program; the caller says what else is to be known of it. */
csl_pair_query *csl_push_pair(csl_analysis *a, csl_met *met, csl_node *first, csl_node *second,
                              csl_scope scope, const csl_loop *pivot, csl_round round);
/* Some commit may tell of the end of that operation; none is known to, or not all are followed. */
bool csl_may_be_committed(const csl_analysis *a, const csl_node *copy);
/* The two are operations of the tensor core by one thread that may run in any order; or one may be
 * told of by a commit that is not followed. */
bool csl_is_order_untold(const csl_analysis *a, const csl_pair_query *q);

/* Reductions of the copy engine are no conflict among each other. */
bool csl_both_reduce(const csl_access *x, const csl_access *y);
/* The two accesses may be of one object. */
bool csl_of_one_root(const csl_node *x, const csl_node *y);

/* proxies.c */
/* Pairs of a write of a thread and a read of the copy engine that no fence of the proxy is known to
 * lie between; and of a write and a load through the cache of read-only data, for which there is no
 * such fence. */
csl_met csl_meet_unfenced(csl_analysis *a);
/* ... of the latter kind */
bool csl_is_stale(const csl_pair_query *q);
/* Other threads may learn here what this one has done, or this one what others have. */
bool csl_may_hand_over(const csl_stmt *s);
/* ... between the two; or in a loop around `inner`. */
bool csl_handed_over_between(const csl_analysis *a, const csl_node *inner, const csl_node *outer);
/* What different threads do to tensor memory, with no fences for it (tensor_memory.c). */
csl_met csl_meet_unfenced_in_tensor_memory(csl_analysis *a);

/* race_finding.c */
csl_race_kind csl_race_kind_of(const csl_access *first, const csl_access *second);
/* The later access is made in a later pass of the pivot. */
bool csl_goes_round(const csl_pair_query *q);
/* Every thread that reads has itself written the value before that the other one writes: then the
 * two writes are the race, and that they write the same is all there is to say. */
bool csl_reads_own_value(csl_analysis *a, const csl_clash *c);
/* One statement in which all lanes of a warp store one value to one place of theirs (or one of them
 * reads it back). What the place holds then is that value: the CUDA C++ Programming Guide (Hardware
 * Implementation) leaves open only which lane's store is the last. */
bool csl_warp_stores_same(csl_analysis *a, const csl_clash *c);
/* The finding, without a witness. */
csl_race csl_race_finding(csl_analysis *a, const csl_clash *c);
/* Finds its witness, which may lower its confidence, unless that is below what reports show.
 * False if it could not be replayed. */
bool csl_tell_race(csl_analysis *a, const csl_clash *c, csl_race *r);

/* race_groups.c */
/* What makes one finding of many pairs: the object and a place where one barrier separates all. */
typedef struct csl_race_group {
    csl_expr *root;
    const csl_loop *pivot;
    bool back;
    uint32_t after, before; /* orders of the nodes the missing barrier belongs between */
    uint32_t last;          /* order of the latest access of the group */
    csl_scope scope;
    bool in_flight, unfenced;
    const csl_node *access; /* an access that races with itself, or NULL */
    bool only_rows;         /* every race of it does */
    uint32_t race;          /* index into a->races */
    uint32_t retold;        /* races of it that were no weightier */
} csl_race_group;

typedef struct csl_race_groups {
    csl_analysis *a;
    CSL_VEC(csl_race_group) list;
} csl_race_groups;

/* The group a race of the pair would belong to, or NULL. Valid until the next csl_add_race(). */
const csl_race_group *csl_race_group_of(csl_race_groups *g, const csl_pair_query *q,
                                        csl_expr *root);
/* It lists as many pairs as a reader needs: one more is only counted, and true returned. */
bool csl_group_is_full(csl_race_groups *g, const csl_race_group *group);
/* Its finding would be told by a weightier race, if a few of them were not enough. */
bool csl_group_is_weak(const csl_race_groups *g, const csl_race_group *group);
/* Adds a race, as a finding of its own or to one that is there. False if it has no witness that can
 * be replayed. */
bool csl_add_race(csl_race_groups *g, const csl_clash *c);

#endif
