/* Where cursors stand in the source, and what is written there. Private to frontend/. */
#ifndef CSL_PLACES_H
#define CSL_PLACES_H

#include <clang-c/Index.h>

#include "../../ir.h"

struct csl_unit;

/* Cursor -> place. One per translation unit; fills module->files on the way. */
typedef struct csl_places csl_places;
csl_places *csl_places_new(const struct csl_unit *unit, csl_module *module);
/* Where the cursor stands, with `chain` as its call chain (may be NULL). Never NULL. A cursor that
 * starts inside a macro body gets the macro's use as place and the body's as place->macro. */
const csl_place *csl_place_of(csl_places *places, CXCursor cursor, const csl_frame *chain);
/* The place of one character: an error, a token. */
const csl_place *csl_place_at(csl_places *places, CXFile file, uint32_t line, uint32_t col,
                              const csl_frame *chain);
/* The place of a declaration's name. */
const csl_place *csl_name_place(csl_places *places, CXCursor decl);
/* A place in a file that need not be part of the unit: line, column, and those of its end. */
const csl_place *csl_place_elsewhere(csl_places *places, const char *path, const uint32_t at[4]);
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
char csl_char_before_name(csl_places *places, CXCursor decl);
/* The raw file text at the spelling location of the cursor's start; *end is the end of the file's
 * text. NULL if there is none. */
const char *csl_raw_text(csl_places *places, CXCursor cursor, const char **end);

#endif
