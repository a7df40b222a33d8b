/* The branch that `if constexpr` leaves out of an instance. clang finds some errors (operands of an
 * asm statement) when it reads the template; they concern no instance without that branch. */
#include "emit.h"

#include <string.h>

/* The function is an instance, and its template was read with the branch. */
static bool is_discarding(csl_lower_state *L, CXCursor s) {
    const char *text = csl_text_of(L->places, s);
    if (!text || strncmp(text, "if", 2) != 0 ||
        clang_Cursor_isNull(clang_getSpecializedCursorTemplate(L->act->function)))
        return false;
    text += 2 + strspn(text + 2, " \t\r\n");
    return strncmp(text, "constexpr", strlen("constexpr")) == 0;
}

/* One of grammar: where the branch ends is not sure. */
static bool is_of_grammar(const csl_source_error *e) {
    return strncmp(e->message, "expected ", strlen("expected ")) == 0 ||
           strncmp(e->message, "extraneous ", strlen("extraneous ")) == 0;
}

static bool lies_in(const csl_source_error *e, CXSourceRange branch) {
    unsigned from, to;
    clang_getFileLocation(clang_getRangeStart(branch), NULL, NULL, NULL, &from);
    clang_getFileLocation(clang_getRangeEnd(branch), NULL, NULL, NULL, &to);
    return e->offset >= from && e->offset < to;
}

void csl_skip_discarded(csl_lower_state *L, CXCursor s, CXCursor left_out) {
    csl_activation *act = L->act;
    if (act->next_error >= act->nerrors || csl_is_null(left_out) || !is_discarding(L, s))
        return;
    const CXSourceRange branch = clang_getCursorExtent(left_out);
    unsigned kept = act->next_error;
    for (unsigned i = act->next_error; i < act->nerrors; i++)
        if (!lies_in(act->errors[i], branch) || is_of_grammar(act->errors[i]))
            act->errors[kept++] = act->errors[i];
    act->nerrors = kept;
}
