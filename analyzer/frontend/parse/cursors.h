/* libclang's cursors and types, as the parts of the front end see them. Private to frontend/. */
#ifndef CSL_CURSORS_H
#define CSL_CURSORS_H

#include <clang-c/Index.h>
#include <string.h>

#include "../../ir.h"
#include "../../limits/limits.h"

/* Makes room for one more element in an arena array. */
#define CSL_GROW(ctx, array, n, cap)                                                               \
    do {                                                                                           \
        if ((n) == (cap)) {                                                                        \
            (cap) = (cap) ? 2 * (cap) : 8;                                                         \
            void *grown_ = csl_alloc((ctx), (cap) * sizeof *(array));                              \
            if (n)                                                                                 \
                memcpy(grown_, (array), (n) * sizeof *(array));                                    \
            (array) = grown_;                                                                      \
        }                                                                                          \
    } while (0)

/* ---- children of a cursor -------------------------------------------------------------------- */

typedef struct csl_cursors {
    CXCursor *v;
    unsigned n;
} csl_cursors;
csl_cursors csl_children(csl_ctx *ctx, CXCursor cursor);
/* Only the expressions among them (no TypeRef, attribute, template argument reference). */
csl_cursors csl_expr_children(csl_ctx *ctx, CXCursor cursor);
/* Tells the kind of the first child, too, listed or not; CXCursor_InvalidFile: there is none. */
csl_cursors csl_expr_children_and(csl_ctx *ctx, CXCursor cursor, enum CXCursorKind *first);
/* The body that this declaration of a function has; null: none. */
CXCursor csl_body_of(csl_ctx *ctx, CXCursor function);
const char *csl_spelling(csl_ctx *ctx, CXCursor cursor); /* interned, never NULL */
const char *csl_usr(csl_ctx *ctx, CXCursor cursor);      /* interned, never NULL */
/* The same for a kernel in every file: its mangled name, which spells the arguments of a template
 * and tells lambdas apart, with the file where the name is known in one file only. Interned. */
const char *csl_kernel_key(csl_ctx *ctx, CXCursor function);
/* The function is defined here, not only declared. */
bool csl_has_body(CXCursor function);
bool csl_has_attribute(CXCursor decl, enum CXCursorKind kind);
/* A function or template that is declared __global__. */
bool csl_is_kernel(CXCursor function);
/* It stands in a file of a folder of the system. One that only calls itself so, by `#pragma GCC
 * system_header` or a line marker, is the project's. */
bool csl_is_of_system(CXCursor c);

/* ---- C types ------------------------------------------------------------------ */

CXType csl_plain(CXType type);         /* canonical, references and qualifiers removed */
csl_type csl_scalar_type(CXType type); /* VOID for classes, arrays, vectors, void, unknown */
/* The type of a value: as csl_scalar_type, but an array is the pointer it decays to. libclang shows
 * a parameter `T a[]`, and every use of it, with the array type that was written. */
csl_type csl_value_type(CXType type);
bool csl_is_integer(CXType type); /* bool, characters and enumerations among them */
/* The value of an expression of such a type, if libclang knows it; unsigned ones of 64 bits keep
 * their bits. No other is evaluated: some lists of initialisers crash libclang. */
bool csl_integer_constant(CXCursor e, int64_t *value);
CXType csl_element_type(CXType type); /* of an array or pointer */
bool csl_is_class(CXType type);
bool csl_is_array(CXType type);
bool csl_is_reference(CXType type);
bool csl_is_dependent(CXType type);
/* False for a class with errors in it: asking libclang for its size would crash. */
bool csl_has_layout(CXType type);
/* Bytes of an object of this type; 0 when unknown (incomplete array). Dependent types count 4. */
uint64_t csl_sizeof(CXType type);
bool csl_is_vector_class(CXType type); /* float4 and friends: copied in one access */
bool csl_is_vector(CXType type);       /* a vector extension, not a class */
/* The fields, base class specifiers and methods (constructors and destructors too) of a class; of
 * methods without CSL_HAVE_METHODS_API those of its template. */
csl_cursors csl_fields_of(csl_ctx *ctx, CXType type);
/* The members, the outermost first, that lead to the scalar of that type so many bytes into a
 * class; *n is 0 before, and stays it for a scalar. False: there is none. */
bool csl_find_member_path(csl_ctx *ctx, CXType in, int64_t offset, csl_type type,
                          CXCursor path[CSL_ROOM_host_member_depth], unsigned *n);
csl_cursors csl_bases_of(csl_ctx *ctx, CXType type);
csl_cursors csl_methods_of(csl_ctx *ctx, CXType type);
bool csl_is_polymorphic(csl_ctx *ctx, CXType type); /* has virtual functions or bases */
csl_type csl_promoted(csl_type t);                  /* C's integer promotions */
csl_type csl_common(csl_type a, csl_type b);        /* C's usual arithmetic conversions */

#endif
