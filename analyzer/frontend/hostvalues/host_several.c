/* All values that an argument has, one launch after the other: `for (n = 32; n <= 100; n += 4)
 * k<<<1, 256>>>(n)`. */
#include "host_impl.h"

#include <string.h>

#include "../../limits/limits.h"

typedef struct several {
    csl_type type; /* they are converted to */
    int64_t value[CSL_ROOM_host_values];
    unsigned n, trials; /* left */
} several;

/* What a function on the way to the point was asked for before. */
typedef struct asked {
    csl_host_function *function;
    csl_host_choice wanted, way;
    bool counts;
} asked;

/* The point with the choice in it and in the calls that lead there; `made` is room for them. */
static csl_host_point chosen_at(csl_host_point point, const csl_host_choice *choice,
                                csl_host_call made[CSL_ROOM_host_call_depth]) {
    const csl_host_call *call = point.call;
    point.choices = choice;
    for (unsigned i = 0; call && i < CSL_ROOM_host_call_depth; i++) {
        made[i] = *call;
        made[i].at.choices = choice;
        if (i)
            made[i - 1].at.call = &made[i];
        call = call->at.call;
    }
    if (point.call)
        point.call = &made[0];
    return point;
}

static bool add(several *s, int64_t value) {
    unsigned at = 0;
    value = csl_normalise(s->type, value);
    while (at < s->n && s->value[at] < value)
        at++;
    if (at < s->n && s->value[at] == value)
        return true;
    if (s->n == CSL_ROOM_host_values)
        return false;
    memmove(&s->value[at + 1], &s->value[at], (s->n++ - at) * sizeof *s->value);
    s->value[at] = value;
    return true;
}

/* The functions on the way to the point have not been asked for a choice. */
static void ask_anew(csl_host_point point) {
    for (;; point = point.call->at) {
        point.function->wanted.n = point.function->way.n = 0;
        if (!point.call)
            return;
    }
}

static csl_host_choice choice_asked_for(csl_host_point point) {
    for (;; point = point.call->at) {
        if (point.function->wanted.n)
            return point.function->wanted;
        if (!point.call)
            return point.function->way;
    }
}

static bool find_all(several *s, csl_host_point point, CXCursor e) {
    csl_host_call made[CSL_ROOM_host_call_depth];
    int64_t value;
    if (!csl_limit_spend(CSL_LIMIT_host_value_trials, &s->trials))
        return false;
    if (point.choices && csl_host_is_dead(point))
        return true;
    ask_anew(point);
    if (csl_host_integer(point, e, &value))
        return add(s, value);
    csl_host_choice choice = choice_asked_for(point);
    choice.outer = point.choices;
    for (choice.element = 0; choice.element < choice.n; choice.element++)
        if (!find_all(s, chosen_at(point, &choice, made), e))
            return false;
    return choice.n > 0;
}

csl_expr *csl_host_one_of(csl_host_point point, CXCursor e, csl_expr *x) {
    several s = {.type = (csl_type)x->type, .trials = CSL_LIMIT(host_value_trials)};
    asked before[CSL_ROOM_host_call_depth + 1];
    unsigned n = 0;
    for (csl_host_point at = point; n <= CSL_ROOM_host_call_depth; at = at.call->at) {
        csl_host_function *f = at.function;
        before[n++] = (asked){f, f->wanted, f->way, f->counts};
        f->counts = true;
        if (!at.call)
            break;
    }
    const bool known = find_all(&s, point, e) && s.n;
    while (n-- > 0) {
        before[n].function->wanted = before[n].wanted;
        before[n].function->way = before[n].way;
        before[n].function->counts = before[n].counts;
    }
    return known ? csl_one_of(point.function->unit->ctx, x, s.value, s.n) : NULL;
}
