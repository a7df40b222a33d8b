/* Threads of two arms meet at `barrier.sync 0`, which is not bar.sync: the barrier counts threads
 * and does not ask where they stand (PTX ISA, barrier). So `if (c) { a; barrier; b } else { d;
 * barrier; e }` is what `if (c) a else d` does, a barrier, and `if (c) b else e`.
 */
#include "kernels.h"

static bool meets(const csl_stmt *s) {
    return s->kind == CSL_STMT_SYNC && s->sync->meets;
}

static unsigned barriers_in(const csl_stmt *s) {
    unsigned n = 0;
    for (; s; s = s->next)
        n += meets(s);
    return n;
}

/* Cuts the arm in front of its next such barrier: what comes before it. *arm goes on behind it. */
static csl_stmt *cut(csl_stmt **arm, csl_stmt **barrier) {
    csl_stmt *first = *arm, **end = &first;
    while (*end && !meets(*end))
        end = &(*end)->next;
    *barrier = *end;
    *end = NULL;
    *arm = *barrier ? (*barrier)->next : NULL;
    return first;
}

/* Instead of `s`, one condition with what both arms do up to their barrier, and the barrier; then
 * likewise for the rest. What stands behind `s` stays there. */
static void take_apart(csl_lower_state *L, csl_stmt *s) {
    csl_stmt *const behind = s->next, *arm[] = {s->branch.body, s->branch.other};
    csl_stmt *barrier = NULL, *other, *last = s;
    const csl_stmt whole = *s;
    const uint32_t taken = csl_new_var(L, "", CSL_BOOL, clang_getNullCursor());
    s->kind = CSL_STMT_LET;
    s->text = NULL;
    s->let.value = whole.branch.cond;
    s->let.var = taken;
    do {
        csl_stmt *part = csl_stmt_new(L->ctx, CSL_STMT_IF, whole.place);
        *part = whole;
        part->branch.cond = csl_var_value(L, taken);
        part->branch.body = cut(&arm[0], &barrier);
        part->branch.other = cut(&arm[1], &other);
        if (!part->branch.body) {
            part->branch.cond = csl_not(L->ctx, part->branch.cond);
            part->branch.body = part->branch.other;
            part->branch.other = NULL;
        }
        if (part->branch.body)
            last = last->next = part;
        if (barrier)
            last = last->next = barrier;
    } while (barrier);
    last->next = behind;
}

void csl_lower_meeting_arms(csl_lower_state *L, csl_stmt *body) {
    for (csl_stmt *s = body; s; s = s->next) {
        if (s->kind == CSL_STMT_BLOCK || s->kind == CSL_STMT_LOOP)
            csl_lower_meeting_arms(L, s->block.body);
        if (s->kind != CSL_STMT_IF)
            continue;
        csl_lower_meeting_arms(L, s->branch.body);
        csl_lower_meeting_arms(L, s->branch.other);
        const unsigned n = barriers_in(s->branch.body);
        if (n && n == barriers_in(s->branch.other))
            take_apart(L, s);
    }
}
