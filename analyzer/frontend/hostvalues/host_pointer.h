/* Which memory the pointers point to that a launch passes on, as far as it is plain to see. Private
 * to frontend/. */
#ifndef CSL_HOST_POINTER_H
#define CSL_HOST_POINTER_H

#include "host_impl.h"

/* A pointer: what it was made from, and what was added. */
typedef struct csl_host_pointer {
    CXCursor base;  /* a variable, or an expression that gives the same pointer wherever it stands
                       in the launch; null: not known */
    CXCursor index; /* an element number that is not known, or null */
    int64_t scale;  /* bytes of one such element, with its sign */
    int64_t bytes;  /* the rest of what was added */
    const csl_host_function *function; /* the base was found in, and the call of it */
    const csl_host_call *call;
} csl_host_pointer;

/* The pointer that the expression gives at the point. False if it is not known. */
bool csl_host_find_pointer(csl_host_point point, CXCursor e, csl_host_pointer *to);
/* Both were made from the same one; *shift: bytes from `other` to `p`. False if that is not known.
 * What a function that calls itself has of its own is another in each call. */
bool csl_host_same_pointer(csl_host_point point, const csl_host_pointer *p,
                           const csl_host_pointer *other, int64_t *shift);
/* A member of a class object: the field, and its number among the fields of its class. */
typedef struct csl_host_field {
    CXCursor field;
    unsigned place;
} csl_host_field;
/* The expression that gives `e.path[0].path[1]...` its value, `e` being a class object or a pointer
 * to one that is dereferenced, and where; false if it is not clear. At most
 * CSL_ROOM_host_member_depth members. */
bool csl_host_find_member(csl_host_point point, CXCursor e, const csl_host_field *path, unsigned n,
                          csl_host_part *part);
/* The field that a member names, of an object of that type. */
csl_host_field csl_host_field_of(csl_ctx *ctx, CXCursor member, CXType object);
/* The element of a list, or the argument of a constructor, that becomes the field; false if `e` is
 * neither, or it is not clear. */
bool csl_host_made_with(csl_ctx *ctx, CXCursor e, const csl_host_field *of, CXCursor *value);
/* What the declaration of the field gives it, a number wherever it stands, where the constructor of
 * its class neither lists it nor hands the object to another constructor. */
bool csl_host_declared_with(CXCursor made, CXCursor field, CXCursor *value);
/* What the i-th element of an array holds: `int *p[] = {a, b}`, or the last `p[i] = b` before the
 * point; false if it is not clear. */
bool csl_host_find_element(csl_host_point point, CXCursor array, unsigned i, CXCursor *value);
/* The i-th argument, of an array of their addresses: `void *args[] = {&a, &b}`; likewise. */
bool csl_host_find_addressed(csl_host_point point, CXCursor array, unsigned i, CXCursor *argument);

#endif
