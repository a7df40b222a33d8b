/* What the parts of telling how names are used share: name_use.c, name_fields.c. */
#ifndef CSL_NAME_USES_H
#define CSL_NAME_USES_H

#include <string.h>

#include "recover.h"

/* The word is one of that character. */
static inline bool csl_is_char(const csl_words *w, unsigned i, const char *any_of) {
    return i < w->n && w->v[i].n == 1 && strchr(any_of, w->v[i].s[0]);
}

/* `const` and the like. */
bool csl_is_qualifier(const csl_words *w, unsigned i);
/* `and` and the like: behind a name it is not what that declares. */
bool csl_is_operator_word(const csl_words *w, unsigned i);
/* The one of that name, or NULL. */
csl_recovered_name *csl_name_of_word(const GPtrArray *names, const csl_word *w);
/* Notes the members that the words ask of variables of the names' classes. */
void csl_find_fields(const csl_words *w, const GPtrArray *names);

#endif
