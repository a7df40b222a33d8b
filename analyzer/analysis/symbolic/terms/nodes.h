/* What symbolic execution makes of a kernel: symbols, loops and nodes. */
#ifndef CSL_NODES_H
#define CSL_NODES_H

#include "../../facts.h"

/* ---- growable arrays ----------------------------------------------------------------------
 * CSL_VEC(T) is a struct; push copies into arena memory, so old storage is simply left behind. */

#define CSL_VEC(T)                                                                                 \
    struct {                                                                                       \
        T *v;                                                                                      \
        uint32_t n, cap;                                                                           \
    }
#define CSL_PUSH(ctx, vec, item)                                                                   \
    (csl_grow((ctx), (void **)&(vec)->v, (vec)->n, &(vec)->cap, sizeof *(vec)->v),                 \
     (vec)->v[(vec)->n++] = (item))
void csl_grow(csl_ctx *ctx, void **v, uint32_t n, uint32_t *cap, size_t item);

/* ---- symbols ----------------------------------------------------------------------------- */

typedef struct csl_node csl_node;
typedef struct csl_loop csl_loop;

typedef enum {
    CSL_SYM_ITER,   /* number of the current pass of `loop`, from 0 */
    CSL_SYM_TRIPS,  /* number of the pass in which the thread leaves a loop */
    CSL_SYM_HEAD,   /* the current pass of `loop` is reached (BOOL), given that pass 0 is */
    CSL_SYM_PHI,    /* value of a variable at the start of a pass of `loop` */
    CSL_SYM_EXIT,   /* value another symbol of the loop had in the pass in which it was left */
    CSL_SYM_BEFORE, /* value another symbol of the loop had in the pass before */
    CSL_SYM_LOAD,   /* read from memory by `node` */
    CSL_SYM_SYNC,   /* result of a collective */
    CSL_SYM_HAVOC   /* anything else that is unknown */
} csl_sym_kind;

typedef struct csl_sym {
    csl_sym_kind kind;
    csl_type type;
    csl_expr *leaf; /* csl_sym_expr: NULL at first */
    const char *name;
    csl_loop *loop;     /* innermost loop whose passes each give the symbol a new value, or NULL */
    csl_node *node;     /* LOAD, SYNC, HAVOC: the leaf */
    csl_loop *of;       /* TRIPS, EXIT: the loop that was left */
    uint32_t inner;     /* EXIT: the symbol inside the loop; BEFORE: the other symbol */
    csl_expr *init;     /* PHI: value in pass 0; SYNC, of_all: what each lane began with */
    csl_expr *next;     /* PHI: value in the next pass, in symbols of this one */
    uint32_t slot;      /* PHI: the variable of the kernel, or a cell beyond those */
    csl_expr *def;      /* closed form, or NULL; it replaces the symbol in queries */
    csl_wide lo, hi;    /* range, inclusive */
    csl_scope declared; /* SYNC, HAVOC: as the IR states */
    csl_scope uniform;  /* threads of one such scope agree (uniformity.c); starts optimistic */
    bool lost;          /* the analysis lost information here */
    bool each;          /* HAVOC: all values of its range occur, in threads of a launched kernel */
    bool disputed;      /* ... only whether threads agree on what they load */
    bool by_blocks;     /* ... and a block agrees unless another one stores there meanwhile */
    bool closed;        /* PHI: a closed form has been looked for */
    bool flips;         /* PHI: whenever another one of the loop wraps at the head of a pass */
    int64_t wraps_at; /* PHI: it wraps there at the head of a pass (late_wraps.c); 0: it does not */
    uint32_t tried;   /* PHI: when last looked for without result, 1 plus the number of loops around
                         that were still being executed */
    bool of_all;  /* SYNC: not what the shuffle gives, but what all lanes have made of theirs with
                     it as the last step (butterfly.c) */
    bool still;   /* LOAD: a pointer to what nothing writes while the kernel runs (alias.c) */
    bool traced;  /* LOAD: what its own thread stored there has been looked for */
    bool used;    /* some condition or address depends on it; others are not judged */
    bool settled; /* ... and `uniform` is final, as that of all it depends on */
} csl_sym;

/* Numbers of passes are of type I32; that no loop makes more is an assumption where it is not
 * known.
 */
#define CSL_MOST_PASSES INT32_MAX

struct csl_loop {
    const csl_stmt *stmt;
    csl_loop *parent;
    uint32_t id, depth;
    uint32_t iter;               /* its ITER symbol */
    uint32_t trips;              /* its TRIPS symbol */
    uint32_t head;               /* its HEAD symbol */
    uint32_t first_sym, end_sym; /* symbols created while its body ran */
    csl_expr *entry;             /* condition on which pass 0 is reached */
    csl_expr *stay;   /* condition on which a pass ends at the back edge, as seen in that pass
                         and relative to `entry`; NULL until the body has run */
    bool bounded;     /* it is known to make no more than CSL_MOST_PASSES passes */
    bool top_tested;  /* its first statement is the test that leaves it, and the only way out */
    csl_expr *filled; /* the passes that it has made in the passes of the loop around before this
                         one, where it counts on to a bound in each (fills.c); or NULL */
    bool syncs;       /* holds a barrier of a block or more */
    bool warp_syncs;  /* ... or of a warp */
    CSL_VEC(csl_node *) leaves; /* BR and EXIT that leave the loop */
    CSL_VEC(uint32_t) phis;
    CSL_VEC(uint32_t) exits; /* EXIT copies of its symbols */
    csl_node *node;
};

/* ---- families of barriers ---------------------------------------------------------------------
 *
 * Barrier objects that are used one after the other (the stages of a ring), or one named barrier.
 * A ticket t names stage t mod S and, of a barrier object, its phase t div S. A thread counts the
 * tickets it has given (arrived at) and those it has waited for; like variables, so loops give them
 * closed forms (tickets.c). What a thread does is before what another does if the first gives a
 * ticket afterwards that the other has waited for: a comparison of two numbers. */

enum {
    CSL_TICKETS_GIVEN,  /* arrivals of the thread, or of a lane for its warp */
    CSL_TICKETS_HANDED, /* the ticket that hands over what the thread does here */
    CSL_TICKETS_WAITED, /* waits that have returned */
    CSL_TICKETS
};

#define CSL_NO_HOP INT64_MAX

typedef struct csl_family {
    csl_expr *root;        /* object they stand in, or NULL: a named barrier */
    int64_t start, stride; /* bytes, of the first and between two */
    int64_t stages;        /* S */
    int64_t number;        /* of a named barrier; with `owners`, that of the group 0 */
    uint32_t owners; /* each group of so many threads (a warp) has such objects of its own, and
                        uses no others; 0: they are those of the block */
    int64_t apart;   /* ... bytes, or numbers, from those of one group to those of the next; `start`
                        and   all that is said of tickets is that of one group */
    int64_t from, groups;  /* ... the first group that has some, and how many may have */
    bool whole;            /* the barriers of the block: each a ticket that all give and wait for;
                              with `owners` those of warps */
    const csl_stmt *place; /* ... this one alone; NULL: all of them, which is the last family */
    bool tensor;           /* groups of the tensor core, of each warp group: a ticket is given by
                              committing one; waits are no uses (copy_groups.c has the numbers) */
    csl_expr *expects;     /* arrivals that end a phase, by launch; NULL: not known, or (of a named
                              barrier) all warps */
    uint32_t expected, coming; /* arrivals of a phase; not the same: then it is known that they are
                                  not */
    csl_expr *arrivers;        /* BOOL, of the thread: it arrives */
    bool by_warp;              /* one lane arrives for its warp, behind a barrier of the warp */
    int64_t first;   /* ticket of a thread's first wait, at most 0: less than 0 names a phase
                        that was over before the first began */
    int64_t skipped; /* ... or so many tickets that are not waited for come before it; their end
                        follows from that of later ones */
    const csl_stmt *handover; /* a barrier of the block, or NULL: some threads give the first
                                 tickets before it, others all further ones behind it */
    uint32_t handover_at;     /* ... its place (csl_node.order) */
    int64_t ahead;            /* ... tickets given before it; 0: not known */
    bool loose; /* it keeps no two warps together: each of those that come may be let through
                   with others, or none waits */
    uint32_t since, until; /* of an object that is initialised several times: its uses stand between
                              these places (csl_node.order); until 0: to the end */
    const csl_stmt *reused; /* the first use behind an initialisation of what is still in use, or
                               NULL */
    bool crosses;     /* other blocks of the cluster signal to it: nothing of the above is said of
                         it */
    bool crossed;     /* ... and it is proved that its first phase ends when all that has come */
    bool relaxed;     /* ... an arrival or a wait keeps nothing in order: it is known to be none */
    bool settled;     /* what is said above and in `hops` is proved */
    const char *open; /* why not */
    struct {
        csl_phase_fault kind;
        csl_node *at;
        csl_expr *wrong; /* ... of a thread that comes there and is wronged */
    } fault;             /* a reason that is a mistake, if `kind` is one */
    CSL_VEC(csl_node *) uses;
    CSL_VEC(csl_node *) copies;          /* that count their bytes there */
    CSL_VEC(const csl_stmt *) deciding;  /* BY_WARP: the IFs that choose the lane */
    CSL_VEC(csl_expr *) lanes;           /* ... all lanes of the warps of which one is chosen */
    CSL_VEC(const csl_stmt *) gathering; /* ... and the last barriers of the warp before those */
    int64_t *hops;   /* by family: the end of ticket t is before the end of ticket t + hop there */
    int64_t *handed; /* ... and what is known at the one is known at the other */
    int64_t most;    /* phases of one at which copies or products end; CSL_NO_HOP: not known */
    int64_t *told;   /* ... by family: `handed`, of phases that there are; CSL_NO_HOP: no more */
    int64_t *over;   /* ... by family: a ticket there, from whose end on it is known that all phases
                        there ever are of this one have ended; CSL_NO_HOP: none is known. Of those
                        at which products end */
    csl_expr *copiers; /* ... it issues copies that another thread expects with its arrivals, in the
                          same passes (copiers.c); or NULL */
    int64_t *by_lanes; /* ... by family, what live.c finds of lanes that wait for each other */
    bool by_copies;    /* copies arrive, not the threads that issue them */
    bool by_commits;   /* ... or operations of the tensor core: what their thread did is not handed
                          over, what it had waited for is */
} csl_family;

/* ---- nodes ------------------------------------------------------------------------------- */

/* A point at which a thread went one way although there was another. The lists run from the latest
 * to the earliest; nodes share tails. */
typedef struct csl_parting {
    const struct csl_parting *before;
    csl_node *node; /* IF whose arm we are in; BR or EXIT that was not taken */
    bool arm;       /* IF: which arm */
} csl_parting;

/* One way an address can be resolved: object `root` (a BASE, or a pointer of unknown origin) at
 * byte `offset` (I64), if `when` holds. */
typedef struct csl_target {
    csl_expr *root, *offset, *when;
    csl_expr *brief; /* a part of the condition (race_cache.c), or NULL */
    csl_expr *loose; /* ... without that the access stays inside its object, or NULL */
    const struct csl_shift *shift; /* the offset taken apart, or NULL: not yet (address_shift.c) */
} csl_target;

/* How a variable got its value: for the chain from a condition back to threadIdx. */
typedef struct csl_def {
    const csl_stmt *stmt;
    const struct csl_def **from;
    uint32_t nfrom;
    csl_expr *value;
} csl_def;

/* A commit, and the ticket of the phase in which it arrives, NULL until that is known. */
typedef struct csl_completion {
    csl_node *commit;
    csl_expr *ticket;
} csl_completion;

struct csl_node {
    const csl_stmt *stmt;
    uint32_t order;                /* of execution */
    csl_loop *loop;                /* innermost enclosing loop */
    csl_expr *reach;               /* condition on which a thread gets here */
    csl_expr *cond;                /* IF, ASSUME: the condition */
    const csl_parting *arms;       /* the arms it stands in */
    const csl_parting *jumps;      /* BR and EXIT before it that would have led past it */
    csl_node *body, *other, *next; /* structure, as in the statement */
    csl_loop *own;                 /* LOOP */
    const csl_def *def;            /* IF: what its condition was made of */
    /* ACCESS */
    csl_expr *address, *bounds, *value;
    csl_expr *read; /* ACCESS, SYNC: the term that stands for the value read or given, or NULL */
    csl_target *targets;
    uint32_t ntargets;
    int64_t *ends; /* by family, of a copy in a group: the thread that has issued it in group
                      g waits for that group before it gives ticket g * rate + this. CSL_NO_HOP:
                      not known; NULL: there are no families */
    int64_t *rate; /* ... tickets that it gives for each group that it waits for */
    csl_expr *
        *groups; /* ACCESS, SYNC, EXIT and the end, in a kernel with asynchronous copies: how many
                    groups of them there were when it came here; indexed by the names below */
    bool contested;    /* ACCESS: an atomic operation in whose interval of the block another may
                          lower what it counts (intervals.c) */
    csl_node *tracked; /* ACCESS, a copy: the arrival that it makes at a barrier object, or NULL */
    csl_expr *signals; /* ACCESS: address of the barrier object that counts its bytes, or NULL */
    csl_expr *size; /* ACCESS, a copy in bulk: so many bytes, where no constant says it; or NULL */
    csl_expr *descriptor; /* ACCESS, an operand of the tensor core: what describes it, or NULL */
    uint32_t family;      /* ... 1 plus the family of that object, 0: not known */
    csl_expr *completes;  /* ... and the ticket of the phase in which it completes */
    CSL_VEC(csl_completion)
    commits; /* ACCESS of the tensor core: all commits that tell of its end;
                `tracked` is the first */
    csl_target *signalled;
    uint32_t nsignalled;
    csl_expr **tickets; /* ACCESS, SYNC, ASYNC, EXIT of a kernel with families: by family, the
                           numbers above; behind those the block barriers passed, and where all
                           lanes of the warp have come together. NULL: none */
    /* ACCESS, SYNC, HAVOC, CALL, OPAQUE */
    uint32_t sym;          /* result symbol, or CSL_NO_VAR */
    csl_expr *mask, *lane; /* SYNC */
    uint32_t tile; /* SYNC of lanes: the mask of each thread names its tile of so many lanes; 0: not
                      known (uniformity) */
    csl_expr *offered;    /* ... HAVOC, CALL: what the result is made of, or NULL */
    csl_expr *apart;      /* SYNC that swaps: by how much lanes differ, or NULL */
    csl_expr *id, *count; /* SYNC of a named barrier or a barrier object; ASYNC: groups
                             that a wait leaves open */
    csl_expr *parity;     /* SYNC that waits for a barrier object */
    csl_expr *bytes;      /* SYNC that arrives at one and expects them */
    csl_node *arrival;    /* SYNC that waits: the arrival it waits for, if that is known and
                             stands in the same sequence */
};

/* The sum of what the threads of the block before this one have offered. */
static inline bool csl_is_sum_before(const csl_sym *s) {
    return s->kind == CSL_SYM_HAVOC && s->node && s->node->stmt->kind == CSL_STMT_HAVOC &&
           s->node->stmt->havoc.sums;
}

/* The node may touch what the root points to. */
static inline bool csl_has_target(const csl_node *n, const csl_expr *root) {
    for (uint32_t i = 0; i < n->ntargets; i++)
        if (n->targets[i].root == root)
            return true;
    return false;
}

/* The node stands where others arrive at the family than do from the handover on. */
static inline bool csl_is_handed_over(const csl_family *f, const csl_node *n) {
    return f->handover && n->order <= f->handover_at;
}

/* An operand of wgmma, which is no operation of one thread. */
static inline bool csl_is_of_warpgroup(const csl_node *n) {
    return n->stmt->access->is_tensor && !n->stmt->access->is_tracked;
}

/* A copy whose end a barrier object tells. */
static inline bool csl_ends_at_object(const csl_node *n) {
    return n->stmt->access->signals || n->tracked;
}

/* Bytes of a copy that its barrier object counts: the description of the tensor is none of them. */
static inline int64_t csl_bytes_brought(const csl_node *copy) {
    return copy->stmt->access->is_map ? 0 : copy->stmt->access->bytes;
}

enum {
    CSL_GROUPS_COMMITTED, /* by the thread */
    CSL_GROUPS_DONE,      /* of those, the first so many: waited for */
    CSL_GROUPS_WARP,      /* ... before the last barrier of the warp */
    CSL_GROUPS_BLOCK,     /* ... of the block */
    CSL_GROUPS_READ,      /* of those, the first so many: their sources have been read */
    CSL_GROUPS_READ_WARP,
    CSL_GROUPS_READ_BLOCK,
    CSL_GROUPS_OF_KIND
};

/* It initialises a barrier object. */
static inline bool csl_begins_object(const csl_node *n) {
    return n->stmt->kind == CSL_STMT_ACCESS && n->stmt->access->is_state && n->value;
}

/* A use of a barrier object that no thread has initialised. */
typedef struct csl_unset {
    csl_node *use;
    csl_expr *wrong; /* BOOL: the thread comes to that object, and to no other */
} csl_unset;

/* Groups of copies by the thread, of copies in bulk, of operations of the tensor core, of loads
 * from tensor memory and of stores to it: each kind is counted apart. The number of the first of
 * the names above. Of the last kind there are none: what is in such a group never ends. */
enum {
    CSL_GROUPS_OWN = 0,
    CSL_GROUPS_BULK = CSL_GROUPS_OF_KIND,
    CSL_GROUPS_TENSOR = 2 * CSL_GROUPS_OF_KIND,
    CSL_GROUPS_LOADS = 3 * CSL_GROUPS_OF_KIND,
    CSL_GROUPS_STORES = 4 * CSL_GROUPS_OF_KIND,
    CSL_GROUPS_ENDLESS = 5 * CSL_GROUPS_OF_KIND,
    CSL_GROUPS = 6 * CSL_GROUPS_OF_KIND
};

static inline uint32_t csl_groups_of_copy(const csl_node *copy) {
    const csl_access *x = copy->stmt->access;
    if (x->is_lanes)
        return x->mode == CSL_MODE_READ ? CSL_GROUPS_LOADS : CSL_GROUPS_STORES;
    return x->is_tracked  ? CSL_GROUPS_ENDLESS
           : x->is_tensor ? CSL_GROUPS_TENSOR
           : x->is_bulk   ? CSL_GROUPS_BULK
                          : CSL_GROUPS_OWN;
}
static inline uint32_t csl_groups_of_wait(const csl_stmt *s) {
    if (s->async.lanes)
        return s->async.reads ? CSL_GROUPS_LOADS : CSL_GROUPS_STORES;
    return s->async.tensor ? CSL_GROUPS_TENSOR : s->async.bulk ? CSL_GROUPS_BULK : CSL_GROUPS_OWN;
}

#endif
