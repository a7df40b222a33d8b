/* What the host stores into variables of the file and into members of objects. Private to
 * frontend/.
 */
#ifndef CSL_HOST_STORES_H
#define CSL_HOST_STORES_H

#include "host_impl.h"

/* One store, or a use that may change what it names. */
typedef struct csl_host_store {
    CXCursor var;
    CXCursor path[CSL_ROOM_host_member_depth]; /* members, the outermost first */
    unsigned npath;
    CXCursor value;     /* null: not known */
    CXCursor function;  /* it stands in */
    unsigned offset;    /* in the file of the function */
    unsigned block_end; /* of the block that it is a statement of; 0: of none */
} csl_host_store;

typedef struct csl_host_stores {
    csl_host_store *v;
    unsigned n, cap;
    bool program; /* the file has a main(): no other file stores into its variables */
} csl_host_stores;

/* All of the unit: found when first asked for. A copy to a __constant__ variable is a store into
 * it, whose value is the call. */
const csl_host_stores *csl_host_stores_of(const csl_unit *unit);

/* The expression that gives the variable, or the member that the path leads to, its value at the
 * point; false if that is not clear. */
bool csl_host_stored_member(csl_host_point point, CXCursor var, const CXCursor *path,
                            unsigned npath, csl_host_part *part);
/* The integer that the variable, or the member that the path leads to, holds at the point; false if
 * it is not known. */
bool csl_host_stored_integer(csl_host_point point, CXCursor var, const CXCursor *path,
                             unsigned npath, int64_t *value);

#endif
