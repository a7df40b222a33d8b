/* What a host function does to its variables. Private to host_writes.c and host_way.c. */
#ifndef CSL_HOST_USES_H
#define CSL_HOST_USES_H

#include "host_impl.h"

/* A variable is assigned, or touched in a way that is not understood. */
typedef struct csl_host_use {
    CXCursor var;
    bool escapes;
    unsigned offset, end; /* 0: anywhere */
    int component;        /* assigned: a part of the variable */
    CXCursor value;       /* null: not known */
    bool unordered;       /* offsets do not tell what comes first: in a macro */
    unsigned block_end;   /* of the block that the assignment is a statement of; 0: of none */
    bool grows;      /* it escapes only as a container that gets `value`, or null: loses elements */
    bool keeps_size; /* it escapes, but not its size: `v.data()` */
    bool loop;       /* a loop over its elements: it escapes only if something is done with ... */
    CXCursor element; /* ... the variable of the loop */
} csl_host_use;

/* A loop or a lambda. */
struct span {
    unsigned start, end;
    unsigned body; /* what is declared behind it begins anew in each pass */
    bool loop;
};

struct csl_host_uses {
    csl_ctx *ctx;
    CXCursor function;
    csl_host_use *uses; /* in the order of the text */
    unsigned nuses;
    struct span *spans;
    unsigned nspans;
    bool scattered;   /* it includes text of other files: offsets tell no order */
    bool jumps;       /* there is a goto */
    unsigned label;   /* offset of the first label; 0: there is none */
    bool constructor; /* members of *this count */
    bool lost;        /* other code, or a return, gets at *this */
    const csl_host_frame *top;
};

/* What the function does, found when first asked for (host_writes.c). */
const struct csl_host_uses *csl_host_uses_of(csl_host_function *f);

/* Writing one part changes the other. */
static inline bool csl_host_touches(int written, int read) {
    if (written == CSL_HOST_WHOLE || read == CSL_HOST_WHOLE || written == read)
        return true;
    return written >= 4 && written < CSL_HOST_ELEMENT(0) && written / 4 == read / 4 &&
           (written % 4 == 3 || read % 4 == 3);
}

static inline bool csl_host_is_loop(enum CXCursorKind kind) {
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt ||
           kind == CXCursor_CXXForRangeStmt;
}

/* The last assignment of a part of the variable before an offset in the text, where it depends on
 * conditions whether it runs: that of the way that is known, or that the point chooses. `at` stands
 * where the variable is declared. False if that is not clear (host_way.c). */
bool csl_host_last_on_way(csl_host_point at, unsigned before, CXCursor var, int component,
                          csl_host_use *last);

/* host_reads.c */
/* It assigns one object to another member by member: its operator= is not the project's own. */
bool csl_host_assigns_as_is(CXCursor call);
/* The use of the variable, in the frames, adds one element to a container, *value, or takes some
 * away: null. */
bool csl_host_grows(const csl_host_frame *f, CXCursor var, CXCursor *value);
/* The member is a method of a container that hands out elements, `v.data`, `v.begin`. */
bool csl_host_hands_out_elements(CXCursor member);
/* `{a, b}` makes an object that refers to what stands in the list. */
bool csl_host_makes_references(csl_ctx *ctx, CXCursor list);
/* The address of an argument of a launch, in the list that cudaLaunchKernel() takes: it is read
 * there, and nothing else is done with it. */
bool csl_host_is_listed_address(const csl_host_frame *f);
/* The member is read there, or taken for what may not change. */
bool csl_host_is_read(CXCursor user, CXCursor member);
/* Its address is taken, and what is done with that changes nothing. */
bool csl_host_becomes_const(const csl_host_frame *f);
/* A method is called that does not change its object. Of declarations that stand for others it is
 * not known. */
bool csl_host_calls_const(CXCursor user, CXCursor member);

#endif
