/* Where accesses stand that race: in branches, which threads of other roles do not take. */
#include "common.h"
#include "race.h"

/* True if the leaf is in the sequence; *in is the innermost `if` or `switch` around it, or NULL. */
static bool find_branch(const csl_stmt *s, const csl_stmt *leaf, const csl_stmt **in) {
    for (; s && s != leaf; s = s->next)
        if (s->kind == CSL_STMT_IF) {
            if (!find_branch(s->branch.body, leaf, in) && !find_branch(s->branch.other, leaf, in))
                continue;
            if (!*in && (s->origin == CSL_FROM_IF || s->origin == CSL_FROM_SWITCH))
                *in = s;
            return true;
        } else if ((s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) &&
                   find_branch(s->block.body, leaf, in)) {
            return true;
        }
    return s != NULL;
}

const char *csl_inside(const csl_facts *facts, const csl_stmt *access) {
    const csl_stmt *branch = NULL;
    if (!find_branch(facts->kernel->body, access, &branch) || !branch ||
        branch->place->file != access->place->file)
        return "";
    return csl_format(facts->ctx, "; line %u is inside %s", access->place->line,
                      branch->origin == CSL_FROM_IF ? "an `if`" : "a `switch`");
}

/* A barrier in there counts who comes. */
static bool counts_who_comes(const csl_stmt *s) {
    bool any = false;
    for (; s && !any; s = s->next)
        if (s->kind == CSL_STMT_SYNC)
            any = s->sync->object || (s->sync->id && !s->sync->tile);
        else if (s->kind == CSL_STMT_IF)
            any = counts_who_comes(s->branch.body) || counts_who_comes(s->branch.other);
        else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK)
            any = counts_who_comes(s->block.body);
    return any;
}

bool csl_is_of_roles(const csl_facts *facts, const csl_race *r) {
    return r->pair == CSL_PAIR_DIFFERENT_WARPS && r->first != r->second &&
           *csl_inside(facts, r->first) && *csl_inside(facts, r->second) &&
           counts_who_comes(facts->kernel->body);
}
