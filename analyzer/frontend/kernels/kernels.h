/* The kernels of a file: which functions are lowered, and what is done to a whole body.
 *
 *   kernels.c   one kernel after the other, and device functions that no kernel reaches
 *   targets.c   which kernels and which specialisations
 *   table_uses.c   specialisations that cannot be looked at
 *   type_roles.c  which parameters of a template are integers
 *   recovered_names.c   which names a kernel uses that nothing declares
 *   unlaunched.c   which kernels nothing launches
 *   tail_return.c, helper_loop.c, promote.c, wait_loop.c, meeting_arms.c, null_stores.c,
 *   own_slots.c   what is done to a body when it is complete
 */
#ifndef CSL_KERNELS_H
#define CSL_KERNELS_H

#include <glib.h>

#include "../lower/lower.h"

/* Lowers every kernel of the unit's main file. of[i] of the result is the definition that
 * module->kernels[i] was lowered from (a specialisation, a plain function, or a pattern); the
 * launches are matched by it. A USR would not do: two lambdas of one function have the same. */
typedef struct csl_lowered {
    csl_module *module;
    csl_places *places;
    CXCursor *of;
    CXCursor *unresolved; /* templates without an instance whose parameters hide what they do */
    unsigned nunresolved, cap_unresolved;
    CXCursor *reached; /* device functions that kernels with all their arguments call */
    unsigned nreached;
} csl_lowered;
csl_lowered csl_lower_unit(const csl_unit *unit);
/* Adds one that was lowered from nothing that the unit shows. */
void csl_add_kernel(csl_ctx *ctx, csl_lowered *to, const csl_kernel *kernel);

/* ---- which functions to lower --------------------------------------------- */

/* One kernel to lower: a plain function, a specialisation, or a pattern with none in reach. */
typedef struct csl_lower_target {
    CXCursor function;       /* what is lowered */
    CXCursor pattern;        /* the function in the source: itself, or the template */
    const char *instance;    /* "<float, 64>", or NULL */
    bool guessed;            /* ... which rests on a name that nothing declares */
    bool helper;             /* a device function that no kernel reaches */
    bool beyond;             /* one of those that are too many; not lowered */
    unsigned more;           /* instances of the template before it that are left out */
    const uint32_t *cluster; /* blocks of a cluster, as its launches say; NULL: not known */
    unsigned left_out;       /* stands for this many instances over the limit; not lowered */
} csl_lower_target;

typedef struct csl_lower_targets {
    csl_lower_target *v;
    unsigned n, cap;
    CXCursor *helpers; /* __device__ functions of the main file with a body */
    unsigned nhelpers, cap_helpers;
} csl_lower_targets;

csl_lower_state *csl_lower_state_new(const csl_unit *unit, csl_places *places, csl_module *m);
void csl_lower_kernel(csl_lower_state *L, const csl_lower_target *target, csl_kernel *k);
/* The kernel synchronises or touches shared memory. */
bool csl_works_together(const csl_kernel *k);
bool csl_has_statement(const csl_stmt *s, csl_stmt_kind kind);
/* Lists the template that was just lowered if its parameters hide what it does. */
void csl_note_unresolved(csl_lower_state *L, const csl_lower_target *target, csl_lowered *out);

/* How many blocks a cluster has, as __cluster_dims__ says; zeros: it does not, or not in numbers
 * (cluster.c). */
void csl_read_cluster(CXCursor function, uint32_t dim[3]);
/* Lowers kernels again all of whose launches are known and ask for clusters of one size
 * (cluster.c).
 */
void csl_lower_in_clusters(const csl_unit *unit, csl_lowered *lowered);
/* The definitions that these cursors and their definitions name, and those that these name; none of
 * the embedded headers (reached.c). `names` gets the recovered ones, interned; may be NULL. */
csl_cursors csl_reached(csl_ctx *ctx, csl_places *places, const CXCursor *from, unsigned n,
                        GPtrArray *names);
/* What the kernel uses that nothing declares, as a sentence; NULL: nothing. */
const char *csl_recovered_names(csl_lower_state *L, const csl_lower_target *target);

/* In the body of the template values of the type of that name are integers: they are subscripts,
 * operands of operators that only those have, or what an integer begins as; one of its own
 * parameters is such a type (type_roles.c). */
bool csl_counts(csl_ctx *ctx, CXCursor pattern, const char *name);
bool csl_has_counting_type(csl_ctx *ctx, CXCursor pattern);

/* The arguments of a specialisation of that template: "<float, 64>". */
const char *csl_instance_text(csl_ctx *ctx, CXCursor f, CXCursor pattern);
csl_lower_targets csl_find_targets(const csl_unit *unit, csl_places *places);

/* What instances took so far: of the file, and of the template that the next target is one of. */
typedef struct csl_spent {
    uint64_t file, template; /* statements */
    unsigned instances;      /* of the template */
    const char *pattern;
} csl_spent;
/* The next one is not lowered: the statements of the file are spent, and its template took many of
 * them; or that has many instances, and they are not cheap (different.c). */
bool csl_spent_all(csl_ctx *ctx, const csl_lower_target *next, csl_spent *spent);

/* Marks the `limit` most different of `n` instances; arena of ctx (different.c). */
bool *csl_most_different(csl_ctx *ctx, const char *const *instance, unsigned n, unsigned limit);

/* Tells the log which functions of included files the kernels reach. */
void csl_note_reached(const csl_unit *unit, const csl_lowered *lowered, csl_parse_log *log);

/* Marks kernels of the main file that it neither launches nor names again, where it launches others
 * (unlaunched.c). After csl_find_launches(). */
void csl_note_unlaunched(const csl_unit *unit, const csl_lowered *lowered);

/* Behind a comment, a string or a character that begins at s; NULL if none does. */
const char *csl_behind_text(const char *s, const char *end);
/* Counts the kernels in the text of the file, and tells the log which of them the module lacks. */
void csl_count_written(const csl_unit *unit, const csl_module *m, csl_parse_log *log);
/* The kernel of the module that begins on the line of the file or goes across it; NULL: none. */
const csl_kernel *csl_kernel_on_line(const csl_module *m, const char *path, uint32_t line);

/* The file of the unit lowered for another architecture; NULL: it is no program there. No function
 * at all: parsing it again costs more than knowing is worth. */
typedef const csl_module *(*csl_trial_parse)(const csl_unit *unit, uint32_t arch);
/* Kernels that are empty for the architecture of the unit, and that have a guard in their text or
 * are not empty for another architecture, become `skipped` and `emptied`; others learn for which
 * architecture their guards show more (emptied.c). */
void csl_mark_emptied_kernels(const csl_unit *unit, csl_lowered *lowered, csl_trial_parse parse);
/* Adds the kernels of the main file that the parser does not see, as not analysed (hidden.c). */
void csl_list_hidden_kernels(csl_lower_state *L, csl_lowered *out);
/* A `return` of a function that the kernel calls last becomes an EXIT (tail_return.c). */
void csl_lower_last_calls(csl_stmt *body);
/* Barriers of the block that need not be aligned and stand in both arms are one (meeting_arms.c).
 */
void csl_lower_meeting_arms(csl_lower_state *L, csl_stmt *body);
/* The body of a function that no kernel reaches becomes a loop of calls, if its own shared array
 * outlives a call; the loop's place is the kernel's own `place` (helper_loop.c). */
void csl_lower_again(csl_lower_state *L, csl_seq *body);
/* Local objects whose address stays known become variables (promote.c). */
void csl_promote_locals(csl_ctx *ctx, csl_kernel *kernel);
/* Loads of integers from structs that the function is given by value become parameters: of a
 * finished kernel (members.c). */
void csl_name_members(csl_ctx *ctx, CXCursor function, csl_kernel *kernel);
/* Loops that look at a barrier object until its phase is over become waits (wait_loop.c). After
 * csl_promote_locals(). */
void csl_lower_wait_loops(csl_ctx *ctx, csl_kernel *kernel);
/* Calls `take` for each assignment in the sequence and all that it holds; `value` is NULL if it is
 * not known (assigned.c). */
typedef void csl_assigned_fn(void *user, uint32_t var, csl_expr *value);
void csl_visit_assigned(const csl_stmt *s, csl_assigned_fn *take, void *user);
/* Stores through null become traps (null_stores.c). After csl_promote_locals(). */
void csl_lower_null_stores(csl_ctx *ctx, csl_kernel *kernel);
/* What a thread reads of a slot of shared memory that is its own is what it stored there
 * (own_slots.c). */
void csl_lower_own_slots(csl_ctx *ctx, csl_kernel *kernel);

/* ---- instances in lists of initialisers (table_uses.c) ------------------------------------------ */

/* An element `k<32>`: the template, and its arguments as they are written. */
typedef struct csl_hidden_use {
    CXCursor pattern;
    const char *arguments;
} csl_hidden_use;
typedef struct csl_hidden_uses {
    csl_hidden_use *v;
    unsigned n, cap;
} csl_hidden_uses;
/* Adds those of the lists in a declaration or body. */
void csl_find_hidden_uses(csl_ctx *ctx, csl_places *places, CXCursor in, csl_hidden_uses *found);
/* Adds the kernels that the host templates among them launch with arguments of their own, but for
 * instances among the functions shown. */
void csl_follow_hidden_uses(csl_ctx *ctx, csl_places *places, csl_hidden_uses *hidden,
                            const CXCursor *shown, unsigned nshown);
/* How many instances of the template they name that are not among those shown. */
unsigned csl_hidden_instances(const csl_hidden_uses *hidden, CXCursor pattern,
                              const csl_lower_target *shown, unsigned nshown);

#endif
