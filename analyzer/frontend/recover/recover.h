/* Declarations for undeclared names: a header that is not there took the real ones along.
 *
 * Where a source uses names that libclang does not know, whole statements are lost, a barrier among
 * them perhaps. So what such a name is gets recovered from how the source uses it, and the file is
 * parsed again with a header that declares it so: a number, an integer type, a class with the
 * members that are asked of it, a function that may do anything. What rests on a recovered
 * declaration is marked (csl_kernel.recovered) and never proved.
 *
 *   foreseen.c      headers that are looked for before the first parse
 *   tokens.c        the words of the files
 *   name_use.c      how the files use a name; name_fields.c: which members they ask for
 *   declarations.c  the declarations
 *   recover.c       which names, from the errors; one that an embedded header declares comes from
 * there taint.c         what of a kernel rests on a recovered declaration
 */
#ifndef CSL_RECOVERED_H
#define CSL_RECOVERED_H

#include <glib.h>

#include "../parse/parse.h"
#include "name_words.h"

#define CSL_RECOVERED_HEADER "/__csl__/recovered.h"

/* ---- words ----------------------------------------------------------------------------------- */

/* One token of a file: an identifier, a number, or punctuation ("::", "->" and "&&" are one, all
 * else single characters). Comments, strings and the `#include` lines are left out. */
typedef struct csl_word {
    const char *s; /* into the text of the file; not terminated */
    unsigned n;
} csl_word;

typedef struct csl_words {
    csl_word *v;
    unsigned n;
} csl_words;

/* Appends the words of a text and one word ";" to an array of csl_word. */
void csl_read_words(GArray *words, const char *text, size_t length);
/* The word i is this text; false beyond the end. */
bool csl_word_is(const csl_words *w, unsigned i, const char *text);
bool csl_word_is_name(const csl_words *w, unsigned i);
/* The index of the bracket that closes the one at i, `<` too; w->n if there is none. */
unsigned csl_closing_word(const csl_words *w, unsigned i);

/* ---- names ----------------------------------------------------------------------------------- */

typedef enum {
    CSL_USED_AS_VALUE = 1,       /* a number */
    CSL_USED_AS_ARRAY = 2,       /* subscripted */
    CSL_USED_AS_FUNCTION = 4,    /* called */
    CSL_USED_AS_TEMPLATE = 8,    /* with template arguments */
    CSL_USED_AS_TYPE = 16,       /* declares something, or a cast to it */
    CSL_USED_AS_SCOPE = 32,      /* before "::" */
    CSL_USED_AS_ATTRIBUTE = 64,  /* a macro before a declaration */
    CSL_USED_AS_LOOP = 128,      /* NAME(i, n) { ... } */
    CSL_USED_AS_STATEMENT = 256, /* NAME; */
    CSL_USED_AS_POINTER = 512,   /* of a member: subscripted; "NAME->m" */
    CSL_USED_AS_ARGUMENT = 1024, /* only seen as a template argument */
    CSL_USED_AS_PLACED = 2048,   /* of an attribute: with __device__ or __global__ beside it */
    CSL_USED_AS_KERNEL = 4096,  /* before a function that can only be a kernel; then never a type */
    CSL_USED_AS_OBJECT = 16384, /* "NAME.m"; of a member: "x.NAME.y", surely no pointer */
    CSL_USED_AS_BARE = 32768,   /* alone on its line in a function, without ";" */
    CSL_USED_AS_RESULT = 8192,  /* of a kernel: it stands for the result type as well */
} csl_name_use;

typedef struct csl_recovered_name {
    const char *name;   /* owned */
    const char *within; /* namespace of the source it belongs into ("a::b"), owned, or NULL */
    const char *header; /* an embedded header that declares it, or NULL */
    unsigned shape;     /* csl_name_use bits */
    bool is_class;      /* variables of it have members */
    bool is_field;      /* x.NAME */
    bool is_scoped;     /* C::NAME */
    GPtrArray *members; /* csl_recovered_name: NAME::member, x.member, p->member */
    GArray *arguments;  /* bool: template argument i is a value */
    bool dropped;       /* the source declares it after all */
    struct csl_recovered_name
        *type; /* of an object: its class, if that is recovered, too; or NULL */
} csl_recovered_name;

csl_recovered_name *csl_recovered_name_new(const char *name, unsigned n);
void csl_recovered_name_free(void *name);
/* The member of that name, made if need be. */
csl_recovered_name *csl_recovered_member(csl_recovered_name *of, const char *name, unsigned n);
/* Fills in how the words use the names. */
void csl_name_uses(const csl_words *w, GPtrArray *names);
/* The declarations of the names as the text of a header. */
void csl_print_recovered(GString *out, const GPtrArray *names);

/* ---- what rests on one (taint.c) -------------------------------------------------------------- */

/* Declarations located in the header of recovered declarations. */
bool csl_is_recovered(CXCursor decl);
/* The value of the expression depends on a recovered declaration: what libclang makes of it is
 * meaningless. Always false in a unit without recovered declarations. */
bool csl_mentions_recovered(bool recovered, CXCursor e);
/* ... or what it names does: types that it is asked of, and functions that are called. */
bool csl_rests_on_recovered(bool recovered, CXCursor e);
/* What the reference to a function, or the call of it, gives its template rests on one. */
bool csl_is_guessed_instance(bool recovered, CXCursor reference);
/* A number of unknown value. */
bool csl_is_recovered_value(const csl_unit *unit, CXCursor decl);

/* ---- what conditions hide (hidden_macros.c) --------------------------------------------------- */

/* Where a header is missing, device code may be hidden by conditions on macros that it would
 * define, and where there are errors, by the macro of a build for CUDA: `options` with these macros
 * defined, in the arena of the unit's ctx. NULL if there is none. After csl_collect_errors. */
const csl_parse_options *csl_with_macros(const csl_unit *unit);

/* `options` with the standard that words in the source need, in the arena of the unit's ctx; NULL
 * if it is given or there are none (standard.c). After csl_collect_errors. */
const csl_parse_options *csl_with_standard(const csl_unit *unit);

/* `options` with what libclang misses and nvcc does not (mends.c), in the arena of the unit's ctx;
 * NULL: it misses nothing. After csl_collect_errors. */
const csl_parse_options *csl_with_mends(const csl_unit *unit);
/* `had` with further ones (csl_mend), all of one text; sorts them. In the arena. */
const csl_parse_options *csl_add_mends(csl_ctx *ctx, const csl_parse_options *had, GArray *found);

/* The file is none of those seen so far, by their real paths: headers that include one another by
 * `../utils/other.h` have a longer name each time. The set frees its paths with free()
 * (foreseen.c). */
bool csl_is_first_of_file(GHashTable *seen, const char *path);
/* `options` with the folders, found by options->find_header, of headers that the first parse would
 * not find, in the arena; NULL: there are none (foreseen.c). */
const csl_parse_options *csl_with_foreseen(csl_ctx *ctx, const char *path,
                                           const csl_parse_options *options);
/* Adds the folders (const char *) of the user's include path; false: there are arguments that
 * change what is found in another way. */
bool csl_read_dirs(const csl_parse_options *options, GPtrArray *dirs);
/* `options` with what the first parse would miss and csl_with_mends add, where the text tells, and
 * with the embedded headers that it names, in the arena; NULL: nothing (foreseen_mends.c). */
const csl_parse_options *csl_with_foreseen_mends(csl_ctx *ctx, const char *path,
                                                 const csl_parse_options *options);

/* ---- the errors of a unit -------------------------------------------------------------------- */

typedef struct csl_recovery csl_recovery;
csl_recovery *csl_recovery_new(void);
void csl_recovery_free(csl_recovery *g);
/* Whether an error of the unit concerns a launch, or device code or a declaration and can be learnt
 * from (needed.c). */
bool csl_recovery_needed(const csl_unit *unit);
/* The message of an error is one of those that are learnt from. */
bool csl_may_teach(const char *message);
/* Learns from the errors of a unit; false if they say nothing new. */
bool csl_recover_from_errors(csl_recovery *g, const csl_unit *unit);
/* The header to parse the file with. The caller frees it (g_free). */
char *csl_recovery_text(const csl_recovery *g);

/* Where an undefined macro is given a lambda to run: unit->options with a definition of it that
 * runs the lambda for two types, in the arena of the unit's ctx. NULL if there is none
 * (dispatch.c). After csl_collect_errors. */
const csl_parse_options *csl_with_dispatchers(const csl_unit *unit);

/* Sets log->refused (refused.c). After csl_collect_errors. */
void csl_note_refusal(const csl_unit *unit, csl_parse_log *log);

/* Adds to the errors the `#if` of the file around something that waits, where a name in the
 * condition is one that no file defines. For units that miss a header. */
void csl_note_missing_macros(csl_unit *unit);

#endif
