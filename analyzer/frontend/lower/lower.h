/* Lowering: a parsed translation unit in, an IR module out. Private to frontend/.
 *
 *   places.c           cursor -> place and text
 *   cursor_map.c       what libclang was asked of cursors before
 *   prepare.c          the text that is parsed, where it must say more than the file
 *   lower.c            the kernels of a file and their parameters
 *   lower_template.c   which kernels and which specialisations
 *   lower_stmt.c       statements; lower_decl.c, lower_switch.c, lower_loop.c, lower_jump.c by kind
 *   lower_expr.c       scalar values; lower_operator.c
 *   lower_lvalue.c     what can be read, written or bound; lower_name.c, lower_element.c
 *   lower_access.c     addresses, loads and stores
 *   lower_aggregate.c  values of class and array type; lower_construct.c, lower_lambda.c
 *   lower_call.c       calls; lower_callee.c (what is called), lower_activation.c (a body inlined)
 *   intrinsics.c       the __csl_* functions of the embedded headers; asm.c inline PTX
 *   lower_build.c      statements, variables, objects; lower_type.c C types and cursors
 *   archetype.c          instances of templates nobody instantiates
 *   promote.c          local memory back to variables, when a kernel is complete
 */
#ifndef CSL_LOWER_H
#define CSL_LOWER_H

#include "../parse/parse.h"

/* Cursor -> place. One per translation unit; fills module->files on the way. */
typedef struct csl_places csl_places;
csl_places *csl_places_new(const csl_unit *unit, csl_module *module);
/* Where the cursor stands, with `chain` as its call chain (may be NULL). Never NULL. A cursor that
 * starts inside a macro body gets the macro's use as place and the body's as place->macro. */
const csl_place *csl_place_of(csl_places *places, CXCursor cursor, const csl_frame *chain);
/* The place of one character: an error, a token. */
const csl_place *csl_place_at(csl_places *places, CXFile file, uint32_t line, uint32_t col,
                              const csl_frame *chain);
/* The place of a declaration's name. */
const csl_place *csl_name_place(csl_places *places, CXCursor decl);
/* The source text of the cursor, blanks collapsed, at most 80 characters ("..." beyond); for what
 * comes out of a macro body, the use of the macro. NULL if there is none. */
const char *csl_text_of(csl_places *places, CXCursor cursor);
/* True for declarations of the embedded CUDA headers. */
bool csl_in_shim(csl_places *places, CXCursor cursor);
/* True for these and for declarations of the user's toolkit: a message names the user's call of
 * them, not a place inside. */
bool csl_in_library(csl_places *places, CXCursor cursor);
/* The last character before the cursor that is not blank; 0 if there is none. */
char csl_char_before(csl_places *places, CXCursor cursor);
/* The raw file text at the spelling location of the cursor's start; *end is the end of the file's
 * text. NULL if there is none. */
const char *csl_raw_text(csl_places *places, CXCursor cursor, const char **end);

/* Lowers every kernel of the unit's main file. usr[i] of the result is the USR of what
 * module->kernels[i] was lowered from (a specialisation, a plain function, or a pattern); the
 * launches are matched by it. */
typedef struct csl_lowered {
    csl_module *module;
    csl_places *places;
    const char **usr;
    CXCursor *unresolved; /* templates without an instance whose parameters hide what they do */
    unsigned nunresolved, cap_unresolved;
} csl_lowered;
csl_lowered csl_lower_unit(const csl_unit *unit);

#endif
